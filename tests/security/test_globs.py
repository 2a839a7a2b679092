"""No pattern of a workspace or a client costs more than its length times that of a name: steps are counted."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from given_settings import resolve
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs import Globs, name_index
from lsp_codebase.globs.automaton import Automaton, in_blocks
from lsp_codebase.globs.name_index import NameFilter, Names
from lsp_codebase.globs.wildcard import STAR, Chars, Segment, parse
from lsp_codebase.indexes.file_table import FileColumns
from lsp_codebase.model import CancelToken, SearchQuery, TreeQuery
from lsp_codebase.scan import scan
from lsp_codebase.scan.ignore import IgnoreRules
from lsp_codebase.search.filters.filter_masks import passing_files
from lsp_codebase.search.filters.filters import compile_filter, validate
from lsp_codebase.symbols.row_filter import _glob_regexes
from lsp_codebase.tree import DirectoryTree

BACKTRACKING = "*a*a*a*a*a*a*a*a*a*a*a*a*b"
DEEP = "**/a/" * 20 + "b"
LONG_NAME = "a" * 240


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Files that a backtracking engine would look at for longer than the universe exists."""
    (tmp_path / LONG_NAME).touch()
    (tmp_path / "kept.py").touch()
    (tmp_path / f"{LONG_NAME[1:]}b").touch()
    (tmp_path.joinpath(*"a" * 60)).mkdir(parents=True)
    (tmp_path.joinpath(*"a" * 60) / "c.py").touch()
    return tmp_path


PATTERNS = [BACKTRACKING, DEEP, BACKTRACKING + "*a*c", f"{'*a' * 40}*[!b]*b", "**/" + "*a*a*a*a*/" * 10 + "b"]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("folds_case", [False, True])
def test_a_rule_file_is_obeyed_by_the_walk_and_the_tree(workspace: Path, pattern: str, folds_case: bool) -> None:
    (workspace / ".gitignore").write_text(f"{pattern}\n*.log\n")
    if folds_case:
        (workspace / ".git").mkdir()
        (workspace / ".git/HEAD").write_text("ref: refs/heads/main\n")
        (workspace / ".git/config").write_text("[core]\n\tignorecase = true\n")
    rules = IgnoreRules(workspace)
    assert not rules.is_ignored(LONG_NAME, is_directory=False)
    assert not rules.is_ignored("/".join("a" * 60) + "/c.py", is_directory=False)
    assert rules.is_ignored(f"{LONG_NAME[1:]}b", is_directory=False) == (pattern in (BACKTRACKING, PATTERNS[3]))
    assert "kept.py" in (DirectoryTree([workspace]).render(workspace, TreeQuery()).text or "")
    found = scan(workspace, respect_gitignore=True, exclude=(), cancel=CancelToken()).files
    assert {"kept.py", LONG_NAME} <= found.keys()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_globs_of_every_request_are_answered(workspace: Path, pattern: str) -> None:
    tree = DirectoryTree([workspace])
    for query in (
        TreeQuery(exclude=(pattern,)),
        TreeQuery(priority=(pattern,)),
        TreeQuery("void", include_hidden=(pattern,)),
        TreeQuery("aigne", include_hidden=(pattern,)),
    ):
        assert "kept.py" in (tree.render(workspace, query).text or "")
    listed = tree.list_files(None, 100, exclude=[pattern]).paths
    assert workspace / "kept.py" in listed
    assert workspace / "kept.py" not in tree.list_files(None, 100, include=[pattern]).paths
    found = scan(workspace, respect_gitignore=False, exclude=(pattern,), cancel=CancelToken()).files
    assert {"kept.py", LONG_NAME} <= found.keys()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_globs_of_a_search_are_decided(pattern: str) -> None:
    paths = [LONG_NAME, "/".join("a" * 60) + "/c", "kept.py"]
    query = replace(SearchQuery("x"), exclude=(pattern,))
    validate(query)
    filters = compile_filter(query, Path("/root"))
    columns = FileColumns(np.arange(3), pa.array(paths), pa.array(["python"] * 3))
    assert passing_files(filters, columns, ()).tolist() == [0, 1, 2]
    assert all(map(filters.accepts_path, paths))


def test_a_glob_typed_after_a_symbol_goes_to_an_engine_that_never_goes_back() -> None:
    assert _glob_regexes((BACKTRACKING + ".go",))  # only Arrow reads it
    assert not _glob_regexes(("[",))


class Counted(str):
    """A name that counts how many of its characters are read."""

    __slots__ = ("read",)
    read: int

    def __iter__(self):
        for char in str(self):
            self.read += 1
            yield char


def counted(text: str) -> Counted:
    name = Counted(text)
    name.read = 0
    return name


PIECES = ["a", "b", "*", "*", "?", "[ab]", "[!a]", "a" * 20, "\\*"]
BODY = st.lists(st.sampled_from(PIECES), min_size=1, max_size=25).map("".join).filter(lambda body: "**" not in body)
NAMES = st.one_of(st.text("ab*", min_size=1, max_size=30), st.integers(1, 255).map("a".__mul__))


