"""What the indexer had to do, counted: the proof that nothing known is done twice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Work:
    """Totals since an index was opened. The indexer thread adds to them.

    `read` files were opened, for their hash at least; of those whose content had changed, `parsed` were parsed and
    `known` were in the content store. `embedded` counts texts of chunks that the model was asked for.
    """

    read: int = 0
    parsed: int = 0
    known: int = 0
    embedded: int = 0

    def __sub__(self, before: Work) -> Work:
        return Work(
            self.read - before.read,
            self.parsed - before.parsed,
            self.known - before.known,
            self.embedded - before.embedded,
        )

    def __str__(self) -> str:
        return (
            f"{self.read:,} files read, {self.parsed:,} parsed, {self.known:,} known; {self.embedded:,} chunks embedded"
        )
