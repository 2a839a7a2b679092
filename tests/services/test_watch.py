"""What changes on disk is found again without anybody telling: our own watcher over real directories and real git."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from codebases import names, seen, settle, write
from git_commits import git
from waiting import LONG_S, eventually

from lsp_codebase.model import CancelToken, Phase, TreeQuery
from lsp_codebase.scan import Watcher, watch
from lsp_codebase.scan.inotify import ADDED, MODIFIED
from lsp_codebase.workspace import Workspace


def function(name: str) -> str:
    return f"def {name}(first, second):\n    return first + second\n"


class Ears:
    """Hears what a watcher says."""

    def __init__(self) -> None:
        self.heard: set[str] = set()
        self.doubts = 0
        self.news = threading.Condition()

    def changed(self, paths: Sequence[Path]) -> None:
        with self.news:
            self.heard.update(path.name for path in paths)
            self.news.notify()

    def doubt(self) -> None:
        with self.news:
            self.doubts += 1
            self.news.notify()

    def wait(self, condition: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(condition, LONG_S), (self.heard, self.doubts)


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def listen(root: Path, ears: Ears) -> Iterator[Callable[..., Watcher]]:
    started: list[Watcher] = []

    def begin(files: bool = True, **options) -> Watcher:
        watcher = Watcher(root, ears.changed, ears.doubt, files=files, **options)
        started.append(watcher)
        watcher.start()
        ears.wait(lambda: ears.doubts > 0)
        return watcher

    yield begin
    for watcher in started:
        watcher.close()


def assert_a_new_repository_is_followed(root: Path, ears: Ears) -> None:
    """Put a watched folder under git, and commit."""
    doubts = ears.doubts
    git(root, "init")
    ears.wait(lambda: ears.doubts > doubts)
    time.sleep(0.3)
    doubts = ears.doubts
    git(root, "commit", "--allow-empty", "-m", "one")
    ears.wait(lambda: ears.doubts > doubts)


def test_a_file_in_a_directory_that_was_just_made_is_heard_of(root, ears, listen):
    listen()
    (root / "new" / "below").mkdir(parents=True)
    ears.wait(lambda: "below" in ears.heard)
    (root / "new" / "below" / "a.py").write_text("a = 1\n")
    ears.wait(lambda: "a.py" in ears.heard)


@pytest.mark.skipif(not watch.WATCHES_ONE_BY_ONE, reason="elsewhere the root is watched as a whole")
def test_what_changes_while_the_watch_is_made_anew_is_heard_of(root, ears, listen, monkeypatch):
    write(root, {"old.py": "a = 1\n"})
    listen()
    make = Watcher._notify
    made = []

    def change_first(watcher: Watcher) -> object:
        (root / "old.py").write_text("a = 2\n")  # the watch that hears it is closed for one of more directories
        time.sleep(0.1)
        made.append(make(watcher))
        return made[-1]

    monkeypatch.setattr(Watcher, "_notify", change_first)
    (root / "new").mkdir()
    ears.wait(lambda: "new" in ears.heard and len(made) > 0)
    ears.wait(lambda: "old.py" in ears.heard)
    assert ears.doubts == 1  # it was not merely found by comparing everything


def test_nothing_is_listed_before_it_may_begin_and_what_changed_meanwhile_is_doubted(root, ears):
    asked = threading.Semaphore(0)
    is_open = threading.Event()

    def may_begin() -> bool:
        asked.release()
        return is_open.is_set()

    watcher = Watcher(root, ears.changed, ears.doubt, files=True, may_begin=may_begin)
    watcher.start()
    try:
        assert asked.acquire(timeout=LONG_S)
        assert asked.acquire(timeout=LONG_S)  # asked again, and nothing else was done
        assert (ears.doubts, watcher.is_live) == (0, False)
        is_open.set()
        ears.wait(lambda: ears.doubts == 1)
    finally:
        watcher.close()


def test_nobody_relies_on_a_watch_that_has_not_told_of_what_changed_before_it_stood(root):
    was_live, told = [], threading.Event()

    def doubt() -> None:
        was_live.append(watcher.is_live)
        told.set()

    watcher = Watcher(root, lambda _: None, doubt, files=True)
    watcher.start()
    assert told.wait(LONG_S)
    watcher.close()
    assert was_live == [False]


@pytest.mark.skipif(not watch.WATCHES_ONE_BY_ONE, reason="elsewhere the root is watched as a whole")
@pytest.mark.parametrize("when", ["before the first watch stands", "before the watch of a new directory stands"])
def test_a_directory_made_while_directories_are_listed_is_watched(root, ears, listen, monkeypatch, when):
    make = Watcher._notify
    late = root / "late" if when.startswith("before the first") else root / "new" / "late"

    def make_directory_first(watcher: Watcher) -> object:
        if late.parent.is_dir():
            late.mkdir(exist_ok=True)  # it is in no list of directories to watch
        return make(watcher)

    monkeypatch.setattr(Watcher, "_notify", make_directory_first)
    listen()
    (root / "new").mkdir()
    ears.wait(lambda: "late" in ears.heard)
    (late / "a.py").write_text("a = 1\n")
    ears.wait(lambda: "a.py" in ears.heard)
    assert ears.doubts == 1


def test_names_that_are_not_utf8_end_no_watch_and_are_heard_of(root, ears, listen):
    strange = os.path.join(os.fsencode(root), b"stra\xdfe")
    try:
        os.mkdir(strange)
    except OSError:
        pytest.skip("this file system takes only text for names")
    watcher = listen()
    write(root, {"a.py": "a = 1\n"})
    Path(os.fsdecode(strange), "b.py").write_text("b = 1\n")
    Path(os.fsdecode(os.path.join(os.fsencode(root), b"m\xfcll.py"))).write_text("c = 1\n")
    ears.wait(lambda: {"a.py", "b.py", os.fsdecode(b"m\xfcll.py")} <= ears.heard)
    assert watcher.is_live


def test_a_directory_that_went_and_came_again_is_heard_of(root, ears, listen):
    write(root, {"pkg/below/a.py": "a = 1\n"})
    listen()
    (root / "pkg").rename(root / "away")
    ears.wait(lambda: {"away", "below"} <= ears.heard)
    ears.heard.clear()
    write(root, {"pkg/below/a.py": "a = 1\n"})
    ears.wait(lambda: {"pkg", "below"} <= ears.heard)
    write(root, {"pkg/below/b.py": "b = 1\n"})
    ears.wait(lambda: "b.py" in ears.heard)


def test_more_directories_than_a_program_may_watch_are_compared_now_and_then(root, ears, listen, monkeypatch):
    monkeypatch.setattr(watch, "_MOST_DIRECTORIES", 2)
    write(root, {"a/a.py": "", "b/b.py": ""})
    assert not listen().is_live


def test_ignored_directories_and_what_git_keeps_for_itself_are_not_watched(root, ears, listen):
    git(root, "init")
    write(root, {".gitignore": "out/\n", "out/a.o": "", "node_modules/m/i.js": "", "src/a.py": ""})
    watcher = listen()
    if watch.WATCHES_ONE_BY_ONE:
        assert {os.path.relpath(path, root) for path in watcher._directories} == {".", "src"}
    write(root, {"out/b.o": "x", "node_modules/m/j.js": "x", ".git/objects/aa": "x", "src/b.py": "x"})
    ears.wait(lambda: "b.py" in ears.heard)
    assert ears.heard == {"b.py"}


def test_a_file_that_git_tracks_in_an_ignored_directory_is_heard_of(root, ears, listen):
    git(root, "init")
    write(root, {".gitignore": "lib/\n", "lib/deep/a.py": "a = 1\n", "lib/deep/built.py": ""})
    git(root, "add", "-f", "lib/deep/a.py")
    listen()
    write(root, {"lib/deep/built.py": "b = 1\n", "lib/deep/a.py": "a = 2\n"})
    ears.wait(lambda: "a.py" in ears.heard)
    shutil.rmtree(root / "lib")
    ears.wait(lambda: "lib" in ears.heard)
    ears.heard.clear()
    git(root, "checkout", "lib")
    ears.wait(lambda: "deep" in ears.heard)  # all of it is compared
    write(root, {"lib/deep/built.py": "b = 1\n", "lib/deep/a.py": "a = 3\n"})
    ears.wait(lambda: "a.py" in ears.heard)
    assert "built.py" not in ears.heard


def test_a_file_that_git_begins_to_track_is_heard_of(root, ears, listen):
    git(root, "init")
    write(root, {".gitignore": "lib/\n", "lib/a.py": "a = 1\n"})
    listen()
    git(root, "add", "-f", "lib/a.py")
    ears.wait(lambda: ears.doubts > 1)
    time.sleep(0.5)  # it is watched by then
    write(root, {"lib/a.py": "a = 2\n"})
    ears.wait(lambda: "a.py" in ears.heard)
    doubts = ears.doubts
    git(root, "rm", "-f", "--cached", "lib/a.py")
    ears.wait(lambda: ears.doubts > doubts)


@pytest.mark.parametrize("files", [True, False])
def test_rules_above_a_root_that_change_are_heard_of(root, ears, files):
    git(root, "init")
    write(root, {"packages/shop/out/a.py": "a = 1\n"})
    watcher = Watcher(root / "packages/shop", ears.changed, ears.doubt, files=files)
    watcher.start()
    try:
        for above in (root, root / "packages"):
            ears.wait(lambda: watcher.is_live)
            time.sleep(0.3)
            doubts = ears.doubts
            write(above, {".gitignore": "out/\n"})
            ears.wait(lambda doubts=doubts: ears.doubts > doubts)
        assert str(root / "packages/shop/out") not in watcher._directories
    finally:
        watcher.close()


@pytest.mark.parametrize("marked", ["first", "last"])
def test_a_virtual_environment_that_is_made_is_not_watched(root, ears, listen, marked):
    watcher = listen()
    files = {"env/pyvenv.cfg": "", "env/lib/site/a.py": "", "src/a.py": ""}
    write(root, files if marked == "first" else dict(reversed(files.items())))
    end = time.monotonic() + LONG_S
    while [os.path.relpath(path, root) for path in sorted(watcher._directories)] != [".", "src"]:
        assert time.monotonic() < end
        time.sleep(0.02)


def test_rules_that_change_change_what_is_watched(root, ears, listen):
    git(root, "init")
    write(root, {".gitignore": "out/\n", "out/a.py": "", ".git/info/exclude": ""})
    watcher = listen()
    write(root, {".gitignore": ""})
    ears.wait(lambda: ears.doubts > 1)
    write(root, {"out/b.py": "b = 1\n"})
    ears.wait(lambda: "b.py" in ears.heard)
    doubts = ears.doubts
    write(root, {".git/info/exclude": "out/\n"})
    ears.wait(lambda: ears.doubts > doubts)
    assert list(watcher._directories) == [str(root)]


def test_with_a_client_that_watches_only_git_is(root, ears, listen):
    git(root, "init")
    write(root, {"a.py": "a = 1\n"})
    git(root, "add", ".")
    watcher = listen(files=False)
    doubts = ears.doubts
    git(root, "commit", "-m", "one")
    ears.wait(lambda: ears.doubts > doubts)
    assert not watcher._directories
    assert ears.heard == set()


@pytest.mark.parametrize("files", [True, False])
def test_a_folder_that_is_put_under_git_while_it_is_watched_is_followed_as_such(root, ears, listen, files):
    write(root, {"a.py": "a = 1\n"})
    listen(files)
    time.sleep(0.3)  # the watch may be just beginning
    assert_a_new_repository_is_followed(root, ears)


def test_a_repository_that_is_filled_after_its_directory_is_there_is_followed(
    root, ears, listen, monkeypatch, tmp_path
):
    monkeypatch.setattr(watch, "_LOOK_UP_MS", 300)
    listen(files=False)
    git(tmp_path, "init", "aside")
    (root / ".git").mkdir()
    time.sleep(0.3)
    for entry in (tmp_path / "aside/.git").iterdir():
        entry.rename(root / ".git" / entry.name)
    ears.wait(lambda: ears.doubts > 1)
    time.sleep(0.3)
    doubts = ears.doubts
    git(root, "commit", "--allow-empty", "-m", "one")
    ears.wait(lambda: ears.doubts > doubts)


@pytest.fixture
def submodule(root: Path, tmp_path: Path) -> Path:
    """A submodule of the root's repository, committed."""
    write(tmp_path / "origin", {"b.py": "b = 1\n"})
    git(tmp_path / "origin", "init")
    git(tmp_path / "origin", "add", ".")
    git(tmp_path / "origin", "commit", "-m", "one")
    git(root, "init")
    git(root, "submodule", "add", str(tmp_path / "origin"), "libs/own one")
    git(root, "commit", "-m", "one")
    return root / "libs/own one"


