"""Whatever happens to a folder, a tree that was told of it as a watcher tells is the one that is drawn from nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from lsp_codebase.model import TreeQuery
from lsp_codebase.tree import DirectoryTree

NAMES = ["a.py", "b.md", "one", "two", "one/in", "two/in", "one/in/deep", "one/a.py", "two/in/b.md", "one/in/deep/c.py"]
RULES = [".gitignore", "one/.gitignore", "two/in/.gitignore"]
CHANGES = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(NAMES), st.just("")),
    st.tuples(st.just("folder"), st.sampled_from([*NAMES, "one/.git", ".git"]), st.just("")),
    st.tuples(st.just("delete"), st.sampled_from([*NAMES, *RULES, "one/.git", ".git"]), st.just("")),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from([*NAMES, "away"])),
    st.tuples(st.just("swap"), st.sampled_from(["one", "one/in", "a.py"]), st.sampled_from(["two", "two/in", "b.md"])),
    st.tuples(st.just("link"), st.sampled_from(NAMES), st.sampled_from(["one", "../a.py", "nowhere"])),
    st.tuples(st.just("write"), st.sampled_from(RULES), st.sampled_from(["", "*.md\n", "in/\n", "/one\n", "!b.md\n"])),
)


def change(root: Path, kind: str, name: str, other: str) -> list[Path]:
    """Do something to an entry, where that can be; return the entries that a watcher names."""
    path = root / name
    try:
        if kind == "delete":
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        elif kind == "rename":
            path.rename(root / other)
            return [path, root / other]
        elif kind == "swap":
            path.rename(root / "away")
            (root / other).rename(path)
            (root / "away").rename(root / other)
        elif kind == "folder":
            path.mkdir()
            if path.name == ".git":  # as little as makes it a repository
                (path / "objects").mkdir()
                (path / "refs").mkdir()
                (path / "HEAD").write_text("ref: refs/heads/main\n")
        elif kind == "link":
            path.symlink_to(other)
        else:
            path.write_text(other)
    except OSError:
        pass  # there is nothing, or something else; what was done until then is told
    if kind == "swap":
        return [path, root / other, root / "away"]
    return [path, Path(os.path.realpath(path))]  # who writes through a link makes what it leads to


BURSTS = st.lists(st.lists(CHANGES, min_size=1, max_size=4), max_size=8)


@given(bursts=BURSTS, preset=st.sampled_from(["default", "void"]))
@example([[("delete", "one/in", ""), ("link", "one/in", "one")], [("write", "one/in", "")]], "default")
def test_a_tree_that_was_told_of_changes_equals_a_fresh_one(bursts, preset) -> None:
    query = TreeQuery(preset=preset)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "root"
        for name in ("one/in/deep", "two/in"):
            (root / name).mkdir(parents=True)
        for name in ("a.py", "one/a.py", "two/in/b.md"):
            (root / name).touch()
        tree = DirectoryTree([root])
        for burst in bursts:
            tree.render(root, query)
            for one in burst:
                tree.invalidate(change(root, *one))
            assert tree.render(root, query).etag == DirectoryTree([root]).render(root, query).etag, os.listdir(root)
