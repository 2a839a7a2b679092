"""What a build file defines: "which makefile targets exist", "list all npm scripts"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.intents.question import Question

_MOST_FILES = 200


class _Build(NamedTuple):
    """The files of a build tool, and the kind and the container of what they define to be run."""

    files: str
    kind: SymbolKind
    container: str = ""


_MAKE = _Build(r"(?i:(?:^|/)(?:gnu)?makefile|\.mk)$", SymbolKind.Function)
_NPM = _Build(r"(?:^|/)package\.json$", SymbolKind.Key, "scripts")
_COMPOSER = _Build(r"(?:^|/)composer\.json$", SymbolKind.Key, "scripts")
_BUILDS: dict[tuple[str, ...], _Build] = {
    **{(tool, said): _MAKE for tool in ("make", "makefile") for said in ("rule", "target", "task")},
    **{(tool, "script"): _NPM for tool in ("npm", "pnpm", "yarn", "package")},
    ("package.json", "script"): _NPM,
    ("composer", "script"): _COMPOSER,
}


def build_targets(question: Question, words: Sequence[str]) -> Iterator[SymbolMatch]:
    """Yield what the build files of a tool define, if some words ask for it."""
    build = _BUILDS.get(tuple(words))
    if build is None:
        return
    for record in islice(question.files(build.files), _MOST_FILES):
        inside = question.names.of_kinds(record.path, frozenset({build.kind}))
        yield from (one for one in inside if one.symbol.container == build.container)
