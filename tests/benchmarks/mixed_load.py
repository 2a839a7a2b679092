"""Two servers and the command line on one root while everything changes: no error, no duplicate, the same in the end.

    python tests/benchmarks/mixed_load.py [TREE] [--seconds 600] [--model builtin] [--seed 1]

TREE (without one, the package itself) is copied and put under git, with two branches. Two editors, each with a server
of its own, open, type, save, close and ask; the command line searches; something else edits, renames and deletes files,
stashes, rebases and switches branches. Then all are left alone until both servers say the same; the one that writes is
killed, and the other one is to take over and to find one more save. At last the index must pass the doctor, need
nothing at the next start, and equal one built anew. Prints what was done and how long it took; a fault ends it with 1.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from mixed_actors import QUERIES, Actor, Others, Record, Terminal, git

import lsp_codebase
from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.model import CancelToken, CheckState

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "protocol"))
sys.path.insert(0, str(Path(__file__).parents[1] / "services"))
from index_states import rebuilt, state
from raw_client import ALONE, RawClient

LONGEST_S = 240.0  # for anything to be found, and for both to agree
OWN = ("role", "message", "texts", "symbolsCut", "host")  # what a status says of one server alone
QUIET_S = 2.0
SAME_SCORE = 0.002


class Editor(Actor):
    """A client of its own server: opens, types, saves, closes, asks."""

    def __init__(self, name: str, root: Path, seed: int, record: Record, options: dict[str, Any]) -> None:
        super().__init__(name, root, seed, record)
        self.client = RawClient(ALONE)
        folder = {"uri": root.as_uri(), "name": "tree"}
        self.client.initialize(workspaceFolders=[folder], initializationOptions=options)
        self.own = root / name
        self.own.mkdir()
        self.number = 0

    def act(self) -> None:
        self.ask("codebase/directoryTree", {})
        action = self.random.choice([self.edit, self.save, self.search, self.symbols, self.status])
        action()
        time.sleep(self.random.uniform(0, 0.2))

    def edit(self) -> None:
        """Type into a file that others change too; save it or throw the changes away."""
        path = self.random.choice(self.files() or [self.own])
        try:
            text = path.read_text()
        except OSError:
            return
        document = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}
        self.client.notify("textDocument/didOpen", {"textDocument": document})
        self.number += 1
        for version, piece in enumerate((f"\ndef {self.name}_typed_{self.number}():\n", "    return 1\n"), 2):
            text += piece
            identity = {"uri": path.as_uri(), "version": version}
            self.client.notify("textDocument/didChange", {"textDocument": identity, "contentChanges": [{"text": text}]})
        self.symbols()
        if self.random.random() < 0.5:
            with suppress(OSError):  # its folder was renamed meanwhile
                path.write_text(text)
                self.client.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
                self.record.done["saves of shared files"] += 1
        else:
            self.record.done["edits thrown away"] += 1
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})

    def save(self) -> None:
        """Save a file nobody else touches, and wait until it is found."""
        name = self.write_probe()
        begin = time.monotonic()
        role = self.status()["role"]
        self.wait_until(lambda: name in self.names(name), name)
        self.record.note(f"s until a save is found, by its {role}", time.monotonic() - begin)
        self.record.done["saves of own files"] += 1

    def write_probe(self) -> str:
        """Write and save a new definition; return its name."""
        self.number += 1
        name = f"{self.name}_probe_{self.number}"
        path = self.own / f"probe_{self.number % 10}.py"
        path.write_text(f'def {name}(value):\n    """Probe {self.number}."""\n    return value\n')
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
        return name

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Ask until it is true."""
        deadline = time.monotonic() + LONGEST_S
        while not condition():
            assert time.monotonic() < deadline, f"never came: {what}"
            time.sleep(0.02)

    def names(self, query: str) -> list[str]:
        return [symbol["name"] for symbol in self.ask("workspace/symbol", {"query": query})]

    def symbols(self) -> None:
        query = self.random.choice(["store", "parse", "typed", "probe", "Sy"])
        found = self.ask("workspace/symbol", {"query": query})
        self.is_without_duplicates([(symbol["name"], json.dumps(symbol["location"])) for symbol in found], query)

    def search(self) -> None:
        query = self.random.choice(QUERIES)
        hits = self.ask("codebase/hybridSearch", {"query": query, "limit": 30})["hits"]
        self.is_without_duplicates([json.dumps(hit["location"]) for hit in hits], query)

    def status(self) -> dict[str, Any]:
        (status,) = self.ask("codebase/status", {})
        if status["phase"] == "failed":
            self.record.faults.append(f"{self.name}: {status['message']}")
        return dict(status)

    def ask(self, method: str, params: Any) -> Any:
        begin = time.monotonic()
        answer = self.client.request(method, params)
        self.record.note(f"s for {method}", time.monotonic() - begin)
        self.record.done["requests"] += 1
        if "error" in answer:
            raise AssertionError(f"{method} {params}: {answer['error']}")
        return answer["result"]

    def is_without_duplicates(self, found: list[Any], query: str) -> None:
        twice = [one for one, count in Counter(found).items() if count > 1]
        if twice:
            self.record.faults.append(f"{self.name}: twice for {query!r}: {twice[0]}")


