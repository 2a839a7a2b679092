"""How far parsing may go."""

from __future__ import annotations

from dataclasses import dataclass

PARSE_TIMEOUT_MS = 2_000


@dataclass(frozen=True, slots=True)
class ParseLimits:
    """Bounds of one `parse_file` call.

    `max_chars` is the size of a chunk: 1,200 measured best for retrieval (below 1,000 and above 1,500 the file
    quality falls). `timeout_ms` bounds the grammar and all that looks at its tree (CPU time); past it the file is cut
    by lines. A file with a line over `max_line_chars` may be minified. `max_shown_line_chars` bounds how much of one
    line a chunk shows. Nodes that lie deeper than `max_depth` make neither symbols nor cuts.
    """

    max_chars: int = 1_200
    timeout_ms: int = PARSE_TIMEOUT_MS
    max_line_chars: int = 5_000
    max_shown_line_chars: int = 20_000
    max_depth: int = 1_000
