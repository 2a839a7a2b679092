"""The presets, line by line, on a project that exercises every rule (V, A: rows of the capability list)."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import get_args, get_type_hints

import pytest
from tree_files import write

from lsp_codebase.cli.parser import build_parser
from lsp_codebase.model import TreeAnswer, TreeNode, TreePreset, TreeQuery
from lsp_codebase.server.messages import DirectoryTreeParams
from lsp_codebase.tree import DirectoryTree
from lsp_codebase.tree.presets import PRESETS

VOID = """\
Directory of ROOT:
project/
├── .github/
├── .vscode/
├── a/
│   └── util/
│       └── one.py
├── b/
│   └── util/
│       └── two.py
├── bin/
├── docs/
│   └── api/
│       └── v1/
│           └── deep/
│               └── page.md
├── empty/
├── my-build/
├── node_modules/
├── resources/
├── src/
│   └── main/
│       └── java/
│           └── org/
│               └── acme/
│                   ├── App.java
│                   └── Util.java
├── tests/
│   ├── test_api.py
│   ├── test_auth.py
│   ├── test_cache.py
│   ├── test_index.py
│   ├── test_query.py
│   └── test_view.py
├── .env
├── .gitignore
├── file2.txt
├── file10.txt
├── "line\\nbreak.txt"
├── link.md (symbolic link)
├── loop (symbolic link)
├── naïve 日本.py
└── README.md
"""
VOID_PART = """\
Directory of ROOT:
project/
├── .github/
├── .vscode/
├── a/
│   └── util/
│       └── one.py
├── b/
│   └── util/
│       └── two.py
├── bin/
├── docs/
│   └── api/
│       └── v1/
├── empty/
├── my-build/
├── node_modules/
├── resources/
├── src/
│   └── main/
│       └── java/
├── tests/
│   ├── test_api.py
│   ├── test_auth.py
│   ├── test_cache.py
│   └── (3 more items not shown...)
├── .env
├── .gitignore
├── file2.txt
├── file10.txt
├── "line\\nbreak.txt"
├── link.md (symbolic link)
├── loop (symbolic link)
├── naïve 日本.py
└── README.md

...Result was truncated...
"""
AIGNE = """\
Directory tree of ROOT (depth 4; without node_modules, dist, build, coverage, out, __pycache__, venv, hidden folders):
project/
├── .github/
│   └── workflows/
│       └── ci.yml
├── a/
│   └── util/
│       └── one.py
├── b/
│   └── util/
│       └── two.py
├── bin/
│   └── tool.py
├── docs/
│   └── api/
│       └── v1/
│           └── deep/
│               └── page.md
├── empty/
├── my-build/
│   └── out.js
├── resources/
│   └── schema.sql
├── src/
│   └── main/
│       └── java/
│           └── org/
│               └── acme/
├── tests/
│   ├── test_api.py
│   ├── test_auth.py
│   ├── test_cache.py
│   ├── test_index.py
│   ├── test_query.py
│   └── test_view.py
├── .env
├── .gitignore
├── file2.txt
├── file10.txt
├── "line\\nbreak.txt"
├── link.md (symbolic link)
├── loop (symbolic link)
├── naïve 日本.py
└── README.md
"""
AIGNE_CUT = """\
Directory tree of ROOT (depth 4; without node_modules, dist, build, coverage, out, __pycache__, venv, hidden folders):
project/
├── .github/
│   └── workflows/
│       └── ci.yml
├── a/
│   └── util/
│       └── one.py
├── b/
│   └── util/
│       └── two.py
├── bin/
│   └── tool.py
├── docs/
│   └── api/
│       └── v1/
│           └── deep/
│               └── page.md
└── empty/
... (truncated; about 44 items in total, list a directory for the rest)
"""
DEFAULT = """\
ROOT/
  .github/workflows/
    ci.yml
  .vscode/
    settings.json
  a/util/
    one.py
  b/util/
    two.py
  bin/
    tool.py
  docs/api/v1/deep/
    page.md
  empty/ (empty)
  my-build/
    out.js
  node_modules/ (1 file)
  resources/
    schema.sql
  src/main/java/org/acme/
    App.java
    Util.java
  tests/
    test_api.py
    test_auth.py
    test_cache.py
    test_index.py
    test_query.py
    test_view.py
  .env
  .gitignore
  file2.txt
  file10.txt
  "line\\nbreak.txt"
  link.md (symbolic link)
  loop (symbolic link)
  naïve 日本.py
  README.md
