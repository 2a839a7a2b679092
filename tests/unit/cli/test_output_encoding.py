"""What a command writes to a pipe can be read, whatever the code page, for as long as somebody reads."""

import errno
import io
import os
import sys

import pytest

from lsp_codebase.cli.streams import printing, take_any_character


def written(text, encoding):
    data = io.BytesIO()
    stream = io.TextIOWrapper(data, encoding=encoding, newline="\r\n" if sys.platform == "win32" else "\n")
    take_any_character(stream)
    stream.write(text)
    stream.flush()
    return data.getvalue()


def test_on_windows_a_pipe_gets_utf8_and_the_line_ends_of_all_other_systems(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert written("中 ü \udcff\n", "cp1252") == "中 ü \\udcff\n".encode()


@pytest.mark.parametrize(("encoding", "data"), [("ascii", b"\\u4e2d"), ("utf-8", "中".encode())])
def test_elsewhere_it_gets_what_the_locale_says_and_escapes_for_the_rest(monkeypatch, encoding, data):
    monkeypatch.setattr(sys, "platform", "linux")
    assert written("中", encoding) == data


@pytest.mark.parametrize("error", [errno.EPIPE, errno.EINVAL])
def test_on_windows_a_pipe_that_nobody_reads_ends_a_command_well_by_either_of_its_names(monkeypatch, tmp_path, error):
    class Unread(io.TextIOWrapper):
        def write(self, text):
            raise OSError(error, os.strerror(error))

    monkeypatch.setattr(sys, "platform", "win32")
    with (tmp_path / "pipe").open("wb") as pipe:
        monkeypatch.setattr(sys, "stdout", Unread(pipe, "utf-8"))
        with pytest.raises(SystemExit) as ended, printing():
            print("a hit")
    assert ended.value.code == 0


def test_on_windows_notes_are_in_the_encoding_of_results(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    out, err = (io.TextIOWrapper(io.BytesIO(), "cp1252", newline="\r\n") for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    with printing():
        for stream in (sys.stdout, sys.stderr):
            print("größe.py", file=stream, flush=True)
    assert [stream.buffer.getvalue() for stream in (out, err)] == ["größe.py\n".encode()] * 2
