"""Documents agree with plain strings, moved places with the text they stand before, positions with their encodings."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import PositionEncodingKind

from lsp_codebase.model import Span
from lsp_codebase.model.document import Document, moved
from lsp_codebase.server.encodings import to_character, to_column

TEXTS = st.text(st.sampled_from("ab\n\ré获𝄞\u2028\x0c "), max_size=30)
ENCODINGS = [PositionEncodingKind.Utf8, PositionEncodingKind.Utf16, PositionEncodingKind.Utf32]
END = re.compile(r"\r\n|\r|\n")


def place(text: str, offset: int) -> tuple[int, int]:
    """Return the line and UTF-8 column of an offset; one inside of a line end is in front of it."""
    line, start = 0, 0
    for match in END.finditer(text):
        if match.end() > offset:
            offset = min(offset, match.start())
            break
        line, start = line + 1, match.end()
    return line, len(text[start:offset].encode())


@st.composite
def cuts(draw: st.DrawFn, text: str) -> tuple[int, int]:
    at = st.integers(0, len(text)).filter(lambda i: text[i - 1 : i + 1] != "\r\n")
    first, last = sorted((draw(at), draw(at)))
    return first, last


@given(st.data(), TEXTS, st.lists(TEXTS, max_size=5))
def test_an_edited_document_equals_an_edited_string(data: st.DataObject, text: str, replacements: list[str]) -> None:
    document = Document(text)
    for new in replacements:
        first, last = data.draw(cuts(text))
        document.edit(Span(*place(text, first), *place(text, last)), new)
        text = text[:first] + new + text[last:]
        assert document.text().data.decode() == text
        assert list(document.text()) == [line.encode() for line in END.split(text)]


WORD = "NAME"


@given(st.data(), TEXTS, TEXTS, st.lists(st.tuples(st.booleans(), TEXTS), min_size=1, max_size=6), st.integers(0, 6))
def test_a_name_nobody_touched_is_where_it_was_moved_to(
    data: st.DataObject, before: str, after: str, edits: list[tuple[bool, str]], taken: int
) -> None:
    document = Document(before + WORD + after)
    span = Span(*place(before + WORD + after, len(before)), *place(before + WORD + after, len(before) + len(WORD)))
    for number, (is_before, new) in enumerate(edits):
        whole = before + WORD + after
        if is_before:
            first, last = data.draw(cuts(before))
            changed = before[:first] + new + before[last:], after
        else:
            first, last = data.draw(cuts(after))
            changed = before, after[:first] + new + after[last:]
            first, last = first + len(before + WORD), last + len(before + WORD)
        document.edit(Span(*place(whole, first), *place(whole, last)), new)
        before, after = changed
        if number == taken:
            document.text()
    whole = before + WORD + after
    expected = Span(*place(whole, len(before)), *place(whole, len(before) + len(WORD)))
    assert moved(span, document.since(0)) == expected


@given(st.text(st.sampled_from("abé获𝄞\u2028"), max_size=20), st.sampled_from(ENCODINGS), st.data())
def test_columns_survive_the_way_to_the_client_and_back(line: str, encoding: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(line)))
    column = len(line[:offset].encode())
    character = to_character(line.encode(), column, encoding)
    units = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    codec = encoding if encoding == "utf-8" else encoding + "-le"
    assert character == len(line[:offset].encode(codec)) // units
    assert to_column(line.encode(), character, encoding) == column
