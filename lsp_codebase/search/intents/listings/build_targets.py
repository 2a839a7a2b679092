"""What a build file defines: "which makefile targets exist", "list all npm scripts", "cmake options"."""

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


class _Lines(NamedTuple):
    """The files of a build tool, and the lines of them that define something."""

    files: str
    line: re.Pattern[str]


_MAKE = _Build(r"(?i:(?:^|/)(?:gnu)?makefile|\.mk)$", SymbolKind.Function)
_NPM = _Build(r"(?:^|/)package\.json$", SymbolKind.Key, "scripts")
_COMPOSER = _Build(r"(?:^|/)composer\.json$", SymbolKind.Key, "scripts")
_CARGO = _Build(r"(?:^|/)Cargo\.toml$", SymbolKind.Key, "features")
_TASK = _Build(r"(?:^|/)taskfile\.ya?ml$", SymbolKind.Key, "tasks")
_RECIPES = _Lines(r"(?:^|/)(?:\.?justfile|[\w-]+\.just)$", re.compile(r"@?(?!_)[A-Za-z][\w-]*(?:\s[^:]*)?:(?!=)"))
"""None that is private; there is no grammar for them."""
_CMAKE = _Lines(r"(?:(?:^|/)CMakeLists\.txt|\.cmake)$", re.compile(r"\s*(?i:option|cmake_dependent_option)\s*\(\s*\w"))
_MESON = _Lines(r"(?:^|/)meson(?:_options\.txt|\.options)$", re.compile(r"option\s*\(\s*'"))
_SWIFT_MODULES = _Lines(
    r"^Package\.swift$", re.compile(r"\s*\.(?:executableTarget|macro|plugin|systemLibrary|target)\(")
)
_SWIFT_TARGETS = _Lines(
    r"^Package\.swift$", re.compile(r"\s*\.(?:executableTarget|macro|plugin|systemLibrary|target|testTarget)\(")
)
_PERMISSIONS = _Lines(r"(?:^|/)AndroidManifest\.xml$", re.compile(r"\s*<uses-permission\b"))
_BUILDS: dict[tuple[str, ...], _Build] = {
    **{(tool, said): _MAKE for tool in ("make", "makefile") for said in ("rule", "target", "task")},
    **{(tool, "script"): _NPM for tool in ("npm", "pnpm", "yarn", "package")},
    ("package.json", "script"): _NPM,
    ("composer", "script"): _COMPOSER,
    **{(tool, "feature"): _CARGO for tool in ("cargo", "crate")},
    ("taskfile", "task"): _TASK,
}
_LINES: dict[tuple[str, ...], Sequence[_Lines]] = {
    **{(tool, said): (_RECIPES,) for tool in ("just", "justfile") for said in ("command", "recipe", "target", "task")},
    ("recipe",): (_RECIPES,),
    ("cmake", "option"): (_CMAKE,),
    ("meson", "option"): (_MESON,),
    ("build", "option"): (_CMAKE, _MESON),
    ("android", "permission"): (_PERMISSIONS,),
    **dict.fromkeys((("module",), ("swift", "module")), (_SWIFT_MODULES,)),
    **{(sort, "target"): (_SWIFT_TARGETS,) for sort in ("package", "swift")},
}


def build_targets(question: Question, words: Sequence[str]) -> Iterator[Piece]:
    """Yield the lines of what the build files of a tool define, if some words ask for it."""
    asked = tuple(words)
    for lines in _LINES.get(asked, ()):
        yield from _defined_in_lines(question, lines)
    if (build := _BUILDS.get(asked)) is None:
        return
    for record in islice(question.files(build.files), _MOST_FILES):
        inside = question.names.of_kinds(record.path, frozenset({build.kind}))
        yield from (line_of(one) for one in inside if one.symbol.container == build.container)


def _defined_in_lines(question: Question, lines: _Lines) -> Iterator[Piece]:
    for record in islice(question.files(lines.files), _MOST_FILES):
        held = question.calls.lines(record.path)
        for row, line in enumerate(held):
            if lines.line.match(line):
                is_named_below = line.rstrip().endswith("(") and row + 1 < len(held)
                yield line_at(record.path, record.language, row + is_named_below)
