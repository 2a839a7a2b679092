"""The files whose chunks have no vectors yet. A look through all files after every save takes longer than the save."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from lsp_codebase.store.live_files import FileRecord, LiveFiles


class UnembeddedFiles:
    """Remembers the waiting files, and looks at those that have come since. One thread asks."""

    def __init__(self) -> None:
        self._seen: tuple[LiveFiles, AbstractSet[int]] | None = None
        self._looked_at = 0  # the number of ids that were looked at
        self._ids: dict[int, None] = {}

    def among(self, live: LiveFiles, embedded: AbstractSet[int]) -> list[FileRecord]:
        """Return the live files that have chunks and are not `embedded`, in the order in which they came.

        No id of a live file may leave `embedded`; another set, or other files, are looked through from the start.
        """
        if self._seen is None or self._seen[0] is not live or self._seen[1] is not embedded:
            self._seen, self._looked_at, self._ids = (live, embedded), 0, {}
        self._ids.update(dict.fromkeys(live.came[self._looked_at :]))
        self._looked_at = len(live.came)
        records = (live.by_id.get(file_id) for file_id in self._ids if file_id not in embedded)
        waiting = [record for record in records if record is not None and record.chunks]
        self._ids = dict.fromkeys(record.file_id for record in waiting)
        return waiting
