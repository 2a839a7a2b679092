"""Pools whose workers outlive them: a process takes half a second to start, and learns each language anew."""

from typing import ClassVar

from lsp_codebase.index import WorkerPool
from lsp_codebase.index.workers.pool import Worker


class Lasting(WorkerPool):
    """A pool that ends no idle worker."""

    def rest(self) -> None:
        """Leave them for the next index."""


class HandingOn(Lasting):
    """A pool that begins with the idle workers of those closed before."""

    spare: ClassVar[list[Worker]] = []

    def __init__(self, workers: int = 0) -> None:
        super().__init__(workers)
        while self.spare:
            self._idle.append(self.spare.pop())

    def close(self) -> None:
        with self._lock:
            self._all.difference_update(self._idle)
            self.spare += self._idle
            self._idle = []
        super().close()
