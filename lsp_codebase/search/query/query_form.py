"""The form of a query: its terms and their weights, identifiers, paths, intent, and so the mode that answers it."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal, get_args

import pyarrow as pa

from lsp_codebase.arrays import pc
from lsp_codebase.model import Mode, SearchQuery
from lsp_codebase.parse import joined, split_identifier, stem, tokenize, words
from lsp_codebase.search.query.asked_role import OF_PURPOSE, AskedRole, asked_role
from lsp_codebase.search.query.expressions import expressions_in
from lsp_codebase.search.query.name_forms import QUALIFIED, name_of
from lsp_codebase.search.query.own_names import NO_NAMES, Own, without_own
from lsp_codebase.search.query.query_words import (
    CHANGE_INTENT,
    CONFIG_INTENT,
    DECLARATION_INTENT,
    DONE_WITH_FILES,
    EXAMPLE_INTENT,
    PAGE_INTENT,
    PROSE_INTENT,
    STOP_WORDS,
    TEST_INTENT,
    TRANSLATION_INTENT,
    without_stop_words,
)
from lsp_codebase.search.query.report_form import without_form
from lsp_codebase.search.query.request import without_asking
from lsp_codebase.search.query.shorthand import written_out
from lsp_codebase.search.query.translation import Stands, Translation, translated
from lsp_codebase.search.query.windows_paths import slashed

# Gains of the term kinds, from the ranking experiments.
_WORD, _LETTER, _NEIGHBOURS = 1.0, 0.3, 0.4
# Of words only after the title of a report: so little that together they count this many times as much as the title.
_FURTHER, _MOST_FURTHER = 0.5, 2.5

_IN_WORDS = (Mode.AUTO, Mode.HYBRID, Mode.LEXICAL, Mode.VECTOR)

_SUMMARY_LINES = 3  # of a report, its title among them: further ones blur its meaning
_REPORT_WORDS = 30  # from which a text of several lines is one

_SHORTEST_PART = 3  # characters of a part of a name that say something without the others

_PATH = re.compile(r"(?<![\w.@~+-])(?:[\w.@~+-]+/)+[\w.@~+-]*|(?<![\w-])[\w-]+\.[a-z][a-z0-9]{0,5}\b")
_SCOPE = re.compile(r"^\s*([\w./-]+(?:\s*,\s*[\w./-]+)*):\s")
_SCOPED = re.compile(r"\s*(?:\[[^\]\n]+\]|[\w./,-]+(?:\([^)\n]*\))?!?:)\s")  # the title of a commit
_ASKING = "(?:how|what|where|which|who|whose|why)"
# No openings of sentences of documentation: "when saving, ...", "does a deep copy", "find elements".
_QUESTION = re.compile(
    r"\s*(?:(?:(?:describe|explain|find|list|locate|show|tell)(?:\s+(?:me|us))?"
    rf"|about|after|at|by|for|from|in|of|on|to|under|with)\s+)?{_ASKING}\b"
    rf"|\s*when\s+(?:are|can|did|do|does|is|must|should|was|were|will|would|[^,]+,\s*{_ASKING})\b"
    r"|\s*(?:are|can|could|did|do|does|has|have|is|may|must|should|was|were|will|would)"
    r"\s+(?:all|any|each|every|i|it|its|my|other|our|the|there|these|they|this|those|we|you)\b"
    r"|\s*(?:find|locate|show)\s+(?:me\s+)?the\s+(?:check|class|code|function|method|part|place)\b"
    r"|.*\?\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
# "A job's retry" is about no `s`, and "doesn't retry" about no `doesn`.
_CONTRACTED = re.compile(r"\b[a-z]+n['’]t\b|(?<=[a-z])['’](?:d|ll|m|re|s|ve)\b(?!')", re.IGNORECASE)
_HAPPENS = re.compile(r"\b(what)\s+happens?(?=\s+\w)", re.IGNORECASE)  # that word meets code by chance
_FIRST_WORD = re.compile(r"\s*([^\W\d_]+(?:'t)?)")
_QUOTED = re.compile(r"^\s*([\"'])(.+)\1\s*$", re.DOTALL)
# Signs of a regular expression alone: a class that is repeated, a word border, an escaped bracket, "anything". Of a
# class its end comes first: looked for from each range of each bracket, a long query would take cubic time.
_PATTERN = re.compile(
    r"\\[wdsWDS][*+{?)]|\[(?=[^\[\]]*\][*+{])[^\[\]]*\w-\w|(?<![\w:.\\])\\[bB]\w|\w\\b(?!\w)|\\[.()\[\]]|\.[*+]\S"
)
_SENTENCE = re.compile(
    r"(?<![^\W\d])(?:[^\W\d]{2,}\s+){3}|\b(?:" + "|".join(w for w in STOP_WORDS if len(w) > 1) + r")\b", re.IGNORECASE
)
_LINE_OF_CODE = re.compile(r"[{}();,:]\s*$|^\s*(?:[#/*<@]|import\b|from\b.*\bimport\b)")
# "..., not the tests": these are lowered anyway, and are no words to look for.
_NOT_ASKED = re.compile(
    r"(?<![\s,;(])[\s,;(]+(?:but\s+)?(?:except|excluding|ignoring|leav(?:e|ing)\s+out|not|omit(?:ting)?|skip(?:ping)?)\s+(?:(?:any|for|from|in|the)\s+){0,2}"
    r"(?:(?:docs?|documentation|examples?|fixtures?|generated|mocks?|specs?|tests?|vendor(?:ed)?)(?:\s+(?:code|files?))?)"
    r"[)\s.!?]*\Z",
    re.IGNORECASE,
)
_LOOKS = re.compile(r"\s*what\s+do(?:es)?\s+(\S+\s.{1,200}?)\s+look\s+like\s*\??\s*", re.IGNORECASE)
"""A question about what it names: comments say often that something "looks like" another."""
_NEGATING = frozenset({"except", "excluding", "ignoring", "no", "not", "without"})
_COLOURS = re.compile(r"\x1b\[[\d;]*m")  # of a terminal
_BACKTICKS = re.compile(r"`([^`\n]+)`")


Want = Literal["test", "example", "prose", "config", "translation", "declaration", "page"]
"""Roles that a query may ask for and that are lowered in the answers to others."""
EVERY_WANT = frozenset[Want](get_args(Want))


@dataclass(frozen=True, slots=True)
class Term:
    """A token to look for and how much a match is worth."""

    token: str
    gain: float
    is_word: bool  # a word of the query itself, so that it counts for coverage
    is_telling: bool = False  # one that is not in the code by chance, so that it counts for how sure an answer is


@dataclass(frozen=True, slots=True)
class Understanding:
    """A query, read: `text` is what is asked for, of all that was `said`.

    `parts` are the stems of its words; `identifiers` the joined tokens of names written in it.

    `meaning` is the text to embed; `telling` are the words and parts of names that say what the query is about. A
    whole issue or message `is_report`; such a text, or its title alone, `wants_change`. A text in the form of
    a question, or in another language, `is_question`.
    """

    text: str
    said: str
    mode: Mode
    terms: tuple[Term, ...]
    parts: frozenset[str]
    identifiers: frozenset[str]
    paths: tuple[str, ...]
    word_count: int
    wants: frozenset[Want]
    meaning: str
    is_report: bool = False
    wants_change: bool = False
    is_question: bool = False
    telling: tuple[str, ...] = ()
    literal: str = ""
    translation: Translation | None = None
    asked_role: AskedRole | None = None


def understand(
    text: str,
    mode: Mode = Mode.AUTO,
    *,
    is_written: bool = False,
    stands: Stands | None = None,
    forms: Callable[[], Container[str]] = frozenset,
    own: Callable[[], Own] = lambda: NO_NAMES,
) -> Understanding:
    """Read a query. A given mode is kept; AUTO becomes the mode that its form asks for.

    A text that `is_written` just so is a literal or a pattern. `stands` tells which words are in the code base, `forms`
    the lines of the project's forms for reports, `own` the names that hold for all of the code base.
    """
    is_free = mode is Mode.AUTO
    if is_free:
        text = bare if (bare := _COLOURS.sub("", text)).strip() else text
    quoted = _QUOTED.match(text)
    is_told = mode in _IN_WORDS and not quoted and not is_written
    said = _written(text, forms) if is_told else text
    text = _asked(said, stands) if is_told and is_free else said
    translation = translated(text, stands)
    found = translation.words if translation else words(text)
    title = _title(text, len(found))
    is_report = title != text
    plain = [word.lower() for word in (words(title) if is_report else found)]
    if is_free:
        mode = _route(text, is_quoted=quoted is not None, has_words=bool(found), is_written=is_written)
    is_read = mode is Mode.HYBRID and not translation
    is_of_prose = not PROSE_INTENT.isdisjoint(plain)  # which names the project where it tells of it
    told = without_own(text, own()) if is_read and not is_report and not is_of_prose else text
    asked = asked_role(told) if is_read else None
    found = _words(_HAPPENS.sub(r"\1", asked.said if asked else told)) if is_read else found
    meaningful = without_stop_words(found) or found
    sought = _without_idle(meaningful, told) if is_free and is_read and not is_report else meaningful
    telling = _telling(translation.telling if translation else _words(_HAPPENS.sub(r"\1", told)))
    terms = _terms(found, sought, {token for word in telling for token in _tokens(word)})
    meaning = _meaning(told, translation)
    if is_report:
        terms = _lowered(terms, {term.token for term in understand(title, Mode.HYBRID, stands=stands).terms})
        summary = _summary(text)
        meaning = _meaning(summary, translated(summary, stands))
    return Understanding(
        text=text,
        said=said,
        mode=mode,
        terms=tuple(terms),
        parts=frozenset(stem(part) for word in meaningful for part in split_identifier(word)),
        identifiers=frozenset(_identifiers(text, found)),
        paths=_paths(text),
        word_count=len(found),
        wants=_wants(plain, asked, stands),
        meaning=meaning,
        is_report=is_report,
        wants_change=is_report or _asks_for_change(title),
        is_question=not is_report and (translation is not None or any(map(_QUESTION.match, (said, told)))),
        translation=translation,
        asked_role=asked,
        telling=telling,
        literal=quoted[2] if quoted and mode is Mode.EXACT else text,
    )


def _written(text: str, forms: Callable[[], Container[str]]) -> str:
    """Return a report without the form of a tracker; any other text as it is."""
    if "\n" not in text.strip() or len(text.split()) < _REPORT_WORDS:
        return text
    report = without_form(text, forms()).strip()
    return text if not report or _LINE_OF_CODE.search(report.partition("\n")[0]) else report


def _asked(text: str, stands: Stands | None) -> str:
    told = without_asking(written_out(text), stands)
    told = _NOT_ASKED.sub("", told) or told
    looking = _LOOKS.fullmatch(told)
    return looking[1] if looking else told


def _title(text: str, word_count: int) -> str:
    """Return the title of a report: whole issues and messages begin with one.

    The rest tells how it came about. It names tests, examples and documents by the way, and asks for none.
    """
    first, _, rest = text.strip().partition("\n")
    is_report = rest and word_count >= _REPORT_WORDS and not _LINE_OF_CODE.search(first)
    return first if is_report else text


def _words(text: str) -> list[str]:
    """Return the words of a sentence without the ends of contracted ones; all, if there are no others."""
    return words(_CONTRACTED.sub("", text)) or words(text)


def _without_idle(found: Sequence[str], text: str) -> Sequence[str]:
    """Return words without those that say nothing in the expressions of a text; all, if there are no others."""
    idle = frozenset(chain.from_iterable(one.idle for one in expressions_in(text)))
    return [word for word in found if stem(word.lower()) not in idle] or found


def _wants(plain: Sequence[str], asked: AskedRole | None, stands: Stands | None) -> frozenset[Want]:
    names_tests = _wants_tests(plain, stands)
    wants: dict[Want, bool] = {
        "test": names_tests or (asked is not None and asked.role == "test"),
        "example": names_tests or not EXAMPLE_INTENT.isdisjoint(plain),
        "prose": not PROSE_INTENT.isdisjoint(plain) or (asked is not None and asked.role in ("docs", "changes")),
        "config": (not CONFIG_INTENT.isdisjoint(plain) and DONE_WITH_FILES.isdisjoint(plain))
        or (asked is not None and asked.role in OF_PURPOSE - {"migration"}),
        "declaration": not DECLARATION_INTENT.isdisjoint(plain),
        "translation": not TRANSLATION_INTENT.isdisjoint(plain),
        "page": not PAGE_INTENT.isdisjoint(plain),
    }
    return frozenset(want for want, is_wanted in wants.items() if is_wanted)


def _wants_tests(plain: Sequence[str], stands: Stands | None) -> bool:
    """Whether a query asks for tests: not by a word amid a name of the code, as in `connection test query`.

    A denied word, as in "without tests", does not count either. Names of tests ask for these.
    """
    if any(word.startswith("test_") for word in plain):
        return True
    asking = [
        at for at, word in enumerate(plain) if word in TEST_INTENT and _NEGATING.isdisjoint(plain[max(at - 3, 0) : at])
    ]
    return any(not (stands and 0 < at < len(plain) - 1 and stands("".join(plain[at - 1 : at + 2]))) for at in asking)


def _asks_for_change(title: str) -> bool:
    return _SCOPED.match(title) is not None or _first_word(title) in CHANGE_INTENT


def _first_word(text: str) -> str:
    first = _FIRST_WORD.match(text)
    return first[1].lower() if first else ""


def _summary(report: str) -> str:
    lines = [line for line in report.splitlines() if line.strip()]
    return "\n".join(lines[:_SUMMARY_LINES])


def _meaning(text: str, translation: Translation | None) -> str:
    return translation.meaning if translation and translation.is_known else text


def _route(text: str, *, is_quoted: bool, has_words: bool, is_written: bool) -> Mode:
    if is_quoted:
        return Mode.EXACT
    if name_of(text) and not is_written:
        return Mode.SYMBOL
    if is_pattern(text):
        return Mode.REGEX
    # Signs alone have no meaning that could be near to another.
    return Mode.HYBRID if has_words and not is_written else Mode.EXACT


def is_pattern(text: str) -> bool:
    """Whether a query of one line is meant as a regular expression."""
    if "\n" in text or not _PATTERN.search(text) or _SENTENCE.search(text):
        return False
    return problem_of_pattern(text) is None


def problem_of_pattern(text: str) -> str | None:
    """Return why RE2, the engine that finds patterns, cannot read one."""
    try:
        pc.match_substring_regex(pa.array([""]), text)
    except pa.ArrowInvalid as error:
        return str(error).split(": ", 1)[-1]
    return None


def joined_names(query: SearchQuery) -> tuple[str, ...]:
    """Return the names of a query that is nothing but names joined by OR, else none."""
    texts = tuple(mention.text for group in query.narrowing.held for mention in group)
    is_one_group = len(query.narrowing.held) == 1 and " ".join(texts) == query.text
    return texts if is_one_group and len(texts) > 1 and all(map(name_of, texts)) else ()


def _telling(said: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a query's topic: of a name its longer parts, or else the name.

    Parts of a hash stand anywhere.
    """
    telling: list[str] = []
    for word in without_stop_words(said) or said:
        parts = split_identifier(word)
        longer = [part for part in parts if len(part) >= _SHORTEST_PART and not part.isdigit()]
        telling += parts if len(parts) == 1 else longer or [word]
    return tuple(dict.fromkeys(telling))


