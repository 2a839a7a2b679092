"""Train the token table: `python -m training.train --out RUN [--from RUN...] [--set key=value...]`."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training import dataset, development, start
from training.views import OPENINGS, Bag, Recipe, Views


@dataclass(frozen=True)
class Schedule:
    dimension: int = 256
    steps: int = 500
    rate: float = 2.5e-3
    warm_up: int = 30
    average: float = 0.98
    temperature: float = 0.05
    code_to_query: float = 0.5
    weight_rate: float = 2.0
    seed: int = 1
    check_every: int = 75


def inverse_document_frequency(arrays: dataset.Arrays, vocabulary: int) -> NDArray[np.float32]:
    """Return log(n / (df + 1)) + 1 over the code of all records; kept beside the arrays."""
    file = dataset.ARRAYS / "idf.npy"
    if not file.exists():
        offsets, flat = arrays.offsets["code"], arrays.flat["code"]
        owners = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        distinct = np.unique(owners * vocabulary + flat) % vocabulary
        frequency = np.bincount(distinct, minlength=vocabulary)
        np.save(file, (np.log(len(offsets) / (frequency + 1)) + 1).astype(np.float32))
    idf: NDArray[np.float32] = np.load(file)
    return idf


class Table(torch.nn.Module):
    """Rows and a log weight for each token; a text is the normalised weighted sum of the rows of its tokens."""

    def __init__(self, rows: torch.Tensor, weights: torch.Tensor, temperature: float) -> None:
        super().__init__()
        self.rows = torch.nn.Parameter(rows)
        self.weights = torch.nn.Parameter(weights)
        self.scale = torch.nn.Parameter(torch.tensor(-np.log(temperature), dtype=torch.float32))

    def forward(self, bag: Bag) -> torch.Tensor:
        tokens, factors, starts = (torch.from_numpy(part) for part in bag)
        factors = factors * torch.exp(self.weights[tokens])
        pooled = torch.nn.functional.embedding_bag(tokens, self.rows, starts, mode="sum", per_sample_weights=factors)
        return torch.nn.functional.normalize(pooled, dim=1, eps=1e-6)


def loss_of(table: Table, queries: Bag, codes: Bag, same: NDArray[np.int64], schedule: Schedule) -> torch.Tensor:
    """InfoNCE in the batch, both directions; pairs with the same sentence are no negatives."""
    logits = table(queries) @ table(codes).T * table.scale.exp()
    ids = torch.from_numpy(same)
    twin = (ids[:, None] == ids[None, :]) & ~torch.eye(len(ids), dtype=torch.bool)
    logits = logits.masked_fill(twin, -1e4)
    target = torch.arange(len(ids))
    forward = torch.nn.functional.cross_entropy(logits, target)
    backward = torch.nn.functional.cross_entropy(logits.T, target)
    return (forward + schedule.code_to_query * backward) / (1 + schedule.code_to_query)


class Averages:
    """Exponential averages of parameters: they score better than the parameters themselves."""

    def __init__(self, parameters: list[torch.Tensor], keep: float) -> None:
        self.parameters, self.keep, self.steps = parameters, keep, 0
        self.values = [parameter.detach().clone() for parameter in parameters]

    def update(self) -> None:
        self.steps += 1
        keep = min(self.keep, self.steps / (self.steps + 10))
        for value, parameter in zip(self.values, self.parameters, strict=True):
            value.mul_(keep).add_(parameter.detach(), alpha=1 - keep)

    def table(self) -> NDArray[np.float32]:
        """Return the rows with the weights folded in."""
        rows, weights = self.values
        folded: NDArray[np.float32] = (rows * weights.exp()[:, None]).numpy()
        return folded


def new_table(arrays: dataset.Arrays, idf: NDArray[np.float32], schedule: Schedule, earlier: list[Path]) -> Table:
    """Return the rows of `start.py`, which are always the same, so that runs can be averaged; or the mean of runs."""
    if earlier:
        mean = np.mean([np.load(run / "table.npy") for run in earlier], axis=0)
        return Table(torch.from_numpy(mean), torch.zeros(len(mean)), schedule.temperature)
    weights = torch.log(torch.from_numpy(idf / idf.mean()))
    return Table(start.rows(arrays, len(idf), schedule.dimension), weights, schedule.temperature)


def train(out: Path, schedule: Schedule, recipe: Recipe, earlier: list[Path]) -> None:
    """Train, score on the development projects from time to time, keep the best table."""
    torch.manual_seed(schedule.seed)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)  # else two threads add the gradients of a row in any order
    arrays = dataset.load()
    idf = inverse_document_frequency(arrays, development.tokenizer().get_vocab_size())
    openings = [np.array(encoding.ids) for encoding in development.tokenizer().encode_batch(list(OPENINGS))]
    views = Views(arrays, idf, openings, recipe, schedule.seed)
    table = new_table(arrays, idf, schedule, earlier)
    rates = [schedule.rate, schedule.rate * schedule.weight_rate, schedule.rate]
    parts = [table.rows, table.weights, table.scale]
    groups = [{"params": [part], "lr": rate} for part, rate in zip(parts, rates, strict=True)]
    optimizer = torch.optim.Adam(groups, betas=(0.9, 0.99))
    averages = Averages([table.rows, table.weights], schedule.average)
    out.mkdir(parents=True, exist_ok=True)
    best = -1.0
    for step in range(1, schedule.steps + 1):
        decay = 0.05 + 0.95 * 0.5 * (1 + np.cos(np.pi * step / schedule.steps))
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * min(1.0, step / schedule.warm_up) * decay
        loss = loss_of(table, *views.batch(), schedule)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        averages.update()
        if step % schedule.check_every == 0 or step == schedule.steps:
            best = _check(out, step, loss.item(), averages, best)
    summary = {"schedule": asdict(schedule), "recipe": asdict(recipe), "best": best}
    (out / "run.json").write_text(json.dumps(summary, indent=1) + "\n", "utf-8")


def _check(out: Path, step: int, loss: float, averages: Averages, best: float) -> float:
    table = averages.table()
    scores = development.score(table)
    mean = float(np.mean(list(scores.values())))
    line = {"step": step, "loss": round(loss, 4), "dev": round(mean, 4), "cpu_s": round(time.process_time())}
    text = json.dumps({**line, **{name: round(score, 3) for name, score in scores.items()}})
    print(text, flush=True)
    with (out / "log.jsonl").open("a", encoding="utf-8") as stream:
        stream.write(text + "\n")
    if mean > best:
        np.save(out / "table.npy", table)
    return max(best, mean)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--from", dest="earlier", type=Path, nargs="*", default=[], help="go on from the mean of runs")
    parser.add_argument("--set", nargs="*", default=[], metavar="KEY=VALUE")
    arguments = parser.parse_args()
    schedule, recipe = Schedule(), Recipe()
    for item in arguments.set:
        key, value = item.split("=")
        target = schedule if hasattr(schedule, key) else recipe
        changed = replace(target, **{key: type(getattr(target, key))(float(value))})
        schedule, recipe = (changed, recipe) if target is schedule else (schedule, changed)
    train(arguments.out, schedule, recipe, arguments.earlier)


if __name__ == "__main__":
    main()
