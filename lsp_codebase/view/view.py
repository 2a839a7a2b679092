"""One root as one client sees it: its questions, text that its settings hide, and places of hits in open documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.folder_answers import merge_symbols
from lsp_codebase.indexes import State, SymbolMatch
from lsp_codebase.live import of_change
from lsp_codebase.model import (
    NOT_NARROWED,
    CallAnswer,
    CallQuery,
    CancelToken,
    DefinitionQuery,
    Document,
    Effort,
    FileSymbols,
    HistoryAnswer,
    HistoryQuery,
    Hit,
    Mode,
    Narrowing,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Symbol,
    SymbolAnswer,
)
from lsp_codebase.paths import path_below, relative_to
from lsp_codebase.scan import Redactor
from lsp_codebase.search import (
    NO_EVIDENCE,
    CallAnswers,
    Corpus,
    Found,
    Mentions,
    Piece,
    Reading,
    Reranking,
    answer,
    compile_filter,
    confidence_of,
    definition_around,
    definitions_of,
    nothing_found,
    plain_name,
)
from lsp_codebase.symbols import SymbolContext, find, parse_pattern, unread_hints
from lsp_codebase.symbols import shown as shown_name
from lsp_codebase.view.present import engine_of, lineage_of, present_now
from lsp_codebase.view.shown import Shown

_MOST_OTHERS = 20  # definitions of one name that are told of


Overruled = Callable[[], Mapping[Path, Document]]
"""Returns the documents of one client whose files documents of others stand in for."""


def _no_documents() -> Mapping[Path, Document]:
    return {}


class View:
    """The questions that a client with some settings asks of a codebase. Every method may be called from any thread."""

    def __init__(
        self, current: Callable[[], Codebase], settings: Settings, part: str = "", own: Overruled = _no_documents
    ) -> None:
        """`current` returns the codebase; after the root is opened again, the new one.

        `part` tells several codebases of one root apart, each of other files. `own` returns the documents of the client
        whose files documents of others stand in for.
        """
        self._current = current
        self._part = part
        self._own = own
        self._most_symbols = settings.symbols_max_results
        self._redactor = Redactor(is_on=not settings.secrets_show)
        self._rerank_model, self._model_threads = settings.rerank_model, settings.embedding_threads

    @property
    def codebase(self) -> Codebase:
        """The codebase that is asked now."""
        return self._current()

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        """Answer a hybrid search, whose fields were checked by `validate`, from what is indexed so far.

        Raises:
            InvalidQuery: for errors that only an index can tell.
            Cancelled: if asked to stop.
        """
        return answer(query, [self.find(query, cancel)], cancel)

    def find(self, query: SearchQuery, cancel: CancelToken) -> Found:
        """Return the answer of a search from what is indexed so far, to be taken page by page; see `search`."""
        codebase, state = self._taken(cancel)
        codebase.note_asked(query.text)
        if not state.is_open:
            return replace(nothing_found(codebase.root, query, codebase.status()), part=self._part)
        engine = engine_of(codebase, state, self._redactor)
        if codebase.is_behind(state) and engine.asks_for_written(query):
            typed = codebase.as_typed(state)
            looking = engine_of(codebase, typed, self._redactor)
            if looking.finds_written(query, cancel):
                # It is named after definitions that may be others by now.
                engine, state = replace(looking, status=engine.status), typed
        if query.effort is Effort.THOROUGH and self._rerank_model.lower() not in ("", "none"):
            reranking = Reranking(self._rerank_model, self._model_threads, engine.lines, cancel)
            engine = replace(engine, reranking=reranking)
        found = engine.find(query, cancel, codebase.kept_pieces)

        def read() -> Reading:
            with codebase.reading(state):
                reading = found.stream.read()
            return replace(reading, pieces=pieces_of(reading))

        def pieces_of(reading: Reading) -> Iterator[Piece]:
            with codebase.reading(state):
                yield from reading.pieces

        def to_hits(reading: Reading, pieces: Sequence[Piece], max_chars: int | None) -> tuple[list[Hit], bool]:
            with codebase.reading(state):
                hits, is_cut = found.to_hits(reading, pieces, max_chars)
            return self._shown(codebase, state).hits(hits), is_cut

        return replace(found, stream=replace(found.stream, read=read), to_hits=to_hits, part=self._part)

    def find_served(self, query: SearchQuery, text: str, cancel: CancelToken) -> tuple[list[Found], list[str]]:
        """Begin to ask a team's servers, where there are any; `text` is the query with its operators."""
        codebase = self._current()
        if codebase.team is None:
            return [], []
        return codebase.team.find(query, text, _is_held(codebase), cancel)

    def similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        """Return code like that of some lines of a file.

        Raises:
            InvalidQuery: naming the field.
            Cancelled: if asked to stop.
        """
        codebase, state = self._taken(cancel)
        if not state.is_open:
            status = codebase.status()
            notes = (status.absence,) if status.absence else ()
            return SearchAnswer((), Mode.HYBRID, status, notes=notes, confidence=confidence_of(NO_EVIDENCE, status))
        with codebase.reading(state):
            found = engine_of(codebase, state, self._redactor).similar(query, cancel)
        return replace(found, hits=tuple(self._shown(codebase, state).hits(found.hits)))

    def symbols(
        self,
        pattern: str,
        cancel: CancelToken,
        active_path: Path | None = None,
        limit: int | None = None,
        narrowing: Narrowing = NOT_NARROWED,
        folder: Path | None = None,
    ) -> SymbolAnswer:
        """Return the symbols whose names match a pattern, best first: as many as is set without `limit`, of a
        directory with `folder`.
        """
        limit = self._most_symbols if limit is None else limit
        codebase, state = self._taken(cancel)
        codebase.note_asked(pattern)
        root = codebase.root
        here = path_below(active_path, root) if active_path else None
        context = _with_use(SymbolContext(here), codebase, state)
        if narrowing != NOT_NARROWED or folder is not None:
            filters = compile_filter(SearchQuery(pattern, folder=folder, narrowing=narrowing), root)
            context = filters.narrowed(context)
        found = find(state.names, pattern, limit=limit + 1, context=context, cancel=cancel)
        with codebase.reading(state):
            present = present_now(found[:limit], codebase, state, cancel)
        hits = map(self._shown(codebase, state).symbol, present)
        notes = () if found else unread_hints(pattern)  # with a symbol found, the words were meant as a name
        own = SymbolAnswer(tuple(hits), codebase.status_of(state), len(found) > limit, notes)
        if codebase.team is None:
            return own
        return merge_symbols([own, *codebase.team.symbols(pattern, limit, folder, _is_held(codebase))], limit)

    def to_filter(self, answer: SymbolAnswer, pattern: str) -> SymbolAnswer:
        """Return an answer under names that hold the pattern: for an editor that filters by its letters."""
        typed, root = parse_pattern(pattern), self.codebase.root
        named = (replace(hit, symbol=shown_name(hit.symbol, relative_to(hit.path, root), typed)) for hit in answer.hits)
        return replace(answer, hits=tuple(named))

    def definitions(self, query: DefinitionQuery, cancel: CancelToken) -> SymbolAnswer:
        """Return the definitions of a name, or the one around a line, where they are on disk now, indexed so or not.

        Raises:
            IndexUnavailable: if a file that changed cannot be read.
            Cancelled: if asked to stop.
        """
        codebase, state = self._taken(cancel)
        state, found = _meant(codebase, state, replace(query, limit=query.limit + 1), self._redactor, cancel)
        hits = tuple(map(self._shown(codebase, state).symbol, found[: query.limit]))
        return SymbolAnswer(hits, codebase.status_of(state), is_cut=len(found) > query.limit)

    def calls(self, query: CallQuery, cancel: CancelToken) -> CallAnswer:
        """Return the callers or the callees of a definition.

        Raises:
            IndexUnavailable: if a file that changed cannot be read.
            Cancelled: if asked to stop.
        """
        codebase, state = self._taken(cancel)
        asked = DefinitionQuery(query.name, query.path, query.line, _MOST_OTHERS)
        state, meant = _meant(codebase, state, asked, self._redactor, cancel)
        if not meant:
            return CallAnswer(None, (), (), codebase.status_of(state))
        while True:
            engine = engine_of(codebase, state, self._redactor)
            with codebase.reading(state):
                answers = CallAnswers(codebase.root, engine.calls, engine.shown, cancel)
                is_certain = query.name != meant[0].symbol.name
                calls, is_cut = answers.of(meant[0], query.relation, query.limit, is_certain=is_certain)
            present = codebase.with_present(state, answers.files(meant[0], query.relation, calls), cancel)
            if present is state:
                break
            state = present  # others may call or be called there by now
        shown = self._shown(codebase, state)
        definition, *others = map(shown.symbol, meant)
        return CallAnswer(definition, tuple(map(shown.call, calls)), tuple(others), engine.status, is_cut)

    def history(self, query: HistoryQuery, cancel: CancelToken) -> HistoryAnswer:
        """Return the commits that touched something or fit a query.

        Raises:
            InvalidQuery: for lines that a file does not have.
            Cancelled: if asked to stop.
        """
        codebase, state = self._taken(cancel)
        commits, notes = lineage_of(codebase, state, self._redactor, cancel).of(query)
        is_cut = len(commits) > query.limit
        return HistoryAnswer(tuple(commits[: query.limit]), codebase.status_of(state), is_cut, tuple(notes))

    def symbols_in(self, path: Path, cancel: CancelToken) -> FileSymbols:
        """Return the symbols of one file in file order, as it is on disk now.

        Raises:
            IndexUnavailable: if a file that changed cannot be read.
            Cancelled: if asked to stop.
        """
        relative = relative_to(path, self.codebase.root)
        codebase, state = self._taken(cancel, relative)
        state = codebase.with_present(state, [relative], cancel)
        return FileSymbols(tuple(self._symbols_of(relative, codebase, state)), codebase.status_of(state))

    def indexed_symbols_in(self, path: Path, cancel: CancelToken) -> Sequence[Symbol]:
        """Return the symbols of one file in file order, as it is indexed: a request for many files waits for none.

        Raises:
            Cancelled: if asked to stop.
        """
        relative = relative_to(path, self.codebase.root)
        return [*self._symbols_of(relative, *self._taken(cancel, relative))]

    def _symbols_of(self, path: str, codebase: Codebase, state: State) -> Iterator[Symbol]:
        shown = self._shown(codebase, state)
        return (shown.symbol(match).symbol for match in state.names.in_file(path))

    def _taken(self, cancel: CancelToken, path: str | None = None) -> tuple[Codebase, State]:
        """Return the codebase and its state that answer a question asked now; see `Codebase.state`."""
        codebase = self._current()
        state = codebase.state(cancel, path)
        while not state.is_open and codebase is not (now := self._current()):  # it was opened again meanwhile
            codebase, state = now, now.state(cancel, path)
        own = self._own()
        return codebase, codebase.with_own(state, own) if own else state

    def _shown(self, codebase: Codebase, state: State) -> Shown:
        return Shown(codebase, state, self._redactor)


