"""What a build file defines: "which makefile targets exist", "list all npm scripts", "just recipes", "cargo features"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from lsp_codebase.model import SymbolKind
from lsp_codebase.search.intents.listings.declarations import line_at, line_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_FILES = 200


class _Build(NamedTuple):
    """The files of a build tool, and the kind and the container of what they define to be run."""

    files: str
    kind: SymbolKind
    container: str = ""


_MAKE = _Build(r"(?i:(?:^|/)(?:gnu)?makefile|\.mk)$", SymbolKind.Function)
_NPM = _Build(r"(?:^|/)package\.json$", SymbolKind.Key, "scripts")
_COMPOSER = _Build(r"(?:^|/)composer\.json$", SymbolKind.Key, "scripts")
_CARGO = _Build(r"(?:^|/)Cargo\.toml$", SymbolKind.Key, "features")
_TASK = _Build(r"(?:^|/)taskfile\.ya?ml$", SymbolKind.Key, "tasks")
_JUSTFILE = r"(?:^|/)(?:\.?justfile|[\w-]+\.just)$"
_RECIPE = re.compile(r"@?(?!_)[A-Za-z][\w-]*(?:\s[^:]*)?:(?!=)")
_JUST = frozenset((tool, said) for tool in ("just", "justfile") for said in ("command", "recipe", "target", "task"))
_BUILDS: dict[tuple[str, ...], _Build] = {
    **{(tool, said): _MAKE for tool in ("make", "makefile") for said in ("rule", "target", "task")},
    **{(tool, "script"): _NPM for tool in ("npm", "pnpm", "yarn", "package")},
    ("package.json", "script"): _NPM,
    ("composer", "script"): _COMPOSER,
    **{(tool, "feature"): _CARGO for tool in ("cargo", "crate")},
    ("taskfile", "task"): _TASK,
}


def build_targets(question: Question, words: Sequence[str]) -> Iterator[Piece]:
    """Yield the lines of what the build files of a tool define, if some words ask for it."""
    asked = tuple(words)
    if asked in _JUST or asked == ("recipe",):
        yield from _recipes(question)
    if (build := _BUILDS.get(asked)) is None:
        return
    for record in islice(question.files(build.files), _MOST_FILES):
        inside = question.names.of_kinds(record.path, frozenset({build.kind}))
        yield from (line_of(one) for one in inside if one.symbol.container == build.container)


def _recipes(question: Question) -> Iterator[Piece]:
    """Yield the recipes of justfiles, for which there is no grammar; none that is private."""
    for record in islice(question.files(_JUSTFILE), _MOST_FILES):
        for row, line in enumerate(question.calls.lines(record.path)):
            if _RECIPE.match(line):
                yield line_at(record.path, record.language, row)
