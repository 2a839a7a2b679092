"""A root without an index begins with the one that its team published of the nearest commit."""

from __future__ import annotations

import logging
from dataclasses import asdict
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.embed import load_embedder
from lsp_codebase.errors import Damaged, ModelUnavailable, TeamStoreUnavailable
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.early_scan import EarlyScan
from lsp_codebase.index.reporter import Reporter
from lsp_codebase.index.scanning import scan_root
from lsp_codebase.model import CancelToken, status_texts
from lsp_codebase.scan import Lineage, lineage, unchanged_since
from lsp_codebase.store import Manifest, copy_index, delete_tree, has_manifest, is_index
from lsp_codebase.team import Baseline, Objects, Recipe, download, nearest, public_key

logger = logging.getLogger(__name__)

_FOLDER = "baseline"  # of fetched files; a killed process leaves it to the next
MOST_COMMITS = 2_000


def nearest_baseline(
    root: Path, settings: Settings, manifest: Manifest, cancel: CancelToken
) -> tuple[Objects, Baseline] | None:
    """Return the nearest baseline, of the checked-out commit or one before it, and the store; None without one.

    Raises:
        TeamStoreUnavailable: the store fails.
        Cancelled: if asked to stop.
    """
    objects = Objects(settings.team_store)
    history = lineage(root, MOST_COMMITS, cancel)
    if history is None:
        return None
    trees = [commit.tree for commit in history.commits]
    found = nearest(objects, recipe_of(settings, manifest, history), trees, public_key(settings.team_key))
    if found is None:
        logger.info("%s: the team published no index of the last %d commits", root.name, len(trees))
        return None
    distance, baseline = found
    logger.info("%s: the team's index is %d commit%s back", root.name, distance, "s" * (distance != 1))
    return objects, baseline


def fetch_baseline(
    root: Path, settings: Settings, directory: Path, manifest: Manifest, dirty: DirtySet, reporter: Reporter
) -> tuple[EarlyScan | None, str | None]:
    """Make the nearest commit's baseline the index in `directory`, if that has none; return the files of `root`.

    None, and the reason, if the store was of no use; it costs seconds then. The lock must be held.

    Raises:
        Cancelled: this is closed meanwhile.
    """
    if has_manifest(directory):
        return None, None
    folder = directory / _FOLDER
    try:
        found = nearest_baseline(root, settings, manifest, dirty.over)
        if found is not None:
            objects, baseline = found
            _download(objects, baseline, folder, dirty, reporter)
            return _take(root, settings, baseline, folder, directory, manifest, dirty), None
        problem = None
    except (TeamStoreUnavailable, Damaged, OSError) as error:
        problem = status_texts.NOT_FETCHED.format(reason=error)
        logger.warning("%s: %s", root.name, problem)
    finally:
        reporter.end("")
    delete_tree(folder)
    return None, problem


def _download(objects: Objects, baseline: Baseline, folder: Path, dirty: DirtySet, reporter: Reporter) -> None:
    def report(done: int, total: int) -> None:
        reporter.report_fetch(done, total, baseline.commit)

    download(objects, baseline, folder, report, lambda: dirty.is_over)


def _take(
    root: Path,
    settings: Settings,
    baseline: Baseline,
    folder: Path,
    directory: Path,
    manifest: Manifest,
    dirty: DirtySet,
) -> EarlyScan:
    """Make the contents of `folder` the index, and return the files of the root.

    Raises:
        Damaged: they are no index.
        Cancelled: this is closed meanwhile.
    """
    marks, cancel = dirty.count, dirty.over
    found = scan_root(root, settings, cancel)
    same = unchanged_since(root, baseline.tree, found.files, cancel)
    if not is_index(folder / "index") or not copy_index(folder / "index", directory, manifest):
        raise Damaged(f"the index of {baseline.commit[:7]} cannot be opened")
    delete_tree(folder)
    return EarlyScan(marks, found, same=same)


def recipe_of(settings: Settings, manifest: Manifest, history: Lineage) -> Recipe:
    """Return the recipe of an index's rows besides the tree; files that settings leave out are left out later."""
    try:
        embedder = load_embedder(settings)
    except ModelUnavailable:
        embedder = None
    made_by = {name: value for name, value in asdict(manifest).items() if name != "root"}
    return Recipe({**made_by, "model": embedder.model if embedder else "", "folder": history.prefix})
