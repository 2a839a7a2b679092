"""Questions to a codebase and the answers, free of any wire format. Paths are absolute here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from enum import Enum
from pathlib import Path

from lsp_codebase.model.narrowing import NOT_NARROWED, Narrowing
from lsp_codebase.model.status import IndexStatus
from lsp_codebase.model.symbol import Symbol, SymbolKind
from lsp_codebase.model.text import Position, Span


class Mode(str, Enum):
    """How a query is answered; AUTO lets the query decide."""

    AUTO = "auto"
    """The form of the query decides: quoted text is `exact`, one name is `symbol`, text that can only be a pattern is
    `regex`, anything else is `hybrid`."""
    HYBRID = "hybrid"
    """By words and by meaning, and by names where the query holds some."""
    LEXICAL = "lexical"
    """By words alone."""
    VECTOR = "vector"
    """By meaning alone; needs an embedding model."""
    SYMBOL = "symbol"
    """Definitions by name."""
    EXACT = "exact"
    """Lines that hold the text, whatever the case of letters if it holds no capital. Quotes around it are left off."""
    REGEX = "regex"
    """Lines that match the regular expression (RE2), whatever the case of letters if it holds no capital. A pattern
    with `\\n`, `(?s)`, `[\\s\\S]`, `\\A` or `\\z` is matched against whole files, and a hit is the lines of a match."""


class Confidence(str, Enum):
    """How sure an answer is. It tells what was found from what is only nearest; it does not promise the right place."""

    HIGH = "high"
    """What the query names is there, or one hit holds most of what it says."""
    LOW = "low"
    """Some of what the query says is in the code, but no hit holds most of it. Nothing is less than this while files
    are missing from the index."""
    NONE = "none"
    """Nothing was found, or most of what the query says stands nowhere in the code: the hits are only the nearest."""


class Pack(str, Enum):
    """How much text comes with a hit."""

    NONE = "none"
    """None: locations and previews only."""
    CHUNK = "chunk"
    """The text of the hit."""
    CONTEXT = "context"
    """The hit widened by the good chunks beside it, with `context`, and `related` for the first hits."""


class Effort(str, Enum):
    """The permitted cost of an answer."""

    FAST = "fast"
    """Milliseconds."""
    THOROUGH = "thorough"
    """The first hits of a `hybrid` answer are looked at again as `rerank.model` says: within a tenth of a second by
    what is built in, for seconds at most by a model."""


@dataclass(frozen=True, slots=True)
class Place:
    """A span of a file."""

    path: Path
    span: Span
    is_ascii: bool


class ContextKind(str, Enum):
    """Why some lines are shown beside a hit."""

    IMPORT = "import"
    """An import statement that the hit uses."""
    ENCLOSING = "enclosing"
    """The header of a definition that encloses the hit."""
    SIBLING = "sibling"
    """The header of a definition beside the hit."""


@dataclass(frozen=True, slots=True)
class ContextPiece:
    """Whole lines of a hit's file that are no part of any hit."""

    kind: ContextKind
    span: Span
    text: str


class Relation(str, Enum):
    """The relation of another definition to a hit."""

    CALLEE = "callee"
    """The hit calls it."""
    CALLER = "caller"
    """It calls the hit."""


@dataclass(frozen=True, slots=True)
class Related:
    """A definition that a hit calls, or that calls the hit."""

    relation: Relation
    place: Place
    name: str
    kind: SymbolKind
    container: str | None
    preview: str


@dataclass(frozen=True, slots=True)
class TellingCommit:
    """The commit that says most about a hit: of those that touched its file, the one that fits the query best.

    `time` is in seconds since 1970.
    """

    id: str
    time: int
    subject: str


def iso_time(seconds: int) -> str:
    """Return seconds since 1970 in ISO 8601, in UTC."""
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat()


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A hybrid search, already of the right types; `search.validate` checks ranges and names.

    `weights` is (lexical, vector). `include` and `exclude` are globs relative to the root. `folder` restricts to a
    directory inside the root. `case_sensitive` (None: if there is a capital) and `whole_word` are for literals and
    patterns. `active_path`, `active_position` and `open_paths` say where the user is. `narrowing` holds the filters
    from operators inside the text, which no longer holds them.
    """

    text: str
    limit: int = 10
    cursor: str | None = None
    mode: Mode = Mode.AUTO
    weights: tuple[float, float] | None = None
    languages: tuple[str, ...] = ()
    exclude_languages: tuple[str, ...] = ()
    source_code_only: bool = False
    exclude_roles: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    case_sensitive: bool | None = None
    whole_word: bool = False
    folder: Path | None = None
    active_path: Path | None = None
    active_position: Position | None = None
    open_paths: tuple[Path, ...] = ()
    max_chars: int | None = None
    pack: Pack = Pack.CHUNK
    explain: bool = False
    effort: Effort = Effort.FAST
    narrowing: Narrowing = NOT_NARROWED

    @property
    def is_free(self) -> bool:
        """Whether the form of the text alone says how it is answered: no mode and no weights do."""
        return self.mode is Mode.AUTO and not self.weights


@dataclass(frozen=True, slots=True)
class SimilarQuery:
    """A search for code like that of a span of a file; an empty span means the definition around it."""

    path: Path
    span: Span
    limit: int = 10


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer of a search, best first. `is_ascii` says that its columns need no conversion.

    `matches` are the places of the query in its lines, in order. `copies` are the places of the same code elsewhere.
    `context`, in line order, comes with `Pack.CONTEXT`; so do, for the first hits, `related` and, with `explain` too,
    `history`.
    """

    path: Path
    span: Span
    language: str
    score: float
    preview: str
    is_ascii: bool
    name: str | None = None
    kind: SymbolKind | None = None
    container: str | None = None
    name_span: Span | None = None
    matches: tuple[Span, ...] = ()
    text: str | None = None
    signals: Mapping[str, float] = field(default_factory=dict)
    context: tuple[ContextPiece, ...] = ()
    copies: tuple[Place, ...] = ()
    related: tuple[Related, ...] = ()
    history: TellingCommit | None = None


def spoken_kind(hit: Hit) -> str:
    """Return the kind of the definition a hit is named after; "" for a heading or a key: LSP calls them strings."""
    return hit.kind.spoken if hit.name and hit.kind and hit.kind is not SymbolKind.String else ""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The hits of one codebase. `mode` is how they were found, never AUTO; `truncated`: a budget cut something.

    `notes` tell the asker, a sentence each, of surprises: how the query was read, what changed since the page
    before. `total` is the number of all hits, of a question for all of a kind.
    """

    hits: tuple[Hit, ...]
    mode: Mode
    status: IndexStatus
    truncated: bool = False
    next_cursor: str | None = None
    took_ms: float = 0.0
    confidence: Confidence = Confidence.NONE
    notes: tuple[str, ...] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True)
class SymbolHit:
    """A symbol whose name matches the typed text; `score` is 0..1 and comparable within one answer."""

    path: Path
    symbol: Symbol
    language: str
    score: float
    is_ascii: bool


@dataclass(frozen=True, slots=True)
class FileSymbols:
    """The symbols of one file, or of the document that is open in its place, in file order."""

    symbols: tuple[Symbol, ...]
    status: IndexStatus


@dataclass(frozen=True, slots=True)
class SymbolAnswer:
    """Matching symbols, best first. `is_cut`: more match than were asked for. `notes` tell how the pattern was
    read, where that may surprise.
    """

    hits: tuple[SymbolHit, ...]
    status: IndexStatus
    is_cut: bool = False
    notes: tuple[str, ...] = ()
