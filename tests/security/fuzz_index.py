"""Flip bytes of an index, one at a time, open it, and see that it answers as one built anew, or says what is wrong.

    python tests/security/fuzz_index.py [--flips 2000] [--seed 1] [--every]

A small index is built; each flip is made in a fresh copy of it. Flips in the content store are read by an index built
anew, since nothing else reads it. Child processes open the copies, some tens each, so that one that ends without a word
is noticed. `--every` flips each byte of each file once (hours). Ends with 1 on a crash, a hang, or an answer that is
wrong without a message, but for what `UNCHECKED` tells of.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.errors import CodebaseError
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.model import CancelToken, Mode, Phase, SearchQuery
from lsp_codebase.search import corpus
from lsp_codebase.view import View

Flip = tuple[str, int, int]
"""A file below the cache, an offset in it, and the bits to turn over."""

ONE_FLIP_S = 300.0
REPAIRED_S = 240.0
PER_CHILD = 60
BAD = ("crashed", "hung", "wrong without a word", "raised")
UNCHECKED = re.compile(r"/tables/chunks\.lance/(data|_indices)/")
"""LanceDB's pages carry no checksum: a letter of a chunk, or an entry of the index that finds rows by id, may be
another one without a word. `doctor` sees some of it, in the postings."""
FILES = {
    "pkg/store.py": "class Store:\n    # keeps rows\n    def take_lock(self, name):\n        return name\n",
    "pkg/parse.py": "def parse_query(text):\n    # words and phrases\n    return text.split()\n\n\nLIMIT = 10\n",
    "web/view.js": "export function renderTree(node) {\n  return node.children.map(renderTree)\n}\n",
    "README.md": "# Rows\n\nThe lock is taken before rows are written.\n",
}


def settings(cache: Path) -> Settings:
    return Settings(index_location=str(cache), embedding_model="hash")


def build(root: Path, cache: Path, pool: WorkerPool) -> None:
    """Write the sources and index them."""
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    codebase = Codebase(root, settings(cache), pool, SilentListener())
    codebase.start()
    codebase.wait_until_idle(CancelToken())
    codebase.close()


def answers(codebase: Codebase) -> list[Any]:
    """Return what is found by words, vectors, text and names: places, texts and the order, not the scores."""
    corpus._FEW_TEXTS = 0  # all are read in the tables, as many are, and those of files that differ from the index
    view = View(lambda: codebase, codebase.settings)
    found: list[Any] = []
    for text in ("take the lock", "parse_query", "render tree children", "rows are written", "LIMIT"):
        for mode in (Mode.AUTO, Mode.LEXICAL, Mode.VECTOR, Mode.EXACT):
            hits = view.search(SearchQuery(text, mode=mode), CancelToken()).hits
            found.append([(str(hit.path), str(hit.span), hit.name, hit.text) for hit in hits])
    for text in FILES.values():  # pasted code alone is looked for in the chunks of the tables
        hits = view.search(SearchQuery("\n".join(text.splitlines()[:4])), CancelToken()).hits
        found.append([(str(hit.path), str(hit.span), hit.name, hit.text) for hit in hits])
    for name in ("take", "parse", "Tree", "L"):
        hits = view.symbols(name, CancelToken()).hits
        found.append([(str(hit.path), hit.symbol.name, str(hit.symbol.name_span)) for hit in hits])
    return found


def judge(root: Path, cache: Path, expected: list[Any], pool: WorkerPool) -> str:
    """Open the index and say how its answers compare."""
    codebase = Codebase(root, settings(cache), pool, SilentListener())
    try:
        codebase.start()
        codebase.wait_until_idle(CancelToken())
        status = codebase.status()
        if status.phase is Phase.FAILED:
            return "refused with a message" if status.message else "wrong without a word"
        is_first, found = True, None
        deadline = time.monotonic() + REPAIRED_S
        while found is None:
            try:
                found = answers(codebase)
            except CodebaseError:  # found damaged by the question, which says so: a later one is answered
                is_first = False
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        if not is_first:
            return "right at a later question" if found == expected else "wrong without a word"
        is_same = found == expected
        message = codebase.status().message
        if is_same:
            return "right, and says what was repaired" if message else "right"
        return "other answers, and says so" if message else "wrong without a word"
    except Exception as error:
        ours = [frame for frame in traceback.extract_tb(error.__traceback__) if "lsp_codebase" in frame.filename]
        inner = " ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in ours)
        return f"raised: {type(error).__name__} at {inner}: {error}".splitlines()[0][:300]
    finally:
        codebase.close()


def open_copies(root: Path, good: Path, cache: Path) -> None:
    """Read flips from standard input, a line each; write the verdicts to standard output. Runs in a child."""
    pool = WorkerPool(1)
    try:
        shutil.copytree(good, cache)
        expected = judge_fresh(root, cache, pool)
        print(json.dumps("ready"), flush=True)
        for number, line in enumerate(sys.stdin):
            name, offset, bits = json.loads(line)
            shutil.rmtree(cache, ignore_errors=True)
            cache = cache.with_name(f"cache-{number}")  # the last one may still be being closed
            shutil.copytree(good, cache)
            with open(cache / name, "r+b") as file:
                file.seek(offset)
                byte = file.read(1)[0]
                file.seek(offset)
                file.write(bytes([byte ^ bits]))
            if name.startswith("content"):
                for folder in cache.iterdir():
                    if folder.name != "content":
                        shutil.rmtree(folder) if folder.is_dir() else folder.unlink()
            print(json.dumps(judge(root, cache, expected, pool)), flush=True)
    finally:
        pool.close()


def judge_fresh(root: Path, cache: Path, pool: WorkerPool) -> list[Any]:
    """Return the answers of the good index; ask twice, so that they are known to be steady."""
    codebase = Codebase(root, settings(cache), pool, SilentListener())
    try:
        codebase.start()
        codebase.wait_until_idle(CancelToken())
        first = answers(codebase)
        assert any(first)
        assert first == answers(codebase)
        return first
    finally:
        codebase.close()


def targets(good: Path) -> list[tuple[str, int]]:
    """Return the files of a cache with their sizes."""
    files = (path for path in sorted(good.rglob("*")) if path.is_file() and path.name != "writer.lock")
    return [(path.relative_to(good).as_posix(), path.stat().st_size) for path in files if path.stat().st_size]


def choose(good: Path, number: int | None, seed: int) -> list[Flip]:
    """Return flips: every byte, or some that are spread over the files as over kinds, not as over bytes."""
    chance = random.Random(seed)
    files = targets(good)
    if number is None:
        return [(name, offset, 1 << chance.randrange(8)) for name, size in files for offset in range(size)]
    return [
        (name, chance.randrange(size), chance.choice((1, 16, 128, 255)))
        for name, size in chance.choices(files, k=number)
    ]


def is_bad(flip: Flip, verdict: str) -> bool:
    """Whether an opened copy did what it must not."""
    return verdict.startswith(BAD) and not (verdict == "wrong without a word" and UNCHECKED.search(flip[0]))


def run(folder: Path, chosen: Callable[[Path], list[Flip]]) -> list[tuple[Flip, str]]:
    """Build, flip and open; return each flip with its verdict."""
    root, good = folder / "root", folder / "good"
    pool = WorkerPool(1)
    try:
        build(root, good, pool)
    finally:
        pool.close()
    flips = chosen(good)
    verdicts: list[tuple[Flip, str]] = []
    while len(verdicts) < len(flips):
        left = flips[len(verdicts) :][:PER_CHILD]
        verdicts += zip(left, _child(root, good, folder / "cache", left), strict=False)
    return verdicts


def _child(root: Path, good: Path, cache: Path, flips: Iterable[Flip]) -> list[str]:
    """Have one process open flipped copies; return verdicts, the last of which may tell of its end."""
    for earlier in cache.parent.glob("cache*"):
        shutil.rmtree(earlier, ignore_errors=True)
    command = [sys.executable, __file__, "--child", str(root), str(good), str(cache)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stderr is not None
    log: list[str] = []
    threading.Thread(target=lambda: log.extend(child.stderr or ()), daemon=True).start()
    verdicts: list[str] = []
    try:
        if not child.stdout.readline():
            child.wait(10)
            raise AssertionError("the good index cannot be opened: " + "".join(log[-20:]))
        for flip in flips:
            guard = threading.Timer(ONE_FLIP_S, child.kill)
            guard.start()
            begin = time.monotonic()
            child.stdin.write(json.dumps(flip) + "\n")
            child.stdin.flush()
            line = child.stdout.readline()
            guard.cancel()
            if not line:
                child.wait(10)
                has_hung = time.monotonic() - begin >= ONE_FLIP_S
                return [
                    *verdicts,
                    "hung" if has_hung else f"crashed: exit code {child.returncode}: {''.join(log[-3:])}",
                ]
            verdicts.append(json.loads(line))
    finally:
        child.stdin.close()
        try:
            child.wait(30)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        child.stdout.close()
        child.stderr.close()
    return verdicts


def kind(name: str) -> str:
    """Return a name of a file without what is random in it."""
    parts = [part for part in name.split("/") if len(part) < 24 or "." in part]
    last = parts[-1]
    parts[-1] = last if last.endswith(".json") and not last.startswith("_") else "*" + Path(last).suffix
    return "/".join(part for part in parts if "-" not in part) or name


def main() -> int:
    """Flip and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--flips", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--child", nargs=3, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        open_copies(*options.child)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        number = None if options.every else options.flips
        verdicts = run(Path(folder).resolve(), lambda good: choose(good, number, options.seed))
    by_kind: dict[str, Counter[str]] = {}
    for (name, _, _), verdict in verdicts:
        by_kind.setdefault(kind(name), Counter())[verdict.partition(":")[0]] += 1
    print("| file | flips | " + " | ".join(columns := sorted({v for c in by_kind.values() for v in c})) + " |")
    print("|---|---:|" + "---:|" * len(columns))
    for name, counts in sorted(by_kind.items()):
        print(f"| {name} | {counts.total()} | " + " | ".join(str(counts[column]) for column in columns) + " |")
    bad = [one for one in verdicts if is_bad(*one)]
    print(f"\n{len(verdicts):,} flips, {len(bad)} bad")
    for flip, verdict in bad:
        print(f"{verdict}: {flip[0]} at {flip[1]}, bits {flip[2]}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
