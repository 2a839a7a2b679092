"""semble without its model: its files, chunks, BM25 index and ranking, but no vectors. Runs in semble's environment.

    PYTHON semble_lexical.py index TREE INDEX code|all
    PYTHON semble_lexical.py ask TREE INDEX QUESTIONS

`index` makes the index by semble's own function, with a model that gives one number for every text and costs nothing,
and saves it as semble does. `ask` loads it and prints a JSON object: the seconds of loading, and of each question its
milliseconds, CPU milliseconds and the places of ten hits.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from pathlib import Path

import numpy as np
import orjson
import semble.search
from semble.index.bm25 import BM25
from semble.index.create import create_index_from_path
from semble.index.index import SembleIndex
from semble.index.types import PersistencePath
from semble.types import Chunk, ContentType

CONTENT = {"code": (ContentType.CODE,), "all": (ContentType.CODE, ContentType.DOCS, ContentType.CONFIG)}


class NoModel:
    """Stands for the model, which only a hub gives."""

    dim = 1

    def encode(self, texts: list[str], **_options: object) -> np.ndarray:
        return np.ones((len(texts), 1), dtype=np.float32)


def index(tree: Path, folder: Path, content: str) -> dict[str, object]:
    bm25, vectors, chunks, manifest = create_index_from_path(
        tree, model=NoModel(), content=CONTENT[content], display_root=tree
    )
    made = SembleIndex(NoModel(), bm25, vectors, chunks, "none", root=tree, content=CONTENT[content], manifest=manifest)
    made.save(folder)
    return {"files": made.stats.indexed_files, "chunks": len(chunks)}


def ask(folder: Path, questions: Path) -> dict[str, object]:
    began = time.perf_counter()
    paths = PersistencePath.from_path(folder)
    bm25 = BM25.load(paths.bm25_index)
    chunks = [Chunk.from_dict(item) for item in orjson.loads(paths.chunks.read_bytes())]
    loaded = time.perf_counter() - began
    semble.search._search_semantic = lambda *_: []
    rows = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
    answers = []
    for row in [rows[-1], *rows]:  # the first is asked twice and told once: some code is loaded then
        began, used = time.perf_counter(), time.process_time()
        hits = semble.search.search(row["text"], None, None, bm25, chunks, 10, alpha=0.0)
        ms, cpu_ms = (time.perf_counter() - began) * 1_000, (time.process_time() - used) * 1_000
        places = [(hit.chunk.file_path, hit.chunk.start_line - 1, hit.chunk.end_line - 1) for hit in hits]
        answers.append({"ms": ms, "cpu_ms": cpu_ms, "places": places})
    return {"load_s": loaded, "answers": answers[1:]}


def main() -> None:
    logging.disable()
    command, tree, folder, last = sys.argv[1:]
    told = index(Path(tree), Path(folder), last) if command == "index" else ask(Path(folder), Path(last))
    print(json.dumps(told))


if __name__ == "__main__":
    main()
