"""Questions about work that is not committed, or that the branch holds: alone, or behind what is looked for in it.

"What did I change", "what does this branch change", `retry changed:branch`, "where is retry in my changes".
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from lsp_codebase.model import SearchQuery
from lsp_codebase.search.intents.names.asked_names import reader


class Since(Enum):
    """What the present files are compared with."""

    COMMIT = "uncommitted"
    BASE = "branch"


class AskedWork(NamedTuple):
    """Since when files changed that a query asks for, and what is looked for in them, "" for the changes themselves.

    A text that `may_be_words` asks, in a program about version control, for code.
    """

    since: Since
    said: str = ""
    may_be_words: bool = False


_LONGEST = 400  # characters
_SHOW = (
    r"(?:(?:explain|find|get|give\s+me|list|review|see|show(?:\s+me)?|summari[sz]e|what(?:'s|\s+are|\s+is|\s+were)|where\s+are"
    r"|which\s+are)\s+)?(?:all\s+)?(?:(?:of\s+)?(?:my|our|the|these|those|your)\s+)?"
)
_EDITS = r"(?:changes|diffs?|edits|modifications|work)"
_CHANGES = rf"(?:{_EDITS}|changed?\s+files|code|files|lines)"
_UNCOMMITTED = (
    r"(?:not\s+(?:yet\s+)?committed|staged|un-?committed|un-?staged|untracked|working[\s-]+(?:copy|directory|tree))"
)
_MINE = r"(?:my|our)\s+(?:(?:current|local|open|pending|present|recent)\s+)?"
_DID = (
    r"(?:add(?:ed)?|chang(?:e|ed|ing)|edit(?:ed|ing)?|modif(?:y|ied|ying)|touch(?:ed|ing)?|writ(?:e|ing)|wrote"
    r"|work(?:ed|ing)?\s+on)"
)
_SINCE = r"since\s+(?:HEAD|(?:my|the)\s+last\s+commit)"
_SO_FAR = rf"(?:\s+(?:here|just\s+now|locally|now|so\s+far|today|{_SINCE}))?"
_WORK_TREE = r"(?:my|the)\s+(?:local\s+)?(?:checkout|work(?:ing)?[\s-]*(?:copy|directory|tree))"
_LEFT = r"(?:(?:left|still)\s+){0,2}"
_TO_COMMIT = r"(?:to\s+(?:be\s+)?commit(?:ted)?|(?:not|un)[\s-]*(?:yet\s+)?(?:committed|staged)(?:\s+yet)?)"
_FILES = r"(?:code|files?|lines)"
_BRANCH = (
    r"(?:(?:my|our|this)\s+(?:(?:checked-out|current|feature)\s+)?(?:branch|mr|pr|(?:merge|pull)\s+request)"
    r"|(?:the\s+)?(?:checked-out|current|feature)\s+branch)"
)
_MAIN = (
    r"(?:(?:the\s+)?(?:base|default|main|upstream)\s+branch"
    r"|(?:(?:origin|upstream)/)?(?:develop|main|mainline|master|trunk)(?:\s+branch)?)"
)
_AGAINST = r"(?:against|compared\s+(?:to|with)|from|since|versus|vs\.?)"
_WITH = rf"(?:{_AGAINST}|and|to|with)"
_BEEN = r"(?:'s|\s+(?:are|has|have|is|was|were))?\s+(?:been\s+)?"

_named = reader(
    rf"{_SHOW}{_UNCOMMITTED}\s+{_CHANGES}{_SO_FAR}", rf"{_SHOW}(?:changed|modified)\s+files{_SO_FAR}", longest=_LONGEST
)
_uncommitted = reader(
    rf"{_SHOW}{_EDITS}\s+{_SINCE}",
    rf"(?:(?:explain|list|review|show(?:\s+me)?|summari[sz]e|what\s+are)\s+)?{_MINE}{_EDITS}{_SO_FAR}",
    rf"{_SHOW}{_LEFT}{_TO_COMMIT}",
    rf"(?:what|which\s+{_FILES})(?:\s+remains?)?{_BEEN}{_LEFT}(?:changed\s+(?:locally|{_SINCE})|modified|{_TO_COMMIT})",
    rf"(?:what|which\s+{_FILES})\s+(?:am|are|did|do|have|were)\s+(?:I|we|you)\s+(?:(?:been|currently|just)\s+)?{_DID}{_SO_FAR}",
    rf"{_SHOW}{_FILES}\s+(?:that\s+)?(?:I|we)(?:'ve|\s+(?:am|are|have))?\s+(?:(?:been|just)\s+)?{_DID}{_SO_FAR}",
    rf"(?:what|which\s+files){_BEEN}(?:changed\s+)?in\s+{_WORK_TREE}",
    rf"{_SHOW}{_EDITS}\s+in\s+{_WORK_TREE}",
    longest=_LONGEST,
)
_of_branch = reader(
    rf"(?:what|which\s+{_FILES})\s+(?:(?:are|did|do|does|has|have|is|was|were)\s+)?(?:been\s+)?{_BRANCH}\s+{_DID}",
    rf"(?:what|which\s+{_FILES}){_BEEN}(?:added|changed|different|modified|new|touched)\s+(?:by|in|on|with)\s+{_BRANCH}",
    rf"{_SHOW}(?:{_CHANGES}|commits)\s+(?:(?:added|changed|made|touched)\s+)?(?:by|for|from|in|of|on)\s+{_BRANCH}",
    rf"{_SHOW}(?:unpushed|un-?merged)\s+(?:{_CHANGES}|commits)",
    rf"(?:review|summari[sz]e|what(?:'s|\s+is)\s+in)\s+{_BRANCH}",
    rf"{_SHOW}changes\s+(?:of\s+{_BRANCH}\s+)?{_AGAINST}\s+{_MAIN}",
    rf"{_SHOW}(?:diffs?|differences?)\s+(?:of\s+{_BRANCH}\s+)?{_WITH}\s+{_MAIN}",
    rf"(?:what|which\s+{_FILES}){_BEEN}(?:changed|differs?|different|new)\s+{_AGAINST}\s+{_MAIN}",
    rf"how\s+(?:do(?:es)?|is)\s+{_BRANCH}\s+(?:differ|different)\s+{_WITH}\s+{_MAIN}",
    longest=_LONGEST,
)
_OPERATOR = re.compile(r"(?<!\S)changed:(uncommitted|branch)(?!\S)")
_IN_WORK = re.compile(
    rf"\s+(?:among|in|inside|within)\s+(?:(?:(?:my|our|the)\s+)?{_UNCOMMITTED}\s+{_CHANGES}|{_MINE}{_EDITS}"
    rf"|(?:the\s+)?{_FILES}\s+(?:that\s+)?(?:I|we)(?:\s+have|'ve)?\s+{_DID}"
    rf"|(?P<branch>(?:the\s+)?(?:{_EDITS}|files)\s+(?:changed\s+)?(?:by|in|of|on)\s+{_BRANCH}))\s*\??\Z",
    re.IGNORECASE,
)
"""The end of "retries in my uncommitted changes", "retries in the files of this branch"."""


def asked_work(query: SearchQuery) -> AskedWork | None:
    """Return the work that a query asks for, or looks for something in; None if it asks for neither."""
    text = query.text.strip()
    if not query.is_free or "\n" in text:
        return None
    if written := _OPERATOR.search(text):
        return AskedWork(Since(written[1]), " ".join(_OPERATOR.sub(" ", text).split()))
    if _named(text):
        return AskedWork(Since.COMMIT, may_be_words=True)
    if _uncommitted(text):
        return AskedWork(Since.COMMIT)
    if _of_branch(text):
        return AskedWork(Since.BASE)
    within = _IN_WORK.search(text) if len(text) <= _LONGEST else None
    return AskedWork(Since.BASE if within["branch"] else Since.COMMIT, text[: within.start()]) if within else None
