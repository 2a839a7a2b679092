"""A repository is somebody else's input: git runs no program of it, fetches nothing, and its word is checked."""

import json
import os
import shutil
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path, PureWindowsPath

import pytest
from hostile_git import LEAK, MAKERS, OWN, Ground, git, repository
from waiting import LONG_S, eventually

from lsp_codebase.errors import Cancelled
from lsp_codebase.model import UNCANCELLED, CancelToken
from lsp_codebase.scan import git as running
from lsp_codebase.scan import scan
from lsp_codebase.scan.git import ask_git
from lsp_codebase.scan.git_excludes import find_repository, named_directory

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="FIFOs, links and /dev/zero"),
    pytest.mark.skipif(shutil.which("git") is None, reason="needs git"),
]

LOOK = """
import json, os, resource, signal, sys
from pathlib import Path
from lsp_codebase.model import CancelToken
from lsp_codebase.scan import GitState, lineage, read_committed, read_history, read_line_history, scan
from lsp_codebase.scan import TrackedNames, changed_since, submodules, uncommitted, unchanged_since
from lsp_codebase.scan.ignore import IgnoreRules
from lsp_codebase.tree import folder
resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000, 1_000_000_000))

def look(root):
    found = scan(root, respect_gitignore=True, exclude=[], cancel=CancelToken())
    folders = folder.scan(root, IgnoreRules(root), tracked=TrackedNames(root, ())).walk()
    commits = getattr(lineage(root, 100, CancelToken()), "commits", ())
    asked = [(root, commit.tree, found.files, CancelToken()) for commit in commits[:1]]
    return {
        "files": list(found.files),
        "tree": [name for folder in folders for name in folder.files],
        "head": GitState(root).head(),
        "heads": [GitState(path).head() for path in GitState(root).submodules()],
        "history": [commit.files for commit in read_history(root, None, 100, CancelToken()) or ()],
        "lines": [commit.id for commit in read_line_history(root, "own.py", 0, 0, 100, CancelToken()) or ()],
        "changed": [*(changed_since(root, "HEAD", found.files, CancelToken()) or ())],
        "same": [path for one in asked for path in unchanged_since(*one)],
        "uncommitted": [path for one in asked for path in uncommitted(*one) or ()],
        "submodules": submodules(root, CancelToken()),
        "committed": (read_committed(root, "own.py", CancelToken()) or b"").decode(),
    }

for line in sys.stdin:
    child = os.fork()
    if not child:
        signal.alarm(60)
        print(json.dumps(look(Path(json.loads(line)))), flush=True)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        print("null", flush=True)
"""

EarlyScan = Callable[[Path], dict[str, list[str]]]


