"""Search, as a model sees it: it reads the docstrings, parameters and defaults. No logic of search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs import path_glob
from lsp_codebase.model import (
    CancelToken,
    Effort,
    EntryKind,
    Mode,
    Pack,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Span,
    bounds,
)
from lsp_codebase.paths import canonical, innermost, relative_to
from lsp_codebase.tools import values
from lsp_codebase.tools.common_arguments import (
    Exclude,
    FilePath,
    Include,
    Languages,
    Limit,
    MaxTokens,
    Within,
    bytes_of,
    check_lines,
)
from lsp_codebase.tools.elsewhere import elsewhere
from lsp_codebase.tools.named_files import OverFolders
from lsp_codebase.tools.render import DOUBTS_OF_LIKENESS, hits_text, surely_asked
from lsp_codebase.tools.replies import Reply
from lsp_codebase.tools.schemas import Described

Query = Annotated[
    str,
    Described(
        'A question, a name, "a literal", code, a trace, message, route, or '
        "`who calls X`, `subclasses of X`, `tests for X`, `list all routes`, `functions returning X`, "
        "`add a new command`, `my changes`; with lang:go, path:src/net, file:*.go, kind:class, changed:branch, "
        "-path:tests, OR, -word"
    ),
]
ModeName = Annotated[
    Literal["auto", "hybrid", "lexical", "vector", "symbol", "exact", "regex"],
    Described(
        "auto lets the query decide; lexical: words only; vector: meaning only; symbol: "
        "definitions by name; exact: lines with the text; regex: RE2"
    ),
]
ExcludeRoles = Annotated[
    Sequence[str],
    Described('Leave out files that are "test", "example", "docs", "generated", "vendored" or "translation"'),
]

_HITS, _LINES = 5, 20
_HEAD_CHARS = 80
"""The line above the code of a hit is about so long; a budget has to hold it, too."""


class SearchTools(OverFolders):
    """The tools that find code."""

    def search(
        self,
        cancel: CancelToken,
        query: Query,
        path: Within = ".",
        limit: Annotated[int | None, Described("Most results; else 5, 20 uses or literal lines, all of a kind")] = None,
        max_tokens: MaxTokens = 1_500,
        mode: ModeName = "auto",
        languages: Languages = (),
        kinds: Annotated[Sequence[str], Described('Only definitions of these kinds: ["class", "function"]')] = (),
        include: Include = (),
        exclude: Exclude = (),
        code_only: Annotated[bool, Described("Leave out prose, data and configuration")] = False,
        exclude_roles: ExcludeRoles = (),
        with_context: Annotated[
            bool, Described("Add imports, enclosing headers, callers and callees to the hits")
        ] = False,
        case_sensitive: Annotated[bool | None, Described("For exact and regex; else if there is a capital")] = None,
        whole_word: Annotated[bool, Described("For exact and regex")] = False,
        cursor: Annotated[str | None, Described("From the end of an answer, to go on; all else alike")] = None,
    ) -> Reply:
        """Search the codebase by words, meaning and names at once. Start here, not with grep: one call finds and shows
        code.

        Answers with blocks, best first: `path:start-end  score  name (kind)`, then the code. Hits follow as one line
        each where max_tokens leaves no room, or where what was asked for stands above.
        """
        room = bytes_of(max_tokens)
        is_written = mode in ("exact", "regex") or (mode == "auto" and query[:1] == query[-1:] == '"')
        most = limit if limit is not None else _LINES if is_written else _HITS
        asked = SearchQuery(
            query,
            most,
            cursor,
            Mode(mode),
            languages=tuple(languages),
            kinds=tuple(kinds),
            include=tuple(include),
            exclude=tuple(exclude),
            source_code_only=code_only,
            exclude_roles=tuple(exclude_roles),
            case_sensitive=case_sensitive,
            whole_word=whole_word,
            max_chars=max(room - _HEAD_CHARS * most, room // 2),
            pack=Pack.CONTEXT if with_context else Pack.CHUNK,
            effort=Effort.THOROUGH,
        )
        narrowed = self._narrowed(asked, path, cancel)
        found = self._found(narrowed, cancel)
        if limit is None and cursor is None and found.next_cursor is not None:
            found = self._with_all_asked(narrowed, found, cancel)
        if cursor is None and mode not in ("lexical", "vector"):
            told = elsewhere(narrowed, found, lambda query: self._found(query, cancel), self._places)
            found = replace(found, notes=(*found.notes, *told))
        is_name = len(query.split()) == 1 and mode in ("auto", "hybrid", "symbol")
        text, shown = hits_text(found, self._places, room, is_name=is_name)
        return Reply(text, values.search(shown, self._places))

    def similar(
        self,
        cancel: CancelToken,
        path: FilePath,
        start_line: Annotated[int, Described("First line, or a line of a definition if it stands alone", minimum=1)],
        end_line: Annotated[int | None, Described("Last line", minimum=1)] = None,
        limit: Limit = 5,
        max_tokens: MaxTokens = 1_500,
    ) -> Reply:
        """Find code like some lines of a file: duplicates, other implementations, usages to follow as an example.

        Answers as `search` does.
        """
        room = bytes_of(max_tokens)
        check_lines(start_line, end_line)
        first = start_line - 1
        span = Span(first, 0, first if end_line is None else end_line, 0)
        found = self._similar(SimilarQuery(self._files.file(path, cancel), span, limit), cancel)
        text, shown = hits_text(found, self._places, room, doubts=DOUBTS_OF_LIKENESS)
        return Reply(text, values.search(shown, self._places))

    def _similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        try:
            return self._answers.similar(query, cancel)
        except InvalidQuery as error:
            if error.field != "position":
                raise
            raise InvalidQuery("start_line", error.reason) from error

    def _narrowed(self, query: SearchQuery, path: str, cancel: CancelToken) -> SearchQuery:
        """Return a query limited to one folder, or one file.

        Raises:
            InvalidQuery: for a path of no file or folder below a root.
        """
        place = self._files.entry(path, cancel)
        if place is None or place in self._answers.roots:
            return query if len(self._answers.roots) == 1 else replace(query, folder=place)
        if self._answers.kind_of(place) is EntryKind.DIRECTORY:
            return replace(query, folder=place)
        if query.include:
            raise InvalidQuery("include", f"goes with a folder, and {path} is a file; give one of the two")
        spelled = (canonical(place), place)  # the latter for a file that is not on this machine
        file, root = next((file, root) for file in spelled if (root := innermost(file, self._answers.roots)))
        return replace(query, folder=root, include=(path_glob(relative_to(file, root)),))

    def _with_all_asked(self, query: SearchQuery, found: SearchAnswer, cancel: CancelToken) -> SearchAnswer:
        """Return all of a kind, or hits with the lines of all that were surely asked for, too: all uses are wanted."""
        if found.total is not None:
            return self._found(replace(query, limit=min(found.total, bounds.HITS.most)), cancel)
        if surely_asked(found) < len(found.hits):
            return found
        more = self._found(replace(query, limit=_LINES, effort=Effort.FAST), cancel)
        shown = {(hit.path, hit.span) for hit in found.hits}
        sure = more.hits[: surely_asked(more)]
        lines = [replace(hit, text=None) for hit in sure if (hit.path, hit.span) not in shown]
        on = more.next_cursor if len(sure) == len(more.hits) else None  # behind them nothing is asked for
        return replace(found, hits=(*found.hits, *lines), next_cursor=on)

    def _found(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        try:
            return self._answers.search(query, cancel)
        except InvalidQuery as error:
            if error.field != "mode":
                raise
            raise InvalidQuery("embedding.model", "there is none to compare with; use another mode") from error
