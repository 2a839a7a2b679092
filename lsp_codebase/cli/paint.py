"""Colours, and text cut to the width of a terminal. Every command writes the same few styles, those of ripgrep."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Literal, TextIO

from lsp_codebase.cli.console import understands_escapes
from lsp_codebase.cli.escapes import styled, visible

When = Literal["auto", "always", "never"]
Mark = tuple[int, int]
"""A stretch of a line, in characters."""

_TAB = "    "
_CUT = "…"
_NARROWEST = 20  # columns
_BEFORE_MARK = 4  # a line is cut in front, too, if its first mark would be hidden; so much before the mark is kept


class Paint:
    """Puts styles around text, if there are to be colours."""

    def __init__(self, *, is_on: bool) -> None:
        self.is_on = is_on

    def __call__(self, style: str, text: str) -> str:
        """Return the text in a style; without one where there is no text, or no colour."""
        return styled(style, text) if self.is_on and text else text

    def marked(self, text: str, marks: Sequence[Mark], rest: str | None = None) -> str:
        """Return a line with its matches in their style, and the text between them in the style `rest`, if any."""
        if not self.is_on:
            return text
        painted, at = "", 0
        for start, end in marks:
            start = max(start, at)
            if end > start:
                between = text[at:start]
                painted += (self(rest, between) if rest else between) + self("match", text[start:end])
                at = end
        return painted + (self(rest, text[at:]) if rest else text[at:])


def wants_colour(when: When, stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether to write colours: as asked, else as NO_COLOR and CLICOLOR_FORCE say, else on a terminal."""
    if when != "auto":
        return when == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    is_wanted = stream.isatty() and environment.get("TERM") != "dumb" and environment.get("CLICOLOR") != "0"
    return is_wanted and understands_escapes(stream)


def is_page(options: argparse.Namespace) -> bool:
    """Whether to print a page for a person, not lines for programs."""
    return bool(options.pretty) or sys.stdout.isatty()


def paint_of(options: argparse.Namespace) -> Paint:
    """Return the colours of standard output; a page that is asked for has some."""
    when: When = "always" if options.pretty and options.color == "auto" else options.color
    return Paint(is_on=wants_colour(when, sys.stdout))


def page_width() -> int:
    """Return the columns of the terminal, or COLUMNS; of a pager's pipe, those of the terminal behind it."""
    columns = shutil.get_terminal_size((0, 0)).columns
    for stream in (sys.stderr, sys.stdin):
        if columns:
            break
        try:
            columns = os.get_terminal_size(stream.fileno()).columns
        except (OSError, ValueError, AttributeError):  # no terminal either
            continue
    return max(columns or 80, _NARROWEST)


def fitted(text: str, marks: Sequence[Mark], width: int) -> tuple[str, list[Mark]]:
    """Return a line of a file for a page: tabs and invisible signs made visible, cut so that its first mark is seen.

    The marks are those of the returned line.
    """
    text, marks = _made_visible(text, marks)
    if display_width(text) <= width:
        return text, marks
    begin = 0
    if marks and display_width(text[: marks[0][1]]) > width - 1:
        begin = max(0, marks[0][0] - _BEFORE_MARK)
    front = _CUT if begin else ""
    kept = _first_columns(text[begin:], width - len(front))
    if begin + len(kept) < len(text):
        kept = _first_columns(kept, width - len(front) - 1)
        end, back = begin + len(kept), _CUT
    else:
        end, back = len(text), ""
    shift = len(front) - begin
    inside = [(max(a, begin) + shift, min(b, end) + shift) for a, b in marks if a < end and b > begin]
    return front + kept + back, inside


def display_width(text: str) -> int:
    """Return the columns that a text takes on a terminal."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _first_columns(text: str, width: int) -> str:
    if text.isascii():
        return text[: max(width, 0)]
    used = 0
    for place, char in enumerate(text):
        used += _columns(char)
        if used > width:
            return text[:place]
    return text


def _made_visible(text: str, marks: Sequence[Mark]) -> tuple[str, list[Mark]]:
    """Return a line in which nothing steers the terminal: each control becomes one sign, a tab four blanks."""
    if not text.isprintable():
        text = "".join(map(visible, text))
    if "\t" not in text:
        return text, [*marks]

    def moved(place: int) -> int:
        return place + (len(_TAB) - 1) * text.count("\t", 0, place)

    return text.replace("\t", _TAB), [(moved(start), moved(end)) for start, end in marks]
