"""What a refresh has to do: the difference between what is committed and what is on disk. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lsp_codebase.scan import FileStat
from lsp_codebase.store import FileRecord

RACY = -1  # `changed_ns` of a file that another change may have left with the same size and times


@dataclass(frozen=True, slots=True)
class Plan:
    """Paths to read again and paths to forget, each sorted; `unchanged` counts the rest."""

    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: int


def plan(known: Mapping[str, FileRecord], found: Mapping[str, FileStat]) -> Plan:
    """Compare sizes and times; contents are hashed later, and only of what changed."""
    changed = tuple(path for path, stat in found.items() if not is_current(known.get(path), stat))
    removed = tuple(sorted(known.keys() - found.keys()))
    return Plan(changed, removed, len(found) - len(changed))


def is_current(record: FileRecord | None, stat: FileStat) -> bool:
    """Whether the committed row describes this very state of the file; an unreadable file is tried again."""
    if record is None or (record.state == "failed" and not record.sha256):
        return False
    return (record.size, record.mtime_ns, record.changed_ns) == (stat.size, stat.mtime_ns, stat.changed_ns)


def has_changed(record: FileRecord, stat: FileStat) -> bool:
    """Whether a file is surely not as it was committed; one that is merely to be read again may be."""
    return not is_current(record if record.changed_ns != RACY else replace(record, changed_ns=stat.changed_ns), stat)
