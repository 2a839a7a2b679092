"""Queries from comments: the first sentence of a file's head and of a definition's docstring, blanked in the tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lsp_codebase.model import Symbol

from .candidate import Candidate, Hidden
from .definitions import Answer, Code, is_definition, place_of
from .prose import first_sentence, is_prose

_LEADERS = ("//", "#", "--", ";", "%")
_BLOCKS = (("/*", "*/"), ("{-", "-}"), ("(*", "*)"), ("--[[", "]]"))
_QUOTED = re.compile(r'^\s*(?:@(?:module)?doc\s+)?(?:~[sS])?[rRuU]?("""|\'\'\')')
_ATTRIBUTE = re.compile(r"\s*(@\w+\b(?!oc\b|uledoc)|#\[|\[\w)")
_LEADING = re.compile(r"^\s*(?:/\*+!?|\*+/|\*(?!\*)|//+!?|#+:?|--+\[*\|?|;+|%+|\{-+\s*\|?|-\}|\(\*+|\*\))\s?")
_CLOSING = re.compile(r"\s*(?:\*+/|-\}|\*+\)|\]\])\s*$|(?:\"\"\"|''')\s*$")
_NO_TEXT = re.compile(
    r"copyright|licen[cs]e|spdx|all rights reserved|author:|-\*-|vim:|eslint|@ts-|pragma|coding:|frozen_string"
    r"|generated|#!/|go:build|\+build|\btodo\b|\bfixme\b|region\b|jshint|prettier|noqa|mypy:|rubocop:|shellcheck",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(r"^\s*\S+\.\w{1,5}\s*(?:---?|-|:|–)\s+")  # retry.el --- Backs off
LEAST_LEFT = 10  # lines of a file whose head was taken

Block = tuple[int, int]  # first and last line, 0-based


def block_from(lines: Sequence[str], row: int) -> Block | None:
    """Return the comment or quoted text that begins in a line, None if none does."""
    text = lines[row].strip()
    quoted = _QUOTED.match(lines[row])
    opened = (quoted and quoted[1]) or next((end for start, end in _BLOCKS if text.startswith(start)), None)
    if opened:
        begun = lines[row].split(opened, 1)[1] if quoted else lines[row]
        if opened in begun:
            return row, row
        return next(((row, last) for last in range(row + 1, min(row + 120, len(lines))) if opened in lines[last]), None)
    leader = next((mark for mark in _LEADERS if text.startswith(mark)), None)
    if leader is None or text.startswith(("#[", "#include", "#define", "#if", "#pragma", "#import", "#!", "#region")):
        return None
    last = row
    while last + 1 < len(lines) and lines[last + 1].strip().startswith(leader):
        last += 1
    return row, last


def block_above(lines: Sequence[str], row: int) -> Block | None:
    """Return the comment that ends right above a line, over attributes; None if none does."""
    last = row - 1
    while last >= 0 and _ATTRIBUTE.match(lines[last]) and "doc" not in lines[last]:
        last -= 1
    first = last
    while first >= max(0, last - 120) and lines[first].strip():
        block = block_from(lines, first)
        if block is not None and block[1] == last and (first == 0 or block_from(lines, first - 1) != (first - 1, last)):
            return block
        first -= 1
    return None


def text_of(lines: Sequence[str], block: Block) -> str:
    """Return the words of a comment without its marks, line by line."""
    taken = []
    for line in lines[block[0] : block[1] + 1]:
        quoted = _QUOTED.match(line)
        taken.append(_CLOSING.sub("", line[quoted.end() :] if quoted else _LEADING.sub("", line)).rstrip())
    return "\n".join(taken).strip("\n")


def head_of(lines: Sequence[str]) -> tuple[Block, str] | None:
    """Return the comment at the head of a file that is no licence, and its first sentence."""
    row = 0
    while row < min(len(lines), 80):
        if not lines[row].strip() or lines[row].startswith(
            ("#!", "<?php", "package ", "declare(", "'use strict'", '"use')
        ):
            row += 1
            continue
        block = block_from(lines, row)
        if block is None:
            return None
        text = text_of(lines, block)
        if not _NO_TEXT.search(text):
            return block, first_sentence(_FILE_NAME.sub("", text))
        row = block[1] + 1
    return None


def is_of_the_file(lines: Sequence[str], block: Block) -> bool:
    """Whether a comment at the head is about the file: not one right above a statement, which it may be about."""
    first, after = lines[block[0]], lines[block[1] + 1 : block[1] + 2] or [""]
    is_marked = bool(_QUOTED.match(first)) or first.lstrip().startswith(("//!", "{-|"))
    return is_marked or not after[0].strip() or after[0].startswith(("package ", "module "))


def docstring_of(lines: Sequence[str], symbol: Symbol) -> tuple[Block, str] | None:
    """Return the docstring of a definition, right below its head or above it, and its first sentence."""
    block = _quoted_below(lines, symbol) or block_above(lines, symbol.span.start_line)
    if block is None or block[1] >= symbol.span.last_line:  # a body must be left
        return None
    sentence = first_sentence(text_of(lines, block))
    return None if _NO_TEXT.search(sentence) else (block, sentence)


def _quoted_below(lines: Sequence[str], symbol: Symbol) -> Block | None:
    """Return the quoted text right below the line that ends the head of a definition, `...):`."""
    first = symbol.name_span.start_line
    rows = range(first, min(first + 12, symbol.span.last_line))
    head = next((row for row in rows if lines[row].rstrip().endswith(":")), None)
    return block_from(lines, head + 1) if head is not None and _QUOTED.match(lines[head + 1]) else None


def without_name(sentence: str, name: str) -> str:
    """Return what a sentence says without the name with which it begins, "" if it names it later."""
    first, _, rest = sentence.partition(" ")
    told = rest if first.strip("`'\"()") == name else sentence
    return "" if re.search(rf"\b{re.escape(name)}\b", told) else told


def of_files(code: Code) -> Iterator[Candidate]:
    for path in code.symbols:
        lines = code.lines(path)
        head = head_of(lines)
        if head is None or not is_prose(head[1], 5, 40):
            continue
        (first, last), sentence = head
        is_long = sum(bool(line.strip()) for line in lines[last + 1 :]) >= LEAST_LEFT
        if is_long and is_of_the_file(lines, (first, last)):
            yield Candidate("module", sentence, (Answer(path),), f"{path}:{first + 1}", Hidden(path, first, last))


def of_definitions(code: Code) -> Iterator[Candidate]:
    for path, symbols in code.symbols.items():
        definitions = [*filter(is_definition, symbols)]
        lines = code.lines(path) if definitions else []
        head = head_of(lines)
        for symbol in definitions:
            found = docstring_of(lines, symbol)
            if found is None or (head and found[0] == head[0] and symbol.span.start_line != head[0][1] + 1):
                continue
            sentence = without_name(found[1], symbol.name)
            if is_prose(sentence, 5, 35):
                hidden = Hidden(path, *found[0])
                yield Candidate("docstring", sentence, (place_of(path, symbol),), f"{path}:{hidden.first}", hidden)
