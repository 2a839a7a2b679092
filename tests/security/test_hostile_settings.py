"""The file of a root may come from anybody: whatever it holds, it is read soon, and tells what is wrong on one line."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from lsp_codebase.config import ROOT_FILES, Resolved, Settings, Sources

LARGEST = 99_000
DEEP = ".".join(["a"] * 99)
HOSTILE = {
    "arrays in arrays": "x = " + "[" * LARGEST,
    "tables in tables": "x = " + "{a = " * (LARGEST // 5),
    "one key of many parts": ".".join(["a"] * (LARGEST // 2)) + " = 1",
    "one table of many parts": "[" + ".".join(["a"] * (LARGEST // 2)) + "]",
    "many keys of many parts": "\n".join(f"{DEEP}.b{n} = 1" for n in range(LARGEST // 220)),
    "many keys in a deep table": f"[{DEEP}]\n" + "\n".join(f"{DEEP}.b{n} = 1" for n in range(LARGEST // 220)),
    "many tables": "[[a]]\n" * (LARGEST // 6),
    "a number of many digits": "chunks.maxChars = " + "1" * LARGEST,
    "a number of many hexadecimal digits": "chunks.maxChars = 0x" + "f" * LARGEST,
    "a date": "chunks.maxChars = 2020-01-01T00:00:00." + "1" * LARGEST,
    "many unknown keys": "\n".join(f"key{n} = 1" for n in range(LARGEST // 12)),
    "one long key": "k" * LARGEST + " = 1",
    "a key that moves a terminal": '"\\u001b[2J\\r\\nindex" = 1',
    "many bad globs": "index.exclude = [" + "".join(f'"\\u0000{n}",' for n in range(LARGEST // 20)) + "]",
    "globs that stand for many": "index.exclude = [" + ("'" + "{a,b}" * 9 + "',") * (LARGEST // 60) + "]",
    "many unknown languages": "index.languages = [" + "'pyhton'," * (LARGEST // 10) + "]",
    "a long unknown language": "index.languages = ['" + "p" * LARGEST + "']",
    "NUL bytes": "\0" * LARGEST,
    "too large": "#" * 100_001,
    "nothing": "",
}


def resolved(root: Path) -> Resolved:
    return Sources().resolved(root)


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_changes_nothing_and_is_told_in_short_lines(tmp_path: Path, kind: str) -> None:
    (tmp_path / "lsp-codebase.toml").write_bytes(HOSTILE[kind].encode())
    begin = time.process_time()
    found = resolved(tmp_path)
    assert time.process_time() - begin < 30
    assert found.settings == Settings()
    assert bool(found.problems) == (kind != "nothing")
    assert len(found.problems) < 10
    for problem in found.problems:
        assert problem.startswith("lsp-codebase.toml: ")
        assert len(problem) < 300
        assert problem.isprintable()


@pytest.mark.parametrize(
    "section", ["tool = 1", "[tool]\nlsp-codebase = 1", "[tool]\nlsp-codebase = [[[]]]", "[" * 9_000]
)
def test_a_hostile_section_of_a_python_project_is_told_in_a_line(tmp_path: Path, section: str) -> None:
    (tmp_path / "pyproject.toml").write_text(f"# lsp-codebase\n{section}\n")
    found = resolved(tmp_path)
    assert found.settings == Settings()
    assert len(found.problems) == (section != "tool = 1")
    assert all(len(problem) < 300 for problem in found.problems)


@pytest.mark.parametrize("name", sorted(ROOT_FILES))
@pytest.mark.parametrize("data", [b"\xff\xfelsp-codebase", b"# lsp-codebase \xff\n", b"\xef\xbb\xbf# lsp-codebase\n"])
def test_a_file_that_is_not_utf_8_is_not_read(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    found = resolved(tmp_path)
    assert found.settings == Settings()
    is_text = data.startswith(b"\xef\xbb\xbf")  # a mark of byte order, as Windows writes it, is
    assert found.problems == (() if is_text else (f"{name}: not UTF-8; nothing in it is used",))


@pytest.mark.skipif(os.name == "nt", reason="links take a privilege")
def test_a_file_that_is_a_link_a_pipe_or_a_folder_is_not_read(tmp_path: Path) -> None:
    root, elsewhere = tmp_path / "root", tmp_path / "elsewhere.toml"
    root.mkdir()
    elsewhere.write_text("[tool.lsp-codebase]\nchunks.maxChars = 900\n[chunks]\nmaxChars = 900\n")
    kinds = {
        "link": lambda path: path.symlink_to(elsewhere),
        "broken link": lambda path: path.symlink_to(tmp_path / "nowhere"),
        "device": lambda path: path.symlink_to("/dev/zero"),
        "pipe": os.mkfifo,
        "folder": Path.mkdir,
    }
    for make in kinds.values():
        make(root / "lsp-codebase.toml")
        found = resolved(root)
        assert found.settings == Settings()
        assert found.problems == ("lsp-codebase.toml: not a regular file; nothing in it is used",)
        (root / "lsp-codebase.toml").rename(tmp_path / f"used-{len(os.listdir(tmp_path))}")
        make(root / "pyproject.toml")
        assert resolved(root) == Resolved(Settings(), {}, ())
        (root / "pyproject.toml").rename(tmp_path / f"used-{len(os.listdir(tmp_path))}")
