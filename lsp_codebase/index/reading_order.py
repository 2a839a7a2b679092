"""The order in which a first index reads files: first those that somebody is likely to ask for."""

from __future__ import annotations

import math
import re
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from enum import IntEnum
from heapq import nlargest
from typing import TypeAlias

from lsp_codebase.parse import LANGUAGES, detect_language, word_parts
from lsp_codebase.scan import FileStat, path_roles

_MOST_REMEMBERED = 16
_ASKED_CHARS = 200  # of a question; its words are compared with every path
_SHORTEST_WORD = 4  # shorter ones are in too many paths, and say little
_WORD = re.compile(r"\w+")
_MOST_SOUGHT = 48  # files that come of looking for a question: a job; and
_FEW_SOUGHT = 8  # those that come of one look, before all were looked into
_LOOK_S = 0.5  # one look into files for the words of a question takes so long: others wait meanwhile; and
_LOOKED_S = 4.0  # all of them so long, and
_LOOKED_SHARE = 0.2  # so much of the time of the whole
_NAME_WEIGHT = 2  # of a word in a path, beside one in a text
_LATELY_NS = 14 * 24 * 3600 * 10**9
_FEW = 10  # one in so many files may count as changed lately; of a checkout made just now all are


Reading: TypeAlias = "Callable[[], AbstractContextManager[Callable[[str], bytes]]]"


def _not_reading() -> AbstractContextManager[Callable[[str], bytes]]:
    return nullcontext(lambda _: b"")


class Interest:
    """What people do while an index is made: the documents they open and the questions they ask. Any thread calls."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._opened: deque[str] = deque(maxlen=_MOST_REMEMBERED)
        self._asked: deque[str] = deque(maxlen=_MOST_REMEMBERED)
        self._taken: deque[str] = deque(maxlen=_MOST_REMEMBERED)
        self._sought: set[str] = set()

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
        """Return the words asked for since the last call, in lower case: names, what joins them, and their parts."""
        if not self._asked:
            return frozenset()
        with self._lock:
            texts = [*self._asked]
            self._asked.clear()
            self._taken.extend(texts)
        together = " ".join(texts).lower()
        words = {*word_parts(" ".join(texts)), *_WORD.findall(together), *_WORD.findall(together.replace("_", " "))}
        return frozenset(word for word in words if len(word) >= _SHORTEST_WORD)

    def seek(self, path: str) -> None:
        """Remember that a file is read next since it may answer a question."""
        with self._lock:
            self._sought.add(path)

    @property
    def is_seeking(self) -> bool:
        """Whether any file is read for a question, and its content is not found yet."""
        return bool(self._sought)

    def is_sought(self, path: str) -> bool:
        """Whether a file is read for a question, and its content is not found yet."""
        return path in self._sought

    def note_found(self, paths: Iterable[str]) -> None:
        """Forget files that are found from now on."""
        with self._lock:
            self._sought.difference_update(paths)


def by_use(files: Mapping[str, FileStat], interest: Interest, reading: Reading = _not_reading) -> Iterator[str]:
    """Yield all paths in the order of use; those that hold the words of a question asked meanwhile come next.

    `reading` is open during a look into files, and gives the text of each in lower case.
    """
    looks = _Looks(reading)
    waiting = deque(_ordered(files, interest.directories()))
    left = set(waiting)
    while waiting:
        if asked := interest.take_asked():
            looks.begin(asked, [path for path in waiting if path in left])
        for path in looks.sought() if not interest.is_seeking else ():
            if path in left:
                left.discard(path)
                interest.seek(path)
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

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._begun = time.monotonic()
        self._spent_s = 0.0
        self.begin((), ())

    def begin(self, words: Iterable[str], paths: Iterable[str]) -> None:
        """Look for other words from now on: in files that are named so, then in the others."""
        self._words = {word: word.encode() for word in words}
        self._ahead = deque(sorted(paths, key=lambda path: -self._named(path.lower())))
        self._is_new = True
        self._looked = 0
        self._holders: Counter[str] = Counter()  # how many of these files hold each word
        self._held: dict[str, dict[str, int]] = {}  # path -> what speaks for it by word

    def sought(self) -> list[str]:
        """Look further; return the files that hold most of the words, in text or name, best first; some at most.

        Rare words weigh more. A file that holds half of them all is sought at once; the others when all were looked at.
        Where there is no time to look into files, their names still tell.
        """
        begin = time.monotonic()
        left_s = _LOOKED_S + _LOOKED_SHARE * (begin - self._begun) - self._spent_s
        if not self._ahead or (left_s < _LOOK_S and not self._is_new):
            return []
        self._is_new = False
        self._look(begin + min(left_s, _LOOK_S))
        self._spent_s += time.monotonic() - begin
        rarity = {word: math.log((self._looked + 1) / max(self._holders[word], 1)) for word in self._words}
        enough = sum(rarity.values()) / 2 if self._ahead else 0.0
        scores = {path: sum(rarity[word] * held[word] for word in held) for path, held in self._held.items()}
        best = nlargest(_MOST_SOUGHT, scores, key=scores.__getitem__)
        found = [path for path in best[: _FEW_SOUGHT if self._ahead else None] if scores[path] >= enough]
        self._held = {path: self._held[path] for path in best if path not in found}
        return found

    def _look(self, until: float) -> None:
        with self._reading() as read:
            while self._ahead:
                path = self._ahead[0]
                name, has_time = path.lower(), time.monotonic() < until
                if not has_time and not self._named(name):
                    break
                self._ahead.popleft()
                self._looked += 1
                text = read(path) if has_time else b""
                held = {
                    word: weight
                    for word, letters in self._words.items()
                    if (weight := _NAME_WEIGHT * (word in name) + (letters in text))
                }
                if held:
                    self._holders.update(held.keys())
                    self._held[path] = held

    def _named(self, name: str) -> int:
        """Return how many of the words a name holds."""
        return sum(word in name for word in self._words)
