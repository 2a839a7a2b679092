"""`lsp-codebase tree` in a pipe and in a terminal."""

import contextlib
import dataclasses
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from codebases import write

from lsp_codebase.cli import main, wire_json
from lsp_codebase.cli.parser import build_parser
from lsp_codebase.model import TreeAnswer, TreeQuery, TreeStats
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.outline import Branch, as_node

STATS = "entries files directories characters maxDepth scanMs cachedAt cacheHits totalScans savedCalls"
Run = Callable[..., tuple[int, str, str]]
Output = Callable[..., str]


@pytest.fixture
def tree(root):
    write(root, {f"src/net/part{number}.py": "" for number in range(9)} | {"docs/a.md": "", ".github/ci.yml": ""})
    write(root, {"node_modules/left/index.js": "", "out.log": "", ".gitignore": "*.log\n"})
    return root


@pytest.fixture
def run(capsys) -> Run:
    """Run the command and return its exit code, what it printed and what it complained of."""
    return lambda *arguments: (main(["tree", *arguments]), *capsys.readouterr())


@pytest.fixture
def output(tree, run) -> Output:
    def command(*arguments: str) -> str:
        code, printed, complaint = run("--root", str(tree), *arguments)
        assert (code, complaint) == (0, "")
        return printed

    return command


def test_the_options_are_those_of_the_request(output):
    """V05, V07, V14, V26, V29, A02, A03, A04, A13."""
    assert "part8.py" in output()
    assert "part" not in output("--depth", "1")
    assert len(output("--max-chars", "200")) <= 200
    assert len(output("--max-tokens", "50").encode()) <= 200
    assert "docs" not in output("--exclude", "docs")
    assert output("--preset", "void").startswith("Directory of ")
    assert "ci.yml" not in output("--preset", "void")
    assert "ci.yml" in output("--preset", "void", "--hidden", ".github")
    assert ".github" not in output("--hidden", "")
    assert output("--preset", "aigne", "--max-entries", "3").count("── ") <= 3
    assert output("--preset", "aigne", "--max-items", "4").count("part") == 4
    assert "out.log" not in output()
    assert "out.log" in output("--no-gitignore")
    assert "index.js" not in output()
    assert "index.js" in output("--priority", "node_modules")
    assert output("--depth", "1", "--cut-off-message", "Ask me.").endswith("\nAsk me.\n")


def test_every_field_of_the_request_has_an_option():
    """V29."""
    fields = {field.name for field in dataclasses.fields(TreeQuery)} | {"uri"}
    by_another_name = {"uri": "path", "format": "json", "respect_gitignore": "no_gitignore", "include_hidden": "hidden"}
    by_another_name |= {"max_depth": "depth", "max_items_per_directory": "max_items", "languages": "language"}
    options = vars(build_parser().parse_args(["tree"]))
    assert {by_another_name.get(field, field) for field in fields} <= options.keys()


def test_a_folder_below_or_elsewhere_may_be_drawn(tree, run, monkeypatch, tmp_path):
    """V02."""
    monkeypatch.chdir(tree)
    code, below, _ = run("src")
    assert (code, below.splitlines()[:3]) == (0, [f"{tree.as_posix()}/src/", "  net/", "    part0.py"])
    monkeypatch.chdir(tmp_path)
    assert run("--root", str(tree), str(tree / "src"))[:2] == (0, below)
    (tmp_path / "aside").mkdir()
    monkeypatch.chdir(tmp_path / "aside")
    assert run(str(tree / "src"))[:2] == (0, below)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("docs/a.md",), "DIR: .* is not a directory; ask for the directory it is in"),
        (("gone",), "DIR: .* does not exist"),
        (("..",), "is outside every workspace folder"),
        (("--max-items", "0"), "--max-items: must be between"),
        (("--depth", "-1"), "--depth: must be between"),
        (("--max-tokens", "9999999"), "--max-tokens: must be between"),
        (("--if-none-match", "x"), "--if-none-match: needs --json"),
    ],
)
def test_what_makes_no_sense_is_named_as_it_was_typed(tree, run, monkeypatch, arguments, complaint):
    monkeypatch.chdir(tree)
    code, printed, said = run("--root", ".", *arguments)
    assert (code, printed) == (2, "")
    assert re.search(complaint, said)


def test_a_cut_tree_says_how_to_go_on_in_the_words_of_the_command_line(output):
    assert output("--depth", "1").endswith("; for the rest name a folder or give a larger --depth)\n")
    assert output("--max-entries", "3").endswith("; for the rest name a folder or give a larger --max-entries)\n")
    assert json.loads(output("--json", "--max-entries", "3", "--depth", "1"))["cutBy"] == ["maxEntries", "maxDepth"]


