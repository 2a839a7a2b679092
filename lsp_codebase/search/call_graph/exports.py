"""The lists by which a file hands names on, `__all__` and `export { ... }` among them: they name, and use nothing.

They are looked for around a line that names something: to go through whole files takes six times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_MOST_LINES = 100  # of one list, above a line
_MAY_BEGIN = re.compile(
    r"import|require|include|export|Export|EXPORT|__all__|\b(?:alias|extern|module|open|provide|pub|use|using)\b"
)
_MAY_GO_ON = re.compile(r"[\s\w$@#\"',:.*/!(){}\[\]-]*")

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


def begun(lines: Sequence[str], line: int) -> int | None:
    """Return the line where an import or list of exports may begin that goes on to a line; None for plain code."""
    for at in range(line, max(line - _MOST_LINES, -1), -1):
        if _MAY_BEGIN.search(lines[at]):
            return at
        if not _MAY_GO_ON.fullmatch(lines[at]):
            break
    return None
