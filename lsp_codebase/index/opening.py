"""Opening the tables of a root: to write them where the lock is held, else beside another process that does."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.parse import PARSER_VERSION, TOKENIZER_VERSION
from lsp_codebase.store import Manifest, Store, WriterLock, note_use, open_for_reading, open_for_writing


def manifest_of(root: Path, settings: Settings) -> Manifest:
    """Return the versions that an index of a root is built with."""
    return Manifest(str(root), PARSER_VERSION, TOKENIZER_VERSION, settings.chunks_max_chars)


def open_tables(
    directory: Path, manifest: Manifest, lock: WriterLock, *, fresh: bool, damaged: Collection[str], settled: bool
) -> tuple[Store, str | None]:
    """Return the store and a message about it for a user; see `open_for_writing` and `open_for_reading`."""
    if not lock.is_held:
        return open_for_reading(directory, manifest), None
    opened = open_for_writing(directory, manifest, lock, fresh=fresh, damaged=damaged, settled=settled)
    note_use(directory)
    return opened
