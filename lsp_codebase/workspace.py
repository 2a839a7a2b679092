"""The questions of a client to its folders: each goes to the codebase that it belongs to, or to all of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.errors import InvalidQuery, UnknownRoot, check_all
from lsp_codebase.folder_answers import CutSymbols, merge_counts, merge_history, merge_symbols, nothing_open
from lsp_codebase.folders import Folders
from lsp_codebase.index import IndexListener
from lsp_codebase.model import (
    CallAnswer,
    CallQuery,
    CancelToken,
    DefinitionQuery,
    Document,
    EntryKind,
    FileList,
    FilesQuery,
    FileSymbols,
    FileText,
    HistoryAnswer,
    HistoryQuery,
    Hit,
    IndexStatus,
    Mode,
    Pack,
    Page,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Span,
    Symbol,
    SymbolAnswer,
    TextUse,
    TreeAnswer,
    TreeQuery,
    bounds,
)
from lsp_codebase.open_roots import OpenRoots
from lsp_codebase.parse import detect_language
from lsp_codebase.paths import canonical, lexical, relative_to
from lsp_codebase.scan import Redactor
from lsp_codebase.search import (
    OnHit,
    answer,
    as_symbols,
    check_languages,
    languages_meant,
    nothing_left,
    parse_query,
    read_cursor,
    validate,
    validate_history,
    without_held,
    without_inner,
)
from lsp_codebase.texts import refuse_private
from lsp_codebase.view import of_each, once_open

ASKED = "?"
"""Starts a symbol query that asks for meaning, not for a name."""
FILE_BY_PATH = "a single file is named by path: in the query"
"""The fix where the folder of a question is a file."""
_TREE_FRESH_S = 10.0  # a kept tree is used this long where nobody reports changes


class Workspace(Folders):
    """The folders of one client, and the questions it may ask of them, which may block. Any thread may call.

    Queries are checked here and nowhere below.
    """

    def __init__(
        self, settings: Settings, listener: IndexListener | None = None, roots: OpenRoots | None = None
    ) -> None:
        super().__init__(settings, listener, roots)
        self._tree_checked = 0.0
        self._cut_symbols = CutSymbols()

    def search(self, query: SearchQuery, cancel: CancelToken, on_hit: OnHit | None = None) -> SearchAnswer:
        """Search the folder that `query.folder` lies in, or all of them, merged by score.

        `on_hit` is given the first hits while others are still looked for, as `search.answer` says.

        Raises:
            InvalidQuery, UnknownRoot, Cancelled: see their docstrings.
        """
        validate(query)
        text = query.text
        query, notes = self._read(query, cancel)
        read_cursor(query)
        found = self._found(query, text, cancel, on_hit)
        return replace(found, notes=(*notes, *found.notes)) if notes else found

    def _read(self, query: SearchQuery, cancel: CancelToken) -> tuple[SearchQuery, tuple[str, ...]]:
        """Return a query with the operators of its text read, and notes about them.

        Requirements that no file meets are taken as words.
        """
        text = query.text
        is_written = query.mode is Mode.AUTO and bool(query.case_sensitive or query.whole_word)
        parsed = parse_query(query.text, Mode.SYMBOL if is_written else query.mode)  # of a literal only the filters
        query = replace(query, text=parsed.text, narrowing=parsed.narrowing)
        if parsed.narrowing.held:
            one = self._found(replace(query, limit=1, cursor=None, pack=Pack.NONE), text, cancel)
            if not one.hits and one.status.absence is None:
                query, note = without_held(query)
                return query, (*parsed.notes, note)
        return query, parsed.notes

    def _found(self, query: SearchQuery, text: str, cancel: CancelToken, on_hit: OnHit | None = None) -> SearchAnswer:
        """Return a page of the answer to a query; `text` is the query with its operators."""
        views, roots = self._views(query.folder), self.roots
        if not views:
            return SearchAnswer((), Mode.HYBRID if query.mode is Mode.AUTO else query.mode, nothing_open())
        if query.folder is not None:
            query, roots = replace(query, folder=self._directory(query.folder)), ()
        questions = [(view, without_inner(query, view.codebase.root, roots)) for view in views]
        told: list[Hit] = []

        def tell(hit: Hit) -> None:
            told.append(hit)
            if on_hit is not None:
                on_hit(hit)

        def ask() -> SearchAnswer:
            served = [view.find_served(own, text, cancel) for view, own in questions]
            found = [view.find(own, cancel) for view, own in questions] + [one for begun, _ in served for one in begun]
            page = answer(query, found, cancel, on_hit and tell)
            notes = tuple(note for _, notes in served for note in notes)
            return replace(page, notes=(*page.notes, *notes)) if notes else page

        return once_open((view.codebase for view in views), cancel, ask, may_repeat=lambda: not told)

    def similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        """Search the folder that a file lies in for code like some of its lines.

        Raises:
            InvalidQuery, UnknownRoot, Cancelled: see their docstrings.
        """
        bounds.HITS.check("limit", query.limit)
        path = self._readable(query.path)
        return of_each([self.view(path)], cancel, lambda view: view.similar(replace(query, path=path), cancel))[0]

    def symbols(
        self,
        pattern: str,
        cancel: CancelToken,
        active_path: Path | None = None,
        limit: int | None = None,
        folder: Path | None = None,
        *,
        to_filter: bool = False,
    ) -> SymbolAnswer:
        """Return the symbols that match the typed text, best first: of a directory, or of all folders without `folder`;
        without `limit` as many as is set. `to_filter` gives them names that hold the typed text, for an editor that
        filters by its letters.

        Text after a question mark is searched for by words and meaning, and the hits are given as symbols: for
        editors that show nothing else.

        Raises:
            InvalidQuery, UnknownRoot, Cancelled: see their docstrings.
        """
        is_set, limit = limit is None, self._settings.symbols_max_results if limit is None else limit
        bounds.SYMBOLS.check("limit", limit)
        if pattern.startswith(ASKED):
            return self._asked(pattern.removeprefix(ASKED), cancel, active_path, limit, folder)
        parsed = parse_query(pattern, Mode.SYMBOL)
        views = self._views(folder)
        if not views:
            return SymbolAnswer((), nothing_open())
        folder = folder and self._directory(folder)
        asked = parsed.text, cancel, active_path, limit, parsed.narrowing, folder
        answers = of_each(views, cancel, lambda view: view.symbols(*asked))
        if to_filter:
            answers = [one.to_filter(found, parsed.text) for one, found in zip(views, answers, strict=True)]
        found = merge_symbols(answers, limit)
        if is_set and found.is_cut:
            self._cut_symbols.note(pattern, limit)
        notes = parsed.notes
        if not found.hits:
            notes += nothing_left(SearchQuery(parsed.text, narrowing=parsed.narrowing))
        return replace(found, notes=(*notes, *found.notes)) if notes else found

    def _asked(
        self, text: str, cancel: CancelToken, active_path: Path | None, limit: int, folder: Path | None
    ) -> SymbolAnswer:
        if not text.strip():  # nothing typed yet
            return SymbolAnswer((), next((codebase.status() for codebase in self._codebases(None)), nothing_open()))
        limit = min(limit, bounds.HITS.most)
        found = self.search(
            SearchQuery(text, limit=limit, active_path=active_path, pack=Pack.NONE, folder=folder), cancel
        )
        notes = (note for note in found.notes if note != found.status.absence)
        return SymbolAnswer(as_symbols(found.hits), found.status, notes=tuple(notes))

    def definitions(self, query: DefinitionQuery, cancel: CancelToken) -> SymbolAnswer:
        """Return the definitions of a name, likeliest first, or the one around a line.

        Raises:
            InvalidQuery, UnknownRoot, Cancelled: see their docstrings.
        """
        bounds.HITS.check("limit", query.limit)
        _check_meant(query)
        views = self._views(query.path)
        if not views:
            return SymbolAnswer((), nothing_open())
        asked = replace(query, path=self._real(query.path) if query.path else None)
        return merge_symbols(of_each(views, cancel, lambda view: view.definitions(asked, cancel)), query.limit)

    def calls(self, query: CallQuery, cancel: CancelToken) -> CallAnswer:
        """Return the callers or callees of a definition, within its own folder.

        Raises:
            InvalidQuery, UnknownRoot, Cancelled: see their docstrings.
        """
        bounds.HITS.check("limit", query.limit)
        meant = self.definitions(DefinitionQuery(query.name, query.path, query.line), cancel)
        if not meant.hits:
            return CallAnswer(None, (), (), meant.status)
        first, *others = meant.hits
        asked = replace(query, path=first.path)
        (found,) = of_each([self.view(first.path)], cancel, lambda view: view.calls(asked, cancel))
        return replace(found, others=tuple(others))

    def history(self, query: HistoryQuery, cancel: CancelToken) -> HistoryAnswer:
        """Return the commits that touched a place or fit a text: of the folder that the place lies in, or of all.

        Raises:
            InvalidQuery, UnknownRoot, Cancelled: see their docstrings.
        """
        validate_history(query)
        if query.path is not None:
            query = replace(query, path=self._readable(query.path))
        views = self._views(query.path)
        if not views:
            return HistoryAnswer((), nothing_open())
        return merge_history(of_each(views, cancel, lambda view: view.history(query, cancel)), query.limit)

    def symbols_in(self, path: Path, cancel: CancelToken) -> FileSymbols:
        """Return the symbols of one file, or of the document that is open in its place, in file order.

        Raises:
            UnknownRoot: if no folder holds the file.
        """
        return of_each([self.view(path)], cancel, lambda view: view.symbols_in(self._real(path), cancel))[0]

    def tree(self, path: Path | None, query: TreeQuery, cancel: CancelToken) -> TreeAnswer:
        """Return the tree of a directory, or of every folder in the client's order.

        Raises:
            InvalidQuery, UnknownRoot, Cancelled: anything else is an empty tree with `stats.error`.
        """
        now = time.monotonic()
        if now - self._tree_checked > _TREE_FRESH_S and not self._is_followed():
            self._tree_checked = now
            self._tree.invalidate()

        def symbols_of(file: Path) -> Sequence[Symbol]:
            try:
                return self.view(file).indexed_symbols_in(file, cancel)
            except UnknownRoot:  # its folder was closed meanwhile
                return ()

        def ask() -> TreeAnswer:
            return self._tree.render(
                path,
                query,
                symbols_of=symbols_of,
                relevance=merge_counts((codebase.root, codebase.symbols_below) for codebase in self._codebases(None)),
                generation=sum(codebase.serial for codebase in self._codebases(None)),
                accepts=accepted(query.languages),
                read=lambda file, most: self.read_file(file, max_chars=most),
                cancel=cancel,
            )

        return once_open(self._codebases(None) if query.symbols else (), cancel, ask)

    def kind_of(self, path: Path) -> EntryKind | None:
        """Return whether a path names a file or a directory, links followed; None where nothing is there."""
        return EntryKind.at(path)

    def list_directory(self, path: Path, page: int = 1, page_size: int = 500) -> Page:
        """Return one page of a directory's entries."""
        return self._tree.list_directory(path, page, page_size)

    def list_files(self, path: Path | None, query: FilesQuery, cancel: CancelToken) -> FileList:
        """Return files below a directory or all folders, files before sub-directories, ignored ones left out."""
        from lsp_codebase.tree import FileFilter, check_files_query  # the first answers need no tree

        check_all(
            partial(check_languages, query.languages, "languages"),
            partial(check_files_query, query.max_results, query.include, query.exclude),
            FileFilter(None, query.min_bytes, query.max_bytes).check,
        )
        return self._tree.list_files(
            path,
            query.max_results,
            preset=query.preset,
            include=query.include,
            exclude=query.exclude,
            wanted=FileFilter(accepted(query.languages), query.min_bytes, query.max_bytes),
            cancel=cancel,
        )

    def read_file(self, path: Path, span: Span | None = None, max_chars: int = 200_000) -> FileText:
        """Return the text of a file, or of a span of it, unless it may hold secrets.

        The text is that of the document that this client has open, else of another client's, else of the disk.
        """
        place = lexical(path)
        document = self._documents.get(place) or self._roots.document(place) or self._standing(path)
        return self._tree.read_file(
            path,
            span,
            max_chars,
            document.text() if document else None,
            Redactor(is_on=not self._settings.secrets_show),
        )

    def _standing(self, path: Path) -> Document | None:
        """Return the document that stands in for a file, whatever name of the file it was opened by."""
        try:
            return self.find(path).document(canonical(path))
        except UnknownRoot:
            return None

    def status(self, root: Path | None = None, question: str | None = None) -> list[IndexStatus]:
        """Return the full status of one folder or of all, in the client's order; see `Answers`."""
        cut = self._cut_symbols.within(self._settings.symbols_max_results)
        return [replace(codebase.full_status(question), symbols_cut=cut) for codebase in self._codebases(root)]

    def text_use(self, root: Path) -> TextUse:
        """Return how well the texts kept in memory served the requests about a folder."""
        return self._roots.texts.use(root)

    def lines(self, path: Path) -> Sequence[bytes]:
        """Return the lines of a file as UTF-8 without line ends, for column conversion."""
        place = canonical(path)
        own = self._documents.get(place)
        return own.text() if own is not None else self.find(path).lines(place)

    def _real(self, path: Path) -> Path:
        """Return the path of a file as the index has it: without links, and spelled as it is on disk."""
        return canonical(path)

    def _readable(self, path: Path) -> Path:
        """Return the path of a file as the index has it, unless no client may read the file."""
        real = self._real(path)
        root = self.find(real).root
        refuse_private(path, root, relative_to(real, root))
        return real

    def _directory(self, folder: Path) -> Path:
        directory = canonical(folder)
        if not os.path.isdir(directory):  # also where the path is too long to be one
            raise InvalidQuery("folder", f"is no directory that exists; {FILE_BY_PATH}")
        return directory


def accepted(languages: Sequence[str]) -> Callable[[str], bool] | None:
    """Return a test, by name, whether a file is of one of these languages; None where any language is accepted."""
    check_languages(languages, "languages")
    allowed = languages_meant(languages)
    return (lambda name: detect_language(name) in allowed) if allowed else None


def _check_meant(query: DefinitionQuery) -> None:
    """Check that a definition is named, or that its place is."""
    name, line = query.name, query.line
    if name is None and (query.path is None or line is None):
        raise InvalidQuery("name", "is missing; give the name of a definition, or its file and a line in it")
    if name is not None and not name.strip():
        raise InvalidQuery("name", "must not be empty")
    if name is not None and line is not None:
        raise InvalidQuery("line", "goes without a name; give one of the two")
    if line is not None and line < 0:
        raise InvalidQuery("line", "must not be negative")
