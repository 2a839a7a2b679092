"""What a check of an index found: one value for each subject, to be shown to people and programs alike."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class CheckState(str, Enum):
    """Whether a part of an index is as it should be."""

    OK = "ok"
    """As it should be."""
    REPAIRED = "repaired"
    """It was damaged, as `detail` says, and is put right."""
    DAMAGED = "damaged"
    """It is not as it should be."""
    SKIPPED = "skipped"
    """It could not be looked at."""


@dataclass(frozen=True, slots=True)
class Check:
    """One checked subject of the index of `root`; `detail` says what was counted or what is wrong."""

    root: Path
    name: str
    state: CheckState
    detail: str
