"""Fixed-form Fortran, made readable for a grammar of the free form without moving a byte."""

from __future__ import annotations

import re

EXTENSIONS = (".f", ".for", ".f77", ".ftn", ".fpp")

_COMMENT = re.compile(rb"^[cC*](?=[^\n]*$)", re.MULTILINE)
# The character before the line end gives way to the mark of continuation; a comma lost there is one error node.
_CONTINUED = re.compile(rb"[^\n](?=(?:\n[!][^\n]*)*\n     [^ 0\n])")
_CONTINUATION = re.compile(rb"^     [^ 0\n]", re.MULTILINE)


def as_free_form(source: bytes) -> bytes:
    """Return `source` of the same length with `!` for comment letters and `&` for continuations."""
    marked = _COMMENT.sub(b"!", source)
    marked = _CONTINUED.sub(b"&", marked)
    return _CONTINUATION.sub(b"     &", marked)
