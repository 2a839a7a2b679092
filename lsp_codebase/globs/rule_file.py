"""The patterns of one rule file or request, arranged so that many of them cost a directory little."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from lsp_codebase.globs.automaton import Directories
from lsp_codebase.globs.name_index import NameFilter, Names
from lsp_codebase.globs.wildcard import DEEP, STAR, Pattern, Segment, fold, literal

_MOST_ENTRIES = 64  # sets of patterns, each arranged once for all directories where they hold


class Entries:
    """Some patterns, by ascending numbers, for the entries of a directory where all of them hold."""

    def __init__(self, patterns: Sequence[tuple[int, Pattern]]) -> None:
        files = [(number, pattern) for number, pattern in patterns if not pattern.directory_only]
        self._patterns = patterns
        self._directories = Names((number, pattern.name) for number, pattern in patterns)
        self._files = self._directories
        if len(files) < len(patterns):
            self._files = Names((number, pattern.name) for number, pattern in files)

    @cached_property
    def directories(self) -> NameFilter:
        """Finds the names of directories that may be left out."""
        return NameFilter([pattern.name for _, pattern in self._patterns if not pattern.negated], self._directories)

    @cached_property
    def files(self) -> NameFilter:
        """Finds the names of files that may be left out."""
        if self._files is self._directories:
            return self.directories
        hiding = [p.name for _, p in self._patterns if not p.negated and not p.directory_only]
        return NameFilter(hiding, self._files)

    def last(self, name: str, is_directory: bool) -> int:
        """Return the number of the last pattern that matches, -1 for none."""
        return (self._directories if is_directory else self._files).last(name)


class Rules:
    """Patterns, the last that matches decides, below the directory `base` (a trailing slash or "").

    All asked paths and names went through `fold` where `folds_case`.
    """

    def __init__(self, patterns: Iterable[Pattern], base: str = "", *, folds_case: bool) -> None:
        self._patterns = [pattern.folded() for pattern in patterns] if folds_case else list(patterns)
        self._base = fold(base) if folds_case else base
        everywhere: list[tuple[int, Pattern]] = []
        roaming: list[tuple[int, tuple[str | Segment, ...]]] = []
        located: defaultdict[str, list[int]] = defaultdict(list)
        for number, pattern in enumerate(self._patterns):
            if pattern.directory is None:
                everywhere.append((number, pattern))
                continue
            items = tuple(map(_item, pattern.directory))
            if all(isinstance(item, str) and item != STAR for item in items):
                located["".join(f"{item}/" for item in items)].append(number)
            else:
                roaming.append((number, items))
        self._located = dict(located)
        self._roaming = Directories(roaming)
        self._everywhere = (Entries(everywhere),) if everywhere else ()
        self._entries: dict[tuple[int, ...], tuple[Entries, ...]] = {(): self._everywhere}

    def __bool__(self) -> bool:
        return bool(self._patterns)

    @property
    def has_places(self) -> bool:
        """Whether any pattern is about certain directories only."""
        return bool(self._located or self._roaming)

    @property
    def everywhere(self) -> tuple[Entries, ...]:
        """The patterns that hold in every directory."""
        return self._everywhere

    def hides(self, number: int) -> bool:
        """Whether the pattern of that number leaves out its matches."""
        return not self._patterns[number].negated

    def entries(self, directory: str) -> tuple[Entries, ...]:
        """Return the patterns that hold in a directory (relative to the top, a trailing slash or "")."""
        if not directory.startswith(self._base):
            return ()
        numbers = self._holding(directory[len(self._base) :]) if self.has_places else ()
        entries = self._entries.get(numbers)
        if entries is None:
            if len(self._entries) >= _MOST_ENTRIES:
                self._entries = {(): self._everywhere}
            own = Entries([(number, self._patterns[number]) for number in numbers])
            entries = self._entries[numbers] = (*self._everywhere, own)
        return entries

    def verdict(self, directory: str, name: str, is_directory: bool) -> bool | None:
        """Return whether the last pattern that matches the entry hides it, None where none matches."""
        number = max([entries.last(name, is_directory) for entries in self.entries(directory)], default=-1)
        return None if number < 0 else self.hides(number)

    def candidates(self, directory: str, names: Sequence[str]) -> set[str]:
        """Return the names of files in a directory that may be hidden: no others are."""
        return set().union(*(entries.files.candidates(names) for entries in self.entries(directory)))

    def _holding(self, directory: str) -> tuple[int, ...]:
        """Return the numbers of the patterns that are about this directory, ascending."""
        located = self._located.get(directory)
        roaming = self._roaming.all(directory) if self._roaming else ()
        return tuple(sorted((*(located or ()), *roaming))) if located or roaming else ()


def _item(segment: Segment) -> str | Segment:
    if segment == DEEP:
        return STAR
    text = literal(segment)
    return segment if text is None else text
