import pytest

from lsp_codebase.search.intents.texts.pasted import copied_lines


def test_a_quotation_inside_a_question_is_copied():
    assert copied_lines('why do I get "the cart is already closed" at night') == ["the cart is already closed"]


@pytest.mark.parametrize(
    "text",
    [
        "pourquoi « the cart is already closed » la nuit",
        "woher kommt „the cart is already closed“?",
        "skąd „the cart is already closed”",
        "「the cart is already closed」が出る",
        "夜里为什么报错 the cart is already closed 呢",
        "откуда берётся the cart is already closed",
    ],
)
def test_a_quotation_is_told_by_the_marks_of_any_language_or_by_its_letters(text):
    assert copied_lines(text) == ["the cart is already closed"]


def test_a_quoted_value_is_no_quotation():
    assert copied_lines("what is 'id' and \"the id\"") == []


def test_code_is_copied_longest_line_first():
    assert copied_lines("  if (cart == null) {\n    return emptyCart(owner);") == [
        "return emptyCart(owner);",
        "if (cart == null) {",
    ]


def test_of_a_diff_the_lines_before_the_change_are_copied():
    assert copied_lines("@@ -1,2 +1,2 @@ f\n keep(this.line);\n-drop(that.line);\n+add(other.line);") == [
        "keep(this.line);",
        "drop(that.line);",
    ]


def test_the_gutter_of_a_compiler_is_left_out():
    assert copied_lines("error: no such function\n  120 |   total(cart.items);\n") == ["total(cart.items);"]


def test_code_in_a_message_that_is_prose_otherwise_is_named_by_the_way():
    message = "carts: no code twice\n\nThe function says several times\n    if (cart == null) {\nand this says it once."
    assert copied_lines(message) == []


def test_code_of_few_signs_is_copied():
    code = 'def total(cart):\n    """Return what all of the things in a cart cost together."""\n    return cart.sum'
    assert copied_lines(code) == ["def total(cart):", "return cart.sum"]


def test_a_sentence_is_not_copied():
    assert copied_lines("how is the total of a cart computed") == []
