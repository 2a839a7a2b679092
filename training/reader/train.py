"""Train the reader on a GPU: `python -m training.reader.train ARRAYS OUT [--seconds 350 75 42]`.

ARRAYS is the folder that `training.reader.arrays` fills. First the reader tells definitions apart by their comments and
by the commits that changed them, then it mends the lists of the product. OUT gets `reader.pt`, and `read.npz`: how each
half of the lists is read by a reader that learned from the other half, which the trees are trained on.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.reader import MOST_CODE, MOST_PATH, MOST_QUESTION
from training.reader.arrays import KINDS, MOST_CODE_SEEN, tokenizer
from training.reader.model import Reader, densest
from training.views import OPENINGS

DEVICE = "cuda"
RATE, LATER_RATE = 1e-3, 4e-4
QUESTIONS, PLACES = 320, 16  # sizes of a batch of definitions
LISTS, LISTED = 144, 24  # of a batch of lists
WRITTEN = 3  # times as often as others: questions that were written, not made
ASKED, PATH, CODE, SEEN = 20, 10, 97, 140  # tokens of definitions; short ones are most of them
ALIKE, OTHERS = (
    64,
    4,
)  # wrong definitions: of those with code most like the words, and any of the package
SHARES = {"doc": 0.42, "name": 0.08, "inline": 0.12, "text": 0.02, "commit": 0.36}
LOOKED_AT = 20

Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor | None]
"""Question, path and code of each place; worth, whether it is left out, and score, (questions, places) each."""


class Flat:
    """Token ids of many texts, one behind the other."""

    def __init__(self, parts: list[Any], name: str) -> None:
        sizes = np.concatenate([part[f"{name}.size"] for part in parts]).astype(np.int64)
        self.flat = torch.from_numpy(np.concatenate([part[f"{name}.flat"] for part in parts]).astype(np.int32)).to(
            DEVICE
        )
        self.bounds = torch.from_numpy(np.concatenate([[0], np.cumsum(sizes)])).to(DEVICE)

    def __call__(self, rows: torch.Tensor, most: int, *, are_last: bool = False) -> torch.Tensor:
        """Return the first, or last, tokens of some texts, (*rows, most), 0 behind them."""
        start, end = self.bounds[rows], self.bounds[rows + 1]
        if are_last:
            start = torch.maximum(start, end - most)
        at = start[..., None] + torch.arange(most, device=DEVICE)
        return torch.where(at < end[..., None], self.flat[at.clamp(max=len(self.flat) - 1)], 0).long()


def table() -> tuple[torch.Tensor, torch.Tensor]:
    """Return the rows of the embedding model, and their lengths, 1 in the mean."""
    rows = np.load(BUILTIN / "rows.npy").astype(np.float32) * np.load(BUILTIN / "scales.npy").reshape(-1, 1)
    found = torch.from_numpy(rows).to(DEVICE)
    lengths = found.norm(dim=1)
    return found, lengths / lengths[lengths > 0].mean()


class Definitions:
    """Batches of questions about definitions: the words about one, and those of its package that could be meant."""

    def __init__(self, folder: Path, rows: torch.Tensor, norms: torch.Tensor) -> None:
        parts = [np.load(file) for file in sorted(folder.glob("definitions*.npz"))]
        self.texts = {name: Flat(parts, name) for name in ("sentence", "doc", "name", "context", "code")}
        self.kind, package, self.sentence, self.place = (
            torch.from_numpy(np.concatenate([part[name] for part in parts]).astype(np.int64)).to(DEVICE)
            for name in ("kind", "package", "sentence_id", "place_id")
        )
        self.rows, self.norms = rows, norms
        self.first, self.last = (torch.searchsorted(package, package, right=right) for right in (False, True))
        shares = torch.tensor([SHARES[kind] for kind in KINDS], device=DEVICE)
        each = (shares / torch.bincount(self.kind, minlength=len(KINDS)).clamp(min=1))[self.kind]
        self.chances = each.double().cumsum(0) / each.double().sum()
        self.openings = [torch.tensor(one.ids, device=DEVICE) for one in tokenizer().encode_batch(list(OPENINGS))]
        self.alike = self._alike()

    def _meaning(self, name: str, rows: torch.Tensor, most: int, *, fades: bool) -> torch.Tensor:
        tokens = self.texts[name](rows, most)
        weights = (tokens > 1).float()
        if fades:
            weights = weights * 3 / (3 + torch.arange(most, device=DEVICE))
        return functional.normalize((self.rows[tokens] * weights[..., None]).sum(-2), dim=-1).bfloat16()

    @torch.no_grad()
    def _alike(self) -> torch.Tensor:
        found = torch.zeros(len(self.kind), ALIKE, dtype=torch.int32, device=DEVICE)
        starts = [*torch.unique(self.first).tolist(), len(self.kind)]
        for start, end in itertools.pairwise(starts):
            own = torch.arange(start, end, device=DEVICE)
            codes = torch.cat([self._meaning("code", some, 100, fades=True) for some in own.split(8192)])
            for some in own.split(4096):
                by_name = self._meaning("name", some, 12, fades=False)
                is_named = (self.kind[some] == KINDS.index("name"))[:, None]
                asked = torch.where(is_named, by_name, self._meaning("sentence", some, ASKED, fades=False))
                like = asked @ codes.T
                like[torch.arange(len(some)), some - start] = -9
                best = like.topk(min(ALIKE, end - start), dim=1).indices + start
                found[some] = best[:, torch.arange(ALIKE, device=DEVICE) % best.shape[1]].int()
        return found

    def _asked(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the words about each, and whether these are its name."""
        count, kind = len(rows), self.kind[rows]
        chance = torch.rand(count, device=DEVICE)
        is_doc, is_commit = kind == KINDS.index("doc"), kind == KINDS.index("commit")
        longer = self.texts["doc"](rows, ASKED)
        is_long = ((is_doc & (chance < 0.15)) | (is_commit & (chance < 0.25))) & (longer[:, 0] > 0)
        is_named = (kind == KINDS.index("name")) | (is_doc & (chance > 0.95))
        asked = torch.where(is_long[:, None], longer, self.texts["sentence"](rows, ASKED))
        asked = torch.where(is_named[:, None], self.texts["name"](rows, ASKED), asked)
        # A few of the words only, or nearly all of them; sometimes behind an opening.
        is_short = (torch.rand(count, device=DEVICE) < 0.12) & ~is_named
        keep = torch.rand(count, ASKED, device=DEVICE) < torch.where(is_short, 0.4, 0.95)[:, None]
        keep[torch.arange(count), torch.randint(0, 3, (count,), device=DEVICE)] = True
        asked = torch.where(keep, asked, 0)
        asked = asked.gather(1, (asked == 0).long().sort(dim=1, stable=True).indices)
        opening = self.openings[int(torch.randint(len(self.openings), ()))]
        is_opened = (torch.rand(count, device=DEVICE) < 0.11) & ~is_commit
        opened = torch.cat([opening.expand(count, -1), asked], 1)[:, :ASKED]
        return torch.where(is_opened[:, None], opened, asked), is_named

    def batch(self, count: int) -> Batch:
        rows = torch.searchsorted(self.chances, torch.rand(count, device=DEVICE, dtype=torch.double))
        rows = rows.clamp(max=len(self.kind) - 1)
        asked, is_named = self._asked(rows)
        columns = (torch.rand(count, PLACES - 1 - OTHERS, device=DEVICE) ** 1.5 * 56).long()
        sizes = (self.last - self.first)[rows]
        others = self.first[rows][:, None] + (torch.rand(count, OTHERS, device=DEVICE) * sizes[:, None]).long()
        places = torch.cat([rows[:, None], self.alike[rows].gather(1, columns).long(), others], 1)
        is_out = (self.sentence[places] == self.sentence[rows][:, None]) | (
            self.place[places] == self.place[rows][:, None]
        )
        ordered, order = places.sort(dim=1)
        twice = functional.pad(ordered[:, 1:] == ordered[:, :-1], (1, 0))
        is_out |= torch.zeros_like(is_out).scatter(1, order, twice)
        is_out[:, 0] = False
        flat = places.view(-1)
        path, code = self.texts["context"](flat, PATH, are_last=True), self.texts["code"](flat, SEEN)
        path = torch.where(torch.rand(len(flat), 1, device=DEVICE) < 0.15, 0, path)
        asked = asked.repeat_interleave(PLACES, 0)
        # Words of the question that stand in the code are hidden sometimes, of all places alike.
        share = torch.where(is_named, 0.6, torch.where(torch.rand(count, device=DEVICE) < 0.2, 0.4, 0.02))
        is_hidden = (torch.rand(count, ASKED, device=DEVICE) < share[:, None]).repeat_interleave(PLACES, 0)
        is_gone = ((code[:, :, None] == asked[:, None, :]) & is_hidden[:, None, :]).any(-1) & (code > 1)
        code = densest(asked, torch.where(is_gone, 1, code), self.norms, CODE)
        worth = torch.zeros(count, PLACES, device=DEVICE)
        worth[:, 0] = 1
        return asked, path, code, worth, is_out, None


