"""What of a commit's message is a sentence about the code, as one would put it to a search."""

from __future__ import annotations

import re

_SAYS_NOTHING = re.compile(
    r"(merge|bumps?|release|revert|prepare|chore|ci\b|docs?\b|wip\b|fixup|squash|update dependenc|v?\d+\.\d+"
    r"|.*\b(typos?|changelog|readme|whitespace|format(ting)?|lint(er|ing|s)?|rubocop|copyright|translations?|version"
    r"|dependabot|release notes|docs?|documentation|docstrings?|comments?|flaky|tests?|review"
    r"|(update|upgrade)s?( \S+)? to)\b)",
    re.IGNORECASE,
)
_CONVENTION = re.compile(r"^\w+(\([^)]*\))?!?:\s+")  # fix(scope)!: ...
_NUMBER = re.compile(r"\s*[(\[]?(?:\b(?:GH|PR|gh|pr)[- ]?)?#\d+[)\]]?|\[?\b[A-Z]{2,}-\d+\]?:?")
_LINK = re.compile(r"<?https?://\S+>?")
_TRAILER = re.compile(
    r"^\s*([A-Z][\w-]+-(by|to|id|on|from|for|link)|change-id|cc|(ref(erence)?s?|see( also)?|fix(es|ed)?|clos(es|ed?)"
    r"|resolv(es|ed?)|pr|issue|bug|part of|related( to)?)\b[ :]*(#|[A-Z]+-\d|https?:|\d)).*$",
    re.IGNORECASE | re.MULTILINE,
)
_PLAIN = re.compile(r"[\"'(]?[A-Za-z][a-z'-]*[\"'),.:;!?]*")


def says_nothing(subject: str) -> bool:
    """Whether a subject announces no change of behaviour: a release, a bump, a typo, formatting, documentation."""
    return bool(_SAYS_NOTHING.match(_CONVENTION.sub("", subject)) or _SAYS_NOTHING.match(subject))


def clean_subject(subject: str) -> str:
    """Return a subject without `fix(scope):` and numbers of issues."""
    return " ".join(_NUMBER.sub("", _CONVENTION.sub("", subject.strip())).split()).strip(" .")


def first_paragraph(body: str) -> str:
    """Return the first paragraph below a subject on one line, without trailers, links and numbers of issues."""
    text = _NUMBER.sub("", _LINK.sub("", _TRAILER.sub("", body))).strip()
    return " ".join(re.split(r"\n\s*\n|\n(?=\s*[-*+] )", text, maxsplit=1)[0].split())


def is_prose(text: str, least: int, most: int) -> bool:
    """Whether a text is so many words of a language written in Latin letters, not code or a list of values."""
    found = text.split()
    plain = sum(bool(_PLAIN.fullmatch(word)) for word in found)
    return least <= len(found) <= most and text.isascii() and plain >= 0.7 * len(found)
