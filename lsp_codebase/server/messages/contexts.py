"""The messages of `codebase/context`."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen
from lsprotocol.types import ProgressToken, Range

from lsp_codebase.model import bounds
from lsp_codebase.server.messages.code_search import HybridSearchParams
from lsp_codebase.server.messages.index_state import IndexStatus


@frozen
class ChosenPlace:
    """A place that a user chose."""

    uri: str
    """URI of a file or a directory."""
    range: Range | None = None
    """Lines of the file; an empty range means the definition around it. Without it: the whole file."""


@frozen
class ContextParams:
    """`codebase/context`. Exactly one of `search` and `places` must be given."""

    search: HybridSearchParams | None = None
    """A search whose hits are shown. It is `thorough`; its `limit`, `cursor`, `pack`, `maxChars` and tokens have no
    effect."""
    places: Sequence[ChosenPlace] = ()
    """At most 100 places, in the order in which they are shown."""
    max_tokens: int = field(default=8_000, metadata={"within": bounds.CONTEXT_TOKENS})
    """Most tokens of the text, counted as 4 UTF-8 bytes each."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications."""


@frozen
class ContextResult:
    """The answer of `codebase/context`."""

    text: str
    """Markdown. Credentials in it are hidden as by `codebase/readFile`. Empty where a search found nothing."""
    tokens: int
    """About how many tokens the text has."""
    places: int
    """How many pieces of code the text shows."""
    truncated: bool
    """Whether something was cut or left out for want of room."""
    notes: Sequence[str] | None = None
    """Remarks on the reading of a search, a sentence each. Absent when there is nothing to say."""
    index: IndexStatus | None = None
    """The index that the hits of a search came from."""
