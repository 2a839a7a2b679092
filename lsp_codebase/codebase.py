"""One indexed root: the object every request ends at. Thin: it joins the rooms, it decides nothing."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from lsp_codebase.config import Settings
from lsp_codebase.errors import CodebaseError, IndexUnavailable
from lsp_codebase.index import Indexer, IndexListener, WorkerPool
from lsp_codebase.lines import LineCache
from lsp_codebase.model import (
    CancelToken,
    Check,
    CheckState,
    IndexStatus,
    Mode,
    Phase,
    Role,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Symbol,
    SymbolAnswer,
    SymbolHit,
)
from lsp_codebase.search import Engine, validate
from lsp_codebase.store import Store, is_of_store
from lsp_codebase.symbols import SymbolContext, SymbolMatch, SymbolTable

_SETTLED = frozenset({Phase.READY, Phase.FAILED, Phase.DISABLED})
_POLL_S = 0.02


class Codebase:
    """The index of one root and the questions it answers. Every method may be called from any thread."""

    def __init__(self, root: Path, settings: Settings, pool: WorkerPool, listener: IndexListener) -> None:
        self.root = root
        self._settings = settings
        self._symbols = SymbolTable()
        self._lines = LineCache(root)
        self._suspect: Store | None = None  # found unreadable by a question
        self._indexer = Indexer(root, settings, pool, listener, self._take_symbols)

    def start(self) -> None:
        """Begin indexing in the background."""
        if self._settings.index_enabled:
            self._indexer.start()

    def stop(self) -> None:
        """Ask indexing to stop for good; returns at once."""
        self._indexer.stop()

    def close(self) -> None:
        """Stop indexing and release the index; within about two seconds."""
        self._indexer.close()

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        """Answer a hybrid search from what is indexed so far.

        Raises:
            InvalidQuery: naming the field.
            Cancelled: if asked to stop.
        """
        validate(query)
        engine = self._engine()
        if engine is None:
            mode = Mode.HYBRID if query.mode is Mode.AUTO else query.mode
            return SearchAnswer((), mode, self.status())
        with self._watched(engine.store):
            return engine.search(query, cancel)

    def similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        """Return code like that of some lines of a file.

        Raises:
            InvalidQuery: naming the field.
            Cancelled: if asked to stop.
        """
        engine = self._engine()
        if engine is None:
            return SearchAnswer((), Mode.HYBRID, self.status())
        with self._watched(engine.store):
            return engine.similar(query, cancel)

    def symbols(self, pattern: str, cancel: CancelToken, active_path: Path | None = None) -> SymbolAnswer:
        """Return the symbols whose names match what was typed, best first."""
        active = active_path.relative_to(self.root).as_posix() if active_path else None
        found = self._symbols.search(
            pattern,
            limit=self._settings.symbols_max_results,
            context=SymbolContext(active_path=active),
            cancel=cancel,
        )
        return SymbolAnswer(tuple(map(self._symbol_hit, found)), self.status())

    def symbols_in(self, path: Path) -> Sequence[Symbol]:
        """Return the indexed symbols of one file in file order."""
        return [match.symbol for match in self._symbols.in_file(path.relative_to(self.root).as_posix())]

    def symbols_below(self, directory: Path) -> int:
        """Return how many symbols are indexed below a directory: how much there is to find."""
        return self._symbols.count_below(directory.relative_to(self.root).as_posix().removeprefix("."))

    def lines(self, path: Path) -> Sequence[bytes]:
        """Return the lines of a file as UTF-8 without line ends; reads the file unless it is remembered."""
        return self._lines.utf8(path.relative_to(self.root).as_posix())

    def status(self) -> IndexStatus:
        """Return how complete the index is; cheap, part of every answer."""
        if not self._settings.index_enabled:
            return IndexStatus(str(self.root), Phase.DISABLED)
        return self._indexer.status()

    def full_status(self) -> IndexStatus:
        """Return the status with the files that could not be indexed, and why."""
        return replace(self.status(), problems=self._indexer.problems())

    def mark_changed(self, paths: Iterable[Path]) -> None:
        """Have files looked at soon; returns at once."""
        self._indexer.mark_changed(path.relative_to(self.root).as_posix() for path in paths)

    def reindex(self) -> None:
        """Throw the index away and build it again in the background."""
        self._indexer.rebuild()

    def doctor(self, cancel: CancelToken, *, repair: bool = False) -> tuple[Check, ...]:
        """Check the index against its manifest, itself and the files; put right what is wrong if asked to.

        Raises:
            Cancelled: if asked to stop.
        """
        before = self._indexer.examine(cancel)
        damaged = {check.name: check for check in before if check.state is CheckState.DAMAGED}
        if not (repair and damaged):
            return before
        self._indexer.repair(damaged)
        while self._indexer.is_repairing:
            cancel.check()
            time.sleep(_POLL_S)
        role = self.wait_until_idle(cancel).role
        after = {check.name: check for check in self._indexer.examine(cancel)}
        for name, check in damaged.items():
            if name not in after or after[name].state is CheckState.OK:
                after[name] = replace(check, state=CheckState.REPAIRED, detail=f"it was: {check.detail}")
        if role is Role.READER:
            reason = "another process writes this index; repair it there, or close that process first"
            after["repair"] = Check(self.root, "repair", CheckState.SKIPPED, reason)
        return tuple(after.values())

    def cancel_indexing(self) -> None:
        """Stop the indexing under way; what is committed stays."""
        self._indexer.cancel()

    def wait_until_idle(self, cancel: CancelToken) -> IndexStatus:
        """Block until the index is ready or has failed.

        Raises:
            Cancelled: if asked to stop.
        """
        while (status := self.status()).phase not in _SETTLED:
            cancel.check()
            time.sleep(_POLL_S)
        return status

    def _engine(self) -> Engine | None:
        store = self._indexer.store
        if store is None:
            return None
        answering = self._indexer.answering
        embedder, vectors = (answering.embedder, answering.vectors) if answering else (None, store.vectors)
        return Engine(self.root, store, self._symbols, embedder, vectors, self._lines.text, self.status())

    @contextmanager
    def _watched(self, store: Store) -> Iterator[None]:
        """Have an index repaired, once, that a question finds unreadable."""
        try:
            yield
        except CodebaseError:
            raise
        except Exception as error:
            if not is_of_store(error):
                raise
            if self._suspect is not store:
                self._suspect = store
                self._indexer.repair(("chunks", "text index"))
            raise IndexUnavailable("the index cannot be read", "it is being repaired; ask again in a moment") from error

    def _take_symbols(self, added: pa.Table, removed: Collection[str] | None) -> None:
        if removed is None:
            self._symbols, removed = SymbolTable(), ()
        self._symbols.update(added, removed)

    def _symbol_hit(self, match: SymbolMatch) -> SymbolHit:
        return SymbolHit(self.root / match.path, match.symbol, match.language, match.score, match.is_ascii)
