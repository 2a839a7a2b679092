"""The messages of `codebase/hybridSearch` and `codebase/similar`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen
from lsprotocol.types import Location, Position, ProgressToken, Range, TextDocumentIdentifier

from lsp_codebase.model import Confidence, ContextKind, Effort, Mode, Pack, Relation, bounds
from lsp_codebase.server.messages.index_state import IndexStatus


@frozen
class Weights:
    """Weights of the two channels of a hybrid search, 0 or more and not both 0. Only their ratio counts."""

    lexical: float
    """Of the words."""
    vector: float
    """Of the meaning."""


@frozen
class HybridSearchParams:
    """`codebase/hybridSearch`."""

    query: str = field(metadata={"length": bounds.QUERY_LENGTH})
    """The query: a sentence, words, a name, a quoted text, a pattern, pasted code, a stack trace. It may hold
    operators such as `lang:python`."""
    limit: int = field(default=10, metadata={"within": bounds.HITS})
    """Most hits in this answer."""
    cursor: str | None = None
    """The `nextCursor` of an earlier answer to the same query and filters; asks for the hits that follow."""
    mode: Mode = Mode.AUTO
    """How the query is read."""
    weights: Weights | None = None
    """Rank by a weighted sum of both channels, each scaled by its best hit, and by nothing else."""
    languages: Sequence[str] = ()
    """Only these languages, by any of their names."""
    exclude_languages: Sequence[str] = ()
    """None of these languages. One that is in `languages` too is an error."""
    source_code_only: bool = False
    """Only languages that are code: no prose, data or configuration."""
    exclude_roles: Sequence[str] = ()
    """No files of these parts, as their paths tell: `test`, `example`, `docs`, `generated`, `vendored`,
    `translation`."""
    include: Sequence[str] = ()
    """Only files that one of these globs matches."""
    exclude: Sequence[str] = ()
    """No files that these globs match."""
    kinds: Sequence[str] = ()
    """Only code that holds definitions of these symbol kinds."""
    case_sensitive: bool | None = None
    """Whether the case of letters counts, in the modes `exact` and `regex`; without it, it does if the query has a
    capital. With `auto`, true asks for one of these two; with other modes it is an error."""
    whole_word: bool = False
    """Only matches that no letter (of any script), digit or `_` goes on before or behind, in the modes `exact` and
    `regex`. A literal that begins or ends with another sign is free at that end. With other modes as
    `caseSensitive`."""
    folder: str | None = None
    """URI of a directory: only files below it."""
    text_document: TextDocumentIdentifier | None = None
    """The document the user is in; decides between equals. It need not be a file, nor in a folder: editors send the
    document in front, an untitled buffer or a file of a library, too. An invalid URI is refused."""
    position: Position | None = None
    """Where the user is in `textDocument`; decides between equals."""
    open_documents: Sequence[str] = ()
    """URIs of the documents the user has open; decide between equals."""
    max_chars: int | None = field(default=None, metadata={"within": bounds.HIT_CHARS})
    """Most characters of `text`, `context` and the previews of `related`, of all hits together; a text is cut at a line
    end. Without it there is no limit, but with `pack: "context"` about 12,000 tokens. Of one line at most 20,000
    characters are shown."""
    pack: Pack = Pack.CHUNK
    """How much text comes with a hit."""
    explain: bool = False
    """Give the `signals` of each ranked hit."""
    effort: Effort = Effort.FAST
    """The permitted cost of the answer."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications."""
    partial_result_token: ProgressToken | None = None
    """Send the hits as `$/progress` notifications, at most 16 in each; the answer then has none."""


@frozen
class ContextPiece:
    """Whole lines of a hit's file that go with it and are part of no hit."""

    kind: str = field(metadata={"one_of": ContextKind})
    """Why they are shown."""
    range: Range
    """Where they are."""
    text: str
    """The lines."""


