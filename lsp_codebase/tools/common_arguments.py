"""Arguments that several tools take, with the words that a model reads about them, and their ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import bounds
from lsp_codebase.tools.schemas import Described

Limit = Annotated[int, Described("Most results")]
MaxTokens = Annotated[int, Described("Budget")]
Languages = Annotated[Sequence[str], Described('Only these, by name or file ending: ["python", "ts"]')]
Include = Annotated[Sequence[str], Described('Only paths that match a glob: ["src/**"]')]
Exclude = Annotated[Sequence[str], Described('Leave out paths that match a glob: ["**/tests/**"]')]
FolderPath = Annotated[str, Described("A folder")]
FilePath = Annotated[str, Described("A file")]
Within = Annotated[str, Described("Only in this folder or file")]

_TOKENS = bounds.Bounds(1, 50_000)


def check_lines(start_line: int | None, end_line: int | None) -> None:
    """Raise `InvalidQuery` for lines that end before they begin."""
    if start_line is not None and end_line is not None and end_line < start_line:
        raise InvalidQuery("end_line", f"must not be before start_line ({start_line})")


def bytes_of(max_tokens: int) -> int:
    """Return a budget in bytes of UTF-8; raises `InvalidQuery` for one that is none."""
    _TOKENS.check("max_tokens", max_tokens)
    return max_tokens * bounds.BYTES_PER_TOKEN