def _is_held(codebase: Codebase) -> Callable[[str], bool]:
    """Return a test whether the index here, or an open document, answers for a file."""
    state = codebase.published
    return lambda path: path in state.files.by_path or path in state.documents.files


def _meant(
    codebase: Codebase, state: State, query: DefinitionQuery, redactor: Redactor, cancel: CancelToken
) -> tuple[State, Sequence[SymbolMatch]]:
    """Return the definitions that are meant, all in files as they are now, and the state that knows these."""
    relative = relative_to(query.path, codebase.root) if query.path not in (None, codebase.root) else None
    state = codebase.with_present(state, [relative] if relative else [], cancel)
    if query.name is None:
        line = query.line
        around = definition_around(state.names, relative, line) if relative and line is not None else None
        return state, [around] if around else []
    while True:
        with codebase.reading(state):
            calls = engine_of(codebase, state, redactor).calls
            found, files = definitions_of(calls, query.name, relative, query.limit)
            if not found and (plain := plain_name(query.name)):  # as it is declared or called
                found, files = definitions_of(calls, plain, relative, query.limit)
        present = codebase.with_present(state, files, cancel)
        if present is state:
            return state, found
        state = present  # others may take the place of those that are gone


def _with_use(context: SymbolContext, codebase: Codebase, state: State) -> SymbolContext:
    """Return the context with the known mentions of names and the recency of files."""
    corpus = Corpus(state)
    recent = codebase.recent.weights()

    def recency(path: str) -> float:
        record = corpus.file(path)
        return recent.get(path) or (of_change(record.mtime_ns) if record else 0.0)

    return replace(context, mentions=Mentions(corpus.segments, corpus.owner), recency=recency)
