"""The texts of chunks, which follow from a file and the first lines of its chunks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lsp_codebase.parse.decoding import SourceText
from lsp_codebase.parse.limits import ParseLimits

_DEFAULT_LIMITS = ParseLimits()


def chunk_texts(source: SourceText, starts: Sequence[int], limits: ParseLimits = _DEFAULT_LIMITS) -> list[str]:
    """Return the lines of each chunk as they are shown."""
    text, most = source.text, limits.max_shown_line_chars
    places = [source.offsets[start] for start in starts] + [source.offsets[-1]]
    texts = [text[first : last - 1] for first, last in pairwise(places)]
    return [shown if len(shown) <= most else "\n".join(line[:most] for line in shown.split("\n")) for shown in texts]
