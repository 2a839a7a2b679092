"""`lsp-codebase tree` in a pipe and in a terminal."""

import contextlib
import json
import os
import subprocess
import sys

import pytest
from codebases import write


@pytest.fixture
def tree(root):
    write(root, {f"src/net/part{number}.py": "" for number in range(9)} | {"docs/a.md": "", ".github/ci.yml": ""})
    write(root, {"node_modules/left/index.js": ""})

    def command(*arguments: str) -> list[str]:
        return [sys.executable, "-m", "lsp_codebase", "tree", "--root", str(root), *arguments]

    return command


def output(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_options_are_those_of_the_request(tree):
    assert "part8.py" in output(tree())
    assert "part" not in output(tree("--depth", "1"))
    assert len(output(tree("--max-chars", "200"))) <= 200
    assert "docs" not in output(tree("--exclude", "docs"))
    assert output(tree("--preset", "void")).startswith("Directory of ")
    assert "ci.yml" not in output(tree("--preset", "void"))
    assert "ci.yml" in output(tree("--preset", "void", "--hidden", ".github"))
    assert output(tree("--preset", "aigne", "--max-entries", "3")).count("── ") <= 3


def test_json_counts_what_it_leaves_out(tree):
    answer = json.loads(output(tree("--json", "--depth", "1")))
    (node,) = answer["roots"]
    omitted = {child["name"]: child.get("omitted", 0) for child in node["children"]}
    assert omitted == {".github": 1, "docs": 1, "node_modules": 2, "src": 10}
    assert (answer["truncated"], answer["stats"]["files"]) == (True, 12)


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_directories_are_coloured_in_a_terminal_only(tree):
    assert "\x1b[" not in output(tree())
    ours, theirs = os.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    with subprocess.Popen(tree(), stdout=theirs, stdin=subprocess.DEVNULL, env=environment) as process:
        os.close(theirs)
        written = b""
        with contextlib.suppress(OSError):  # the end of a terminal whose other side is closed
            while part := os.read(ours, 4096):
                written += part
    os.close(ours)
    assert process.returncode == 0
    (line,) = [line for line in written.decode().splitlines() if "docs/" in line]
    assert "\x1b[" in line
    (line,) = [line for line in written.decode().splitlines() if "part0.py" in line]
    assert "\x1b[" not in line
