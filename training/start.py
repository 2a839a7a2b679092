"""Where rows start: tokens that stand in the same definitions start near each other.

A run shows each pair about once, so that rare tokens hardly move from where they start.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from lsp_codebase.embed.static import MARK_TOKEN
from training import dataset

FIELDS = {"sentence": 64, "name": 16, "code": 160}  # how many tokens of each
RECORDS = 300_000
ROUNDS = 3
SPARE = 32  # columns more than wanted, for the precision of the wanted ones
SEED = 7
FOUND = 0.7  # of a row's length; the rest is random, which tells apart tokens of the same definitions


def rows(arrays: dataset.Arrays, vocabulary: int, dimension: int) -> torch.Tensor:
    """Return float32, (vocabulary, dimension), rows of about length 1, always the same; kept beside the arrays."""
    file = dataset.ARRAYS / "start.npy"
    if not file.exists():
        np.save(file, _made(arrays, vocabulary, dimension).numpy())
    return torch.from_numpy(np.load(file))


def _made(arrays: dataset.Arrays, vocabulary: int, dimension: int) -> torch.Tensor:
    fixed = torch.Generator().manual_seed(SEED)
    noise = torch.nn.functional.normalize(torch.randn(vocabulary, dimension, generator=fixed), dim=1)
    found = torch.nn.functional.normalize(_directions(_bags(arrays, vocabulary), dimension, fixed), dim=1)
    return FOUND * found + (1 - FOUND**2) ** 0.5 * noise


def _bags(arrays: dataset.Arrays, vocabulary: int) -> torch.Tensor:
    """Return a sparse matrix, (records, vocabulary): root counts times idf, of frequent tokens less."""
    described = np.flatnonzero(arrays.kind != dataset.KINDS.index("name"))
    chosen = np.sort(np.random.default_rng(SEED).permutation(described)[:RECORDS])
    keys = np.concatenate([_keys(arrays, field, most, chosen, vocabulary) for field, most in FIELDS.items()])
    distinct, counts = np.unique(keys, return_counts=True)
    owners, tokens = np.divmod(distinct, vocabulary)
    frequency = np.bincount(tokens, minlength=vocabulary)
    values = np.sqrt(counts) * np.log(len(chosen) / (frequency + 1))[tokens]
    values /= np.sqrt(np.bincount(owners, values**2, minlength=len(chosen)))[owners]
    columns = np.sqrt(np.bincount(tokens, values**2, minlength=vocabulary))
    values /= np.sqrt(np.maximum(columns, 1))[tokens]
    places = torch.from_numpy(np.stack([owners, tokens]))
    return torch.sparse_coo_tensor(places, torch.from_numpy(values.astype(np.float32)), (len(chosen), vocabulary))


def _keys(
    arrays: dataset.Arrays, field: str, most: int, chosen: NDArray[np.int64], vocabulary: int
) -> NDArray[np.int64]:
    """Return record * vocabulary + token of the first tokens of a field."""
    starts = arrays.offsets[field][chosen]
    sizes = np.minimum(arrays.offsets[field][chosen + 1] - starts, most)
    owners = np.repeat(np.arange(len(chosen)), sizes)
    within = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    tokens = arrays.flat[field][np.repeat(starts, sizes) + within].astype(np.int64)
    keys: NDArray[np.int64] = (owners * vocabulary + tokens)[tokens != MARK_TOKEN]
    return keys


def _directions(bags: torch.Tensor, dimension: int, fixed: torch.Generator) -> torch.Tensor:
    """Return the right singular vectors times the roots of their values, by randomised iteration.

    The first is shared by all records and tells nothing: zero.
    """
    across, down = bags.coalesce().to_sparse_csr(), bags.t().coalesce().to_sparse_csr()
    basis = torch.randn(bags.shape[1], dimension + SPARE, generator=fixed)
    for _ in range(ROUNDS):
        basis, _ = torch.linalg.qr(down @ (across @ basis))
    image = across @ basis
    squares, turned = torch.linalg.eigh(image.T @ image)
    order = torch.argsort(squares, descending=True)[:dimension]
    directions = basis @ turned[:, order] * squares[order].clamp(min=0) ** 0.25
    directions[:, 0] = 0
    return directions
