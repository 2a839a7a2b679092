"""The findings of a check of an index: one value for each subject, for people and programs alike."""

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
    """One checked subject of the index of `root`; `detail` gives the count, or the fault."""

    root: Path
    name: str
    state: CheckState
    detail: str
