"""From bytes to text: what is binary, encodings, line ends."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.parse import is_binary, parse_file
from lsp_codebase.parse.decoding import decode

TEXT = "größe = 1\ndef f(x):\n    return '漢' * x\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        b"\xff\xfe" + TEXT.encode("utf-16-le"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
        b"\x00\x00\xfe\xff" + TEXT.encode("utf-32-be"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
    ],
    ids=["utf-8", "bom", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be", "crlf", "cr"],
)
def test_places_are_the_same_in_every_encoding(data: bytes) -> None:
    parsed = parse_file("size.py", data)
    size, function = parsed.symbols
    assert (size.name, size.name_span) == ("größe", (0, 0, 0, 7))
    assert (function.name, function.span) == ("f", (1, 0, 2, 20))
    assert parsed.line_count == 3
    assert not parsed.is_ascii
    assert parsed.chunks[0].text == TEXT.removesuffix("\n")


def test_bytes_that_are_not_utf_8_are_read_as_windows_1252() -> None:
    source = decode("x = 'é' # 5 €\n".encode("windows-1252"))
    assert source.text == "x = 'é' # 5 €\n"
    assert [*source.lines] == ["x = 'é' # 5 €"]
    assert decode(b"\x81\xe9").text == "\ufffdé", "a byte that stands for nothing costs only itself"


def test_only_line_feeds_and_carriage_returns_end_lines() -> None:
    assert [*decode("a\fb\x0bc\u2028d\n".encode()).lines] == ["a\fb\x0bc\u2028d"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", False),
        (b"plain text\n", False),
        (TEXT.encode("utf-16"), False),
        (TEXT.encode("utf-32"), False),
        (TEXT.encode("latin-1", "replace"), False),
        ("Текст в старой кодировке, all the code is ASCII. ".encode() * 5, False),
        ("größe = 'ä'\n".encode("latin-1"), False),
        ("# Название и цена товара\n".encode("windows-1251"), False),
        ("# 商品の名前と値段\n".encode("shift-jis"), False),
        ("/* 商品的名称和价格 */\n".encode("gb18030"), False),
        (zlib.compress(TEXT.encode() * 20), True),
        (b"\x7fELF\x02\x01\x01" + bytes(64), True),
        (bytes(1) + b"." * 100, False),
        (bytes(2) + b"." * 100, True),
        (bytes(range(256)) * 4, True),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(200, 256)) * 9, True),
    ],
)
def test_binary_is_told_from_text(data: bytes, expected: bool) -> None:
    assert is_binary(data) is expected


@given(st.text("ab\né\u2028漢", max_size=20), st.slices(8))
def test_the_lines_of_a_text_are_those_of_a_list(text: str, some: slice) -> None:
    expected = text.removesuffix("\n").split("\n") if text else []
    lines = decode(text.encode()).lines
    assert [*lines] == [lines[row] for row in range(len(lines))] == expected
    assert lines[some] == expected[some]
    assert [lines[-1 - row] for row in range(len(lines))] == expected[::-1]
    with pytest.raises(IndexError):
        lines[len(lines)]
