"""The aspect of a thing that a question asks for, and how lines of code tell it: its default, who may do it.

The question names the thing in its own words, but the aspect in words that code says otherwise: "who may" is a role, a
policy or a guard, "how long" a timeout or an interval.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lsp_codebase.parse import tokenize, words

_MOST_CHARACTERS = 200  # of a question: one that says more tells of several things
_PEOPLE = (
    r"(?:admin(?:istrator)?|author|editor|guest|maintainer|manager|member|moderator|owner|staff|super\s?user|user)s?"
)
_TIMES = r"(?:milli)?(?:seconds|minutes|hours|days|weeks|months|years)"


class Aspect(NamedTuple):
    """How questions ask for an aspect, and a line that tells it."""

    asked: re.Pattern[str]
    told: re.Pattern[str]

    def topic(self, text: str) -> frozenset[str]:
        """Return the tokens of a question but for those of words that only ask for the aspect."""
        return frozenset(token for word in words(text) if not self.told.search(word) for token in tokenize(word))


_ASPECTS = tuple(
    Aspect(re.compile(asked, re.IGNORECASE), re.compile(told))
    for asked, told in (
        (
            # "Merge the defaults" and "the default provider" name things of the code.
            r"\s*(?:wh(?:at|ere)(?:'s|\s+is)\s+)?(?:the\s+)?default\s+(?!constructors?\b|exports?\b)"
            r"|.*\s(?:by\s+default|default(?:\s+value)?)\s*(?:\?\s*)?\Z",
            # Code gives many where it reads a setting: `env("CART_SIZE", 30)`, `size ?? 30`, `${SIZE:-30}`.
            r"(?i)default|\bdef\b|\benv\w*[\w.]*\W{1,2}[\w\"':.-]+,\s*[^\s)]|\bunwrap_or|\bor_?else\b|\?\?|:-\d"
            r"|\|\|\s*[\"'\d\[{]",
        ),
        (
            r"\s*(?:who|(?:what|which)\s+\w+)\s+(?:can|may|(?:are|is)\s+(?:allowed|permitted)\s+to)\s(?!.*\bhave\b)"
            rf"|.*\bonly\s+(?:the\s+)?{_PEOPLE}\b",
            r"(?i:permi(?:ss|t)|polic(?:ies|y)|authori[sz]|admin|owner|moderator|guard|privilege|forbid|allowed|ensure)"
            r"|\b[Rr]ole|_role|Role|\bcan_?\w|\bmay_|Only\b|_only\b|only\(|\b403\b",
        ),
        (
            r"\s*(?:how|when|where)\s+(?:are|is)\s.*\s(?:checked|validated|verified)\b|\s*(?:are|is)\s.*\svalidated\b"
            r"|\s*(?:what|which)\s+\w+\s+(?:can|may)\s+(?:an?|the)\s.*\shave\b",
            r"(?i)valid|check|verif|ensure|assert|must|require|inclusion|error|throw|raise|\berr\b",
        ),
        (
            rf"\s*how\s+(?:long|often|many\s+{_TIMES})\b|\s*(?:how|when|where)\s+(?:are|is)\s.*\sscheduled\b"
            r"|.*\bperiodically\b",
            r"(?i)cron|schedul|interval|every|ticker|timer|period|\bttl|_ttl|time_?out|duration|expir|max[-_]?age|lifetime"
            r"|delay|deadline|second|minute|hour|\bdays?\b|_ms\b|millis|sleep|([\"'])[-*/\d,]+(?: [-*/\d,]+){2,}\1",
        ),
        (
            r"\s*how\s+many\s",
            r"(?i)max|\bmin|limit|most|count|capacity|threshold|quota|size|[<>]=?\s*\w*\d|=\s*\d",
        ),
    )
)


def asked_aspect(text: str) -> Aspect | None:
    """Return the aspect that a question asks for, if it is one of those that code tells in words of its own."""
    if len(text) > _MOST_CHARACTERS or "\n" in text.strip():
        return None
    return next((aspect for aspect in _ASPECTS if aspect.asked.match(text)), None)
