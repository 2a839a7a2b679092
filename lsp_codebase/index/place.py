"""The place of the index of a root, and the part of the root that is in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.model import CancelToken
from lsp_codebase.scan import Scan

Narrow = Callable[[Scan, CancelToken], Scan]
"""Returns those of the found files that are indexed."""


def everything(found: Scan, _: CancelToken) -> Scan:
    """Leave nothing out."""
    return found


@dataclass(frozen=True, slots=True)
class Place:
    """The folder of an index. One that is `published` is only read, and its root need not be here."""

    directory: Path
    is_published: bool = False
    narrow: Narrow = everything
