import pytest

from lsp_codebase.parse.strings import string_literals


@pytest.mark.parametrize(
    ("code", "literals"),
    [
        ('raise ValueError("no such file")', ["no such file"]),
        ("throw new Error('it\\'s gone');", ["it\\'s gone"]),
        ("log(`value ${x}\nmissing`)", ["value ${x}", "missing"]),
        ('print("a", "b \\" c")', ["a", 'b \\" c']),
        ('"""Describe."""\nx = "said"', ["said"]),
        ("char c; // no quotes", []),
        ('x = "never closed\ny = "closed"', ["closed"]),
    ],
)
def test_what_stands_between_quotes_is_found(code, literals):
    assert [line for line in string_literals(code).split("\n") if line] == literals
