"""One file as it lies on disk: its record so far and its bytes, or that its content is known."""

from __future__ import annotations

import hashlib
import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.index.plan import OTHER_LANGUAGE, RACY, fits, is_wanted, most_bytes, too_large
from lsp_codebase.parse import detect_language, is_binary
from lsp_codebase.scan import TICK_NS, FileStat, is_secret, is_unknown, open_file, reason_of, stat_file
from lsp_codebase.store import FileRecord

_HEAD_BYTES = 8_192  # enough to find a NUL, and to tell the language


Content = tuple[FileRecord, bytes | None]
"""The result of `read` for a file."""


@dataclass(frozen=True, slots=True)
class FileJob:
    """A file to index under a new id. `known` is its live record: with equal content nothing is parsed.

    `content`: it was read before, on another machine.
    """

    path: str
    file_id: int
    known: FileRecord | None = None
    content: Content | None = None


def read(root: Path, job: FileJob, settings: Settings) -> tuple[FileRecord | None, bytes | None]:
    """Return the record of a file so far, and its bytes if they are to be parsed.

    There is no record of a file that is gone, is being written, or has the very times it had; nor of a known one that
    the system cannot read at the moment.
    """
    if job.content is not None:
        return job.content
    found, is_racy = _stat(f"{root}{os.sep}{job.path}")
    if found == "":
        return None, None
    if isinstance(found, str):
        return _failed(job, FileStat(0, 0), found), None
    stamp = replace(found, changed_ns=RACY) if is_racy else found
    if is_secret(job.path):
        return _left_out(job, stamp, "may hold secrets"), None
    max_bytes = settings.index_max_file_bytes
    is_large = found.size > max_bytes
    if is_large and found.size > (max_bytes := most_bytes(job.path, settings)):
        return _left_out(job, stamp, too_large(settings)), None
    try:
        with open_file(root, job.path) as file:
            head = file.read(_HEAD_BYTES)
            if is_binary(head):
                return _left_out(job, stamp, "binary"), None
            if settings.index_languages or settings.index_exclude_languages:  # before all of it is read and parsed
                language = detect_language(job.path, head)
                if not is_wanted(language, settings):
                    record = _left_out(job, stamp, OTHER_LANGUAGE)
                    return record and replace(record, language=language), None
            data = head + file.read(max(max_bytes - len(head), 0) + 1)
            if FileStat.of(os.fstat(file.fileno())) != found:
                return None, None  # it is being written: looked at again
    except FileNotFoundError:
        return None, None
    except OSError as error:
        return _failed(job, stamp, reason_of(error)), None
    sha256 = hashlib.sha256(data).hexdigest()
    if job.known is not None and job.known.sha256 == sha256:
        return _seen(job.known, stamp), None
    if not fits(job.path, data, settings):
        return _left_out(job, stamp, too_large(settings), sha256), None
    if is_binary(data):
        return _left_out(job, stamp, "binary", sha256), None
    reason = too_large(settings) if is_large else ""
    return new_record(job, stamp, state="indexed", reason=reason, sha256=sha256), data


def new_record(job: FileJob, found: FileStat, *, state: str, reason: str = "", sha256: str = "") -> FileRecord:
    """Return the record of a file of which nothing is parsed yet."""
    return FileRecord(
        file_id=job.file_id,
        generation=0,
        path=job.path,
        size=found.size,
        mtime_ns=found.mtime_ns,
        changed_ns=found.changed_ns,
        sha256=sha256,
        language=detect_language(job.path),
        state=state,
        reason=reason,
        line_count=0,
        is_ascii=True,
        is_generated=False,
        chunks=0,
        symbols=0,
    )


def _failed(job: FileJob, stamp: FileStat, reason: str) -> FileRecord | None:
    if job.known is not None and is_unknown(reason):
        return None
    return new_record(job, stamp, state="failed", reason=reason)


def _seen(known: FileRecord, stamp: FileStat) -> FileRecord | None:
    """Return a record with the present times, None if it has them."""
    seen = replace(known, size=stamp.size, mtime_ns=stamp.mtime_ns, changed_ns=stamp.changed_ns)
    return None if seen == known else seen


def _left_out(job: FileJob, stamp: FileStat, reason: str, sha256: str = "") -> FileRecord | None:
    """Return the record of a file that is not indexed; it keeps its id if it was left out for the same reason."""
    known = job.known
    if known is not None and (known.state, known.reason, known.sha256) == ("skipped", reason, sha256):
        return _seen(known, stamp)
    return new_record(job, stamp, state="skipped", reason=reason, sha256=sha256)


def _stat(path: str) -> tuple[FileStat | str, bool]:
    """Return the system's record of a file, and whether a later change may leave it the same.

    A file that was saved this moment is given a tick: reading it a little later costs less than reading it twice.
    """
    looked_at_ns = time.time_ns()
    found = stat_file(path)
    if isinstance(found, FileStat) and found.is_racy(looked_at_ns):
        age_ns = looked_at_ns - (found.changed_ns or found.mtime_ns)
        if 0 <= age_ns < TICK_NS:
            time.sleep((TICK_NS - age_ns) / 1e9)
            looked_at_ns = time.time_ns()
            found = stat_file(path)
    return found, isinstance(found, FileStat) and found.is_racy(looked_at_ns)
