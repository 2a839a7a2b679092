"""The rows of a content as they are kept: all but what the content itself says."""

from dataclasses import replace

import pytest

from lsp_codebase.index.content_rows import pack, rows_of, unpack
from lsp_codebase.parse import parse_file

PYTHON = '''"""Shop."""


class Cart:
    def add(self, item):
        """Add an item."""
        return item


def add(a, b):
    return a + b  # große Summe
'''


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("shop.py", PYTHON.encode()),
        ("shop.py", PYTHON.replace("\n", "\r\n").encode("utf-16")),
        ("shop.py", PYTHON.encode("cp1252")),
        ("shop.py", b""),
        ("notes.txt", b"one\ntwo\n" * 200),
        ("data.js", b"var a = '" + b"x" * 50_000 + b"';\n"),
        ("shop.rb", b"class A\n  def one; end\nend\n"),
    ],
)
def test_kept_rows_come_back_with_the_texts_of_the_content(path: str, content: bytes) -> None:
    rows = rows_of(path, parse_file(path, content))
    kept = unpack(pack(rows), content)
    shared_alone = {"signature": rows.symbols["signature"]}
    assert replace(kept, symbols=kept.symbols | shared_alone) == rows
    assert not kept.symbols.keys() & shared_alone.keys()


def test_comments_and_signatures_are_kept_as_their_words_not_as_tokens_of_these() -> None:
    content = b"# Adds the items.\ndef addItems(newItems):\n    pass\n"
    chunks = rows_of("shop.py", parse_file("shop.py", content)).chunks
    assert chunks["comment_words"] == ["Adds the items"]
    assert chunks["signature_words"] == ["def addItems newItems"]


def test_equal_contents_in_two_places_have_equal_rows() -> None:
    one, other = (rows_of(path, parse_file(path, PYTHON.encode())) for path in ("shop.py", "src/old/cart.py"))
    assert one == other


def test_the_content_is_not_kept_beside_its_rows() -> None:
    content = "".join(f"x = {number * 7919 % 10_007}\n" for number in range(5_000)).encode()
    assert len(pack(rows_of("a.txt", parse_file("a.txt", content)))) < 5_000


def test_a_name_of_several_definitions_has_the_kind_of_the_one_in_its_chunk() -> None:
    methods = "".join(f"    def method_{number}(self):\n        return {number}\n" for number in range(80))
    content = f"class Cart:\n    def add(self):\n        pass\n{methods}\n\ndef add():\n    pass\n".encode()
    chunks = rows_of("shop.py", parse_file("shop.py", content)).chunks
    kinds = {
        chunk: dict(zip(names, chunks["kinds"][chunk], strict=True)) for chunk, names in enumerate(chunks["names"])
    }
    assert kinds[0]["add"] == 6
    assert kinds[len(kinds) - 1]["add"] == 12
