"""The beginning of an index that a root does not have yet: a copy of that of a like tree, or the team's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.early_scan import EarlyScan
from lsp_codebase.index.reporter import Reporter
from lsp_codebase.index.sharing.similar_tree import adopt
from lsp_codebase.store import Manifest


def begin(
    root: Path,
    settings: Settings,
    directory: Path,
    manifest: Manifest,
    dirty: DirtySet,
    reporter: Reporter,
    on_nothing_here: Callable[[], None],
) -> tuple[EarlyScan | None, str | None]:
    """Put into `directory` what is there to begin with; return the files of the root, or why the team's is of no use.

    `on_nothing_here` is called where this machine has nothing: to fetch takes a while. The lock must be held.

    Raises:
        Cancelled: this is closed meanwhile.
    """
    copied = adopt(root, settings, directory, manifest, dirty)
    if copied is not None:
        return copied, None
    on_nothing_here()
    if not settings.team_store:
        return None, None
    from lsp_codebase.index.sharing.baseline import fetch_baseline  # few starts need it

    return fetch_baseline(root, settings, directory, manifest, dirty, reporter)
