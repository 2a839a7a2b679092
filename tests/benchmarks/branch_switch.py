"""Switch between two branches that differ in thousands of files, and count what is done again.

    python tests/benchmarks/branch_switch.py [TREE] [--model none]

TREE is copied; without one, django's source distribution is fetched. The second branch adds a line to two files of
three, moves one directory and deletes a few files. The root is watched by ourselves: nobody tells that git switched.
Each row: seconds until the index is as git left the tree and every chunk has its vector, CPU seconds of this process
and its workers, and what had to be done. In the end an empty index with the content store as it is (another checkout
on this machine), and one with neither.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import psutil
from indexing import tree

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import Work
from lsp_codebase.model import CancelToken
from lsp_codebase.workspace import Workspace

GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=one", "-c", "gc.auto=0")
QUIET_S = 0.5  # nothing more to do for this long: settled


def git(root: Path, *arguments: str) -> None:
    """Run git and fail with it."""
    subprocess.run([*GIT, "-C", str(root), *arguments], check=True, capture_output=True)


def prepare(source: Path, root: Path) -> int:
    """Make a repository with the branches `one` and `two`; return how many files differ."""
    shutil.copytree(source, root, symlinks=True)
    git(root, "init")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "one")
    git(root, "checkout", "-qb", "two")
    files = sorted(path for path in root.rglob("*.*") if path.is_file() and ".git" not in path.parts)
    for number, path in enumerate(files):
        if number % 3:
            with path.open("ab") as file:
                file.write(b"\n# another branch\n")
        elif number % 50 == 0:
            path.unlink()
    (root / "django/forms").rename(root / "django/shapes")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "two")
    differing = subprocess.run([*GIT, "-C", str(root), "diff", "--name-only", "one"], capture_output=True, check=True)
    git(root, "checkout", "-q", "one")
    return len(differing.stdout.splitlines())


def cpu() -> float:
    """Return the CPU seconds of this process and of its children so far."""
    own = psutil.Process()
    alive = [process.cpu_times() for process in own.children(recursive=True)]
    times = own.cpu_times()
    ended = times.children_user + times.children_system
    return times.user + times.system + ended + sum(each.user + each.system for each in alive)


def is_current(codebase: Codebase, expected: set[str]) -> bool:
    """Whether the index holds exactly the expected files, all of them with vectors."""
    status = codebase.status()
    store = codebase._indexer.store
    done = status.phase.value == "ready" and not status.stale and status.vectors.done == status.vectors.total
    return done and store is not None and store.files.keys() == expected


def listed(root: Path) -> set[str]:
    """Return the files git sees, links apart."""
    names = subprocess.run([*GIT, "-C", str(root), "ls-files", "-z"], capture_output=True, check=True).stdout
    return {name for name in names.decode().split("\0") if name and not (root / name).is_symlink()}


def measured(name: str, codebase: Codebase, begin: float, cpu_before: float, before: Work) -> None:
    """Wait until the index is as the disk, and print a row."""
    root = codebase.root
    expected = listed(root)
    settled_at = None
    generation, cpu_after = -1, 0.0
    while settled_at is None or time.perf_counter() - settled_at < QUIET_S:
        if not is_current(codebase, expected) or codebase.status().generation != generation:
            settled_at, generation = time.perf_counter(), codebase.status().generation
            cpu_after = cpu()
        time.sleep(0.02)
    work = codebase.work - before
    seconds = settled_at - begin
    row = [name, f"{seconds:.1f}", f"{cpu_after - cpu_before:.1f}", work.read, work.parsed, work.known, work.embedded]
    print("| " + " | ".join(map(str, row)) + " |", flush=True)


def opened(root: Path, settings: Settings, name: str) -> Workspace:
    """Open the root, and print the row of its first index."""
    begin, cpu_before = time.perf_counter(), cpu()
    workspace = Workspace(settings)
    workspace.add_folder(root)
    workspace.start()
    workspace.watch(client_watches=False)
    codebase = workspace.find(root)
    codebase.wait_until_idle(CancelToken())
    measured(name, codebase, begin, cpu_before, Work())
    return workspace


def main() -> None:
    """Index, switch back and forth, and index again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--model", default="builtin")
    options = parser.parse_args()
    with tree(options.tree) as source, tempfile.TemporaryDirectory() as folder:
        root, cache = Path(folder).resolve() / "root", Path(folder) / "cache"
        settings = Settings(index_location=str(cache), embedding_model=options.model)
        print(f"{prepare(source, root)} files differ\n")
        print("| step | s | cpu-s | files read | parsed | known | embedded |\n|---|" + "---:|" * 6)
        workspace = opened(root, settings, "first index of `one`")
        codebase = workspace.find(root)
        for visit in ("first", "second"):
            for branch in ("two", "one"):
                begin, cpu_before, before = time.perf_counter(), cpu(), codebase.work - Work()
                git(root, "checkout", "-q", branch)
                measured(f"switch to `{branch}`, {visit}", codebase, begin, cpu_before, before)
        workspace.close()
        print("content store MB:", sum(file.stat().st_size for file in (cache / "content").iterdir()) // 1_000_000)
        (index,) = cache.glob("root-*")
        print("index MB:", sum(file.stat().st_size for file in index.rglob("*") if file.is_file()) // 1_000_000)
        for name in ("known contents", "nothing known"):
            for stale in cache.glob("*" if name == "nothing known" else "root-*"):
                shutil.rmtree(stale)
            opened(root, settings, f"fresh index, {name}").close()


if __name__ == "__main__":
    main()
