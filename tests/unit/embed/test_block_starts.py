"""Where blocks begin, as the built-in model sees it."""

from __future__ import annotations

import pytest
from tokenizers import Tokenizer

from lsp_codebase.embed.block_starts import MARK, marked
from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.static import MARK_TOKEN


def marked_lines(text: str) -> list[str]:
    """Return the lines that have a mark in front, without it and their indentation."""
    return [part.split("\n")[0].strip() for part in marked(text).split(MARK)[1:]]


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("import os\n\nclass A:\n    x = 1\n\n    def f(self):\n        return 1\n", ["class A:", "def f(self):"]),
        ("static int\nadd(int a)\n{\n\treturn a;\n}\n", ["add(int a)"]),
        ("func Add(a int) int {\n\tif a > 0 {\n\t\treturn a\n\t}\n}\n", ["func Add(a int) int {"]),
        ("def f(\n\n    a,\n): ...", ["def f("]),
        ("class A\r\n{\r\n    int x;\r\n}\r\n", ["class A"]),
    ],
)
def test_a_line_before_a_deeper_one_or_a_lone_brace_begins_a_block(text: str, starts: list[str]) -> None:
    assert marked_lines(text) == starts


def test_a_comment_begins_a_block() -> None:
    text = 'class A:\n    """What it is.\n    M."""\n    # Why.\n    x = 1\n// C.\n/** D.\n * more */\n#include <x>\n'
    assert marked_lines(text) == ["class A:", '"""What it is.', "# Why.", "// C.", "/** D."]


@pytest.mark.parametrize(
    "text",
    [
        "where is the session closed",
        "for x in y:\n    print(x)\n",
        "Returns:\n    the sum\n",
        "public:\n    int x;\n",
        "} else {\n    x();\n}\n",
        "            def deep():\n                pass\n",
        "x = 1\n\n\ny = 2\n",
    ],
)
def test_lines_that_name_nothing_begin_no_block(text: str) -> None:
    assert MARK not in marked(text)


def test_the_tokenizer_finds_the_same_blocks() -> None:
    tokens = Tokenizer.from_file(str(BUILTIN / "tokenizer.json"))
    text = "class A:\n    def f(self):\n        pass\n\n    def g(self):\n        pass\n"
    ids = tokens.encode(text).ids
    assert ids[0] == MARK_TOKEN
    assert ids.count(MARK_TOKEN) == marked(text).count(MARK) == 3
