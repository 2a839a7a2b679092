"""Write a trained reader as the product reads it: `python -m training.reader.export READER.pt [--to FILE]`."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from lsp_codebase.embed.load import BUILTIN

FILE = BUILTIN.with_name("builtin_reader.npz")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reader", type=Path)
    parser.add_argument("--to", type=Path, default=FILE)
    args = parser.parse_args()
    state = torch.load(args.reader, map_location="cpu")
    arrays = {name: part.numpy().astype(np.float16) for name, part in state.items() if name != "tau"}
    lengths = np.linalg.norm(np.load(BUILTIN / "rows.npy") * np.load(BUILTIN / "scales.npy").reshape(-1, 1), axis=1)
    arrays["norms"] = (lengths / lengths[lengths > 0].mean()).astype(np.float16)
    np.savez_compressed(args.to, **arrays)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