@pytest.mark.parametrize("files", [True, False])
def test_a_switch_of_branches_in_a_submodule_is_heard_of(ears, listen, submodule, files):
    git(submodule, "branch", "other")
    listen(files)
    time.sleep(0.3)
    doubts = ears.doubts
    git(submodule, "checkout", "other")
    ears.wait(lambda: ears.doubts > doubts)


@pytest.fixture
def clone(root: Path) -> Path:
    """A clone of its own below a root that is in no repository, with a branch "other"."""
    clone = root / "vendor/clone"
    write(clone, {".gitignore": "out/\n", "b.py": "b = 1\n", "out/c.py": "c = 1\n"})
    git(clone, "init")
    git(clone, "add", ".")
    git(clone, "commit", "-m", "one")
    git(clone, "branch", "other")
    return clone


@pytest.mark.parametrize("files", [True, False])
def test_a_switch_of_branches_in_a_clone_inside_is_heard_of(ears, listen, clone, files):
    listen(files)
    time.sleep(0.3)
    doubts = ears.doubts
    git(clone, "checkout", "other")
    ears.wait(lambda: ears.doubts > doubts)


@pytest.mark.parametrize("way", ["made", "moved in"])
def test_a_clone_that_comes_while_the_root_is_watched_is_followed(root, ears, listen, clone, tmp_path, way):
    clone.rename(tmp_path / "aside")
    listen()
    if way == "made":
        git(root, "clone", str(tmp_path / "aside"), "come")
    else:
        (tmp_path / "aside").rename(root / "come")
    ears.wait(lambda: "come" in ears.heard and ears.doubts > 1)
    time.sleep(0.6)
    doubts = ears.doubts
    git(root / "come", "checkout", "-b", "another")
    ears.wait(lambda: ears.doubts > doubts)


