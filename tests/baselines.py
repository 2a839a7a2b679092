"""A repository whose first commit is published, for tests that begin with that."""

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

from git_commits import git
from written_files import write

from lsp_codebase.config import Settings
from lsp_codebase.index import PublishedIndex, SilentListener, publish
from lsp_codebase.model import CancelToken

FILES = 24


def module(number: int, word: str) -> str:
    """Return a file of some hundred lines, so that an index of a few is cut into parts."""
    functions = (
        f"def {word}_{part}_of_{number}(prices):\n    return sum(price * {part} for price in prices if price > 1)\n"
        for part in range(20)
    )
    return "\n\n".join(functions)


def make_origin(root: Path) -> Path:
    """Return a repository with one commit."""
    root.mkdir(parents=True)
    write(root, {f"package/m{number}.py": module(number, "total") for number in range(FILES)})
    git(root, "init", "--quiet")
    git(root, "add", "-A")
    git(root, "commit", "--quiet", "-m", "one")
    return root


def commit(root: Path, files: dict[str, str]) -> None:
    write(root, files)
    git(root, "add", "-A")
    git(root, "commit", "--quiet", "-m", "more")


def clone(origin: Path, to: Path) -> Path:
    """Return another checkout, whose files git wrote so long ago that it needs not look at them again."""
    git(origin.parent, "clone", "--quiet", str(origin), str(to))
    later = (to / ".git/index").stat().st_mtime_ns + 1_000_000_000
    os.utime(to / ".git/index", ns=(later, later))
    return to


def team_settings(store: Path, cache: Path, **others) -> Settings:
    defaults = {"embedding_model": "hash", "index_debounce_ms": 1, "index_history": False, "team_store": store.as_uri()}
    return Settings(index_location=str(cache), **{**defaults, **others})


def publish_it(root: Path, settings: Settings) -> PublishedIndex:
    return publish(root, replace(settings, team_publish=True), SilentListener(), CancelToken())


def copied(store: Path, to: Path) -> Path:
    shutil.copytree(store, to)
    return to


def commits(root: Path, count: int) -> None:
    """Add many commits that change nothing; one process."""
    parent = git(root, "rev-parse", "HEAD")
    stream = "".join(
        f"commit refs/heads/main\nmark :{n}\ncommitter Ada <ada@home> {1770000000 + n} +0000\ndata 1\n.\n"
        f"from {parent if n == 1 else f':{n - 1}'}\n"
        for n in range(1, count + 1)
    )
    subprocess.run(["git", "-C", str(root), "fast-import", "--quiet"], input=stream.encode(), check=True)
