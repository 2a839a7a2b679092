"""Indexes of one open store: kept in step with each commit, and published as the state that questions see."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from copy import copy
from dataclasses import replace
from operator import is_
from typing import Any

import pyarrow as pa

from lsp_codebase.indexes.file_table import Files
from lsp_codebase.indexes.model_vectors import Answering, ModelVectors
from lsp_codebase.indexes.names import NO_NAMES, Snapshot
from lsp_codebase.indexes.resident_vectors import ResidentVectors
from lsp_codebase.indexes.saved_state import Saved, SavedState
from lsp_codebase.indexes.state import Published
from lsp_codebase.indexes.words import COLUMNS, Segment, Words, of_chunks
from lsp_codebase.store import Batch, FileRecord, Store, by_chunks, give_back, location

logger = logging.getLogger(__name__)

_CHUNKS_AT_ONCE = 8_192  # read in to count their words
_NAMED_AT_ONCE = 16_384  # chunks of files whose symbols are read in: some ten MB
_LARGE_NAMES, _LARGE_VECTORS = 16_384, 32_768  # rows of parts that are worth a file while more comes: some MB


class Indexes:
    """The words, names and files of one store. One thread calls it."""

    def __init__(
        self, store: Store, published: Published, saved: SavedState | None = None, *, renew_words: bool = False
    ) -> None:
        """Take over the `saved` indexes of the store, as far as they still fit; `complete` makes the rest.

        `open_to_questions` shows them. `renew_words`: the saved words are known to be damaged.
        """
        self.store = store
        self._published = published
        self._saved = saved or SavedState(store.directory)
        self._is_shown = False
        self._unnamed: list[FileRecord] = []  # live files whose symbols are not among the names yet
        self._unread: list[FileRecord] = []  # those whose chunks are not among the words yet
        self.has_renewed_words = renew_words
        first = None if renew_words else self._saved.good
        if store.is_writable:
            self._saved.tidy()
        self._made_of = first  # until its vectors are taken
        self.is_taken_over = first is not None
        if first is not None:
            self.words, self._names = self._saved.words, first.names
            self._saved.let_go()
            return
        self.words = Words(location(store.directory), is_ours=store.is_writable)
        if renew_words:
            self.words.forget()
        self.words.load(store.live)
        if self.words.unreadable and store.is_writable:
            self.has_renewed_words = True
            self.words.forget()
        self._unread = self._missing_words()
        earlier = None if renew_words else self._saved.earlier
        self._made_of = earlier
        before = _ids_by_path(earlier.files) if earlier else {}
        changed, gone = self._changes_since(before)
        self._names = (earlier.names if earlier else NO_NAMES).without({*changed, *gone})
        self._unnamed = [store.files[path] for path in changed]
        self._saved.let_go()

    def take_saved(self) -> Saved | None:
        """Return the saved state that this was made of, which has vectors, once: it is not to be held."""
        saved, self._made_of = self._made_of, None
        return saved

    @property
    def lacks_files(self) -> bool:
        """Whether names or words of some live files are missing."""
        return bool(self._unnamed or self._unread)

    def complete(self, check: Callable[[], None] | None = None) -> None:
        """Make the names and words that are missing; a state that is shown already is shown anew with each part.

        `check` is called after each part; when it raises, the rest is left for the next call.
        """
        for records in by_chunks(self._unnamed, _NAMED_AT_ONCE):
            self._names = self._names.updated(self.store.symbols([record.path for record in records]))
            self._unnamed = self._unnamed[len(records) :]
            self._show_part(check)
        if self._unread:
            for records in self._read_words(self._unread):
                self._unread = self._unread[len(records) :]
                self._show_part(check)
            if self.store.is_writable:
                with suppress(OSError):  # it is a cache; the next start makes it again
                    self.words.save()

    def commit(
        self, batch: Batch, words: Sequence[Segment], model: Answering | None = None, *, keeps: bool = False
    ) -> None:
        """Commit the files of a batch, whose tokens are `words`, and let questions see them with this model.

        Files they replace are forgotten unless the batch `keeps` them. A kept file comes back by its id, without rows.
        """
        # A file whose content is the same keeps its id, and its symbols stay.
        known, kept = self.store.files, self.store.kept
        rows = [*zip(batch.files["path"].to_pylist(), batch.files["file_id"].to_pylist(), strict=True)]
        replaced = [path for path, file_id in rows if path in known and known[path].file_id != file_id]
        back = {path: file_id for path, file_id in rows if file_id in kept}
        dead = self.store.commit(batch, keeps=keeps)
        missing = self.words.take_back(back.values())
        self.words.drop(dead, kept)
        self.words.add(*words)
        if missing:
            self._complete_words()
        symbols = pa.concat_tables([batch.symbols, self.store.symbols(back)]) if back else batch.symbols
        self._names = self._names.updated(symbols, replaced)
        self._publish(model=model)

    def remove(self, paths: Iterable[str], *, keeps: bool = False) -> None:
        """Forget files, unless it `keeps` them as `commit` does."""
        gone = [*paths]
        self.words.drop(self.store.remove(gone, keeps=keeps), self.store.kept)
        self._names = self._names.without(set(gone))
        self._publish()

    def kept(self) -> dict[str, list[FileRecord]]:
        """Return the files that `commit` takes back, by path."""
        kept: dict[str, list[FileRecord]] = {}
        for record in self.store.kept.values():
            kept.setdefault(record.path, []).append(record)
        return kept

    def follow(self) -> bool:
        """Take in the commits of other processes since; return whether anything changed."""
        before = _ids_by_path(self._published.state.files)
        if not self.store.follow():
            return False
        self._complete_words()
        changed, gone = self._changes_since(before)
        self._names = self._names.updated(self.store.symbols(changed), [*changed, *gone])
        self._publish()
        return True

    def open_to_questions(self, model: Answering | None = None) -> None:
        """Let questions see this store in place of the one before, with these vectors alone: others were of that."""
        self._publish(model=model)

    def answer_with(self, model: Answering | None) -> None:
        """Let questions see this model and its vectors."""
        self._published.publish(model=model, embedded=self.store.embedded())

    def save_words(self, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Write the words that are only in memory, so that the next start need not make them again.

        They are merged before, if it `goes_on`.

        Raises:
            OSError: if that is not possible.
        """
        if goes_on():
            self.words.settle()
        self.words.save()
        self._published.publish(words=self.words.segments)

    def save(self, vectors: ModelVectors | None = None, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Write all that answers, with the vectors that answer, so that the next start maps it; so does this process.

        Parts are merged while it `goes_on`. In a large index that takes a while, and the process may end
        meanwhile: all is written before, too.

        Raises:
            OSError: if the words cannot be written; the rest is a cache of the tables, and is tried again.
        """
        self.save_words(goes_on)
        if self.store.files and not self.lacks_files:
            try:
                self._save_state(vectors, goes_on)
            except OSError as error:
                logger.warning("the state of %s is not saved: %s", self.store.directory, error)

    def map_large(self, vectors: ModelVectors | None = None) -> None:
        """Write the large parts that stay as they are while more comes, and map them: the system may drop their pages.

        A full disk shows at the next commit.
        """
        if self.words.save_if_many():
            give_back()
        with suppress(OSError):
            self._names = self._saved.map_names(self._names, _LARGE_NAMES)
            if vectors is not None:
                vectors.answering = self._saved.map_vectors(vectors.answering, _LARGE_VECTORS)

    def _save_state(self, vectors: ModelVectors | None, goes_on: Callable[[], bool]) -> None:
        if not self._saved.fits():
            self._write_state(vectors)
        has_merged = goes_on() and vectors is not None and self._settle_vectors(vectors)
        while goes_on() and self._settle_names():
            has_merged = True
        if has_merged:
            self._write_state(vectors)

    def _write_state(self, vectors: ModelVectors | None) -> None:
        resident = self._map_vectors(vectors, vectors.answering) if vectors is not None else None
        model = vectors.table.model if vectors is not None else None
        files = Files(self.store.files, self.store.live, self.store.counts)
        state = Saved(self.store.generation, files, self._names, resident, model, self.store.embedded())
        self._show_names(self._saved.save(state, self.words).names)

    def _settle_vectors(self, vectors: ModelVectors) -> bool:
        """Merge vectors; return whether any were to be."""
        before, settled = vectors.answering.parts, vectors.answering.settled()
        if len(before) == len(settled.parts) and all(map(is_, before, settled.parts)):
            return False
        self._map_vectors(vectors, settled)
        return True

    def _map_vectors(self, vectors: ModelVectors, resident: ResidentVectors) -> ResidentVectors:
        vectors.answering = mapped = self._saved.map_vectors(resident)
        if (answering := self._published.state.model) is not None:
            self._published.publish(model=replace(answering, vectors=mapped))
        return mapped

    def _settle_names(self) -> bool:
        """Merge some names, if any are to be, and let go of those that are merged before the next ones are."""
        fewer = self._names.settled_further()
        if fewer is self._names:
            return False
        self._show_names(self._saved.map_names(fewer, _LARGE_NAMES))
        return True

    def _show_names(self, names: Snapshot) -> None:
        self._names = names
        self._published.publish(stored_names=names)

    def _changes_since(self, before: Mapping[str, int]) -> tuple[list[str], AbstractSet[str]]:
        """Return the paths that are new or changed, and those gone, since files had these ids."""
        after = self.store.files
        return [path for path, row in after.items() if before.get(path) != row.file_id], before.keys() - after.keys()

    def _publish(self, **changes: Any) -> None:
        store, self._is_shown = self.store, True
        before = self._published.state.files.latest_columns
        self._published.publish(
            generation=store.generation,
            # `dict(...)` takes 15 times as long.
            files=Files(copy(store.files), copy(store.live), copy(store.counts), before),
            words=self.words.segments,
            stored_names=self._names,
            embedded=self.store.embedded(),
            texts=store,
            **changes,
        )

    def _show_part(self, check: Callable[[], None] | None) -> None:
        if self.store.is_writable:
            self.map_large()  # all names and words of a large index would be gigabytes in memory
        if self._is_shown:
            self._publish()
        if check is not None:
            check()

    def _complete_words(self) -> None:
        for _ in self._read_words(self._missing_words()):
            pass

    def _missing_words(self) -> list[FileRecord]:
        """Leave out files that are no longer live; return those that the words lack."""
        held, live = set(self.words), self.store.live
        self.words.drop(held - live.keys(), self.store.kept)
        wanted = [file_id for file_id, record in live.items() if record.chunks and file_id not in held]
        return [live[file_id] for file_id in self.words.take_back(wanted)]

    def _read_words(self, missing: Iterable[FileRecord]) -> Iterator[list[FileRecord]]:
        """Read in the words of files, some at a time; yield these."""
        for records in by_chunks(missing, _CHUNKS_AT_ONCE):
            for rows in self.store.file_chunks([record.file_id for record in records], COLUMNS):
                self.words.add(of_chunks(rows))
            yield records


def _ids_by_path(files: Files) -> dict[str, int]:
    columns = files.columns
    return dict(zip(columns.paths.to_pylist(), columns.file_ids.tolist(), strict=True))
