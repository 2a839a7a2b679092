"""What a command writes to a pipe can be read, whatever the code page."""

import io
import sys

import pytest

from lsp_codebase.cli.streams import take_any_character


def written(text, encoding):
    data = io.BytesIO()
    stream = io.TextIOWrapper(data, encoding=encoding)
    take_any_character(stream)
    stream.write(text)
    stream.flush()
    return data.getvalue()


def test_on_windows_a_pipe_gets_utf8(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert written("中 ü", "cp1252") == "中 ü".encode()


@pytest.mark.parametrize(("encoding", "data"), [("ascii", b"\\u4e2d"), ("utf-8", "中".encode())])
def test_elsewhere_it_gets_what_the_locale_says_and_escapes_for_the_rest(monkeypatch, encoding, data):
    monkeypatch.setattr(sys, "platform", "linux")
    assert written("中", encoding) == data
