"""What git tracks although it ignores it: it is in the index, so it is in trees and lists of files."""

from pathlib import Path

import pytest
from git_commits import git
from tree_files import write

from lsp_codebase.model import CancelToken, TreeQuery
from lsp_codebase.scan import scan
from lsp_codebase.tree import DirectoryTree


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "shop"
    write(root, ["src/cart.py", "build/made.o", "build/keep/rules.py", "build/keep/made.o", "one.log", "two.log"])
    write(root, ["vendor/lib/a.py", "node_modules/left/index.js"])
    (root / ".gitignore").write_text("build/\n*.log\nnode_modules/\n")
    git(root, "init", "--quiet")
    git(root, "add", "-f", ".gitignore", "src", "build/keep/rules.py", "one.log", "node_modules")
    return root


def drawn(tree: DirectoryTree, root: Path, **fields: object) -> set[str]:
    """Return the names in a tree, of files and directories."""
    answer = tree.render(root, TreeQuery(format="json", **fields))  # type: ignore[arg-type]
    pending, found = [*(answer.roots or ())], set()
    while pending:
        node = pending.pop()
        found.add(node.name)
        pending += node.children or ()
    return found


def listed(root: Path, *, most: int = 100, **fields: object) -> list[str]:
    found = DirectoryTree([root]).list_files(None, most, **fields).paths  # type: ignore[arg-type]
    return [path.relative_to(root).as_posix() for path in found]


def test_a_tree_and_a_list_have_the_files_that_the_index_has(root: Path) -> None:
    indexed = {*scan(root, respect_gitignore=True, exclude=(), cancel=CancelToken()).files}
    assert {"build/keep/rules.py", "one.log"} < indexed
    assert {*listed(root)} == indexed
    shown = drawn(DirectoryTree([root]), root)
    assert {"build", "keep", "rules.py", "one.log"} < shown
    assert {"made.o", "two.log", "node_modules"}.isdisjoint(shown)


def test_void_enters_no_closed_directory_for_them(root: Path) -> None:
    write(root, ["logs.log/kept/a.py", "logs.log/vendor/b.py", "logs.log/.hidden/c.py"])
    git(root, "add", "-f", "logs.log")
    assert {name for name in listed(root, preset="void") if "/" in name} == {"src/cart.py", "logs.log/kept/a.py"}
    shown = drawn(DirectoryTree([root]), root, preset="void")
    assert ("a.py" in shown, shown.isdisjoint({"b.py", "c.py"})) == (True, True)


def test_a_list_stays_in_reading_order(root: Path) -> None:
    files = [".gitignore", "one.log", "build/keep/rules.py", "src/cart.py", "vendor/lib/a.py"]
    assert listed(root) == files
    assert listed(root, most=3) == files[:3]


def test_what_is_counted_below_a_directory_includes_what_is_tracked(root: Path) -> None:
    answer = DirectoryTree([root]).render(root, TreeQuery())
    assert (answer.stats.files, answer.stats.directories) == (5, 5)


def test_a_clone_inside_answers_for_its_own_files(root: Path) -> None:
    write(root, ["clone/made.txt", "clone/out/kept.txt", "clone/out/other.txt"])
    (root / "clone/.gitignore").write_text("out/\nmade.txt\n")
    git(root / "clone", "init", "--quiet")
    git(root / "clone", "add", "-f", "out/kept.txt")
    assert [path for path in listed(root) if path.startswith("clone/")] == ["clone/.gitignore", "clone/out/kept.txt"]
    assert {"kept.txt"} == {"kept.txt", "other.txt", "made.txt"} & drawn(DirectoryTree([root]), root)


def test_what_is_left_out_by_the_query_or_gone_or_a_link_is_not_shown(root: Path) -> None:
    (root / "one.log").unlink()
    (root / "one.log").symlink_to("src/cart.py")
    git(root, "add", "-f", "build/made.o")
    (root / "build/made.o").unlink()
    assert {"one.log", "made.o", "rules.py"}.isdisjoint(drawn(DirectoryTree([root]), root, exclude=("keep",)))
    assert listed(root, exclude=("keep",)) == [".gitignore", "src/cart.py", "vendor/lib/a.py"]


def test_a_tracked_file_that_goes_and_comes_back_makes_a_new_tree_and_what_is_built_beside_it_none(root: Path) -> None:
    tree, file = DirectoryTree([root]), root / "build/keep/rules.py"
    assert "rules.py" in drawn(tree, root)
    for built in ("build/keep/late.o", "build/late.o"):
        write(root, [built])
        tree.invalidate([root / built])
    assert "rules.py" in drawn(tree, root)
    assert tree.total_scans == 1
    file.unlink()
    tree.invalidate([file])
    assert {"rules.py", "build"}.isdisjoint(drawn(tree, root))
    file.touch()
    tree.invalidate([file])
    assert "rules.py" in drawn(tree, root)


def test_a_tracked_file_comes_back_though_nothing_was_left_out_without_it(root: Path) -> None:
    file = root / "src/one.log"
    write(root, ["src/one.log"])
    git(root, "add", "-f", "src/one.log")
    file.unlink()
    tree = DirectoryTree([root / "src"])
    assert "one.log" not in drawn(tree, root / "src")
    file.touch()
    tree.invalidate([file])
    assert "one.log" in drawn(tree, root / "src")


def test_git_is_not_asked_where_nothing_but_packages_is_left_out(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(
        "lsp_codebase.scan.tracked_names.tracked_listing", lambda *of: (asked.append(of), b"src/cart.py\0")[1]
    )
    (root / ".gitignore").write_text("node_modules/\n")
    drawn(DirectoryTree([root]), root)
    assert not asked
    (root / ".gitignore").write_text("src/\n")
    assert "cart.py" in drawn(DirectoryTree([root]), root)
    assert len(asked) == 1
