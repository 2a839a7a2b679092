"""`readFile`."""

import os
from pathlib import Path

import pytest

from lsp_codebase.errors import InvalidQuery, UnknownRoot
from lsp_codebase.model import Span
from lsp_codebase.tree import DirectoryTree


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes("one\ntwö\n".encode())
    found = DirectoryTree([tmp_path]).read_file(tmp_path / "a.py")
    assert (found.text, found.span, found.truncated, found.encoding) == ("one\ntwö\n", Span(0, 0, 2, 0), False, "utf-8")


@pytest.mark.parametrize(
    ("span", "text", "covered"),
    [
        (Span(1, 0, 2, 0), "twö\n", Span(1, 0, 2, 0)),
        (Span(0, 1, 0, 3), "ne", Span(0, 1, 0, 3)),
        (Span(1, 2, 1, 4), "ö", Span(1, 2, 1, 4)),
        (Span(0, 2, 1, 1), "e\nt", Span(0, 2, 1, 1)),
        (Span(1, 0, 99, 0), "twö\nthree", Span(1, 0, 2, 5)),
        (Span(0, 99, 1, 1), "\nt", Span(0, 3, 1, 1)),
        (Span(9, 0, 10, 0), "", Span(2, 5, 2, 5)),
        (Span(1, 1, 0, 0), "", Span(1, 1, 1, 1)),
    ],
)
def test_a_span_is_cut_out_and_clipped(tmp_path: Path, span: Span, text: str, covered: Span) -> None:
    (tmp_path / "a").write_text("one\ntwö\nthree")
    found = DirectoryTree([tmp_path]).read_file(tmp_path / "a", span)
    assert (found.text, found.span) == (text, covered)


def test_a_long_file_is_cut_at_a_line_end(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one\ntwo\nthree\n")
    tree = DirectoryTree([tmp_path])
    found = tree.read_file(tmp_path / "a", max_chars=10)
    assert (found.text, found.span, found.truncated) == ("one\ntwo\n", Span(0, 0, 2, 0), True)
    assert tree.read_file(tmp_path / "a", max_chars=2).text == "on"
    with pytest.raises(InvalidQuery, match="maxChars"):
        tree.read_file(tmp_path / "a", max_chars=0)


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ("\ufeffx\r\ny\rz".encode(), "x\ny\nz", "utf-8-sig"),
        ("ö\n".encode("utf-16"), "ö\n", "utf-16"),
        ("ö\n".encode("utf-32"), "ö\n", "utf-32"),
        (b"\x80 5", "€ 5", "windows-1252"),
        (b"caf\xe9", "café", "windows-1252"),
        (b"", "", "utf-8"),
    ],
)
def test_the_encoding_is_found_out(tmp_path: Path, data: bytes, text: str, encoding: str) -> None:
    (tmp_path / "a").write_bytes(data)
    found = DirectoryTree([tmp_path]).read_file(tmp_path / "a")
    assert (found.text, found.encoding) == (text, encoding)


@pytest.mark.skipif(os.name == "nt", reason="no named pipes in the file system")
def test_what_is_no_text_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\x7fELF\0\0")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "directory").mkdir()
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(20_000_001)
    reasons = {"binary": "not a text file", "pipe": "not a file", "directory": "not a file", "huge": "larger"}
    reasons["gone"] = "no such file"
    for name, reason in reasons.items():
        with pytest.raises(InvalidQuery, match=reason) as error:
            DirectoryTree([tmp_path]).read_file(tmp_path / name)
        assert error.value.field == "uri"


def test_a_secret_is_never_read_not_even_through_a_link(tmp_path: Path) -> None:
    """A20."""
    (tmp_path / ".env").write_text("TOKEN=hunter2")
    (tmp_path / "plain.txt").symlink_to(".env")
    (tmp_path / ".env.example").write_text("TOKEN=")
    tree = DirectoryTree([tmp_path])
    for name in (".env", "plain.txt"):
        with pytest.raises(InvalidQuery, match="credentials"):
            tree.read_file(tmp_path / name)
    assert tree.read_file(tmp_path / ".env.example").text == "TOKEN="


def test_a_link_inside_the_folder_is_read_as_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.py").write_text("inside")
    (tmp_path / "linked").symlink_to("real")
    (tmp_path / "out").symlink_to(tmp_path.parent)
    tree = DirectoryTree([tmp_path])
    assert tree.read_file(tmp_path / "linked" / "a.py").text == "inside"
    with pytest.raises(UnknownRoot):
        tree.read_file(tmp_path / "out" / "a.py")


@pytest.mark.parametrize("path", [".git/HEAD", "sub/.git/logs/HEAD", ".Git/HEAD", ".hg/hgrc", "linked/HEAD"])
def test_what_version_control_keeps_for_itself_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "linked").symlink_to(".git")
    (tmp_path / path).resolve().parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("ref: refs/heads/main")
    tree = DirectoryTree([tmp_path])
    with pytest.raises(InvalidQuery, match="version control") as error:
        tree.read_file(tmp_path / path)
    assert error.value.field == "uri"
    with pytest.raises(InvalidQuery, match="version control"):
        tree.read_file(tmp_path / path, lines=[b"as it is open"])
    (tmp_path / ".gitignore").write_text("*.o\n")
    assert tree.read_file(tmp_path / ".gitignore").text == "*.o\n"
