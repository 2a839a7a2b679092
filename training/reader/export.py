"""Write a trained reader as the product reads it: `python -m training.reader.export READER.pt [--to FILE]`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.reader import SCALES

FILE = BUILTIN.with_name("builtin_reader.npz")


def packed(parts: Mapping[str, NDArray[np.float32]]) -> dict[str, NDArray[Any]]:
    """Return matrices as 8 bits with a scale for each row, all else as 16 bits."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, part in parts.items():
        if part.ndim < 2:
            arrays[name] = part.astype(np.float16)
            continue
        scales = np.abs(part).max(axis=1) / 127
        arrays[name] = np.rint(part / scales[:, None]).astype(np.int8)
        arrays[f"{name}{SCALES}"] = scales.astype(np.float32)
    return arrays


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reader", type=Path)
    parser.add_argument("--to", type=Path, default=FILE)
    args = parser.parse_args()
    state = torch.load(args.reader, map_location="cpu")
    arrays = packed({name: part.float().numpy() for name, part in state.items() if name != "tau"})
    lengths = np.linalg.norm(np.load(BUILTIN / "rows.npy") * np.load(BUILTIN / "scales.npy").reshape(-1, 1), axis=1)
    arrays["norms"] = (lengths / lengths[lengths > 0].mean()).astype(np.float16)
    np.savez_compressed(args.to, **arrays)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
