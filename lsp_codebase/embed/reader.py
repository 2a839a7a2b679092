"""The built-in model that reads a question and a place in the code together, and tells how well they fit.

A small transformer over the token rows of the built-in embedding model: 5 layers of 256 dimensions, 2.8 million
numbers, trained by `training/reader`. It is computed in numpy: no runtime has to be loaded for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.embed.static import MARK_TOKEN, StaticEmbedder

Floats = NDArray[np.float32]
Tokens = NDArray[np.int64]

MOST_QUESTION, MOST_PATH, MOST_CODE = 40, 16, 127
"""Tokens that are read: the first of the question, the last of the path, and a run of the code."""
SCALES = ".scales"
"""The suffix of an array's name for the scales of its rows."""
_MOST_SEEN = 400  # tokens of the code among which that run is chosen
_STEP = 16  # tokens from the start of one run to the next
_EARLIER = 0.002  # for each token: of two runs that hold as much, the earlier one is read
_MOST_CHARS = 4_000
_HEADS = 4
_EPSILON = 1e-5


class Reader:
    """The model in a file of arrays. Any thread may use it."""

    def __init__(self, file: Path, table: StaticEmbedder) -> None:
        """`table` is the model whose rows it was trained on."""
        held = _unpacked(file)
        self._norms, self._kinds, self._places = held["norms"], held["kind"], held["place"]
        self._rows, self._measures = (_Linear.of(held, name) for name in ("inp", "feat"))
        count = sum(name.endswith(".up.weight") for name in held)
        self._layers = [_Layer.of(held, f"layers.{number}") for number in range(count)]
        self._score = _Linear.of(held, "score", "norm")
        self._table = table

    def scores(self, question: str, places: Iterable[tuple[str, str]]) -> Iterator[float]:
        """Yield how well each place, a path and the code there, answers the question; to be compared, no shares."""
        asked = self._table.tokens(question)[:MOST_QUESTION]
        for path, code in places:
            seen = self._table.tokens(code[:_MOST_CHARS])[:_MOST_SEEN]
            states = self._embedded(asked, self._table.tokens(path)[-MOST_PATH:], self._densest(asked, seen))
            for layer in self._layers[:-1]:
                states = layer.after(states)
            last = self._layers[-1].after(states, most=1)  # only its first row is needed
            yield float(self._score.of_rows(_normal(last))[0, 0])

    def _embedded(self, asked: Tokens, path: Tokens, code: Tokens) -> Floats:
        """Return the input of the first layer, (1 + tokens, dimensions): the first row stands for the whole."""
        place = np.concatenate([path, code])
        tokens = np.concatenate([asked, place])
        rows = self._table.unit_rows(tokens)
        like = rows[len(asked) :] @ rows[: len(asked)].T
        same = (place[:, None] == asked) & (place[:, None] > MARK_TOKEN)
        norms = self._norms[tokens]
        nearest = np.concatenate([like.max(0, initial=0.0), like.max(1, initial=0.0)])
        exact = np.concatenate([same.any(0), same.any(1)]).astype(np.float32)
        measured = np.stack([nearest, exact, exact * norms, norms, tokens == MARK_TOKEN], 1).astype(np.float32)
        # Each of the three parts has places of its own.
        starts = (0, MOST_QUESTION, MOST_QUESTION + MOST_PATH)
        parts = (asked, path, code)
        at = np.concatenate([start + np.arange(len(part)) for start, part in zip(starts, parts, strict=True)])
        kinds = np.repeat((1, 2, 3), [*map(len, parts)])
        known = self._rows.of_rows(rows) + self._measures.of_rows(measured)
        return np.concatenate([self._kinds[:1], known + self._places[at] + self._kinds[kinds]])

    def _densest(self, asked: Tokens, code: Tokens) -> Tokens:
        """Return the run of the code in which the words of the question stand densest."""
        if len(code) <= MOST_CODE:
            return code
        is_asked = np.isin(code, asked) & (code > MARK_TOKEN)
        total = np.concatenate([[0.0], np.cumsum(is_asked * self._norms[code])])
        starts = np.arange(0, len(code) - MOST_CODE + _STEP, _STEP)
        ends = np.minimum(starts + MOST_CODE, len(code))
        start = starts[np.argmax(total[ends] - total[starts] - _EARLIER * starts)]
        return code[start : start + MOST_CODE]


def _unpacked(file: Path) -> dict[str, Floats]:
    """Return the arrays of a file: numbers of 16 bits, or of 8 bits with a scale for each row."""
    with np.load(file) as arrays:
        held = {name: arrays[name].astype(np.float32) for name in arrays.files}
    scales = {name: held.pop(name) for name in [*held] if name.endswith(SCALES)}
    for name, scale in scales.items():
        held[name.removesuffix(SCALES)] *= scale[:, None]
    return held


class _Linear(NamedTuple):
    weights: Floats
    bias: Floats

    @classmethod
    def of(cls, arrays: Mapping[str, Floats], name: str, normal: str = "") -> _Linear:
        """Return the layer of a file; the scale and shift by which `normal` changes its input become part of it."""
        weights, bias = arrays[f"{name}.weight"], arrays[f"{name}.bias"]
        if normal:
            bias = bias + weights @ arrays[f"{normal}.bias"]
            weights = weights * arrays[f"{normal}.weight"]
        return cls(np.ascontiguousarray(weights.T), bias)

    def of_rows(self, rows: Floats) -> Floats:
        found: Floats = rows @ self.weights
        found += self.bias
        return found


class _Layer(NamedTuple):
    mix: _Linear  # to queries, keys and values, side by side
    out: _Linear
    up: _Linear
    down: _Linear

    @classmethod
    def of(cls, arrays: Mapping[str, Floats], name: str) -> _Layer:
        mix, up = _Linear.of(arrays, f"{name}.qkv", f"{name}.n1"), _Linear.of(arrays, f"{name}.up", f"{name}.n2")
        return cls(mix, _Linear.of(arrays, f"{name}.out"), up, _Linear.of(arrays, f"{name}.down"))

    def after(self, states: Floats, most: int | None = None) -> Floats:
        """Return the states of the first `most` tokens after this layer, of all without it."""
        heard = _attended(self.mix.of_rows(_normal(states)), most)
        states = states[:most] + self.out.of_rows(heard)
        up = self.up.of_rows(_normal(states))
        states += self.down.of_rows(np.maximum(up, 0, out=up))
        return states


def _normal(rows: Floats) -> Floats:
    """Return rows of mean 0 and variance 1."""
    rows = rows - rows.mean(1, keepdims=True)
    rows /= np.sqrt(np.einsum("ij,ij->i", rows, rows)[:, None] / rows.shape[1] + _EPSILON)
    return rows


def _attended(mixed: Floats, most: int | None) -> Floats:
    """Return the mix that each of the first tokens of a text takes from all of them."""
    tokens, width = len(mixed), mixed.shape[1] // 3
    queries, keys, values = mixed.reshape(tokens, 3, _HEADS, width // _HEADS).transpose(1, 2, 0, 3)
    shares = queries[:, :most] @ keys.transpose(0, 2, 1)
    shares *= np.float32((width // _HEADS) ** -0.5)
    shares -= shares.max(2, keepdims=True)
    np.exp(shares, out=shares)
    shares /= shares.sum(2, keepdims=True)
    found: Floats = (shares @ values).transpose(1, 0, 2).reshape(-1, width)
    return found
