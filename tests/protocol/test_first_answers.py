"""The first answers of a session: from a whole index, or with words that say why there is none yet."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from raw_client import SERVE, RawClient
from written_files import write

FILES = {
    "net/retry.py": '''class Retry:
    """Wait longer after each failure."""

    def backoff(self, attempt):
        return 2**attempt


def call_again(action):
    """Try once more when the line is busy."""
    return action()
''',
    "net/socket.go": "package net\n\nfunc openSocket(host string) int {\n\treturn 1\n}\n",
    "store/rows.py": "def keep_rows(rows):\n    # the lock is taken before one is written\n    return list(rows)\n",
    "readme.md": "# Rows\n\nThe lock is taken before rows are written.\n",
}
GATE = """
import os, time
def wait_at_the_gate():
    while not os.path.exists({gate!r}):
        time.sleep(0.01)
"""
OPENS_LATE = """
from lsp_codebase.index import indexer
opening = indexer.Indexer._open
def open_late(self, **how):
    wait_at_the_gate()
    opening(self, **how)
indexer.Indexer._open = open_late
"""
READS_LATE = """
from lsp_codebase.index import opening
opened = opening.open_for_writing
def open_late(*what, **how):
    wait_at_the_gate()
    return opened(*what, **how)
opening.open_for_writing = open_late
"""
WAITS_LONG = """
from lsp_codebase.view import asking
from lsp_codebase.index import first_answers
from lsp_codebase.tools import first_index
first_index.LONGEST_WAIT_S = asking.LONGEST_WAIT_S = first_answers._LONGEST_WAIT_S = 240.0
"""
"""A busy machine takes longer to open an index than a question waits."""
WAITS_SHORTLY = """
from lsp_codebase.tools import first_index
first_index.LONGEST_WAIT_S = 0.2
"""
NEVER_OPENS = """
import threading
from lsp_codebase.view import asking
from lsp_codebase.index import claim
claim.Claim.settle = lambda self: threading.Event().wait()
asking.LONGEST_WAIT_S = 0.5
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "root", FILES)


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory, run_alone: Callable[..., Any]) -> Path:
    root = write(tmp_path_factory.mktemp("indexed") / "root", FILES)
    assert run_alone("index", "--root", str(root)).returncode == 0
    return root


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A file; as long as it is not there, what is told to wait for it waits."""
    return tmp_path / "gate"


@pytest.fixture
def begin(start: Callable[..., RawClient]) -> Callable[..., RawClient]:
    """Start a server on a root; nothing is waited for."""

    def begin_one(root: Path, code: str = "") -> RawClient:
        client = start([sys.executable, "-c", code + SERVE])
        client.initialize(workspaceFolders=[{"uri": root.as_uri(), "name": "root"}])
        return client

    return begin_one


def questions(root: Path) -> list[tuple[str, dict[str, Any]]]:
    retry = {"uri": (root / "net/retry.py").as_uri()}
    return [
        ("workspace/symbol", {"query": "backoff"}),
        ("workspace/symbol", {"query": "?wait after failure"}),
        ("codebase/hybridSearch", {"query": "wait longer after a failure"}),
        ("codebase/hybridSearch", {"query": "the lock is taken", "mode": "exact"}),
        ("codebase/hybridSearch", {"query": "busy line", "mode": "vector"}),
        ("codebase/similar", {"textDocument": retry, "range": {"start": at(7), "end": at(9)}}),
        ("codebase/directoryTree", {"uri": root.as_uri(), "symbols": True}),
    ]


def at(line: int) -> dict[str, int]:
    return {"line": line, "character": 0}


def told(answer: Any) -> Any:
    """Return an answer without what belongs to its moment."""
    if isinstance(answer, dict):
        return {
            key: value for key, value in answer.items() if key not in ("index", "status", "tookMs", "etag", "stats")
        }
    return answer


def is_empty(answer: Any) -> bool:
    return not (answer.get("hits", answer.get("text")) if isinstance(answer, dict) else answer)


def test_the_first_answers_of_a_session_are_those_of_later_ones(begin, indexed):
    client = begin(indexed, WAITS_LONG)
    asked = {client.start(*question): question for question in questions(indexed)}
    first = {answer["id"]: answer for answer in (client.read() for _ in asked)}
    client.wait_until_indexed()
    for number, question in asked.items():
        assert not is_empty(first[number]["result"]), question
        assert told(first[number]["result"]) == told(client.result(*question)), question


def test_while_questions_wait_for_the_index_the_status_is_told_at_once_and_they_can_be_cancelled(begin, indexed, gate):
    client = begin(indexed, GATE.format(gate=str(gate)) + OPENS_LATE)
    waiting = [client.start("workspace/symbol", {"query": "backoff"}) for _ in range(4)]
    waiting += [client.start("codebase/hybridSearch", {"query": "backoff"}) for _ in range(4)]
    (status,) = client.result("codebase/status", {})
    assert status["phase"] == "starting"
    for number in waiting:
        client.notify("$/cancelRequest", {"id": number})
    answers = [client.read() for _ in waiting]
    assert {answer["error"]["code"] for answer in answers} == {-32800}
    gate.touch()
    assert client.result("workspace/symbol", {"query": "backoff"})


def test_a_question_does_not_wait_for_ever(begin, indexed):
    client = begin(indexed, NEVER_OPENS)
    assert client.result("workspace/symbol", {"query": "backoff"}) == []
    answer = client.result("codebase/hybridSearch", {"query": "backoff"})
    assert answer["hits"] == []
    assert answer["notes"] == ["The index of root is still being opened: ask again in a moment."]


def test_without_an_index_a_question_is_answered_at_once_and_says_why_nothing_is_found(begin, root, gate):
    client = begin(root, GATE.format(gate=str(gate)) + READS_LATE)
    answer = client.result("codebase/hybridSearch", {"query": "backoff"})
    assert answer["hits"] == []
    assert answer["notes"][0].startswith("There is no index of root yet")
    gate.touch()
    client.wait_until_indexed()
    answer = client.result("codebase/hybridSearch", {"query": "backoff"})
    assert answer["hits"]
    assert not answer.get("notes")


def test_a_tool_call_in_an_editor_waits_for_the_first_index_and_can_be_cancelled(begin, root, gate):
    client = begin(root, GATE.format(gate=str(gate)) + READS_LATE + WAITS_LONG)
    waiting = client.start("codebase/callTool", {"name": "search", "arguments": {"query": "backoff"}})
    status = client.result("codebase/callTool", {"name": "status"})
    assert status["text"].startswith("root: ")
    client.notify("$/cancelRequest", {"id": waiting})
    assert client.answer_to(waiting)["error"]["code"] == -32800
    waiting = client.start("codebase/callTool", {"name": "find_symbols", "arguments": {"pattern": "backoff"}})
    gate.touch()
    assert client.answer_to(waiting)["result"] == {"text": "net/retry.py:4-5  Method Retry.backoff", "isError": False}


def test_the_status_tells_whether_files_for_a_question_are_still_to_come(begin, root, gate):
    client = begin(root, GATE.format(gate=str(gate)) + READS_LATE)
    (status,) = client.result("codebase/status", {"question": "backoff"})
    assert status["seeking"] is True
    assert "seeking" not in client.result("codebase/status", {})[0]
    gate.touch()
    client.wait_until_indexed()
    assert "seeking" not in client.result("codebase/status", {"question": "backoff"})[0]


async def test_the_first_answers_to_a_model_are_whole(indexed):
    command = ["-c", f"{WAITS_LONG}from lsp_codebase.cli import main; main(['mcp', {str(indexed)!r}])"]
    async with Client(StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))) as client:
        found = await client.call_tool("find_symbols", {"pattern": "backoff"})
        assert "net/retry.py:4-5" in found.content[0].text
        found = await client.call_tool("search", {"query": "wait longer after a failure"})
        assert "net/retry.py" in found.content[0].text
        assert not (await client.call_tool("search", {"query": "("})).is_error
        assert (await client.call_tool("search", {"query": "(", "mode": "regex"})).is_error


async def test_a_model_is_told_that_there_is_no_index_yet(root, gate):
    late = GATE.format(gate=str(gate)) + READS_LATE + WAITS_SHORTLY
    command = ["-c", f"{late}from lsp_codebase.cli import main; main(['mcp', {str(root)!r}])"]
    async with Client(StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))) as client:
        found = await client.call_tool("search", {"query": "backoff"})
        gate.touch()
    assert found.content[0].text.startswith("nothing found")
    assert "There is no index of root yet" in found.content[0].text
