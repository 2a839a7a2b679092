"""Measure one large tree: a first index, a warm start, questions, and the same by other tools, all in one run.

    python -m tests.benchmarks.big_trees.measure NAME TREE [--only first warm peers semble] [--work DIR] [--cache DIR]

Needs ctags and readtags (universal-ctags), ripgrep, and PyPI for semble, which gets an environment of its own in the
folder of work. Figures replace those of NAME in `figures/`, part by part; the tables of `scale.md` are written anew.
Parts:

- `first`: a server indexes TREE from nothing, in a cache folder in DIR;
- `warm`: a server starts on that index, or on the one in `--cache` (an `XDG_CACHE_HOME`), and answers all questions;
- `peers`: ctags over the same tree, and the same questions to readtags and ripgrep;
- `semble`: its index of the same tree, in memory: some 14 GiB for Linux.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from . import figures, peers, processes, product, questions, scale, tags
from .questions import Question

PARTS = ("first", "warm", "peers", "semble")
SEED = "1"
RESTING_S = 10.0  # after questions: the pages of mapped files that they looked at are given back


class Run:
    """One tree and the folder of what is made of it."""

    def __init__(self, root: Path, work: Path, cache: Path | None = None, count: int = 40) -> None:
        self.root, self.work, self._count = root, work, count
        self.tag_file, self._question_file = work / "tags", work / "questions.jsonl"
        self.cache = cache or work / "cache"
        work.mkdir(parents=True, exist_ok=True)

    def tag(self) -> dict[str, Any]:
        """Let ctags write the names of the tree."""
        return peers.ctags(self.root, self.tag_file)

    def questions(self) -> list[Question]:
        """Return the questions, made when first asked for; `tag` has to have run by then."""
        if not self._question_file.exists():
            with self.tag_file.open(encoding="utf-8", errors="replace") as rows:
                known = tags.chosen(tags.defined_once(rows), questions.SAMPLE, SEED)
            questions.save(questions.make(self.root, known, self._count, SEED), self._question_file)
        return questions.load(self._question_file)

    def first(self, question: Question | None = None) -> dict[str, Any]:
        """Index from nothing; the question is the one whose right answer is waited for."""
        shutil.rmtree(self.cache, ignore_errors=True)
        asked = question or next(one for one in self.questions() if one.kind == "symbol")
        return product.first_index(self.root, self.cache, asked)

    def warm(self) -> dict[str, Any]:
        """Start on an index that is there, ask everything twice, and keep what only the comparison with peers needs."""
        asked = self.questions()
        with product.session(self.root, self.cache) as server:
            took = product.warm_start(self.root, server, asked)
            answers = product.ask_all(self.root, server, asked)
            after, anonymous = processes.memory(server.pid)
            again = product.ask_all(self.root, server, asked)
            time.sleep(RESTING_S)
            rested, _ = processes.memory(server.pid)
        kinds = {
            kind: {
                **figures.spread(one.ms),
                "again": figures.spread(again[kind].ms),
                "cpu_ms": one.cpu_ms,
                "found": one.found,
                "right": sum(one.right) / len(one.right),
            }
            for kind, one in answers.items()
        }
        memory = {"asked_mib": after, "asked_anonymous_mib": anonymous, "rested_mib": rested}
        return {**took, "asked": len(asked), **memory, "kinds": kinds, **product.disk_of(self.cache)}

    def peers(self, tagged: dict[str, Any]) -> dict[str, Any]:
        """Ask ripgrep and readtags, after ctags had its turn."""
        versions = {name: peers.version_of(name) for name in ("ctags", "rg")}
        commands = peers.by_command(self.root, self.questions(), self.tag_file)
        return {"ctags": tagged, "commands": commands, "versions": versions}

    def semble(self, environment: Path) -> dict[str, Any]:
        """Index what semble indexes by default and all that it can, and ask the former."""
        semble, told = peers.Semble(environment), {}
        for content in peers.CONTENTS:
            folder = self.work / f"semble-{content}"
            shutil.rmtree(folder, ignore_errors=True)
            told[content] = semble.index(self.root, folder, content)
        ranked = [one for one in self.questions() if one.kind in ("name", "comment")]
        return {**told, **semble.ask(self.root, self.work / "semble-code", ranked)}


def size_of(root: Path) -> dict[str, float]:
    """Return how many regular files a tree has, and their MB."""
    sizes = [
        (Path(folder) / name).lstat().st_size
        for folder, _, names in os.walk(root)
        for name in names
        if not (Path(folder) / name).is_symlink()
    ]
    return {"files": len(sizes), "mb": sum(sizes) / 1e6}


def measured(run: Run, part: str, tagged: dict[str, Any], work: Path) -> dict[str, Any]:
    """Measure one part."""
    if part == "peers":
        return run.peers(tagged)
    if part == "semble":
        return run.semble(work / "semble")
    return run.first() if part == "first" else run.warm()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("tree", type=Path)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "big-trees")
    parser.add_argument("--count", type=int, default=40, help="questions of a kind; those made before stay")
    parser.add_argument("--cache", type=Path, help="a cache folder that holds an index of TREE; then without `first`")
    args = parser.parse_args()
    if args.cache and "first" in args.only:
        parser.error("--cache: a first index gets a cache folder of its own; leave `first` out of --only")
    root = args.tree.resolve()
    run = Run(root, args.work.resolve() / args.name, args.cache and args.cache.resolve(), args.count)
    version = root.with_name(f"{args.name}.version")
    tree = {**size_of(root), "version": version.read_text("utf-8").strip() if version.exists() else root.name}
    tagged = run.tag() if "peers" in args.only or not run.tag_file.exists() else {}
    for part in (part for part in PARTS if part in args.only):
        at = figures.circumstances()
        took = measured(run, part, tagged, args.work.resolve())
        figures.save({**figures.load(args.name), "tree": tree, part: {**took, "at": at}})
        scale.write()
        print(part, flush=True)


if __name__ == "__main__":
    main()
