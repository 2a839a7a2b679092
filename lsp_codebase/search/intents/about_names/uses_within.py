"""The channel of uses within: a query that asks where one definition uses another is led by the lines that do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from lsp_codebase.search.call_graph.calls import call_of
from lsp_codebase.search.call_graph.members import members_outside
from lsp_codebase.search.intents.about_names.asked_uses import VERB, Asked, asked_to
from lsp_codebase.search.intents.about_names.callees import bodies_meant
from lsp_codebase.search.intents.about_names.uses import QUOTED, Use, use_pieces, uses_in
from lsp_codebase.search.intents.names.asked_names import FEW_WORDS, AskedName, asked_name, whole_questions
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.symbols import parse_pattern

_MOST_BODIES = 600  # are read
_WHO, _WHAT = rf"(?P<who>{FEW_WORDS})", rf"(?P<what>{FEW_WORDS})"
_DO = rf"(?:actually\s+|directly\s+|ever\s+)?(?P<verb>{VERB}|depends?\s+on|reach(?:es)?)"
_DONE = rf"(?:being\s+)?(?P<verb>{VERB})"
_IN = r"(?:by|from|in|inside|within)"
_FRAMES = whole_questions(
    rf"(?:(?:how|when|where|why)\s+)?(?:does|do)\s+{_WHO}\s+{_DO}\s+{_WHAT}",
    rf"(?:(?:find|show)\s+)?(?:me\s+)?where\s+{_WHO}\s+{_DO}\s+{_WHAT}",
    rf"who\s+{_DO}\s+{_WHAT}\s+{_IN}\s+{_WHO}",
    rf"(?:(?:how|when|where|why)\s+)?(?:are|is)\s+{_WHAT}\s+{_DONE}\s+{_IN}\s+{_WHO}",
    rf"(?:which|what)\s+(?:functions|methods|parts?)\s+(?:in|of)\s+{_WHO}\s+{_DO}\s+{_WHAT}",
    rf"(?:(?:find|list|show)\s+)?(?:all\s+)?(?:the\s+)?(?P<verb>caller|call|reference|usage|use)s?\s+(?:of|to)\s+{_WHAT}"
    rf"\s+{_IN}\s+{_WHO}",
    rf"(?P<verb>call)s?\s+from\s+{_WHO}\s+to\s+{_WHAT}",
)
_CALLED = re.compile(r"call(?:s|ed|er)?", re.IGNORECASE)
_REACHED = re.compile(r"depends?\s+on|reach(?:es)?", re.IGNORECASE)


class AskedWithin(NamedTuple):
    """A name whose uses are asked for, and the name of the code that uses it."""

    use: Asked
    who: AskedName


def asked_use_within(text: str) -> AskedWithin | None:
    """Return the question of a query about two names. Two words of prose are names only where one calls the other."""
    for frame in _FRAMES:
        asked = frame.fullmatch(text)
        who, what = (asked_name(asked["who"]), asked_name(asked["what"])) if asked else (None, None)
        if asked is None or who is None or what is None or (who.is_word and who.has_article):
            continue
        if who.is_word and what.is_word and not _CALLED.fullmatch(asked["verb"]):
            continue
        use = asked_to("use" if _REACHED.fullmatch(asked["verb"]) else asked["verb"], what)
        if use is not None:
            is_call = _CALLED.fullmatch(asked["verb"])
            return AskedWithin(use._replace(line=call_of(parse_pattern(use.name).name)) if is_call else use, who)
    return None


def uses_within(question: Question, asked: AskedWithin) -> list[Piece]:
    """Return the chunks with uses of a name in a definition, or in its members: as a query says, or else any."""
    return use_pieces(question, _uses(question, asked))


def _uses(question: Question, asked: AskedWithin) -> Iterator[Use]:
    names, name = question.names, parse_pattern(asked.use.name).name
    bodies = bodies_meant(question, asked.who)
    members = (member for one in bodies for member in members_outside(names, one))
    defined: dict[str, set[int]] = {}  # the lines of each file that define the name, or that were gone through
    for body in islice(chain(bodies, members), _MOST_BODIES):
        span = body.symbol.span
        for use in uses_in(question, body.path, (span.start_line, span.end_line + 1), name, asked.use):
            if use.path not in defined:
                symbols = (match.symbol for match in names.in_file(use.path))
                defined[use.path] = {symbol.name_span.start_line for symbol in symbols if symbol.name == name}
            if use.rank < QUOTED and use.line not in defined[use.path]:
                defined[use.path].add(use.line)
                yield use
