"""Two servers and the command line on one root: they share an index, follow each other, and survive each other."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from raw_client import RawClient

import lsp_codebase

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
import mixed_load

pytestmark = pytest.mark.slow

SECOND_S = 1.0
QUESTIONS = 100
"""On a machine that is busy with other things a second is worth so many questions: they take some milliseconds each."""


def role(client: RawClient) -> str:
    (status,) = client.result("codebase/status", {})
    return str(status["role"])


def save(client: RawClient, path: Path, name: str) -> float:
    """Write and save a definition; return when."""
    path.write_text(f"def {name}(first, second):\n    return first + second\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
    return time.monotonic()


def seconds_until_found(client: RawClient, name: str, since: float, asked: list[float]) -> float:
    """Ask until it is found; return how long after a moment that was, and add how long each question took."""

    def is_found() -> bool:
        begin = time.monotonic()
        found = client.result("workspace/symbol", {"query": name})
        asked.append(time.monotonic() - begin)
        return any(symbol["name"] == name for symbol in found)

    client.wait_for(is_found)
    return time.monotonic() - since


def test_what_one_server_saves_both_find_within_a_second(start: Callable[..., RawClient], tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def from_the_start(): pass\n")
    clients = [start(mixed_load.ALONE) for _ in range(2)]
    for client in clients:
        client.initialize(rootUri=tmp_path.as_uri())
        client.wait_until_indexed()
    reader, writer = sorted(clients, key=role)
    assert (role(reader), role(writer)) == ("reader", "writer")
    time.sleep(1)  # the first sweep of the watcher
    took: dict[str, list[float]] = {"reader": [], "writer": []}
    asked: list[float] = []
    for turn in range(3):
        for own, (client, other) in {"reader": (reader, writer), "writer": (writer, reader)}.items():
            saved = save(client, tmp_path / f"{own}.py", f"saved_by_{own}_{turn}")
            took[own].append(seconds_until_found(client, f"saved_by_{own}_{turn}", saved, asked))
            took[own].append(seconds_until_found(other, f"saved_by_{own}_{turn}", saved, asked))
    most_s = max(SECOND_S, QUESTIONS * statistics.median(asked))
    assert statistics.median(took["reader"]) < most_s, (took, most_s)
    assert statistics.median(took["writer"]) < most_s, (took, most_s)


def test_two_servers_and_a_terminal_under_mixed_load_agree_in_the_end(tmp_path: Path) -> None:
    source = Path(lsp_codebase.__file__).parent
    record = mixed_load.run(source, tmp_path, seconds=30, model="hash", seed=3)
    assert record.faults == []
    assert record.done["saves of own files"] > 5
    assert record.done["searches on the command line"] > 2
