"""Which files of a work tree are not as a commit has them, told without letting git read any: it would run filters."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from lsp_codebase.model import CancelToken
from lsp_codebase.scan.git import LISTING_S, ask_git
from lsp_codebase.scan.git_excludes import find_repository
from lsp_codebase.scan.walk import FileStat

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_SKIPPED = 1 << 30  # of a sparse checkout: not here on purpose
_ENTRY = re.compile(  # of `ls-files --debug`, behind the name
    rb"  ctime: \d+:\d+\n  mtime: (\d+):(\d+)\n  dev: \d+\tino: \d+\n"
    rb"  uid: \d+\tgid: \d+\n  size: (\d+)\tflags: ([0-9a-f]+)\n"
)
_SECOND_NS = 1_000_000_000


def changed_since(root: Path, commit: str, found: Mapping[str, FileStat], cancel: CancelToken) -> frozenset[str] | None:
    """Return the files (relative, with "/") that came, went or may have changed since a commit; None if git cannot say.

    `found` are all files that are here. Those that were touched count as changed. Git compares commits and lists its
    index, of up to some 300,000 files; the work tree is compared here, by sizes and times.

    Raises:
        Cancelled: if asked to stop.
    """
    repository = find_repository(root)
    if not (commit == "HEAD" or _COMMIT.fullmatch(commit)) or repository is None or not repository.is_readable:
        return None
    between = ("diff-tree", "-r", "-z", "--name-only", "--no-renames", "--relative", commit, "HEAD")
    committed = ask_git(root, root, *between, limit_s=LISTING_S, cancel=cancel)
    listed = ask_git(root, root, "ls-files", "--cached", "--debug", "-z", limit_s=LISTING_S, cancel=cancel)
    if committed is None or listed is None:
        return None
    changed = {os.fsdecode(name) for name in committed.split(b"\0") if name}
    tracked: set[str] = set()
    at = 0
    while at < len(listed):
        cancel.check()
        end = listed.index(b"\0", at)
        entry = _ENTRY.match(listed, end + 1)
        if entry is None:
            return None
        name, at = os.fsdecode(listed[at:end]), entry.end()
        tracked.add(name)
        is_here = name in found
        if (is_here and _differs(found[name], entry)) or not (is_here or int(entry[4], 16) & _SKIPPED):
            changed.add(name)
    return frozenset(changed | (found.keys() - tracked))


def _differs(stat: FileStat, entry: re.Match[bytes]) -> bool:
    seconds, nanoseconds, size = int(entry[1]), int(entry[2]), int(entry[3])
    mtime = divmod(stat.mtime_ns, _SECOND_NS)
    is_same_time = mtime == (seconds, nanoseconds) or (nanoseconds == 0 and mtime[0] == seconds)
    return not is_same_time or stat.size & 0xFFFFFFFF != size
