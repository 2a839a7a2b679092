"""Checks an index against its manifest, against itself and against the files on disk. Changes nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.embed import load_embedder
from lsp_codebase.errors import IndexUnavailable, ModelUnavailable
from lsp_codebase.index.plan import has_changed
from lsp_codebase.index.scanning import scan_root
from lsp_codebase.index.stored_status import is_written
from lsp_codebase.indexes import SavedState, examine_words
from lsp_codebase.model import CancelToken, Check, CheckState
from lsp_codebase.store import FROM_FILES, Finding, Manifest, Tables, examine_directory, examine_manifest

_TRIES = 5
_PAUSE_S = 0.5
_BEFORE_TABLES = 2  # checks that need no table


def examine(
    root: Path, settings: Settings, directory: Path, manifest: Manifest, cancel: CancelToken
) -> tuple[Check, ...]:
    """Return one check for each part of the index of `root`.

    While an index is being written, its tables are looked at again a few times, until no commit came in between.

    Raises:
        Cancelled: if asked to stop.
    """
    if not directory.is_dir():
        return (Check(root, "directory", CheckState.SKIPPED, f"not indexed yet: there is no {directory}"),)
    found = [_check(root, finding) for finding in _examine(root, settings, directory, manifest, cancel)]
    if len(found) == _BEFORE_TABLES and all(check.state is CheckState.OK for check in found):
        found.append(Check(root, "tables", CheckState.SKIPPED, "they are being written; try again when that is done"))
    return tuple(found)


def _check(root: Path, finding: Finding) -> Check:
    state = CheckState.DAMAGED if finding.damage else CheckState.OK
    return Check(root, finding.name, state, finding.damage or finding.detail)


def _examine(
    root: Path, settings: Settings, directory: Path, manifest: Manifest, cancel: CancelToken
) -> Iterator[Finding]:
    yield examine_directory(directory)
    state = examine_manifest(directory, manifest)
    yield state
    if state.damage:
        return
    model = _model(settings)
    for _ in range(_TRIES):
        cancel.check()
        is_held = is_written(directory)
        try:
            tables = Tables(directory)
            findings = list(tables.examine(model, is_written=is_held))
            findings.append(tables.guarded("postings", partial(examine_words, tables)))
            findings.append(SavedState(directory).examine())
            is_settled = tables.is_current()
        except (IndexUnavailable, *FROM_FILES) as error:
            yield Finding("tables", "", f"cannot be read: {error}".splitlines()[0])
            return
        if is_settled:
            yield from findings
            yield _examine_disk(root, settings, tables, cancel)
            return
        time.sleep(_PAUSE_S)


def _model(settings: Settings) -> str | None:
    try:
        embedder = load_embedder(settings)
    except ModelUnavailable:
        return None
    return embedder.model if embedder else None


def _examine_disk(root: Path, settings: Settings, tables: Tables, cancel: CancelToken) -> Finding:
    """Compare the committed files with those on disk."""
    found = scan_root(root, settings, cancel)
    records = tables.records
    gone = found.missing(records)
    new = [path for path in found.files if path not in records]
    other = [path for path, stat in found.files.items() if path in records and has_changed(records[path], stat)]
    parts = [
        f"{len(paths):,} {word}, such as {paths[0]}"
        for paths, word in ((new, "not indexed"), (other, "changed since"), (gone, "indexed but gone"))
        if paths
    ]
    return Finding("disk", f"{len(found.files):,} files, all as indexed", "; ".join(parts) or None)
