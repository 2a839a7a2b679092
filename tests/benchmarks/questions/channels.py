"""What is each channel worth that may lead an answer: its questions are asked again without it.

    python -m tests.benchmarks.questions.channels OUT SPLIT RESULTS   # ask; RESULTS are JSON, one question a line
    python -m tests.benchmarks.questions.channels --table RESULTS...

OUT is the folder that `make` or `written` filled. Without its channel a question goes to the channels behind, or is
ranked like any other.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from lsp_codebase.search.intents import by_form

from .metrics import measure
from .score import KEPT, SPLITS, Row, asked, compare, read
from .systems import Product

Channel = Callable[..., Any]
_IN_TURN = ("OF_ANY_TEXT", "OF_WORDS")


def channels() -> dict[str, Channel]:
    """Return the channels by name: those that are asked in turn, and the ways of a name."""
    of_form = {channel.__name__: channel for tried in _IN_TURN for channel in vars(by_form)[tried]}
    of_name = {name: vars(by_form).get(name) for name in vars(by_form)["_by_name"].__code__.co_names}
    return of_form | {
        name: value
        for name, value in of_name.items()
        if callable(value) and not isinstance(value, type) and value.__module__.startswith(f"{by_form.__package__}.")
    }


@contextmanager
def replaced(name: str, channel: Channel) -> Iterator[None]:
    """Have another channel asked under a name."""
    own = {place: vars(by_form)[place] for place in (name, *_IN_TURN)}
    setattr(by_form, name, channel)
    for tried in _IN_TURN:
        setattr(by_form, tried, tuple(channel if one.__name__ == name else one for one in own[tried]))
    try:
        yield
    finally:
        for place, value in own.items():
            setattr(by_form, place, value)


def _recorded(name: str, channel: Channel, led: list[str]) -> Channel:
    """Return a channel that notes its name if it finds something, or finds something else than it was given."""

    @functools.wraps(channel)
    def asked_channel(*args: Any, **kwargs: Any) -> Any:
        found = channel(*args, **kwargs)
        if found and not any(found is one or found == one for one in args):
            led.append(name)
        return found

    return asked_channel


def _silent(*args: Any, **_kwargs: Any) -> Any:
    """Find nothing; where pieces are given, return them as they are."""
    return args[-1] if args and isinstance(args[-1], list) else []


def run(out: Path, split: str, results: Path) -> None:
    found = channels()
    led: list[str] = []
    with results.open("w", encoding="utf-8") as stream:
        for repository, rows in asked(out, split, (), ()).items():
            product = Product((out / "trees" / repository).resolve(), out / "index", {})
            with ExitStack() as recording:
                for name, channel in found.items():
                    recording.enter_context(replaced(name, _recorded(name, channel, led)))
                for row in rows:
                    led.clear()
                    now = measure(row["answers"], product.search(row["query"]))
                    told = {key: row[key] for key in KEPT} | {"query": row["query"], "with": now}
                    for name in dict.fromkeys(led):
                        with replaced(name, _silent):
                            without = measure(row["answers"], product.search(row["query"]))
                        stream.write(json.dumps(told | {"channel": name, "without": without}) + "\n")
            product.close()
            print(f"{repository}: {len(rows)} questions", file=sys.stderr, flush=True)


def table(rows: Sequence[Row]) -> str:
    """Return a line a channel: questions, right files first with it and without, files better and worse."""
    of_channel: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        of_channel[row["channel"]].append(row)
    lines = [
        "| channel | questions | file first | without | file NDCG@10 | span NDCG@10 | file better / worse |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, held in sorted(of_channel.items(), key=lambda one: -len(one[1])):
        first = [sum(row[side]["file_rank"] == 1 for row in held) for side in ("with", "without")]
        flat = [
            [{key: row[key] for key in KEPT} | {"kind": "x", "id": n} | row[side] for n, row in enumerate(held)]
            for side in ("without", "with")
        ]
        cells = compare(*flat).split("\n")[-1].split("|")[3:6]
        lines.append(f"| `{name}` | {len(held)} | {first[0]} | {first[1]} |{'|'.join(cells)}|")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, nargs="+", default=())
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("split", choices=SPLITS, nargs="?")
    parser.add_argument("results", type=Path, nargs="?")
    args = parser.parse_args()
    if args.table:
        print(table([row for file in args.table for row in read(file)]))
    else:
        run(args.out, args.split, args.results)


if __name__ == "__main__":
    main()
