"""The document itself: a heading, sections while there is room, and the places of those left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.context.sections import PathOf, place_name, section
from lsp_codebase.model import Hit, bounds, byte_length
from lsp_codebase.paths import innermost, roots_by_name

FEWEST_HITS = 3  # that a document has, if there are as many
_ROOM_FOR_NAMES = 200  # bytes
_MOST_OF_TITLE = 400  # bytes: the asker knows the question, which may be a whole trace


@dataclass(frozen=True, slots=True)
class ContextPage:
    """A finished document. `places` have a section of their own; `is_cut`: there was no room for all."""

    text: str
    places: int
    is_cut: bool


class Page:
    """A document of at most so many bytes that is being written."""

    def __init__(self, title: str, budget: int, path_of: PathOf, note: str = "") -> None:
        heading = f"# {_shortened(title, min(_MOST_OF_TITLE, budget // 4))}\n{note}"
        self._parts = [heading]
        self._path_of = path_of
        self._rest: list[str] = []
        self._places = 0
        self._is_cut = False
        self.left = budget - byte_length(heading) - _ROOM_FOR_NAMES

    def add(self, hit: Hit, most: int | None = None) -> None:
        """Write the section of a hit, of at most so many bytes; without room for it, remember its place."""
        found = section(hit, self.left if most is None else min(self.left, most), self._path_of)
        if found.text:
            self.write(found.text, is_cut=found.is_cut)
        else:
            self._rest.append(place_name(hit, self._path_of))

    def add_if_whole(self, hit: Hit) -> None:
        """Write the section of a hit that nobody asked for, if there is room for all of it."""
        found = section(hit, self.left, self._path_of)
        if found.text and not found.is_cut:
            self.write(found.text)

    def write(self, text: str, places: int = 1, *, is_cut: bool = False) -> None:
        """Write a section that shows so many places."""
        self._parts.append(text)
        self._places += places
        self._is_cut |= is_cut
        self.left -= byte_length(text)

    def finished(self) -> ContextPage:
        """Return the document with the sentence that names the places there was no room for."""
        left_out = _left_out(self._rest, self.left + _ROOM_FOR_NAMES)
        return ContextPage("".join(self._parts) + left_out, self._places, self._is_cut or bool(self._rest))


def tokens_of(text: str) -> int:
    """Return about how many tokens a text has."""
    return -(-byte_length(text) // bounds.BYTES_PER_TOKEN)


def path_namer(roots: Sequence[Path]) -> PathOf:
    """Return a function that names a path below one of the roots; of several roots with the root's name before it."""
    names = {root: name for name, root in roots_by_name(tuple(roots)).items()} if len(roots) > 1 else {}

    def named(path: Path) -> str:
        root = innermost(path, roots)
        return path.as_posix() if root is None else Path(names.get(root, ""), path.relative_to(root)).as_posix()

    return named


def _shortened(title: str, most: int) -> str:
    if byte_length(title) <= most:
        return title
    return title.encode("utf-8", "surrogatepass")[: most - byte_length("…")].decode("utf-8", "ignore") + "…"


def _left_out(places: Sequence[str], room: int) -> str:
    """Return the sentence that names hits for which there was no room, the best of them where it cannot name all."""
    named = [*places]
    while named:
        others = f" and {len(places) - len(named)} more" if len(named) < len(places) else ""
        sentence = f"\nLeft out for want of room: {', '.join(named)}{others}.\n"
        if byte_length(sentence) <= room:
            return sentence
        named.pop()
    return ""
