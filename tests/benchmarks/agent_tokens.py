"""Tokens a model spends until the right place is in view: `search` over MCP against grep and read.

    agent_tokens.py EVAL TREES [--kind doc] [--language go] [--limit 40] [--max-tokens 3000] [--json FILE]

EVAL holds `data/*.jsonl`, a query and its right places a line, and `data/*.repos.json`; TREES the source trees. Tokens
are UTF-8 bytes / 4 of what the tools answer, all of each answer, on both sides.

With `search`: the query as it is. A hit with its code is in view. Else the first three hits of one line are read, then
the next page, three pages in all.

With grep and read, as an agent does it, with some luck granted: it greps the query's telling words one by one, the
rarest first (as if it knew), five at most, and is shown 50 lines of up to 200 characters. A word that stands nowhere is
taken apart (`userEmail`: user, email). Then it reads windows of 100 lines, where most matches were shown, of the three
files with most telling words, and goes on with the next word.

A name (`identifier`) is also found where a line shows the beginning of its definition.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mcp import Client, StdioServerParameters

GREP_LINES, LINE_CHARS, WINDOW, FILES_READ, GREPS = 50, 200, 100, 3, 5
PAGES, LINES_READ = 3, 3
BUDGETS = (1_000, 2_000, 4_000, 8_000)
STOPPED = set(
    """a all also an and any are as at be been but by can could do does for from had has have how if in into is it its
    more most no not of on one only or other should so some such than that the their them then there these they this to
    use used using via was were what when where which while who will with would you your""".split()
)
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]+")
HUMP = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{3,}")
HEAD = re.compile(r"^(\S.*?):(\d+)(?:-(\d+))?  \d\.\d\d(?:  .*)?$")


class Place(NamedTuple):
    path: str
    start: int
    end: int


class Spent:
    """What was read so far, and whether the right place was in it."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.right = [Place(one["path"], one["start"], one["end"]) for one in row["relevant"]]
        self.is_name = row["kind"] == "identifier"
        self.tokens = 0.0
        self.is_found = False

    def read(self, text: str) -> None:
        self.tokens += len(text.encode()) / 4

    def see(self, path: str, start: int, end: int, *, is_line: bool = False) -> None:
        """Take lines in that are in view, or one that only names a place."""
        for right in self.right:
            inside = right.path == path and start <= right.end and right.start <= end
            if inside and (not is_line or (self.is_name and start <= right.start + 1)):
                self.is_found = True


async def with_search(client: Client, query: str, spent: Spent, max_tokens: int | None) -> None:
    cursor: str | None = None
    for _ in range(PAGES):
        given = {"query": query, "cursor": cursor, "max_tokens": max_tokens}
        text = (await client.call_tool("search", {key: value for key, value in given.items() if value})).content[0].text
        spent.read(text)
        bare = see_hits(text, spent)
        for path, start, end in bare[:LINES_READ]:
            if spent.is_found:
                return
            lines = {"path": path, "start_line": start, "end_line": end}
            spent.read((await client.call_tool("read_file", lines)).content[0].text)
            spent.see(path, start, end)
        more = re.search(r'cursor="([^"]+)"', text)
        if spent.is_found or more is None:
            return
        cursor = more[1]


def see_hits(text: str, spent: Spent) -> list[Place]:
    """Take in the hits of an answer; return those without code."""
    lines = text.split("\n")
    heads = [(number, head) for number, line in enumerate(lines) if (head := HEAD.match(line))]
    bare = []
    for (number, head), (following, _) in zip(heads, [*heads[1:], (len(lines), None)], strict=True):
        start, end = int(head[2]), int(head[3] or head[2])
        if following - number == 1 or not lines[number + 1].strip():
            bare.append(Place(head[1], start, end))
        spent.see(head[1], start, end, is_line=bool(bare) and bare[-1] == Place(head[1], start, end))
    return bare


def grep(root: Path, word: str) -> list[tuple[str, int, str]]:
    command = ["grep", "-rnIiF", "--exclude-dir=.git", "-e", word, "."]
    found = subprocess.run(command, cwd=root, capture_output=True, text=True, errors="replace", check=False).stdout
    rows = []
    for line in found.splitlines():
        path, _, rest = line[2:].partition(":")
        number, _, text = rest.partition(":")
        if number.isdigit():
            rows.append((path, int(number), text[:LINE_CHARS]))
    return sorted(rows)


