"""`codebase/context`: code as one document for a model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import RawClient

CIRCLE = '''from math import pi
from tools import square_of


class Circle:
    """A round shape."""

    def area(self):
        """Measure it."""
        größe = self.radius * pi
        return square_of(größe)

    def grow(self):
        self.radius += 1
'''
TOOLS = '''def square_of(value):
    """Multiply a number with itself."""
    return value * value
'''
USES = "from circle import Circle\n\n\ndef draw(circle):\n    return circle.area()\n"
LONG = "\n\n".join(f"def step_{number}(value):\n    return value + {number}" for number in range(400)) + "\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("context")
    files = {
        "circle.py": CIRCLE, "tools.py": TOOLS, "uses.py": USES, "long.py": LONG, "keys.env": "A=1\n",
        "config.py": 'TOKEN = "ghp_' + "a1B2c3D4e5" * 3 + 'F6g7H8"\n',
        "lib/one.py": "ONE = 1\n", "lib/two.py": "def two():\n    return 2\n",
    }  # fmt: skip
    for name, text in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    (root / ".env").write_text("SECRET=1\n")
    return root


@pytest.fixture(scope="module")
def client(shared: RawClient, folder: Path) -> Iterator[RawClient]:
    """The server, with one folder for all of this file."""
    with shared.visit(folder):
        yield shared


def lines(first: int, last: int, character: int = 0) -> dict[str, Any]:
    return {"start": {"line": first, "character": character}, "end": {"line": last, "character": character}}


def of(client: RawClient, *places: tuple[Path, dict[str, Any] | None], tokens: int = 2_000) -> Any:
    chosen = [{"uri": path.as_uri(), **({} if lines is None else {"range": lines})} for path, lines in places]
    return client.result("codebase/context", {"places": chosen, "maxTokens": tokens})


def test_chosen_lines_come_with_what_they_need_what_they_call_and_what_calls_them(client: RawClient, folder: Path):
    made = of(client, (folder / "circle.py", lines(9, 11)))
    head = "# Code of: circle.py:10-11\n\n## circle.py:10-11 `Circle.area` method\n\n```python\n"
    assert made["text"].startswith(head)
    assert "from math import pi\nfrom tools import square_of\n⋯\nclass Circle:\n" in made["text"]
    assert "\nCalls `square_of` tools.py:1.\n" in made["text"]
    assert "\nCalled by `draw` uses.py:4.\n" in made["text"]
    assert "## tools.py:1-3 `square_of` function\n\n```python\ndef square_of(value):\n" in made["text"]
    assert made["places"] == 2
    assert made["truncated"] is False


def test_an_empty_range_means_the_definition_around_it(client: RawClient, folder: Path):
    made = of(client, (folder / "circle.py", lines(12, 12, 8)))
    assert "## circle.py:13-14 `Circle.grow` method\n" in made["text"]
    assert "    def area(self):\n" in made["text"]  # a definition beside it


def test_a_whole_file_is_given_as_it_is(client: RawClient, folder: Path):
    made = of(client, (folder / "circle.py", None))
    assert made["text"] == f"# Code of: circle.py\n\n## circle.py:1-14\n\n```python\n{CIRCLE}```\n"


def test_what_is_typed_and_not_saved_is_given(client: RawClient, folder: Path):
    uri = (folder / "lib" / "one.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": "ONE = 'not saved'\n"}
    client.notify("textDocument/didOpen", {"textDocument": document})
    client.wait_for(lambda: "ONE = 'not saved'" in of(client, (folder / "lib" / "one.py", None))["text"])
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_a_file_that_is_too_long_has_an_outline_and_its_beginning(client: RawClient, folder: Path):
    made = of(client, (folder / "long.py", None), tokens=1_000)
    assert "## long.py outline\n\n```\n1: def step_0(value):\n4: def step_1" in made["text"]
    assert "```python\ndef step_0(value):\n" in made["text"]
    assert len(made["text"].encode()) <= 4_000
    assert made["tokens"] == -(-len(made["text"].encode()) // 4)
    assert made["truncated"] is True


def test_a_directory_is_its_tree_and_its_files(client: RawClient, folder: Path):
    text = of(client, (folder / "lib", None))["text"]
    assert text.startswith("# Code of: lib/\n\n## lib/\n\n```\n")
    assert "two.py\n" in text
    assert "## lib/one.py:1-1\n\n```python\nONE = 1\n```\n" in text
    assert str(folder) not in text


def test_credentials_are_hidden_and_files_of_them_refused(client: RawClient, folder: Path):
    assert "ghp_" not in of(client, (folder / "config.py", None))["text"]
    error = client.error("codebase/context", {"places": [{"uri": (folder / ".env").as_uri()}]})
    assert error["data"]["field"] == "places[0].uri"


def test_what_lies_outside_of_the_workspace_is_refused(client: RawClient, folder: Path):
    for outside in (folder.parent, folder.parent / "missing.py"):
        error = client.error("codebase/context", {"places": [{"uri": outside.as_uri()}]})
        assert error["data"]["field"] == "places[0].uri"
        assert error["data"]["outside"] == str(outside)


def test_a_question_gives_the_document_of_the_terminal(client: RawClient):
    made = client.result("codebase/context", {"search": {"query": "square_of", "limit": 1}, "maxTokens": 500})
    assert made["text"].startswith("# Code for: square_of\n\n## tools.py:1-3 `square_of` function\n")
    assert made["index"]["phase"] == "ready"
    assert len(made["text"].encode()) <= 2_000


@pytest.mark.parametrize(
    ("search", "fields"),
    [
        ({"query": ""}, ["search.query"]),
        ({"query": "", "languages": ["klingon"]}, ["search.query", "search.languages"]),
        ({"query": "x", "folder": "no uri"}, ["search.folder"]),
        ({"query": "x", "folder": "file:///missing"}, ["search.folder"]),
    ],
)
def test_what_is_wrong_in_the_search_is_named_as_a_field_of_it(client: RawClient, search, fields):
    data = client.error("codebase/context", {"search": search})["data"]
    assert [one["field"] for one in data.get("problems", [data])] == fields


def test_the_place_that_is_missing_is_told_by_its_number(client: RawClient, folder: Path):
    places = [{"uri": (folder / name).as_uri()} for name in ("tools.py", "missing.py")]
    assert client.error("codebase/context", {"places": places})["data"]["field"] == "places[1].uri"


def test_places_or_a_search_must_be_given(client: RawClient, folder: Path):
    place = {"uri": (folder / "tools.py").as_uri()}
    for params in ({}, {"places": [place], "search": {"query": "x"}}):
        error = client.error("codebase/context", params)
        assert error["message"] == "places: give either places or a search"
    error = client.error("codebase/context", {"places": [place] * 101})
    assert error["message"] == "places: must be between 1 and 100, is 101"


def test_a_directory_whose_tree_has_no_room_has_no_empty_block(client: RawClient, folder: Path):
    made = of(client, (folder / "lib", None), tokens=100)
    assert "```\n\n```" not in made["text"]
    assert made["truncated"] is True
