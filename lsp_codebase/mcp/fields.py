"""Arguments that several tools take, with the words that a model reads about them, and their ranges."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from lsp_codebase.mcp.replies import CHARS_A_TOKEN
from lsp_codebase.model import bounds

Limit = Annotated[int, Field(description="Most results")]
MaxTokens = Annotated[int, Field(description="Budget of the answer")]
Languages = Annotated[list[str], Field(description='Only these, by name or file ending: ["python", "ts"]')]
Include = Annotated[list[str], Field(description='Only paths that match a glob: ["src/**"]')]
Exclude = Annotated[list[str], Field(description='Leave out paths that match a glob: ["**/tests/**"]')]
FolderPath = Annotated[str, Field(description="A folder")]
FilePath = Annotated[str, Field(description="A file")]
Within = Annotated[str, Field(description="Only in this folder or file")]

_TOKENS = bounds.Bounds(1, 50_000)


def chars_of(max_tokens: int) -> int:
    """Return a budget in characters; raises `InvalidQuery` for one that is none."""
    _TOKENS.check("max_tokens", max_tokens)
    return max_tokens * CHARS_A_TOKEN