@pytest.mark.parametrize("inner", ["clone", "submodule"])
@pytest.mark.parametrize("files", [True, False])
def test_an_ignored_file_that_a_repository_inside_begins_to_track_is_heard_of(request, ears, listen, inner, files):
    top = request.getfixturevalue(inner)
    write(top, {".gitignore": "out/\n", "out/c.py": "c = 1\n"})
    listen(files)
    time.sleep(0.3)
    doubts = ears.doubts
    git(top, "add", "-f", "out/c.py")
    ears.wait(lambda: ears.doubts > doubts)
    if files:
        time.sleep(0.3)
        ears.heard.clear()
        (top / "out/c.py").write_text("c = 2\n")
        ears.wait(lambda: "c.py" in ears.heard)


def test_a_new_file_in_a_directory_that_git_tracks_and_that_was_away_is_heard_of(root, ears, listen):
    write(root, {"a.py": "a = 1\n", "d/b.py": "b = 1\n"})
    git(root, "init")
    git(root, "add", "d/b.py")
    listen()
    shutil.rmtree(root / "d")
    write(root, {".gitignore": "*.log\n"})
    ears.wait(lambda: ears.doubts > 1)
    (root / "d").mkdir()
    ears.wait(lambda: "d" in ears.heard)
    time.sleep(0.5)
    (root / "d/new.py").write_text("c = 1\n")
    ears.wait(lambda: "new.py" in ears.heard)


