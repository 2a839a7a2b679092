"""What a query asks for that is not here: an answer that does not say so would be taken for one about it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.indexes import Segment
from lsp_codebase.parse import words
from lsp_codebase.search.call_graph.definitions import OF_OPTION
from lsp_codebase.search.call_graph.test_code import is_test
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.intents.names.asked_names import asked_name
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.query.query_words import STOP_WORDS
from lsp_codebase.search.ranking.lexical import stands, stands_as_name
from lsp_codebase.symbols import parse_pattern

NEAREST = "nothing stands anywhere as it is written: looked for by words and meaning"
"""The note on a text that stands nowhere."""
_NO_TESTS = "no test of this was found"
_NOWHERE = "stands nowhere"
_BY_PARTS = "stands nowhere: looked for by its parts"

_MOST_NAMES = 3
_FEW_WORDS = 4  # "usages of cartTotal"
_MANY_WORDS = 24
_USED = re.compile(
    r"\s*(?:(?:are|do|does|is)\s+(?:anybody|anything|it|something|this|we|you|(?:our|the|this)\s+\w+)"
    r"\s+(?:already\s+)?(?:depend(?:ing|s)?\s+on|us(?:es?|ing))\s+(?P<used>[\w@/.-]+?)|is\s+(?P<name>[\w@/.-]+?)\s+used(?:\s+.{0,40})?)\s*\??\s*",
    re.IGNORECASE,
)
"""As in "do we use lodash?", "is lodash used anywhere"."""
_NAME = re.compile(r"[A-Za-z]\w*?(?:[a-z][A-Z]|[A-Za-z0-9]_[A-Za-z0-9])\w*")


def tells_absence(note: str) -> bool:
    """Whether a note is true of several folders only if each has it."""
    return note in (NEAREST, _NO_TESTS) or note.endswith((_NOWHERE, _BY_PARTS))


def unknown_names(understood: Understanding, segments: Sequence[Segment]) -> list[str]:
    """Return the notes on the names, spelled as no prose spells a word, of a question in words that stand nowhere.

    Whether something is used may be asked of any word.

    Messages and titles of changes hold names of other programs, and of what is still to be written.
    """
    if (used := _USED.fullmatch(understood.text)) and not understood.is_report:
        name = used["used"] or used["name"]
        said = [word for word in words(name) if word.lower() not in STOP_WORDS]
        if said and not any(stands(segments, word) for word in said):
            return [f"“{name}” {_NOWHERE}"]
    is_asked = understood.is_question or understood.asked_role is not None or understood.word_count <= _FEW_WORDS
    if not is_asked or understood.is_report or understood.word_count > _MANY_WORDS:
        return []
    names = (word for word in dict.fromkeys(words(understood.text)) if _NAME.fullmatch(word))
    spellings = ((name, {name, name.removeprefix(OF_OPTION)}) for name in names)  # Kconfig writes no prefix
    unknown = [name for name, written in spellings if not any(stands_as_name(segments, one) for one in written)]
    return [f"“{name}” {_BY_PARTS}" for name in unknown[:_MOST_NAMES]]


def missing_tests(
    understood: Understanding, first: Sequence[Piece], likeliest: Sequence[Piece], corpus: Corpus
) -> list[str]:
    """Return the note that there are no tests, if they were asked for and none is among the likeliest pieces.

    Where nothing leads, tests that say nothing of a name that prose could not hold are none of it.
    """
    asked = understood.asked_role
    if asked is None or asked.role != "test":
        return []
    lines = ((one, (one.core or (one.start_line,))[0]) for one in (*first, *likeliest))
    tests = {one.path for one, line in lines if is_test(one.path, one.language, line, corpus.names)}
    named = None if first else asked_name(asked.said)
    if tests and named is not None and named.is_sure:
        tests &= {one.path for one in corpus.files_mentioning(parse_pattern(named.name).name, "")}
    return [] if tests else [_NO_TESTS]
