"""Shorthand of chats is read as the words that it stands for, where a sentence holds it."""

import pytest

from lsp_codebase.search.query.query_form import understand


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("retry w/o a delay b4 the second attempt", "retry without a delay before the second attempt"),
        (
            "clean up temp files & folders b/c the disk is full",
            "clean up temp files and folders because the disk is full",
        ),
        ("map a key w/ its value btwn threads", "map a key with its value between threads"),
    ],
)
def test_a_sentence_with_shorthand_asks_for_the_same(short, long):
    assert understand(short).terms == understand(long).terms
    assert understand(short).meaning == long


@pytest.mark.parametrize(
    "text", ["flags & MASK", "a & b", "b/c", "src/b/c.py", "w/o", "total &= mask", "operator & of Constraint"]
)
def test_code_and_paths_are_no_shorthand(text):
    assert understand(text).text == text