def matches_slowly(tokens: Segment, name: str) -> bool:
    """The definition, word for word."""

    @cache
    def fits(at: int, begin: int) -> bool:
        if at == len(tokens):
            return begin == len(name)
        token = tokens[at]
        if token == STAR:
            return fits(at + 1, begin) or (begin < len(name) and fits(at, begin + 1))
        if begin == len(name):
            return False
        char = name[begin]
        return (char in token if isinstance(token, Chars) else char == token) and fits(at + 1, begin + 1)

    return fits(0, 0)


@given(st.lists(BODY, min_size=1, max_size=6), NAMES)
def test_a_name_is_read_once_for_all_patterns_and_the_last_that_matches_is_found(bodies, name):
    tokens = [pattern.name for body in bodies if (pattern := parse(body))]
    expected = max([number for number, one in enumerate(tokens) if matches_slowly(one, name)], default=-1)
    read = counted(name)
    (automaton,) = in_blocks(enumerate(tokens), Automaton)
    assert automaton.last(read) == expected
    assert read.read <= len(name)
    assert Names(enumerate(tokens)).last(name) == expected


@pytest.mark.parametrize("rules", [10_000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_thousands_of_rules_are_obeyed(tmp_path: Path, rules: int) -> None:
    """Of each kind; a name costs no look at all of them."""
    kinds = ("n{}", "*.e{}", "p{}*", "a*{}?x", "d{}/*.x", "**/g{}/x", "*q{}*")
    lines = [kinds[number % len(kinds)].format(number) for number in range(rules)]
    (tmp_path / ".gitignore").write_text("\n".join(["early", "!early", *lines, "last*.tx?"]))
    kept = [f"kept{number}.py" for number in range(50)]
    gone = ["n7", "x.e8", "p9x", "ab101x", "zq6z", "last1.txt"]
    for name in (*kept, *gone, "early"):
        (tmp_path / name).touch()
    found = DirectoryTree([tmp_path]).list_files(None, 1_000).paths
    assert {path.name for path in found} == {*kept, "early", ".gitignore"}
    assert DirectoryTree([tmp_path]).render(tmp_path, TreeQuery()).stats.files == len(found)


def test_no_more_expressions_are_made_of_many_rules_than_are_used(monkeypatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(name_index, "_outline", lambda tokens: made.append(tokens) or str(len(made)))
    tokens = [parse(f"a{number}*b{number}").name for number in range(2_000)]
    names = Names(enumerate(tokens))
    assert NameFilter(tokens, names).candidates(["a7x", "a7xb7"]) == {"a7x", "a7xb7"}
    assert (names.last("a7xb7"), names.last("a7x")) == (7, -1)
    assert len(made) < 600


def test_a_rule_of_a_million_characters_matches_nothing(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*a" * 400_000 + "\n" + " " * 100_000 + "\n*.log\n")
    for name in ("a.log", "aaa"):
        (tmp_path / name).touch()
    assert "aaa" in (DirectoryTree([tmp_path]).render(tmp_path, TreeQuery()).text or "")
    assert IgnoreRules(tmp_path).is_ignored("a.log", is_directory=False)


@pytest.mark.parametrize("glob", ["[a", "{" * 500 + "}" * 500, "{a,b}" * 50])
@pytest.mark.parametrize("field", ["include", "exclude"])
def test_a_bad_glob_is_refused_by_every_request_naming_the_field(tmp_path: Path, field: str, glob: str) -> None:
    tree = DirectoryTree([tmp_path])
    with pytest.raises(InvalidQuery) as listed:
        tree.list_files(None, 10, **{field: [glob]})
    with pytest.raises(InvalidQuery) as searched:
        validate(replace(SearchQuery("x"), **{field: (glob,)}))
    assert listed.value.field == searched.value.field == field
    assert listed.value.reason == searched.value.reason
    with pytest.raises(InvalidQuery):
        tree.render(tmp_path, TreeQuery(exclude=(glob,)))


def test_a_bad_glob_in_the_settings_is_reported_and_the_others_hold() -> None:
    settings, problems = resolve({"index": {"exclude": ["*.log", "[a", "{x,y}/"]}})
    assert settings.index_exclude == ("*.log", "{x,y}/")
    assert problems == ("index.exclude: '[a' is not a glob; a [ needs its ], or a \\ before it; the others hold",)


def test_alternatives_mean_the_same_to_a_search_a_list_and_the_settings(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    paths = ["src/a.py", "src/b.py", "src/c.py"]
    for path in paths:
        (tmp_path / path).touch()
    glob = "src/{a,b}.py"
    listed = DirectoryTree([tmp_path]).list_files(None, 10, include=[glob]).paths
    assert [path.name for path in listed] == ["a.py", "b.py"]
    filters = compile_filter(SearchQuery("x", include=(glob,)), tmp_path)
    assert [path for path in paths if filters.accepts_path(path)] == paths[:2]
    found = scan(tmp_path, respect_gitignore=False, exclude=(glob,), cancel=CancelToken()).files
    assert [*found] == paths[2:]
    assert Globs([glob]).covers("src/a.py")
