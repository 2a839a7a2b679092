"""Random patterns over one tree of awkward names: `IgnoreRules` and git keep the same files."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lsp_codebase.scan.ignore import IgnoreRules, Scope
from lsp_codebase.tree.folder import scan

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="compares with git; install git")

DIRECTORIES = ["a", "b", ".a", "a b", "build", "[a]", "!a"]
FILES = ["ab", "a.b", "A", "a-b", "a]", "#a", "a*", "x.py", "x.pyc", "-", "a\\b", "ba", "c"]
PIECES = ["a", "b", "ab", "x.", "py", "build", "*", "?", "[ab]", "[!a]", "[a-c]", "[]a]", "[^]-]", "[[:upper:]]", "\\*"]
PIECES += ["\\!", "\\#", " ", "\\ ", "-", "[", "]", "!", "#", ".", "\\", "[b-a]", "[\\-a]", "[a\\]]", "[[:punct:]b]"]
SEGMENT = st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("".join)
SEGMENTS = st.lists(st.one_of(SEGMENT, st.sampled_from(["**", "a", "b"])), min_size=1, max_size=4).map("/".join)
LINES = st.builds(
    lambda mark, slash, body, end: mark + slash + body + end,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "/"]),
    SEGMENTS,
    st.sampled_from(["", "", "/", " "]),
).filter(lambda line: "\\/" not in line)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    shallow = [root, *(root / name for name in DIRECTORIES)]
    for directory in [*shallow, *(parent / name for parent in shallow[1:] for name in DIRECTORIES)]:
        directory.mkdir(exist_ok=True)
        for name in FILES:
            (directory / name).touch()
    return root


def kept_by_git(root: Path) -> set[str]:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", "-C", str(root), "ls-files", "-o", "--exclude-standard", "-z"]
    return set(
        os.fsdecode(subprocess.run(command, capture_output=True, check=True, env=environment).stdout).split("\0")
    )


def kept(root: Path, scope: Scope, path: str = "") -> set[str]:
    entries = list(os.scandir(root / path))
    files, directories = scope.kept(
        [entry.name for entry in entries if not entry.is_dir()], [entry.name for entry in entries if entry.is_dir()]
    )
    found = {path + name for name in files}
    for name in directories:
        found |= kept(root, scope.enter(name), f"{path}{name}/")
    return found


def walked(root: Path) -> set[str]:
    """Return the files of the walk behind the directory tree, which takes a shorter way through the rules."""
    folders = scan(root, IgnoreRules(root)).walk()
    return {os.path.relpath(f"{folder.path}/{name}", root) for folder in folders for name in folder.files}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, min_size=1, max_size=5), nested=st.lists(LINES, max_size=3))
def test_the_same_files_are_kept_as_by_git(repository: Path, lines: list[str], nested: list[str]) -> None:
    (repository / ".gitignore").write_text("\n".join(lines) + "\n")
    (repository / "a" / ".gitignore").write_text("\n".join(nested) + "\n")
    by_git = kept_by_git(repository) - {""}
    assert kept(repository, IgnoreRules(repository).scope()) == by_git
    assert walked(repository) == by_git
