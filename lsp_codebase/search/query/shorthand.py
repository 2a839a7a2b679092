"""Shorthand of chats, read as the little words that it stands for: "retry w/o a delay b4 the 2nd try".

Of a sentence, that is: `a & b` alone may be code.
"""

from __future__ import annotations

import re

_STANDS_FOR = {
    "&": "and",
    "abt": "about",
    "b/c": "because",
    "b4": "before",
    "btwn": "between",
    "cld": "could",
    "pls": "please",
    "plz": "please",
    "shld": "should",
    "thru": "through",
    "thx": "thanks",
    "w/": "with",
    "w/o": "without",
    "wld": "would",
}
_SHORT = re.compile(rf"(?<!\S)(?<!operator )(?:{'|'.join(map(re.escape, sorted(_STANDS_FOR, reverse=True)))})(?!\S)")
_PLAIN_WORD = re.compile(r"(?<!\S)[A-Za-z]{2,}(?=[\s,.?!]|$)")
_FEWEST_WORDS = 3  # that are plain


def written_out(text: str) -> str:
    """Return a sentence of one line with its shorthand as words; any other text as it is."""
    if "\n" in text.strip() or not _SHORT.search(text) or len(_PLAIN_WORD.findall(text)) < _FEWEST_WORDS:
        return text
    return _SHORT.sub(lambda short: _STANDS_FOR[short[0]], text)
