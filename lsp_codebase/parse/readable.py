"""Source made readable for a grammar that does not know its dialect, without moving a byte.

Only what the parser sees is changed; texts, names and places come from the file as it is.
"""

from __future__ import annotations

import re

_FIXED_FORM = (".f", ".for", ".f77", ".ftn", ".fpp")
_FORTRAN_COMMENT = re.compile(rb"^[cC*](?=[^\n]*$)", re.MULTILINE)
# A line that the next one continues gets `&` at its end; room for it is a blank beside punctuation, else the last
# letter of the last word.
_CONTINUED = re.compile(rb"^([^\n]*)(?=(?:\n[!][^\n]*)*\n     [^ 0\n])", re.MULTILINE)
_ROOM = (re.compile(rb"(?<=[,(=+*/ -]) (\S+)$"), re.compile(rb" (\W+)$"), re.compile(rb"\w([^\w\s]?)$"))
_CONTINUATION = re.compile(rb"^     [^ 0\n]", re.MULTILINE)

# `class EXPORT_MACRO Name {` reads as a function of type `class EXPORT_MACRO`; a namespace macro joins the next line.
_EXPORT_MACRO = re.compile(
    rb"\b(class|struct)([ \t]+[A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?)"
    rb"(?=\s+[A-Za-z_]\w*(?:<[^<>{};]*>)?\s*(?:final\s*)?[:{;])"
)
_NAMESPACE_MACRO = re.compile(
    rb"^[ \t]*(?:\w*(?:BEGIN|END|OPEN|CLOSE)_NAMESPACE\w*|\w*NAMESPACE_(?:BEGIN|END|OPEN|CLOSE)"
    rb"|Q_(?:OBJECT|GADGET))[ \t]*$",
    re.MULTILINE,
)

# The Haskell grammar takes everything from `#else` to `#endif` for one token; as comments the directives hide nothing.
_HASKELL_DIRECTIVE = re.compile(rb"^#[a-z]", re.MULTILINE)


def make_readable(grammar: str, path: str, source: bytes) -> bytes:
    """Return `source`, or a text of the same length and lines that its grammar understands better."""
    if grammar in ("cpp", "cuda"):
        return _without_macros(source)
    if grammar == "fortran" and path.lower().endswith(_FIXED_FORM):
        return _as_free_form(source)
    if grammar == "haskell":
        return _HASKELL_DIRECTIVE.sub(b"--", source)
    return source


def _without_macros(source: bytes) -> bytes:
    """Blank out macros that stand where no word may stand."""
    if b"NAMESPACE" in source or b"Q_" in source:
        source = _NAMESPACE_MACRO.sub(lambda match: b" " * len(match[0]), source)
    return _EXPORT_MACRO.sub(lambda match: match[1] + b" " * len(match[2]), source)


def _as_free_form(source: bytes) -> bytes:
    """Write `!` for the comment letters and `&` for the continuations of fixed-form Fortran."""
    marked = _FORTRAN_COMMENT.sub(b"!", source)
    marked = _CONTINUED.sub(lambda match: _continue(match[1]), marked)
    return _CONTINUATION.sub(b"     &", marked)


def _continue(line: bytes) -> bytes:
    """Return `line` of the same length with `&` at its end."""
    if line.startswith(b"!") or not line:
        return line
    for pattern in _ROOM:
        if pattern.search(line):
            return pattern.sub(rb"\1&", line)
    return line[:-1] + b"&"
