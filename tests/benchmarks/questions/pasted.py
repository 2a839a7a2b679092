"""Make the set of texts that people paste into a search, by rules over whole trees.

    python -m tests.benchmarks.questions.pasted MIRRORS OUT [--only NAME...] [--most 12] [--split SPLIT...]

MIRRORS and OUT are as those of `make`; give it its own OUT, since nothing is blanked in these trees.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from itertools import chain
from pathlib import Path

from . import from_pastes, from_systems
from .candidate import Candidate
from .definitions import read_code
from .make import laid_out, row_of, write_queries
from .repository import Source, clone_of, git, listed


def make(mirrors: Path, out: Path, source: Source, most: int) -> dict[str, int]:
    """Lay out one tree and write its queries; return how many of each kind."""
    tree = laid_out(clone_of(mirrors, source), out, source)
    paths = git(tree, "ls-files", "-z").split("\0")[:-1]
    code, texts = read_code(tree, paths), from_pastes.texts_of(tree, paths)
    kinds: dict[str, list[Candidate]] = defaultdict(list)
    made = chain(from_pastes.candidates(code, texts), from_systems.candidates(texts))
    found = {one.order: one for one in made}
    for _, candidate in sorted(found.items()):
        if len(kinds[candidate.kind]) < most:
            kinds[candidate.kind].append(candidate)
    rows = (row_of(one, source, number) for kind in sorted(kinds) for number, one in enumerate(kinds[kind], 1))
    write_queries(out, source, rows)
    return {kind: len(kinds[kind]) for kind in sorted(kinds)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="+", default=(), help="names of repositories")
    parser.add_argument("--most", type=int, default=12, help="queries of a kind and repository")
    parser.add_argument("--split", nargs="+", default=("development",))
    args = parser.parse_args()
    for source in listed():
        if source.split in args.split and source.name in (args.only or [source.name]):
            print(source.name, make(args.mirrors, args.out.resolve(), source, args.most), flush=True)


if __name__ == "__main__":
    main()
