"""Ask where one more of a kind goes, and look at the files that later commits changed which added one.

    python -m tests.benchmarks.questions.additions MIRRORS OUT [--only NAME...]

OUT is a folder that `make` or `written` filled: its trees have no commit after their snapshots, those of MIRRORS
have. A kind is the last word of what at least four later commits add ("Add the vtsls language server"). Right are
the source files that two fifths of them change, and the folders to which as many add one. Prints how often a right
place is the first file, and among the first five and ten, and the share of the right places among the first ten.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname

from lsp_codebase.scan import path_roles

from .systems import Product

FORMS = ("add a new {}", "how do I add a new {}", "what do I need to change to add another {}?")
_ADDS = re.compile(
    r"(?:\w+(?:\([^)]*\))?:\s*)?(?:add(?:ed|s)?|introduce|implement|support)\s+(?:support\s+for\s+)?(?P<added>[^:;,]*?)"
    r"(?:\s+(?:for|to|in|with|that|from|as|on|of|and|which|so|when|by|at|into|\().*)?\s*(?:\(#\d+\))?\.?",
    re.IGNORECASE,
)
_NO_KINDS = frozenset(  # of which any project has some, wherever there is code
    """
    annotation argument change check ci class code comment completion config configuration coverage description doc docs
    documentation entry error example feature file fix function hint info line link log logging message method missing
    name note number parameter param range readme release section spec specs support table test tests type value
    version warning
    """.split()
)
_FEWEST, _SHARE, _WIDEST = 4, 0.4, 25
_NO_SOURCE = frozenset({"docs", "example", "generated", "test"})


@dataclass(frozen=True)
class Kind:
    """A kind of which later commits added some, with the places where they go."""

    name: str
    files: frozenset[str]
    folders: frozenset[str]


def _git(tree: Path, *args: str) -> str:
    return subprocess.run(["git", "-C", tree, *args], capture_output=True, check=True).stdout.decode(errors="replace")


def kinds(tree: Path, mirror: Path) -> Iterator[Kind]:
    """Yield the kinds of a tree."""
    here = set(_git(tree, "ls-files").splitlines())
    folders = {dirname(path) for path in here}
    later = f"{_git(tree, 'rev-parse', 'HEAD').strip()}..HEAD"
    log = _git(mirror, "log", "--no-merges", "--no-renames", "--format=%x01%s", "--name-status", later)
    commits: dict[str, list[list[tuple[str, str]]]] = defaultdict(list)
    for subject, *rest in (commit.splitlines() for commit in log.split("\1")[1:]):
        words = re.findall(r"[A-Za-z][\w-]*", found["added"]) if (found := _ADDS.fullmatch(subject.strip())) else []
        kind = words[-1].lower().removesuffix("s") if len(words) > 1 else ""
        files = [(line[0], line.split("\t")[1]) for line in rest if "\t" in line]
        if kind and kind not in _NO_KINDS and len(files) <= _WIDEST:
            commits[kind].append([one for one in files if _NO_SOURCE.isdisjoint(path_roles(one[1]))])
    for kind, touched in sorted(commits.items()):
        often = _SHARE * len(touched)
        changed = Counter(path for files in touched for how, path in files if how == "M" and path in here)
        added = Counter(folder for files in touched for folder in {dirname(path) for how, path in files if how == "A"})
        right = frozenset(path for path, count in changed.items() if count >= often)
        beside = frozenset(folder for folder, count in added.items() if count >= often and folder and folder in folders)
        if len(touched) >= _FEWEST and (right or beside):
            yield Kind(kind, right, beside)


def placed(kind: Kind, paths: Sequence[str]) -> tuple[int, float]:
    """Return the rank of the first right file among ten, 11 without one, and the share of the right places there."""
    first = next(
        (rank for rank, path in enumerate(paths, 1) if path in kind.files or dirname(path) in kind.folders), 11
    )
    there = kind.files.intersection(paths), kind.folders.intersection(map(dirname, paths))
    return first, sum(map(len, there)) / (len(kind.files) + len(kind.folders))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="+", default=(), help="names of repositories")
    args = parser.parse_args()
    answers: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for tree in sorted((args.out / "trees").iterdir()):
        mirror = next(args.mirrors.glob(f"*+{tree.name}/repo"), None)
        asked = [*kinds(tree, mirror)] if mirror and tree.name in (args.only or [tree.name]) else []
        system = Product(tree.resolve(), args.out / "index", {}) if asked else None
        for kind in asked if system else ():
            for form in FORMS:
                paths = [*dict.fromkeys(hit.path for hit in system.search(form.format(kind.name)))][:10]
                answers[form].append(placed(kind, paths))
        if system:
            system.close()
    print("| form | kinds | first | in five | in ten | right places in ten |\n|---|---:|---:|---:|---:|---:|")
    for form, ranks in answers.items():
        counts = (sum(rank <= most for rank, _ in ranks) for most in (1, 5, 10))
        share = sum(own for _, own in ranks) / len(ranks)
        print(f"| {form.format('...')} | {len(ranks)} | {' | '.join(map(str, counts))} | {share:.2f} |")


if __name__ == "__main__":
    main()
