"""The versions that an index was built with. A mismatch rebuilds; nothing is migrated."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lsp_codebase.location import MANIFEST
from lsp_codebase.store.held_files import read, replace

_MODEL_NAME = "model.json"
_IDS_NAME = "ids.json"
_GENERATION_NAME = "generation.json"
_IDS_OF_ONE_WRITER = 1 << 22  # file ids are below 2**43, so that chunk ids are below 2**63
FORMAT_VERSION = 5


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything that decides the look of the stored rows. `root` guards against a foreign index."""

    root: str
    parser: str
    tokenizer: int
    max_chars: int
    format: int = FORMAT_VERSION


def read_manifest(directory: Path) -> Manifest | None:
    """Return the manifest in `directory`, or None if there is none that can be read.

    A manifest of another version, with fewer fields or more, tells the root and equals none of this version's.
    """
    try:
        found = read_json(directory / MANIFEST)
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict):
        return None
    if found.keys() == Manifest.__dataclass_fields__.keys():
        return Manifest(**found)
    return Manifest(str(found.get("root", "")), parser="", tokenizer=0, max_chars=0, format=0)


def has_manifest(directory: Path) -> bool:
    """Whether there is an index of any kind in `directory`."""
    return (directory / MANIFEST).exists()


def write_manifest(directory: Path, manifest: Manifest) -> None:
    """Replace the manifest in one step."""
    write_json(directory / MANIFEST, asdict(manifest))


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """The model whose vectors were last complete: the setting that named it, and its identity."""

    setting: str
    model: str


def reserve_ids(directory: Path, largest: int) -> int:
    """Return the first of the file ids that only the asking writer may give away; `largest` is in use.

    Data kept by file id (postings, vectors, a reader's arrays) may outlive the rows of `files`. A reused id of a
    deleted file would find data that is not its own.
    """
    reserved = _number(directory / _IDS_NAME, "reserved")
    first = (max(reserved, largest) // _IDS_OF_ONE_WRITER + 1) * _IDS_OF_ONE_WRITER
    write_json(directory / _IDS_NAME, {"reserved": first})
    return first


def read_generation(directory: Path) -> int:
    """Return the latest noted generation, 0 if there is none."""
    return _number(directory / _GENERATION_NAME, "generation")


def write_generation(directory: Path, generation: int) -> None:
    """Note a generation that no row will tell of, since it only takes rows away."""
    write_json(directory / _GENERATION_NAME, {"generation": generation})


def read_model(directory: Path) -> ModelRecord | None:
    """Return the model whose vectors were last complete, or None if there is none."""
    try:
        return ModelRecord(**read_json(directory / _MODEL_NAME))
    except (OSError, ValueError, TypeError):
        return None


def write_model(directory: Path, record: ModelRecord) -> None:
    """Replace the record of the model in one step."""
    write_json(directory / _MODEL_NAME, asdict(record))


def _number(path: Path, key: str) -> int:
    try:
        return int(read_json(path)[key])
    except (OSError, ValueError, TypeError, KeyError):
        return 0


def read_json(path: Path) -> Any:
    """Return the content of a small file of the index.

    Raises:
        OSError, ValueError: if it cannot be read.
    """
    return json.loads(read(path))


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write a small file of the index in one step."""
    temporary = path.with_name(path.name + ".tmp")
    with open(temporary, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
        file.flush()
        os.fsync(file.fileno())  # else a power cut may leave the name without the content
    replace(temporary, path)
