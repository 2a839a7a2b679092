"""A root without an index begins with a copy of that of a like tree: another branch, work tree or clone."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.early_scan import EarlyScan
from lsp_codebase.index.scanning import scan_root
from lsp_codebase.scan import Scan
from lsp_codebase.store import FileRecord, Manifest, Sketch, copy_index, has_manifest, known_sketches

logger = logging.getLogger(__name__)

_LEAST_FILES = 256  # fewer are read as fast, by workers that are then warm for typed text
_LEAST_LIKENESS = 0.5  # of all files of both trees; with fewer in common, taking out the others is as much work


def adopt(root: Path, settings: Settings, directory: Path, manifest: Manifest, dirty: DirtySet) -> EarlyScan | None:
    """Copy the index of the tree most like `root` to `directory`, if that has none; return the files of `root`.

    None if there was nothing to copy. The lock must be held.

    Raises:
        Cancelled: this is closed meanwhile.
    """
    if has_manifest(directory):
        return None
    marks = dirty.count
    top = set(os.listdir(root))
    sketches = known_sketches(directory, manifest)
    likely = {source: sketch for source, sketch in sketches.items() if len(sketch.top & top) * 2 >= len(sketch.top)}
    if not likely:  # most roots: they are looked through once
        return None
    found = scan_root(root, settings, dirty.over)
    if len(found.files) < _LEAST_FILES:
        return None
    own = Sketch.of({path: stat.size for path, stat in found.files.items()})
    source = max(likely, key=lambda source: own.likeness(likely[source]))
    likeness = own.likeness(likely[source])
    if likeness < _LEAST_LIKENESS or not copy_index(source, directory, manifest):
        return None
    logger.info("%s: begun with the index in %s, %.0f %% of whose files are here", root.name, source, 100 * likeness)
    return EarlyScan(marks, found)


def others(known: Mapping[str, FileRecord], found: Scan) -> list[str]:
    """Return the files of a copied index that surely differ from those of this tree."""
    return [path for path, record in known.items() if path not in found.files or found.files[path].size != record.size]
