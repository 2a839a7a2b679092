"""Whatever happens to a work tree, an index that followed it equals one built from nothing."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import Phase as HypothesisPhase
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

sys.path.insert(0, str(Path(__file__).parents[1] / "services"))
from index_states import rebuilt, state

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener, WorkerPool, indexer, maintenance, pipeline
from lsp_codebase.model import CancelToken, Check, CheckState, Phase, Role, Span
from lsp_codebase.model.document import Document

PATHS = ["a.py", "b.py", "pkg/c.py", "pkg/deep/d.js", "notes.md", "out/gen.py", "pkg/same.py"]
PLACES = [*PATHS, "pkg", "pkg/deep", "out"]
CONTENTS = [
    "def alpha(x):\n    '''Count the alphas.'''\n    return x\n",
    "class Beta:\n    limit = 3\n\n    def run(self):\n        return self.limit\n",
    "function gamma(a) { return a + 1 }\n",
    "# Title\n\nSome prose about gamma rays.\n",
    "",
    "x = 'no definition here'\n" * 80,
    "\x00\x01binary\x00",
]
IGNORES = ["", "out/\n", "*.md\n", "pkg/deep/\n"]
TIMEOUT_S = 240.0
INDEX = """
import sys, time
from pathlib import Path
from lsp_codebase.config import Settings
from lsp_codebase.workspace import Workspace
from lsp_codebase.model import CancelToken
workspace = Workspace(Settings(index_location=sys.argv[2], embedding_model="hash", index_debounce_ms=0))
workspace.add_folder(Path(sys.argv[1]))
print("begin", flush=True)
workspace.start()
workspace.find(Path(sys.argv[1])).wait_until_idle(CancelToken())
codebase = workspace.find(Path(sys.argv[1]))
while True:
    codebase._indexer._writer.tidy()
