"""Which definition a call means, told by its name, the file it stands in and the imports of that file."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from functools import lru_cache
from pathlib import PurePosixPath

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.call_graph.source_file import Source

_OF_A_CLASS = frozenset({SymbolKind.Method, SymbolKind.Constructor, SymbolKind.Operator})
TYPES = frozenset({SymbolKind.Class, SymbolKind.Struct})
WITH_RECEIVER = frozenset("go javascript jsx lua luau perl php python rust tsx typescript".split())
"""Languages that call a method only by something in front of it."""
_MOST_PATHS = 4_096  # are kept as parts
_FOR_ITS_FOLDER = frozenset({"__init__", "index", "mod"})
"""Files that are imported by the name of their folder."""


class CallForm(Enum):
    """How a name is called."""

    ALONE = auto()
    OF_SOMETHING = auto()
    """With an object or a module in front."""
    MENTIONED = auto()
    """Perhaps not at all: it may be a variable as well."""


def meant_by(
    name: str, definitions: Sequence[SymbolMatch], source: Source, path: str, ways: set[CallForm]
) -> Sequence[SymbolMatch]:
    """Return those of the definitions of a name that calls in a file may mean, in their order.

    A plain word, such as `join`, is more often a library's: outside its own file it means the import of this name, the
    member of a module or class that the file names, or else the only function of this name. One that may be a variable
    calls no type.
    """
    if source.language in WITH_RECEIVER and CallForm.OF_SOMETHING not in ways:
        definitions = [match for match in definitions if match.symbol.kind not in _OF_A_CLASS] or definitions
    if not _is_plain(name):
        return definitions
    if ways == {CallForm.MENTIONED}:
        definitions = [match for match in definitions if match.symbol.kind not in TYPES]
    if own := [match for match in definitions if match.path == path]:
        return own
    brought = brought_in(name, definitions, source)
    return brought if brought is not None else _named(definitions, source, ways)


def brought_in(name: str, definitions: Sequence[SymbolMatch], source: Source) -> Sequence[SymbolMatch] | None:
    """Return those of some definitions that the imports of a name may mean, None if a file does not import it."""
    statements = [statement for statement in source.imports if name in statement[0]]
    if not statements:
        return None
    words = frozenset().union(*(words for words, _ in statements))
    words = words - {name} or words  # a file of Java is called like what it defines
    agreeing = [len(words & parts_of(match.path)) for match in definitions]
    if most := max(agreeing, default=0):
        return [match for match, number in zip(definitions, agreeing, strict=True) if number == most]
    return definitions if any(is_relative for _, is_relative in statements) else []


def _named(definitions: Sequence[SymbolMatch], source: Source, ways: set[CallForm]) -> Sequence[SymbolMatch]:
    """Return the definitions whose module or class a file names that does not import them by name."""
    if ways == {CallForm.MENTIONED}:
        return []
    may_be_method = CallForm.OF_SOMETHING in ways or source.language not in WITH_RECEIVER
    methods = [match for match in definitions if match.symbol.kind in _OF_A_CLASS]
    functions = [match for match in definitions if match.symbol.kind not in _OF_A_CLASS]
    named = [match for match in functions if module_of(match.path) in source.imported]
    if may_be_method:
        named += [match for match in methods if _owner(match) in source.words]
    return named or (functions if CallForm.ALONE in ways and len(definitions) == 1 else [])


def _is_plain(name: str) -> bool:
    """Whether a name is a single word in small letters."""
    return name.islower() and {"_", "-"}.isdisjoint(name)


def _owner(match: SymbolMatch) -> str:
    return match.symbol.container.rpartition(".")[2]


def module_of(path: str) -> str:
    """Return the name by which a file may be imported."""
    file = PurePosixPath(path)
    return file.parent.name if file.stem in _FOR_ITS_FOLDER else file.stem


@lru_cache(_MOST_PATHS)
def parts_of(path: str) -> frozenset[str]:
    """Return the words by which an import may name a file: it, and the folders it is in."""
    *folders, file = path.split("/")
    return frozenset((*folders, PurePosixPath(file).stem))
