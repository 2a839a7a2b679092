"""A report as its writer wrote it: without the form of a tracker, and without the list of what the machine has.

Forms have headings, advice in comments and boxes to tick, and ask for versions. None of their words is about the code,
but they stand before and beside those that are.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import groupby

from lsp_codebase.search.query.query_words import without_stop_words
from lsp_codebase.search.query.tables import word_list

_TAGS = re.compile(r"</?(?:b|br|code|details|hr|kbd|p|pre|strong|sub|summary)(?: [^<>]*)?/?>", re.IGNORECASE)
_SHOWN = re.compile(r"!\[[^\]\n]*\]\([^)\s]*\)|<img\b[^<>]*>", re.IGNORECASE)  # a picture
_ADDRESS = re.compile(r"\bhttps?://(?![^\s)]*/(?:blob|raw|tree)/)[^\s)>\]]+")  # but for one of a file
_TICKED = re.compile(r"[-*+] \[[ xX]?\]\s")
_BULLET = re.compile(r"(?:[-*+>]|\d{1,2}[.)])\s+")
_HEADING = re.compile(r"#{1,6}\s+(.+)\Z|\*\*([^*]+)\*\*[\s:.?]*\Z|__([^_]+)__[\s:.?]*\Z")
_FENCE = re.compile(r"```|~~~")
_WORD = re.compile(r"[^\W\d_]+")
# `numpy: 1.19.2`, `- OS: Linux`, `attrs   20.3.0`, `GOOS="linux"`, `Backend:`
_FACT = re.compile(
    r"(?:[-*+]\s+)?[`*\"]*(?P<name>[\w.@/+-][\w.@/+ ()-]{0,50}?)[`*\"]*"
    r"(?:\s*[:=]+\s*|\s{2,}|\s+(?=v?\d))(?P<told>\S.{0,60})?\Z"
)
_VERSION = re.compile(r"(?<![\w.])v?\d+(?:\.\d+)+")
_HIDDEN = "\0"  # in the place of a comment
_FEWEST_FACTS = 4  # in a run, of which one in three tells a version
_LONGEST_FACT, _MOST_CHARACTERS = 8, 200  # words and characters of one
_LONGEST_LABEL = 3  # words of a first line that is a label of the form and no title, as "Bug report"

_OF_FORMS = word_list("of forms")
"""Words of headings and advice."""

_OF_MACHINES = word_list("of machines")
"""Words of what a form asks of the machine."""
_OF_VERSIONS = frozenset({"version", "versions"})
_OF_MACHINES_ALONE = _OF_VERSIONS | {"environment", "operating", "os"}
"""Those that do so beside any other word."""


FORMS = r"(?:^|/)(?:issue|pull_request|merge_request)_templates?(?:/[^/]+)?\.(?:md|ya?ml)$"
"""The paths of the forms that a project keeps for its tracker, as a pattern of RE2."""


def lines_of_forms(lines: Iterable[str]) -> frozenset[str]:
    """Return the lines of a project's forms, by their words: of YAML what is shown to whom who fills them in."""
    return frozenset(_said(text) for line in lines for text in (line, line.partition(":")[2])) - {""}


def without_form(text: str, own: Container[str] = frozenset()) -> str:
    """Return a text of several lines without the form that it was written into, perhaps one of the project's `own`."""
    plain = _ADDRESS.sub(" ", _SHOWN.sub(" ", _TAGS.sub(" ", _without_comments(text))))
    lines = plain.splitlines()
    return "\n".join(_without_runs_of_facts(_written(_without_own(lines, own))))


def _without_comments(text: str) -> str:
    first, *further = text.split("<!--")
    rests = (comment.partition("-->") for comment in further)
    return first + "".join(_HIDDEN + rest if end else f"<!--{comment}" for comment, end, rest in rests)


def _without_own(lines: Iterable[str], own: Container[str]) -> Iterator[str]:
    for line in lines:
        label, colon, told = line.partition(":")
        if _said(line) in own:
            yield _HIDDEN
        else:
            yield told if colon and len(label.split()) > 1 and _said(label) in own else line


def _written(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines without those of a form, and without facts below the headings that ask for them."""
    is_asked = is_in_form = is_begun = is_code = False
    for whole in lines:
        line = whole.strip()
        may_be_title = not (is_in_form or is_begun)
        is_fence = _FENCE.match(line) is not None
        is_code = is_code != is_fence
        if is_fence or (is_code and not is_asked):
            is_of_form = is_asked
        elif heading := _HEADING.match(line):
            words = _words(next(filter(None, heading.groups())))
            is_all = words <= _OF_FORMS | _OF_MACHINES
            may_ask = is_all or not may_be_title
            is_asked = may_ask and not words.isdisjoint(_OF_MACHINES if is_all else _OF_MACHINES_ALONE)
            is_of_form = is_asked or words <= _OF_FORMS
        elif is_of_form := _is_of_form(line, may_be_title=may_be_title):
            words = _words(line)
            if words <= _OF_FORMS | _OF_MACHINES and not any(map(str.isdigit, line)):
                is_asked = not words.isdisjoint(_OF_MACHINES)
        elif line:
            is_of_form = is_asked and len(line.split()) <= _LONGEST_FACT
            is_asked, is_begun = is_of_form, is_begun or not is_of_form
        is_in_form = is_in_form or is_of_form
        if not is_of_form:
            yield whole


def _is_of_form(line: str, *, may_be_title: bool) -> bool:
    """Whether a line that is no heading is of a form: a comment, a box, advice, or a fact of the machine."""
    if line.startswith(_HIDDEN) or _TICKED.match(line):
        return not line.strip(_HIDDEN + " ") or not line.startswith(_HIDDEN)
    words = _words(_BULLET.sub("", line))
    is_label = len(words) <= _LONGEST_LABEL
    if may_be_title:
        return bool(words) and is_label and words <= _OF_FORMS
    if not words or words <= _OF_FORMS or (is_label and words <= _OF_FORMS | _OF_MACHINES):
        return bool(words)
    fact = _fact(line)
    named = _words(fact["name"]) if fact and len(line.split()) <= _LONGEST_FACT else frozenset[str]()
    return not named.isdisjoint(_OF_VERSIONS) or (
        not named.isdisjoint(_OF_MACHINES) and named <= _OF_FORMS | _OF_MACHINES
    )


def _without_runs_of_facts(lines: Iterable[str]) -> Iterator[str]:
    for is_fact, run in groupby(lines, lambda line: not line.strip() or _fact(line.strip()) is not None):
        held = [*run]
        told = [line for line in held if (fact := _fact(line.strip())) and fact["told"]]
        versions = sum(_VERSION.search(line) is not None for line in told)
        if not (is_fact and len(told) >= _FEWEST_FACTS and versions * 3 >= len(told)):
            yield from held


def _fact(line: str) -> re.Match[str] | None:
    return _FACT.match(line) if len(line) <= _MOST_CHARACTERS else None


def _said(line: str) -> str:
    return " ".join(_WORD.findall(line.lower()))


def _words(text: str) -> frozenset[str]:
    return frozenset(without_stop_words(word.lower() for word in _WORD.findall(text)))
