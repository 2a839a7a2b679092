"""The texts that are shown of files: what is read once, what is never read, how much is kept."""

import os
import time
from types import SimpleNamespace

import pytest

from lsp_codebase import texts as module
from lsp_codebase.model import TextUse
from lsp_codebase.texts import FileTexts


@pytest.fixture
def texts(monkeypatch):
    """Texts that are read some seconds after the files were written."""
    monkeypatch.setattr(module, "time", SimpleNamespace(time_ns=lambda: time.time_ns() + 5 * 10**9))
    return FileTexts()


@pytest.fixture
def opened(monkeypatch):
    """The paths that are opened, in order."""
    paths, open_file = [], module.open_file
    monkeypatch.setattr(module, "open_file", lambda root, path: paths.append(path) or open_file(root, path))
    return paths


def test_a_file_is_read_from_the_disk_only_when_it_changed(tmp_path, texts, opened):
    (tmp_path / "a.py").write_text("old")
    assert [[*texts.lines(tmp_path, "a.py")] for _ in range(3)] == [["old"]] * 3
    assert opened == ["a.py"]
    (tmp_path / "a.py").write_text("newer")
    assert [*texts.lines(tmp_path, "a.py")] == ["newer"]
    assert opened == ["a.py", "a.py"]


def test_a_text_that_was_read_as_it_was_written_is_not_taken_for_a_later_one_of_the_same_time(tmp_path, monkeypatch):
    texts = FileTexts()
    monkeypatch.setattr(module, "_stamp", lambda info: (info.st_size, 0, 0, info.st_ino))  # a clock that stands
    for text in ("old", "new"):
        (tmp_path / "a.py").write_text(text)
        assert [*texts.lines(tmp_path, "a.py")] == [text]


def test_a_final_line_end_opens_no_line(tmp_path, texts):
    for data, lines, is_ended in [(b"", [], True), (b"a", ["a"], False), (b"a\r\n", ["a"], True), (b"\n", [""], True)]:
        (tmp_path / "a").write_bytes(data)
        os.utime(tmp_path / "a", ns=(0, len(data)))
        found = texts.read(tmp_path, "a")
        assert ([*found.lines], found.is_ended) == (lines, is_ended)


def test_what_cannot_or_must_not_be_read_has_no_lines(tmp_path, texts, opened):
    if os.name == "posix":
        os.mkfifo(tmp_path / "fifo")
    (tmp_path / ".env").write_text("TOKEN=1")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref")
    (tmp_path / "large").write_bytes(b"x" * 11)
    assert [texts.lines(tmp_path, path, 10) for path in ("fifo", "large", "none", "", "../x")] == [()] * 5
    opened.clear()
    assert [texts.lines(tmp_path, path) for path in (".env", ".git/HEAD")] == [(), ()]
    assert opened == []


def test_a_file_behind_a_link_that_replaced_its_folder_has_no_lines(tmp_path, texts):
    for folder, text in ("root/src", "inside"), ("outside", "outside"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.py").write_text(text)
    assert [*texts.lines(tmp_path / "root", "src/a.py")] == ["inside"]
    (tmp_path / "root" / "src").rename(tmp_path / "root" / "old")
    (tmp_path / "root" / "src").symlink_to(tmp_path / "outside")
    assert texts.lines(tmp_path / "root", "src/a.py") == ()


def test_what_is_kept_has_a_limit(tmp_path, texts, opened, monkeypatch):
    monkeypatch.setattr(module, "_MOST_KEPT_BYTES", 25)
    monkeypatch.setattr(module, "_LARGEST_KEPT_BYTES", 15)
    for name, size in ("a", 10), ("b", 10), ("c", 10), ("large", 16):
        (tmp_path / name).write_bytes(b"x" * size)
    for name in ("a", "b", "a", "c", "a", "b", "large", "large"):
        texts.read(tmp_path, name)
    assert opened == ["a", "b", "c", "b", "large", "large"], "the one that was asked for longest ago goes first"


def test_what_is_kept_says_how_well_it_served(tmp_path, texts):
    """A14, A19."""
    for name, data in (("a.py", "abc"), ("b.py", "x"), (".env", "TOKEN=1")):
        (tmp_path / name).write_text(data)
    for path in ("a.py", "a.py", "b.py", "a.py", ".env", "gone.py"):
        texts.lines(tmp_path, path)
    assert texts.use(tmp_path) == TextUse(files=2, bytes=4, hits=2, misses=2, most_read=[("a.py", 3)])
    (tmp_path / "a.py").write_text("changed")
    texts.lines(tmp_path, "a.py")
    assert texts.use(tmp_path) == TextUse(files=2, bytes=8, hits=2, misses=3, most_read=[("a.py", 4)])
    assert texts.use(tmp_path / "other") == TextUse(0, 0, 0, 0, [])


def test_at_most_ten_files_are_named_as_read_most(tmp_path, texts):
    for number in range(12):
        (tmp_path / f"{number:02}").write_text("x")
        for _ in range(2 + (number == 7)):
            texts.lines(tmp_path, f"{number:02}")
    most_read = texts.use(tmp_path).most_read
    assert most_read[0] == ("07", 3)
    assert [path for path, _ in most_read[1:]] == [f"{number:02}" for number in (0, 1, 2, 3, 4, 5, 6, 8, 9)]


@pytest.mark.parametrize(
    "data", [b"", b"a\nb\n", b"a\r\nb\rc", "größe\n".encode(), b"\xff\xfea\x00\n\x00", b"\xef\xbb\xbfx", b"caf\xe9"]
)
def test_the_text_of_a_file_is_that_of_its_lines(tmp_path, texts, data):
    (tmp_path / "a.txt").write_bytes(data)
    (text,) = texts.utf8(tmp_path, ["a.txt"])
    assert text.removesuffix(b"\n").decode() == "\n".join(texts.lines(tmp_path, "a.txt"))


def test_no_text_is_given_of_what_must_not_be_read(tmp_path, texts):
    (tmp_path / ".env").write_text("KEY=1\n")
    (tmp_path / "large.txt").write_text("x" * 100)
    (tmp_path / "link.txt").symlink_to(tmp_path / "large.txt")
    assert texts.utf8(tmp_path, [".env", "large.txt", "link.txt", "none.txt"], 50) == [b""] * 4