"""
DEFAULT_PART = """\
ROOT/
  .github/workflows/ (1 file)
  .vscode/ (1 file)
  a/util/ (1 file)
  b/util/ (1 file)
  bin/ (1 file)
  docs/api/v1/deep/ (1 file)
  empty/ (empty)
  my-build/ (1 file)
  node_modules/ (1 file)
  resources/ (1 file)
  src/main/java/org/acme/
    App.java
    Util.java
  tests/ (6 files)
  .env
  .gitignore
  file2.txt
  file10.txt
  naïve 日本.py
  … 4 more files
(29 of 49 entries shown; for the rest ask with the "uri" of a folder or a larger "maxChars")
"""


def render(root: Path, query: TreeQuery) -> TreeAnswer:
    return DirectoryTree([root]).render(root, query)


def text_of(root: Path, query: TreeQuery) -> str:
    text = (render(root, query).text or "").replace(str(root), "ROOT")
    return re.sub(r"; as of 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00(?=; without)", "", text)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param(TreeQuery("void"), VOID, id="void: V06 V08 V09 V10 V11 V12 V13 V17"),
        pytest.param(TreeQuery("void", max_entries=40), VOID_PART, id="void, too much: V05 V07 V15 V16 V17"),
        pytest.param(TreeQuery("aigne"), AIGNE, id="aigne: A02 A03 A04 A12 A13"),
        pytest.param(TreeQuery("aigne", max_chars=492), AIGNE_CUT, id="aigne, too much: A05"),
        pytest.param(TreeQuery(), DEFAULT, id="default"),
        pytest.param(TreeQuery(max_chars=480), DEFAULT_PART, id="default, too much"),
    ],
)
def test_the_text_is_exactly_this(project: Path, query: TreeQuery, expected: str) -> None:
    if query.max_chars is not None:
        query = replace(query, max_chars=query.max_chars + len(str(project)))
    assert text_of(project, query).rstrip("\n") == expected.rstrip("\n")


@pytest.mark.parametrize(("preset", "most"), [("default", 10_000), ("void", 20_000), ("aigne", 10_000)])
def test_a_preset_fills_its_own_budget_where_none_is_given(tmp_path: Path, preset: TreePreset, most: int) -> None:
    """V14, A02."""
    names = ["".join(Random(number).choices(ascii_lowercase, k=30)) for number in range(900)]
    write(tmp_path, [f"{name[:3]}/{name}" if preset == "default" else name for name in names])
    assert most - 100 < len(render(tmp_path, TreeQuery(preset)).text or "") <= most


@pytest.mark.parametrize(
    ("preset", "names"),
    [
        (
            "void",
            """.git .hidden .github node_modules dist build out bin coverage __pycache__ env venv tmp temp artifacts
            target obj vendor logs cache resource resources""",
        ),
        (
            "aigne",
            """.git .hidden node_modules dist build coverage .next .nuxt out __pycache__ venv .venv .turbo .cache""",
        ),
    ],
)
def test_folders_that_tools_make_are_not_entered(tmp_path: Path, preset: TreePreset, names: str) -> None:
    """V09, V11, A03: void names them, aigne does not."""
    write(tmp_path, [*(f"{name}/inside_{name}" for name in names.split()), "src/own", ".aigne/own"])
    lines = text_of(tmp_path, TreeQuery(preset)).splitlines()
    assert not any("inside_" in line for line in lines)
    shown = {line[4:-1] for line in lines if line.endswith("/") and line[:1] in "├└"}
    assert shown == ({*names.split(), "src", ".aigne"} if preset == "void" else {"src", ".aigne"})
    assert sum(line.endswith("── own") for line in lines) == (1 if preset == "void" else 2)


def test_a_root_with_an_excluded_name_is_shown_all_the_same(tmp_path: Path) -> None:
    """V09: the source shows an empty tree for it."""
    root = tmp_path / "build"
    write(root, ["a.py", "build/b.py"])
    for preset in ("void", "aigne"):
        assert "a.py" in text_of(root, TreeQuery(preset))
    assert "b.py" not in text_of(root, TreeQuery("void"))


def test_words_out_and_build_close_a_folder_only_as_words(tmp_path: Path) -> None:
    """V10."""
    write(tmp_path, ["my-build/x", "out.dir/x", "layout/y", "builder/y", "out_put/y"])
    text = text_of(tmp_path, TreeQuery("void"))
    assert "x" not in text.replace("ROOT", "").split()
    assert text.count("── y\n") == 3


def test_void_lists_what_git_keeps_for_itself_and_never_enters_it(project: Path) -> None:
    """V11."""
    write(project, [".git/HEAD", "a/.git/HEAD", "empty/.git/"])
    text = text_of(project, TreeQuery("void"))
    assert "├── .git/\n├── .github/\n" in text
    assert text.count(".git/\n") == 3
    assert "HEAD" not in text_of(project, TreeQuery("void", include_hidden=("*",), respect_gitignore=False))
    assert ".git/" not in text_of(project, TreeQuery("void", exclude=(".git",)))
    assert node_at(render(project, TreeQuery("void", format="json")), ".git").excluded
    for preset in ("default", "aigne"):
        assert ".git/" not in text_of(project, TreeQuery(preset))


def test_hidden_folders_asked_for_are_entered(project: Path) -> None:
    """V09, A04."""
    assert "ci.yml" not in text_of(project, TreeQuery("void"))
    assert "ci.yml" in text_of(project, TreeQuery("void", include_hidden=(".github",)))
    text = text_of(project, TreeQuery(include_hidden=(".github",)))
    assert "ci.yml" in text
    assert ".vscode" not in text
    assert "  .env\n" in text


def test_two_folders_of_one_name_keep_their_own_files(project: Path) -> None:
    """A02: the source picks the wrong one of two with the same ending."""
    for preset in ("void", "aigne"):
        lines = [line.strip("│├└─ ") for line in text_of(project, TreeQuery(preset)).splitlines()]
        assert lines[lines.index("a/") : lines.index("b/") + 3] == ["a/", "util/", "one.py", "b/", "util/", "two.py"]


@pytest.mark.parametrize(("entries", "depth"), [(19, 4), (20, 3), (99, 3), (100, 2)])
def test_the_depth_of_aigne_follows_the_size_of_the_root(tmp_path: Path, entries: int, depth: int) -> None:
    """A12; and depth n means n levels, where the source shows one more."""
    write(tmp_path, ["1/2/3/4/5/6/x", *(f"f{number}" for number in range(entries - 1))])
    assert render(tmp_path, TreeQuery("aigne")).stats.max_depth == depth


def test_priority_folders_are_shown_one_level_deeper(tmp_path: Path) -> None:
    """A13."""
    priority = ("src", "docs", "examples", "packages")
    write(tmp_path, [f"{name}/2/{name}_3/4" for name in (*priority, "lib")])
    shown = text_of(tmp_path, TreeQuery("aigne", max_depth=2))
    assert [name for name in (*priority, "lib") if f"{name}_3/" in shown] == [*priority]
    assert render(tmp_path, TreeQuery("aigne", max_depth=2)).stats.max_depth == 3
    shown = text_of(tmp_path, TreeQuery("aigne", max_depth=2, priority=("lib",)))
    assert [name for name in (*priority, "lib") if f"{name}_3/" in shown] == ["lib"]


def test_aigne_says_how_deep_it_looked_and_what_it_left_out(project: Path) -> None:
    """A09."""
    header = text_of(project, TreeQuery("aigne", max_depth=2, exclude=("docs",))).splitlines()[0]
    assert "depth 2" in header
    assert "node_modules" in header
    assert header.endswith("hidden folders, docs):")


def test_void_shows_the_whole_first_level_before_anything_below(tmp_path: Path) -> None:
    """V08."""
    write(tmp_path, [f"dir{number:02}/{name}" for number in range(30) for name in "abcdefgh"])
    lines = text_of(tmp_path, TreeQuery("void", max_chars=700)).splitlines()
    assert sum(line[:4] in ("├── ", "└── ") for line in lines) == 30
    assert any("more items not shown" in line for line in lines)


def test_numbers_given_replace_those_void_falls_back_to(tmp_path: Path) -> None:
    """V07."""
    write(tmp_path, [f"a/b/c/d/e/{number}" for number in range(20)])
    assert render(tmp_path, TreeQuery("void", max_items_per_directory=7)).stats.max_depth == 3
    deep = render(tmp_path, TreeQuery("void", max_items_per_directory=7, max_depth=9))
    assert (deep.stats.entries, deep.stats.max_depth) == (5 + 7, 6)
    assert "(13 more items not shown...)" in (deep.text or "")


def test_void_counts_every_entry_against_one_limit(tmp_path: Path) -> None:
    """V05."""
    write(tmp_path, [f"{directory}/{number}" for directory in "abcdefghijk" for number in range(100)])
    answer = render(tmp_path, TreeQuery("void"))
    assert answer.truncated
    assert answer.stats.entries == 11 + 3 * 11
    write(tmp_path, [f"flat{number}" for number in range(1_100)])
    assert render(tmp_path, TreeQuery("void")).stats.entries == 999


def test_void_fills_the_first_folder_before_the_next(tmp_path: Path) -> None:
    """V03, V24, V26."""
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    write(one, ["a.py"])
    write(two, [f"file{number}.py" for number in range(30)])
    write(three, ["b.py"])
    tree = DirectoryTree([one, two, three])
    whole = tree.render(None, TreeQuery("void")).text or ""
    assert whole.startswith(f"Directory of {one.as_posix()}:\none/\n└── a.py\n\nDirectory of {two.as_posix()}:\ntwo/\n")
    assert whole.endswith(f"\nDirectory of {three.as_posix()}:\nthree/\n└── b.py\n")
    cut = tree.render(None, TreeQuery("void", max_entries=20, cut_off_message="...ask for more...")).text or ""
    assert three.as_posix() not in cut
    assert cut.endswith(".py\n...ask for more...")
    assert (tree.render(None, TreeQuery("void", max_entries=20)).text or "").endswith("use tools to read more...")


def test_void_leaves_the_cut_off_sentence_out_where_it_does_not_fit(tmp_path: Path) -> None:
    """V14, V18."""
    one, two = tmp_path / "one", tmp_path / "two"
    write(one, ["a.py"])
    write(two, ["b.py"])
    first = f"Directory of {one.as_posix()}:\none/\n└── a.py\n"
    answer = DirectoryTree([one, two]).render(None, TreeQuery("void", max_chars=len(first) + 5))
    assert answer.text == first
    assert answer.truncated


@pytest.mark.parametrize("preset", ["default", "void", "aigne"])
def test_without_a_folder_it_says_so(preset: str) -> None:
    """V25."""
    answer = DirectoryTree().render(None, TreeQuery(preset))  # type: ignore[arg-type]
    assert answer.text == "(NO WORKSPACE OPEN)"


@pytest.mark.parametrize("preset", ["default", "void", "aigne"])
def test_a_link_is_marked_and_never_followed(project: Path, preset: str) -> None:
    """V13; the source has no guard against cycles."""
    text = text_of(project, TreeQuery(preset))  # type: ignore[arg-type]
    assert text.count("loop (symbolic link)") == 1


@pytest.mark.parametrize("preset", ["default", "void", "aigne"])
def test_what_git_ignores_is_not_there_unless_asked_for(project: Path, preset: str) -> None:
    assert "ignored.log" not in text_of(project, TreeQuery(preset))  # type: ignore[arg-type]
    assert "ignored.log" in text_of(project, TreeQuery(preset, respect_gitignore=False))  # type: ignore[arg-type]


def node_at(answer: TreeAnswer, *names: str) -> TreeNode:
    node = (answer.roots or ())[0]
    for name in names:
        node = next(child for child in node.children or () if child.name == name)
    return node


def test_nodes_say_what_the_text_says(project: Path) -> None:
    """V29: the machine-readable form the source lacks."""
    (project / "README.md").write_text("12345")
    answer = render(project, TreeQuery("void", format="json"))
    assert answer.text is None
    assert node_at(answer, "README.md").size == 5
    assert node_at(answer, "link.md").kind == "symlink"
    assert node_at(answer, "node_modules").excluded
    assert node_at(answer, "src", "main", "java", "org", "acme", "App.java").kind == "file"


def test_the_command_line_and_the_protocol_offer_every_preset() -> None:
    (commands,) = (action.choices for action in build_parser()._actions if action.dest == "command")
    (preset,) = (action for action in commands["tree"]._actions if action.dest == "preset")
    assert preset.choices == tuple(PRESETS)
    assert get_args(get_type_hints(DirectoryTreeParams)["preset"]) == tuple(PRESETS)
