"""Keeping the tables of one store fast and small: indexes of rows, small files merged, dead rows deleted."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

from lsp_codebase.store.dead_rows import DeadRows
from lsp_codebase.store.merging import Merging
from lsp_codebase.store.row_index import RowIndex
from lsp_codebase.store.tables import Table
from lsp_codebase.store.vector_table import VectorTable

logger = logging.getLogger(__name__)


class Upkeep:
    """The work on the tables in idle time. The thread that writes them calls."""

    def __init__(
        self,
        tables: Sequence[Table | VectorTable],
        row_index: RowIndex,
        dead: DeadRows,
        check_written: Callable[[], None],
    ) -> None:
        """Merge these tables in their order; the first is that of chunks, the last that of files."""
        self._tables = tables
        self._row_index = row_index
        self._dead = dead
        self._check_written = check_written
        self._merging = Merging()
        self._unmerged: list[Table | VectorTable] = []  # to be written again as a whole in idle time

    @property
    def is_merging(self) -> bool:
        """Whether a table is being merged that `maintain` waits for no more: rows may be added, none deleted."""
        return self._merging.is_under_way

    def maintain(
        self,
        *,
        whole: bool = False,
        goes_on: Callable[[], bool] = lambda: True,
        after_each: Callable[[], None] = lambda: None,
    ) -> bool:
        """Bring the indexes of rows and vectors up to date and merge small files, where it pays or as a `whole`.

        It takes seconds on a large index. Where it `goes_on` no more, it ends: a table under way is merged to its end
        beside later work, and the next call goes on with the others. Return whether all is done.
        """
        if whole:
            self._unmerged = [*self._tables]
        if not self._merging.wait(goes_on):
            return False
        if not self._dead.is_swept:  # the last process left no time for it, nor did the opening
            self._dead.delete_nameless()
        self._dead.delete()
        chunks, *_, files = self._tables
        if not self._row_index.is_built:
            self._row_index.build()
        elif chunks in self._unmerged:  # Lance does not merge rows that an index finds with rows that it does not
            self.index_rows()
        for table in self._tables:
            self._merging.begin(partial(table.tidy, whole=table in self._unmerged))
            self._unmerged = [one for one in self._unmerged if one is not table]
            # Each save replaces some of the files.
            if not self._merging.wait(goes_on if table is not files else lambda: True):
                return False
            after_each()
            if not goes_on():
                return False
        self._check_row_index()
        return True

    def delete_dead(self) -> None:
        """Delete the rows of files that are gone, those that went a moment ago included: nobody reads them any more.

        None is deleted from a table that is being merged.
        """
        if not self.is_merging:
            self._dead.delete(at_once=True)

    def settle(self) -> None:
        """Wait for the end of a merging under way, before the index is let go or opened again."""
        try:
            self._merging.wait()
        except Exception as error:  # a full disk, no memory: the index is as it was, and has to be let go of
            logger.warning("a table was not merged: %s", error or type(error).__name__)

    def index_new_rows(self) -> None:
        """Index the chunks by id once enough are new that it pays, and they are not being merged."""
        if not self.is_merging and self._row_index.is_behind():
            self._row_index.build()
            self._check_row_index()

    def index_rows(self) -> None:
        """Index all chunks by id."""
        self.settle()
        if self._row_index.waiting():
            self._row_index.build()
            self._check_row_index()

    def _check_row_index(self) -> None:
        self._check_written()
        if self._row_index.torn():
            self._row_index.renew()
