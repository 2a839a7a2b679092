"""Write the tables of English words that a search reads, in `lsp_codebase/search/query`.

    python -m training.english DICTIONARY

DICTIONARY holds a word a line; those that ship are from `american-english-small` of Debian's package wamerican-small.
`related.tsv` has for the stem of a word the stems that may stand in for it: those of `thesaurus.tsv`, which is written
by hand, then those nearest in meaning to the built-in model, the nearest first.
`english.tsv` has the stems of words that this model does not know, so that they are not taken for misspelled ones.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import lsp_codebase.embed
import lsp_codebase.search.query
from lsp_codebase.embed import builtin_embedder
from lsp_codebase.parse import stem
from lsp_codebase.search.query.query_words import STOP_WORDS

TOKENIZER = Path(lsp_codebase.embed.__file__).with_name("builtin") / "tokenizer.json"
THESAURUS = Path(__file__).with_name("thesaurus.tsv")
TABLES = Path(lsp_codebase.search.query.__file__).parent
LIKENESS = 0.35
MOST = 8  # nearest words of one
FREQUENT = 12_000  # tokens of the model: later ones are seldom words, if no dictionary knows them
COMMON = 4_000  # tokens of the model that are asked about though no dictionary knows them: auth, async
LICENCE = """\
# From SCOWL, by Kevin Atkinson: Copyright 2000-2011 by Kevin Atkinson. Permission to use, copy, modify, distribute and
# sell these word lists, the associated scripts, the output created from the scripts, and its documentation for any
# purpose is hereby granted without fee, provided that the above copyright notice appears in all copies and that both
# that copyright notice and this permission notice appear in supporting documentation. Kevin Atkinson makes no
# representations about the suitability of this array for any purpose. It is provided "as is" without express or
# implied warranty.
"""


def words_of(dictionary: Path) -> list[str]:
    """Return the words of a dictionary that are no names: small letters alone."""
    words = dictionary.read_text("utf-8").split()
    return [word for word in words if word.isascii() and word.isalpha() and word.islower()]


def first_tokens() -> dict[str, int]:
    """Return the most frequent token of the model for each stem of words of three letters or more."""
    tokens = json.loads(TOKENIZER.read_text("utf-8"))["model"]["vocab"]
    found: dict[str, int] = {}
    for token, number in sorted(tokens.items(), key=lambda pair: pair[1]):
        if token.isascii() and token.isalpha() and len(token) > 2 and token not in STOP_WORDS:
            found.setdefault(stem(token), number)
    return found


def thesaurus() -> dict[str, list[str]]:
    """Return the stems of the words written by hand, by that of the word that they stand in for."""
    found: dict[str, list[str]] = {}
    for line in THESAURUS.read_text("utf-8").splitlines():
        word, _, others = line.partition("\t")
        if not line.startswith("#"):
            found.setdefault(stem(word), []).extend(map(stem, others.split()))
    return found


def nearest(english: set[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield stems of English words with those nearest to them."""
    tokens, embedder = first_tokens(), builtin_embedder()
    asked = sorted(one for one, number in tokens.items() if one in english or number < COMMON)
    answers = [one for one, number in tokens.items() if number < FREQUENT or one in english]
    rows = embedder.unit_rows(np.array([tokens[one] for one in answers]))
    for word in asked:
        likeness = rows @ embedder.unit_rows(np.array([tokens[word]]))[0]
        places = [place for place in np.argsort(-likeness)[: MOST + 1].tolist() if answers[place] != word]
        yield word, [answers[place] for place in places[:MOST] if likeness[place] >= LIKENESS]


def related(english: set[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield stems of words with those related to them, in alphabetic order."""
    by_hand, by_model = thesaurus(), dict(nearest(english))
    for word in sorted(by_hand.keys() | by_model.keys()):
        others = dict.fromkeys([*by_hand.get(word, ()), *by_model.get(word, ())])
        if found := [other for other in others if other != word]:
            yield word, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dictionary", type=Path)
    words, embedder = words_of(parser.parse_args().dictionary), builtin_embedder()
    table = "".join(f"{word}\t{' '.join(found)}\n" for word, found in related({*map(stem, words)}))
    (TABLES / "related.tsv").write_text(
        "# Stems of words, and those that may stand in for them, the likeliest first (training/english.py).\n" + table,
        "utf-8",
    )
    unknown = {stem(one) for one in words if len(one) > 4 and not (embedder.knows(one) or embedder.knows(stem(one)))}
    (TABLES / "english.tsv").write_text(
        "# Stems of English words that the built-in model does not know (training/english.py).\n"
        + LICENCE
        + "".join(f"{one}\n" for one in sorted(unknown)),
        "utf-8",
    )


if __name__ == "__main__":
    main()
