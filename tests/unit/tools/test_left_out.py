import pytest

from lsp_codebase.tools.budget import left_out


@pytest.mark.parametrize(
    ("count", "entries", "told"),
    [
        (2, "hits", "(2 more hits did not fit: raise max_tokens)"),
        (1, "hits", "(1 more hit did not fit: raise max_tokens)"),
        (1, "definitions of this name", "(1 more definition of this name did not fit: raise max_tokens)"),
        (1, "core files", "(1 more core file did not fit: raise max_tokens)"),
    ],
)
def test_entries_that_are_left_out_are_counted_in_english(count, entries, told):
    assert left_out(count, entries) == [told]


def test_nothing_is_told_where_nothing_is_left_out():
    assert left_out(0, "hits") == []