class Lists:
    """Batches of the product's own hits."""

    def __init__(self, file: Path, norms: torch.Tensor) -> None:
        kept = np.load(file)
        self.texts = {name: Flat([kept], name) for name in ("query", "path", "code")}
        self.ids, self.worth, self.score = (
            torch.from_numpy(kept[name]).to(DEVICE) for name in ("ids", "worth", "score")
        )
        self.ids = self.ids.long()
        self.fold, self.norms = kept["fold"], norms
        # Where a comment became the question it is missing in the tree: the right place would be told by that.
        self.chance = np.where(kept["is_comment"], 0.0, np.where(kept["is_written"], WRITTEN, 1.0))

    def places(self, rows: torch.Tensor, columns: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        flat = self.ids[rows].gather(1, columns).view(-1).clamp(min=0)
        asked = self.texts["query"](rows, MOST_QUESTION).repeat_interleave(columns.shape[1], 0)
        code = densest(asked, self.texts["code"](flat, MOST_CODE_SEEN), self.norms, MOST_CODE)
        return asked, self.texts["path"](flat, MOST_PATH, are_last=True), code

    def batch(self, chances: torch.Tensor) -> Batch:
        """`chances` are those of each list, added up."""
        rows = torch.searchsorted(chances, chances[-1] * torch.rand(LISTS, device=DEVICE, dtype=torch.double))
        rows = rows.clamp(max=len(chances) - 1)
        worth, is_none = self.worth[rows].float(), self.ids[rows] < 0
        # All right ones, and of the others the better ranked more often.
        first = torch.where(worth == 2, 9.0, torch.where(worth == 1, 0.3, 0.0)) - 9.0 * is_none
        chance = torch.rand(worth.shape, device=DEVICE) + torch.linspace(0.5, 0, worth.shape[1], device=DEVICE)
        columns = (first + chance).topk(LISTED, dim=1).indices
        worth = worth.gather(1, columns)
        gain = torch.where(worth == 2, 3.0, worth)
        score = self.score[rows].gather(1, columns) / self.score[rows].amax(1, keepdim=True)
        is_out = is_none.gather(1, columns)
        return *self.places(rows, columns), gain / gain.sum(1, keepdim=True).clamp(min=1e-6), is_out, score

    @torch.no_grad()
    def read(self, model: Reader, rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the scores of the first places of some lists."""
        model.eval()
        found = []
        for some in torch.from_numpy(rows).to(DEVICE).split(128):
            columns = torch.arange(LOOKED_AT, device=DEVICE).expand(len(some), -1)
            with torch.autocast(DEVICE, torch.bfloat16):
                scores = model(*self.places(some, columns)).float()
            found.append(scores.view(columns.shape).cpu().numpy())
        return np.concatenate(found)


def train(model: Reader, seconds: float, rate: float, batch: Callable[[int], Batch]) -> None:
    """Train for so long; the rate falls with the time that is over."""
    groups = [
        {"params": [part for part in model.parameters() if part.dim() == 2], "weight_decay": 0.05},
        {"params": [part for part in model.parameters() if part.dim() == 1], "weight_decay": 0.0},
        {"params": [model.tau], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=True)
    run = torch.compile(model, dynamic=False)
    begun, step, done, losses = 0.0, 0, 0.0, []
    while done < 1:
        for group, times in zip(optimizer.param_groups, (1, 1, 20), strict=True):
            group["lr"] = times * rate * min(1, (step + 1) / 150) * 0.5 * (1 + math.cos(math.pi * done))
        *texts, worth, is_out, score = batch(step)
        with torch.autocast(DEVICE, torch.bfloat16):
            found = run(*texts)
        found = found.float().view(worth.shape)
        if score is not None:
            found = found + model.tau * score
        loss = -(worth * functional.log_softmax(found.masked_fill(is_out, -1e4), 1)).sum(1).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.detach())
        step += 1
        if step == 4:  # compiled by now
            torch.cuda.synchronize()
            begun = time.monotonic()
        done = (time.monotonic() - begun) / seconds if begun else 0.0
        if step % 400 == 0:
            line = {"step": step, "loss": round(float(torch.stack(losses).mean()), 4), "done": round(done, 2)}
            print(json.dumps(line), flush=True)
            losses.clear()


@dataclass(frozen=True)
class Seconds:
    definitions: float
    lists: float
    half: float


def run(folder: Path, out: Path, seconds: Seconds) -> None:
    torch.manual_seed(1)
    rows, norms = table()
    unit = functional.normalize(rows, dim=1).bfloat16()
    definitions, lists = Definitions(folder, rows, norms), Lists(folder / "lists.npz", norms)
    reader = Reader(unit, norms).to(DEVICE)
    train(reader, seconds.definitions, RATE, lambda _: definitions.batch(QUESTIONS))
    start = {name: part.clone() for name, part in reader.state_dict().items()}

    def mended(time_s: float, chance: np.ndarray[Any, Any]) -> Reader:
        model = Reader(unit, norms, dropout=0.1).to(DEVICE)
        model.load_state_dict(start)
        chances = torch.from_numpy(chance.cumsum()).to(DEVICE)
        train(
            model,
            time_s,
            LATER_RATE,
            lambda step: definitions.batch(QUESTIONS // 2) if step % 3 == 2 else lists.batch(chances),
        )
        return model

    whole = mended(seconds.lists, lists.chance).state_dict()
    torch.save({name: part.half().cpu() for name, part in whole.items()}, out / "reader.pt")
    read = np.zeros((len(lists.fold), LOOKED_AT), np.float16)
    for fold in (0, 1):
        own = np.flatnonzero(lists.fold == fold)
        read[own] = lists.read(mended(seconds.half, lists.chance * (lists.fold != fold)), own)
    np.savez_compressed(out / "read.npz", read=read)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arrays", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument(
        "--seconds", type=float, nargs=3, default=(350, 75, 42), help="definitions, lists, half of them"
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    run(args.arrays, args.out, Seconds(*args.seconds))


if __name__ == "__main__":
    main()
