"""A root without an index begins with the one that its team published of the nearest commit."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.embed import load_embedder
from lsp_codebase.errors import Damaged, ModelUnavailable, TeamStoreUnavailable
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.look import Look
from lsp_codebase.index.reporter import Reporter
from lsp_codebase.model import CancelToken
from lsp_codebase.scan import Lineage, lineage, scan, unchanged_since
from lsp_codebase.store import Manifest, copy_index, delete_tree, has_manifest, is_index
from lsp_codebase.team import Baseline, Objects, Recipe, download, nearest, public_key

logger = logging.getLogger(__name__)

_FOLDER = "baseline"  # of what is fetched; a process that is killed leaves it to the next
MOST_COMMITS = 2_000


class BaselineStart:
    """How one root gets its team's index. The lock of its index must be held."""

    def __init__(self, root: Path, settings: Settings, dirty: DirtySet, reporter: Reporter) -> None:
        self._root = root
        self._settings = settings
        self._dirty = dirty
        self._reporter = reporter
        self.problem: str | None = None
        """Why there is a store and it was of no use."""

    def begin(self, directory: Path, manifest: Manifest) -> Look | None:
        """Make the nearest commit's baseline the index in `directory`; return what `root` holds, None if there is none.

        Raises:
            Cancelled: this is closed meanwhile.
        """
        self.problem = None
        if has_manifest(directory) or not self._settings.team_store:
            return None
        folder = directory / _FOLDER
        try:
            return self._begin(directory, manifest, folder)
        except (TeamStoreUnavailable, Damaged, OSError) as error:
            self.problem = f"the team's index is not used: {error}"
            logger.warning("%s: %s", self._root.name, self.problem)
        finally:
            self._reporter.end("")
        delete_tree(folder)
        return None

    def _begin(self, directory: Path, manifest: Manifest, folder: Path) -> Look | None:
        objects = Objects(self._settings.team_store)
        cancel = CancelToken()
        history = lineage(self._root, MOST_COMMITS, cancel)
        if history is None:
            return None
        trees = [commit.tree for commit in history.commits]
        key = public_key(self._settings.team_key)
        found = nearest(objects, recipe_of(self._settings, manifest, history), trees, key)
        if found is None:
            logger.info("%s: the team published no index of the last %d commits", self._root.name, len(trees))
            return None
        distance, baseline = found
        self._fetch(objects, baseline, folder)
        marks = self._dirty.count
        files = scan(
            self._root,
            respect_gitignore=self._settings.index_respect_gitignore,
            exclude=self._settings.index_exclude,
            cancel=cancel,
        )
        same = unchanged_since(self._root, baseline.tree, files.files, cancel)
        if not is_index(folder / "index") or not copy_index(folder / "index", directory, manifest):
            raise Damaged(f"the index of {baseline.commit[:7]} cannot be opened")
        delete_tree(folder)
        moved = objects.moved.received / 1e6
        back = f"{distance} commit{'s' * (distance != 1)} back"
        logger.info("%s: begun %s with the team's index, %.1f MB fetched", self._root.name, back, moved)
        return Look(marks, files, same=same)

    def _fetch(self, objects: Objects, baseline: Baseline, folder: Path) -> None:
        def report(done: int, total: int) -> None:
            self._reporter.report_fetch(done, total, baseline.commit)

        is_over: Callable[[], bool] = lambda: self._dirty.is_over  # noqa: E731
        download(objects, baseline, folder, report, is_over)


def recipe_of(settings: Settings, manifest: Manifest, history: Lineage) -> Recipe:
    """Return what decides the rows of an index besides the tree; what the settings leave out is left out later."""
    try:
        embedder = load_embedder(settings)
    except ModelUnavailable:
        embedder = None
    made_by = {name: value for name, value in asdict(manifest).items() if name != "root"}
    return Recipe({**made_by, "model": embedder.model if embedder else "", "folder": history.prefix})
