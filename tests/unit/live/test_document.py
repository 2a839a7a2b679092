"""A document is edited as LSP says: lines, ends, places outside of the text, and places that move along."""

from __future__ import annotations

import time

import pytest

from lsp_codebase.model import Position, Span
from lsp_codebase.model.document import Document, moved


def edited(text: str, *edits: tuple[tuple[int, int, int, int], str]) -> str:
    document = Document(text)
    for span, new in edits:
        document.edit(Span(*span), new)
    return document.text().data.decode()


@pytest.mark.parametrize(
    ("text", "span", "new", "expected"),
    [
        ("", (0, 0, 0, 0), "a", "a"),
        ("ab\ncd\n", (0, 1, 0, 1), "X", "aXb\ncd\n"),
        ("ab\ncd\n", (0, 1, 1, 1), "", "ad\n"),
        ("ab\ncd\n", (2, 0, 2, 0), "ef", "ab\ncd\nef"),
        ("ab\ncd", (1, 2, 1, 2), "\nef\n", "ab\ncd\nef\n"),
        ("a\r\nb\rc\n", (1, 0, 2, 0), "", "a\r\nc\n"),
        ("a\x0cb\u2028c\nd", (1, 0, 1, 0), "X", "a\x0cb\u2028c\nXd"),
        ("ab\n", (0, 9, 0, 9), "X", "abX\n"),
        ("ab\n", (9, 0, 9, 5), "X", "ab\nX"),
        ("abc", (0, 2, 0, 1), "X", "aXc"),
        ("abc", (-1, 5, 0, -2), "X", "Xabc"),
        ("a\rb", (1, 0, 1, 0), "\n", "a\r\nb"),
        ("é\nz", (0, 2, 1, 0), "-", "é-z"),
    ],
)
def test_a_span_is_replaced(text: str, span: tuple[int, int, int, int], new: str, expected: str) -> None:
    assert edited(text, (span, new)) == expected


def test_a_line_feed_after_a_carriage_return_ends_the_same_line() -> None:
    document = Document("a\rb")
    document.edit(Span(1, 0, 1, 0), "\n")
    assert list(document.text()) == [b"a", b"b"]


@pytest.mark.parametrize(
    ("text", "edit", "new"),
    [("a\nNAME", (0, 0, 0, 1), "\r"), ("a\rx\nNAME", (1, 0, 1, 1), ""), ("a\rNAME", (1, 0, 1, 0), "\n")],
)
def test_a_name_stays_in_its_line_when_two_line_ends_become_one(
    text: str, edit: tuple[int, int, int, int], new: str
) -> None:
    document = Document(text)
    line = len(document.text()) - 1
    document.edit(Span(*edit), new)
    assert moved(Span(line, 0, line, 4), document.since(0)).start.line == len(document.text()) - 1


def test_there_are_only_empty_lines_beyond_the_text() -> None:
    document = Document("a\r\n")
    assert [document.line(n) for n in (-1, 0, 1, 2)] == [b"", b"a", b"", b""]


def test_a_snapshot_does_not_change_with_the_document() -> None:
    document = Document("a\n")
    before = document.text()
    document.edit(Span(0, 0, 0, 0), "b")
    assert (before.data, before.serial) == (b"a\n", 0)
    assert (document.text().data, document.text().serial) == (b"ba\n", 1)


NAME = Span(1, 4, 1, 7)  # foo


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (((0, 0, 0, 0), "x\ny\n"), (3, 4, 3, 7)),  # above
        (((0, 0, 1, 0), ""), (0, 4, 0, 7)),
        (((1, 0, 1, 0), "async "), (1, 10, 1, 13)),  # before it in its line
        (((0, 2, 1, 0), "; "), (0, 8, 0, 11)),
        (((1, 4, 1, 4), "\n"), (2, 0, 2, 3)),  # just before it
        (((1, 7, 1, 7), "d"), (1, 4, 1, 7)),  # just after it
        (((1, 5, 1, 5), "oo"), (1, 4, 1, 9)),  # in it
        (((1, 8, 1, 9), "x, y"), (1, 4, 1, 7)),  # after it
        (((1, 5, 2, 0), ""), (1, 4, 1, 5)),  # its second half
        (((1, 0, 2, 0), ""), (1, 0, 1, 0)),  # all of it
    ],
)
def test_places_move_with_the_edits(edit: tuple[tuple[int, int, int, int], str], expected: tuple[int, ...]) -> None:
    document = Document("a=\ndef foo(x): pass\nb = 2\n")
    document.edit(Span(*edit[0]), edit[1])
    assert moved(NAME, document.since(0)) == Span(*expected)


def test_typing_on_is_one_edit() -> None:
    document = Document("ab\n")
    for column, letter in enumerate("name\n"):
        document.edit(Span(0, 1 + column, 0, 1 + column), letter)
    document.edit(Span(1, 0, 1, 0), "x")
    assert len(document.since(0)) == 1
    assert moved(Span(0, 1, 0, 2), document.since(0)) == Span(1, 1, 1, 2)
    document.text()
    document.edit(Span(1, 1, 1, 1), "y")
    assert len(document.since(0)) == 2


def test_edits_that_were_read_are_forgotten() -> None:
    document = Document("a\nb\n")
    document.edit(Span(0, 0, 0, 0), "x")
    text = document.text()
    document.edit(Span(1, 0, 1, 0), "y")
    document.forget(text.serial)
    assert [edit.end for edit in document.since(0)] == [Position(1, 1)]
    document.replace("new")
    assert document.since(0) == []


def test_an_edit_of_a_megabyte_costs_less_than_a_millisecond() -> None:
    document = Document("some words in a line of code, é\n" * 33_000)
    document.text()
    rounds = 200
    begin = time.process_time()
    for n in range(rounds):
        document.edit(Span(16_000 + n, 3, 16_000 + n, 3), "x")
    assert (time.process_time() - begin) / rounds < 0.001
