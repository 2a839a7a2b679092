"""The indexer's work, counted: the proof that nothing known is done twice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Work:
    """Totals since an index was opened. The indexer thread adds to them.

    `read` files were opened, for their hash at least; of those whose content had changed, `parsed` were parsed, `known`
    were in the content store and `shared` in that of the team. `embedded` counts texts of chunks that the model was
    asked for.
    """

    read: int = 0
    parsed: int = 0
    known: int = 0
    embedded: int = 0
    shared: int = 0

    def __sub__(self, before: Work) -> Work:
        return Work(
            self.read - before.read,
            self.parsed - before.parsed,
            self.known - before.known,
            self.embedded - before.embedded,
            self.shared - before.shared,
        )

    def __str__(self) -> str:
        shared = f", {self.shared:,} shared" if self.shared else ""
        known = f"{self.known:,} known{shared}"
        return f"{self.read:,} files read, {self.parsed:,} parsed, {known}; {self.embedded:,} chunks embedded"