@pytest.fixture(scope="module")
def look() -> Iterator[EarlyScan]:
    """Return what a process of its own, with a gigabyte and a minute, finds in a folder."""
    with subprocess.Popen([sys.executable, "-c", LOOK], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:

        def look_at(root: Path) -> dict[str, list[str]]:
            process.stdin.write(json.dumps(str(root)).encode() + b"\n")
            process.stdin.flush()
            found = json.loads(process.stdout.readline())
            assert found is not None, "it failed, or had too little memory or time"
            return found

        yield look_at
        process.stdin.close()


def names(root: Path, **options) -> list[str]:
    return list(scan(root, **{"respect_gitignore": True, "exclude": [], "cancel": CancelToken()} | options).files)


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground.at(tmp_path)


WAITS = {"included configuration", "shared index"}  # git reads the fifo, each time until it is ended


@pytest.mark.parametrize("name", [pytest.param(one, marks=pytest.mark.slow if one in WAITS else ()) for one in MAKERS])
def test_a_hostile_repository_gives_its_own_files_and_nothing_else(look, ground, name):
    MAKERS[name](ground)
    found = look(ground.root)
    assert OWN in found["files"]
    assert OWN in found["tree"]
    paths = [path for key in ("files", "tree", "same", "submodules") for path in found[key]]
    assert not any(LEAK in path for path in paths)
    assert "secret" not in found["head"] + "".join(found["heads"])
    assert not ground.marker.exists(), ground.marker.read_text()


def test_no_program_checks_the_signatures_of_commits_or_compares_their_files(look, ground):
    directory = repository(ground.root)
    (ground.root / ".gitattributes").write_text("*.py diff=own\n")
    (ground.root / OWN).write_text("own = 2\n")
    git(ground.root, "commit", "-q", "-a", "-m", "two")
    body = subprocess.check_output(["git", "-C", str(ground.root), "cat-file", "commit", "HEAD"], text=True)
    head, _, message = body.partition("\n\n")
    signed = f"{head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\n{message}"
    made = ["git", "-C", str(ground.root), "hash-object", "-t", "commit", "-w", "--stdin"]
    commit = subprocess.run(made, input=signed, text=True, capture_output=True, check=True).stdout.strip()
    git(ground.root, "reset", "-q", "--soft", commit)
    programs = ("gpg.program", "diff.external", "diff.own.command", "diff.own.textconv", "core.pager", "pager.log")
    with open(directory / "config", "a") as config:
        config.write("[log]\nshowSignature = true\nfollow = true\n")
        config.write(
            f"[mailmap]\nfile = {ground.root}/fifo\n[diff]\norderFile = {ground.root}/fifo\nrenames = copies\n"
        )
    for name in programs:
        git(ground.root, "config", name, str(ground.canary))
    os.mkfifo(ground.root / "fifo")
    found = look(ground.root)
    assert found["history"][0] == [OWN]
    assert (len(found["lines"]), found["committed"]) == (2, "own = 2\n")
    assert not ground.marker.exists(), ground.marker.read_text()


def test_no_filter_of_a_repository_is_run_to_tell_which_files_are_committed(look, ground):
    directory = repository(ground.root)
    (ground.root / ".gitattributes").write_text("*.py filter=own\n")
    for name in ("filter.own.clean", "filter.own.smudge", "filter.own.process"):
        git(ground.root, "config", name, str(ground.canary))
    os.utime(directory / "index", ns=(0, 0))  # all may have changed since: git itself would read them
    (ground.root / OWN).write_text("own = 3\n")
    found = look(ground.root)
    assert (found["same"], found["uncommitted"]) == ([], [".gitattributes", OWN])
    assert not ground.marker.exists(), ground.marker.read_text()


def test_files_below_a_rule_file_that_is_a_fifo_are_found(look, ground):
    MAKERS["fifo at sub/.gitignore"](ground)
    assert "sub/below.py" in look(ground.root)["files"]


def test_a_special_file_that_the_index_names_is_not_taken(ground):
    (ground.root / "ignored.py").write_text("")
    (ground.root / ".gitignore").write_text("ignored.py\n")
    git(ground.root, "init", "-q")
    git(ground.root, "add", "-f", ".")
    assert "ignored.py" in names(ground.root)
    (ground.root / "ignored.py").unlink()
    os.mkfifo(ground.root / "ignored.py")
    assert names(ground.root) == [".gitignore", OWN]


class TestWhatGitTracks:
    def test_a_tracked_file_is_found_although_a_rule_leaves_it_out(self, ground):
        (ground.root / "build").mkdir()
        (ground.root / "build" / "kept.py").write_text("")
        (ground.root / "build" / "made.py").write_text("")
        (ground.root / ".gitignore").write_text("build/\n")
        git(ground.root, "init", "-q")
        git(ground.root, "add", "-f", "build/kept.py")
        assert names(ground.root) == [".gitignore", "build/kept.py", OWN]
        assert names(ground.root, exclude=["build/"]) == [".gitignore", OWN]

    def test_a_submodule_is_found_although_a_rule_leaves_it_out(self, ground):
        nested = ground.root / "vendor" / "nested"
        nested.mkdir(parents=True)
        (nested / "inner.py").write_text("")
        (nested / "made.log").write_text("")
        (nested / ".gitignore").write_text("*.log\n")
        repository(nested)
        (ground.root / ".gitignore").write_text("vendor/nested\n")
        git(ground.root, "init", "-q")
        git(ground.root, "-c", "advice.addEmbeddedRepo=false", "add", "-f", "vendor/nested")
        assert names(ground.root) == [".gitignore", OWN, "vendor/nested/.gitignore", "vendor/nested/inner.py"]

    def test_the_repository_of_a_commit_under_way_is_not_asked_about_another(self, ground, tmp_path, monkeypatch):
        (ground.root / "ignored.py").write_text("")
        (ground.root / ".gitignore").write_text("ignored.py\n")
        git(ground.root, "init", "-q")
        git(ground.root, "add", "-f", ".")
        other = tmp_path / "other"
        other.mkdir()
        monkeypatch.setenv("GIT_DIR", str(repository_of(other)))
        monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
        monkeypatch.setenv("GIT_WORK_TREE", str(other))
        assert "ignored.py" in names(ground.root)

    def test_the_configuration_that_the_user_chose_is_read(self, ground, monkeypatch):
        (ground.root / "ignored.py").write_text("")
        (ground.outside / "rules").write_text("ignored.py\n")
        (ground.outside / "config").write_text(f"[core]\nexcludesFile = {ground.outside / 'rules'}\n")
        git(ground.root, "init", "-q")
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(ground.outside / "config"))
        assert names(ground.root) == [OWN]


def repository_of(directory: Path) -> Path:
    (directory / "other.py").write_text("")
    return repository(directory)


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch):
    """Put a script in the place of git; return what makes it."""

    def make(script: str, directory: Path = tmp_path / "bin") -> Path:
        directory.mkdir(exist_ok=True)
        program = directory / "git"
        program.write_text("#!/bin/sh\n" + script)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{directory}{os.pathsep}{os.environ['PATH']}")
        return program

    return make