@pytest.mark.parametrize("files", [True, False])
def test_a_root_that_is_gone_is_not_looked_for_without_a_pause_and_is_watched_when_it_is_back(
    root, ears, listen, files, tmp_path, monkeypatch
):
    write(root, {"a.py": "a = 1\n"})
    looks = []
    look = Watcher._look
    monkeypatch.setattr(Watcher, "_look", lambda watcher: looks.append(look(watcher)))
    monkeypatch.setattr(watch, "_LOOK_UP_MS", 600_000)
    listen(files)
    root.rename(tmp_path / "aside")
    time.sleep(1.5)
    assert len(looks) < 6
    doubts = ears.doubts
    (tmp_path / "aside").rename(root)
    ears.wait(lambda: ears.doubts > doubts)


def test_a_submodule_that_is_added_while_the_root_is_watched_is_followed(root, ears, listen, submodule, tmp_path):
    listen(files=False)
    git(root, "submodule", "add", str(tmp_path / "origin"), "late")
    ears.wait(lambda: ears.doubts > 1)
    time.sleep(0.5)
    doubts = ears.doubts
    git(root / "late", "checkout", "-b", "other")
    ears.wait(lambda: ears.doubts > doubts)


def test_a_linked_work_tree_is_followed_in_its_own_directory(root, ears, listen, tmp_path):
    main = tmp_path / "main"
    write(main, {"a.py": "a = 1\n"})
    git(main, "init")
    git(main, "add", ".")
    git(main, "commit", "-m", "one")
    git(main, "worktree", "add", str(root / "linked"))
    root = root / "linked"
    watcher = Watcher(root, ears.changed, ears.doubt, files=False)
    watcher.start()
    ears.wait(lambda: ears.doubts > 0)
    try:
        git(root, "checkout", "-b", "other")
        ears.wait(lambda: ears.doubts > 1)
    finally:
        watcher.close()


