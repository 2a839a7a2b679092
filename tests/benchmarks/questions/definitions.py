"""The definitions of a tree: where they stand, and which of them a commit changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lsp_codebase.model import Symbol, SymbolKind
from lsp_codebase.parse import LANGUAGES, detect_language, parse_file
from lsp_codebase.scan.roles import path_roles

_TYPES = {SymbolKind.Class, SymbolKind.Struct, SymbolKind.Interface, SymbolKind.Enum, SymbolKind.Module}
_FUNCTIONS = {SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor}
_MOST_BYTES = 400_000


@dataclass(frozen=True, slots=True)
class Answer:
    """A right place: a file, and 1-based lines of it, both included, if they are known."""

    path: str
    start: int | None = None
    end: int | None = None


@dataclass(slots=True)
class Code:
    """The source files of a tree that are no tests, examples, vendored or generated files."""

    tree: Path
    symbols: dict[str, tuple[Symbol, ...]] = field(default_factory=dict)
    by_name: dict[str, list[tuple[str, Symbol]]] = field(default_factory=lambda: defaultdict(list))

    def lines(self, path: str) -> list[str]:
        return (self.tree / path).read_text("utf-8", "replace").split("\n")


def is_source(path: str) -> bool:
    return LANGUAGES[detect_language(path)].is_code and not path_roles(path)


def is_definition(symbol: Symbol) -> bool:
    """Whether it is a function or type that has a body or members, not a line or two."""
    return (
        symbol.kind in _FUNCTIONS | _TYPES
        and not symbol.is_test
        and symbol.span.last_line - symbol.span.start_line >= 2
    )


def read_code(tree: Path, paths: Iterable[str]) -> Code:
    code = Code(tree)
    for path in filter(is_source, paths):
        file = tree / path
        if not file.is_file() or file.stat().st_size > _MOST_BYTES:
            continue
        parsed = parse_file(path, file.read_bytes())
        if parsed.is_generated:
            continue
        code.symbols[path] = parsed.symbols
        for symbol in filter(is_definition, parsed.symbols):
            code.by_name[symbol.name].append((path, symbol))
    return code


def place_of(path: str, symbol: Symbol) -> Answer:
    return Answer(path, symbol.span.start_line + 1, symbol.span.last_line + 1)


def enclosing(symbols: Iterable[Symbol], lines: Iterable[tuple[int, int]]) -> set[tuple[str, str]]:
    """Return (container, name) of the innermost definition around the beginning of each stretch.

    Types count only if no function is among them: a member that is put in says little of the whole type.
    """
    found = set()
    held = [symbol for symbol in symbols if is_definition(symbol)]
    for start, _ in lines:
        around = [one for one in held if one.span.start_line < start <= one.span.last_line + 1]
        if around:
            found.add(min(around, key=lambda one: one.span.last_line - one.span.start_line))
    functions = {one for one in found if one.kind in _FUNCTIONS}
    return {(one.container, one.name) for one in functions or found}


def same_definitions(path: str, names: set[tuple[str, str]], symbols: Mapping[str, tuple[Symbol, ...]]) -> list[Answer]:
    """Return where definitions of these names stand in another version of the file; those that stand there once."""
    held: dict[tuple[str, str], list[Symbol]] = defaultdict(list)
    for symbol in filter(is_definition, symbols.get(path, ())):
        held[symbol.container, symbol.name].append(symbol)
    return [place_of(path, held[name][0]) for name in sorted(names) if len(held.get(name, ())) == 1]
