"""Compare this checkout with another one over the wire: a first index, a start, saves and questions, in turns.

    python tests/benchmarks/two_versions.py OTHER TREE [--rounds 3]

OTHER is a checkout (`git worktree add OTHER COMMIT`) that the installed packages can run. TREE is copied; each version
has an index of its own of the copy. The versions take turns within a round, so that a busy machine slows both. Prints
the median of the rounds of each, and their ratio. CPU seconds are those of all processes of a server. Questions are
made from the tree by way of universal-ctags (`big_trees.questions`), and are asked of a server that has just started
on its index; saves come after them, a second apart, and the client tells.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from big_trees import following, processes, product
from big_trees.measure import Run
from big_trees.questions import KINDS, Question

HERE = Path(__file__).resolve().parents[2]
SAVES = 12
QUESTIONS = 40  # of each kind


def first_index(root: Path, cache: Path, checkout: Path) -> Iterator[tuple[str, float]]:
    """Index from nothing."""
    with product.session(root, cache, checkout) as server:
        took = server.follow({}, again_s=1.0)
        yield "first index, CPU s", took["cpu_s"]
        yield "first index, s", took["ready_s"]
        yield "first index, peak MiB", server.peak.mib
    yield "disk without known contents, MiB", product.disk_of(cache)["disk_mib"]


def params_of(question: Question) -> product.Params:
    """Return the request that asks a question of any version: names by the method of LSP."""
    method, params = product.params_of(question)
    return ("workspace/symbol", {"query": question.text}) if method == "codebase/symbols" else (method, params)


def has_found(answer: Any) -> bool:
    return bool(answer["hits"] if isinstance(answer, dict) else answer)


def cpu_ms_of(server: product.Session, questions: list[Question]) -> float:
    """Return the CPU milliseconds of one question; the last is asked once before, as its code is loaded then."""
    server.ask(*params_of(questions[-1]))
    before = processes.cpu_seconds(server.pid)
    for question in questions:
        server.ask(*params_of(question))
    return (processes.cpu_seconds(server.pid) - before) * 1_000 / len(questions)


def start(root: Path, cache: Path, checkout: Path, questions: list[Question]) -> Iterator[tuple[str, float]]:
    """Start on the index, ask, and save."""
    with product.session(root, cache, checkout) as server:
        by_kind = {kind: [one for one in questions if one.kind == kind] for kind in KINDS}
        wanted = {kind: (params_of(by_kind[kind][0]), has_found) for kind in ("name", "symbol")}
        took = server.follow(wanted, again_s=0.05)
        yield "start, CPU s until ready", took["cpu_s"]
        yield "start, s to the first hit", took["name"]
        yield "start, s to the first symbol", took["symbol"]
        yield "start, MiB when ready", processes.memory(server.pid)[0]
        for kind, asked in by_kind.items():
            yield f"{KINDS[kind]}, CPU ms", cpu_ms_of(server, asked)
        yield "MiB after the questions", processes.memory(server.pid)[0]
        files = [path for path in sorted(root.rglob("*.py")) if path.stat().st_size in following.SIZES]
        chosen = files[:: max(1, len(files) // SAVES)][:SAVES]
        kept = {file: file.read_bytes() for file in chosen}
        took_ms, cpu_s = following.saves(server, chosen, is_told=True, first=100_000)
        for question, values in took_ms.items():
            yield f"save to found by its {question}, ms", statistics.median(values)
        yield "a save, CPU s", cpu_s
        for file, content in kept.items():
            file.write_bytes(content)
        time.sleep(following.PAUSE_S)


def main() -> None:
    """Measure round by round, and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    versions = {"other": options.other.resolve(), "this": HERE}
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder).resolve()
        root = work / "tree"
        shutil.copytree(options.tree, root, symlinks=True)
        run = Run(root, work / "questions", count=QUESTIONS)
        run.tag()
        figures: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for _ in range(options.rounds):
            for version, checkout in versions.items():
                cache = work / version
                shutil.rmtree(cache, ignore_errors=True)
                for name, value in (
                    *first_index(root, cache, checkout),
                    *start(root, cache, checkout, run.questions()),
                ):
                    figures[name][version].append(value)
    print("| | other | this | ratio |\n|---|---:|---:|---:|")
    for name, by_version in figures.items():
        other, this = (statistics.median(by_version[version]) for version in versions)
        print(f"| {name} | {other:,.2f} | {this:,.2f} | {this / other if other else 0:.2f} |")


if __name__ == "__main__":
    main()