def test_without_watches_to_be_had_the_root_is_polled(root, ears, monkeypatch):
    def refuse(*_):
        raise OSError(28, "no space left on device")

    monkeypatch.setattr("watchfiles._rust_notify.RustNotify", refuse)
    monkeypatch.setattr(watch, "Inotify", refuse)
    monkeypatch.setattr(watch, "_POLL_S", 0.05)
    watcher = Watcher(root, ears.changed, ears.doubt, files=True)
    watcher.start()
    ears.wait(lambda: ears.doubts > 2)
    assert not watcher.is_live
    watcher.close()


@pytest.mark.skipif(not watch.WATCHES_ONE_BY_ONE, reason="watchfiles looks for changes at intervals")
def test_a_watch_of_which_nothing_happens_sleeps_and_its_end_wakes_it(root, ears, listen):
    watcher = listen()
    thread = watcher._thread

    def wakes() -> int:
        status = Path(f"/proc/self/task/{thread.native_id}/status").read_text()
        return int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])

    time.sleep(0.3)  # the watch may be just beginning
    before = wakes()
    time.sleep(2.0)
    assert wakes() - before <= 5
    (root / "a.py").write_text("a = 1\n")
    ears.wait(lambda: "a.py" in ears.heard)
    watcher.close(timeout_s=LONG_S)
    assert not thread.is_alive()


