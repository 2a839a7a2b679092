"""The order in which a first index reads files: first those that somebody is likely to ask for."""

from __future__ import annotations

import math
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum

from lsp_codebase.parse import LANGUAGES, detect_language, word_parts
from lsp_codebase.scan import FileStat, path_roles

_MOST_REMEMBERED = 16
_ASKED_CHARS = 200  # of a question; its words are compared with every path
_SHORTEST_WORD = 4  # shorter ones are in too many paths, and say little
_MOST_ASKED_FILES = 48  # of one question: a job
_LOOKED_S = 0.5  # looking into files for the words of questions takes so long, and
_LOOKED_SHARE = 0.1  # so much of the time of the whole
_NAME_WEIGHT = 2  # of a word in a path, beside one in a text
_LATELY_NS = 14 * 24 * 3600 * 10**9
_FEW = 10  # one in so many files may count as changed lately; of a checkout made just now all are


class Interest:
    """What people do while an index is made: the documents they open and the questions they ask. Any thread calls."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._opened: deque[str] = deque(maxlen=_MOST_REMEMBERED)
        self._asked: deque[str] = deque(maxlen=_MOST_REMEMBERED)
        self._taken: deque[str] = deque(maxlen=_MOST_REMEMBERED)

    def note_opened(self, path: str) -> None:
        """Remember that a document was opened: its neighbours are likely to be asked for."""
        with self._lock:
            self._opened.append(path)

    def note_asked(self, text: str) -> None:
        """Remember that something was asked for, unless it was asked just before."""
        with self._lock:
            text = text[:_ASKED_CHARS]
            if text not in self._asked and text not in self._taken:
                self._asked.append(text)

    def directories(self) -> frozenset[str]:
        """Return the directories of the documents opened lately."""
        with self._lock:
            return frozenset(path.rpartition("/")[0] for path in self._opened)

    def take_asked(self) -> frozenset[str]:
        """Return the words that were asked for since the last call, in lower case."""
        if not self._asked:
            return frozenset()
        with self._lock:
            texts = [*self._asked]
            self._asked.clear()
            self._taken.extend(texts)
        parts = (part for text in texts for part in word_parts(text))
        return frozenset(part for part in parts if len(part) >= _SHORTEST_WORD)


def by_use(
    files: Mapping[str, FileStat], interest: Interest, read: Callable[[str], bytes] = lambda _: b""
) -> Iterator[str]:
    """Yield all paths in the order of use; those that hold the words of a question asked meanwhile come next.

    `read` returns the text of a file in lower case, for a quick look.
    """
    looks = _Looks(read)
    waiting = deque(_ordered(files, interest.directories()))
    left = set(waiting)
    while waiting:
        if asked := interest.take_asked():
            for path in looks.about(asked, [path for path in waiting if path in left]):
                left.discard(path)
                yield path
        path = waiting.popleft()
        if path in left:
            left.discard(path)
            yield path


class _Part(IntEnum):
    """Which files are asked for more than others."""

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


class _Looks:
    """Quick looks into files that are not read yet, within a share of the time."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._begun = time.monotonic()
        self._spent_s = 0.0

    def about(self, asked: frozenset[str], paths: Sequence[str]) -> list[str]:
        """Return the paths that hold most of these words, in the text or the name, rare ones first; some at most."""
        begin = time.monotonic()
        until = begin + _LOOKED_S + _LOOKED_SHARE * (begin - self._begun) - self._spent_s
        holders: dict[str, list[tuple[str, int]]] = {word: [] for word in asked}
        for path in paths:
            name, text = path.lower(), self._read(path) if time.monotonic() < until else b""
            for word, holding in holders.items():
                if weight := _NAME_WEIGHT * (word in name) + (word.encode() in text):
                    holding.append((path, weight))
        self._spent_s += time.monotonic() - begin
        scores: defaultdict[str, float] = defaultdict(float)
        for holding in holders.values():
            rarity = math.log((len(paths) + 1) / len(holding)) if holding else 0.0
            for path, weight in holding:
                scores[path] += weight * rarity
        return sorted(scores, key=lambda path: -scores[path])[:_MOST_ASKED_FILES]
