"""What SQL of dbt defines: its macros, read as routines, since the grammar knows no templates, and its models.

As in `sql_dialects`, no byte moves, and a routine is read as `SET name="..."`.
"""

from __future__ import annotations

import re

from lsp_codebase.model import Span, Symbol, SymbolKind
from lsp_codebase.parse.blanks import blank

_HEAD = re.compile(rb"\{%[-+]?[ \t]*(macro|materialization|snapshot|test)[ \t]+(\w+)")
_ENDS = {
    kind: re.compile(rb"\{%%[-+]?[ \t]*end%b[ \t]*[-+]?%%\}" % kind)
    for kind in (b"macro", b"materialization", b"snapshot", b"test")
}
_OF_MODEL = re.compile(r"\{\{[^{}]{0,400}?\b(?:config|ref|source)\s*\(")
_OF_OTHERS = re.compile(r"\{%[-+]?\s*(?:macro|materialization|snapshot|test)\s")


def model_of(path: str, text: str) -> Symbol | None:
    """Return the model that a file of dbt is: others name it `ref('carts')`, by the name of the file."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    if not name.isidentifier() or not _OF_MODEL.search(text) or _OF_OTHERS.search(text):
        return None
    lines = text.rstrip().split("\n")
    last = len(lines) - 1
    return Symbol(name, SymbolKind.Struct, Span(0, 0, last, len(lines[last].encode())), Span(0, 0, 0, 0))


def without_macros_of_templates(source: bytes) -> bytes:
    """Return a text in which each macro is an assignment to its name, down to the first that has no end."""
    parts: list[bytes] = []
    done = 0
    for head in _HEAD.finditer(source):
        if head.start() < done:
            continue
        end = _ENDS[head[1]].search(source, head.end())
        if end is None:
            break
        before = source[head.start() : head.start(2)]
        text = blank(source[head.end() : end.end()])
        parts += [source[done : head.start()], b"SET" + blank(before[3:]), head[2], b'="', text[2:-2], b'";']
        done = end.end()
    return b"".join([*parts, source[done:]])