def test_a_new_file_ends_the_wait_for_the_next_comparison(root, ears, monkeypatch):
    monkeypatch.setattr(watch, "_MOST_DIRECTORIES", 1)
    monkeypatch.setattr(watch, "_POLL_S", 0.05)
    monkeypatch.setattr(watch, "_POLL_S_PER_DIRECTORY", 100.0)
    write(root, {"a/a.py": ""})
    for directory in (root, root / "a"):
        os.utime(directory, (1, 1))
    watcher = Watcher(root, ears.changed, ears.doubt, files=True)
    watcher.start()
    try:
        ears.wait(lambda: ears.doubts == 1)
        write(root, {"a/b.py": ""})
        ears.wait(lambda: ears.doubts > 1)
    finally:
        watcher.close()


def test_a_root_that_was_replaced_is_watched_again(root, ears, listen, monkeypatch):
    monkeypatch.setattr(watch, "_LOOK_UP_MS", 100)
    listen()
    root.rename(root.with_name("away"))
    doubts = ears.doubts
    root.mkdir()
    ears.wait(lambda: ears.doubts > doubts)
    time.sleep(0.3)
    (root / "a.py").write_text("a = 1\n")
    ears.wait(lambda: "a.py" in ears.heard)


@pytest.mark.skipif(not watch.WATCHES_ONE_BY_ONE, reason="elsewhere a path is watched, not a directory")
def test_a_root_that_was_made_again_under_the_same_number_is_watched_again(root, ears, listen, monkeypatch, tmp_path):
    # As on ext4, where the next directory that is made gets the inode of the last one that went.
    monkeypatch.setattr(watch, "_identity", lambda _: (1, 1))
    listen()
    time.sleep(0.3)  # the watch may be just beginning
    doubts = ears.doubts
    (tmp_path / "again").mkdir()
    (tmp_path / "again").replace(root)  # in one step, which deletes the empty one
    ears.wait(lambda: ears.doubts > doubts)
    time.sleep(0.3)
    (root / "a.py").write_text("a = 1\n")
    ears.wait(lambda: "a.py" in ears.heard)


@pytest.mark.skipif(not watch.WATCHES_ONE_BY_ONE, reason="elsewhere a path is watched, not a directory")
def test_a_repository_that_was_made_again_is_followed(root, ears, listen):
    git(root, "init")
    (root / ".git/info/exclude").unlink()
    listen(files=False)
    shutil.rmtree(root / ".git")
    assert_a_new_repository_is_followed(root, ears)


@pytest.mark.skipif(not watch.WATCHES_ONE_BY_ONE, reason="elsewhere a path is watched, not a directory")
def test_a_repository_that_goes_before_it_is_watched_is_followed_when_it_is_made_again(root, ears, listen, monkeypatch):
    git(root, "init")
    notify = Watcher._notify

    def remove_first(watcher: Watcher) -> object:
        monkeypatch.setattr(Watcher, "_notify", notify)
        shutil.rmtree(root / ".git")
        return notify(watcher)

    monkeypatch.setattr(Watcher, "_notify", remove_first)
    listen(files=False)
    assert_a_new_repository_is_followed(root, ears)


@pytest.fixture
def workspace(root: Path, settings) -> Iterator[Callable[..., Workspace]]:
    opened: list[Workspace] = []

    def open_it(*, client_watches: bool = False) -> Workspace:
        workspace = Workspace(settings)
        opened.append(workspace)
        workspace.add_folder(root)
        workspace.start()
        workspace.watch(client_watches=client_watches)
        workspace.find(root).wait_until_idle(CancelToken())
        eventually(workspace._is_followed)
        return workspace

    yield open_it
    for workspace in opened:
        workspace.close()