def with_grep(root: Path, query: str, spent: Spent) -> None:
    words = [word for word in dict.fromkeys(WORD.findall(query)) if word.lower() not in STOPPED and len(word) > 2]
    rows_of = {word: grep(root, word) for word in words}
    parts = {part for word, rows in rows_of.items() if not rows for part in HUMP.findall(word)}
    rows_of |= {part: grep(root, part) for part in parts - rows_of.keys()}
    found = sorted(filter(None, rows_of.values()), key=len)
    holding = Counter(path for rows in found for path in {path for path, *_ in rows})
    seen: set[Place] = set()
    for rows in found[:GREPS]:
        shown = rows[:GREP_LINES]
        spent.read("\n".join(f"{path}:{number}:{text}" for path, number, text in shown))
        for path, number, _ in shown:
            spent.see(path, number, number, is_line=True)
        if spent.is_found:
            return
        for window in windows(shown, holding):
            if window not in seen:
                seen.add(window)
                lines = (root / window.path).read_text("utf-8", "replace").split("\n")[window.start - 1 : window.end]
                spent.read("\n".join(f"{window.start + at}\t{line}" for at, line in enumerate(lines)))
                spent.see(*window)
            if spent.is_found:
                return


def windows(shown: Sequence[tuple[str, int, str]], holding: Counter[str]) -> Iterator[Place]:
    lines: dict[str, list[int]] = defaultdict(list)
    for path, number, _ in shown:
        lines[path].append(number)
    for path in sorted(lines, key=lambda path: -holding[path])[:FILES_READ]:
        middle = max(lines[path], key=lambda one: sum(abs(one - other) < WINDOW // 2 for other in lines[path]))
        start = max(1, middle - WINDOW // 2)
        yield Place(path, start, start + WINDOW - 1)


def client_on(root: Path) -> Client:
    command = ["-m", "lsp_codebase", "mcp", "--root", str(root)]
    return Client(StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ)))


async def ready(client: Client) -> None:
    while "index not complete" in (await client.call_tool("status", {})).content[0].text:
        await asyncio.sleep(0.5)


def load(arguments: argparse.Namespace) -> dict[str, list[dict[str, Any]]]:
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for file in sorted((arguments.eval / "data").glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            wanted = arguments.kind in (None, row["kind"]) and arguments.language in (None, row["language"])
            if wanted and not row.get("leak"):
                rows[f"{row['repo']}-{row['commit'][:12]}"].append(row)
    for found in rows.values():
        random.Random(0).shuffle(found)
    return {tree: found[: arguments.limit] for tree, found in rows.items()}


def table(done: Sequence[dict[str, Any]]) -> str:
    groups: dict[str, list[dict[str, Any]]] = {"all": [*done]}
    for key in ("kind", "language"):
        for value in sorted({row[key] for row in done}):
            groups[value] = [row for row in done if row[key] == value]
    lines = [
        "| | queries | found | within " + " | ".join(f"{budget:,}" for budget in BUDGETS) + " | median | mean |",
        "|---|---:|---:|" + "---:|" * (len(BUDGETS) + 2),
    ]
    for name, rows in groups.items():
        for way in ("search", "grep"):
            tokens = [row[way]["tokens"] if row[way]["found"] else float("inf") for row in rows]
            shares = [sum(one <= budget for one in tokens) / len(rows) for budget in (float("1e9"), *BUDGETS)]
            median = statistics.median(tokens)
            mean = statistics.mean(row[way]["tokens"] for row in rows)
            shown = " | ".join(f"{100 * share:.0f} %" for share in shares)
            middle = "-" if median == float("inf") else f"{median:,.0f}"
            lines.append(f"| {name}, {way} | {len(rows)} | {shown} | {middle} | {mean:,.0f} |")
    return "\n".join(lines)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("eval", type=Path)
    parser.add_argument("trees", type=Path)
    parser.add_argument("--kind")
    parser.add_argument("--language")
    parser.add_argument("--limit", type=int, help="queries of each tree")
    parser.add_argument("--max-tokens", type=int, help="of a search; without it the default of the tool")
    parser.add_argument("--json", type=Path, help="write what each query took, here")
    arguments = parser.parse_args()
    known = {}
    if arguments.json and arguments.json.exists():  # grep is slow, and stays as it is
        known = {row["id"]: row["grep"] for row in json.loads(arguments.json.read_text())}
    done = []
    for tree, rows in load(arguments).items():
        root = arguments.trees / tree
        async with client_on(root) as client:
            await ready(client)
            for row in rows:
                searched, grepped = Spent(row), Spent(row)
                await with_search(client, row["query"], searched, arguments.max_tokens)
                if row["id"] not in known:
                    with_grep(root, row["query"], grepped)
                    known[row["id"]] = {"tokens": grepped.tokens, "found": grepped.is_found}
                found = {"tokens": searched.tokens, "found": searched.is_found}
                kept = {key: row[key] for key in ("id", "kind", "language", "query")}
                done.append({**kept, "search": found, "grep": known[row["id"]]})
        print(f"{tree}: {len(rows)} queries", file=sys.stderr, flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(done, indent=1))
    print(table(done))


asyncio.run(main())
