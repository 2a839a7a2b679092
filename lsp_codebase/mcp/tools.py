"""The tools as a model sees them: their docstrings, parameters and defaults are what it reads. No logic of search."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from anyio import to_thread
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from lsp_codebase.errors import CodebaseError, InvalidQuery, UnknownRoot
from lsp_codebase.globs import path_glob
from lsp_codebase.mcp import render
from lsp_codebase.model import CancelToken, Mode, SearchAnswer, SearchQuery, Span, bounds
from lsp_codebase.tree import TreeQuery
from lsp_codebase.workspace import Workspace

Limit = Annotated[int, Field(description="Most results, 1 to 100")]
MaxChars = Annotated[int, Field(description="Most characters of code or text in the answer")]
Languages = Annotated[
    list[str], Field(description='Only these languages, by name or file ending, as in ["python", "go", "ts"]')
]
Include = Annotated[list[str], Field(description='Only paths that match one of these globs, as in ["src/**"]')]
Exclude = Annotated[list[str], Field(description="Leave out paths that match one of these globs")]
FolderPath = Annotated[str, Field(description='A folder, relative to the root; "." is the root')]
Within = Annotated[
    str, Field(description='Only what is in this folder or file, relative to the root; "." is everything')
]
Cursor = Annotated[
    str | None, Field(description="To go on: the cursor at the end of the answer before, all else alike")
]

_END_OF_LINE = 1_000_000_000  # a span is clipped to the line


class Tools:
    """What a client may call. Each answers with text; bad arguments become tool errors that name the argument."""

    def __init__(self, workspace: Workspace, root: Path) -> None:
        self._workspace = workspace
        self._root = root

    async def search_code(
        self,
        query: Annotated[
            str,
            Field(
                description='Words, a question, a name, "a literal in quotes", or a stack trace. It may hold lang:go, '
                'path:src/net, file:*.go, kind:class, -path:tests, "a phrase", OR, -word'
            ),
        ],
        limit: Limit = 10,
        path: Within = ".",
        mode: Annotated[
            Literal["auto", "hybrid", "lexical", "symbol", "exact", "regex"],
            Field(description="auto lets the query decide; exact takes it literally, regex as a pattern"),
        ] = "auto",
        languages: Languages = [],  # noqa: B006 - never changed; the SDK shows the default in the schema
        include: Include = [],  # noqa: B006
        exclude: Exclude = [],  # noqa: B006
        max_chars: MaxChars = 12_000,
        case_sensitive: Annotated[
            bool | None, Field(description="For exact and regex; null: only if the query has a capital letter")
        ] = None,
        whole_word: Annotated[bool, Field(description="For exact and regex: no match inside a longer word")] = False,
        cursor: Cursor = None,
    ) -> str:
        """Search the codebase by words, meaning and definitions at once; the best place to start.

        Answers with blocks, best first: `path:start-end  score  name (kind)`, then the code. The score is comparable
        within one answer. Lines above them say if nothing matches well, and how the query was read.
        """
        asked = SearchQuery(
            query,
            limit,
            cursor,
            Mode(mode),
            max_chars=max_chars,
            case_sensitive=case_sensitive,
            whole_word=whole_word,
        )
        return await self._search(asked, path, languages, include, exclude)

    async def search_by_embedding(
        self,
        query: Annotated[str, Field(description="What the code does, in a sentence, or a piece of similar code")],
        limit: Limit = 10,
        path: Within = ".",
        languages: Languages = [],  # noqa: B006
        include: Include = [],  # noqa: B006
        exclude: Exclude = [],  # noqa: B006
        max_chars: MaxChars = 12_000,
        cursor: Cursor = None,
    ) -> str:
        """Search the codebase by meaning alone, where no word of the query needs to stand in the code.

        Answers as `search_code` does; the score is the similarity of the embeddings.
        """
        asked = SearchQuery(query, limit, cursor, Mode.VECTOR, max_chars=max_chars)
        return await self._search(asked, path, languages, include, exclude)

    async def find_symbols(
        self,
        pattern: Annotated[
            str,
            Field(
                description="As typed: getHttp, gHR, Client.get, `foo path:src/net`, `foo lang:go`, `kind:class Foo`"
            ),
        ],
        limit: Limit = 20,
    ) -> str:
        """Find definitions (functions, classes, methods, ...) of all languages by name; typing errors are forgiven.

        Answers with a line for each, best first: `path:start-end  score  kind name  signature`.
        """

        def ask(cancel: CancelToken) -> str:
            bounds.HITS.check("limit", limit)  # the workspace would allow more than a model should read
            return render.symbols_text(self._workspace.symbols(pattern, cancel, limit=limit), limit, self._root)

        return await self._ask(ask)

    async def read_file(
        self,
        path: Annotated[str, Field(description="The file, relative to the root")],
        start_line: Annotated[int, Field(ge=1, description="First line, from 1")] = 1,
        end_line: Annotated[int | None, Field(ge=1, description="Last line, inclusive; null: to the end")] = None,
        max_chars: MaxChars = 20_000,
    ) -> str:
        """Read a file, or some of its lines, as it is on disk now. Files that may hold secrets are refused."""

        def ask(_: CancelToken) -> str:
            if end_line is not None and end_line < start_line:
                raise InvalidQuery("end_line", f"must not be before start_line ({start_line})")
            end = _END_OF_LINE if end_line is None else end_line - 1
            span = Span(start_line - 1, 0, end, _END_OF_LINE)
            return render.file_text(self._workspace.read_file(self._below(path), span, max_chars), path)

        return await self._ask(ask)

    async def list_files(
        self,
        path: FolderPath = ".",
        languages: Languages = [],  # noqa: B006
        include: Include = [],  # noqa: B006
        exclude: Exclude = [],  # noqa: B006
        limit: Annotated[int, Field(description="Most paths")] = 200,
    ) -> str:
        """List the files below a folder, one path a line, without what git ignores."""

        def ask(cancel: CancelToken) -> str:
            found = self._workspace.list_files(
                self._below(path), limit, cancel, languages=languages, include=include, exclude=exclude
            )
            return render.files_text(found, self._root)

        return await self._ask(ask)

    async def directory_tree(
        self,
        path: FolderPath = ".",
        depth: Annotated[int | None, Field(description="Deepest level; null: what max_chars allows")] = None,
        symbols: Annotated[bool, Field(description="List the top-level definitions under each file")] = False,
        languages: Languages = [],  # noqa: B006
        core_files: Annotated[
            bool, Field(description="Give the texts of README, package.json, pyproject.toml and the like, too")
        ] = False,
        max_chars: MaxChars = 10_000,
    ) -> str:
        """Draw the directory tree within a budget, what a reader most likely wants first."""

        def ask(cancel: CancelToken) -> str:
            query = TreeQuery(
                max_depth=depth,
                max_chars=max_chars,
                symbols=symbols,
                languages=tuple(languages),
                core_files=bounds.CORE_FILES_CHARS if core_files else None,
            )
            answer = self._workspace.tree(self._below(path), query, cancel)
            return render.tree_text(answer, self._workspace.find(self._root).status(), self._root)

        return await self._ask(ask)

    async def _search(
        self, asked: SearchQuery, path: str, languages: list[str], include: list[str], exclude: list[str]
    ) -> str:
        query = replace(asked, languages=tuple(languages), include=tuple(include), exclude=tuple(exclude))

        def ask(cancel: CancelToken) -> str:
            return render.hits_text(self._found(self._narrowed(query, path), cancel), self._root)

        return await self._ask(ask)

    def _narrowed(self, query: SearchQuery, path: str) -> SearchQuery:
        """Return a query for what is in one folder, or one file.

        Raises:
            InvalidQuery, UnknownRoot: for a path that is none of a file or folder below the root.
        """
        place = self._below(path)
        self._workspace.find(place)
        if place.is_dir():
            return query if place == self._root else replace(query, folder=place)
        if not place.is_file():
            raise InvalidQuery("path", f"there is no file or folder {path} in {self._root}")
        if query.include:
            raise InvalidQuery("include", f"goes with a folder, and {path} is a file; give one of the two")
        return replace(query, include=(path_glob(place.resolve().relative_to(self._root).as_posix()),))

    def _found(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        try:
            return self._workspace.search(query, cancel)
        except InvalidQuery as error:
            if error.field != "mode":
                raise
            raise InvalidQuery("embedding.model", "there is none to compare with; use search_code") from error

    async def _ask(self, question: Callable[[CancelToken], str]) -> str:
        """Answer on a thread that a cancelled request, or the end of the input, leaves behind and stops."""
        cancel = CancelToken()
        try:
            return await to_thread.run_sync(question, cancel, abandon_on_cancel=True)
        except InvalidQuery as error:
            raise ToolError(
                "; ".join(f"{render.argument(field)}: {reason}" for field, reason in error.problems)
            ) from error
        except UnknownRoot as error:
            raise ToolError(f"path: {error.path} lies outside the root {self._root}") from error
        except CodebaseError as error:
            raise ToolError(str(error)) from error
        finally:
            cancel.cancel()

    def _below(self, path: str) -> Path:
        return Path(os.path.normpath(self._root / path))
