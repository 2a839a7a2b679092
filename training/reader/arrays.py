"""The training data of the reader, as arrays of token ids for `training.reader.train`.

    python -m training.reader.arrays definitions LISTS OUT    # definitions0.npz, definitions1.npz
    python -m training.reader.arrays lists LISTS OUT          # lists.npz: the product's own hits of its questions

LISTS is the folder that `tests.benchmarks.questions.lists` fills. Commits whose subjects are questions there are left
out of the definitions, so that half of the lists can be read by a reader that learned from the other half alone.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.reader import MOST_PATH, MOST_QUESTION
from training import commits, dataset
from training.dataset import context, sentence_key

KINDS = (*dataset.KINDS, "commit")
CANDIDATES = 40  # of a question that are kept
MOST_CODE_SEEN = 400
NAMED_SHARE = 0.45  # of the definitions without a comment
# Packages of projects that questions are about; the embedding model learned from them, the reader does not.
LEFT_OUT = ("containerd", "eslint", "nunit", "rubocop", "sqlalchemy")

Arrays = dict[str, NDArray[Any]]


def tokenizer() -> Tokenizer:
    found = Tokenizer.from_file(str(BUILTIN / "tokenizer.json"))
    found.no_padding()
    found.no_truncation()
    return found


def ids_of(tokens: Tokenizer, name: str, texts: Sequence[str], most: int, *, are_last: bool = False) -> Arrays:
    """Return the first, or last, ids of each text, one behind the other, and how many each has."""
    found = []
    for start in range(0, len(texts), 4096):
        for encoding in tokens.encode_batch_fast(texts[start : start + 4096]):
            found.append(np.array(encoding.ids[-most:] if are_last else encoding.ids[:most], np.uint16))
    return {f"{name}.flat": np.concatenate(found), f"{name}.size": np.array([*map(len, found)], np.uint16)}


def questions(folder: Path) -> Iterator[tuple[int, dict[str, Any], list[list[str]]]]:
    """Yield the number of a repository, the record of one of its questions, and its texts: path and code each."""
    for number, file in enumerate(sorted(folder.glob("*.json"))):
        kept = json.loads(file.read_text("utf-8"))
        for question in kept["questions"]:
            yield number, question, kept["texts"]


def lists(folder: Path) -> Arrays:
    tokens, rows = tokenizer(), [*questions(folder)]
    numbers: dict[tuple[int, int], int] = {}
    places: list[list[str]] = []
    for number, question, own in rows:
        for text in question["texts"]:
            if (number, text) not in numbers:
                numbers[number, text] = len(places)
                places.append(own[text])
        question["at"] = [numbers[number, text] for text in question["texts"]]

    def padded(name: str, fill: float, kind: type[np.generic]) -> NDArray[Any]:
        return np.array([(q[name] + [fill] * CANDIDATES)[:CANDIDATES] for _, q, _ in rows], kind)

    kinds = sorted({question["kind"] for _, question, _ in rows})
    return {
        **ids_of(tokens, "query", [question["meaning"] for _, question, _ in rows], MOST_QUESTION),
        **ids_of(tokens, "path", [path for path, _ in places], MOST_PATH, are_last=True),
        **ids_of(tokens, "code", [code[:4000] for _, code in places], MOST_CODE_SEEN),
        "ids": padded("at", -1, np.int32),
        "worth": padded("worth", 0, np.int8),
        "score": padded("scores", 0, np.float32),
        "is_comment": np.array([question["kind"] == "docstring" for _, question, _ in rows]),
        "is_written": np.array([question["id"].rpartition("/")[2].startswith("w") for _, question, _ in rows]),
        "kind": np.array([kinds.index(question["kind"]) for _, question, _ in rows], np.int8),
        "fold": np.array([number % 2 for number, _, _ in rows], np.int8),
    }


def definitions(folder: Path) -> Iterator[Arrays]:
    """Yield two parts of about the same size, each of whole packages."""
    asked = {sentence_key(question["query"].partition("\n")[0]) for _, question, _ in questions(folder)}
    chance = random.Random(1)
    rows = [
        (package, record)
        for package, record in chain(dataset.clean_training_records(), commits.clean_records())
        if not any(name in package.lower() for name in LEFT_OUT)
        and not (record["kind"] == "commit" and sentence_key(record["sentence"]) in asked)
        and (record["kind"] != "name" or chance.random() < NAMED_SHARE)
    ]
    packages = {package: number for number, package in enumerate(dict.fromkeys(package for package, _ in rows))}
    part: dict[str, int] = {}
    load = [0, 0]
    for package, count in Counter(package for package, _ in rows).most_common():
        part[package] = int(load[1] < load[0])
        load[part[package]] += count
    tokens = tokenizer()
    sentences: dict[str, int] = {}
    places: dict[Any, int] = {}
    for number in (0, 1):
        own = sorted((row for row in rows if part[row[0]] == number), key=lambda row: packages[row[0]])
        records = [record for _, record in own]
        named = [sentence_key(record["sentence"]) or f"\0{number} {place}" for place, record in enumerate(records)]
        where = [
            (package, one["path"], one["container"], one["name"]) if one["name"] else (number, place)
            for place, (package, one) in enumerate(own)
        ]
        longer = [one["doc"] if len(one["doc"]) > len(one["sentence"]) + 10 else "" for one in records]
        yield {
            "kind": np.array([KINDS.index(record["kind"]) for record in records], np.int8),
            "package": np.array([packages[package] + 1000 * number for package, _ in own], np.int16),
            "sentence_id": np.array([sentences.setdefault(key, len(sentences)) for key in named], np.int32),
            "place_id": np.array([places.setdefault(key, len(places)) for key in where], np.int32),
            **ids_of(tokens, "sentence", [record["sentence"] for record in records], 40),
            **ids_of(tokens, "doc", longer, 24),
            **ids_of(tokens, "name", [record["name"] for record in records], 12),
            **ids_of(tokens, "context", [context(r["path"], r["container"]) for r in records], 10, are_last=True),
            **ids_of(tokens, "code", [record["code"][:1600] for record in records], 140),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("definitions", "lists"))
    parser.add_argument("lists", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.what == "lists":
        np.savez(args.out / "lists.npz", **lists(args.lists))  # type: ignore[arg-type]
    else:
        for number, made in enumerate(definitions(args.lists)):
            np.savez(args.out / f"definitions{number}.npz", **made)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
