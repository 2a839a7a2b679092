"""How cost and latency grow with a tree: whole subsystems of one, up to some numbers of chunks.

    python -m tests.benchmarks.big_trees.growth TREE [--chunks 1000 10000 100000] [--work DIR]

A subsystem is a folder in a folder of TREE's root (`drivers/net`, `fs/ext4`). They are drawn by hashes, copied, indexed
by a server from nothing and asked what is made of them; a tree of one file tells what every start costs. The figures
replace those of as many chunks in the tables of `scale.md`; the row of all chunks is that of `measure linux`.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from . import figures, scale
from .measure import SEED, Run, size_of
from .questions import Question

BYTES_OF_A_CHUNK = 800  # of Linux, on average; what came of it is in the table
CLOSE = 0.97  # of the bytes wanted
ALONE = "static int the_only_function(void)\n{\n\treturn 0;\n}\n"


def subsystems(root: Path) -> dict[str, float]:
    """Return the bytes of the folders in the folders of a root."""
    folders = [path for path in root.glob("*/*") if path.is_dir() and not path.is_symlink()]
    return {path.relative_to(root).as_posix(): size_of(path)["mb"] * 1e6 for path in folders}


def drawn(sizes: Mapping[str, float], bytes_wanted: float) -> list[str]:
    """Return subsystems in the order of their hashes, without those that are too large for what is still wanted."""
    chosen, total = [], 0.0
    for path in sorted(sizes, key=lambda path: hashlib.sha1(f"{SEED} {path}".encode()).digest()):
        if total + sizes[path] <= bytes_wanted and total < CLOSE * bytes_wanted:
            chosen.append(path)
            total += sizes[path]
    return chosen


def lay_out(root: Path, chosen: Iterable[str], tree: Path) -> None:
    for path in chosen:
        shutil.copytree(root / path, tree / path, symlinks=True)


def start_alone(work: Path) -> dict[str, Any]:
    """Index one small file."""
    run = Run(work / "tree", work)
    run.root.mkdir()
    (run.root / "alone.c").write_text(ALONE)
    return run.first(Question("symbol", "the_only_function", "alone.c", 0))


def subset(root: Path, sizes: Mapping[str, float], chunks: int, work: Path) -> dict[str, Any]:
    """Index some subsystems and ask them everything."""
    run = Run(work / "tree", work)
    lay_out(root, drawn(sizes, chunks * BYTES_OF_A_CHUNK), run.root)
    run.tag()
    first = run.first()
    return {"tree": size_of(run.root), "first": first, "warm": run.warm()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--chunks", nargs="+", type=int, default=[1_000, 10_000, 100_000])
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "big-trees")
    args = parser.parse_args()
    work, root = args.work.resolve() / "growth", args.tree.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    kept = {"subsets": {}, **figures.load("growth")}
    kept["start"] = start_alone(work / "1")
    sizes = subsystems(root)
    for chunks in args.chunks:
        at = figures.circumstances()
        kept["subsets"][str(chunks)] = {**subset(root, sizes, chunks, work / str(chunks)), "at": at}
        figures.save(kept)
        scale.write()
        print(chunks, flush=True)


if __name__ == "__main__":
    main()
