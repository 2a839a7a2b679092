"""One server for half an hour over 5,000 files that are edited, saved, committed and reset: does anything grow?

    python tests/benchmarks/soak.py [--minutes 30] [--seed 1] [--files 5000] [--rate 8]

The tree is written by this script, in several languages, the same for the same seed. An editor types, saves and asks,
`--rate` questions a second of all kinds; somebody else commits, switches branches and resets. Prints a row for each
sixth of the time, and for each measure the last third against the second (the first warms up). A fault ends it with 1.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "protocol"))
from mixed_actors import git
from raw_client import SERVER, RawClient

SLICES = 6
FLAT = 1.25  # of memory, descriptors and threads: the last third is at most so many times the second
FLAT_LATENCY = 2.0  # of medians on a machine that does other things too
VERBS = (
    "open",
    "close",
    "read",
    "write",
    "merge",
    "split",
    "rank",
    "parse",
    "render",
    "store",
    "lock",
    "watch",
    "count",
    "join",
)
NOUNS = (
    "Table",
    "Query",
    "Index",
    "Cursor",
    "Folder",
    "Token",
    "Vector",
    "Session",
    "Buffer",
    "Graph",
    "Commit",
    "Symbol",
    "Page",
)
SHAPES = {
    "py": """class {noun}{n}:
    def {verb}_{low}_{n}(self, value):
        # {words}
        return self.{other}(value)
""",
    "ts": """/** {Verb}s {words}. */
export class {noun}{n} {{
  {verb}{noun}{n}(value: number): number {{
    return this.{other}(value)
  }}
}}
""",
    "go": """// {Verb}{noun}{n} takes {words}.
func {Verb}{noun}{n}(value int) int {{
	return {other}(value)
}}
""",
    "rs": """/// {Verb}s {words}.
pub fn {verb}_{low}_{n}(value: u32) -> u32 {{
    {other}(value)
}}
""",
    "java": """/** {Verb}s {words}. */
