"""Questions without the courtesy around them: "could you please tell me who calls Cart.pay in this project?"."""

from __future__ import annotations

import re

_LONGEST = 400  # characters of a question; a longer text is a request, read word by word
_FEWEST_WORDS = 2
_SENTENCE_END = re.compile(r"[.!?:;]\s")

_ASKS = r"(?:how|what|when|where|whether|which|who|why)\b"
_OPENING = re.compile(
    r"\s*(?:(?:hello|hey|hi)\b[,!.]?\s+)?"
    r"(?:(?:kindly|please)\b,?\s+|(?:can|could|will|would)\s+(?:someone|we|you|I)\s+(?:kindly\s+|please\s+)?"
    r"|(?:I|we)(?:\s+(?:need|want|would\s+like)|'d\s+like)\s+(?:you\s+)?to\s+|help\s+me\s+(?:to\s+)?)+"
    r"(?=(?:check|count|describe|determine|display|enumerate|explain|figure|find|get|give|identify|know|list|locate|look|search"
    rf"|see|show|tell|understand)\b|{_ASKS})",
    re.IGNORECASE,
)
"""As in "Hi, could you please", "I would like to", before words that ask."""
_TELL = re.compile(
    r"\s*(?:check|determine|find(?:\s+out)?|figure\s+out|give\s+me|identify|know|list|locate|look\s+(?:for|up)|search\s+for|see"
    rf"|show(?:\s+(?:me|us))?|tell\s+(?:me|us)|understand)\s+(?={_ASKS})",
    re.IGNORECASE,
)
"""As in "tell me", "figure out", before a word of a question."""
_INDIRECT = re.compile(
    r"\A(how|when|where|why)\s+((?!(?:are|is|was|were)\b)\S.{0,80}?)\s+(are|is|was|were)\b(.*)", re.IGNORECASE
)
"""A question that is told, "where the cart is emptied", as one that is asked: "where is the cart emptied"."""
_LOOK = re.compile(
    r"\s*(?:(?:look|search)\s+for|look\s+up|locate|identify)\s+(?=(?:all|any|every|the)\b)", re.IGNORECASE
)
_END = re.compile(
    r"(?:(?<!what's)(?<!\bis)(?<!\bare)\s+(?:anywhere\s+)?in\s+(?:our|the|this|your)\s+(?:code\s?base|project|repo|repository))?"
    r"(?:,?\s+(?:please|thanks|thank\s+you))?\s*[?.!]*\s*\Z",
    re.IGNORECASE,
)
"""As in "in this project, please?"."""


def without_courtesy(text: str) -> str:
    """Return a question of one sentence without words around it that ask for nothing; any other text as it is."""
    if len(text) > _LONGEST or "\n" in text.strip() or _SENTENCE_END.search(text.strip()):
        return text
    opening = _OPENING.match(text)
    told = text[opening.end() :] if opening else text
    if asking := _TELL.match(told):
        told = _INDIRECT.sub(r"\1 \3 \2\4", told[asking.end() :])
    told = _LOOK.sub("", told, count=1) if _LOOK.match(told) else told
    end = _END.search(told)
    if end and end.group().strip(" ?.!\t"):
        told = told[: end.start()] + ("?" if "?" in end.group() else "")
    return told.strip() if told != text and len(told.split()) >= _FEWEST_WORDS else text
