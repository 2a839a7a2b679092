"""Measure symbol search on real names: CPU time of a query, memory, build, update, and what stopping early loses.

  symbols_latency.py SOURCE... [--sizes 50000,300000,1000000] [--queries 220] [--recall 110]

Names are the identifiers defined in the files below SOURCE, by a few patterns (no parser: a million are needed), each
with the file and line where it is first seen. Queries are made from names drawn anew for every size: prefix, exact,
lower case, other style, hump letters, initials, part, inside of a word, words in any order, one typing error, letters
with gaps. Times are `time.process_time`, so other load matters little.
"""

from __future__ import annotations

import argparse
import collections
import random
import re
import resource
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa

from lsp_codebase.indexes import NO_NAMES, Snapshot
from lsp_codebase.indexes.names.letters import fold
from lsp_codebase.indexes.names.paths import Paths
from lsp_codebase.model import SymbolKind
from lsp_codebase.store.schema import SYMBOLS
from lsp_codebase.symbols import find, finder, search

LIMIT = 128
FIRST = 10
_DEFINITION = re.compile(
    rb"^\s*#\s*define\s+(?P<macro>[A-Za-z_]\w{2,})"
    rb"|\b(?:struct|enum|union|class|interface|type|trait)\s+(?P<type>[A-Za-z_]\w{2,})"
    rb"|\b(?:def|func|fn|function)\s+(?P<function>[A-Za-z_]\w{2,})"
    rb"|^[A-Za-z_][\w\s*]*?\b(?P<c_function>[A-Za-z_]\w{2,})\s*\("
    rb"|^\s+(?:[\w*]+\s+)+\**(?P<field>[A-Za-z_]\w{2,})(?:\[[^\]]*\])?;"
    rb"|^\s*(?:const |let |var |export |static )*(?P<value>[A-Za-z_]\w{2,})\s*[:=,]",
    re.MULTILINE,
)
_KIND = {
    "macro": SymbolKind.Constant,
    "type": SymbolKind.Struct,
    "function": SymbolKind.Function,
    "c_function": SymbolKind.Function,
    "field": SymbolKind.Field,
    "value": SymbolKind.Variable,
}
_MOST_OF_FILE = 200
"""Keeps generated register headers from being most of the names."""
_SUFFIXES = {
    ".c": "c",
    ".h": "c",
    ".py": "python",
    ".js": "javascript",
    ".ts": "typescript",
    ".go": "go",
    ".rs": "rust",
}


def definitions(sources: list[Path]) -> Iterator[tuple[str, str, str, int, int]]:
    """Yield distinct names as (path, language, name, kind, line), in random order of files."""
    files = [f for s in sources for f in sorted(s.rglob("*")) if f.suffix in _SUFFIXES and f.is_file()]
    random.Random(1).shuffle(files)
    seen: set[bytes] = set()
    for file in files:
        content = file.read_bytes()
        line = counted = taken = 0
        for match in _DEFINITION.finditer(content):
            kind = match.lastgroup or ""
            name = match[kind]
            if name not in seen and taken < _MOST_OF_FILE:
                taken += 1
                seen.add(name)
                line += content.count(b"\n", counted, match.start(kind))
                counted = match.start(kind)
                path = file.as_posix().lstrip("/")
                yield path, _SUFFIXES[file.suffix], name.decode("ascii", "replace"), _KIND[kind], line


def to_table(rows: list[tuple[str, str, str, int, int]]) -> pa.Table:
    """Return rows as the symbols table."""
    paths, languages, names, kinds, lines = (list(column) for column in zip(*rows, strict=True))
    count = len(rows)
    known = {"path": paths, "language": languages, "name": names, "kind": kinds}
    for column in SYMBOLS:
        if column.name.endswith("_line"):
            known[column.name] = lines
        elif column.name not in known:
            empty: object = "" if column.type == pa.string() else False if column.type == pa.bool_() else 0
            known[column.name] = [empty] * count
    return pa.table(known, schema=SYMBOLS)


def make_query(name: str, form: str, rng: random.Random) -> str:
    """Type a name in one of the forms; "" where it has too few words or letters."""
    letters, starts = fold(name)
    words = [letters[a:b] for a, b in zip(starts, (*starts[1:], len(letters)), strict=True)]
    if len(letters) < 6 or len(words) < 2:
        return ""
    at = rng.randrange(1, len(letters) - 2)
    forms = {
        "prefix": letters[: rng.randint(2, len(letters) - 1)],
        "exact": name,
        "lower": letters,
        "style": words[0] + "".join(w.capitalize() for w in words[1:]),
        "humps": "".join(w[: rng.randint(1, 3)].capitalize() for w in words),
        "initials": "".join(w[0] for w in words),
        "part": "_".join(words[rng.randrange(len(words)) :]),
        "inside": letters[at : at + rng.randint(4, 8)],
        "any order": " ".join(rng.sample(words, 2)),
        "typo": letters[:at] + letters[at + 1] + letters[at] + letters[at + 2 :],
        "gaps": "".join(c for i, c in enumerate(letters) if not i or rng.random() < 0.6),
    }
    return forms[form]


