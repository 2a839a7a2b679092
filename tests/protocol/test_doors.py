"""Every door to one index at once: two editors, two MCP clients, HTTP and terminals."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("mcp")
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))
import doors
from doors import Doors

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at as Linux shows them"),
]

QUERY = "how is a password hashed"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    """All doors to a small project; the next tests go on where one ended."""
    root = tmp_path_factory.mktemp("project") / "tree"
    (root / "pkg").mkdir(parents=True)
    for number in range(20):
        text = f'def hash_password_{number}(text):\n    """How password {number} is hashed."""\n    return text\n'
        (root / "pkg" / f"module_{number:02}.py").write_text(text)
    cast = Doors(root, tmp_path_factory.mktemp("doors").resolve())
    try:
        cast.begin(root / "pkg" / "module_00.py", attach=True)
        yield cast
    finally:
        for process in [one for ones in cast.processes().values() for one in ones]:
            process.kill()


def test_one_process_writes_the_index_and_all_doors_answer_the_same(opened: Doors) -> None:
    assert opened.of_host()[0] == "VS Code"
    answers = {name: door.search(QUERY) for name, door in opened.open.items()}
    assert len(answers["VS Code"]) == doors.HITS
    assert [name for name, places in answers.items() if places != answers["VS Code"]] == []
    working = {door: [one for one in ones if one.children()] for door, ones in opened.processes().items()}
    assert {door for door, ones in working.items() if ones} == {"VS Code"}, "nobody else has worker processes"


def test_what_an_editor_has_not_saved_every_door_finds(opened: Doors) -> None:
    document = opened.root / "pkg" / "module_00.py"
    assert doors.sees_what_is_typed(opened, document) == [*opened.open]
    assert "typed_not_saved" not in document.read_text()


def test_ten_terminals_at_once_get_one_answer(opened: Doors) -> None:
    doors.search_at_once(opened, QUERY, searches=10)


def test_when_the_process_that_serves_all_is_killed_each_door_answers_as_before_and_one_takes_its_place(
    opened: Doors,
) -> None:
    waits = doors.after_the_kill(opened, QUERY)
    assert [*waits] == [*opened.open]
    assert len(waits) == 5
    host = opened.of_host()
    opened.begin_vs_code()  # as the editor does when its server is gone
    assert opened.of_host() == host, "who comes back is served"
    assert opened.open["VS Code"].search(QUERY) == opened.open["terminal"].search(QUERY)


def test_nothing_is_left_once_all_doors_are_closed(opened: Doors) -> None:
    opened.close()
    assert doors.left_behind(opened) == []
