r"""Paths as Windows writes them, `src\net\a.py`: with "/" they are read as all others are."""

from __future__ import annotations

import re

# One backslash parts the folders, or two do where the text was put into JSON. Each path begins where a word does: tried
# at every character, a long word would take quadratic time.
_PATH = re.compile(
    r"(?<![\w.@~+/\\-])"
    r"(?:(?:[A-Za-z]:|\\\\[\w.$-]+|\.{1,2})(?P<by>\\\\?)[\w.@~+-]+(?:(?P=by)[\w.@~+-]+)*"
    r"|[\w-][\w.@~-]*(?P<between>\\\\?)(?:[\w.@~-]+(?P=between))*[\w.@~-]*[\w~-]\.[A-Za-z]\w{0,9})"
)
_DOUBLED, _ANY = re.compile(r"\\{2,}"), re.compile(r"\\+")


def slashed(text: str) -> str:
    r"""Return a text with the paths of Windows in it parted by "/"; relative ones must end with a file.

    Where `\n` is the end of a line in it, each backslash of a path is written as two.
    """
    if "\\" not in text:
        return text
    parting = _DOUBLED if r"\n" in _PATH.sub("", text) else _ANY
    return _PATH.sub(lambda path: parting.sub("/", path[0]), text)
