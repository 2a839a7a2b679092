"""One indexed root: the object every request ends at. Thin: it joins the rooms, it decides nothing."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.index import Doorkeeper, Indexer, IndexListener, Work, WorkerPool
from lsp_codebase.indexes import ChunkTexts, Published, State, SymbolMatch
from lsp_codebase.live import OpenDocuments, RecentFiles, of_change
from lsp_codebase.model import (
    NOT_NARROWED,
    Call,
    CallAnswer,
    CallQuery,
    CancelToken,
    Check,
    CheckState,
    Document,
    Edit,
    Hit,
    IndexStatus,
    Mode,
    Narrowing,
    Phase,
    Place,
    Role,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Symbol,
    SymbolAnswer,
    SymbolHit,
    moved,
)
from lsp_codebase.scan import Redactor
from lsp_codebase.search import (
    NO_EVIDENCE,
    CallAnswers,
    Corpus,
    Engine,
    Found,
    KeptPieces,
    Mentions,
    Piece,
    Reading,
    answer,
    compile_filter,
    confidence_of,
    definition_around,
    definitions_named,
    nothing_found,
)
from lsp_codebase.store import StoreBlocked, StoreUnreadable, full_disk_reason
from lsp_codebase.symbols import SymbolContext, find, parse_pattern, shown
from lsp_codebase.texts import MOST_BYTES, FileTexts

logger = logging.getLogger(__name__)

_SETTLED = frozenset({Phase.READY, Phase.FAILED, Phase.DISABLED})
_POLL_S = 0.02
_MOST_OTHERS = 20  # definitions of one name that are told of


class Codebase:
    """The index of one root and the questions it answers. Every method may be called from any thread."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        pool: WorkerPool,
        listener: IndexListener,
        texts: FileTexts | None = None,
        door: Doorkeeper | None = None,
    ) -> None:
        self.root = root
        self._settings = settings
        self._published = Published()
        self._texts = texts or FileTexts()
        self._redactor = Redactor(is_on=not settings.secrets_show)
        self._recent = RecentFiles()
        self._kept_pieces = KeptPieces()
        self._suspect: ChunkTexts | None = None  # found unreadable by a question
        self._indexer = Indexer(root, settings, pool, listener, self._published, door)
        self._documents = OpenDocuments(root, settings, pool, self._indexer, self._file_lines, self._published)

    def configure(self, settings: Settings) -> None:
        """Use settings from now on that differ in nothing that an index is opened with."""
        self._settings = settings
        self._redactor = Redactor(is_on=not settings.secrets_show)
        self._indexer.configure(settings)
        self._documents.configure(settings)

    def start(self) -> None:
        """Begin indexing in the background."""
        if self._settings.index_enabled:
            self._indexer.start()

    def stop(self) -> None:
        """Ask all work to stop for good; returns at once."""
        self._documents.stop()
        self._indexer.stop()

    def close(self) -> None:
        """Stop indexing and release the index; within about two seconds."""
        self._documents.stop()
        self._indexer.close()

    # -- questions

    def asked(self, until: float, cancel: CancelToken) -> AbstractContextManager[None]:
        """Hold a question back while the index is being opened, till so late on the monotonic clock.

        Raises:
            Cancelled: while waiting.
        """
        return self._indexer.gate.question(until, cancel)

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        """Answer a hybrid search, whose fields were checked by `validate`, from what is indexed so far.

        Raises:
            InvalidQuery: for what only an index can tell.
            Cancelled: if asked to stop.
        """
        return answer(query, [self.find(query, cancel)], cancel)

    def find(self, query: SearchQuery, cancel: CancelToken) -> Found:
        """Return what answers a search from what is indexed so far, to be taken page by page; see `search`."""
        self._indexer.interest.note_asked(query.text)
        state = self._documents.state(cancel)
        if not state.is_open:
            return nothing_found(self.root, query, self.status())
        found = self._engine(state).find(query, cancel, self._kept_pieces)

        def read() -> Reading:
            with self._watched(state):
                reading = found.stream.read()
            return replace(reading, pieces=pieces_of(reading))

        def pieces_of(reading: Reading) -> Iterator[Piece]:
            with self._watched(state):
                yield from reading.pieces

        def to_hits(reading: Reading, pieces: Sequence[Piece], max_chars: int | None) -> tuple[list[Hit], bool]:
            with self._watched(state):
                hits, is_cut = found.to_hits(reading, pieces, max_chars)
            return self._as_shown(hits, state), is_cut

        return replace(found, stream=replace(found.stream, read=read), to_hits=to_hits)

    def similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        """Return code like that of some lines of a file.

        Raises:
            InvalidQuery: naming the field.
            Cancelled: if asked to stop.
        """
        state = self._documents.state(cancel)
        if not state.is_open:
            status = self.status()
            notes = (status.absence,) if status.absence else ()
            return SearchAnswer((), Mode.HYBRID, status, notes=notes, confidence=confidence_of(NO_EVIDENCE, status))
        with self._watched(state):
            found = self._engine(state).similar(query, cancel)
        return replace(found, hits=tuple(self._as_shown(found.hits, state)))

    def symbols(
        self,
        pattern: str,
        cancel: CancelToken,
        active_path: Path | None = None,
        limit: int | None = None,
        narrowing: Narrowing = NOT_NARROWED,
        folder: Path | None = None,
    ) -> SymbolAnswer:
        """Return the symbols whose names match what was typed, best first: as many as is set without `limit`, of a
        directory with `folder`.
        """
        limit = self._settings.symbols_max_results if limit is None else limit
        is_here = active_path is not None and active_path.is_relative_to(self.root)
        here = SymbolContext(active_path.relative_to(self.root).as_posix() if active_path and is_here else None)
        self._indexer.interest.note_asked(pattern)
        typed = parse_pattern(pattern)
        state = self._documents.state(cancel)
        context = self._with_use(here, state)
        if narrowing != NOT_NARROWED or folder is not None:
            filters = compile_filter(SearchQuery(pattern, folder=folder, narrowing=narrowing), self.root)
            context = filters.narrowed(context)
        found = find(state.names, pattern, limit=limit + 1, context=context, cancel=cancel)
        hits = (self._symbol_hit(replace(match, symbol=shown(match, typed)), state) for match in found[:limit])
        return SymbolAnswer(tuple(hits), self._status_of(state), is_cut=len(found) > limit)

    def definitions(
        self, name: str | None, cancel: CancelToken, path: Path | None = None, line: int | None = None, limit: int = 20
    ) -> SymbolAnswer:
        """Return the definitions called just so, in one file or in all; without a name the innermost around a line."""
        state = self._documents.state(cancel)
        found = self._meant(state, name, path, line, limit + 1)
        hits = tuple(self._symbol_hit(match, state) for match in found[:limit])
        return SymbolAnswer(hits, self._status_of(state), is_cut=len(found) > limit)

    def calls(self, query: CallQuery, cancel: CancelToken) -> CallAnswer:
        """Return who calls a definition or what it calls.

        Raises:
            Cancelled: if asked to stop.
        """
        state = self._documents.state(cancel)
        meant = self._meant(state, query.name, query.path, query.line, _MOST_OTHERS)
        if not meant:
            return CallAnswer(None, (), (), self._status_of(state))
        engine = self._engine(state)
        with self._watched(state):
            calls, is_cut = CallAnswers(self.root, engine.corpus, engine.shown, cancel).of(
                meant[0], query.relation, query.limit
            )
        definition, *others = (self._symbol_hit(match, state) for match in meant)
        shown = tuple(self._shown_call(call, state) for call in calls)
        return CallAnswer(definition, shown, tuple(others), engine.status, is_cut)

    def _meant(
        self, state: State, name: str | None, path: Path | None, line: int | None, limit: int
    ) -> Sequence[SymbolMatch]:
        relative = path.relative_to(self.root).as_posix() if path else None
        if name is not None:
            return definitions_named(state.names, name, relative, limit)
        around = definition_around(state.names, relative, line) if relative and line is not None else None
        return [around] if around else []

    def _shown_call(self, call: Call, state: State) -> Call:
        """Return a call of a state as the documents stand now, without what may not be shown."""
        text = self._redactor.text
        return replace(
            call,
            place=self._moved_place(call.place, state),
            name=call.name and text(call.name),
            container=call.container and text(call.container),
        )

    def symbols_in(self, path: Path, cancel: CancelToken) -> Sequence[Symbol]:
        """Return the symbols of one file in file order."""
        relative = path.relative_to(self.root).as_posix()
        state = self._documents.state(cancel, relative)
        return [self._symbol_hit(match, state).symbol for match in state.names.in_file(relative)]

    def symbols_below(self, directory: str) -> int:
        """Return how many symbols are indexed below a directory (relative, with "/"): how much there is to find."""
        return self._published.state.names.count_below(directory)

    def lines(self, path: Path) -> Sequence[bytes]:
        """Return the lines of a file, as its open document has them, as UTF-8 without line ends; may read the file."""
        relative = path.relative_to(self.root).as_posix()
        document = self._documents.document(relative)
        if document is not None:
            return document.text()
        return [line.encode("utf-8", "surrogatepass") for line in self._file_lines(relative)]

    @property
    def serial(self) -> int:
        """A number that grows with every change of what is answered."""
        return self._published.state.serial

    def status(self) -> IndexStatus:
        """Return how complete the index is; cheap, part of every answer."""
        if not self._settings.index_enabled:
            return IndexStatus(str(self.root), Phase.DISABLED)
        return self._indexer.status()

    def _status_of(self, state: State) -> IndexStatus:
        return self._indexer.status_of(state) if self._settings.index_enabled else self.status()

    def full_status(self) -> IndexStatus:
        """Return the status with the files that could not be indexed, and why."""
        return self._indexer.full_status() if self._settings.index_enabled else self.status()

    def stored_status(self, cancel: CancelToken) -> IndexStatus | None:
        """Return the full status of the index as it lies on disk, None if there is none; nothing is begun.

        Raises:
            IndexUnavailable: if it cannot be read, or is another version's.
            Cancelled: if asked to stop.
        """
        return self._indexer.stored_status(cancel) if self._settings.index_enabled else self.status()

    @property
    def work(self) -> Work:
        """What this process had to do for the index since it was opened."""
        return self._indexer.work

    # -- changes

    def open_document(self, path: Path, document: Document) -> None:
        """Answer from an open document where it differs from its file; returns at once."""
        if self._settings.index_enabled:
            relative = path.relative_to(self.root).as_posix()
            self._recent.note(relative)
            self._indexer.interest.note_opened(relative)
            self._documents.open(relative, document)

    def document_changed(self, path: Path) -> None:
        """Tell that the user edited or saved an open document; returns at once."""
        relative = path.relative_to(self.root).as_posix()
        self._recent.note(relative)
        self._documents.change(relative)

    def close_document(self, path: Path, document: Document) -> None:
        """Answer from the file again; returns at once."""
        self._documents.close(path.relative_to(self.root).as_posix(), document)

    def mark_changed(self, paths: Iterable[Path]) -> None:
        """Have files that changed on disk, by whomever, looked at soon; returns at once."""
        changed = [path.relative_to(self.root).as_posix() for path in paths]
        self._indexer.mark_changed(changed)
        for relative in changed:
            self._documents.change(relative)

    def refresh(self) -> None:
        """Go on with what was stopped, and have everything compared with the index soon; returns at once."""
        self._indexer.refresh()

    def look_again(self) -> None:
        """Have everything compared with the index soon, unless the user stopped that; returns at once."""
        self._indexer.look_again()

    def reindex(self, *, resume: bool = False) -> None:
        """Throw the index away and build it again in the background; to `resume` is to `refresh` what is there.

        Raises:
            IndexUnavailable: if this process only reads it, or has none.
        """
        if not self._settings.index_enabled:
            raise IndexUnavailable(f"{self.root} is not indexed: index.enabled is false", "set it to true")
        self._indexer.check_writable()
        self.refresh() if resume else self._indexer.rebuild()

    def check_writable(self) -> None:
        """Raise `IndexUnavailable` where this process only reads the index; told once it has begun."""
        self._indexer.check_writable()

    def doctor(self, cancel: CancelToken, *, repair: bool = False) -> tuple[Check, ...]:
        """Check the index against its manifest, itself and the files; put right what is wrong if asked to.

        Raises:
            Cancelled: if asked to stop.
        """
        before = self._indexer.examine(cancel)
        damaged = {check.name: check for check in before if check.state is CheckState.DAMAGED}
        if not (repair and damaged):
            return before
        if not self._settings.index_enabled:
            return (*before, self._not_repaired("index.enabled is false; set it to true"))
        self._indexer.repair(damaged)
        while self._indexer.is_repairing:
            cancel.check()
            time.sleep(_POLL_S)
        role = self.wait_until_idle(cancel).role
        if self._indexer.is_closed:
            return (*before, self._not_repaired("the folder was closed, or its settings changed; ask again"))
        after = {check.name: check for check in self._indexer.examine(cancel)}
        for name, check in damaged.items():
            if name not in after or after[name].state is CheckState.OK:
                after[name] = replace(check, state=CheckState.REPAIRED, detail=f"it was: {check.detail}")
        if role is Role.READER:
            reason = "another process writes this index; repair it there, or close that process first"
            return (*after.values(), self._not_repaired(reason))
        return tuple(after.values())

    def _not_repaired(self, reason: str) -> Check:
        return Check(self.root, "repair", CheckState.SKIPPED, reason)

    def cancel_indexing(self) -> None:
        """Stop the indexing under way; what is committed stays."""
        self._indexer.cancel()

    def wait_until_idle(self, cancel: CancelToken) -> IndexStatus:
        """Block until the index is ready, has failed, or is closed.

        Raises:
            Cancelled: if asked to stop.
        """
        while (status := self.status()).phase not in _SETTLED and not self._indexer.is_closed:
            cancel.check()
            time.sleep(_POLL_S)
        return status

    def _engine(self, state: State) -> Engine:
        """Return what answers from a state: the index, and the open documents in front of it."""

        @cache  # one answer sees one state of a file
        def lines(path: str) -> Sequence[str]:
            live = state.documents.lines(path)
            # A file that is gone, with its disk or only since, is shown as it was indexed.
            return live if live is not None else self._file_lines(path) or state.stored_lines(path)

        @cache
        def shown(path: str) -> Sequence[str]:
            return self._redactor.lines(path, lines(path))

        return Engine(self.root, Corpus(state), lines, shown, self._status_of(state))

    def _as_shown(self, hits: Iterable[Hit], state: State) -> list[Hit]:
        """Return hits of a state as the documents stand now, without what may not be shown."""
        return [self._renamed_hit(self._moved_hit(hit, state)) for hit in hits]

    def _file_lines(self, path: str) -> Sequence[str]:
        return self._texts.lines(self.root, path, max(MOST_BYTES, self._settings.index_max_file_bytes))

    def _with_use(self, context: SymbolContext, state: State) -> SymbolContext:
        """Return the context with what is known of how often names are mentioned, and when files were worked on."""
        corpus = Corpus(state)
        recent = self._recent.weights()

        def recency(path: str) -> float:
            record = corpus.file(path)
            return recent.get(path) or (of_change(record.mtime_ns) if record else 0.0)

        return replace(context, mentions=Mentions(corpus.segments, corpus.owner), recency=recency)

    @contextmanager
    def _watched(self, state: State) -> Iterator[None]:
        """Have an index repaired, once, that a question finds unreadable."""
        try:
            yield
        except StoreBlocked as error:
            cause = f"the index cannot be read: {full_disk_reason(error)}"
            raise IndexUnavailable(cause, "ask again in a moment") from error
        except StoreUnreadable as error:
            if self._suspect is not state.texts:
                self._suspect = state.texts
                logger.warning("repairing the index of %s, which a question found unreadable: %s", self.root, error)
                self._indexer.repair(("chunks", "row index"))
            raise IndexUnavailable("the index cannot be read", "it is being repaired; ask again in a moment") from error

    def _symbol_hit(self, match: SymbolMatch, state: State) -> SymbolHit:
        symbol, is_ascii = match.symbol, match.is_ascii
        if edits := self._documents.edits(match.path, state):
            symbol = symbol._replace(span=moved(symbol.span, edits), name_span=moved(symbol.name_span, edits))
            is_ascii = False  # who knows what was typed
        name, container = self._redactor.text(symbol.name), self._redactor.text(symbol.container)
        if (name, container) != (symbol.name, symbol.container):
            symbol = symbol._replace(name=name, container=container)
        return SymbolHit(self.root / match.path, symbol, match.language, match.score, is_ascii)

    def _renamed_hit(self, hit: Hit) -> Hit:
        """Return a hit whose names may be shown: headings and keys of settings are names too, and may hold anything."""
        text = self._redactor.text
        related = tuple(
            replace(one, name=text(one.name), container=one.container and text(one.container)) for one in hit.related
        )
        return replace(
            hit, name=hit.name and text(hit.name), container=hit.container and text(hit.container), related=related
        )

    def _moved_hit(self, hit: Hit, state: State) -> Hit:
        copies = tuple(self._moved_place(copy, state) for copy in hit.copies)
        related = tuple(replace(one, place=self._moved_place(one.place, state)) for one in hit.related)
        edits = self._edits(hit.path, state)
        if not edits:
            return replace(hit, copies=copies, related=related) if copies or related else hit
        return replace(
            hit,
            span=moved(hit.span, edits),
            name_span=hit.name_span and moved(hit.name_span, edits),
            matches=tuple(moved(span, edits) for span in hit.matches),
            context=tuple(replace(piece, span=moved(piece.span, edits)) for piece in hit.context),
            copies=copies,
            related=related,
            is_ascii=False,
        )

    def _moved_place(self, place: Place, state: State) -> Place:
        edits = self._edits(place.path, state)
        return replace(place, span=moved(place.span, edits), is_ascii=False) if edits else place

    def _edits(self, path: Path, state: State) -> Sequence[Edit]:
        return self._documents.edits(path.relative_to(self.root).as_posix(), state)
