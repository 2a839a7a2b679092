"""The messages of `codebase/calls`."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen
from lsprotocol.types import Location, ProgressToken

from lsp_codebase.model import Relation, bounds
from lsp_codebase.server.messages.definitions import SymbolHit
from lsp_codebase.server.messages.index_state import IndexStatus


@frozen
class CallsParams:
    """`codebase/calls`. The definition is that which `codebase/definitions` names first."""

    relation: Relation
    """Which end of the calls is asked for."""
    name: str | None = None
    """The whole name of the definition, with a qualifier or not."""
    uri: str | None = None
    """URI of the file that defines it, or of a directory around that."""
    line: int | None = None
    """A line of the file, from 0, in place of a name: the innermost definition around it."""
    limit: int = field(default=20, metadata={"within": bounds.HITS})
    """Most definitions at the other end."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications."""


@frozen
class CallSite:
    """A line that holds a call."""

    line: int
    """The line, from 0."""
    text: str
    """The line without its indentation."""
    uri: str | None = None
    """The file of the line, if that is not the caller's: a member of it that stands elsewhere calls."""


@frozen
class Call:
    """A definition at the other end of calls."""

    relation: str = field(metadata={"one_of": Relation})
    """Its relation to the definition that was asked about."""
    location: Location
    """Its place. For calls outside of any definition: the place of the first."""
    sites: Sequence[CallSite]
    """The caller's lines that call, in order, those of its own file first."""
    definitions: int
    """How many definitions have this name; `location` is the likeliest."""
    name: str | None = None
    """Its name; absent for calls outside of any definition."""
    kind: int | None = None
    """Its LSP `SymbolKind`."""
    container: str | None = None
    """The definitions that enclose it, outermost first, joined by dots."""


@frozen
class CallsResult:
    """The answer of `codebase/calls`. Calls are told by names, and by what their files say of types."""

    calls: Sequence[Call]
    """Callees in their order; of callers, code before tests, other languages and documents, in each the sure
    ones first, then the nearest."""
    others: Sequence[SymbolHit]
    """Other definitions of the same name: a caller may mean one of these."""
    truncated: bool
    """Whether there are more."""
    index: IndexStatus
    """The index that the answer came from."""
    definition: SymbolHit | None = None
    """The definition in question; absent if none has that name or place."""