def prepare(source: Path, root: Path) -> None:
    """Copy a tree and give it two branches that differ in every third file and in the name of a folder."""
    shutil.copytree(source, root / "tree", ignore=shutil.ignore_patterns("__pycache__", ".git", "*.onnx", "*.npz"))
    for command in (
        ["init", "-q", "-b", "main"],
        ["add", "-A"],
        ["commit", "-qm", "one"],
        ["checkout", "-qb", "other"],
    ):
        git(root, *command)
    for path in sorted(root.glob("tree/**/*.py"))[::3]:
        path.write_text(path.read_text() + "\n\ndef on_the_other_branch():\n    return True\n")
    folder = next(path for path in sorted((root / "tree").iterdir()) if path.is_dir())
    git(root, "mv", str(folder), str(folder) + "_moved")
    git(root, "commit", "-qam", "two")
    git(root, "checkout", "-q", "main")


def load(root: Path, cache: str, model: str, seconds: float, seed: int, record: Record) -> None:
    """Have everybody work on the root for some time, then see that both servers agree and one survives the other."""
    options = {"index": {"location": cache}, "embedding": {"model": model}}
    editors = [Editor(name, root, seed, record, options) for name in ("first", "second")]
    try:
        for editor in editors:
            editor.client.wait_until_indexed()
        roles = sorted(editor.status()["role"] for editor in editors)
        assert roles == ["reader", "writer"], roles
        settings = ["--set", f"index.location={cache}", "--set", f"embedding.model={model}"]
        actors: list[Actor] = [*editors, Terminal(root, seed, record, settings), Others("others", root, seed, record)]
        for actor in actors:
            actor.start()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and all(actor.is_alive() for actor in actors):
            time.sleep(0.1)
        for actor in actors:
            actor.is_over.set()
        for actor in actors:
            actor.join(LONGEST_S * 2)
        if not record.faults:
            begin = time.monotonic()
            converge(editors)
            record.note("s until both say the same", time.monotonic() - begin - QUIET_S)
            succeed(editors, record)
        for editor in editors:
            record.faults += [f"{editor.name}: {line}" for line in complaints(editor.client.log)]
    finally:
        for editor in editors:
            editor.client.kill()


