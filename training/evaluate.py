"""Score models on held-out projects: `python -m training.evaluate --role test MODEL...`; prints tables.

Protocol A: doc sentence -> definition among at most 1,500 of the project. Protocol B: doc sentence -> chunk among all
chunks of the project, comments and docstrings blanked. Protocol C: `questions.tsv` over the chunks of B; any
chunk in which a named definition begins is right. nDCG@10 of the best right answer, mean over projects (C: over
questions), 95 % bootstrap interval over queries.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training import development
from training.definitions import Definition, Span, blanked, parse
from training.docs import first_sentence, is_sentence, plain_text, without_name
from training.extract import SEED, source_files
from training.fetch import HERE, Package, listed

CHUNK_CHARS, SPLIT_CHARS = 1_200, 1_500
K1, B = 1.2, 0.75
TOP = 100

_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]*[a-z0-9]+|[A-Z]+")


@dataclass
class Task:
    """Queries over the documents of one project; `answers[i]` are the right documents of query i."""

    project: str
    language: str
    queries: list[str]
    documents: list[str]
    answers: list[list[int]]


@dataclass
class Chunks:
    """The chunks of a project in one language, its documented definitions and where each name is defined."""

    texts: list[str]
    asked: dict[str, int]
    defined: dict[str, list[int]]


def lexical_terms(text: str) -> list[str]:
    """Return whole identifiers and their parts, lightly stemmed."""
    terms: list[str] = []
    for word in re.findall(r"[A-Za-z0-9_]+", text):
        parts = [part.lower() for part in _PART.findall(word)]
        terms.extend(re.sub(r"(?<=\w{3})(?:ing|ed|es|s)$", "", part) for part in parts)
        if len(parts) > 1:
            terms.append(word.lower())
    return terms


def bm25(task: Task) -> NDArray[np.float32]:
    """Return (queries, documents)."""
    postings: dict[str, list[Span]] = defaultdict(list)
    lengths = np.zeros(len(task.documents))
    for index, text in enumerate(task.documents):
        counts = Counter(lexical_terms(text))
        lengths[index] = sum(counts.values())
        for term, count in counts.items():
            postings[term].append((index, count))
    norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1))
    scores = np.zeros((len(task.queries), len(task.documents)), dtype=np.float32)
    for row, query in zip(scores, task.queries, strict=True):
        for term in set(lexical_terms(query)):
            found = postings.get(term)
            if found:
                rows, counts = np.array(found).T
                idf = math.log(1 + (len(lengths) - len(rows) + 0.5) / (len(rows) + 0.5))
                row[rows] += idf * counts * (K1 + 1) / (counts + norm[rows])
    return scores


def fused(lexical: NDArray[np.float32], vector: NDArray[np.float32], share: float = 0.5) -> NDArray[np.float32]:
    """Return the weighted sum of BM25 over its best and the cosine scaled between its best and its hundredth."""
    best = lexical.max(axis=1, keepdims=True)
    high = vector.max(axis=1, keepdims=True)
    place = min(TOP, vector.shape[1]) - 1
    low = -np.partition(-vector, place, axis=1)[:, place : place + 1]
    scaled = np.clip((vector - low) / np.maximum(high - low, 1e-6), 0, None)
    return (1 - share) * lexical / np.maximum(best, 1e-6) + share * scaled


def _cut(text: bytes, definitions: list[Definition], comments: list[Span]) -> tuple[list[str], dict[int, int]]:
    """Return the chunks of a file, cut at definitions, and the chunk in which each line that begins one lies."""
    rows = sorted({text.rfind(b"\n", 0, definition.start) + 1 for definition in definitions})
    cuts = [0, *(row for row in rows if row), len(text)]
    chunks: list[str] = []
    places: dict[int, int] = {}
    open_chunk = ""
    for start, end in itertools.pairwise(cuts):
        piece = blanked(text, start, end, [span for span in comments if start <= span[0] < end])
        if open_chunk and len(open_chunk) + len(piece) > CHUNK_CHARS:
            chunks.append(open_chunk)
            open_chunk = ""
        places[start] = len(chunks)
        open_chunk += piece + "\n"
        while len(open_chunk) > SPLIT_CHARS:
            cut = max(open_chunk.rfind("\n", 0, CHUNK_CHARS), CHUNK_CHARS // 2)
            chunks.append(open_chunk[:cut])
            open_chunk = open_chunk[cut:]
    chunks.append(open_chunk)
    return chunks, places


def read_chunks(package: Package) -> dict[str, Chunks]:
    """Return the chunks of a package by language."""
    found: dict[str, Chunks] = defaultdict(lambda: Chunks([], {}, defaultdict(list)))
    for file, language in source_files(package):
        text = file.read_bytes()
        definitions, comments = parse(text, language)
        of_language = found[language.name]
        base = len(of_language.texts)
        chunks, places = _cut(text, definitions, comments)
        path = str(file.relative_to(package.folder))
        of_language.texts.extend(f"{path}\n{chunk}" for chunk in chunks)
        for definition in definitions:
            place = base + places[text.rfind(b"\n", 0, definition.start) + 1]
            of_language.defined[definition.name].append(place)
            sentence = without_name(first_sentence(plain_text(definition.comment)), definition.name)
            if is_sentence(sentence, 4) and definition.end - definition.start > 60:
                of_language.asked[sentence] = place
    return found


def chunk_tasks(package: Package, chunks: dict[str, Chunks]) -> list[Task]:
    """Return protocol B: one task for each language with at least 40 documented definitions."""
    tasks: list[Task] = []
    for language, of_language in chunks.items():
        pairs = list(of_language.asked.items())
        if len(pairs) >= 40:
            chosen = random.Random(f"{SEED} {package.name}").sample(pairs, min(200, len(pairs)))
            queries, answers = [query for query, _ in chosen], [[answer] for _, answer in chosen]
            tasks.append(Task(package.name, language, queries, of_language.texts, answers))
    return tasks


def question_tasks(package: Package, chunks: dict[str, Chunks]) -> list[Task]:
    """Return protocol C: the hand-written questions about a package, over the chunks of all its languages."""
    texts: list[str] = []
    defined: dict[str, list[int]] = defaultdict(list)
    for of_language in chunks.values():
        for name, places in of_language.defined.items():
            defined[name].extend(len(texts) + place for place in places)
        texts.extend(of_language.texts)
    asked: list[tuple[str, list[int]]] = []
    for line in (HERE / "questions.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            _, name, question, answers = line.split("\t")
            right = [place for answer in answers.split(",") for place in defined[answer]]
            if name == package.folder.name and right:
                asked.append((question, right))
    if not asked:
        return []
    return [
        Task(package.name, package.languages[0], [query for query, _ in asked], texts, [right for _, right in asked])
    ]


def definition_tasks(role: str) -> list[Task]:
    projects = development.projects(role)
    return [Task(p.name, p.language, p.queries, p.codes, [[answer] for answer in p.answers]) for p in projects]


def ndcg(scores: NDArray[np.float32], answers: list[list[int]]) -> NDArray[np.float64]:
    """Return nDCG@10 of the best right answer of every query; ties count against it."""
    own = np.array([row[right].max() for row, right in zip(scores, answers, strict=True)])
    rank = (scores >= own[:, None]).sum(axis=1)
    return np.where(rank <= 10, 1 / np.log2(rank + 1), 0.0)


def vectors(model: str, texts: Sequence[str]) -> NDArray[np.float32]:
    """Embed with a trained table (.npy), a sentence-transformers folder (`minilm:FOLDER`) or a model directory.

    `int8:` in front of one rounds every vector to 256 steps, as an index may store them.
    """
    if model.startswith("int8:"):
        exact = vectors(model.removeprefix("int8:"), texts)
        steps = np.maximum(np.abs(exact).max(axis=1, keepdims=True), 1e-9) / 127
        rounded: NDArray[np.float32] = np.rint(exact / steps) * steps
        return rounded
    if model.endswith(".npy"):
        return development.embed(np.load(model), development.bags(list(texts)))
    if model.startswith("minilm:"):
        from training import minilm

        return minilm.embed(Path(model.removeprefix("minilm:")), list(texts))
    from lsp_codebase.embed.static import StaticEmbedder

    return StaticEmbedder(Path(model)).embed_documents(texts)


def interval(values: Sequence[NDArray[np.float64]]) -> tuple[float, float]:
    """Return the mean over projects of the mean over queries and half the width of its 95 % bootstrap interval."""
    rng = np.random.default_rng(SEED)
    mean = float(np.mean([part.mean() for part in values]))
    samples = [np.mean([rng.choice(part, len(part)).mean() for part in values]) for _ in range(1000)]
    low, high = np.percentile(samples, (2.5, 97.5))
    return mean, float(high - low) / 2


def evaluate(title: str, tasks: list[Task], models: Sequence[str], pooled: bool = False) -> None:
    """Print a table of all systems; `pooled` means over queries and not over projects."""
    results: dict[str, dict[tuple[str, str], NDArray[np.float64]]] = defaultdict(dict)
    for task in tasks:
        key = (task.project, task.language)
        lexical = bm25(task)
        results["BM25"][key] = ndcg(lexical, task.answers)
        for model in models:
            similar = vectors(model, task.queries) @ vectors(model, task.documents).T
            results[model][key] = ndcg(similar, task.answers)
            results[f"BM25 + {model}"][key] = ndcg(fused(lexical, similar), task.answers)
    queries = sum(len(task.queries) for task in tasks)
    print(f"\n### {title}: {len(tasks)} projects, {queries} queries, nDCG@10\n")
    languages = sorted({task.language for task in tasks})
    print("| system | mean of projects | " + " | ".join(languages) + " |\n|---|---|" + "---|" * len(languages))
    for system, by_project in results.items():
        values = list(by_project.values())
        mean, half = interval([np.concatenate(values)] if pooled else values)
        cells = []
        for language in languages:
            part = np.concatenate([v for (_, spoken), v in by_project.items() if spoken == language])
            cells.append(f"{part.mean():.3f}")
        print(f"| {system} | {mean:.3f} ± {half:.3f} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="*")
    parser.add_argument("--role", default="test", choices=("dev", "test"))
    parser.add_argument("--only", default="", help="comma-separated packages; empty: all of the role")
    arguments = parser.parse_args()
    only = set(arguments.only.split(",")) - {""}
    packages = [p for p in listed() if p.role == arguments.role and (not only or p.name in only)]
    names = {package.folder.name for package in packages}
    definitions = [task for task in definition_tasks(arguments.role) if task.project in names]
    evaluate("Definitions (A)", definitions, arguments.models)
    chunks = [(package, read_chunks(package)) for package in packages]
    evaluate("Chunks (B)", [task for pair in chunks for task in chunk_tasks(*pair)], arguments.models)
    evaluate(
        "Questions (C)", [task for pair in chunks for task in question_tasks(*pair)], arguments.models, pooled=True
    )


if __name__ == "__main__":
    main()
