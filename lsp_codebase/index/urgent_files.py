"""Quick glances into files that are not indexed yet: those that hold the words of a waiting question are read next."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from heapq import nlargest
from pathlib import Path
from typing import TypeAlias

from lsp_codebase.scan import FileReader, is_secret

_MOST_SOUGHT = 48  # files that come at the end of a glance: a job; and
_FEW_SOUGHT = 4  # those of each step before
_MUCH = 0.5  # of the weight of all words
_CLOSE = 0.8  # to the best file of all: the share of its weight
_STEP_S = 0.3
_MOST_GLANCES = 3  # that take turns
_LOOKED_S = 8.0  # all glances may take so long, and
_LOOKED_SHARE = 0.2  # so much of the time of the whole
_COMMON = 3  # a word that every third file holds says little
_NAME_WEIGHT = 2  # of a word in a path, beside one in a text

Reading: TypeAlias = "Callable[[], AbstractContextManager[Callable[[str], bytes]]]"
"""Opens a function that returns the text of a file in lower case."""


@contextmanager
def in_small_letters(root: Path, most_bytes: int) -> Iterator[Callable[[str], bytes]]:
    """Open the texts of the files below a root in lower case, so much of each; of those that may hold secrets, none."""
    with FileReader(root, most_bytes) as reader:

        def read(path: str) -> bytes:
            try:
                return b"" if is_secret(path) else reader.head(path).lower()
            except OSError:
                return b""

        yield read


class UrgentReads:
    """Reads files for the latest questions in turns, on a thread of its own, within a share of the time.

    One thread calls this.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._begun = time.monotonic()
        self._spent_s = 0.0
        self._found: deque[str] = deque()
        self._lock = threading.Lock()
        self._glances: dict[str, Glance] = {}  # by question, the one that is next first
        self._stepped, self._is_over = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def are_on(self) -> bool:
        """Whether more may be found."""
        return bool(self._glances or self._found)

    def begin(self, question: str, words: Iterable[str], paths: Iterable[str]) -> None:
        """Look for these words, too, and first; no longer for a question that this one extends, as it is typed.

        A step is waited for, while there is time for one: most glances take one.
        """
        glance = Glance(words, paths)
        self._stepped.clear()
        with self._lock:
            others = [(text, one) for text, one in self._glances.items() if not question.startswith(text)]
            self._glances = dict([(question, glance), *others][:_MOST_GLANCES])
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="glance", daemon=True)
                self._thread.start()
        self._stepped.wait(max(min(self._left_s, _STEP_S), 0.0))

    def take(self) -> list[str]:
        """Return the files found since the last call."""
        return [self._found.popleft() for _ in range(len(self._found))]

    def end(self) -> None:
        """Look no further."""
        self._is_over.set()
        if (thread := self._thread) is not None:
            thread.join()

    def _run(self) -> None:
        while (glance := self._next()) is not None:
            begin = time.monotonic()
            with self._reading() as read:
                self._found.extend(glance.step(read, partial(self._has_time, begin + min(self._left_s, _STEP_S))))
            self._stepped.set()
            self._spent_s += time.monotonic() - begin
            if (wanting_s := _STEP_S - self._left_s) > 0:
                self._is_over.wait(wanting_s / _LOOKED_SHARE)

    def _next(self) -> Glance | None:
        """Return the glance whose turn it is, None if there is none."""
        with self._lock:
            self._glances = {text: glance for text, glance in self._glances.items() if not glance.is_over}
            if not self._glances or self._is_over.is_set():
                self._glances, self._thread = {}, None
                self._stepped.set()  # nothing is left to look into
                return None
            question, glance = next(iter(self._glances.items()))
            del self._glances[question]
            self._glances[question] = glance  # behind the others
            return glance

    def _has_time(self, until: float) -> bool:
        return time.monotonic() < until and not self._is_over.is_set()

    @property
    def _left_s(self) -> float:
        return _LOOKED_S + _LOOKED_SHARE * (time.monotonic() - self._begun) - self._spent_s


class Glance:
    """A glance for words: in files that are named so, then in the others."""

    def __init__(self, words: Iterable[str], paths: Iterable[str]) -> None:
        self._words = {word: word.encode() for word in words}
        self._ahead = deque(sorted(paths, key=lambda path: -self._named(path.lower())))
        self._looked = 0
        self._holders: Counter[str] = Counter()  # the number of these files that hold each word
        self._held: dict[str, dict[str, int]] = {}  # path -> the evidence for it by word
        self._most = 0.0  # the share of all words that the best file holds

    @property
    def is_over(self) -> bool:
        """Whether all files were looked into."""
        return not self._ahead

    def step(self, read: Callable[[str], bytes], has_time: Callable[[], bool]) -> Sequence[str]:
        """Look while there is time; return the files that hold most of the words, best first.

        Rare words weigh more, and those in a path. Files that hold half of them all, and about as much as any before,
        are found at once; the best of the others at the end. When the time is over the names of files still tell.
        """
        while self._ahead:
            path = self._ahead[0]
            name, may_read = path.lower(), has_time()
            if not may_read and not self._named(name):
                break
            self._ahead.popleft()
            self._looked += 1
            self._weigh(path, name, read(path) if may_read else b"")
        return self._best()

    def _weigh(self, path: str, name: str, text: bytes) -> None:
        held = {
            word: weight
            for word, letters in self._words.items()
            if (weight := _NAME_WEIGHT * (word in name) + (letters in text))
        }
        if held:
            self._holders.update(held.keys())
            self._held[path] = held

    def _best(self) -> Sequence[str]:
        rarity = {word: math.log((self._looked + 1) / max(self._holders[word], 1)) for word in self._words}
        whole = sum(rarity.values()) or 1.0
        scores = {
            path: sum(rarity.get(word, 0.0) * weight for word, weight in held.items()) / whole
            for path, held in self._held.items()
        }
        best = nlargest(_MOST_SOUGHT, scores, key=scores.__getitem__)
        self._most = min(max([self._most, *scores.values()]), 1.0)
        enough = max(_CLOSE * self._most, _MUCH) if self._ahead else 0.0
        most = _FEW_SOUGHT if self._ahead else _MOST_SOUGHT
        found = [path for path in best[:most] if scores[path] >= enough]
        self._held = {path: self._held[path] for path in best if path not in found}
        telling = [word for word in self._words if _COMMON * self._holders[word] < self._looked]
        self._words = {word: self._words[word] for word in telling or self._words}
        return found

    def _named(self, name: str) -> int:
        """Return the number of words that a name holds."""
        return sum(word in name for word in self._words)
