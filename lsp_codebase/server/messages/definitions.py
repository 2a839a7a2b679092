"""The messages of `codebase/symbols`, `codebase/definitions` and `codebase/fileSymbols`."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen
from lsprotocol.types import ProgressToken, Range, TextDocumentIdentifier

from lsp_codebase.model import Visibility, bounds
from lsp_codebase.server.messages.index_state import IndexStatus


@frozen
class SymbolsParams:
    """`codebase/symbols`."""

    query: str
    """The typed part of a name, read as by `workspace/symbol`, operators and a leading `?` included."""
    limit: int | None = field(default=None, metadata={"within": bounds.SYMBOLS})
    """Most symbols in the answer. Without it: the setting `symbols.maxResults`."""
    folder: str | None = None
    """URI of a directory inside a workspace folder: only its definitions."""
    text_document: TextDocumentIdentifier | None = None
    """The document the user is in; decides between equals. Any document will do, as with `hybridSearch`."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications."""


@frozen
class DefinitionsParams:
    """`codebase/definitions`. Give a `name`, or a `uri` and a `line`."""

    name: str | None = None
    """The whole name, with a qualifier or not: `get`, `Client.get`. A type has what its nearest base defines."""
    uri: str | None = None
    """URI of a file or a directory: only the definitions in it."""
    line: int | None = None
    """A line of the file, from 0, in place of a name: the innermost definition around it."""
    limit: int = field(default=20, metadata={"within": bounds.HITS})
    """Most definitions."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications."""


@frozen
class Definition:
    """A definition in a file."""

    name: str
    """Its name."""
    kind: int
    """Its LSP `SymbolKind`."""
    range: Range
    """The whole definition, from its first decorator or keyword."""
    selection_range: Range
    """Its name."""
    container: str | None = None
    """The definitions that enclose it, outermost first, joined by dots."""
    visibility: str | None = field(default=None, metadata={"one_of": Visibility})
    """Who may use it, where its language says so."""
    is_test: bool | None = None
    """`true`: it is a test."""
    is_declaration: bool | None = None
    """`true`: it only declares a definition that stands elsewhere."""
    is_deprecated: bool | None = None
    """`true`: its source says that it should not be used any more."""


@frozen
class SymbolHit:
    """A definition whose name fits."""

    uri: str
    """URI of its file."""
    definition: Definition
    """The definition."""
    language: str
    """The language of its file."""
    score: float
    """0 to 1; compare it within one answer only."""


@frozen
class SymbolsResult:
    """The answer of `codebase/symbols`."""

    hits: Sequence[SymbolHit]
    """Best first."""
    truncated: bool
    """Whether more match than were asked for."""
    index: IndexStatus
    """The index that the answer came from; of several folders, the least complete one."""
    notes: Sequence[str] | None = None
    """Remarks on the reading of the query, a sentence each. Absent when there is nothing to say."""


@frozen
class FileSymbolsParams:
    """`codebase/fileSymbols`."""

    uri: str
    """URI of the file."""


@frozen
class FileSymbolsResult:
    """The answer of `codebase/fileSymbols`."""

    definitions: Sequence[Definition]
    """All indexed definitions of the file, in its order; unsaved text included. None for a file that is not indexed."""
    index: IndexStatus
    """The index that the answer came from."""
