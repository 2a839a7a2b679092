"""The texts of chunks, which follow from a file and the first lines of its chunks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lsp_codebase.parse.decoding import SourceText
from lsp_codebase.parse.limits import ParseLimits

_DEFAULT_LIMITS = ParseLimits()


def chunk_texts(source: SourceText, starts: Sequence[int], limits: ParseLimits = _DEFAULT_LIMITS) -> list[str]:
    """Return the lines of each chunk as they are shown."""
    text = source.text
    places = [source.offsets[start] for start in starts] + [source.offsets[-1]]
    texts = [text[first : last - 1] for first, last in pairwise(places)]
    return [shown_text(one, limits) for one in texts]


def shown_text(text: str, limits: ParseLimits = _DEFAULT_LIMITS) -> str:
    """Return lines as they are shown: of a very long one the beginning."""
    most = limits.max_shown_line_chars
    return text if len(text) <= most else "\n".join(line[:most] for line in text.split("\n"))
