"""Thousands of calls or definitions on one line, types of one name or members of one type hold up no question."""

import time
from pathlib import Path

import pytest

from lsp_codebase.config import Settings
from lsp_codebase.model import CallQuery, CancelToken, Relation, SearchQuery
from lsp_codebase.workspace import Workspace

MOST_S = 12.0  # of CPU, on a slow and busy machine, too; a quarter of it here, and some took minutes

SHORT = "let padding = 1;\n" * 12_000  # so that a file with one long line does not count as minified
FILES = {
    "target.js": "function target(){ return 1 }\nfunction needle(){ return 1 }\n",
    "calls.js": "function big(){ " + "target(); " * 30_000 + "}\n" + SHORT,
    "definitions.js": "".join(f"function f{number}(){{needle()}} " for number in range(8_000)) + "\n" + SHORT,
    "nested.js": "function n(){\n" * 900 + "needle();\n" * 2_000 + "}\n" * 900,
    "commands.sh": "tool() {\n:\n}\nshell() {\n" + "tool; " * 30_000 + "\n}\n" + "y=1\n" * 60_000,
    "handed_on.pl": "@EXPORT_OK = qw(needle); needle(1); " * 20_000 + "\n" + "my $x = 1;\n" * 40_000,
    "needle.rs": "fn needle() {}\n",
    "members.rs": "struct Rs {}\n" + "impl Rs { fn a(&self) { needle() } }\n" * 8_000,
    "huge.py": "class Huge:\n"
    + "".join(f"    def step{number}(self): self.step{number + 1}()\n" for number in range(10_000)),
    "polled.py": "class Polled:\n    def poll(self):\n        pass\n",
    "polls.py": "".join(
        f"class Other{number}:\n    def poll(self): pass\n    def run(self): self.poll()\n" for number in range(2_000)
    )
    + "def outside(given):\n    given.poll()\n",
    "types.js": "class Base {}\n" + "class A extends Base {} " * 8_000 + "\n" + SHORT,
} | {f"p{number % 50}/shop{number}.py": "class Shop:\n    def get(self):\n        pass\n" for number in range(3_000)}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("long").resolve()
    for name, text in FILES.items():
        path = folder / "root" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    workspace = Workspace(Settings(index_location=str(folder / "cache"), embedding_model="hash", index_workers=1))
    workspace.add_folder(folder / "root")
    workspace.start()
    workspace.find(folder / "root").wait_until_idle(CancelToken())
    yield workspace
    workspace.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "who calls get in Shop",
        "who calls needle",
        "what breaks if I change needle",
        "what does Shop call",
        "what does Huge call",
        "what does shell call",
        "does n call needle",
        "subclasses of Base",
        "tests for Shop",
        "what handles shop.get",
        "where is Shop.get registered",
        "default value of Shop.get",
        "methods of Huge",
        "functions that return a Base",
        "functions that take a Base",
        "which classes define get",
        "async functions",
        "static functions in definitions",
        "what is deprecated",
        "list all TODOs",
        "difference between Shop and Base",
    ],
)
def test_a_question_about_names_is_answered_in_time(workspace, query):
    begin = time.thread_time()
    assert workspace.search(SearchQuery(query), CancelToken()).hits
    assert time.thread_time() - begin < MOST_S


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "relation", "found"),
    [
        ("target", Relation.CALLER, {"big"}),
        ("needle", Relation.CALLER, {"f0"}),
        ("tool", Relation.CALLER, {"shell"}),
        ("Rs", Relation.CALLEE, {"needle"}),
        ("Polled.poll", Relation.CALLER, {"outside"}),
    ],
)
def test_calls_are_told_in_time(workspace, name, relation, found):
    begin = time.thread_time()
    answer = workspace.calls(CallQuery(relation, name=name, limit=100), CancelToken())
    assert time.thread_time() - begin < MOST_S
    assert found <= {call.name for call in answer.calls}
