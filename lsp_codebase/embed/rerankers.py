"""Models that score a few texts against one query: cross-encoders, which read both together, and sentence transformers.

They are given one text at a time: texts differ in length, and a batch takes as long as all of them at the longest.

A process loads such a model once for all questions, on a thread of its own: a model that must be downloaded first
keeps no question waiting longer than it will.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol

from lsp_codebase.embed.embedder import Embedder
from lsp_codebase.errors import ModelUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GoesOn = Callable[[], bool]
"""Tells whether there is time for more; may raise to stop for good."""
Reads = Callable[[str], "Sequence[NDArray[np.float32]]"]
"""Gives the vectors of a text's parts as unit rows: one array for each way to divide it."""

_MOST_KEPT = 1_000  # texts of about 26 vectors: 20 MB of 384 dimensions
_POLL_S = 0.02
_RETRY_S = 60.0  # after a failure: the files may be there by then, or the network


class Reranker(Protocol):
    """Tells how well texts answer a query. Any thread may use it."""

    def scores(self, query: str, texts: Sequence[str], goes_on: GoesOn) -> list[float]:
        """Return a score of each text, larger is better; only of the first ones if `goes_on` ended it."""


class BiEncoder:
    """A sentence transformer: the likeness of query and text. The vectors of a text are kept for other queries.

    With `reads`, a text is as like as the part of it that is nearest, in the mean of all ways to divide it: much of a
    chunk is about something else than the question.
    """

    def __init__(self, embedder: Embedder, reads: Reads | None = None) -> None:
        self._embedder = embedder
        self._reads: Reads = reads or (lambda text: [embedder.embed_documents([text])])
        self._lock = threading.Lock()
        self._kept: OrderedDict[bytes, list[NDArray[np.float16]]] = OrderedDict()

    def scores(self, query: str, texts: Sequence[str], goes_on: GoesOn) -> list[float]:
        """Return the cosine of the query and each text, or of its nearest parts."""
        found: list[float] = []
        asked: NDArray[np.float32] | None = None
        for text in texts:
            if not goes_on():
                break
            asked = self._embedder.embed_query(query) if asked is None else asked
            nearest = [float((rows @ asked).max()) for rows in self._vectors(text)]
            found.append(sum(nearest) / len(nearest))
        return found

    def _vectors(self, text: str) -> list[NDArray[np.float16]]:
        import numpy as np

        key = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        vectors = [rows.astype(np.float16) for rows in self._reads(text)]
        with self._lock:
            self._kept[key] = vectors
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return vectors


class CrossEncoder:
    """A model that reads the query and a text together."""

    def __init__(self, score: Callable[[str, str], float]) -> None:
        self._score = score

    def scores(self, query: str, texts: Sequence[str], goes_on: GoesOn) -> list[float]:
        """Return the score of each pair."""
        return [self._score(query, text) for text in takewhile(lambda _: goes_on(), texts)]


class _Loading:
    """A model on its way."""

    def __init__(self, load: Callable[[], Reranker]) -> None:
        self.model: Reranker | None = None
        self.error: ModelUnavailable | None = None
        self._ended = 0.0
        self._thread = threading.Thread(target=self._run, args=(load,), name="load-reranker", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether there is a model or an error."""
        return self.model is not None or self.error is not None

    @property
    def is_over(self) -> bool:
        """Whether it failed so long ago that it should be tried again."""
        return self.error is not None and time.monotonic() - self._ended > _RETRY_S

    def _run(self, load: Callable[[], Reranker]) -> None:
        try:
            self.model = load()
        except ModelUnavailable as error:
            self._ended, self.error = time.monotonic(), error


class Rerankers:
    """The model that re-ranks, by its name; the last one named stays loaded. Any thread may call."""

    def __init__(self, load: Callable[[str, int], Reranker]) -> None:
        self._load = load
        self._lock = threading.Lock()
        self._latest: tuple[tuple[str, int], _Loading] | None = None

    def get(self, name: str, threads: int, goes_on: GoesOn) -> Reranker:
        """Return a model, which is loaded now if it was not.

        Raises:
            ModelUnavailable: if it cannot be loaded, or is not loaded in time; it is loaded on then.
        """
        with self._lock:
            if self._latest is None or self._latest[0] != (name, threads) or self._latest[1].is_over:
                self._latest = (name, threads), _Loading(lambda: self._load(name, threads))
            loading = self._latest[1]
        while not loading.is_done and goes_on():
            time.sleep(_POLL_S)
        if loading.model is None:
            raise loading.error or ModelUnavailable(f"rerank.model: {name} is still being loaded; ask again later")
        return loading.model
