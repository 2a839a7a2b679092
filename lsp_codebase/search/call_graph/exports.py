"""The lists by which a file hands names on, `__all__` and `export { ... }` among them: they name, and use nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Each begins with a word of its own and ends at the first bracket that code could stand behind.
_EXPORT = re.compile(
    r"\bexport[ \t]+(?:type[ \t]+)?\{[^{}]*|\bexport[ \t]*\*[^\n;]*|\bexport[ \t]+default[ \t]+[\w$]+[ \t]*(?:;|$)"
    r"|(?<![\w$.])(?:module\.)?exports(?:\.[\w$]+)?[ \t]*=[ \t]*(?:\{[^{}]*|[\w$.]+[ \t]*(?:;|$))"
    r"|^__all__\b[^\[(\n]*[\[(]+[^\])]*"
    r"|^[ \t]*pub(?:\([^()\n]*\))?[ \t]+use\b[^;]*"
    r"|^(?:port[ \t]+)?module[ \t]+[\w.']+\s*(?:exposing\s*)?\((?:[^()]|\([^()]*\))*"  # Haskell, Elm
    r"|^-export(?:_type)?\([^()]*"  # Erlang
    r"|^[ \t]*export[ \t]+(?:-f[ \t]+)?[\w!]+(?:[ \t,]+[\w!]+)*[ \t]*$"  # Julia, Nim, shells
    r"|@EXPORT\w*[ \t]*=[ \t]*(?:qw)?\W[^()\[\]{}/;]*"  # Perl
    r"|\((?::?export|provide)\b[^()]*"  # Lisp
    r"|^[ \t]*Export-ModuleMember\b[^\n]*",
    re.MULTILINE,
)


def exports(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text that look so, in order; of an object what stands before the first brace in it."""
    return (found.span() for found in _EXPORT.finditer(text))