def test_files_that_others_write_move_and_delete_are_followed(root, workspace):
    write(root, {"a.py": function("first_function")})
    codebase = workspace().find(root)
    write(root, {"deep/er/b.py": function("second_function")})
    settle(codebase, lambda status: names(codebase, "second_function") == ["second_function"])
    (root / "deep").rename(root / "moved")
    settle(codebase, lambda status: [h.path for h in hits(codebase, "second")] == [root / "moved/er/b.py"])
    (root / "a.py").unlink()
    settle(codebase, lambda status: status.indexed == 1)
    assert names(codebase, "first_function") == []


def hits(codebase, pattern):
    return seen(codebase).symbols(pattern, CancelToken()).hits


def test_ignore_rules_apply_at_once(root, workspace):
    git(root, "init")
    write(root, {"a.py": function("first_function"), "b.py": function("second_function")})
    codebase = workspace().find(root)
    write(root, {".gitignore": "b.py\n"})
    settle(codebase, lambda status: names(codebase, "second_function") == [])
    write(root, {".git/info/exclude": "a.py\n", ".gitignore": ""})
    settle(codebase, lambda s: not names(codebase, "first_function") and bool(names(codebase, "second_function")))


def test_a_file_of_rules_that_git_is_told_of_applies_at_once(root, workspace, tmp_path):
    git(root, "init")
    write(root, {"b.py": function("second_function")})
    write(tmp_path, {"rules": "b.py\n"})
    opened = workspace()
    codebase = opened.find(root)
    git(root, "config", "core.excludesFile", str(tmp_path / "rules"))
    settle(codebase, lambda status: names(codebase, "second_function") == [])
    assert "b.py" not in opened.tree(None, TreeQuery(), CancelToken()).text


def test_rules_end_at_a_repository_that_comes_and_hold_again_when_it_goes(root, workspace):
    git(root, "init")
    write(root, {".gitignore": "b.py\n", "sub/b.py": function("second_function")})
    opened = workspace()
    codebase = opened.find(root)

    def shown() -> tuple[bool, bool]:
        is_drawn = "b.py" in opened.tree(None, TreeQuery(), CancelToken()).text
        return is_drawn, names(codebase, "second_function") == ["second_function"]

    assert shown() == (False, False)
    git(root / "sub", "init")
    settle(codebase, lambda status: shown() == (True, True))
    shutil.rmtree(root / "sub/.git")
    settle(codebase, lambda status: shown() == (False, False))


def test_a_tree_is_kept_until_something_changes(root, workspace):
    write(root, {"a.py": "a = 1\n"})
    opened = workspace()
    opened._tree_checked = -1e9  # long ago
    text = opened.tree(None, TreeQuery(), CancelToken()).text
    scans = opened._tree.total_scans
    assert opened.tree(None, TreeQuery(), CancelToken()).text == text
    assert opened._tree.total_scans == scans
    write(root, {"later.py": "b = 1\n"})
    end = time.monotonic() + LONG_S
    while "later.py" not in opened.tree(None, TreeQuery(), CancelToken()).text:
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_tree_without_a_live_watch_is_forgotten_after_a_while(root, workspace):
    write(root, {"a.py": "a = 1\n"})
    opened = workspace()
    for watcher in (member._root._watcher for member in opened._folders.values()):
        watcher.close()
        watcher.is_live = False
    opened.tree(None, TreeQuery(), CancelToken())
    write(root, {"later.py": "b = 1\n"})
    opened._tree_checked -= 11
    assert "later.py" in opened.tree(None, TreeQuery(), CancelToken()).text


def test_a_checkout_waits_for_git_to_finish(root, workspace):
    git(root, "init")
    write(root, {"a.py": function("first_function")})
    codebase = workspace().find(root)
    write(root, {"b.py": function("other_function")})  # found when what a new watch asks for is over
    settle(codebase, lambda s: s.phase is Phase.READY and not s.stale and bool(names(codebase, "other_function")))
    (root / ".git/index.lock").touch()
    time.sleep(0.6)  # what had begun before is over
    write(root, {"a.py": function("second_function")})
    time.sleep(0.6)
    indexed = seen(codebase).indexed_symbols_in(root / "a.py", CancelToken())
    assert [symbol.name for symbol in indexed] == ["first_function"]
    (root / ".git/index.lock").unlink()
    settle(codebase, lambda status: names(codebase, "second_function") == ["second_function"])


