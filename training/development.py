"""The quick score that every choice is made on: protocols A and B on the development projects."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from lsp_codebase.embed.static import occurrence_shares
from training import protocols
from training.dataset import TOKENIZER
from training.position import DECAY, root_counts

MOST_TOKENS = 512

Tokens = tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]


@functools.cache
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(TOKENIZER))


def bags(texts: list[str]) -> Tokens:
    """Return distinct tokens, root counts and the bounds of each text."""
    size = tokenizer().get_vocab_size()
    ids = [np.array(encoding.ids[:MOST_TOKENS], dtype=np.int64) for encoding in tokenizer().encode_batch_fast(texts)]
    sizes, tokens = np.array([len(own) for own in ids]), np.concatenate(ids)
    keys = np.repeat(np.arange(len(ids)) * size, sizes) + tokens
    distinct, roots = root_counts(keys, occurrence_shares(tokens, sizes, DECAY))
    owners, tokens = np.divmod(distinct, size)
    return tokens, roots, np.searchsorted(owners, np.arange(len(texts) + 1))


def embed(table: NDArray[np.float32], bag: Tokens) -> NDArray[np.float32]:
    tokens, weights, bounds = bag
    vectors = np.stack([
        weights[start:end] @ table[tokens[start:end]] for start, end in itertools.pairwise(bounds)
    ])  # fmt: skip
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def ndcg(scores: NDArray[np.float32], answers: list[list[int]]) -> NDArray[np.float64]:
    """Return nDCG@10 of the best right answer of every query; ties with wrong ones count against it."""
    places = np.zeros(len(answers))
    for index, (row, right) in enumerate(zip(scores, answers, strict=True)):
        best = row[right].max()
        places[index] = (row >= best).sum() - (row[right] >= best).sum() + 1
    return np.where(places <= 10, 1 / np.log2(places + 1), 0.0)


@dataclass
class Set:
    """A task with its texts as bags of tokens."""

    name: str
    queries: Tokens
    documents: Tokens
    answers: list[list[int]]


@functools.cache
def load() -> list[Set]:
    """Return the development tasks, named `A project/language` and `B project/language`."""
    sets: list[Set] = []
    for package in protocols.packages("dev"):
        for protocol, tasks in (("A", protocols.definition_tasks(package)), ("B", protocols.chunk_tasks(package))):
            for task in tasks:
                name = f"{protocol} {task.project}/{task.language}"
                sets.append(Set(name, bags(task.queries), bags(task.documents), task.answers))
    return sets


def score(table: NDArray[np.float32]) -> dict[str, float]:
    """Return nDCG@10 for each task."""
    return {
        entry.name: float(ndcg(embed(table, entry.queries) @ embed(table, entry.documents).T, entry.answers).mean())
        for entry in load()
    }
