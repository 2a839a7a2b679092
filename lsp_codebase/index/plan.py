"""The work of a refresh: the difference between the committed files and those on disk. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from lsp_codebase.config import Settings
from lsp_codebase.parse import LANGUAGES, detect_language, is_handwritten, languages_named
from lsp_codebase.scan import FileStat, Scan
from lsp_codebase.store import LARGER, FileRecord

GENERATED, OTHER_LANGUAGE = "generated", "of a language that is left out"  # why a file is skipped
_HANDWRITTEN_TIMES = 4  # handwritten code may be so many times as large as other files,
_MOST_HANDWRITTEN = 10_000_000  # but not larger than this: a worker holds it and its tree in memory
RACY = -1  # `changed_ns` of a file that another change may have left with the same size and times


@dataclass(frozen=True, slots=True)
class Plan:
    """Paths to read again and paths to forget, each sorted."""

    changed: tuple[str, ...]
    removed: tuple[str, ...]


def plan(known: Mapping[str, FileRecord], found: Scan, settings: Settings, *, retries: bool = False) -> Plan:
    """Compare sizes and times; contents are hashed later, and only of files that changed or are wanted otherwise.

    With `retries`, files that failed count as changed.
    """
    given_up = {path for path, record in known.items() if record.state == "failed"} if retries else set()
    changed = tuple(
        path
        for path, stat in found.files.items()
        if path in given_up or not is_current(as_wanted(known.get(path), settings), stat)
    )
    return Plan(changed, tuple(found.missing(known)))


def is_current(record: FileRecord | None, stat: FileStat) -> bool:
    """Whether the committed row describes this very state of the file; an unreadable file is tried again."""
    if record is None or (record.state == "failed" and not record.sha256):
        return False
    return not has_other_times(record, stat)


def has_other_times(record: FileRecord, stat: FileStat) -> bool:
    """Whether a file may differ from its reading. An unreadable one has other times with other permissions."""
    return (record.size, record.mtime_ns, record.changed_ns) != (stat.size, stat.mtime_ns, stat.changed_ns)


def count_changed(
    known: Mapping[str, FileRecord],
    found: Mapping[str, FileStat],
    settings: Settings,
    is_other: Callable[[FileRecord, FileStat], bool],
) -> int:
    """Return how many files came, went, or are other than their rows by a rule: `has_other_times` or `has_changed`."""
    records = ((as_wanted(known.get(path), settings), stat) for path, stat in found.items())
    changed = sum(record is None or is_other(record, stat) for record, stat in records)
    return changed + len(known.keys() - found.keys())


def too_large(settings: Settings) -> str:
    """Return why a file over the limit is skipped; it stands in the row of one that is indexed nevertheless, too."""
    return f"{LARGER} {settings.index_max_file_bytes} bytes"


def most_bytes(path: str, settings: Settings) -> int:
    """Return the most bytes of a file that people wrote; only code shows whether they did."""
    language, limit = LANGUAGES[detect_language(path)], settings.index_max_file_bytes
    if not language.is_code or language.grammar is None:
        return limit
    return max(limit, min(_HANDWRITTEN_TIMES * limit, _MOST_HANDWRITTEN))


def fits(path: str, data: bytes, settings: Settings) -> bool:
    """Whether a file with this text is not too large, or people wrote it."""
    limit = settings.index_max_file_bytes
    return len(data) <= limit or (len(data) <= most_bytes(path, settings) and is_handwritten(path, data))


def is_wanted(language: str, settings: Settings) -> bool:
    """Whether files of a language, by its name in the registry, are indexed."""
    only = _named(settings.index_languages)
    return (not only or language in only) and language not in _named(settings.index_exclude_languages)


@lru_cache
def _named(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for word in words for name in languages_named(word))


def as_wanted(record: FileRecord | None, settings: Settings) -> FileRecord | None:
    """Return a committed row if these settings, too, leave its file out or take it in, else None."""
    if record is None:
        return None
    if record.state == "indexed":
        is_one = is_wanted(record.language, settings) and (settings.index_include_generated or not record.is_generated)
        fits = record.size <= settings.index_max_file_bytes or too_large(settings) in record.reason
        return record if is_one and fits else None
    is_other = record.reason == GENERATED and settings.index_include_generated
    is_other |= record.reason == OTHER_LANGUAGE and is_wanted(record.language, settings)
    if record.reason.startswith(LARGER):
        is_unseen = not record.sha256 and record.size <= most_bytes(record.path, settings)
        is_other |= is_unseen or record.reason != too_large(settings)
    return None if is_other else record


def has_changed(record: FileRecord, stat: FileStat) -> bool:
    """Whether a file surely differs from its commit; one that is merely to be read again may differ."""
    return not is_current(record if record.changed_ns != RACY else replace(record, changed_ns=stat.changed_ns), stat)
