"""The quick score that every choice is made on: doc sentence -> definition in each development project."""

from __future__ import annotations

import functools
import itertools
import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from training.dataset import TOKENIZER, read_records
from training.extract import SEED

MOST_QUERIES, MOST_CANDIDATES, MOST_TOKENS = 200, 1_500, 512


@functools.cache
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(TOKENIZER))


@dataclass
class Project:
    """Queries and candidates of a project; `answers[i]` is the candidate that query i asks for."""

    name: str
    language: str
    queries: list[str]
    codes: list[str]
    answers: NDArray[np.int64]


def projects(role: str) -> list[Project]:
    """Return protocol A of a role: every documented definition is a candidate, each asked for by its first sentence."""
    grouped: dict[tuple[str, str], list[dict[str, str]]] = {}
    for package, record in read_records(role):
        if record["kind"] in ("doc", "name"):
            grouped.setdefault((package, record["language"]), []).append(record)
    found: list[Project] = []
    for (package, language), records in grouped.items():
        documented = [record for record in records if record["kind"] == "doc" and len(record["sentence"].split()) >= 4]
        if len(documented) < 40:
            continue
        rng = random.Random(f"{SEED} {package} {language}")
        asked = rng.sample(documented, min(MOST_QUERIES, len(documented)))
        chosen = {id(record) for record in asked}
        others = [record for record in records if id(record) not in chosen]
        rng.shuffle(others)
        candidates = asked + others[: MOST_CANDIDATES - len(asked)]
        found.append(
            Project(
                package, language, [record["sentence"] for record in asked], [record["code"] for record in candidates],
                np.arange(len(asked)),
            )
        )  # fmt: skip
    return found


Tokens = tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]


def bags(texts: list[str]) -> Tokens:
    """Return distinct tokens, root counts and the bounds of each text."""
    size = tokenizer().get_vocab_size()
    keys = [
        owner * size + np.array(encoding.ids[:MOST_TOKENS], dtype=np.int64)
        for owner, encoding in enumerate(tokenizer().encode_batch_fast(texts))
    ]
    distinct, counts = np.unique(np.concatenate(keys), return_counts=True)
    owners, tokens = np.divmod(distinct, size)
    return tokens, np.sqrt(counts).astype(np.float32), np.searchsorted(owners, np.arange(len(texts) + 1))


def embed(table: NDArray[np.float32], bag: Tokens) -> NDArray[np.float32]:
    tokens, weights, bounds = bag
    vectors = np.stack([
        weights[start:end] @ table[tokens[start:end]] for start, end in itertools.pairwise(bounds)
    ])  # fmt: skip
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def ndcg(scores: NDArray[np.float32], answers: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return nDCG@10 of every query with one right answer; ties count against it."""
    own = scores[np.arange(len(answers)), answers][:, None]
    rank = (scores >= own).sum(axis=1)
    return np.where(rank <= 10, 1 / np.log2(rank + 1), 0.0)


@functools.cache
def load(role: str) -> list[tuple[Project, Tokens, Tokens]]:
    return [(project, bags(project.queries), bags(project.codes)) for project in projects(role)]


def score(table: NDArray[np.float32], sets: list[tuple[Project, Tokens, Tokens]]) -> dict[str, float]:
    """Return nDCG@10 for each project."""
    return {
        f"{project.name}/{project.language}": float(
            ndcg(embed(table, queries) @ embed(table, codes).T, project.answers).mean()
        )
        for project, queries, codes in sets
    }
