"""`IgnoreRules` says what git says."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from written_files import write

from lsp_codebase.globs.wildcard import parse
from lsp_codebase.scan.ignore import IgnoreRules

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="compares with git; install git")


def kept_files(root: Path, rules: IgnoreRules, path: str = "") -> list[str]:
    """Walk top-down as the index does and return the files that are not ignored."""
    entries = sorted(os.scandir(root / path), key=lambda entry: entry.name)
    directories = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    files = [entry.name for entry in entries if not entry.is_dir(follow_symlinks=False)]
    scope = rules.scope(path, [entry.name for entry in entries])
    prefix = path + "/" if path else ""
    files, directories = scope.kept(files, directories)
    kept = [prefix + name for name in files]
    for name in directories:
        kept += kept_files(root, rules, prefix + name)
    return sorted(kept)


def git_files(root: Path) -> list[str]:
    command = ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "-z"]
    return sorted(os.fsdecode(subprocess.run(command, capture_output=True, check=True).stdout).split("\0")[:-1])


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    root = tmp_path / "repository"
    root.mkdir()
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


@needs_git
def test_the_same_files_are_kept_as_by_git_with_every_kind_of_rule(repository: Path) -> None:
    write(
        repository,
        {
            ".gitignore": "*.log\n!keep.log\n/build\nnode_modules/\ndocs/_build\n**/gen/*.c\na/**/z\nb/**\n!b/x\n"
            "\\#x\ntrail\\ \n",
            "one.log": "", "keep.log": "", "build/x": "", "sub/build/x": "", "sub/node_modules/m.js": "",
            "node_modules": "a file of that name", "docs/_build/x": "", "docs/y": "", "p/gen/a.c": "", "gen/b.c": "",
            "gen/b.h": "", "a/z": "", "a/b/z/q": "", "a/b/y": "", "b/x": "", "b/y": "", "#x": "", "trail ": "",
            "sub/.gitignore": "!one.log\nlocal\n*.py[co]\n", "sub/one.log": "", "sub/local/x": "", "local/x": "",
            "sub/deep/m.pyc": "", "sub/deep/m.py": "", "deep/m.pyc": "",
            "Up/.gitignore": "/Own/x\n", "Up/Own/x": "", "Up/Own/y": "",
        },
    )  # fmt: skip
    assert kept_files(repository, IgnoreRules(repository)) == git_files(repository)


@needs_git
def test_a_whitelist_keeps_a_named_directory_and_nothing_in_it(repository: Path) -> None:
    write(repository, {".gitignore": "*\n!src/\n", "src/a.py": "", "x": ""})
    rules = IgnoreRules(repository)
    assert not rules.is_ignored("src", is_directory=True)
    assert rules.is_ignored("src/a.py", is_directory=False)
    assert kept_files(repository, rules) == git_files(repository) == []


@needs_git
def test_rules_of_the_user_and_of_the_clone_are_read(repository: Path) -> None:
    home = Path(os.environ["HOME"])
    write(home, {".config/git/ignore": "*.swp\n"})
    write(repository, {".git/info/exclude": "mine/\n", "a.swp": "", "mine/x": "", "b": ""})
    assert kept_files(repository, IgnoreRules(repository)) == git_files(repository) == ["b"]
    write(home, {".gitconfig": "[core]\n\texcludesFile = ~/elsewhere\n", "elsewhere": "b\n"})
    assert kept_files(repository, IgnoreRules(repository)) == git_files(repository) == ["a.swp"]


@needs_git
def test_a_root_inside_a_repository_obeys_the_rules_above_it(repository: Path) -> None:
    write(repository, {".gitignore": "*.o\n/pkg/app/out\n", "pkg/.gitignore": "tmp\n"})
    root = repository / "pkg" / "app"
    write(root, {"a.o": "", "out/x": "", "tmp": "", "src/out/y": "", "a.c": ""})
    assert kept_files(root, IgnoreRules(root)) == git_files(root) == ["a.c", "src/out/y"]


@needs_git
@pytest.mark.parametrize("rule", ["build/", "/build/inner", "*", "inner"])
def test_a_root_that_the_repository_around_it_ignores_obeys_its_own_rules_only(tmp_path: Path, rule: str) -> None:
    write(tmp_path, {".git/HEAD": "ref: refs/heads/main\n", ".gitignore": f"{rule}\n*.log\n", "build/a.py": ""})
    write(tmp_path / "build/inner", {"a.py": "", "a.log": "", "b/c.tmp": "", "b/.gitignore": "*.tmp\n", "gen/x": ""})
    rules = IgnoreRules(tmp_path / "build/inner", exclude=("gen/",))
    assert kept_files(tmp_path / "build/inner", rules) == ["a.log", "a.py", "b/.gitignore"]


def test_a_repository_inside_the_root_has_its_own_rules(repository: Path) -> None:
    write(repository, {".gitignore": "*.o\n", "a.o": ""})
    inner = repository / "inner"
    subprocess.run(["git", "init", "-q", str(inner)], check=True)
    write(inner, {".gitignore": "*.c\n", "a.o": "", "a.c": ""})
    assert kept_files(repository, IgnoreRules(repository)) == [".gitignore", "inner/.gitignore", "inner/a.o"]


@needs_git
def test_a_linked_work_tree_shares_the_exclude_file(repository: Path) -> None:
    write(repository, {"a": "", ".git/info/exclude": "secret\n"})
    git = ["git", "-C", str(repository), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["add", "a"], ["commit", "-qm", "x"], ["worktree", "add", "-q", "../linked"]):
        subprocess.run([*git, *command], check=True)
    linked = repository.parent / "linked"
    write(linked, {"secret": ""})
    assert kept_files(linked, IgnoreRules(linked)) == git_files(linked) == ["a"]


@needs_git
@pytest.mark.parametrize("place", ["second", ".claude/worktrees/second"])
def test_a_work_tree_linked_inside_of_its_repository_is_left_out_as_by_git(repository: Path, place: str) -> None:
    write(repository, {"a": ""})
    git = ["git", "-C", str(repository), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["add", "a"], ["commit", "-qm", "x"], ["worktree", "add", "-q", "--detach", place]):
        subprocess.run([*git, *command], check=True)
    inside, second = IgnoreRules(repository), repository / place
    assert inside.is_ignored(f"{place}/a", is_directory=False)
    assert kept_files(repository, inside) == ["a"]
    assert kept_files(second, IgnoreRules(second)) == git_files(second) == ["a"]
    everything = IgnoreRules(repository, respect_gitignore=False)
    assert kept_files(repository, everything) == sorted(["a", f"{place}/a"])


@needs_git
def test_work_trees_beside_each_other_are_kept_even_of_one_repository(tmp_path: Path, repository: Path) -> None:
    write(repository, {"a": ""})
    git = ["git", "-C", str(repository), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["add", "a"], ["commit", "-qm", "x"], ["worktree", "add", "-q", "--detach", "../second"]):
        subprocess.run([*git, *command], check=True)
    assert kept_files(tmp_path, IgnoreRules(tmp_path)) == ["repository/a", "second/a"]


@needs_git
def test_names_are_compared_without_case_where_the_repository_says_so(repository: Path) -> None:
    subprocess.run(["git", "-C", str(repository), "config", "core.ignorecase", "true"], check=True)
    write(repository, {".gitignore": "Build\n/Top/x\n*.LOG\n", "build/x": "", "top/X": "", "a.log": ""})
    assert kept_files(repository, IgnoreRules(repository)) == git_files(repository) == [".gitignore"]


@needs_git
def test_a_linked_gitignore_is_not_followed(repository: Path) -> None:
    write(repository, {"rules": "a\n", "a": ""})
    (repository / ".gitignore").symlink_to("rules")
    assert kept_files(repository, IgnoreRules(repository)) == git_files(repository) == [".gitignore", "a", "rules"]


def test_the_callers_globs_win_over_every_file(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "a\n", "sub/.gitignore": "!c\n", "a": "", "b": "", "sub/c": ""})
    rules = IgnoreRules(tmp_path, exclude=["!a", "/b", "c", ".gitignore"])
    assert kept_files(tmp_path, rules) == ["a"]


def test_without_gitignore_only_the_git_directory_and_the_callers_globs_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "a\n", "a": "", "b": "", "c": "", ".git/HEAD": "ref: x", ".git/info/exclude": "c\n"})
    rules = IgnoreRules(tmp_path, respect_gitignore=False, exclude=["b"])
    assert kept_files(tmp_path, rules) == [".gitignore", "a", "c"]


def test_the_git_directory_cannot_be_brought_back(tmp_path: Path) -> None:
    rules = IgnoreRules(tmp_path, exclude=["!.git"])
    assert rules.is_ignored(".git", is_directory=True)
    assert rules.is_ignored("sub/.git", is_directory=False)


def test_a_folder_that_is_no_repository_obeys_its_gitignore(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "\ufeff*.o\r\n", "a.o": "", "a.c": ""})
    assert kept_files(tmp_path, IgnoreRules(tmp_path)) == [".gitignore", "a.c"]


@needs_git
def test_a_folder_in_the_place_of_a_gitignore_hides_nothing_as_for_git(repository: Path) -> None:
    write(repository, {".gitignore/x": "", "a": ""})
    rules = IgnoreRules(repository)
    assert kept_files(repository, rules) == git_files(repository) == [".gitignore/x", "a"]
    assert not rules.unreadable


def test_a_gitignore_too_long_to_read_hides_all_of_its_folder_and_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"sub/.gitignore": "*.log\n" * 1_000_000, "sub/a": "", "sub/deep/b": "", "c": ""})
    rules = IgnoreRules(tmp_path)
    assert kept_files(tmp_path, rules) == ["c"]
    assert [*rules.unreadable] == ["sub/.gitignore"]


def test_a_gitignore_above_the_root_that_cannot_be_read_hides_nothing(repository: Path) -> None:
    write(repository, {".gitignore": "*.log\n" * 1_000_000, "sub/.gitignore": "*.o\n", "sub/a": "", "sub/b.o": ""})
    rules = IgnoreRules(repository / "sub")
    assert kept_files(repository / "sub", rules) == [".gitignore", "a"]
    assert not rules.unreadable


@pytest.mark.parametrize("line", ["", "# note", "/", "!", "a//b", "[abc", "[[:nothing:]]", "back\\", "   "])
def test_a_line_that_can_match_nothing_is_no_pattern(line: str) -> None:
    assert parse(line) is None


@pytest.mark.parametrize(("line", "name"), [("a  ", "a"), (r"a\ ", "a "), (r"a\\ ", "a\\"), (r"a\\\ ", "a\\ ")])
def test_spaces_at_the_end_of_a_line_count_only_behind_a_backslash_that_is_not_one_itself(line: str, name: str) -> None:
    assert parse(line).name == tuple(name)


def test_a_backslash_before_a_slash_changes_nothing() -> None:
    assert parse(r"a\/b") == parse("a/b")


def test_many_globs_about_places_are_compiled_once_not_in_each_directory(tmp_path, monkeypatch):
    compiled = []
    compile_it = re.compile
    monkeypatch.setattr(re, "compile", lambda *arguments: compiled.append(arguments) or compile_it(*arguments))
    globs = [f"**/folder*/**/only{number}?.txt" for number in range(1_000)]
    rules = IgnoreRules(tmp_path, respect_gitignore=False, exclude=globs)
    for number in range(20):
        assert rules.is_ignored(f"folder{number}/only{number}x.txt", is_directory=False)
        assert not rules.is_ignored(f"folder{number}/other.txt", is_directory=False)
    assert len(compiled) < 3_000