public class {noun}{n} {{
  int {verb}{noun}{n}(int value) {{
    return {other}(value);
  }}
}}
""",
    "md": "# {Verb} {noun} {n}\n\nHow to {verb} {words}.\n",
}


def source(chance: random.Random, number: int, ending: str) -> str:
    """Return a file of a few definitions."""
    parts = []
    for place in range(chance.randrange(2, 8)):
        noun, verb = chance.choice(NOUNS), chance.choice(VERBS)
        words = " ".join(chance.choices((*VERBS, *map(str.lower, NOUNS)), k=6))
        names = {
            "noun": noun,
            "low": noun.lower(),
            "verb": verb,
            "Verb": verb.title(),
            "words": words,
            "m": number % 40,
        }
        parts.append(SHAPES[ending].format(**names, n=number * 10 + place, other=chance.choice(VERBS)))
    return "\n\n".join(parts)


def write_tree(root: Path, files: int, seed: int) -> list[Path]:
    """Write the files and commit them; another branch differs in every twentieth."""
    chance = random.Random(seed)
    paths = []
    for number in range(files):
        ending = chance.choice([*SHAPES])
        path = root / f"area_{number % 40}/part_{number % 7}/file_{number}.{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source(chance, number, ending))
        paths.append(path)
    for command in (
        ["init", "-q", "-b", "main"],
        ["add", "-A"],
        ["commit", "-qm", "one"],
        ["checkout", "-qb", "other"],
    ):
        git(root, *command)
    for number, path in enumerate(paths[::20]):
        path.write_text(source(chance, files + number, path.suffix[1:]))
    git(root, "commit", "-qam", "two")
    git(root, "checkout", "-q", "main")
    return paths


class Soak:
    """One editor with its server, and what was measured of both, by slice."""

    def __init__(self, root: Path, paths: list[Path], cache: Path, seed: int) -> None:
        self.root, self.paths = root, paths
        self.random = random.Random(seed)
        self.slice = 0
        self.took: dict[str, list[list[float]]] = {}  # by kind of question and slice, ms
        self.weights: list[list[tuple[float, ...]]] = [[] for _ in range(SLICES)]
        self.done: dict[str, int] = {}
        self.faults: list[str] = []
        self.number = 0
        self.opened: dict[Path, int] = {}
        self.client = RawClient(SERVER)
        self.process = psutil.Process(self.client.process.pid)
        folder = {"uri": root.as_uri(), "name": "tree"}
        self.client.initialize(workspaceFolders=[folder], initializationOptions={"index": {"location": str(cache)}})
        begin = time.monotonic()
        self.client.wait_for(lambda: self.client._settled(self.client.result("codebase/status", {})), 600)
        self.ready_s = time.monotonic() - begin

    def run(self, seconds: float, rate: float) -> None:
        """Ask, edit and use git for some time."""
        questions: list[Callable[[], None]] = [
            self.search, self.search, self.literal, self.symbols, self.symbols, self.tree, self.read, self.files,
            self.similar, self.status,
        ]  # fmt: skip
        begin = time.monotonic()
        weighed = git_used = begin
        while (now := time.monotonic()) < begin + seconds and not self.faults:
            self.slice = min(int((now - begin) / seconds * SLICES), SLICES - 1)
            self.random.choice(questions)()
            if self.random.random() < 0.2:
                self.random.choice((self.type, self.type, self.save, self.change_unseen))()
            if now - git_used > min(15.0, seconds / 12):
                self.use_git()
                git_used = now
            if now - weighed > min(2.0, seconds / 60):
                self.weights[self.slice].append(self.weigh())
                weighed = now
            time.sleep(self.random.uniform(0, 2 / rate))

    # -- questions ---------------------------------------------------------------------------------------------------

    def ask(self, kind: str, method: str, params: Any) -> Any:
        """Ask and note the milliseconds."""
        begin = time.perf_counter()
        answer = self.client.request(method, params)
        self.took.setdefault(kind, [[] for _ in range(SLICES)])[self.slice].append((time.perf_counter() - begin) * 1e3)
        if "error" in answer:
            self.faults.append(f"{method} {params}: {answer['error']}")
        return answer.get("result")

    def words(self) -> str:
        part, whole = self.random.choices(NOUNS, k=2)
        return f"{self.random.choice(VERBS)} the {part} of a {whole}".lower()

    def name(self) -> str:
        return f"{self.random.choice(VERBS)}{self.random.choice(NOUNS)}{self.random.randrange(500)}"

    def search(self) -> None:
        self.ask(
            "search", "codebase/hybridSearch", {"query": self.words(), "pack": self.random.choice(("chunk", "context"))}
        )

    def literal(self) -> None:
        self.ask("literal", "codebase/hybridSearch", {"query": self.name(), "mode": "exact", "include": ["**/*.ts"]})

    def symbols(self) -> None:
        self.ask("symbols", "workspace/symbol", {"query": self.name()[: self.random.randrange(2, 14)]})

    def tree(self) -> None:
        self.ask("tree", "codebase/directoryTree", {"symbols": self.random.random() < 0.3})

    def read(self) -> None:
        path = self.random.choice(self.paths)
        if path.is_file():
            self.ask("read", "codebase/readFile", {"uri": path.as_uri()})

    def files(self) -> None:
        self.ask(
            "files", "codebase/listFiles", {"maxResults": 100, "include": [f"area_{self.random.randrange(40)}/**"]}
        )

    def similar(self) -> None:
        path = self.random.choice(self.paths)
        if path.is_file():
            self.ask(
                "similar",
                "codebase/similar",
                {"textDocument": {"uri": path.as_uri()}, "position": {"line": 3, "character": 4}},
            )

    def status(self) -> None:
        (status,) = self.ask("status", "codebase/status", {}) or [{"phase": "failed", "message": "no answer"}]
        if status["phase"] == "failed":
            self.faults.append(f"failed: {status['message']}")

    # -- changes -----------------------------------------------------------------------------------------------------

    def count(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1

    def type(self) -> None:
        """Type into a document; keep at most ten open."""
        path = self.random.choice(self.paths)
        with suppress(OSError):
            text = path.read_text()
            uri = path.as_uri()
            if path not in self.opened:
                document = {"uri": uri, "languageId": path.suffix[1:], "version": 1, "text": text}
                self.client.notify("textDocument/didOpen", {"textDocument": document})
                self.opened[path] = 1
            self.opened[path] += 1
            identity = {"uri": uri, "version": self.opened[path]}
            self.client.notify(
                "textDocument/didChange", {"textDocument": identity, "contentChanges": [{"text": text + "\n\n"}]}
            )
            self.count("edits")
        if len(self.opened) > 10:
            oldest = next(iter(self.opened))
            del self.opened[oldest]
            self.client.notify("textDocument/didClose", {"textDocument": {"uri": oldest.as_uri()}})

    def save(self) -> None:
        """Save a new definition and wait until it is found."""
        self.number += 1
        name = f"saved_by_the_soak_{self.number}"
        path = self.root / f"area_0/soak_{self.number % 20}.py"
        path.write_text(f"def {name}(value):\n    return value\n")
        begin = time.perf_counter()
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
        while not any(symbol["name"] == name for symbol in self.client.result("workspace/symbol", {"query": name})):
            if time.perf_counter() - begin > 60:
                self.faults.append(f"{name} is not found a minute after it was saved")
                return
            time.sleep(0.02)
        self.took.setdefault("saved to found", [[] for _ in range(SLICES)])[self.slice].append(
            (time.perf_counter() - begin) * 1e3
        )
        self.count("saves")

    def change_unseen(self) -> None:
        """Change a file without a word to the server."""
        path = self.random.choice(self.paths)
        with suppress(OSError), path.open("a") as file:
            file.write("\n")
            self.count("files changed unseen")

    def use_git(self) -> None:
        choices = (
            ("commit", "-qam", "more"),
            ("checkout", "-qf", "other"),
            ("checkout", "-qf", "main"),
            ("reset", "-q", "--hard"),
        )
        arguments = self.random.choice(choices)
        git(self.root, *arguments)
        self.count(f"git {arguments[0]}")

    # -- what it weighs ----------------------------------------------------------------------------------------------

    def weigh(self) -> tuple[float, ...]:
        """Return MiB of the server and of its workers, descriptors, threads, and how many workers there are."""
        workers = []
        for child in self.process.children(recursive=True):
            with suppress(psutil.Error):
                workers.append(child.memory_info().rss)
        server = self.process.memory_info().rss
        return server / 2**20, sum(workers) / 2**20, self.process.num_fds(), self.process.num_threads(), len(workers)


MEASURES = ("server MiB", "workers MiB", "descriptors", "threads", "workers")


def third(slices: list[list[float]], number: int) -> list[float]:
    return [value for one in slices[number * 2 : number * 2 + 2] for value in one]


def report(soak: Soak, minutes: float) -> list[str]:
    """Print both tables; return what is not flat."""
    edges = [f"{minutes * n / SLICES:.0f}-{minutes * (n + 1) / SLICES:.0f} min" for n in range(SLICES)]
    print("\n| | " + " | ".join(edges) + " | last third / second |\n|---|" + "---:|" * (SLICES + 1))
    uneven = []
    for kind, slices in sorted(soak.took.items()):
        cells = []
        for values in slices:
            ordered = sorted(values)
            cells.append(
                f"{statistics.median(ordered):.0f} / {ordered[int(len(ordered) * 0.99)]:.0f}" if ordered else ""
            )
        second, last = third(slices, 1), third(slices, 2)
        ratio = statistics.median(last) / statistics.median(second) if second and last else 1.0
        print(f"| {kind}, p50 / p99 ms | {' | '.join(cells)} | {ratio:.2f} |")
        uneven += [f"{kind}: {ratio:.2f}"] if ratio > FLAT_LATENCY else []
    for place, measure in enumerate(MEASURES):
        slices = [[weights[place] for weights in one] for one in soak.weights]
        second, last = third(slices, 1), third(slices, 2)
        ratio = statistics.mean(last) / max(statistics.mean(second), 1) if second and last else 1.0
        cells = [f"{statistics.mean(one):.0f}" if one else "" for one in slices]
        print(f"| {measure}, mean | {' | '.join(cells)} | {ratio:.2f} |")
        uneven += [f"{measure}: {ratio:.2f}"] if ratio > FLAT and measure != "workers MiB" else []
    return uneven


def main() -> int:
    """Soak and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=5_000)
    parser.add_argument("--rate", type=float, default=8.0, help="questions a second")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        paths = write_tree(folder / "root", options.files, options.seed)
        soak = Soak(folder / "root", paths, folder / "cache", options.seed)
        try:
            soak.run(options.minutes * 60, options.rate)
            if not soak.faults:
                soak.client.close()
        finally:
            soak.client.kill()
    asked = sum(len(values) for slices in soak.took.values() for values in slices)
    print(
        f"{len(paths):,} files, ready in {soak.ready_s:.0f} s; {asked:,} questions; "
        + "; ".join(f"{n:,} {what}" for what, n in sorted(soak.done.items()))
    )
    uneven = report(soak, options.minutes)
    print("\n" + ("not flat: " + "; ".join(uneven) if uneven else "flat"))
    print("\n".join(soak.faults) or "no fault")
    return bool(uneven or soak.faults)


if __name__ == "__main__":
    sys.exit(main())
