"""What an index was built with. A mismatch rebuilds; nothing is migrated."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

_NAME = "manifest.json"
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything that decides what the stored rows look like. `root` guards against a foreign index."""

    root: str
    parser: str
    tokenizer: int
    max_chars: int
    format: int = FORMAT_VERSION


def read_manifest(directory: Path) -> Manifest | None:
    """Return the manifest in `directory`, or None if there is none that can be understood."""
    try:
        return Manifest(**json.loads((directory / _NAME).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_manifest(directory: Path, manifest: Manifest) -> None:
    """Replace the manifest in one step."""
    temporary = directory / (_NAME + ".tmp")
    temporary.write_text(json.dumps(asdict(manifest), indent=1), "utf-8")
    os.replace(temporary, directory / _NAME)
