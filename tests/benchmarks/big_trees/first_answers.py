"""How soon a first index answers a question that is asked from its first second on.

    python -m tests.benchmarks.big_trees.first_answers NAME TREE [--count 8] [--work DIR] [--checkout DIR]

For each question a server begins from nothing and is asked once a second, until the answer is right or a minute is
over; then another one is asked once, by the tools that models call, which wait for their answers. Questions are names
and sentences of comments, those that `measure` asks (its folder of work is used if it is there). `--checkout` measures
the code of another work tree.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
from pathlib import Path

from . import product
from .measure import Run
from .questions import Question

LONGEST_S = 60.0
KINDS = ("symbol", "comment")


def seconds_until_right(root: Path, cache: Path, question: Question, checkout: Path | None) -> float | None:
    """Return how long after `initialized` the answer is right; None if it takes too long."""
    shutil.rmtree(cache, ignore_errors=True)
    cache.mkdir(parents=True)
    server = product.Session(root, cache, checkout)
    try:
        return server.until(
            product.params_of(question),
            lambda found: product.is_right(question, product.places(found, root)),
            again_s=1.0,
            longest_s=LONGEST_S,
        )
    finally:
        server.kill()


def model_asks(root: Path, cache: Path, question: Question, checkout: Path | None) -> tuple[float, bool]:
    """Return the seconds until a model's one call was answered, and whether the answer names the right file."""
    shutil.rmtree(cache, ignore_errors=True)
    cache.mkdir(parents=True)
    server = product.Session(root, cache, checkout)
    tool, argument = ("find_symbols", "pattern") if question.kind == "symbol" else ("search", "query")
    try:
        answer = server.ask("codebase/callTool", {"name": tool, "arguments": {argument: question.text}})
        return server.seconds, question.path in answer["text"]
    finally:
        server.kill()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name")
    parser.add_argument("tree", type=Path)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--checkout", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run = Run(options.tree.resolve(), options.work or Path(folder))
        if not run.tag_file.exists():
            run.tag()
        for kind in KINDS:
            took, calls = [], []
            for question in [one for one in run.questions() if one.kind == kind][: options.count]:
                place = run.root, Path(folder) / "cache", question, options.checkout
                took.append(seconds_until_right(*place) or LONGEST_S)
                calls.append(model_asks(*place))
                print(f"{kind} {question.text!r}: {took[-1]:.1f} s, a model {calls[-1]}", flush=True)
            seconds = [one for one, _ in calls]
            print(
                f"{options.name} {kind}: right after {statistics.median(took):.1f} s, longest {max(took):.1f};",
                f"a model's one call {statistics.median(seconds):.1f}, longest {max(seconds):.1f},",
                f"right {sum(is_right for _, is_right in calls)} of {len(calls)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
