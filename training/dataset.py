"""From records to arrays of token ids: `training/work/arrays/`."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from training import tokenizer as tokenizer_module
from training.docs import is_sentence, without_tag
from training.extract import RECORDS, SEED
from training.fetch import WORK, listed

ARRAYS = WORK / "arrays"
TOKENIZER = WORK / "tokenizer.json"
FIELDS = ("sentence", "doc", "name", "context", "code")
KINDS = ("doc", "name", "inline", "text")
MOST_REPEATS = 3
MOST_CODE_TOKENS = 320


def read_records(role: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield (package, record) in a stable order."""
    for name in sorted(package.folder.name for package in listed() if package.role == role):
        with (RECORDS / role / f"{name}.jsonl").open(encoding="utf-8") as stream:
            for line in stream:
                yield name, json.loads(line)


def code_key(code: str) -> bytes:
    return hashlib.blake2b("".join(code.split()).encode("utf-8", "replace"), digest_size=10).digest()


def sentence_key(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def context(path: str, container: str) -> str:
    """Return the words of a definition's place."""
    parts = Path(path).with_suffix("").parts[-3:]
    return " ".join((*parts, container))


def _clean_sentence(record: dict[str, str]) -> None:
    """Remove the comment of a definition if it holds only tags."""
    record["sentence"], record["doc"] = without_tag(record["sentence"]), without_tag(record["doc"])
    if record["kind"] == "doc" and not is_sentence(record["sentence"]):
        record.update(kind="name", sentence="", doc="")


def held() -> tuple[set[bytes], set[str]]:
    """Return the keys of the code, and of the sentences, that the evaluation asks for."""
    codes: set[bytes] = set()
    sentences: set[str] = set()
    for role in ("dev", "test"):
        for _, record in read_records(role):
            codes.add(code_key(record["code"]))
            if len(record["sentence"].split()) >= 4:
                sentences.add(sentence_key(record["sentence"]))
    return codes, sentences


def clean_training_records() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield training records without copies, often repeated sentences, and anything that the evaluation asks for."""
    held_code, held_sentences = held()
    seen: set[bytes] = set()
    repeats: Counter[str] = Counter()
    for package, record in read_records("train"):
        key, sentence = code_key(record["code"]), sentence_key(record["sentence"])
        if key in held_code or key in seen or (sentence and sentence in held_sentences):
            continue
        seen.add(key)
        _clean_sentence(record)
        sentence = sentence_key(record["sentence"])
        repeats[sentence] += 1
        if not sentence or repeats[sentence] <= MOST_REPEATS:
            yield package, record


@dataclass
class Arrays:
    """`flat[field][offsets[field][i] : offsets[field][i + 1]]` are the token ids of a field of record i."""

    flat: dict[str, NDArray[np.int32]]
    offsets: dict[str, NDArray[np.int64]]
    package: NDArray[np.int32]
    language: NDArray[np.int32]
    kind: NDArray[np.int32]
    sentence_id: NDArray[np.int64]
    packages: list[str]
    languages: list[str]


def build() -> None:
    """Train the tokenizer if it is not there and write the arrays."""
    rows = list(clean_training_records())
    print("records", len(rows), Counter((r["kind"]) for _, r in rows), flush=True)
    if not TOKENIZER.exists():
        sample = random.Random(SEED).sample(rows, min(300_000, len(rows)))
        texts = (f"{r['sentence']} {r['doc']} {r['path']} {r['name']} {r['code'][:1500]}" for _, r in sample)
        tokenizer_module.train(texts, TOKENIZER)
        print("tokenizer trained", flush=True)
    for made_from_them in ("idf.npy", "start.npy"):
        (ARRAYS / made_from_them).unlink(missing_ok=True)
    tokens = Tokenizer.from_file(str(TOKENIZER))
    packages = sorted({package for package, _ in rows})
    languages = sorted({record["language"] for _, record in rows})
    ARRAYS.mkdir(parents=True, exist_ok=True)
    sentence_ids: dict[str, int] = {}
    arrays: dict[str, NDArray[np.generic]] = {
        "package": np.array([packages.index(package) for package, _ in rows], dtype=np.int32),
        "language": np.array([languages.index(record["language"]) for _, record in rows], dtype=np.int32),
        "kind": np.array([KINDS.index(record["kind"]) for _, record in rows], dtype=np.int32),
        "sentence_id": np.array(
            [sentence_ids.setdefault(sentence_key(r["sentence"]) or f"\0{i}", i) for i, (_, r) in enumerate(rows)]
        ),
    }
    for field in FIELDS:
        flat: list[NDArray[np.int32]] = []
        sizes = np.zeros(len(rows) + 1, dtype=np.int64)
        for start in range(0, len(rows), 4096):
            batch = [
                context(r["path"], r["container"])
                if field == "context"
                else r[field][:4000]
                if field == "code"
                else r[field]
                for _, r in rows[start : start + 4096]
            ]
            for index, encoding in enumerate(tokens.encode_batch_fast(batch)):
                ids = np.array(encoding.ids[:MOST_CODE_TOKENS], dtype=np.int32)
                flat.append(ids)
                sizes[start + index + 1] = len(ids)
        arrays[f"{field}.flat"] = np.concatenate(flat)
        arrays[f"{field}.offsets"] = np.cumsum(sizes)
        print(field, len(arrays[f"{field}.flat"]), flush=True)
    np.savez(ARRAYS / "train.npz", **arrays)
    (ARRAYS / "names.json").write_text(json.dumps({"packages": packages, "languages": languages}), "utf-8")
    table = Counter((record["language"], record["kind"]) for _, record in rows)
    for language in languages:
        print(language, {kind: table[language, kind] for kind in KINDS}, flush=True)


def load() -> Arrays:
    file = np.load(ARRAYS / "train.npz")
    names = json.loads((ARRAYS / "names.json").read_text("utf-8"))
    return Arrays(
        {field: file[f"{field}.flat"] for field in FIELDS},
        {field: file[f"{field}.offsets"] for field in FIELDS},
        file["package"], file["language"], file["kind"], file["sentence_id"], names["packages"], names["languages"],
    )  # fmt: skip


if __name__ == "__main__":
    build()
