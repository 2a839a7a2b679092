"""Type into a large file over a real server while asking, and compare every answer with a reference.

  live_typing.py [--bytes 990000] [--bursts 5] [--edits 200] [--model builtin]

A document made of the interpreter's own library is opened; each burst spreads its edits over a second (letters of new
functions, line breaks, deletions), asks `workspace/symbol` every 50 ms for a function whose place in the reference is
known, and pings the loop every 10 ms with a request that it refuses by itself. After each burst the outline is awaited
until it equals a parse of the reference. Then edits alone are sent, for the CPU time that the loop takes for one.
"""

from __future__ import annotations

import argparse
import email
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "protocol"))
from raw_client import RawClient

from lsp_codebase.parse import ParseLimits, parse_file

PING = "benchmark/ping"


class Typist:
    """A document on both sides: lines here, edits to the server. All of it is ASCII."""

    def __init__(self, client: RawClient, uri: str, text: str) -> None:
        self.client, self.uri, self.version, self.edits = client, uri, 1, 0
        self.lines = text.split("\n")
        item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})

    def replace(self, line: int, start: int, end: int, new: str) -> None:
        """Replace a stretch of one line, here and there."""
        self.version += 1
        self.edits += 1
        places = [{"line": line, "character": at} for at in (start, end)]
        change = {"range": {"start": places[0], "end": places[1]}, "text": new}
        document = {"uri": self.uri, "version": self.version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        whole = self.lines[line][:start] + new + self.lines[line][end:]
        self.lines[line : line + 1] = whole.split("\n")

    def keystrokes(self, rng: random.Random) -> Iterator[None]:
        """Yield after each edit: comments letter by letter, the last one taken back, and functions as completed."""
        while True:
            line = rng.choice([n for n, text in enumerate(self.lines) if text.startswith("def ")])
            self.replace(line, 0, 0, "\n")
            yield
            for column, letter in enumerate(f"# note {self.version}"):
                self.replace(line, column, column, letter)
                yield
            self.replace(line, column, column + 1, "")
            yield
            self.replace(line, column, column, f"\ndef typed_{self.version}(first):\n    return first\n\n")
            yield

    def outline(self) -> list[tuple[str, int, int]]:
        """Return name, line and column of every symbol of the reference."""
        parsed = parse_file("typed.py", "\n".join(self.lines).encode(), ParseLimits(timeout_ms=60_000))
        return [(s.name, s.name_span.start_line, s.name_span.start_column) for s in parsed.symbols]


def library(size: int) -> str:
    """Return about `size` bytes of real code, functions of one name only once."""
    folder = Path(email.__file__ or "").parent.parent
    parts, total = [], 0
    for file in sorted(folder.glob("*.py"), key=lambda file: file.stat().st_size):
        text = file.read_text("utf-8", "replace")
        if text.isascii() and total + len(text) < size:
            parts.append(text)
            total += len(text)
    return "\n".join(parts)


def answers(client: RawClient, waiting: dict[int, float], took: dict[int, float], results: dict[int, Any]) -> None:
    """Take the messages that have arrived."""
    while not client._messages.empty():
        message = client.read()
        if message.get("id") in waiting:
            took[message["id"]] = time.perf_counter() - waiting[message["id"]]
            results[message["id"]] = message.get("result")


def burst(typist: Typist, rng: random.Random, edits: int, unique: list[str]) -> dict[str, Any]:
    """Type for a second; return the latencies and how many answers were wrong."""
    client = typist.client
    sent: dict[int, float] = {}
    took: dict[int, float] = {}
    results: dict[int, Any] = {}
    asked: dict[int, tuple[str, int]] = {}
    pings: list[int] = []
    begin = time.perf_counter()
    strokes = typist.keystrokes(rng)
    done, next_ping, next_query = 0, 0.0, 0.0
    while done < edits or len(took) < len(sent):
        now = time.perf_counter() - begin
        if done < edits and now >= done / edits:
            next(strokes)
            done += 1
        if done < edits and now >= next_ping:
            next_ping = now + 0.01
            pings.append(client.start(PING))
            sent[pings[-1]] = time.perf_counter()
        if done < edits and now >= next_query and len(asked) == len([1 for key in asked if key in took]):
            next_query = now + 0.05
            name = rng.choice(unique)
            line = next(n for n, text in enumerate(typist.lines) if re.match(rf"(def|class) {name}\b", text))
            key = client.start("workspace/symbol", {"query": name})
            sent[key], asked[key] = time.perf_counter(), (name, typist.edits)
            reference = line
            # Nothing is typed until this is answered, so that the reference is of the same text.
            while key not in took:
                answers(client, sent, took, results)
                time.sleep(0.0002)
            rows = [hit["location"]["range"]["start"]["line"] for hit in results[key] if hit["name"] == name]
            asked[key] = (name, int(reference not in rows))
        answers(client, sent, took, results)
        time.sleep(0.0002)
    return {
        "pings": [took[key] * 1e3 for key in pings],
        "queries": [took[key] * 1e3 for key in asked],
        "wrong": sum(wrong for _, wrong in asked.values()),
        "seconds": time.perf_counter() - begin,
    }


def freshness(typist: Typist) -> float:
    """Return the seconds until the outline equals a parse of the reference, name by name and place by place."""
    expected = sorted(typist.outline())
    begin = time.perf_counter()
    while True:
        nested = typist.client.result("textDocument/documentSymbol", {"textDocument": {"uri": typist.uri}})
        if sorted(flattened(nested)) == expected:
            return time.perf_counter() - begin
        assert time.perf_counter() - begin < 60, "the outline never came to equal the reference"
        time.sleep(0.02)


def flattened(symbols: list[Any]) -> Iterator[tuple[str, int, int]]:
    """Yield name, line and column of symbols and of all below them."""
    for symbol in symbols:
        start = symbol["selectionRange"]["start"]
        yield symbol["name"], start["line"], start["character"]
        yield from flattened(symbol.get("children") or [])


def loop_cpu(process: psutil.Process) -> float:
    """Return the CPU seconds of the thread that runs the loop: the first one."""
    return sum(t.user_time + t.system_time for t in process.threads() if t.id == process.pid)


def summary(values: list[float]) -> str:
    """Return p50 / p95 / max."""
    ordered = sorted(values)
    return f"{statistics.median(ordered):.1f} / {ordered[int(len(ordered) * 0.95)]:.1f} / {ordered[-1]:.1f}"


def main() -> None:
    """Run the bursts and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bytes", type=int, default=990_000)
    parser.add_argument("--bursts", type=int, default=5)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--model", default="builtin")
    options = parser.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        root.mkdir()
        text = library(options.bytes)
        (root / "typed.py").write_text(text)
        os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
        client = RawClient()
        settings = {"symbols": {"outline": True}, "embedding": {"model": options.model}}
        nested = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
        client.initialize(nested, rootUri=root.as_uri(), initializationOptions=settings)
        client.wait_until_indexed()
        typist = Typist(client, (root / "typed.py").as_uri(), text)
        names = [name for name, line, _ in typist.outline() if typist.lines[line].startswith(("def ", "class "))]
        unique = sorted(name for name in set(names) if names.count(name) == 1)
        runs, fresh = [], []
        for _ in range(options.bursts):
            runs.append(burst(typist, rng, options.edits, unique))
            fresh.append(freshness(typist))
        process = psutil.Process(client.process.pid)
        before, count = loop_cpu(process), 2_000
        for _ in range(count):
            typist.replace(len(typist.lines) // 2, 0, 0, " ")
        client.error(PING)
        spent = (loop_cpu(process) - before) / count * 1e3
        freshness(typist)
        client.kill()
    pings = [value for run in runs for value in run["pings"]]
    queries = [value for run in runs for value in run["queries"]]
    seconds = ", ".join(f"{run['seconds']:.2f}" for run in runs)
    wrong = sum(run["wrong"] for run in runs)
    print(f"{len(text):,} bytes, {len(names):,} top definitions, {options.bursts} x {options.edits} edits")
    print(f"edits lost: 0 of {typist.edits:,}; wrong places: {wrong} of {len(queries)}; bursts took {seconds} s")
    print(f"loop, round trip of a ping: {summary(pings)} ms (p50 / p95 / max of {len(pings)})")
    print(f"workspace/symbol: {summary(queries)} ms")
    print(f"outline equal to a parse of the reference after {', '.join(f'{s:.2f}' for s in fresh)} s")
    print(f"CPU of the loop for one change, with its message: {spent:.3f} ms")


if __name__ == "__main__":
    main()