class TestLimits:
    def ask(self, root: Path, limit_s: float = 60, cancel: CancelToken = UNCANCELLED) -> bytes | None:
        return ask_git(root, root, "ls-files", limit_s=limit_s, cancel=cancel)

    def test_a_git_that_answers_is_heard(self, tmp_path, stand_in):
        stand_in("echo heard\n")
        assert self.ask(tmp_path / "root") == b"heard\n"

    def test_git_and_what_it_started_are_ended_when_the_work_is_cancelled(self, tmp_path, stand_in):
        stand_in(f'sleep 600 & echo $! >"{tmp_path}/child"; echo $$ >"{tmp_path}/parent"; sleep 600\n')
        cancel = CancelToken()
        begun = [tmp_path / name for name in ("parent", "child")]

        def cancel_once_begun() -> None:
            eventually(lambda: all(path.exists() and path.read_text() for path in begun))
            cancel.cancel()

        threading.Thread(target=cancel_once_begun, daemon=True).start()
        with pytest.raises(Cancelled):
            self.ask(tmp_path / "root", cancel=cancel)
        assert not running._under_way
        eventually(lambda: not any(is_running(int(path.read_text())) for path in begun))

    def test_git_that_says_nothing_in_time_is_ended_and_not_asked_again_at_once(self, tmp_path, stand_in, monkeypatch):
        stand_in("exec sleep 600\n")
        start, asked = running._start, []
        monkeypatch.setattr(running, "_start", lambda command: asked.append(command) or start(command))
        assert self.ask(tmp_path / "root", limit_s=1) is None
        assert self.ask(tmp_path / "root", limit_s=1) is None
        assert len(asked) == 1
        assert not running._under_way

    @pytest.mark.skipif(not os.path.exists("/proc/self/wchan"), reason="elsewhere it is not told where git waits")
    def test_git_that_waits_for_a_fifo_is_ended_at_once(self, tmp_path, stand_in):
        os.mkfifo(tmp_path / "fifo")
        stand_in(f"exec cat {tmp_path}/fifo\n")
        begin = time.monotonic()
        assert self.ask(tmp_path / "root", limit_s=LONG_S) is None
        assert time.monotonic() - begin < LONG_S / 2
        assert not running._under_way

    def test_one_file_that_takes_git_too_long_keeps_it_from_nothing_else(self, tmp_path, stand_in):
        stand_in('[ "$(echo "$*" | grep -c slow)" = 0 ] || exec sleep 600\necho heard\n')
        root = tmp_path / "root"
        assert ask_git(root, root, "log", "slow.py", limit_s=1, about="slow.py") is None
        assert ask_git(root, root, "log", "quick.py", limit_s=60, about="slow.py") is None
        assert ask_git(root, root, "log", "quick.py", limit_s=60, about="quick.py") == b"heard\n"
        assert self.ask(root) == b"heard\n"

    def test_git_that_never_stops_talking_is_ended(self, tmp_path, stand_in, monkeypatch):
        monkeypatch.setattr(running, "_OUTPUT_BYTES", 100_000)
        stand_in("exec yes\n")
        assert self.ask(tmp_path / "root") is None
        assert not running._under_way

    @pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory cannot be limited from outside")
    def test_git_may_not_take_all_memory(self, tmp_path, stand_in):
        wait = 'while [ "$(ulimit -v)" = unlimited ] || [ "$(ulimit -t)" = unlimited ]; do sleep 0.05; done'
        stand_in(f"{wait}\nulimit -v; ulimit -t\n")  # the limits come from outside, when it runs already
        limits = (self.ask(tmp_path / "root") or b"").split()
        assert [int(limit) for limit in limits] == [running._MEMORY_BYTES // 1024, running._CPU_S]


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


class TestWhichGit:
    def test_a_program_of_the_workspace_is_not_taken_for_git(self, ground, stand_in):
        git(ground.root, "init", "-q")
        stand_in(f'exec "{ground.canary}"\n', ground.root / "bin")
        assert OWN in names(ground.root)
        assert not ground.marker.exists()

    def test_a_relative_entry_of_the_path_is_not_looked_at(self, ground, stand_in, monkeypatch):
        git(ground.root, "init", "-q")
        stand_in(f'exec "{ground.canary}"\n', ground.outside)
        monkeypatch.setenv("PATH", os.pathsep.join([".", "", os.defpath]))
        monkeypatch.chdir(ground.outside)
        assert OWN in names(ground.root)
        assert not ground.marker.exists()

    def test_without_git_its_rules_still_hold(self, ground, monkeypatch):
        (ground.root / ".gitignore").write_text("*.log\n")
        (ground.root / "a.log").write_text("")
        git(ground.root, "init", "-q")
        monkeypatch.setenv("PATH", "")
        assert names(ground.root) == [".gitignore", OWN]


def test_a_git_file_that_names_nothing_is_no_repository(ground):
    (ground.root / ".git").write_text("HEAD")
    (ground.root / "HEAD").write_text("")
    found = find_repository(ground.root)
    assert found is None or found.top != ground.root


@pytest.mark.parametrize("said", [r"\\host\share\.git", "//host/share", r"\\?\UNC\host\share", "a\0b"])
def test_a_git_file_leads_to_no_other_machine_on_windows(said):
    assert named_directory(PureWindowsPath(r"C:\work\root"), said) is None


def test_a_git_file_leads_anywhere_on_its_own_machine():
    named = named_directory(PureWindowsPath(r"\\host\share\root"), " ../.git/modules/one\n")
    assert named == PureWindowsPath(r"\\host\share\root\..\.git\modules\one")
