"""Definitions and their calls, as a model sees them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CallQuery, CancelToken, DefinitionQuery, Relation, Span, bounds, byte_length
from lsp_codebase.tools import values
from lsp_codebase.tools.budget import NOTE_BYTES, read_within
from lsp_codebase.tools.common_arguments import FilePath, Limit, MaxTokens, bytes_of
from lsp_codebase.tools.named_files import OverFolders
from lsp_codebase.tools.places import WITH_LINES
from lsp_codebase.tools.render import index_notes, size_of, symbol_line
from lsp_codebase.tools.render_symbols import body_head, body_text, calls_text, outline_text, symbols_text
from lsp_codebase.tools.replies import Reply
from lsp_codebase.tools.schemas import Described

_DIRECTIONS = {"callers": Relation.CALLER, "callees": Relation.CALLEE}

Name = Annotated[str, Described("A name as it is defined, with a qualifier or not: Client.get, get")]
In = Annotated[str | None, Described("Its file or folder, where several have the name")]


class SymbolTools(OverFolders):
    """The tools that find definitions by name."""

    def find_symbols(
        self,
        cancel: CancelToken,
        pattern: Annotated[
            str,
            Described("As typed: getHttp, gHR, Client.get, `foo path:src/net`, `foo lang:go`, `:class Foo`"),
        ],
        path: Annotated[str, Described("Only in this folder")] = ".",
        limit: Limit = 20,
        max_tokens: MaxTokens = 2_000,
    ) -> Reply:
        """Find definitions of all languages by name, where you know it only in part; typing errors are forgiven.

        Answers with a line for each, best first: `path:start-end  kind name`.
        """
        room = bytes_of(max_tokens)
        bounds.HITS.check("limit", limit)  # the workspace would allow more than a model should read
        place = self._files.folder(path, cancel, "outline lists its definitions")
        answer = self._answers.symbols(pattern, cancel, limit=limit, folder=place)
        text, shown = symbols_text(answer, self._places, room)
        return Reply(text, values.symbols(shown, self._places))

    def read_symbol(self, cancel: CancelToken, name: Name, path: In = None, max_tokens: MaxTokens = 4_000) -> Reply:
        """Read the code of one definition by its name: cheaper than the whole file.

        Where several have the name, the likeliest is shown and the others are listed below it.
        """
        room = bytes_of(max_tokens)
        if written := self._line_named(name):
            query = DefinitionQuery(None, self._files.file(written[0], cancel), written[1] - 1)
        else:
            query = DefinitionQuery(name, self._within(path, cancel))
        found = self._answers.definitions(query, cancel)
        if not found.hits and written:
            raise InvalidQuery("name", f"no definition stands around {name}; see outline")
        if not found.hits:
            raise self._nothing_called(name, path, cancel)
        hit, *others = found.hits
        lines = Span.of_lines(hit.symbol.span.start_line, hit.symbol.span.last_line)
        head = body_head(hit, self._places)
        above_and_below = byte_length(head) + NOTE_BYTES + size_of(index_notes(found.status))
        left = max(room - above_and_below, room // 2)
        body = read_within(partial(self._answers.read_file, hit.path, lines), left)
        text, shown = body_text(head, body, others, found.status, self._places, room)
        return Reply(text, values.body(hit, body, shown, found.status, self._places))

    def outline(self, cancel: CancelToken, path: FilePath, max_tokens: MaxTokens = 2_000) -> Reply:
        """List the definitions of a file with their lines: what is in it, for a tenth of reading it."""
        room, place = bytes_of(max_tokens), self._files.file(path, cancel)
        found = self._answers.symbols_in(place, cancel)
        text, shown = outline_text(place, found, self._places, room)
        return Reply(text, values.outline(place, shown, self._places))

    def calls(
        self,
        cancel: CancelToken,
        name: Annotated[str | None, Described("The definition: Client.get, get; or give path and line instead")] = None,
        direction: Annotated[
            Literal["callers", "callees"], Described("callers: who calls it; callees: what it calls")
        ] = "callers",
        path: In = None,
        line: Annotated[int | None, Described("A line in the definition, instead of its name", minimum=1)] = None,
        limit: Limit = 20,
        max_tokens: MaxTokens = 2_000,
    ) -> Reply:
        """Tell who calls a function, method or class, or what it calls, with the lines of the calls: before you change
        it, and to follow a path through the code. Calls are told by names, and types that a file tells.
        """
        room, relation = bytes_of(max_tokens), _DIRECTIONS[direction]
        if name is not None and (written := self._line_named(name)):
            name, (path, line) = None, written
        place = self._within(path, cancel) if line is None or path is None else self._files.file(path, cancel)
        query = CallQuery(relation, name, place, line - 1 if line is not None else None, limit)
        answer = self._answers.calls(query, cancel)
        if answer.definition is None and name is not None:
            elsewhere = f"(search for `who uses {name}` finds what is defined elsewhere)"
            raise self._nothing_called(name, path, cancel, elsewhere)
        if answer.definition is None:
            raise InvalidQuery("line", "no definition stands around it; see outline")
        text, shown = calls_text(answer, relation, self._places, room)
        return Reply(text, values.calls(shown, self._places))

    def _line_named(self, name: str) -> tuple[str, int] | None:
        """Return the file and the line, from 1, that stand in the place of a name: `src/a.py:12`."""
        written = WITH_LINES.fullmatch(name)
        return (written[1], int(written[2])) if written and self._places.holds(written[1]) else None

    def _within(self, path: str | None, cancel: CancelToken) -> Path | None:
        """Return the file or folder that a path names, None for everything."""
        return None if path is None else self._files.entry(path, cancel)

    def _nothing_called(self, name: str, path: str | None, cancel: CancelToken, *notes: str) -> InvalidQuery:
        """Return the error of a name, with the nearest ones and the state of the index."""
        near = self._answers.symbols(name, cancel, limit=5)
        known = [symbol_line(hit, self._places) for hit in near.hits]
        head = f"nothing is called {name}{f' in {path}' if path else ''}{'; nearest:' if known else ''}"
        return InvalidQuery("name", "\n  ".join([head, *known, *notes, *index_notes(near.status)]))
