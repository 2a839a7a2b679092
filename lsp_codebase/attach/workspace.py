"""Folders whose index another process has open: each question is one request to it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lsp_codebase import __version__
from lsp_codebase.attach import decode_answers, decode_files, encode
from lsp_codebase.attach.connection import Connection
from lsp_codebase.attach.frames import Wire
from lsp_codebase.config import SECTION
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import (
    UNCANCELLED,
    CallAnswer,
    CallQuery,
    CancelToken,
    Check,
    DefinitionQuery,
    EntryKind,
    FileList,
    FilesQuery,
    FileSymbols,
    FileText,
    HistoryAnswer,
    HistoryQuery,
    IndexStatus,
    Page,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Span,
    SymbolAnswer,
    TreeAnswer,
    TreeQuery,
)


class AttachedWorkspace:
    """`Answers` from the process at the other end of a wire; see there. After its end each question is `HostEnded`."""

    def __init__(
        self,
        wire: Wire,
        roots: Sequence[Path],
        options: Mapping[str, Any],
        name: str,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Open folders, given without links. `name` is the asker, for people; `options` are settings of its own.

        `tell` is given the host's warnings for the user, such as settings that do not hold, before the first answer.

        Raises:
            HostEnded, CodebaseError: if the other end refuses us.
        """
        self.roots = tuple(roots)
        self._host = Connection(wire, tell)
        params = {
            "processId": os.getpid(),
            "clientInfo": {"name": name, "version": __version__},
            "capabilities": {"general": {"positionEncodings": ["utf-8"]}},
            "workspaceFolders": [*map(_folder, roots)],
            "initializationOptions": {SECTION: _of_client(options)},
        }
        try:
            self._host.request("initialize", params)
            self._host.notify("initialized", {})
        except BaseException:
            self.close()
            raise

    def add_folder(self, root: Path) -> None:
        """Open one more folder."""
        if root not in self.roots:
            self.roots = (*self.roots, root)
            self._change_folders(added=[_folder(root)], removed=[])

    def remove_folder(self, root: Path) -> None:
        """Close a folder."""
        if root in self.roots:
            self.roots = tuple(one for one in self.roots if one != root)
            self._change_folders(added=[], removed=[_folder(root)])

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        """Search the folders."""
        return decode_answers.search_answer(self._ask("hybridSearch", encode.search_params(query), cancel))

    def similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        """Search for code like some lines of a file."""
        with _field("textDocument.uri"):
            return decode_answers.search_answer(self._ask("similar", encode.similar_params(query), cancel))

    def symbols(
        self,
        pattern: str,
        cancel: CancelToken,
        active_path: Path | None = None,
        limit: int | None = None,
        folder: Path | None = None,
    ) -> SymbolAnswer:
        """Return the symbols that match the typed text, best first."""
        active = encode.document(active_path)
        params = encode.given(query=pattern, limit=limit, folder=encode.uri(folder), textDocument=active)
        return decode_answers.symbol_answer(self._ask("symbols", params, cancel))

    def definitions(self, query: DefinitionQuery, cancel: CancelToken) -> SymbolAnswer:
        """Return the definitions of a name, or the one around a line."""
        return decode_answers.symbol_answer(self._ask("definitions", encode.definitions_params(query), cancel))

    def calls(self, query: CallQuery, cancel: CancelToken) -> CallAnswer:
        """Return the callers or callees of a definition."""
        asked = {"relation": query.relation.value, **encode.definitions_params(query)}
        return decode_answers.call_answer(self._ask("calls", asked, cancel))

    def history(self, query: HistoryQuery, cancel: CancelToken) -> HistoryAnswer:
        """Return the commits that touched a place or fit a text."""
        with _field("textDocument.uri"):
            return decode_answers.history_answer(self._ask("history", encode.history_params(query), cancel))

    def symbols_in(self, path: Path, cancel: CancelToken) -> FileSymbols:
        """Return the symbols of one file in file order."""
        return decode_answers.file_symbols(self._ask("fileSymbols", {"uri": encode.uri(path)}, cancel))

    def tree(self, path: Path | None, query: TreeQuery, cancel: CancelToken) -> TreeAnswer:
        """Return the tree of a directory, or of every folder."""
        return decode_files.tree_answer(self._ask("directoryTree", encode.tree_params(path, query), cancel))

    def kind_of(self, path: Path) -> EntryKind | None:
        """Return whether a path names a file or a directory; the host is on this machine, and need not be asked."""
        return EntryKind.at(path)

    def list_directory(self, path: Path, page: int = 1, page_size: int = 500) -> Page:
        """Return one page of a directory's entries."""
        params = {"uri": encode.uri(path), "page": page, "pageSize": page_size}
        return decode_files.page(self._ask("listDirectory", params))

    def list_files(self, path: Path | None, query: FilesQuery, cancel: CancelToken) -> FileList:
        """Return files below a directory or all folders."""
        return decode_files.file_list(self._ask("listFiles", encode.files_params(path, query), cancel))

    def read_file(self, path: Path, span: Span | None = None, max_chars: int = 200_000) -> FileText:
        """Return the text of a file as it is open or on disk, or of a span of it."""
        where = span and encode.range_of(span)
        params = encode.given(uri=encode.uri(path), range=where, maxChars=max_chars)
        return decode_files.file_text(self._ask("readFile", params))

    def status(self, root: Path | None = None, question: str | None = None) -> list[IndexStatus]:
        """Return the full status of one folder or of all."""
        params = encode.given(folder=encode.uri(root), question=question)
        return [*map(decode_answers.index_status, self._ask("status", params))]

    def reindex(self, root: Path | None = None, *, resume: bool = False) -> None:
        """Build the index again in the background."""
        self._ask("reindex", encode.given(folder=encode.uri(root), resume=resume))

    def clear(self, root: Path | None, cancel: CancelToken) -> None:
        """Delete the index."""
        self._ask("clear", encode.given(folder=encode.uri(root)), cancel)

    def doctor(self, root: Path | None, cancel: CancelToken, *, repair: bool = False) -> list[Check]:
        """Check the index, and repair it if asked to."""
        return decode_answers.checks(self._ask("doctor", encode.given(folder=encode.uri(root), repair=repair), cancel))

    def close(self) -> None:
        """Leave the host, which sees the end of the connection."""
        self._host.close()

    def _change_folders(self, **event: object) -> None:
        self._host.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    def _ask(self, request: str, params: Mapping[str, Any], cancel: CancelToken = UNCANCELLED) -> Any:
        return self._host.request(f"codebase/{request}", params, cancel)


def _folder(root: Path) -> dict[str, Any]:
    return {"uri": encode.uri(root), "name": root.name}


def _of_client(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options without those of the log, which belong to a process, not to an asker."""
    return {key: value for key, value in options.items() if not key.startswith("log.")}


@contextmanager
def _field(name: str) -> Iterator[None]:
    """Rename the field of an error from `uri`, the core's word, to the one of the request."""
    try:
        yield
    except InvalidQuery as error:
        problems = [("uri" if field == name else field, reason) for field, reason in error.problems]
        raise InvalidQuery(*problems[0], *problems[1:]) from error
