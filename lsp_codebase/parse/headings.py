"""Headings of prose: their level, and the section each one opens."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lsp_codebase.parse.definitions import Definition

_LEVEL_IN_TYPE = re.compile(r"_h([1-6])_|^[hH]([1-6])$")
_LEADING_MARKS = re.compile(rb"[#=*]+(?=[ \t])")
_ADORNMENT = re.compile(rb"([!-/:-@\[-`{-~])\1{2,}[ \t]*$", re.MULTILINE)


def open_sections(definitions: Iterable[Definition], source: bytes) -> None:
    """Let every heading reach to the next one of its level or above, or to the end of the file."""
    headings = sorted((found for found in definitions if found.detail == "heading"), key=lambda found: found.start)
    adornments: list[bytes] = []
    opened: list[tuple[int, Definition]] = []
    for heading in headings:
        level = _level(heading, source, adornments)
        while opened and opened[-1][0] >= level:
            opened.pop()[1].end = heading.start
        opened.append((level, heading))
    for _, heading in opened:
        heading.end = len(source)


def _level(heading: Definition, source: bytes, adornments: list[bytes]) -> int:
    """Return the level by a heading's marker; without one (reStructuredText) adornments rank by first appearance."""
    for child in heading.node.children:
        match = _LEVEL_IN_TYPE.search(child.type)
        if match is None and child.type == "start_tag":
            tag = child.named_children[0]
            match = _LEVEL_IN_TYPE.search(source[tag.start_byte : tag.end_byte].decode("ascii", "replace"))
        if match is not None:
            return int(match[1] or match[2])
    text = source[heading.node.start_byte : heading.node.end_byte]
    marks = _LEADING_MARKS.match(text)
    if marks is not None:
        return len(marks[0])
    lines = _ADORNMENT.findall(text)
    adornment = lines[0] * len(lines) if lines else b""
    if adornment not in adornments:
        adornments.append(adornment)
    return adornments.index(adornment) + 1
