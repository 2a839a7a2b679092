"""What a command writes to a terminal, to a disk that is full, and to streams that are closed."""

import io
import os
import subprocess
import sys
from contextlib import nullcontext, redirect_stderr, redirect_stdout

import pytest
from codebases import write
from command_line import run_command

from lsp_codebase.cli import main

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full and the shell of Linux")
TITLE = "\x1b]0;another title\x07"


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def given(root, tmp_path):
    """Options for a folder whose files steer terminals."""
    write(root, {"a.py": f"def titled(): pass  # {TITLE}\n", "README.md": f"# About titled\n\n{TITLE}\x9b31m\n"})
    return ["--root", str(root), "--set", f"index.location={tmp_path / 'cache'}", "--set", "embedding.model=none"]


def in_shell(text, *arguments):
    command = [sys.executable, "-m", "lsp_codebase", *arguments]
    return subprocess.run(["sh", "-c", f'"$@" {text}', "sh", *command], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "command",
    [("context", "titled"), ("tree", "--core-files"), ("search", "titled", "--vimgrep"), ("search", "titled", "--json"),
     ("read", "a.py"), ("callers", "titled")],
    ids=" ".join,
)  # fmt: skip
def test_no_command_prints_to_a_terminal_what_steers_it_but_colours(given, root, command, monkeypatch):
    monkeypatch.chdir(root)
    out, err = (Terminal(io.BytesIO(), "utf-8") for _ in range(2))
    monkeypatch.setattr("lsp_codebase.cli.opening.listening", nullcontext)  # a bar moves the cursor
    with redirect_stdout(out), redirect_stderr(err):
        main([*command, *given, *(["--wait"] if command[0] in ("context", "search", "callers") else [])])
    printed = "".join(stream.buffer.getvalue().decode() for stream in (out, err) if not stream.flush())
    assert "titled" in printed
    assert not set(printed.replace("\x1b[", "")) & {"\x1b", "\x07", "\x9b"}


def test_a_pipe_gets_the_text_as_it_is(given, root, monkeypatch):
    monkeypatch.chdir(root)
    assert TITLE in run_command("read", "a.py", *given).stdout


@linux_only
@pytest.mark.parametrize("command", [("languages",), ("man",), ("--version",), ("languages", "--json")], ids=" ".join)
def test_a_result_that_cannot_be_written_ends_the_command_with_a_sentence(command):
    done = in_shell(">/dev/full", *command)
    assert (done.returncode, done.stderr) == (4, "lsp-codebase: write error: No space left on device\n")


@linux_only
def test_a_result_for_a_closed_stream_is_told_of_and_goes_into_no_file(given):
    done = in_shell(">&-", "index", *given)
    assert (done.returncode, done.stderr) == (4, "lsp-codebase: write error: Bad file descriptor\n")


@linux_only
@pytest.mark.parametrize("stream", ["2>&-", "2>/dev/full", "<&-"])
def test_the_answer_is_whole_where_notes_cannot_be_written(given, root, stream):
    done = in_shell(stream, "symbols", "ttld *.py", *given)
    assert (done.returncode, done.stdout) == (0, f"{root}/a.py:1:5: function titled\n")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are Unicode")
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_names_that_end_with_a_zero_byte_have_the_bytes_that_they_have(given, root, encoding):
    name = b"b\xff\xc3\xa9.py"
    (root / os.fsdecode(name)).touch()
    out = io.TextIOWrapper(io.BytesIO(), encoding)
    with redirect_stdout(out):
        assert main(["files", "-0", "-g", "b*", *given]) == 0
    assert os.path.basename(out.buffer.getvalue()) == name + b"\0"
