"""The reader as it is trained: `lsp_codebase.embed.reader` computes the same in numpy."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from lsp_codebase.embed.reader import MOST_CODE, MOST_PATH, MOST_QUESTION

WIDTH, LAYERS, HEADS, BETWEEN = 256, 5, 4, 512
STEP, EARLIER = 16, 0.002  # of the choice of a run of the code


class Layer(nn.Module):
    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.dropout = dropout
        self.n1, self.n2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, BETWEEN), nn.Linear(BETWEEN, WIDTH)

    def forward(self, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        texts, tokens, _ = states.shape
        mixed = self.qkv(self.n1(states)).view(texts, tokens, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        heard = functional.scaled_dot_product_attention(*mixed, attn_mask=mask)
        heard = heard.transpose(1, 2).reshape(texts, tokens, WIDTH)
        states = states + functional.dropout(self.out(heard), self.dropout, self.training)
        wide = functional.relu(self.up(self.n2(states)))
        return states + functional.dropout(self.down(wide), self.dropout, self.training)


class Reader(nn.Module):
    def __init__(self, rows: torch.Tensor, norms: torch.Tensor, dropout: float = 0.0) -> None:
        """`rows` are unit rows of the tokens, `norms` their lengths, 1 in the mean; tokens 0 and 1 have none."""
        super().__init__()
        self.register_buffer("rows", rows, persistent=False)
        self.register_buffer("norms", norms, persistent=False)
        self.inp, self.feat = nn.Linear(rows.shape[1], WIDTH), nn.Linear(5, WIDTH)
        self.kind = nn.Parameter(torch.randn(4, WIDTH) * 0.02)
        self.place = nn.Parameter(torch.randn(MOST_QUESTION + MOST_PATH + MOST_CODE, WIDTH) * 0.02)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        self.norm, self.score = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 1)
        self.tau = nn.Parameter(torch.tensor(6.0))  # weight of the ranking, beside which it learns
        for name, part in self.named_parameters():
            if part.dim() == 2 and name not in ("kind", "place"):
                nn.init.normal_(part, std=0.03)
        nn.init.normal_(self.inp.weight, std=0.5 / rows.shape[1] ** 0.5)
        for layer in self.layers:
            for part in (layer.out, layer.down):
                nn.init.normal_(part.weight, std=0.03 / (2 * LAYERS) ** 0.5)

    def forward(self, question: torch.Tensor, path: torch.Tensor, code: torch.Tensor) -> torch.Tensor:
        """Return the score of each place: token ids (places, tokens) each, 0 where there is none."""
        place = torch.cat([path, code], 1)
        asked_rows, rows = self.rows[question], self.rows[place]
        like = rows @ asked_rows.transpose(1, 2)
        same = (place[:, :, None] == question[:, None, :]) & (place[:, :, None] > 1)
        nearest = torch.cat([like.amax(1), like.amax(2)], 1).float()
        exact = torch.cat([same.any(1), same.any(2)], 1).float()
        tokens = torch.cat([question, place], 1)
        norms = self.norms[tokens]
        measured = torch.stack([nearest, exact, exact * norms, norms, (tokens == 1).float()], -1)
        sizes = question.shape[1], path.shape[1], code.shape[1]
        starts = 0, MOST_QUESTION, MOST_QUESTION + MOST_PATH
        at = torch.cat([self.place[start : start + size] for start, size in zip(starts, sizes, strict=True)])
        kinds = torch.cat([self.kind[kind].expand(size, -1) for kind, size in enumerate(sizes, 1)])
        states = self.inp(torch.cat([asked_rows, rows], 1)) + self.feat(measured) + at + kinds
        states = torch.cat([self.kind[:1].expand(len(tokens), 1, -1).to(states.dtype), states], 1)
        mask = functional.pad(tokens > 0, (1, 0), value=True)[:, None, None, :]
        for layer in self.layers:
            states = layer(states, mask)
        return self.score(self.norm(states[:, 0]))[:, 0]


def densest(question: torch.Tensor, code: torch.Tensor, norms: torch.Tensor, size: int) -> torch.Tensor:
    """Return the run of `size` tokens of each code, (places, tokens), in which the question's words stand densest."""
    most = code.shape[1]
    is_asked = ((code[:, :, None] == question[:, None, :]) & (code[:, :, None] > 1)).any(-1)
    total = functional.pad((is_asked * norms[code]).cumsum(1), (1, 0))
    starts = torch.arange(0, most - size + 1, STEP, device=code.device)
    held = total[:, starts + size] - total[:, starts] - EARLIER * starts
    ends = (code > 0).sum(1, keepdim=True)
    held = held.masked_fill((starts > 0) & (starts + size >= ends + STEP), -1e9)
    start = starts[held.argmax(1)]
    return code.gather(1, start[:, None] + torch.arange(size, device=code.device))