def _tokens(word: str) -> list[str]:
    """Return the tokens of a word, of a name of several parts only the joined one."""
    parts = split_identifier(word)
    return tokenize(word) if len(parts) == 1 else [joined(parts)]


def _terms(found: Sequence[str], sought: Sequence[str], telling: Container[str]) -> list[Term]:
    terms: dict[str, Term] = {}

    def add(token: str, gain: float, *, is_word: bool) -> None:
        known = terms.get(token)
        if known is None or known.gain < gain:
            terms[token] = Term(token, gain, is_word, token in telling)

    for word in sought:
        for token in tokenize(word):
            if token.startswith("="):
                add(token, _WORD, is_word=False)
            else:
                add(token, _LETTER if len(token) == 1 and token.isascii() else _WORD, is_word=True)
    for run in _runs(found):
        for size in (2, 3):
            for start in range(len(run) - size + 1):
                add(
                    joined([part for word in run[start : start + size] for part in split_identifier(word)]),
                    _NEIGHBOURS,
                    is_word=False,
                )
    return list(terms.values())


def _lowered(terms: Sequence[Term], said_first: Container[str]) -> list[Term]:
    """Return the terms of a report, those lowered that its title does not say."""
    first = sum(term.is_word for term in terms if term.token in said_first)
    further = sum(term.is_word for term in terms) - first
    gain = min(_FURTHER, _MOST_FURTHER * first / max(further, 1))
    return [term if term.token in said_first else replace(term, gain=term.gain * gain) for term in terms]


def _runs(found: Sequence[str]) -> list[list[str]]:
    """Return the stretches of words without a stop word between them."""
    runs: list[list[str]] = [[]]
    for word in found:
        if word.lower() in STOP_WORDS:
            runs.append([])
        else:
            runs[-1].append(word)
    return runs


def _identifiers(text: str, found: Sequence[str]) -> list[str]:
    quoted = [word for code in _BACKTICKS.findall(text) for word in words(code)]
    looks = [word for word in found if "_" in word.strip("_") or re.search(r"[a-z][A-Z]|[A-Za-z]\d", word)]
    return [joined(split_identifier(word)) for word in (*quoted, *looks)]


def _paths(text: str) -> tuple[str, ...]:
    """Return texts like a path, a dotted module or a `dir/sub:` scope prefix, as lower-case "/" paths."""
    found = [match[0].strip("/").lower() for match in _PATH.finditer(slashed(text))]
    found += [match[0].replace("::", "/").replace(".", "/").lower() for match in QUALIFIED.finditer(text)]
    if scope := _SCOPE.match(text):
        found += [part.strip().strip("/").lower() for part in scope[1].split(",")]
    return tuple(dict.fromkeys(path for path in found if path))
