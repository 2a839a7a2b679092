"""Definitions, and their callers and callees: questions and answers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lsp_codebase.model.hit import Place, Relation, SymbolHit
from lsp_codebase.model.status import IndexStatus
from lsp_codebase.model.symbol import SymbolKind


@dataclass(frozen=True, slots=True)
class DefinitionQuery:
    """Asks for the definitions called just `name`, with a qualifier or not (`Client.get`); with `path` in that file.

    What the type that qualifies the name does not define is that of its nearest base. With `line` (0-based), in place
    of a name, for the innermost definition around a line of `path`.
    """

    name: str | None = None
    path: Path | None = None
    line: int | None = None
    limit: int = 20


@dataclass(frozen=True, slots=True)
class CallQuery:
    """Asks for the callers or the callees of the first definition that a `DefinitionQuery` of these fields finds."""

    relation: Relation
    name: str | None = None
    path: Path | None = None
    line: int | None = None
    limit: int = 20


class CallSite(NamedTuple):
    """A line (0-based) that holds a call, without its indentation.

    It is in the file of the calling definition. Where a member of that stands in another file and calls, `path` is it.
    """

    line: int
    text: str
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A definition at the other end of calls, with the calling lines, in order.

    The lines are the caller's, whichever end was asked for. Calls outside of any definition have a `place`, that of
    the first call, but no `name`. `definitions` share the name; `place` is the likeliest of them.
    """

    relation: Relation
    place: Place
    name: str | None
    kind: SymbolKind | None
    container: str | None
    sites: tuple[CallSite, ...]
    definitions: int = 1


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """The calls of `definition`, which is None if no definition has that name or place.

    Callees come in the order of the calls; of callers, code before tests, other languages and documents, in each
    the sure ones first, then the nearest. `others` are definitions of the same name: where no file tells a type, a
    caller may mean one of those. `is_cut`: there are more calls.
    """

    definition: SymbolHit | None
    calls: tuple[Call, ...]
    others: tuple[SymbolHit, ...]
    status: IndexStatus
    is_cut: bool = False
