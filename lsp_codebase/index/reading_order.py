"""The order and the groups in which a first index reads files: first those that somebody is likely to ask for."""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum

from lsp_codebase.index.urgent_files import Reading, UrgentReads
from lsp_codebase.index.workers.job_sizes import JOB_BYTES
from lsp_codebase.parse import LANGUAGES, detect_language, word_parts
from lsp_codebase.scan import FileStat, path_roles

_MOST_REMEMBERED = 16
_ASKED_CHARS = 200  # of a question; its words are compared with every path
_SHORTEST_WORD = 4  # shorter ones are in too many paths, and say little
_WORD = re.compile(r"\w+")
_FIRST_JOB_FILES = 4  # something is to be found soon; then twice as many each time
_LATELY_NS = 14 * 24 * 3600 * 10**9
_FEW = 10  # one in so many files may count as changed lately; in a fresh checkout all are


class Interest:
    """Signs of interest while an index is made: opened documents and asked questions. Any thread calls."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._opened: deque[str] = deque(maxlen=_MOST_REMEMBERED)
        self._asked: deque[str] = deque(maxlen=_MOST_REMEMBERED)
        self._taken: deque[str] = deque(maxlen=_MOST_REMEMBERED)
        self._sought: set[str] = set()
        self.is_looking = False  # whether there are files to be looked into for a question

    def note_opened(self, path: str) -> None:
        """Remember that a document was opened: its neighbours are likely to be asked for."""
        with self._lock:
            self._opened.append(path)

    def note_asked(self, text: str) -> None:
        """Remember a question, unless it was asked just before."""
        with self._lock:
            text = text[:_ASKED_CHARS]
            if text not in self._asked and text not in self._taken:
                self._asked.append(text)

    def directories(self) -> frozenset[str]:
        """Return the directories of the documents opened lately."""
        with self._lock:
            return frozenset(path.rpartition("/")[0] for path in self._opened)

    def take_asked(self) -> list[str]:
        """Return the questions since the last call, the latest last."""
        if not self._asked:
            return []
        with self._lock:
            texts = [*self._asked]
            self._asked.clear()
            self._taken.extend(texts)
        return texts

    def seek(self, paths: Iterable[str]) -> None:
        """Remember that files are read next since they may answer a question."""
        with self._lock:
            self._sought.update(paths)

    @property
    def is_seeking(self) -> bool:
        """Whether any file is read for a question, and its content is not found yet."""
        return bool(self._sought)

    @property
    def is_unmet(self) -> bool:
        """Whether more may come for a question that was asked while an index is made."""
        return bool(self._asked) or self.is_looking or self.is_seeking

    def is_sought(self, path: str) -> bool:
        """Whether a file is read for a question, and its content is not found yet."""
        return path in self._sought

    def note_found(self, paths: Iterable[str]) -> None:
        """Forget files that are found from now on."""
        with self._lock:
            self._sought.difference_update(paths)


def by_use(files: Mapping[str, FileStat], interest: Interest, reading: Reading) -> Iterator[str]:
    """Yield all paths in the order of use; those that hold the words of a question asked meanwhile come next.

    `reading` is open during a look into files, and gives the text of each in lower case.
    """
    glances = UrgentReads(reading)
    waiting = deque(_ordered(files, interest.directories()))
    left = set(waiting)
    try:
        while left:
            for question in interest.take_asked():
                if words := words_of(question):
                    interest.is_looking = True
                    glances.begin(question, words, [path for path in waiting if path in left])
            sought = [path for path in dict.fromkeys(glances.take()) if path in left]
            interest.seek(sought)
            interest.is_looking = glances.are_on
            left.difference_update(sought)
            yield from sought
            path = waiting.popleft()
            if path in left:
                left.discard(path)
                yield path
    finally:
        interest.is_looking = False
        glances.end()


def in_groups(paths: Iterable[str], sizes: Mapping[str, int], interest: Interest, most: int) -> Iterator[Sequence[str]]:
    """Yield the files of each job, `most` or `JOB_BYTES` of them: few at first, and of those sought for a question."""
    group: list[str] = []
    size, room, is_sought = 0, min(_FIRST_JOB_FILES, most), False
    for path in paths:
        if interest.is_sought(path) is not is_sought:
            if group:
                yield group
            is_sought = not is_sought
            group, size, room = [], 0, min(_FIRST_JOB_FILES, most) if is_sought else most
        group.append(path)
        size += sizes[path]
        if len(group) >= room or size >= JOB_BYTES:
            yield group
            group, size, room = [], 0, min(2 * room, most)
    if group:
        yield group


def words_of(question: str) -> frozenset[str]:
    """Return the words that files are searched for, in lower case: names, parts joined by "_", and parts of names."""
    text = question.lower()
    words = {*word_parts(question), *_WORD.findall(text), *_WORD.findall(text.replace("_", " "))}
    return frozenset(word for word in words if len(word) >= _SHORTEST_WORD)


class _Part(IntEnum):
    """The parts of a root, those asked for more often first."""

    SOURCE = 0
    TESTS = 1
    PROSE = 2
    DATA = 3
    FOREIGN = 4


def _ordered(files: Mapping[str, FileStat], near: frozenset[str]) -> list[str]:
    lately = _changed_lately(files)

    def key(path: str) -> tuple[bool, bool, _Part, int, str]:
        return path.rpartition("/")[0] not in near, path not in lately, _part(path), path.count("/"), path

    return sorted(files, key=key)


def _changed_lately(files: Mapping[str, FileStat]) -> frozenset[str]:
    """Return the files changed in the two weeks before the latest change.

    A checkout, a pull and an edit write only the files that differ: their times tell what git would, unasked.
    """
    since = max((stat.mtime_ns for stat in files.values()), default=0) - _LATELY_NS
    found = frozenset(path for path, stat in files.items() if stat.mtime_ns > since)
    return found if len(found) * _FEW <= len(files) else frozenset()


def _part(path: str) -> _Part:
    roles = path_roles(path)
    if not roles.isdisjoint(("vendored", "generated")):
        return _Part.FOREIGN
    if LANGUAGES[detect_language(path)].is_code:
        return _Part.SOURCE if roles.isdisjoint(("test", "example")) else _Part.TESTS
    return _Part.PROSE if "docs" in roles else _Part.DATA
