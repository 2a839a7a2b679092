"""A second look at the first pieces of a thorough question, by measures of them side by side.

The ranking scores each candidate by itself. Here the first ones are compared: each signal with the best of them, each
piece with the others of its file, the words of the question by how few of the pieces hold them, and the built-in
model's likeness of single stretches. The first ones are read together with the question, too, by a small model. Trees
that were trained on other repositories (`training/second_look.py`) have a say in the order by all that.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.embed import builtin_embedder, builtin_reader
from lsp_codebase.parse import stem, word_parts
from lsp_codebase.scan import path_roles
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.priors import unasked_roles
from lsp_codebase.search.ranking.trees import Trees

Numbers = NDArray[np.float64]

MOST_CHARS = 2_000
"""Of the text of a piece: nearly all chunks are shorter."""
# Not `size` and `comments`: the questions of the training were comments, which are missing where they stood.
_SIGNALS = (
    *("lexical", "vector", "names", "defined", "stem", "directory", "strings", "coverage"),
    *("file", "fileLexical", "fileCoverage", "path", "pathMeaning", "history", "nearby", "called"),
)
_SAY = 1.6  # of the trees, beside 1 of the ranking: alone they are better where they learned, and worse elsewhere
_READER_SAY = 0.3  # of the reader by itself: the trees learned from readers of half as many lists, which say less
_READ = 10  # pieces that are read, 8 ms of CPU each; all 20 gain no more than a tenth beyond
_MOST_WORDS = 40  # of a question
_MOST_PAIRS = 4 * _MOST_WORDS  # of words side by side in it
_MOST_TIMES = 20  # that a word is looked at in a piece
_NEAR_WORDS = 6
_HEAD_LINES = 2
_STRETCH_LINES, _STRETCH_STEP, _MOST_STRETCHES = 6, 3, 16
_LEAST_WORDS = 30  # of a piece, for the density of words
_TINY = 1e-9


def in_better_order(
    understood: Understanding,
    pieces: Sequence[Piece],
    texts: Sequence[str],
    check: Callable[[], None] = lambda: None,
    are_asked: Sequence[bool] = (),
) -> list[Piece]:
    """Return ranked pieces, which carry their signals, in the order of the second look.

    The best piece gets the best score and so on down: the scores still compare with those of other folders. `check` is
    called now and then, and may raise to stop. Pieces that play the part which is asked for change places with each
    other only.
    """
    if len(pieces) < 2:
        return [*pieces]
    scores = np.array([piece.score for piece in pieces])
    read = compared(_read(understood, pieces, texts, check), len(pieces))
    says = _trees().values(np.hstack([measures(understood, pieces, texts), read]))
    values = scores / max(scores.max(), _TINY) + _SAY * _share(says) + _READER_SAY * _share(read[:, 0])
    order = np.argsort(-values, kind="stable").tolist()
    order = _within_kinds(order, are_asked) if any(are_asked) else order
    falling = sorted(scores.tolist(), reverse=True)
    return [_with_score(pieces[place], score) for place, score in zip(order, falling, strict=True)]


def _within_kinds(order: Sequence[int], are_asked: Sequence[bool]) -> list[int]:
    """Return an order in which tests, where those are asked for, stand where tests stood: the code says more."""
    left = {kind: iter([place for place in order if are_asked[place] is kind]) for kind in (True, False)}
    return [next(left[kind]) for kind in are_asked]


def _share(values: Numbers) -> Numbers:
    """Return how far each is from the least to the most."""
    found: Numbers = (values - values.min()) / max(np.ptp(values), _TINY)
    return found


def compared(read: Iterable[float], count: int) -> Numbers:
    """Return the input of the trees from the scores of the reader, (count, 3): each, behind the best, and its place.

    Of more than are read, the others are as good as the worst.
    """
    found = np.array([*islice(read, _READ)])
    scores = np.concatenate([found, np.full(max(count - len(found), 0), found.min())])
    places = np.empty(len(scores))
    places[np.argsort(scores, kind="stable")] = np.arange(len(scores))
    return np.stack([scores, scores - scores.max(), places], 1)


def measures(understood: Understanding, pieces: Sequence[Piece], texts: Sequence[str]) -> Numbers:
    """Return the other input of the trees, without the reader: (pieces, measures). `texts` hold no paths."""
    texts = [text[:MOST_CHARS] for text in texts]
    signals = np.array([[piece.signals.get(name, 0.0) for name in _SIGNALS] for piece in pieces])
    columns = (
        signals,
        signals / np.maximum(signals.max(axis=0), _TINY),
        _standing(pieces, understood),
        _words(understood, pieces, texts),
        _likeness(understood, pieces, texts),
        np.tile(_form(understood), (len(pieces), 1)),
    )
    return np.hstack(columns)


def _read(
    understood: Understanding, pieces: Sequence[Piece], texts: Sequence[str], check: Callable[[], None]
) -> Iterator[float]:
    places = [(piece.path, text) for piece, text in zip(pieces, texts, strict=True)]
    for score in builtin_reader().scores(understood.meaning, places):
        check()
        yield score


def _with_score(piece: Piece, score: float) -> Piece:
    return replace(piece, score=score, signals={**piece.signals, "rerank": score - piece.score})


@lru_cache(maxsize=1)
def _trees() -> Trees:
    return Trees(Path(__file__).with_suffix(".npz"))


def _form(understood: Understanding) -> list[float]:
    return [understood.is_report, understood.wants_change, understood.word_count, len(understood.telling)]


def _standing(pieces: Sequence[Piece], understood: Understanding) -> Numbers:
    """Return where each piece and its file stand among all: scores, ranks, and the part that lowers the file."""
    top = max(max(piece.score for piece in pieces), _TINY)
    of_file: dict[str, list[float]] = {}
    for piece in pieces:
        of_file.setdefault(piece.path, []).append(piece.score)
    best = {path: max(scores) for path, scores in of_file.items()}
    places = {path: place for place, path in enumerate(sorted(best, key=lambda path: -best[path]))}
    rows = []
    for rank, piece in enumerate(pieces):
        own, roles = of_file[piece.path], unasked_roles(path_roles(piece.path), understood.wants)
        rows.append(
            (
                piece.score,
                piece.score / top,
                best[piece.path] / top,
                len(own),
                places[piece.path],
                sum(score > piece.score for score in own),
                rank,
                piece.covered,
                "test" in roles,
                "docs" in roles,
                not roles.isdisjoint(("example", "vendored", "generated")),
            )
        )
    return np.array(rows, np.float64)


@dataclass(frozen=True, slots=True)
class _Held:
    """The words of the question that a piece holds: where they stand, and those of its head, path and file name."""

    places: Mapping[str, Sequence[int]]
    head: Set[str]
    path: Set[str]
    name: Set[str]
    size: int  # words of the piece

    @classmethod
    def of(cls, piece: Piece, text: str, asked: Set[str]) -> _Held:
        stems = _stems(text)
        places: dict[str, list[int]] = {}
        for place, word in enumerate(stems):
            if word in asked:
                places.setdefault(word, []).append(place)
        head = _stems("\n".join(text.split("\n", _HEAD_LINES)[:_HEAD_LINES]))
        name = piece.path.rpartition("/")[2]
        return cls(places, asked & {*head}, asked & {*_stems(piece.path)}, asked & {*_stems(name)}, len(stems))

    def has_near(self, first: str, second: str) -> bool:
        """Whether two words stand within a few words of each other."""
        seconds = self.places.get(second, ())[:_MOST_TIMES]
        return any(
            abs(one - other) <= _NEAR_WORDS for one in self.places.get(first, ())[:_MOST_TIMES] for other in seconds
        )


def _words(understood: Understanding, pieces: Sequence[Piece], texts: Sequence[str]) -> Numbers:
    """Return shares of the words that the question is about, each weighed by how few of the pieces hold it."""
    telling = dict.fromkeys(word for text in understood.telling for word in _stems(text))
    asked = [*telling][:_MOST_WORDS]
    held = [_Held.of(piece, text, {*asked}) for piece, text in zip(pieces, texts, strict=True)]
    times = Counter(word for one in held for word in one.places)
    rarity = {word: math.log((len(pieces) + 1) / (times[word] + 0.5)) for word in asked}
    whole = sum(rarity.values()) or 1.0
    in_order = [word for word in _stems(understood.meaning) if word in rarity]
    pairs = [*dict.fromkeys(pairwise(in_order))][:_MOST_PAIRS]
    of_file: dict[str, set[str]] = {}
    for piece, one in zip(pieces, held, strict=True):
        of_file.setdefault(piece.path, set()).update(one.places)

    def share(words: Set[str]) -> float:
        return sum(rarity[word] for word in sorted(words)) / whole

    return np.array(
        [
            (
                share(one.places.keys()),
                share(one.head),
                share(one.path),
                share(one.name),
                share(of_file[piece.path]),
                sum(one.has_near(*pair) for pair in pairs) / max(len(pairs), 1),
                sum(map(len, one.places.values())) / max(one.size, _LEAST_WORDS),
            )
            for piece, one in zip(pieces, held, strict=True)
        ]
    )


def _likeness(understood: Understanding, pieces: Sequence[Piece], texts: Sequence[str]) -> Numbers:
    """Return how like the question are a piece, its head, its path and its nearest stretch; and behind the best."""
    embedder = builtin_embedder()
    parts = [
        ["\n".join((piece.path, text)), "\n".join(text.split("\n")[:_HEAD_LINES]), piece.path, *_stretches(text)]
        for piece, text in zip(pieces, texts, strict=True)
    ]
    vectors = embedder.embed_documents([part for own in parts for part in own])
    meaning = understood.meaning
    asked = np.stack([embedder.embed_query(meaning), embedder.embed_query(meaning.partition("\n")[0])])
    like = vectors @ asked.T
    found, start = np.empty((len(pieces), 5)), 0
    for row, own in enumerate(parts):
        here = like[start : start + len(own)]
        found[row] = (*here[:3, 0], here[3:, 0].max(), here[3:, 1].max())
        start += len(own)
    return np.hstack([found, found - found.max(axis=0)])


def _stretches(text: str) -> list[str]:
    lines = [line for line in text.split("\n") if line.strip()]
    starts = range(0, max(len(lines) - _STRETCH_STEP, 1), _STRETCH_STEP)[:_MOST_STRETCHES]
    return ["\n".join(lines[start : start + _STRETCH_LINES]) for start in starts]


def _stems(text: str) -> list[str]:
    return [*map(_stem, word_parts(text))]


_stem = lru_cache(maxsize=50_000)(stem)