def test_a_lock_that_a_killed_git_left_behind_holds_nothing_up(root, workspace):
    git(root, "init")
    write(root, {"a.py": function("first_function"), ".git/index.lock": ""})
    os.utime(root / ".git/index.lock", (time.time() - 60,) * 2)
    codebase = workspace().find(root)
    assert codebase.status().phase is Phase.READY
    assert names(codebase, "first_function") == ["first_function"]


@pytest.fixture
def as_a_whole(monkeypatch):
    """The watch of other systems than Linux."""
    monkeypatch.setattr(watch, "WATCHES_ONE_BY_ONE", False)


def test_where_a_root_is_watched_as_a_whole_what_is_ignored_is_not_told(root, ears, as_a_whole, listen):
    git(root, "init")
    write(root, {".gitignore": "out/\n", "out/old.py": "", "other/old.py": "", "kept/below/old.py": ""})
    listen()
    write(root, {"out/built.py": "", "kept/below/a.py": ""})
    ears.wait(lambda: "a.py" in ears.heard)
    (root / ".gitignore").write_text("other/\n")
    ears.wait(lambda: ears.doubts > 1)  # it begins anew
    write(root, {"out/read.py": "", "other/b.py": "", "last.py": ""})
    ears.wait(lambda: {"read.py", "last.py"} <= ears.heard)
    assert not {"built.py", "b.py"} & ears.heard


def test_where_a_root_is_watched_as_a_whole_the_folder_of_a_change_is_not_compared(root, ears, as_a_whole, listen):
    write(root, {"src/a.py": "", ".git/objects/aa": ""})
    watcher = listen()
    told = [(MODIFIED, "src"), (ADDED, "src/b.py"), (MODIFIED, ".git")]  # as on Windows
    assert watcher._report([(kind, str(root / name)) for kind, name in told]) == []
    assert ears.heard == {"b.py"}


def test_where_a_root_is_watched_as_a_whole_a_tracked_file_in_an_ignored_directory_is_told(
    root, ears, as_a_whole, listen
):
    git(root, "init")
    write(root, {".gitignore": "lib/\n", "lib/a.py": "a = 1\n", "lib/built.py": ""})
    git(root, "add", "-f", "lib/a.py")
    listen()
    write(root, {"lib/built.py": "b = 1\n", "lib/a.py": "a = 2\n"})
    ears.wait(lambda: "a.py" in ears.heard)
    assert "built.py" not in ears.heard


def test_where_a_root_is_watched_as_a_whole_a_commit_of_a_linked_work_tree_is_told(
    root, ears, as_a_whole, listen, tmp_path
):
    real = tmp_path / "real"
    (tmp_path / "link").symlink_to(real)
    write(real / "main", {"a.py": "a = 1\n"})
    git(real / "main", "init")
    git(real / "main", "add", ".")
    git(real / "main", "commit", "-m", "one")
    git(tmp_path / "link" / "main", "worktree", "add", "--detach", str(root / "linked"))
    pointer = root / "linked" / ".git"
    pointer.write_text(pointer.read_text().replace(str(real), str(tmp_path / "link")))
    watcher = Watcher(root / "linked", ears.changed, ears.doubt, files=False)
    watcher.start()
    try:
        ears.wait(lambda: ears.doubts > 0)
        assert watcher._git.directories == {f"{real}/main/.git/worktrees/linked", f"{real}/main/.git/info"}
        git(root / "linked", "commit", "--allow-empty", "-m", "two")
        ears.wait(lambda: ears.doubts > 1)
    finally:
        watcher.close()
