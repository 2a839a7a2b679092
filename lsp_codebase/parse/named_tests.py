"""Tests and groups of tests that a call makes, as `it("adds up", () => {})` does: each is named by a sentence."""

from __future__ import annotations

import re

from lsp_codebase.model import byte_length

TOLD = frozenset({"case", "group", "sentence"})
"""Definitions with such names. A `sentence` holds quotes inside: `"A cart" should "add up" in {}` of Scala."""

_SEAM = re.compile(r"(?<!\\)(['\"])\s+\1")
"""Between two texts of Dart that are one: `'adds ' 'up'`."""


def sentence(text: str, detail: str, start: int, end: int) -> tuple[str, int, int]:
    """Return a name without its quotes, and its bytes; for one over several lines those in the first."""
    line = text.partition("\n")[0].rstrip()
    if detail == "sentence":
        return " ".join(text.replace('"', "").split()), start, start + byte_length(line)
    quote = '"""' if text.startswith('"""') else text[:1]
    if not text or quote[0] not in "\"'`" or len(text) < 2 * len(quote):
        return text, start, end
    if line != text and _SEAM.search(text):
        end = start + byte_length(line)
    name = _SEAM.sub("", text)[len(quote) : -len(quote)]
    # An apostrophe is written as `\'`, in PowerShell as `''`.
    return name.replace("\\" + quote, quote).replace(quote * 2, quote), start + len(quote), end - len(quote)
