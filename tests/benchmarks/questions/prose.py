"""Plain sentences from messages, comments and marked-up text: the rules that every kind of query shares."""

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
_ENDS = re.compile(r"(?<=[^\s.][.!?])\s+(?=[A-Z`\"'(\[])|(?<=[^\s.][.!?])$")
_ABBREVIATED = re.compile(r"\b(e\.g|i\.e|etc|cf|vs|resp|approx|no)\.$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_TAG = re.compile(r"^\s*[@\\:][a-z]\w*")  # @param x, \brief, :return:
_MARKS = (
    (re.compile(r"!\[[^\]]*\]\([^)]*\)|</?[a-zA-Z][^>]*>|\[\^[^\]]*\]"), " "),
    (re.compile(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])?"), r"\1"),
    (re.compile(r":[a-z:+-]+:`~?(?:[^`<]*<)?([^`>]+)>?`|\{@\w+ ([^}]*)\}"), r"\1\2"),
    (re.compile(r"`+|\*\*|__(?=\w)|(?<=\w)__|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)|\|"), ""),
)


def words(text: str) -> list[str]:
    """Return the words of a text in small letters: letters and digits, at whatever else is between them cut."""
    return _WORD.findall(text.lower())


def says_nothing(subject: str) -> bool:
    """Whether a subject announces no change of behaviour: a release, a bump, a typo, formatting, documentation."""
    return bool(_SAYS_NOTHING.match(_CONVENTION.sub("", subject)) or _SAYS_NOTHING.match(subject))


def clean_subject(subject: str) -> str:
    """Return a subject without `fix(scope):` and numbers of issues."""
    return " ".join(_NUMBER.sub("", _CONVENTION.sub("", subject.strip())).split()).strip(" .")


def clean_message(message: str) -> str:
    """Return a whole message without trailers, links and numbers of issues."""
    subject, _, body = message.partition("\n")
    body = _NUMBER.sub("", _LINK.sub("", _TRAILER.sub("", body)))
    return re.sub(r"\n{3,}", "\n\n", f"{clean_subject(subject)}\n{body}").strip()


def unmarked(text: str) -> str:
    """Return text without the marks of Markdown, reStructuredText, Javadoc and HTML."""
    for pattern, instead in _MARKS:
        text = pattern.sub(instead, text)
    return " ".join(text.split())


def first_sentence(text: str) -> str:
    """Return the first sentence of the first paragraph, on one line and without marks; "" if it begins with a tag."""
    paragraph = re.split(r"\n\s*\n|\n(?=\s*(?:[@\\:][a-z]|[-=~]{3}|[-*+] ))", text.strip(), maxsplit=1)[0]
    if _TAG.match(paragraph):
        return ""
    return sentences(unmarked(paragraph))[0] if paragraph.strip() else ""


def sentences(line: str) -> list[str]:
    """Return the sentences of one line; at least one."""
    found = [""]
    for part in _ENDS.split(line):
        if _ABBREVIATED.search(found[-1]):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return [part.strip() for part in found if part.strip()] or [""]


def is_prose(text: str, least: int, most: int) -> bool:
    """Whether a text is so many words of a language written in Latin letters, not code or a list of values."""
    found = text.split()
    plain = sum(bool(re.fullmatch(r"[\"'(]?[A-Za-z][a-z'-]*[\"'),.:;!?]*", word)) for word in found)
    return least <= len(found) <= most and text.isascii() and plain >= 0.7 * len(found)