"""

paths = st.sampled_from(PATHS)
contents = st.sampled_from(CONTENTS)
pool = WorkerPool(1)


@pytest.fixture(autouse=True, scope="module")
def _no_worker_is_left() -> Iterator[None]:
    yield
    pool.close()


class WorkTree(RuleBasedStateMachine):
    """A repository with two branches; each step changes it as people and tools do."""

    may_kill = False

    @initialize(is_told=st.booleans())
    def begin(self, is_told: bool) -> None:
        """`is_told`: an editor or a watcher names every change; else only a refresh or a restart finds it."""
        self.is_told = is_told
        self.folder = Path(tempfile.mkdtemp())
        self.root = self.folder / "root"
        self.root.mkdir()
        self.settings = self._settings("cache")
        self.documents: dict[str, Document] = {}
        self._git("init", "-q", "-b", "main")
        self._write("a.py", CONTENTS[0])
        self.seen = self._stats()
        self._git("add", "-A")
        self._git("commit", "-qm", "first")
        self._git("branch", "other")
        self._open()

    # -- what happens to the files

    @rule(path=paths, content=contents)
    def save(self, path: str, content: str) -> None:
        self._write(path, content)

    @rule(path=paths)
    def disguise(self, path: str) -> None:
        """Change a file and give it back the size and the time it had."""
        file = self.root / path
        if file.is_file():  # or a link to one
            stamp = file.stat().st_mtime_ns
            file.write_bytes(file.read_bytes().swapcase())
            os.utime(file, ns=(stamp, stamp))

    @rule(path=paths)
    def delete(self, path: str) -> None:
        with suppress(OSError):  # its folder may be none, or a link to itself
            (self.root / path).unlink()

    @rule(old=paths, new=paths)
    def rename(self, old: str, new: str) -> None:
        if os.path.lexists(self.root / old):
            self._make_folder(self.root / new)
            if os.path.lexists(self.root / old):  # its folder may have been a link
                (self.root / old).rename(self.root / new)

    @rule(path=st.sampled_from(PLACES), other=st.sampled_from([*PLACES, "nowhere"]))
    def link(self, path: str, other: str) -> None:
        self._replace(path)
        (self.root / path).symlink_to(self.root / other)

    @rule(path=st.sampled_from(PLACES))
    def fifo(self, path: str) -> None:
        self._replace(path)
        os.mkfifo(self.root / path)

    @rule(path=paths, content=contents, end=st.sampled_from(["saved", "thrown away", "left open"]))
    def edit(self, path: str, content: str, end: str) -> None:
        """Type into an open document, then save it, close it without, or leave it open, to be typed into again."""
        file = self.root / path
        if file.is_symlink() or not file.is_file() or b"\0" in file.read_bytes():
            return
        if path not in self.documents:
            self.documents[path] = Document(file.read_text())
            self.codebase.open_document(file, self.documents[path])
        document = self.documents[path]
        document.edit(Span(0, 0, len(document.text()), 0), content)
        self.codebase.document_changed(file)
        if end == "saved":
            self._write(path, content)
            self.codebase.document_changed(file)
            self.codebase.mark_changed([file])
        if end != "left open":
            self._close(path)

    @rule()
    def delete_folder(self) -> None:
        self._remove(self.root / "pkg")

    @rule(path=paths, mode=st.sampled_from([0o644, 0o755, 0o600]))
    def chmod(self, path: str, mode: int) -> None:
        if (self.root / path).is_file():
            (self.root / path).chmod(mode)

    @rule(text=st.sampled_from(IGNORES))
    def ignore(self, text: str) -> None:
        self._write(".gitignore", text)

    # -- git

    @rule()
    def commit(self) -> None:
        self._git("add", "-A")
        self._git("commit", "-qm", "more", "--allow-empty")

    @rule(branch=st.sampled_from(["main", "other"]))
    def checkout(self, branch: str) -> None:
        self._git("checkout", "-qf", branch)

    @rule()
    def stash(self) -> None:
        self._git("stash", "-q", "-u", check=False)

    @rule()
    def pop(self) -> None:
        self._git("stash", "pop", "-q", check=False)

    @rule()
    def rebase(self) -> None:
        """Put one branch on top of the other; where they contradict each other, with the markers of git, then not."""
        self._git("checkout", "-qf", "other")
        self._git("rebase", "-q", "main", check=False)
        self._tell()
        self._git("rebase", "--abort", check=False)

    @rule(commits=st.integers(0, 2))
    def reset(self, commits: int) -> None:
        self._git("reset", "-q", "--hard", f"HEAD~{commits}", check=False)

    # -- the index

    @rule()
    def refresh(self) -> None:
        self.codebase._indexer.refresh()

    @rule()
    def restart(self) -> None:
        self.documents.clear()
        self.codebase.close()
        self._open()

    @precondition(lambda self: self.may_kill)
    @rule(after_ms=st.integers(0, 600))
    def kill(self, after_ms: int) -> None:
        self.documents.clear()
        self.codebase.close()
        command = [sys.executable, "-c", INDEX, str(self.root), self.settings.index_location]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(after_ms / 1_000)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        self._open()

    @invariant()
    def changes_are_told_and_nothing_fails(self) -> None:
        if hasattr(self, "codebase"):
            self._tell()
            assert self.codebase.status().phase.value != "failed", self.codebase.status()

    def teardown(self) -> None:
        if not hasattr(self, "codebase"):
            return
        for path in [*self.documents]:
            self._close(path)
        self._tell()
        if not self.is_told:
            self.codebase._indexer.refresh()
        fresh = rebuilt(self.root, self._settings("fresh"), pool)
        try:
            expected = state(fresh)
            self._settle(expected)
            assert state(self.codebase) == expected
            assert not self._damage()
        finally:
            fresh.close()
            self.codebase.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    # -- inside

    def _settings(self, name: str) -> Settings:
        location = str(self.folder / name)
        return Settings(index_location=location, embedding_model="hash", index_debounce_ms=0)

    def _open(self) -> None:
        self.codebase = Codebase(self.root, self.settings, pool, SilentListener())
        self.codebase.start()
        assert self.codebase.wait_until_idle(CancelToken()).role is Role.WRITER

    def _close(self, path: str) -> None:
        self.codebase.close_document(self.root / path, self.documents.pop(path))

    def _write(self, path: str, content: str) -> None:
        file = self.root / path
        self._make_folder(file)
        if not file.is_symlink() and not file.is_file():  # nobody reads a FIFO
            self._remove(file)
        file.write_text(content)

    def _replace(self, path: str) -> None:
        self._make_folder(self.root / path)
        self._remove(self.root / path)

    def _make_folder(self, file: Path) -> None:
        """Make the folder of a file; a link or a FIFO gives way to it."""
        for folder in reversed(file.parents[: len(file.relative_to(self.root).parts) - 1]):
            if folder.is_symlink() or not folder.is_dir():
                self._remove(folder)
                folder.mkdir()

    def _remove(self, path: Path) -> None:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

    def _tell(self) -> None:
        """Name what has changed since the last time, as an editor or a watcher does."""
        now = self._stats()
        changed = [path for path in now.keys() | self.seen.keys() if now.get(path) != self.seen.get(path)]
        self.seen = now
        if self.is_told:
            self.codebase.mark_changed(changed)

    def _stats(self) -> dict[Path, tuple[int, int, int]]:
        entries = {path: path.lstat() for path in self.root.rglob("*") if ".git" not in path.parts}
        files = {path: info for path, info in entries.items() if not stat.S_ISDIR(info.st_mode)}
        return {path: (info.st_ctime_ns, info.st_mtime_ns, info.st_size) for path, info in files.items()}

    def _settle(self, expected: object) -> None:
        """Wait until the index says what is expected; what is left to do then changes nothing."""
        end = time.monotonic() + TIMEOUT_S
        while time.monotonic() < end:
            status = self.codebase.status()
            if status.phase is Phase.READY and not status.stale and status.vectors.done == status.chunks:
                with suppress(RuntimeError):  # a commit while it was looked at
                    if state(self.codebase) == expected and not self._damage():
                        return
            time.sleep(0.02)

    def _damage(self) -> list[Check]:
        """What the doctor finds: also that a file was written anew, with what it held, and not looked at since."""
        return [check for check in self.codebase.doctor(CancelToken()) if check.state is CheckState.DAMAGED]

    def _git(self, *arguments: str, check: bool = True) -> None:
        identity = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"]
        command = ["git", *identity, *arguments]
        subprocess.run(command, cwd=self.root, check=check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class KilledWorkTree(WorkTree):
    may_kill = True


_CHECKS = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


@pytest.fixture(autouse=True)
def _tidy_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the index tidied between the steps, as it is in an idle editor, and taken back what it was before."""
    monkeypatch.setattr(pipeline, "_SAVED_TOGETHER", 0)
    monkeypatch.setattr(indexer, "_PRESENCE_S", 0.05)  # how often it looks
    monkeypatch.setattr(maintenance, "_IDLE_S", 0.05)


def test_an_index_that_followed_equals_a_fresh_one() -> None:
    WorkTree.TestCase.settings = settings(
        max_examples=settings.default.max_examples // 10,
        stateful_step_count=15,
        deadline=None,
        suppress_health_check=_CHECKS,
        derandomize=True,
        phases=(HypothesisPhase.generate,),
    )
    WorkTree.TestCase().runTest()


@pytest.mark.slow
def test_an_index_that_followed_and_was_killed_equals_a_fresh_one() -> None:
    KilledWorkTree.TestCase.settings = settings(
        max_examples=30, stateful_step_count=25, deadline=None, derandomize=True, suppress_health_check=_CHECKS
    )
    KilledWorkTree.TestCase().runTest()
