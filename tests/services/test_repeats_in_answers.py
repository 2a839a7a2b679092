"""One place, one hit, in every mode and over every page; labels and previews that say why it is there."""

from itertools import combinations

import pytest
from codebases import opened, write

from lsp_codebase.model import CancelToken, Mode, Pack, SearchQuery

BODY = "\n".join(f"    ticket = stamp(ticket, desk_{number}, printer=False)" for number in range(30))
LONG = "\n".join(f"    ticket = stamp(ticket, desk_{number}, printer=False)" for number in range(160))
METHOD = '''    def seat_{n}(self, ticket):
        """Seat number {n} of a ticket."""
        row = self.rows[{n}]
        column = self.columns[{n}]
        return row.seat(column, ticket)
'''
FILES = {
    "lib/tickets.py": f'''# Copyright 2020 The Ticket Authors. All rights reserved.
# Licensed under the terms of the ticket license.

import os


def print_ticket(ticket):
    """Print a ticket at every desk."""
{BODY}
    return ticket.at(printer=True)


def aprint_ticket(ticket):
    """Print without waiting."""
    return later(print_ticket, ticket)


def cancel_ticket(ticket):
    """Give the money back."""
    refund(ticket)
''',
    "lib/hall.py": '"""Halls."""\n\n\nclass TicketHall:\n    """A hall with seats for tickets."""\n\n'
    + "\n".join(METHOD.format(n=n) for n in range(12)),
    "lib/conductor.py": f'''def punch_ticket(ticket):
    """Punch a ticket in every wagon."""
    ticket = conductor_punches_first(ticket)
{LONG}
    ticket = conductor_punches_last(ticket)
    return ticket
''',
    "src/extract.rs": """//! Extraction of bodies.
//!
//! [`Body`]: crate::Body
//!

/// Reads a body.
pub fn read(body: Body) -> Text {
    let json = extract_json_from_body(body);
    json
}
""",
    "tests/test_tickets.py": "def test_print_ticket():\n    print_ticket('a ticket')\n",
}
QUERIES = ["print ticket", "print_ticket", "TicketHall", "ticket hall", "seat of a ticket", "stamp a ticket at a desk"]


def pages(codebase, text, **fields):
    """Return the hits of all pages of an answer."""
    hits, cursor = [], None
    while True:
        answer = codebase.search(SearchQuery(text, cursor=cursor, **fields), CancelToken())
        hits += answer.hits
        cursor = answer.next_cursor
        if cursor is None:
            return hits


def common_lines(one, other):
    if one.path != other.path:
        return 0
    return min(one.span.end_line, other.span.end_line) - max(one.span.start_line, other.span.start_line) + 1


@pytest.mark.parametrize("text", QUERIES)
@pytest.mark.parametrize("mode", [Mode.AUTO, Mode.HYBRID, Mode.LEXICAL, Mode.VECTOR, Mode.SYMBOL])
@pytest.mark.parametrize("pack", [Pack.CHUNK, Pack.CONTEXT])
def test_no_line_is_shown_by_two_hits_on_any_page(codebase, text, mode, pack):
    hits = pages(codebase, text, mode=mode, pack=pack, limit=3)
    assert all(common_lines(one, other) <= 0 for one, other in combinations(hits, 2))


@pytest.mark.parametrize("text", ["print ticket", "print_ticket", "print a ticket at every desk"])
def test_a_function_of_several_chunks_is_one_hit(codebase, text):
    assert len(codebase._published.state.chunk_lines("lib/tickets.py")) > 2
    assert [hit.name for hit in pages(codebase, text, limit=5)].count("print_ticket") == 1


def test_the_two_ends_of_a_very_long_function_are_two_places(codebase):
    hits = pages(codebase, "conductor punches first, conductor punches last", include=("lib/conductor.py",), limit=5)
    texts = [hit.text for hit in hits if hit.name == "punch_ticket"]
    assert any("conductor_punches_first" in text for text in texts)
    assert any("conductor_punches_last" in text for text in texts)


def test_a_class_that_is_too_long_is_shown_up_to_a_whole_method(codebase):
    hit = codebase.search(SearchQuery("TicketHall"), CancelToken()).hits[0]
    assert hit.name == "TicketHall"
    assert hit.text.rstrip().endswith("return row.seat(column, ticket)")


@pytest.mark.parametrize(
    ("text", "name"), [("later without waiting", "aprint_ticket"), ("refund money back", "cancel_ticket")]
)
def test_a_hit_of_several_definitions_is_named_after_the_one_that_matched(codebase, text, name):
    hit = codebase.search(SearchQuery(text), CancelToken()).hits[0]
    assert "def aprint_ticket" in hit.text
    assert "def cancel_ticket" in hit.text
    assert hit.name == name
    assert hit.span.start_line <= hit.name_span.start_line <= hit.span.end_line


@pytest.mark.parametrize(
    ("text", "path", "preview"),
    [
        ("extract json body", "src/extract.rs", "let json = extract_json_from_body(body);"),
        ("print_ticket", "lib/tickets.py", "def print_ticket(ticket):"),
        ("tickets.py:39", "lib/tickets.py", "return ticket.at(printer=True)"),
        ("ticket authors", "lib/tickets.py", None),
    ],
)
def test_a_preview_says_why_the_hit_is_there_and_is_no_licence(codebase, text, path, preview):
    hits = pages(codebase, text, include=(path,), limit=5)
    assert preview in (None, hits[0].preview)
    for hit in hits:
        assert any(letter.isalpha() for letter in hit.preview)
        assert "Copyright" not in hit.preview
        assert "Licensed" not in hit.preview


def test_no_preview_shows_a_token(root, open_codebase):
    token = "ghp_" + "a1B2c3D4e5" * 4
    write(root, {"deploy.py": f'def deploy():\n    push(deploy_token="{token}")\n'})
    (hit,) = open_codebase().search(SearchQuery(f"deploy token {token}", mode=Mode.HYBRID), CancelToken()).hits
    assert "deploy_token" in hit.preview
    assert token not in hit.preview


def test_hits_as_symbols_never_look_the_same(tmp_path, settings):
    write(tmp_path / "root", FILES)
    with opened(settings, tmp_path / "root") as workspace:
        for text in QUERIES:
            hits = workspace.symbols(f"?{text}", CancelToken(), limit=50).hits
            assert hits
            entries = [(hit.path, hit.symbol.container, hit.symbol.name) for hit in hits]
            assert len(entries) == len(set(entries))
