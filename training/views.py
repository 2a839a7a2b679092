"""Draw batches: which records, and how much of each is shown to the model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.embed.static import MARK_TOKEN, occurrence_shares
from training.dataset import KINDS, Arrays
from training.position import DECAY, root_counts

# Openings of descriptions, which the model must learn to look past.
OPENINGS = (
    "where is the code that", "where do we", "where is", "where are", "how does it", "how do we", "how is", "how are",
    "find the function that", "find the class which", "what happens when", "which function", "which part of the code",
    "code to", "code that", "function to", "method for", "what", "implementation of", "show me how to", "logic for",
    "add support for", "fix", "make sure that", "the place where", "handle", "when",
)  # fmt: skip

Bag = tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]  # token ids, weights, where each text begins


@dataclass(frozen=True)
class Recipe:
    """The share of each view and of each masking; all numbers of `model.md` unless the README says otherwise."""

    batch: int = 2048
    group: int = 64
    grouped: float = 0.5
    named: float = 0.25
    inline: float = 0.10
    text: float = 0.01
    language_power: float = -0.3
    keywords: float = 0.15
    asked: float = 0.15
    paragraph: float = 0.12
    name_query: float = 0.08
    context: float = 0.6
    rest_of_doc: float = 0.3
    name_masked: float = 0.15
    drop_code: float = 0.3
    drop_query: float = 0.15
    shortest: int = 48
    longest: int = 256


class Views:
    """An endless, seeded source of batches."""

    def __init__(
        self, arrays: Arrays, idf: NDArray[np.float32], openings: list[NDArray[np.int64]], recipe: Recipe, seed: int
    ) -> None:
        self.openings = openings
        self.arrays, self.idf, self.recipe = arrays, idf, recipe
        self.random = np.random.default_rng(seed)
        self.vocabulary = len(idf)
        counts = np.bincount(arrays.language, minlength=len(arrays.languages)).astype(float)
        weight = counts[arrays.language] ** recipe.language_power
        self.pools = {
            kind: self._pool(np.flatnonzero(arrays.kind == index), weight) for index, kind in enumerate(KINDS)
        }

    def _pool(self, rows: NDArray[np.int64], weight: NDArray[np.float64]) -> tuple[NDArray[np.int64], ...]:
        package = self.arrays.package[rows]
        order = np.argsort(package, kind="stable")
        return (
            rows,
            np.cumsum(weight[rows]),
            rows[order],
            np.searchsorted(package[order], np.arange(len(self.arrays.packages) + 1)),
        )

    def _rows(self, kind: str, count: int) -> NDArray[np.int64]:
        rows, cumulated, by_package, bounds = self.pools[kind]
        if not len(rows) or not count:
            return np.zeros(0, dtype=np.int64)
        recipe, random = self.recipe, self.random
        drawn: list[NDArray[np.int64]] = []
        for _ in range(int(count * recipe.grouped) // recipe.group):
            seed_row = rows[np.searchsorted(cumulated, random.random() * cumulated[-1])]
            package = self.arrays.package[seed_row]
            members = by_package[bounds[package] : bounds[package + 1]]
            drawn.append(random.choice(members, min(recipe.group, len(members)), replace=False))
        rest = count - sum(map(len, drawn))
        drawn.append(rows[np.searchsorted(cumulated, random.random(rest) * cumulated[-1])])
        return np.concatenate(drawn)

    def _segments(
        self, field: str, rows: NDArray[np.int64], longest: NDArray[np.int64] | int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return (owner, token) of the first tokens of a field of each row."""
        offsets = self.arrays.offsets[field]
        starts = offsets[rows]
        sizes = np.minimum(offsets[rows + 1] - starts, longest)
        owners = np.repeat(np.arange(len(rows)), sizes)
        within = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return owners, self.arrays.flat[field][np.repeat(starts, sizes) + within].astype(np.int64)

    def _bag(
        self, owners: NDArray[np.int64], tokens: NDArray[np.int64], shares: NDArray[np.float32], count: int
    ) -> Bag:
        distinct, roots = root_counts(owners * self.vocabulary + tokens, shares)
        owner = distinct // self.vocabulary
        return distinct % self.vocabulary, roots, np.searchsorted(owner, np.arange(count))

    def _queries(self, rows: NDArray[np.int64], named: NDArray[np.bool_]) -> Bag:
        recipe, random, count = self.recipe, self.random, len(rows)
        chance = random.random(count)
        as_paragraph = ~named & (chance < recipe.paragraph)
        as_keywords = ~named & ~as_paragraph & (chance < recipe.paragraph + recipe.keywords)
        parts = []
        for field, chosen in (("name", named), ("doc", as_paragraph), ("sentence", ~named & ~as_paragraph)):
            index = np.flatnonzero(chosen)
            owners, tokens = self._segments(field, rows[index], 96)
            parts.append((index[owners], tokens))
        owners, tokens = (np.concatenate(part) for part in zip(*parts, strict=True))
        # Keywords: two to four tokens of the sentence, rare ones more likely (exponential race by squared idf).
        race = random.exponential(size=len(tokens)) / self.idf[tokens] ** 2
        order = np.lexsort((race, owners))
        owners, tokens = owners[order], tokens[order]
        first = np.searchsorted(owners, np.arange(count))
        rank = np.arange(len(owners)) - first[owners]
        few = random.integers(2, 5, count)
        keep = np.where(
            as_keywords[owners], rank < few[owners], (random.random(len(owners)) >= recipe.drop_query) | (rank == 0)
        )
        asked = np.flatnonzero(~named & ~as_keywords & (random.random(count) < recipe.asked))
        openings = [self.openings[index] for index in random.integers(len(self.openings), size=len(asked))]
        owners = np.concatenate([owners[keep], np.repeat(asked, [len(opening) for opening in openings])])
        tokens = np.concatenate([tokens[keep], *openings])
        return self._bag(owners, tokens, (tokens != MARK_TOKEN).astype(np.float32), count)

    def _codes(self, rows: NDArray[np.int64], named: NDArray[np.bool_]) -> Bag:
        recipe, random, count = self.recipe, self.random, len(rows)
        longest = random.integers(recipe.shortest, recipe.longest + 1, count)
        owners, tokens = self._segments("code", rows, longest)
        shares = occurrence_shares(tokens, np.bincount(owners, minlength=count), DECAY)
        masked = named | (random.random(count) < recipe.name_masked)
        name_owners, name_tokens = self._segments("name", rows, 32)
        chosen = masked[name_owners]
        hidden = np.unique(name_owners[chosen] * self.vocabulary + name_tokens[chosen])
        keep = ~np.isin(owners * self.vocabulary + tokens, hidden) & (random.random(len(owners)) >= recipe.drop_code)
        parts = [(owners[keep], tokens[keep], shares[keep])]
        for field, share in (("context", recipe.context), ("doc", recipe.rest_of_doc)):
            index = np.flatnonzero(
                (random.random(count) < share) & ~(named if field == "doc" else np.zeros(count, bool))
            )
            extra_owners, extra_tokens = self._segments(field, rows[index], 64)
            begin = np.searchsorted(extra_owners, np.arange(len(index)))
            place = np.arange(len(extra_owners)) - begin[extra_owners]
            if field == "doc":
                offsets = self.arrays.offsets["sentence"]
                sizes = (offsets[rows[index] + 1] - offsets[rows[index]])[extra_owners]
                later = place >= sizes
                extra_owners, extra_tokens, place = extra_owners[later], extra_tokens[later], place[later]
            parts.append((index[extra_owners], extra_tokens, DECAY[place]))
        owners, tokens, shares = (np.concatenate(part) for part in zip(*parts, strict=True))
        return self._bag(owners, tokens, shares, count)

    def batch(self) -> tuple[Bag, Bag, NDArray[np.int64]]:
        """Return the queries, the codes and the sentence ids (equal ids are no negatives of each other)."""
        recipe = self.recipe
        shares = {"name": recipe.named, "inline": recipe.inline, "text": recipe.text}
        counts = {kind: int(recipe.batch * share) for kind, share in shares.items()}
        counts["doc"] = recipe.batch - sum(counts.values())
        rows = np.concatenate([self._rows(kind, counts[kind]) for kind in KINDS])
        kinds = self.arrays.kind[rows]
        named = kinds == KINDS.index("name")
        named |= (kinds == KINDS.index("doc")) & (self.random.random(len(rows)) < recipe.name_query)
        return self._queries(rows, named), self._codes(rows, named), self.arrays.sentence_id[rows]
