"""A worker process: jobs in on standard input, results out on standard output.

It holds no state that matters and may be killed at any moment.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, TypeVar

from lsp_codebase.cache import ContentStore
from lsp_codebase.config import Applies, Settings, touched
from lsp_codebase.embed import Embedder, load_embedder
from lsp_codebase.errors import ModelUnavailable
from lsp_codebase.index.embed_job import EmbedJob, embed, embed_chunks
from lsp_codebase.index.workers.extract import Extracted, ExtractJob, TextJob, extract, extract_text
from lsp_codebase.index.workers.pipe import BULK, end_when_alone, receive, send
from lsp_codebase.index.workers.resource_limits import leave_no_core, limit_memory
from lsp_codebase.process import leave_pandas_out
from lsp_codebase.store import keep_no_pool

T = TypeVar("T")

_COLLECT_AFTER = 100_000
"""New objects before cycles are looked for: rows are hundreds of thousands of tuples without any, and each look at the
old ones costs; with the 700 of Python it is 5 % of the time."""

Job = ExtractJob | TextJob | EmbedJob


def main() -> None:
    """Answer jobs until standard input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of native libraries must not land between the answers
    if BULK in sys.argv and sys.platform != "win32":  # the start of the process has set this
        with contextlib.suppress(OSError):
            os.nice(10)
    gc.set_threshold(_COLLECT_AFTER)
    os.umask(0o077)  # its files are for this user only
    leave_no_core()
    leave_pandas_out()
    keep_no_pool()
    jobs = sys.stdin.buffer
    end_when_alone(jobs)
    embedder, content = _Once(load_embedder), _Once(_open_content, ContentStore.close)
    with contextlib.closing(content), contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            job: Job = receive(jobs)
            try:
                limit_memory(is_parsing=not isinstance(job, EmbedJob))
                if isinstance(job, EmbedJob):
                    send(answers, embed(job, embedder(job.settings), content(job.settings)))
                elif isinstance(job, TextJob):
                    send(answers, extract_text(job))
                else:
                    send(answers, _extract(job, embedder, content(job.settings)))
            except BrokenPipeError:
                raise
            except Exception as error:  # the parent isolates the culprit; see pool.py
                send(answers, error if _pickles(error) else RuntimeError(repr(error)))


def _extract(job: ExtractJob, embedder: Callable[[Settings], Embedder | None], content: ContentStore) -> Extracted:
    """Extract files and, if asked to, embed them. Without a model the texts alone are the answer."""
    extracted = extract(job, content)
    if not job.embeds or not extracted.batch.chunks.num_rows:
        return extracted
    limit_memory(is_parsing=False)
    try:
        vectors, embedded = embed_chunks(extracted.batch.chunks, job.settings, embedder(job.settings), content)
    except ModelUnavailable:  # told by the embedding that follows for files without vectors
        return extracted
    return replace(extracted, vectors=vectors, embedded=embedded)


class _Once(Generic[T]):
    """A thing made for the latest settings; settings that apply at once make no new one."""

    def __init__(self, make: Callable[[Settings], T], end: Callable[[T], None] = lambda _: None) -> None:
        self._make = make
        self._end = end
        self._made: tuple[Settings, T] | None = None

    def __call__(self, settings: Settings) -> T:
        if self._made is None or Applies.ON_OPENING in touched(self._made[0], settings):
            self.close()
            self._made = settings, self._make(settings)
        return self._made[1]

    def close(self) -> None:
        if self._made is not None:
            self._end(self._made[1])
            self._made = None


def _open_content(settings: Settings) -> ContentStore:
    return ContentStore(settings.index_location, settings.index_content_store_mb * 1_000_000)


def _pickles(error: Exception) -> bool:
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return False
    return True