@frozen
class Related:
    """A definition that a hit calls, or that calls it."""

    relation: str = field(metadata={"one_of": Relation})
    """Its relation to the hit."""
    location: Location
    """Its place."""
    name: str
    """Its name."""
    kind: int
    """Its LSP `SymbolKind`."""
    preview: str
    """One line of it."""
    container: str | None = None
    """The definitions that enclose it, outermost first, joined by dots."""


@frozen
class TellingCommit:
    """An earlier commit that speaks for a hit; see `codebase/history` for more."""

    id: str
    """Its id, in full."""
    time: str
    """When it was made, as in `2026-01-31T09:00:00+00:00`."""
    subject: str
    """The first line of its message. Tokens and keys of known forms are hidden."""


@frozen
class Hit:
    """A place that answers the query. A hit without a definition has neither `name`, `kind` nor `container`."""

    location: Location
    """The place to show: whole lines."""
    language: str
    """Its language."""
    score: float
    """0 to 1; compare it within one answer only."""
    preview: str
    """Its most telling line, trimmed."""
    selection_range: Range | None = None
    """The name, when the definition begins in this hit: where to put the cursor."""
    name: str | None = None
    """The definition that the hit is, or lies in."""
    kind: int | None = None
    """Its LSP `SymbolKind`."""
    container: str | None = None
    """The definitions that enclose the definition, outermost first, joined by dots."""
    matches: Sequence[Range] | None = None
    """The places of the query in these lines, in order: up to 100 matches with `exact` and `regex`, of which the first
    is where to put the cursor; the name of a definition asked for by name; else up to 20 words of the query. Absent
    where it stands nowhere, as in hits that are near in meaning only, and in those of `similar`."""
    text: str | None = None
    """The lines of `location`, as far as `pack` and `maxChars` let them through."""
    signals: Mapping[str, float] | None = None
    """Each signal's addition to the score, with `explain`; they sum to it. For people: names change as ranking does."""
    context: Sequence[ContextPiece] | None = None
    """Other lines of the file that go with it, with `pack: "context"`."""
    copies: Sequence[Location] | None = None
    """The other places of the same code."""
    related: Sequence[Related] | None = None
    """Callers and callees of the first hits, with `pack: "context"`."""
    history: TellingCommit | None = None
    """Of the first hits found by words and meaning, with `pack: "context"` or `explain`: the commit that fits the query
    best among those that touched the file. Absent where none does."""


@frozen
class HybridSearchResult:
    """The answer of `codebase/hybridSearch` and of `codebase/similar`."""

    hits: Sequence[Hit]
    """Best first."""
    mode: str = field(metadata={"one_of": Mode})
    """The mode that found the hits, never `auto`; `symbol` where all are definitions of that name."""
    confidence: str = field(metadata={"one_of": Confidence})
    """How sure the answer is; of several folders, the surest."""
    truncated: bool
    """Whether a budget cut some text."""
    index: IndexStatus
    """The index that the answer came from; of several folders, the least complete one."""
    took_ms: float
    """Milliseconds the search took."""
    next_cursor: str | None = None
    """Asks for the next hits; absent only when there are none."""
    notes: Sequence[str] | None = None
    """Remarks, a sentence each: how the query was read, what changed since the page before. Absent when there
    is nothing to say."""
    total: int | None = None
    """The number of hits on all pages, of a question for all of a kind, such as "list all routes"."""


@frozen
class HybridSearchPart:
    """The `value` of a `$/progress` notification under `partialResultToken`."""

    hits: Sequence[Hit]
    """The next hits."""


@frozen
class SimilarParams:
    """`codebase/similar`. Exactly one of `position` and `range` must be given."""

    text_document: TextDocumentIdentifier
    """The file."""
    position: Position | None = None
    """A place in it: code like the definition around it."""
    range: Range | None = None
    """Lines of it: code like these. It may be given backwards."""
    limit: int = field(default=10, metadata={"within": bounds.HITS})
    """Most hits."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications."""
