"""Plain lines of `#define NAME value`: read as they stand, blanks for the parser.

They make two of three symbols of a kernel. A tree of them says no more than the lines do and takes ten times as long;
among the values of an `enum` they are errors to the grammar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lsp_codebase.parse.blanks import blank

_GRAMMARS = frozenset({"c", "cpp", "cuda", "objc"})
_FIRST = b"\n#define"
_LINES = re.compile(rb"(?:#define[ \t]+(?!_\b)[A-Za-z_]\w*(?:[ \t][\t -.0-\[\]-~]*)?\n){1,1000}")
"""In ASCII, without any beginning of a comment or of a continuation. Each line takes memory until all are found."""
_RAW_STRING = b'R"'  # a raw string may hold such lines


@dataclass(frozen=True, slots=True)
class Constants:
    """Lines one below the other that each define a constant: from which byte to which, line ends included, and row."""

    start: int
    end: int
    row: int

    @property
    def name_start(self) -> int:
        """Orders definitions that begin together; none begins with these."""
        return self.start


def without_constants(grammar: str, source: bytes, readable: bytes) -> tuple[bytes, list[Constants]]:
    """Return `readable`, which the parser sees for `source`, with blanks for lines that define constants; and these."""
    if grammar not in _GRAMMARS or b"#define" not in source or _RAW_STRING in source:
        return readable, []
    found: list[Constants] = []
    parts: list[bytes] = []
    done = row = 0
    opened = closed = -2  # where the last comment above begins and ends
    at = source.find(_FIRST)
    while at >= 0:
        lines = _LINES.match(source, at + 1) if source[at - 1 : at] != b"\\" else None
        if lines is None:
            at = source.find(_FIRST, at + len(_FIRST))
            continue
        start, end = lines.span()
        opened = max(opened, source.rfind(b"/*", done, start))
        closed = max(closed, source.rfind(b"*/", done, start))
        row += source.count(b"\n", done, start)
        if opened < 0 or closed > opened + 1:
            found.append(Constants(start, end, row))
            parts += [readable[done:start], blank(lines[0])]
        else:
            parts.append(readable[done:end])
        row += lines[0].count(b"\n")
        done = end
        at = source.find(_FIRST, end - 1)
    return (b"".join([*parts, readable[done:]]) if found else readable), found
