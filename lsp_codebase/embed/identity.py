"""The identity of a model: a name for people and a hash of the files that decide its vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

_SUFFIXES = (".onnx", ".onnx_data", ".data", ".npy", ".json")
_BLOCK_BYTES = 1 << 20


def model_files(folder: Path) -> list[Path]:
    """Return the files under `folder` that decide the vectors of its model, in a stable order."""
    files = (file for file in folder.rglob("*") if file.suffix in _SUFFIXES and file.is_file())
    return sorted(files, key=lambda file: file.relative_to(folder).as_posix())


def model_identity(name: str, folder: Path, files: Iterable[Path]) -> str:
    """Return `name@hash`, the hash over the relative paths and contents of `files`."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.relative_to(folder).as_posix()}\0{file.stat().st_size}\0".encode())
        with file.open("rb") as stream:
            while block := stream.read(_BLOCK_BYTES):
                digest.update(block)
    return f"{name}@{digest.hexdigest()[:12]}"
