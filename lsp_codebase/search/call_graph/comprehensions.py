"""Variables of comprehensions of Python, which stand behind their uses: `[cart.total() for cart in carts]`."""

from __future__ import annotations

import re

_LOOKED_AHEAD = 600  # letters
_FOR = re.compile(r"(?<![\w.])for\s+(?P<names>[\w\s,]+?)\s+in\b")
_WORD = re.compile(r"\w+")
_BOUND = re.compile(r"(?<![\w.])for\s+[\w\s,(]*\Z")
_LOOP = re.compile(r"\s*(?:async\s+)?for\b.*:")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


def bound_ahead(text: str, name: str, place: int) -> int | None:
    """Return where the comprehension around a place binds a name, None if none does: a loop ends with a colon."""
    depth, found = 0, None
    for at in range(place, min(place + _LOOKED_AHEAD, len(text))):
        letter = text[at]
        if letter in _OPENING:
            depth += 1
        elif letter in _CLOSING:
            depth -= 1
            if depth < 0:
                return found
        elif depth:
            continue
        elif letter == ":" and found is not None:
            return None
        elif letter == "f" and found is None and (loop := _FOR.match(text, at)):
            named = (one.start() for one in _WORD.finditer(loop["names"]) if one[0] == name)
            found = next((loop.start("names") + start for start in named), None)
    return None


def is_comprehended(line: str, character: int) -> bool:
    """Whether a comprehension binds the name at a place of a line: nothing behind it means that."""
    return _BOUND.search(line[:character]) is not None and _LOOP.match(line) is None