def converge(editors: list[Editor]) -> None:
    """Wait until both servers are idle at the same generation, and compare what they answer."""
    deadline = time.monotonic() + LONGEST_S
    since, before = time.monotonic(), None
    while time.monotonic() - since < QUIET_S:
        now = [editor.status() for editor in editors]
        same = [{key: value for key, value in status.items() if key not in OWN} for status in now]
        settled = same[0] == same[1] and not same[0]["stale"] and same[0]["phase"] == "ready"
        if same != before or not settled:
            since, before = time.monotonic(), same
        assert time.monotonic() < deadline, f"they do not agree: {now}"
        time.sleep(0.1)
    for query in QUERIES:
        answers = [editor.ask("codebase/hybridSearch", {"query": query, "limit": 30}) for editor in editors]
        scores = [{json.dumps(hit["location"]): hit["score"] for hit in answer["hits"]} for answer in answers]
        last = max(min(found.values(), default=0.0) for found in scores)
        for place in scores[0].keys() | scores[1].keys():
            one, other = (found.get(place, last) for found in scores)
            assert abs(one - other) < SAME_SCORE, f"{query!r} finds {place} with {one} and with {other}"
    for query in ("store", "probe", "on_the_other", "Made"):
        # Which of equals come first, each server decides by what its own editor worked on last.
        found = [{json.dumps(each) for each in editor.ask("workspace/symbol", {"query": query})} for editor in editors]
        assert found[0] == found[1], f"other symbols for {query!r}: {found[0] ^ found[1]}"


def succeed(editors: list[Editor], record: Record) -> None:
    """Kill the server that writes; the other one takes over, and follows."""
    reader, writer = sorted(editors, key=lambda editor: str(editor.status()["role"]))
    writer.client.process.kill()
    begin = time.monotonic()
    reader.wait_until(lambda: reader.status()["role"] == "writer", "a new writer")
    record.note("s until a reader takes over", time.monotonic() - begin)
    reader.save()
    reader.client.close()


def complaints(log: str) -> Iterator[str]:
    """Yield the lines of a log that tell of something that went wrong."""
    for line in log.splitlines():
        if any(word in line for word in ("ERROR", "CRITICAL", "WARNING", "Traceback", "Error:")):
            yield line


def examine(root: Path, cache: str, model: str, record: Record) -> None:
    """See that the index left behind is sound, needs nothing, and says what one built anew says."""
    pool = WorkerPool(1)
    settings = Settings(index_location=cache, embedding_model=model)
    codebase = Codebase(root, settings, pool, SilentListener())
    fresh = rebuilt(root, Settings(index_location=cache + "-fresh", embedding_model=model), pool)
    try:
        checks = codebase.doctor(CancelToken())
        record.faults += [f"doctor: {check}" for check in checks if check.state is CheckState.DAMAGED]
        codebase.start()
        codebase.wait_until_idle(CancelToken())
        if codebase.work.parsed or codebase.work.known:  # reading is no loss: see scan.FileStat.is_racy
            record.faults.append(f"the next start had to index: {codebase.work}")
        mine, theirs = state(codebase), state(fresh)
        record.faults += [f"other {part} than in a fresh index" for part in theirs if mine[part] != theirs[part]]
        record.done["files in the end"] = codebase.status().indexed
        record.done["chunks in the end"] = codebase.status().chunks
        record.done["commits"] = codebase.status().generation
    finally:
        codebase.close()
        fresh.close()
        pool.close()


def run(source: Path, folder: Path, *, seconds: float, model: str, seed: int) -> Record:
    """Do all of it in an empty folder."""
    root, cache, record = folder.resolve() / "root", str(folder / "cache"), Record()
    prepare(source, root)
    load(root, cache, model, seconds, seed, record)
    if not record.faults:
        examine(root, cache, model, record)
    return record


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?", type=Path, default=Path(lsp_codebase.__file__).parent)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--model", default="builtin")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        record = run(options.tree, Path(folder), seconds=options.seconds, model=options.model, seed=options.seed)
    print("; ".join(f"{count:,} {what}" for what, count in sorted(record.done.items())))
    print("\n| | times | median | 95 % | largest |\n|---|---:|---:|---:|---:|")
    for what, seconds in sorted(record.took.items()):
        ordered = sorted(seconds)
        figures = statistics.median(ordered), ordered[int(len(ordered) * 0.95)], ordered[-1]
        print(f"| {what} | {len(ordered):,} | " + " | ".join(f"{figure:.2f}" for figure in figures) + " |")
    print("\n" + ("\n".join(record.faults) or "no fault"))
    return bool(record.faults)


if __name__ == "__main__":
    sys.exit(main())
