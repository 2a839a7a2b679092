"""Where the user is, as a signal that decides between equals: open files, their neighbours, their language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lsp_codebase.model import SearchQuery
from lsp_codebase.paths import is_within, relative_to
from lsp_codebase.search.ranking.lexical import Array


@dataclass(frozen=True, slots=True)
class EditorContext:
    """Where the user is: the file in front, and all open ones."""

    active: str | None = None
    opened: frozenset[str] = frozenset()


NOWHERE = EditorContext()


def where(query: SearchQuery, root: Path) -> EditorContext:
    """Return where the user of a query is, as far as that lies below `root`."""
    active = _relative(query.active_path, root)
    opened = (_relative(path, root) for path in (query.active_path, *query.open_paths))
    return EditorContext(active, frozenset(path for path in opened if path is not None))


def nearness(paths: Sequence[str], here: EditorContext) -> Array:
    """Return 1 for open files, less for neighbours of the active one, least for files of its language."""
    if not here.opened:
        return np.zeros(len(paths))
    folder = here.active.rpartition("/")[0] if here.active is not None else None
    suffix = Path(here.active).suffix if here.active is not None else None
    return np.array(
        [
            1.0
            if path in here.opened
            else 0.6
            if path.rpartition("/")[0] == folder
            else 0.3
            if suffix and path.endswith(suffix)
            else 0.0
            for path in paths
        ]
    )


def _relative(path: Path | None, root: Path) -> str | None:
    if path is None or not is_within(path, root):
        return None
    return relative_to(path, root)