def test_types_and_sizes_are_filters(output, tree):
    """V29."""
    write(tree, {"src/engine.py": "X = 1\n"})
    assert "a.md" not in output("--language", "python")
    assert [line.strip() for line in output("--min-bytes", "6", "--max-bytes", "6").splitlines()[1:]] == [
        "src/",
        "engine.py",
        ".gitignore",
    ]


def test_core_files_are_printed_below_the_tree(output, tree):
    write(tree, {"README.md": "# Engine\n", "go.mod": "module engine\n" * 2_000})
    printed = output("--core-files")
    assert f"\n\n{tree.as_posix()}/README.md\n# Engine\n\n{tree.as_posix()}/go.mod (cut)\nmodule engine\n" in printed
    found = json.loads(output("--core-files", "--json"))["coreFiles"]
    assert [(file["uri"].rpartition("/")[2], file["truncated"]) for file in found] == [
        ("README.md", False), ("go.mod", True)
    ]  # fmt: skip
    assert found[0]["text"] == "# Engine\n"


def test_json_counts_what_it_leaves_out(output):
    answer = json.loads(output("--json", "--depth", "1"))
    (node,) = answer["roots"]
    omitted = {child["name"]: child.get("omitted", 0) for child in node["children"]}
    assert omitted == {".github": 1, "docs": 1, "node_modules": 2, "src": 10, ".gitignore": 0}
    assert (answer["truncated"], answer["stats"]["files"]) == (False, 13)


def test_json_says_all_that_the_request_would(output, tree):
    """V29, A06, A15."""
    answer = json.loads(output("--json", "--preset", "void"))
    children = {child["name"]: child for child in answer["roots"][0]["children"]}
    closed = {"name": "node_modules", "uri": (tree / "node_modules").as_uri(), "kind": "directory", "excluded": True}
    assert children["node_modules"] == closed
    assert children["docs"]["children"] == [
        {"name": "a.md", "uri": (tree / "docs/a.md").as_uri(), "kind": "file", "size": 0}
    ]
    assert answer["stats"].keys() == set(STATS.split())
    again = json.loads(output("--json", "--preset", "void", "--if-none-match", answer["etag"]))
    assert (again["notModified"], again["etag"], "roots" in again) == (True, answer["etag"], False)


def test_json_names_a_folder_that_cannot_be_read(root):
    """A08."""
    top, closed = Folder("root", str(root)), Folder("closed", str(root / "closed"))
    closed.error = "permission denied"
    top.folders = (closed,)
    node = as_node(Branch(top, opened=True, branches=[Branch(closed)]))
    (child,) = wire_json.tree(TreeAnswer("", TreeStats(), roots=(node,)))["roots"][0]["children"]
    assert child["error"] == "permission denied"


def test_symbols_are_listed_with_their_lines(output, tree, tmp_path):
    write(tree, {"src/engine.py": "X = 1\n\n\nclass Engine:\n    def run(self): pass\n"})
    index = ("--symbols", "--set", f"index.location={tmp_path / 'index'}", "--set", "embedding.model=none")
    answer = json.loads(output("--json", *index))
    (src,) = [child for child in answer["roots"][0]["children"] if child["name"] == "src"]
    (engine,) = [child for child in src["children"] if child["name"] == "engine.py"]
    assert {"name": "Engine", "kind": 5, "line": 3} in engine["symbols"]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_directories_are_coloured_in_a_terminal_only(output, tree):
    assert "\x1b[" not in output()
    ours, theirs = os.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    command = [sys.executable, "-m", "lsp_codebase", "tree", "--root", str(tree)]
    with subprocess.Popen(command, stdout=theirs, stdin=subprocess.DEVNULL, env=environment) as process:
        os.close(theirs)
        written = b""
        with contextlib.suppress(OSError):  # the end of a terminal whose other side is closed
            while part := os.read(ours, 4096):
                written += part
    os.close(ours)
    assert process.returncode == 0
    lines = {re.sub(r"\x1b\[[0-9;]*m", "", line): line for line in written.decode().splitlines()}
    assert lines["  docs/"] == "  \x1b[1;36mdocs/\x1b[0m"
    assert lines["  node_modules/ (1 file)"] == "  \x1b[1;36mnode_modules/\x1b[0m\x1b[2m (1 file)\x1b[0m"
    assert "\x1b[" not in lines["    part0.py"]
