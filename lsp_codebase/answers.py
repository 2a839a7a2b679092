"""The questions to an index, for any answerer: this process, or another one that has it open."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from lsp_codebase.model import (
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


class Answers(Protocol):
    """The questions about the folders of one client. Every question may block; any thread may ask.

    Each raises `InvalidQuery` for a bad field, `UnknownRoot` for a path outside every folder, and `Cancelled`.
    """

    @property
    def roots(self) -> tuple[Path, ...]:
        """The roots in the client's order."""
        ...

    def search(self, query: SearchQuery, cancel: CancelToken) -> SearchAnswer:
        """Search the folder that `query.folder` lies in, or all of them, merged by score."""
        ...

    def similar(self, query: SimilarQuery, cancel: CancelToken) -> SearchAnswer:
        """Search the folder that a file lies in for code like some of its lines."""
        ...

    def symbols(
        self,
        pattern: str,
        cancel: CancelToken,
        active_path: Path | None = None,
        limit: int | None = None,
        folder: Path | None = None,
    ) -> SymbolAnswer:
        """Return the symbols that match the typed text, best first: of a directory, or of all folders."""
        ...

    def definitions(self, query: DefinitionQuery, cancel: CancelToken) -> SymbolAnswer:
        """Return the definitions of a name, likeliest first, or the one around a line."""
        ...

    def calls(self, query: CallQuery, cancel: CancelToken) -> CallAnswer:
        """Return the callers or callees of a definition."""
        ...

    def history(self, query: HistoryQuery, cancel: CancelToken) -> HistoryAnswer:
        """Return the commits that touched a place or fit a text: of the folder that the place lies in, or of all."""
        ...

    def symbols_in(self, path: Path, cancel: CancelToken) -> FileSymbols:
        """Return the symbols of one file, or of the document that is open in its place, in file order."""
        ...

    def tree(self, path: Path | None, query: TreeQuery, cancel: CancelToken) -> TreeAnswer:
        """Return the tree of a directory, or of every folder."""
        ...

    def kind_of(self, path: Path) -> EntryKind | None:
        """Return whether a path names a file or a directory, links followed; None where nothing is there."""
        ...

    def list_directory(self, path: Path, page: int = 1, page_size: int = 500) -> Page:
        """Return one page of a directory's entries."""
        ...

    def list_files(self, path: Path | None, query: FilesQuery, cancel: CancelToken) -> FileList:
        """Return files below a directory or all folders, files before sub-directories, ignored ones left out."""
        ...

    def read_file(self, path: Path, span: Span | None = None, max_chars: int = 200_000) -> FileText:
        """Return the text of a file as it is open or on disk, or of a span of it, unless it may hold secrets."""
        ...

    def status(self, root: Path | None = None, question: str | None = None) -> list[IndexStatus]:
        """Return the full status of one folder or of all; files about a `question` are indexed first."""
        ...

    def reindex(self, root: Path | None = None, *, resume: bool = False) -> None:
        """Build the index of one folder, or of all, again in the background: from nothing, or from the present one.

        Raises:
            IndexUnavailable: where an index cannot be built anew here.
        """
        ...

    def clear(self, root: Path | None, cancel: CancelToken) -> None:
        """Delete the index of one folder, or of all; nothing is indexed before `reindex`, or the next start.

        Raises:
            IndexUnavailable: where an index cannot be deleted here.
        """
        ...

    def doctor(self, root: Path | None, cancel: CancelToken, *, repair: bool = False) -> list[Check]:
        """Check the index of one folder, or of all, and repair it if asked to."""
        ...

    def close(self) -> None:
        """End the asking, and everything that only this asker needed."""
        ...


class Folders(Answers, Protocol):
    """Answers about folders that come and go."""

    def add_folder(self, root: Path) -> None:
        """Open one more folder."""
        ...

    def remove_folder(self, root: Path) -> None:
        """Close a folder."""
        ...
