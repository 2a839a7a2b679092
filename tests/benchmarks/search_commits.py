"""How well the subjects of later commits find the files they change, on any git repositories.

    python tests/benchmarks/search_commits.py REPOSITORY... [--back 350] [--queries 40]

Each repository is laid out as it was so many commits ago and indexed there; later subjects are asked. Taken are
subjects of four or more words that announce no bump, merge, release, typo or documentation, and whose commit changes
one to five source files that are there and play no other part (test, example, ...). Prints NDCG@10 on files of the
hybrid search, of its words alone, and of plain BM25 over the same chunks.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
import re
import statistics
import subprocess
import tarfile
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from search_ablation import HITS, engine_of

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, Mode, Pack, SearchQuery
from lsp_codebase.parse import LANGUAGES, detect_language
from lsp_codebase.parse.tokens import tokenize
from lsp_codebase.scan.roles import path_roles
from lsp_codebase.search.engine import Engine
from lsp_codebase.search.filters.filters import NO_FILTER
from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.ranking.rank import ONLY_VECTORS
from lsp_codebase.search.ranking.recall import ranked, recall
from lsp_codebase.workspace import Workspace

SAYS_NOTHING = re.compile(
    r"(merge|bump|release|revert|prepare|chore|ci\b|docs?\b|wip\b|v?\d+\.\d+"
    r"|.*\b(typos?|changelog|readme|whitespace|format(ting)?|lint|copyright|translations?|version)\b)",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\s*\(?(#\d+|\[?[A-Z]+-\d+\]?)\)?")
MOST_FILES = 5


def git(repository: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(repository), *arguments], capture_output=True, text=True, errors="replace", check=True
    ).stdout


def lay_out(repository: Path, commit: str, root: Path) -> None:
    command = ["git", "-C", str(repository), "archive", commit]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE) as archive,
        tarfile.open(fileobj=archive.stdout, mode="r|") as tar,
    ):
        tar.extractall(root, filter="data")


def queries(repository: Path, commit: str, root: Path) -> Iterator[tuple[str, list[str]]]:
    for row in git(repository, "log", "--no-merges", "--format=%H\t%s", f"{commit}..HEAD").splitlines():
        later, _, subject = row.partition("\t")
        text = NUMBER.sub("", subject).strip()
        if SAYS_NOTHING.match(text) or len(text.split()) < 4:
            continue
        changed = git(repository, "diff-tree", "--no-commit-id", "--name-status", "-r", later).splitlines()
        files = [path for status, _, path in (line.partition("\t") for line in changed) if status == "M"]
        files = [path for path in files if LANGUAGES[detect_language(path, b"")].is_code and not path_roles(path)]
        if 1 <= len(files) <= MOST_FILES and all((root / path).is_file() for path in files):
            yield text, files


class PlainBm25:
    """Okapi BM25 over the chunks of an index: one field, identifiers split, nothing else."""

    def __init__(self, engine: Engine) -> None:
        rows = engine.corpus.state.texts.chunks.rows(["path", "text"]).to_pylist()
        self.paths = [row["path"] for row in rows]
        counts = [Counter(tokenize(row["text"])) for row in rows]
        sizes = [sum(count.values()) for count in counts]
        average = statistics.mean(sizes)
        self.postings: dict[str, list[tuple[int, float]]] = {}
        for place, count in enumerate(counts):
            norm = 1.2 * (0.25 + 0.75 * sizes[place] / average)
            for token, times in count.items():
                self.postings.setdefault(token, []).append((place, times * 2.2 / (times + norm)))

    def search(self, text: str) -> list[str]:
        scores: dict[int, float] = defaultdict(float)
        for term in understand(text, Mode.HYBRID).terms:
            found = self.postings.get(term.token, []) if term.is_word else []
            idf = math.log(1 + (len(self.paths) - len(found) + 0.5) / (len(found) + 0.5))
            for place, weight in found:
                scores[place] += idf * weight
        best = heapq.nlargest(HITS, scores.items(), key=lambda pair: pair[1])
        return [self.paths[place] for place, _ in best]


def only_words(engine: Engine, text: str) -> list[str]:
    understood = understand(text, Mode.HYBRID)
    found = recall(engine.corpus, understood, NO_FILTER, CancelToken())
    weights = replace(ONLY_VECTORS, lexical=1.0, vector=0.0)
    return [piece.path for piece in islice(ranked(engine.corpus, found, understood, weights), HITS)]


def ndcg(paths: Sequence[str], right: Sequence[str]) -> float:
    ranked = list(dict.fromkeys(paths))
    gain = sum(1 / math.log2(rank + 2) for rank, path in enumerate(ranked) if path in right)
    return gain / sum(1 / math.log2(rank + 2) for rank in range(len(right)))


def measure(repository: Path, back: int, most: int) -> dict[str, list[float]]:
    commit = git(repository, "rev-list", "--first-parent", f"--max-count={back + 1}", "HEAD").split()[-1]
    scores: dict[str, list[float]] = {"plain BM25": [], "words alone": [], "hybrid": []}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "tree"
        lay_out(repository, commit, root)
        asked = sorted(queries(repository, commit, root))
        asked = random.Random(1).sample(asked, min(most, len(asked)))
        workspace = Workspace(Settings(index_location=f"{folder}/index"))
        workspace.add_folder(root)
        workspace.start()
        codebase = workspace.find(root)
        codebase.wait_until_idle(CancelToken())
        engine = engine_of(codebase)
        plain = PlainBm25(engine)
        for text, right in asked:
            hits = workspace.view(root).search(SearchQuery(text, limit=HITS, pack=Pack.NONE), CancelToken()).hits
            scores["plain BM25"].append(ndcg(plain.search(text), right))
            scores["words alone"].append(ndcg(only_words(engine, text), right))
            scores["hybrid"].append(ndcg([hit.path.relative_to(root).as_posix() for hit in hits], right))
        workspace.close()
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--back", type=int, default=350)
    parser.add_argument("--queries", type=int, default=40)
    args = parser.parse_args()
    print("| repository | queries | plain BM25 | words alone | hybrid |\n|---|---:|---:|---:|---:|")
    for repository in args.repositories:
        scores = measure(repository, args.back, args.queries)
        cells = " | ".join(f"{statistics.mean(values or [0.0]):.3f}" for values in scores.values())
        print(
            f"| {repository.resolve().parent.name}/{repository.name} | {len(scores['hybrid'])} | {cells} |", flush=True
        )


if __name__ == "__main__":
    main()