FORMS = ("prefix", "exact", "lower", "style", "humps", "initials", "part", "inside", "any order", "typo", "gaps")


def percentile(values: list[float], share: float) -> float:
    """Return a percentile by rank."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def measure(rows: list[tuple[str, str, str, int, int]]) -> None:
    """Print build, memory, update, query times and recall over some names."""
    count = len(rows)
    arrow = to_table(rows)
    before = resident()
    start = time.process_time()
    table = NO_NAMES.updated(arrow)
    built = time.process_time() - start
    used = (resident() - before) / count
    one = arrow.filter(pa.compute.equal(arrow["path"], arrow["path"][len(arrow) // 2]))
    updates = [cpu_ms(lambda: table.updated(one, set(one["path"].to_pylist()))) for _ in range(9)]
    rng = random.Random(count)
    queries: list[tuple[str, str]] = []
    while len(queries) < ARGUMENTS.queries:
        form = FORMS[len(queries) % len(FORMS)]
        query = make_query(rng.choice(rows)[2], form, rng)
        if query:
            queries.append((form, query))
    times: dict[str, list[float]] = collections.defaultdict(list)
    for form, query in queries:
        find(table, query, limit=LIMIT)
        took = min(cpu_ms(lambda q=query: find(table, q, limit=LIMIT)) for _ in range(5))
        times[form].append(took)
        times["all"].append(took)
    sizes = f"{held(table) / count:.0f} bytes a symbol ({used:.0f} resident)"
    print(f"\n{count:,} names: build {built:.2f} s, {sizes}, update of one file {percentile(updates, 0.5):.1f} ms")
    print(f"A loop of a million additions, for comparison: {cpu_ms(lambda: sum(range(1_000_000))):.1f} ms")
    print("\n| queries | p50 ms | p95 ms | max ms |\n|---|---:|---:|---:|")
    for form, values in times.items():
        print(f"| {form} | {percentile(values, 0.5):.2f} | {percentile(values, 0.95):.2f} | {max(values):.2f} |")
    print(f"\nRecall of the first {FIRST} against matching every name in every tier: {recall(table, queries):.4f}")


def recall(table: Snapshot, queries: list[tuple[str, str]]) -> float:
    """Return the share of the best matches that are found although tiers stop early."""
    quick = [first_matches(table, query) for _, query in queries[: ARGUMENTS.recall]]
    limits = {(finder, name): getattr(finder, name) for name in ("_ALIGNED", "_COSTED", "_KEPT", "_LONG_RANGE")}
    limits[search, "_ENOUGH"] = search._ENOUGH
    for module, name in limits:
        setattr(module, name, 1 << 30)
    full = [first_matches(table, query) for _, query in queries[: ARGUMENTS.recall]]
    for (module, name), value in limits.items():
        setattr(module, name, value)
    found = [len(a & b) / len(b) for a, b in zip(quick, full, strict=True) if b]
    return sum(found) / max(len(found), 1)


def first_matches(table: Snapshot, query: str) -> set[tuple[str, str, int]]:
    """Return the best matches of a query."""
    matches = find(table, query, limit=LIMIT)[:FIRST]
    return {(m.path, m.symbol.name, m.symbol.span.start_line) for m in matches}


def cpu_ms(run: object) -> float:
    """Return the CPU milliseconds of one call."""
    start = time.process_time()
    run()  # type: ignore[operator]
    return (time.process_time() - start) * 1000


def resident() -> int:
    """Return the bytes of this process in memory."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def held(table: Snapshot) -> int:
    """Return the bytes of the arrays and strings of a table."""
    total = 0
    for part in table.parts:
        segment = part.segment
        for holder in (segment, segment.names):
            for field in holder.__slots__:
                value = getattr(holder, field)
                arrays = value if isinstance(value, tuple) else (value,)
                total += sum(v.nbytes for v in arrays if isinstance(v, np.ndarray | pa.Array | Paths))
        total += part.alive.nbytes + part.alive_names.nbytes
    return total


def main() -> None:
    """Run every size."""
    rows = []
    for row in definitions(ARGUMENTS.sources):
        rows.append(row)
        if len(rows) >= max(ARGUMENTS.sizes):
            break
    random.Random(2).shuffle(rows)
    for size in ARGUMENTS.sizes:
        if size <= len(rows):
            measure(rows[:size])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", type=Path)
    parser.add_argument("--sizes", default="50000,300000,1000000", type=lambda s: [int(n) for n in s.split(",")])
    parser.add_argument("--queries", default=220, type=int)
    parser.add_argument("--recall", default=110, type=int, help="queries of which the recall is measured")
    ARGUMENTS = parser.parse_args()
    main()
