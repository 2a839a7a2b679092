"""The words of one index: segments kept few by merging, saved so that the next start maps them.

A saved segment is a cache. Files that are no longer live are left out when it is loaded, files that no segment holds
are read from the chunk table; so any set of saved segments will do, also one from before a crash.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from lsp_codebase.indexes.mapped import UNREADABLE, VerifiedFiles, check, files_in, put
from lsp_codebase.indexes.merging import Merging
from lsp_codebase.indexes.words.merge import merge
from lsp_codebase.indexes.words.word_segment import FORMAT, Segment
from lsp_codebase.store import delete, delete_tree

logger = logging.getLogger(__name__)

SUFFIX = f".v{FORMAT}.arrow"
_MOST_ROWS = 65_535  # of a merged segment: two bytes tell its rows, and one merge takes less than a hundred MB
_MOST_UNSAVED = _MOST_ROWS  # chunks: counted in ten seconds
_FULL = _MOST_ROWS // 2  # rows of a segment that is not merged while more comes
_MOST_GROWING = 64  # segments of fewer rows: each costs a question a quarter of a millisecond
_MERGING = Merging(merge, growth=8, small=2_048, together=6, most=_MOST_ROWS)
_SETTLED = replace(_MERGING, growth=2, together=2)


class Words:
    """All live chunks in segments. One thread changes it; any thread reads `segments`, a consistent state.

    A file lies in one of the segments at most, left out or not: chunks are looked up by their ids.
    """

    def __init__(self, directory: Path, *, is_ours: bool = True) -> None:
        self._directory = directory / "postings"
        self._seen = VerifiedFiles(directory, is_kept=is_ours)
        self.segments: tuple[Segment, ...] = ()
        self._kept: list[Segment] = []  # with files that were left out and may come back, as they were then
        self.unreadable: list[Path] = []  # saved segments that `load` could not read

    def __len__(self) -> int:
        return sum(segment.living for segment in self.segments)

    def __iter__(self) -> Iterator[int]:
        """Yield the ids of all live files."""
        for segment in self.segments:
            yield from segment.file_ids[segment.live].tolist()

    @property
    def unsaved_rows(self) -> int:
        """How many chunks would have to be counted again if this process were killed now."""
        return sum(len(segment) for segment in self.segments if segment.saved_in is None)

    @property
    def saved_in(self) -> list[Path]:
        """The files of the saved segments."""
        return [segment.saved_in for segment in self.segments if segment.saved_in is not None]

    def add(self, *segments: Segment) -> None:
        """Add files that no segment holds, and merge segments grown alike: a logarithmic number of them stays.

        Several come where many more will: they are merged once, when they fill a segment or are too many.
        """
        self.segments = (*self.segments, *(segment for segment in segments if len(segment)))
        if len(segments) == 1:
            self.segments = _MERGING.settle(self.segments)
        while len(growing := self._growing()) > _MOST_GROWING or sum(map(len, growing)) > _MOST_ROWS:
            self._merge_smallest(growing)

    def settle(self) -> None:
        """Merge more than `add` does while very much comes: every question goes through each segment."""
        self._merge_smallest(self._growing())
        self.segments = _SETTLED.settle(self.segments)

    def compact(self) -> None:
        """Merge all that fits together and forget dead files, as if built anew; for long idle times.

        Segments with files that may come back stay as they are.
        """
        may_come_back = {id(segment.file_ids) for segment in self._kept}
        small = [one for one in self.segments if one.living < _MOST_ROWS and id(one.file_ids) not in may_come_back]
        kept = [one for one in self.segments if one.living >= _MOST_ROWS or id(one.file_ids) in may_come_back]
        while small:
            group = [small.pop()]
            while small and sum(part.living for part in (*group, small[-1])) <= _MOST_ROWS:
                group.append(small.pop())
            kept.append(merge(group) if len(group) > 1 or not group[0].live.all() else group[0])
        self.segments = tuple(kept)

    def drop(self, file_ids: Collection[int], kept: Collection[int] = ()) -> None:
        """Leave files out from now on; of all that were left out, those that are `kept` may come back."""
        if file_ids:
            gone, may_come_back = (np.fromiter(ids, np.int64, len(ids)) for ids in (file_ids, kept))
            here = {id(segment.file_ids): segment for segment in (*self._kept, *self.segments)}.values()
            self._kept = [segment for segment in here if np.isin(segment.file_ids, may_come_back).any()]
            left = (segment.only(~np.isin(segment.file_ids, gone)) for segment in self.segments)
            self.segments = tuple(segment for segment in left if segment.live.any())

    def take_back(self, file_ids: Collection[int]) -> list[int]:
        """Take in again those of some files that were left out; return the others, which are to be added."""
        if not file_ids:
            return []
        wanted, segments = np.fromiter(file_ids, np.int64, len(file_ids)), []
        for segment in self.segments:
            here = np.isin(segment.file_ids, wanted)
            segments.append(replace(segment, live=segment.live | here) if here.any() else segment)
            wanted = wanted[~np.isin(wanted, segment.file_ids)]
        for segment in self._kept:
            here = np.isin(segment.file_ids, wanted)
            if here.any():  # other files of it may live in its merged segment
                back = replace(segment, live=here)
                segments.append(back if here.all() else merge([back]))
            wanted = wanted[~np.isin(wanted, segment.file_ids)]
        self.segments = tuple(segments)
        return [*map(int, wanted)]

    def save_if_many(self) -> bool:
        """Save once many chunks would have to be counted again, and say so; a full disk shows at the next commit."""
        unsaved = [len(segment) for segment in self.segments if segment.saved_in is None]
        if sum(unsaved) <= _MOST_UNSAVED:
            return False
        with suppress(OSError):
            self.save(min(max(unsaved), _FULL))  # those that grow are merged before they are worth a file
        return True

    def save(self, least: int = 0) -> None:
        """Write the segments not on disk yet, map them from then on, and delete unused files.

        Segments of fewer rows than the `least` stay in memory.

        Raises:
            OSError: if that is not possible; those that found room are saved.
        """
        self._directory.mkdir(exist_ok=True)
        segments, kept = [*self.segments], {id(segment.file_ids): segment for segment in self._kept}
        try:
            for place, segment in enumerate(segments):
                if segment.saved_in is None and len(segment) >= least:
                    saved = Segment.load(put(self._directory, SUFFIX, segment.saved))
                    if id(segment.file_ids) in kept:
                        kept[id(segment.file_ids)] = saved
                    segments[place] = saved.only(segment.live)
        finally:
            self.segments, self._kept = tuple(segments), [*kept.values()]
        for path in set(self._directory.iterdir()) - {segment.saved_in for segment in (*segments, *self._kept)}:
            delete(path)

    def load(self, live: Collection[int], *, strict: bool = False, whole: bool = True) -> None:
        """Take in the saved segments, as far as their files are live.

        `strict`: compare every byte, and raise the error of an unreadable file. Not `whole`: look at their ends only.
        """
        missing, segments = set(live), []
        held: set[int] = set()
        for path in reversed(files_in(self._directory, SUFFIX)):  # a merged segment comes before its sources
            try:
                self._seen.check(path) if whole and not strict else check(path, whole=whole)
                segment = Segment.load(path)
            except UNREADABLE as error:
                if strict:
                    raise
                logger.warning("%s cannot be read and is made again: %s", path.name, error)
                self.unreadable.append(path)
                continue
            here = segment.file_ids.tolist()
            wanted = np.fromiter((file_id in missing for file_id in here), bool, len(here))
            if wanted.any():
                segment = segment.only(wanted)
                segments.append(segment if held.isdisjoint(here) else merge([segment]))
                missing.difference_update(here)
                held.update(here)
        self._seen.keep()
        self.segments = tuple(segments)

    def forget(self) -> None:
        """Delete the saved segments and start empty: every live file is to be read in again."""
        delete_tree(self._directory)
        self.segments, self._kept, self.unreadable = (), [], []

    def _growing(self) -> list[Segment]:
        """Return the segments that are not full, smallest first."""
        return sorted((segment for segment in self.segments if len(segment) < _FULL), key=len)

    def _merge_smallest(self, growing: Sequence[Segment]) -> None:
        """Merge as many of some segments, smallest first, as fit into one."""
        fit = int(np.searchsorted(np.cumsum([*map(len, growing)]), _MOST_ROWS, "right"))
        if fit > 1:
            kept = [segment for segment in self.segments if not any(segment is one for one in growing[:fit])]
            self.segments = (*kept, merge(growing[:fit]))
