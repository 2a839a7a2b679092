"""Names of the code in a question, written in small letters or with one wrong letter, read as they are spelled.

"how does expandalias treat a definition", "why does CrashHanlder reset the hook".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from lsp_codebase.indexes import Segment
from lsp_codebase.parse import joined, split_identifier, tokenize
from lsp_codebase.search.query.misspelled import MOST_UNKNOWN, one_letter_off
from lsp_codebase.search.query.query_words import STOP_WORDS
from lsp_codebase.search.ranking.lexical import frequencies, stands_as_name

_MOST_NAMES = 3
# No part of a longer name, a path or a quotation.
_NAME = re.compile(r"(?<![\w$.`'\"/\\@#:-])[A-Za-z]\w{5,50}(?![\w$`/\\@:(-]|\.\w|'\w)")
_CODE = re.compile(r"[{}\[\];=<>\n]")


def as_spelled(
    text: str, segments: Sequence[Segment], knows: Callable[[str], bool], spelling: Callable[[str], str | None]
) -> tuple[str, list[str]]:
    """Return a question with its names as the code spells them, and notes on those that stand nowhere.

    A word that the code holds, or that has a meaning to the model (`knows`), is a word. `spelling` tells what is called
    by some letters.
    """
    read: dict[str, str] = {}
    notes: list[str] = []
    unknown = 0
    for word in dict.fromkeys(() if _CODE.search(text) else _NAME.findall(text)):
        letters, is_plain = "".join(split_identifier(word)), word.isalpha() and word[1:].islower()
        if len(read) == _MOST_NAMES or word.isupper() or word.lower() in STOP_WORDS:
            continue
        if is_plain and frequencies(segments, tokenize(word)).all():
            continue
        if stands_as_name(segments, word):
            name = spelling(letters) if is_plain else None
        elif unknown == MOST_UNKNOWN or (is_plain and knows(word.lower())):
            continue
        else:
            unknown += 1
            if name := _nearest(letters, segments, spelling):
                notes.append(f"“{word}” stands nowhere: read as “{name}”")
        if name:
            read[word] = name
    return (_NAME.sub(lambda match: read.get(match[0], match[0]), text) if read else text), notes


def _nearest(letters: str, segments: Sequence[Segment], spelling: Callable[[str], str | None]) -> str | None:
    """Return the name in most chunks that differs by one letter. Another number is another name."""
    digits = [*filter(str.isdigit, letters)]
    others = [other for other in dict.fromkeys(one_letter_off(letters)) if [*filter(str.isdigit, other)] == digits]
    counts = frequencies(segments, [joined([other]) for other in others])
    return spelling(others[int(counts.argmax())]) if counts.any() else None
