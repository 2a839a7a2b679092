"""What texts say of values, for any text: reading ends, and tells places in the text."""

import re

from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.search.call_graph.expressions import expression_at_start, receiver_of
from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.search.call_graph.type_texts import type_at_start, types_in

LANGUAGES = st.sampled_from("cpp csharp go java kotlin php python ruby rust swift typescript unknown".split())
WORDS = "cart Cart self new let for as in await lambda def @ é".split()
PIECES = st.sampled_from([*WORDS, *"=:.(){}[]<>,;|&*?!$\"'# \n", ":=", "->", "=>", "::"])
TEXT = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=40)


@given(TEXT, LANGUAGES)
def test_what_binds_a_name_stands_where_the_text_has_it(text, language):
    found = [*Source(text.split("\n"), language).bindings("cart")]
    assert [one.start for one in found] == sorted({one.start for one in found})
    assert all(text[one.start :].lstrip("$").startswith("cart") for one in found)


@given(TEXT)
def test_expressions_and_types_are_parts_of_a_text(text):
    assert text.startswith(expression_at_start(text), len(text) - len(text.lstrip()))
    assert type_at_start(text) in text
    receiver = receiver_of(text)
    assert receiver is None or text.startswith(receiver.rest.rstrip())
    assert all(re.fullmatch(r"[\w.$]*", one.name) for one in types_in(text))
