"""Make the development questions and the trees they are asked of, from public repositories.

    python -m tests.benchmarks.questions.make MIRRORS OUT [--only NAME...] [--most 14] [--of KIND=N...] [--split SPLIT]

MIRRORS holds clones as `owner+name/repo`; what is not there is cloned. OUT gets `trees/NAME`, a work tree at the
snapshot with its past, and `queries/NAME.jsonl`, one query a line: kind, text, right places, source. Everything is
pinned and put in order by hashes, so every run makes the same.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

from lsp_codebase.parse import detect_language

from . import from_comments, from_documents, from_history
from .candidate import Candidate, Hidden
from .definitions import Code, read_code
from .leaks import leaked, texts_below
from .repository import Source, clone_of, commits_between, git, lay_out, listed

SPARE = 1.5  # times as many candidates as wanted, since some leak


@dataclass(frozen=True)
class Most:
    """How many questions are made of a repository: of the kinds that are `named`, and of each other."""

    other: int
    named: Mapping[str, int]

    def of(self, kind: str) -> int:
        return self.named.get(kind, self.other)

    def spared(self, kind: str) -> int:
        return round(self.of(kind) * SPARE)


def candidates(clone: Path, source: Source, code: Code, paths: list[str], most: Most) -> list[Candidate]:
    """Return so many candidates of each kind, and some to spare, no two with the same text."""
    commits = list(commits_between(clone, source.snapshot, source.until))
    documents = from_documents.documents_at(clone, source.until)  # the newest tell most, and what they tell of is old
    found = [
        *from_documents.of_places(documents, code),
        *from_documents.of_names(documents, code),
        *from_documents.of_manifests(paths, code),
        *from_comments.of_files(code),
        *from_comments.of_definitions(code),
        *from_history.candidates(clone, commits, code, most.spared),
    ]
    times = Counter(candidate.query for candidate in found)
    kinds: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in sorted(found, key=lambda one: one.order):
        if times[candidate.query] == 1 and len(kinds[candidate.kind]) < most.spared(candidate.kind):
            kinds[candidate.kind].append(candidate)
    return [candidate for kind in sorted(kinds) for candidate in kinds[kind]]


def hide(tree: Path, hidden: Iterable[Hidden]) -> None:
    """Blank lines, so that the numbers of others stay, and leave files out."""
    blanked: dict[str, set[int]] = defaultdict(set)
    for place in hidden:
        if place.first is None or place.last is None:
            (tree / place.path).unlink(missing_ok=True)
        else:
            blanked[place.path] |= set(range(place.first, place.last + 1))
    for path, rows in blanked.items():
        lines = (tree / path).read_bytes().split(b"\n")
        (tree / path).write_bytes(b"\n".join(b"" if row in rows else line for row, line in enumerate(lines)))


def make(mirrors: Path, out: Path, source: Source, most: Most) -> Counter[str]:
    """Lay out one tree and write its queries; return how many of each kind."""
    clone = clone_of(mirrors, source)
    tree = laid_out(clone, out, source)
    paths = git(tree, "ls-files", "-z").split("\0")[:-1]
    code = read_code(tree, paths)
    found = candidates(clone, source, code, paths, most)
    hide(tree, (candidate.hidden for candidate in found if candidate.hidden))
    past = git(tree, "log", "--format=%B").encode()
    told = leaked([candidate.query for candidate in found], chain([past], texts_below(tree, paths)))
    made: Counter[str] = Counter()
    rows = []
    for candidate in found:
        if candidate.query not in told and made[candidate.kind] < most.of(candidate.kind):
            made[candidate.kind] += 1
            rows.append(row_of(candidate, source, made[candidate.kind]))
    write_queries(out, source, rows)
    return made


def laid_out(clone: Path, out: Path, source: Source) -> Path:
    """Return the work tree of a repository, made anew."""
    tree = out / "trees" / source.name
    shutil.rmtree(tree, ignore_errors=True)
    tree.parent.mkdir(parents=True, exist_ok=True)
    lay_out(clone, source.snapshot, tree)
    return tree


def write_queries(out: Path, source: Source, rows: Iterable[Mapping[str, object]]) -> None:
    """Write the questions about a repository for `score`."""
    queries = queries_of(out, source)
    queries.parent.mkdir(parents=True, exist_ok=True)
    queries.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def queries_of(out: Path, source: Source) -> Path:
    return out / "queries" / f"{source.name}.jsonl"


def row_of(candidate: Candidate, source: Source, number: int | str) -> dict[str, object]:
    """Return a question as `score` reads it."""
    return {
        "id": f"{source.name}/{candidate.kind}/{number}",
        "kind": candidate.kind,
        "split": source.split,
        "repository": source.name,
        "language": detect_language(candidate.answers[0].path),
        "query": candidate.query,
        "answers": [asdict(answer) for answer in candidate.answers],
        "source": f"{source.url} {candidate.source}".rstrip(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="+", default=(), help="names of repositories")
    parser.add_argument("--most", type=int, default=14, help="queries of a kind and repository")
    parser.add_argument("--of", nargs="+", default=(), metavar="KIND=N", help="another number for some kinds")
    parser.add_argument("--split", nargs="+", default=("development", "held"))
    args = parser.parse_args()
    most = Most(args.most, {kind: int(number) for kind, _, number in (one.partition("=") for one in args.of)})
    for source in listed():
        if source.split in args.split and source.name in (args.only or [source.name]):
            made = make(args.mirrors, args.out.resolve(), source, most)
            print(source.name, source.split, sum(made.values()), dict(sorted(made.items())), flush=True)


if __name__ == "__main__":
    main()
