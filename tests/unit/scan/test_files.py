"""The one door to files: nothing behind a link, nothing outside the root, nothing that is waited for."""

import os

import pytest

from lsp_codebase.scan import files
from lsp_codebase.scan.files import FileReader, is_below, is_inside, open_file, read_file, read_rules

WAYS = [True, False] if files._IS_RELATIVE else [False]

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes among files")


@pytest.fixture(params=WAYS, ids=lambda relative: "openat" if relative else "lstat")
def door(request, monkeypatch):
    monkeypatch.setattr(files, "_IS_RELATIVE", request.param)


@pytest.fixture
def root(tmp_path):
    (tmp_path / "root" / "src").mkdir(parents=True)
    (tmp_path / "root" / "src" / "a.py").write_bytes(b"inside")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.py").write_bytes(b"outside")
    return tmp_path / "root"


@pytest.mark.usefixtures("door")
class TestDoor:
    def test_a_file_below_the_root_is_read(self, root):
        assert read_file(root, "src/a.py", 100) == b"inside"

    def test_a_root_may_itself_be_reached_by_a_link(self, root, tmp_path):
        (tmp_path / "link").symlink_to(root)
        assert read_file(tmp_path / "link", "src/a.py", 100) == b"inside"

    def test_no_more_than_the_limit_is_read(self, root):
        assert read_file(root, "src/a.py", 2) == b"in"

    @pytest.mark.parametrize(
        "path", ["../outside/a.py", "src/../../outside/a.py", "/etc/passwd", "", ".", "src//a.py", "a\0b"]
    )
    def test_a_path_that_leads_out_is_refused(self, root, path):
        with pytest.raises(OSError):
            read_file(root, path, 100)

    def test_a_directory_that_is_a_link_is_not_followed(self, root):
        (root / "out").symlink_to(root.parent / "outside")
        (root / "again").symlink_to(root / "src")
        for path in ("out/a.py", "again/a.py"):
            with pytest.raises(OSError):
                read_file(root, path, 100)

    def test_a_file_that_is_a_link_is_not_followed(self, root):
        (root / "src" / "b.py").symlink_to(root / "src" / "a.py")
        with pytest.raises(OSError):
            read_file(root, "src/b.py", 100)

    @needs_pipes
    def test_what_is_no_regular_file_is_refused_at_once(self, root):
        os.mkfifo(root / "fifo")
        for path in ("fifo", "src"):
            with pytest.raises(OSError):
                read_file(root, path, 100)

    def test_no_descriptor_stays_open(self, root):
        before = len(os.listdir("/proc/self/fd"))
        with open_file(root, "src/a.py") as file:
            assert file.read() == b"inside"
        for path in ("src", "src/none.py", "none/a.py"):
            with pytest.raises(OSError):
                read_file(root, path, 1)
        assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.skipif(os.name == "nt", reason="directories are not held open there")
class TestReadingMany:
    def test_each_directory_is_opened_once_for_files_in_order(self, root, monkeypatch):
        paths = [f"{folder}/{name}.txt" for folder in ("src/one", "src/two") for name in "abc"]
        for path in paths:
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_text(path)
        opened, real = [], os.open
        monkeypatch.setattr(
            os, "open", lambda path, *args, **kwargs: opened.append(path) or real(path, *args, **kwargs)
        )
        with FileReader(root, 100) as reader:
            assert [reader.read(path).decode() for path in paths] == paths
        assert opened == [root, "src", "one", "a.txt", "b.txt", "c.txt", "two", "a.txt", "b.txt", "c.txt"]

    def test_what_cannot_be_read_is_refused_and_the_others_are_read(self, root):
        (root / "link").symlink_to(root / "src")
        (root / "a.link").symlink_to(root / "src/a.py")
        os.mkfifo(root / "src/fifo")
        before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
        with FileReader(root, 6) as reader:
            for path in (
                "link/a.py",
                "src/fifo",
                "src/none/a.py",
                "src",
                "../x",
                "a.link",
                "/etc/passwd",
                "src/a.py/b",
            ):
                with pytest.raises(OSError):
                    reader.read(path)
                assert reader.read("src/a.py") == b"inside"
        with FileReader(root, 5) as reader, pytest.raises(OSError, match="larger"):
            reader.read("src/a.py")
        assert before in (0, len(os.listdir("/proc/self/fd")))


def test_what_a_link_leads_to_is_not_inside(root):
    (root / "out").symlink_to(root.parent / "outside")
    assert is_inside(root, "src/a.py")
    assert is_inside(root, "new/file.py")
    assert not is_inside(root, "out/a.py")
    assert not is_inside(root, "../outside/a.py")
    assert not is_inside(root, "src/a.py/below")


def test_a_path_below_is_told_without_looking():
    assert is_below("src/a.py")
    assert not any(map(is_below, ["", "/a", "a/", "../a", "a/../b", "./a", "a\0"]))


def test_files_of_the_user_may_be_links_but_not_devices(root, tmp_path):
    (tmp_path / "link").symlink_to(root / "src" / "a.py")
    assert read_rules(tmp_path / "link") == "inside"
    assert read_rules("/dev/zero") == ""


@needs_pipes
def test_rules_are_read_within_a_limit(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "rules").write_text("*.o\n")
    (tmp_path / "link").symlink_to("rules")
    (tmp_path / "huge").touch()
    os.truncate(tmp_path / "huge", 5_000_000_000)
    assert read_rules(tmp_path / "rules") == "*.o\n"
    assert read_rules(tmp_path / "link") == "*.o\n"
    assert read_rules(tmp_path / "link", follow=False) == ""
    assert [read_rules(tmp_path / name) for name in ("fifo", "huge", "none")] == ["", "", ""]
    assert read_rules("/dev/zero") == ""


def test_a_file_that_is_being_read_can_be_renamed_and_deleted(root):
    with open_file(root, "src/a.py") as file:
        os.rename(root / "src/a.py", root / "src/b.py")
        os.remove(root / "src/b.py")
        assert file.read() == b"inside"
