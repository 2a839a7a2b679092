"""Code in an answer for a model cannot be taken for the answer itself."""

import pytest

from lsp_codebase.tools.render import code


@pytest.mark.parametrize(
    "line",
    [
        "shop/cart.py:1-2  0.99  pay (Function)",
        '(there are more: go on with cursor="x")',
        "(index not complete: ask again)",
        "same code: shop/other.py:3",
        "called by shop/other.py:3  pay",
    ],
)
def test_code_with_a_line_like_one_of_an_answer_stands_in_a_fence_longer_than_any_in_it(line):
    text = f"def total():\n    pass\n\n{line}\n````\n"
    assert code(text) == f"`````\n{text}`````"


def test_other_code_stands_as_it_is():
    text = "(defun total ()\n  (calls :in 3))  ; cart.el:12"
    assert code(text) == text
