"""All that are of a kind, in groups for one reason each: narrowed to a scope, and told as one answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from lsp_codebase.parse import word_parts
from lsp_codebase.search.intents.listings import kind_files
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.plurals import plurals

Shown: TypeAlias = "Callable[[Iterable[Piece]], Iterable[Piece]]"
"""Leaves out the pieces that no answer may hold, such as those that are gone: they are not counted."""

_WORD = re.compile(r"[a-z0-9]+")


class Listing(NamedTuple):
    """All that are of a kind, in order, and a sentence that tells how many they are and why they are of it."""

    pieces: Sequence[Piece]
    note: str


class Group(NamedTuple):
    """Some that are of a kind for one reason."""

    pieces: Sequence[Piece]
    said: str
    is_sure: bool = False  # the reason is no mere name
    of_folders: bool = False
    is_declared: bool = False  # by a word of the language
    takes_any: bool = False  # words that tell more, since they may be those of a technology
    of_lines: bool = False  # which say more than the names around them


def size(groups: Iterable[Group]) -> int:
    """Return how many all groups hold."""
    return sum(len(group.pieces) for group in groups)


def in_scope(groups: Sequence[Group], scope: Sequence[str], place: str) -> list[Group]:
    """Return what is in the files, types and folders called by some words; of none, what says these words."""
    if scope[0] == "root":
        return narrowed(groups, lambda piece: "/" not in piece.path)
    groups = [_without_itself(group, scope) if group.of_folders else group for group in groups]
    exact = narrowed(groups, lambda piece: _is_called(piece, scope, place))
    return exact if any(group.pieces for group in exact) else narrowed(groups, Holds(scope))


def _without_itself(group: Group, scope: Sequence[str]) -> Group:
    """Return the files of a group without those that are the scope: a file is not in itself."""
    stems = ((one, one.path.rpartition("/")[2].partition(".")[0]) for one in group.pieces)
    return group._replace(pieces=[one for one, stem in stems if word_parts(stem) != [*scope]])


def _is_called(piece: Piece, scope: Sequence[str], place: str) -> bool:
    """Whether a folder, the file or the container of a piece is called by the words of a scope, or is at its path."""
    if "/" in place:
        return f"/{place.strip('/')}/" in f"/{piece.path}/"
    container = piece.definition.container if piece.definition else ""
    name = piece.path.rpartition("/")[2]
    called = (*piece.path.split("/"), name.partition(".")[0], container.rpartition(".")[2])
    wanted = [*scope], word_parts(place)  # "the history service" may be called `History` or `HistoryService`
    return any(word_parts(one) in wanted for one in called)


def narrowed(groups: Sequence[Group], holds: Callable[[Piece], bool]) -> list[Group]:
    """Return groups with the pieces alone for which something holds."""
    return [group._replace(pieces=[*filter(holds, group.pieces)]) for group in groups]


def preferring(group: Group, word: str) -> Group:
    """Return a group with the pieces alone that hold a word; with all, if none does."""
    (of_those,) = narrowed([group], Holds([word]))
    return of_those if of_those.pieces else group


def in_any_number(words: Sequence[str]) -> list[set[str]]:
    """Return the forms of each word, in the singular and plural."""
    return [plurals(word) | plurals(word.removesuffix("s")) for word in words]


class Holds:
    """Tells whether the path, the name or the container of a piece holds some words."""

    def __init__(self, words: Sequence[str]) -> None:
        self._wanted = in_any_number(words)

    def __call__(self, piece: Piece) -> bool:
        """Whether a piece holds them, each in the singular or plural."""
        own = piece.definition
        text = f"{piece.path} {own.container} {own.name}" if own else piece.path
        said = {*word_parts(text), *_WORD.findall(text.lower()), piece.language}
        return all(not said.isdisjoint(one) for one in self._wanted)


def told(groups: Sequence[Group], shown: Shown) -> Listing | None:
    """Return groups as one answer, each in the order of paths, and the number of all; None if nothing is shown.

    Tests, documents and what others wrote are left out, unless there is nothing else.
    """
    groups = [group._replace(pieces=[*shown(group.pieces)]) for group in groups]
    own = [_likely(group) for group in groups]
    own = own if size(own) else [*groups]
    pieces = [one for group in own for one in sorted(group.pieces, key=_in_order)]
    parts = ", ".join(f"{len(group.pieces)} {group.said}" for group in own if group.pieces)
    left = size(groups) - len(pieces)
    aside = f"; {left} more in tests, documents or code of others" if left else ""
    return Listing(pieces, f"{len(pieces)} in all: {parts}{aside}") if pieces else None


def _in_order(piece: Piece) -> tuple[bool, str, int]:
    return piece.path.startswith("."), piece.path, piece.start_line  # what is for tools comes last


def _likely(group: Group) -> Group:
    """Return what a group has in code of the project itself, without its tests: a folder tells that of its files."""
    if group.of_folders:
        return group
    return group._replace(pieces=[one for one in group.pieces if kind_files.is_likely(one.path)])
