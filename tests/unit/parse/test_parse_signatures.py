"""Signatures: those of Python that only declare, and comments beside them."""

import pytest

from lsp_codebase.parse import parse_file

OVERLOADED = """\
import typing
from typing import overload

class Shop:
    @overload
    def find(self, key: int) -> int: ...
    @typing.overload
    def find(
        self,
        key: str,
    ) -> str: ...
    @cached
    def find(self, key):
        return key
"""


def test_an_overload_declares_and_the_definition_behind_it_does_not() -> None:
    found = [symbol for symbol in parse_file("a.py", OVERLOADED.encode()).symbols if symbol.name == "find"]
    assert [symbol.is_declaration for symbol in found] == [True, True, False]
    assert [symbol.signature for symbol in found] == [
        "def find(self, key: int) -> int", "def find(self, key: str) -> str", "def find(self, key)"
    ]  # fmt: skip
    assert found[0].span.start_line == 4


@pytest.mark.parametrize(
    ("path", "text", "signature"),
    [
        ("a.py", "def f(x):  # more of it\n    pass\n", "def f(x)"),
        ("a.py", "class A(List[int]):  # type: ignore[misc]\n    pass\n", "class A(List[int])"),
        ("a.py", "def f(\n    x,  # first\n    # second\n    y='#',\n):\n    pass\n", "def f(x, y='#')"),
        ("a.rb", "class A # :nodoc:\n  def go\n  end\nend\n", "class A"),
        ("a.ts", "function f(a: string, // ours\n  b = '//') { // why\n}\n", "function f(a: string, b = '//')"),
        ("a.go", "func f(a int, // first\n\tb int) error { // why\n\treturn nil\n}\n", "func f(a int, b int) error"),
    ],
)
def test_a_signature_holds_no_comment(path: str, text: str, signature: str) -> None:
    assert parse_file(path, text.encode()).symbols[0].signature == signature
