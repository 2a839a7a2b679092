"""Write the tables of `scale.md` from the figures that are kept; the text around them is written by hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import figures, peers
from .questions import KINDS

PAGE = Path(__file__).parents[1] / "scale.md"
BEGIN, END = "<!-- figures, written by big_trees.scale -->", "<!-- /figures -->"
NONE = "–"
PARTS = ("first", "warm", "peers", "semble", "following")
SWITCHES = {"new": "to new texts", "back": "back", "again": "there again", "back again": "back again"}
PLACED = ("name", "comment", "symbol", "beginning")  # the kinds whose answer lies in a known place


def write(page: Path = PAGE, folder: Path = figures.FOLDER) -> None:
    """Put the tables of all trees in place of those that the page has."""
    head, _, rest = page.read_text("utf-8").partition(BEGIN)
    _, _, tail = rest.partition(END)
    kept = {path.stem: figures.load(path.stem, folder) for path in sorted(folder.glob("*.json"))}
    grew = kept.pop("growth", None)
    sections = [section(one) for one in kept.values()]
    sections += [growth(grew, kept.get("linux", {})) + "\n"] if grew else []
    page.write_text(f"{head}{BEGIN}\n\n{''.join(sections)}{END}{tail}", "utf-8")


def section(kept: Mapping[str, Any]) -> str:
    """Return the tables of one tree."""
    tree = kept["tree"]
    parts = [f"## {kept['name']}\n", f"{tree['version']}: {tree['files']:,} files, {tree['mb']:,.0f} MB.\n"]
    parts += [f"- {part}: {told(kept[part]['at'])}" for part in PARTS if part in kept]
    parts += ["", *filter(None, (first(kept), warm(kept), asked(kept), following(kept)))]
    return "\n".join(parts) + "\n"


def told(at: Mapping[str, Any]) -> str:
    return f"{at['date']}, {at['commit']}, {at['machine']}, load {at['load']:.1f}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def cell(value: float | None, digits: int = 0) -> str:
    return NONE if value is None else f"{value:,.{digits}f}"


def first(kept: Mapping[str, Any]) -> str:
    """Return what it costs until questions can be asked."""
    own = kept.get("first")
    rows = []
    if own:
        rows.append(indexed("lsp-codebase: words, names and vectors", own, cell(own.get("symbol_s"), 1)))
    if "peers" in kept:
        one = kept["peers"]["ctags"]
        rows.append(indexed("universal-ctags: names", one, cell(one["wall_s"], 1)))
    for content, name in peers.CONTENTS.items() if "semble" in kept else ():
        one = kept["semble"][content]
        rows.append(indexed(f"semble, words only: {name}", one, cell(one["wall_s"], 1)))
    head = "first index|files|chunks|symbols|CPU s|wall s|peak MiB|disk MiB|s to the first right answer"
    notes = ""
    if own and "status_ms" in own:
        status = own["status_ms"]
        notes = (
            f"\nAt most {cell(own['anonymous_mib'])} MiB were anonymous. After half a minute of rest: "
            f"{cell(own['settled_cpu_s'], 1)} CPU s, {cell(own['settled_mib'])} MiB. The store of contents takes "
            f"another {cell(own['content_mib'])} MiB of disk. `codebase/status` meanwhile, ms p50 / p95 / p99 / "
            f"longest: {milliseconds(status, 'p50', 'p95', 'p99', 'max')}.\n"
        )
    return table(head.split("|"), rows) + notes if rows else ""


def indexed(name: str, own: Mapping[str, Any], answer: str) -> list[str]:
    counts = [cell(own.get(key)) for key in ("files", "chunks", "symbols")]
    wall = own.get("wall_s", own.get("ready_s"))
    return [
        name,
        *counts,
        cell(own["cpu_s"], 1),
        cell(wall, 1),
        cell(own["peak_mib"]),
        cell(own.get("disk_mib")),
        answer,
    ]


def warm(kept: Mapping[str, Any]) -> str:
    """Return what it costs to start on an index that is there."""
    own, rows = kept.get("warm"), []
    if own:
        seconds = [cell(own.get(key), 2) for key in ("hit_s", "symbol_s", "ready_s", "cpu_s")]
        memory = [cell(own.get(key)) for key in ("ready_mib", "asked_mib", "asked_anonymous_mib", "rested_mib")]
        rows.append(["lsp-codebase", *seconds, *memory])
    if "semble" in kept:
        one = kept["semble"]
        seconds = [cell(one["load_s"], 2), NONE, cell(one["load_s"], 2), NONE]
        rows.append(["semble, words only", *seconds, NONE, cell(one["mib"]), NONE, NONE])
    asked = f"MiB after {own['asked']} questions" if own else "MiB after the questions"
    seconds = ["s to the first hit", "s to the first symbol", "s to ready", "CPU s"]
    head = ["warm start", *seconds, "MiB when ready", asked, "of it anonymous", "MiB after a rest"]
    return table(head, rows) if rows else ""


def asked(kept: Mapping[str, Any]) -> str:
    """Return the milliseconds of each kind of question, beside the tool that answers the same."""
    if "warm" not in kept:
        return ""
    commands = kept.get("peers", {}).get("commands", {})
    semble = kept.get("semble", {}).get("kinds", {})
    rows = []
    for kind, name in KINDS.items():
        own = kept["warm"]["kinds"].get(kind)
        if not own:
            continue
        ranked, command = semble.get(kind), commands.get(kind)
        peer = ranked or command
        label = "semble" if ranked else "readtags" if kind in PLACED else "ripgrep"
        right = own["right"] if kind in PLACED else same(own, command) if command else None
        again = milliseconds(own["again"]) if "again" in own else NONE
        row = [name, milliseconds(own), again, cell(own["cpu_ms"], 1), cell(right, 2)]
        row += [label, milliseconds(peer), cell(peer["cpu_ms"], 1)] if peer else [NONE] * 3
        rows.append([*row, cell(ranked["right"], 2) if ranked else NONE])
    head = "question|ms p50 / p95 / longest|asked again|CPU ms|right|beside|ms p50 / p95 / longest|CPU ms|right"
    return table(head.split("|"), rows)


def following(kept: Mapping[str, Any]) -> str:
    """Return how soon an index that is there holds what was saved, and what another branch has."""
    own = kept.get("following")
    if not own:
        return ""
    saves = []
    for key, who in (("told", "the client tells"), ("untold", "nobody tells")):
        one = own["saves"][key]
        saves.append([f"a save, {who}", milliseconds(one["symbol"]), milliseconds(one["words"]), cell(one["cpu_s"], 2)])
    switches = []
    for key, what in SWITCHES.items():
        one = own[key]
        status = milliseconds(one["status_ms"], "p50", "p95", "p99", "max")
        switches.append([what, cell(one["settled_s"], 1), cell(one["git_s"], 1), cell(one["cpu_s"], 1), status])
    saved = ["", "ms p50 / p95 / longest until found by its name", "by its words", "CPU s"]
    head = [f"a switch over {cell(own['switched'])} files", "s until followed", "of it git", "CPU s"]
    tables = table(saved, saves), table([*head, "`codebase/status` meanwhile, ms p50 / p95 / p99 / longest"], switches)
    return "\n".join([*tables, f"At most {cell(own['peak_mib'])} MiB of all processes.\n"])


def milliseconds(own: Mapping[str, Any], *keys: str) -> str:
    return " / ".join(cell(own.get(key)) for key in keys or ("p50", "p95", "max"))


def same(own: Mapping[str, Any], other: Mapping[str, Any]) -> float | None:
    """Return the share of questions of which both tools find something, or both nothing.

    None if they were not asked the same: one is to be measured again with the `--count` and `--work` of the other.
    """
    if len(own["found"]) != len(other["found"]):
        return None
    pairs = list(zip(own["found"], other["found"], strict=True))
    return sum(ours == theirs for ours, theirs in pairs) / len(pairs)


def growth(kept: Mapping[str, Any], whole: Mapping[str, Any]) -> str:
    """Return how cost and latency grow from the smallest subset to the whole tree, if that was measured."""
    subsets = sorted(kept["subsets"].values(), key=lambda one: one["first"]["chunks"])
    every = [*subsets, *([whole] if "first" in whole and "warm" in whole else [])]
    start, smallest = kept["start"]["cpu_s"], every[0]["first"]["chunks"]
    rows, latencies = [], []
    spent, had = start, 0
    for one in every:
        chunks = one["first"]["chunks"]
        cost = (one["first"]["cpu_s"] - spent) / (chunks - had) * 1_000
        spent, had = one["first"]["cpu_s"], chunks
        bound = 2 * math.log(chunks) / math.log(smallest)
        row = [cell(chunks), cell(one["tree"]["mb"], 1), cell(one["first"]["symbols"]), cell(one["first"]["cpu_s"], 1)]
        row += [cell(cost, 2), cell(one["first"]["peak_mib"]), cell(one["first"]["disk_mib"] * 1_024 / chunks, 1)]
        rows.append(row)
        ratios = [grown(one, every[0], kind) for kind in KINDS]
        latencies.append([cell(chunks), *ratios, cell(bound, 2)])
    head = "chunks|MB|symbols|CPU s|CPU ms a further chunk|peak MiB|disk KiB a chunk"
    asked = ["chunks", *KINDS.values(), "twice the logarithm"]
    return "\n".join(
        [
            "## Growth\n",
            *(f"- {cell(one['first']['chunks'])} chunks: {told(one.get('at') or one['first']['at'])}" for one in every),
            f"\nA start alone, on one file, takes {cell(start, 2)} CPU s.\n",
            table(head.split("|"), rows),
            "CPU milliseconds of a question, and how many times those of the smallest:\n",
            table(asked, latencies),
        ]
    )


def grown(one: Mapping[str, Any], smallest: Mapping[str, Any], kind: str) -> str:
    own, before = (tree["warm"]["kinds"][kind]["cpu_ms"] for tree in (one, smallest))
    return f"{cell(own, 1)} ({cell(own / before, 1)})"


if __name__ == "__main__":
    write()
