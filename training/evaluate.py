"""Score models on held-out projects: `python -m training.evaluate --role test MODEL...`; prints tables.

The protocols are those of `protocols.py`. nDCG@10 of the best right answer, mean over projects (C: over questions),
95 % bootstrap interval over queries.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training import development, protocols
from training.development import ndcg
from training.extract import SEED
from training.lexical import bm25, fused
from training.protocols import Task


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


def _cell(values: Sequence[NDArray[np.float64]]) -> str:
    mean, half = interval(values)
    return f"{mean:.3f} ± {half:.3f}"


def evaluate(title: str, tasks: list[Task], models: Sequence[str], pooled: bool = False) -> None:
    """Print a table of all systems and the gain of each over BM25; `pooled` means over queries and not over projects.

    A language's cell is over the queries of all its projects.
    """
    results: dict[str, dict[tuple[str, str], NDArray[np.float64]]] = defaultdict(dict)
    for task in tasks:
        key = (task.project, task.language)
        lexical = bm25(task.queries, task.documents)
        results["BM25"][key] = ndcg(lexical, task.answers)
        for model in models:
            similar = vectors(model, task.queries) @ vectors(model, task.documents).T
            results[model][key] = ndcg(similar, task.answers)
            results[f"BM25 + {model}"][key] = ndcg(fused(lexical, similar), task.answers)
            for system in (model, f"BM25 + {model}"):
                results[f"{system}, over BM25"][key] = results[system][key] - results["BM25"][key]
    queries = sum(len(task.queries) for task in tasks)
    print(f"\n### {title}: {len({task.project for task in tasks})} projects, {queries} queries, nDCG@10\n")
    languages = sorted({task.language for task in tasks})
    mean_of = "queries" if pooled else "projects"
    print(f"| system | mean of {mean_of} | " + " | ".join(languages) + " |\n|---|---|" + "---|" * len(languages))
    for system, by_project in results.items():
        values = list(by_project.values())
        cells = [_cell([np.concatenate(values)] if pooled else values)]
        for language in languages:
            cells.append(_cell([np.concatenate([v for (_, spoken), v in by_project.items() if spoken == language])]))
        print(f"| {system} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="*")
    parser.add_argument("--role", default="test", choices=("dev", "test"))
    parser.add_argument("--only", default="", help="comma-separated packages; empty: all of the role")
    parser.add_argument("--protocols", default="ABC")
    arguments = parser.parse_args()
    packages = protocols.packages(arguments.role, set(arguments.only.split(",")) - {""})
    if "A" in arguments.protocols:
        tasks = [task for package in packages for task in protocols.definition_tasks(package)]
        evaluate("Definitions (A)", tasks, arguments.models)
    if "B" in arguments.protocols:
        tasks = [task for package in packages for task in protocols.chunk_tasks(package)]
        evaluate("Chunks (B)", tasks, arguments.models)
    if "C" in arguments.protocols:
        for title, file in protocols.QUESTIONS.items():
            tasks = [task for package in packages for task in protocols.question_tasks(package, file)]
            if tasks:
                evaluate(f"Questions ({title})", tasks, arguments.models, pooled=True)


if __name__ == "__main__":
    main()
