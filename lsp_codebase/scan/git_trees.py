"""The checked-out commit by git's trees: the commits up to it, and the files that equal those of one of these.

No file of the work tree is read for it, and no program of a configuration is run: `git status` and `git diff` would put
changed files through the filters that a repository names.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lsp_codebase.model import CancelToken
from lsp_codebase.paths import directories_above
from lsp_codebase.scan.files import is_below, is_inside, read_file
from lsp_codebase.scan.git import LISTING_S, ask_git, path_told
from lsp_codebase.scan.git_excludes import readable_repository
from lsp_codebase.scan.ignore import IgnoreRules
from lsp_codebase.scan.secrets import is_secret
from lsp_codebase.scan.walk import GONE, TICK_NS, FileStat, is_left_out, stat_file, stat_inside

_ENTRY = re.compile(
    rb"(\d{6}) ([0-9a-f]+) (\d)\t([^\0]*)\0  ctime: (\d+):(\d+)\n  mtime: (\d+):(\d+)\n"
    rb"  dev: \d+\tino: \d+\n  uid: \d+\tgid: \d+\n  size: (\d+)\tflags: ([0-9a-f]+)\n"
)
_SKIPPED = 1 << 30  # a flag: of a sparse checkout, missing on purpose
# No program of a configuration is run, and no file of it read: either may wait for ever.
_PLAIN = ("--no-show-signature", "--no-mailmap", "--no-notes", "--no-color", "--no-ext-diff", "--no-textconv")
_LEAF = re.compile(rb"100\d{3} blob ([0-9a-f]+)\t([^\0]*)\0")
_SUBMODULE = b"160000"
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_SECOND_NS = 1_000_000_000
_SIZES = 1 << 32  # git's index has no room for a larger size


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A commit and its tree, by their ids."""

    commit: str
    tree: str


@dataclass(frozen=True, slots=True)
class Lineage:
    """The checked-out commit, and its first parents, latest first; the root is the folder `prefix` of each tree."""

    prefix: str
    commits: tuple[Ancestor, ...]


@dataclass(frozen=True, slots=True)
class Work:
    """The files that differ from those of a commit: changed and new ones, the latest first; the new among them; those
    that are gone.
    """

    changed: tuple[str, ...]
    new: frozenset[str]
    gone: tuple[str, ...]


class _Tracked(NamedTuple):
    """A file as git last saw it. `is_certain`: so long before git wrote that down that it cannot have changed since.

    `is_left_out`: by a sparse checkout. A tuple, since a large tree has 100,000.
    """

    blob: str
    size: int
    mtime_ns: int
    changed_ns: int
    is_certain: bool
    is_left_out: bool

    def is_seen(self, found: FileStat) -> bool:
        """Whether a file is as it was then, to its very times."""
        is_same = found.size == self.size and found.mtime_ns == self.mtime_ns
        return is_same and found.changed_ns in (self.changed_ns, 0)  # without a change time: on Windows

    def has_other_size(self, found: FileStat) -> bool:
        """Whether the size alone tells that a file changed since; git notes 0 for one that it is not sure of."""
        return self.size not in (0, found.size % _SIZES)


@dataclass(frozen=True, slots=True)
class _GitIndex:
    files: dict[str, _Tracked]
    submodules: tuple[str, ...]


def lineage(root: Path, most: int, cancel: CancelToken) -> Lineage | None:
    """Return the latest commits up to the checked-out one, None where git cannot tell.

    Raises:
        Cancelled: if asked to stop.
    """
    repository = readable_repository(root)
    if repository is None or not root.is_relative_to(repository.top):
        return None
    asked = ("log", "--first-parent", f"--max-count={most}", "--format=%H %T", "--no-patch", *_PLAIN)
    said = ask_git(root, root, *asked, "HEAD", limit_s=LISTING_S, cancel=cancel)
    pairs = [line.split(" ") for line in (said or b"").decode("ascii", "replace").splitlines()]
    commits = tuple(Ancestor(*pair) for pair in pairs if len(pair) == 2 and all(map(_COMMIT.fullmatch, pair)))
    prefix = root.relative_to(repository.top).as_posix()
    return Lineage("" if prefix == "." else prefix, commits) if commits else None


def unchanged_since(root: Path, tree: str, found: Mapping[str, FileStat], cancel: CancelToken) -> frozenset[str]:
    """Return the files that equal those of a tree, as far as git's index tells: by their times, as git itself does.

    A file that git's filters write in another form than it is committed counts as equal if written from the same.

    Raises:
        Cancelled: if asked to stop.
    """
    read = _index_and_tree(root, tree, cancel)
    if read is None:
        return frozenset()
    index, blobs = read
    return frozenset(
        path
        for path, one in index.files.items()
        if one.is_certain and one.blob == blobs.get(path) and path in found and one.is_seen(found[path])
    )


def uncommitted(root: Path, tree: str, found: Mapping[str, FileStat], cancel: CancelToken) -> list[str] | None:
    """Return the files that differ from the tree's, or are not in it; None where git cannot tell.

    Raises:
        Cancelled: if asked to stop.
    """
    read = _index_and_tree(root, tree, cancel)
    return None if read is None else sorted(_differing(root, *read, found, cancel))


def changed_since(root: Path, commit: str, found: Mapping[str, FileStat], cancel: CancelToken) -> frozenset[str] | None:
    """Return the files that differ from those of a commit, or "HEAD"; None where git cannot tell.

    Files that a sparse checkout leaves out count as those of the checked-out commit.

    Raises:
        Cancelled: if asked to stop.
    """
    if not (commit == "HEAD" or _COMMIT.fullmatch(commit)):  # a stranger names the commit
        return None
    read = _index_and_tree(root, commit, cancel)
    if read is None:
        return None
    index, blobs = read
    changed = _differing(root, index, blobs, found, cancel)
    left_out = {path for path, one in index.files.items() if one.is_left_out and one.blob == blobs.get(path)}
    return frozenset(changed - (left_out - found.keys()))


def work_since(root: Path, commit: str, known: Iterable[str], cancel: CancelToken) -> Work | None:
    """Return the files that differ from those of a commit, or "HEAD", as they are on disk now; None where git cannot
    tell.

    Looked at are the tracked files and those that are `known` otherwise. What git's rules ignore, and what lies in a
    repository of its own, is no work on this one.

    Raises:
        Cancelled: if asked to stop.
    """
    if not (commit == "HEAD" or _COMMIT.fullmatch(commit)):
        return None
    read = _index_and_tree(root, commit, cancel)
    if read is None:
        return None
    index, blobs = read
    found = _present(root, {*known, *index.files, *blobs}, index.files, cancel)
    differing = {
        path for path in _differing(root, index, blobs, found, cancel) if path not in found or not is_secret(path)
    }
    rules = IgnoreRules(root)
    untracked = [path for path in differing if path in found and path not in index.files and path not in blobs]
    foreign = {path for path in untracked if _is_in_inner_repository(root, path) or is_left_out(rules, path)}
    changed = sorted(
        (differing & found.keys()) - foreign, key=lambda path: (-(found[path] or index.files[path]).mtime_ns, path)
    )
    left_out = {path for path, one in index.files.items() if one.is_left_out}
    gone = sorted(path for path in differing - found.keys() - left_out if path in blobs)
    return Work(tuple(changed), frozenset(path for path in changed if path not in blobs), tuple(gone))


def _present(
    root: Path, paths: Iterable[str], tracked: Mapping[str, _Tracked], cancel: CancelToken
) -> dict[str, FileStat | None]:
    """Return the files below a root that are there, none behind a link; None for one that surely is as git saw it."""
    inside: dict[str, bool] = {}
    found: dict[str, FileStat | None] = {}
    top = os.path.join(root, "")
    for path in paths:
        directory = path.rpartition("/")[0]
        if directory not in inside:
            cancel.check()
            inside[directory] = is_inside(root, path)
        if inside[directory] and isinstance(stat := stat_file(top + path), FileStat):
            one = tracked.get(path)
            found[path] = None if one is not None and one.is_certain and one.is_seen(stat) else stat
    return found


def _is_in_inner_repository(root: Path, path: str) -> bool:
    return any(os.path.lexists(root / directory / ".git") for directory in directories_above(path))


def _index_and_tree(root: Path, tree: str, cancel: CancelToken) -> tuple[_GitIndex, dict[str, str]] | None:
    """Return git's index and the contents of a tree, None where git cannot tell both."""
    index = _git_index(root, cancel)
    blobs = _blobs(root, tree, cancel) if index is not None else None
    return None if index is None or blobs is None else (index, blobs)


def _differing(
    root: Path, index: _GitIndex, blobs: Mapping[str, str], found: Mapping[str, FileStat | None], cancel: CancelToken
) -> set[str]:
    staged = {path for path, one in index.files.items() if blobs.get(path) != one.blob}
    return staged | (blobs.keys() - index.files.keys()) | {*_unlike(root, index.files, found, cancel)}


def submodules(root: Path, cancel: CancelToken) -> tuple[str, ...]:
    """Return the folders that hold repositories of their own, as the repository of a root names them."""
    index = _git_index(root, cancel)
    return index.submodules if index is not None else ()


def _unlike(
    root: Path, tracked: Mapping[str, _Tracked], found: Mapping[str, FileStat | None], cancel: CancelToken
) -> Iterator[str]:
    """Yield the files that differ from git's index: of doubtful ones, the contents are compared. Credentials, which are
    never read, do not count.
    """
    for path, stat in found.items():
        one = tracked.get(path)
        if stat is not None and not (one is not None and one.is_certain and one.is_seen(stat)):
            cancel.check()
            if is_secret(path):  # of a large tree only the few doubtful names are looked at
                continue
            if one is None or one.has_other_size(stat) or not _is_blob(root, path, stat, one.blob):
                yield path
    yield from (path for path in tracked.keys() - found.keys() if stat_inside(root, path) == GONE)


def _is_blob(root: Path, path: str, stat: FileStat, blob: str) -> bool:
    try:
        data = read_file(root, path, stat.size + 1)
    except OSError:
        return False
    algorithm = hashlib.sha1 if len(blob) == 40 else hashlib.sha256
    # On Windows git writes line ends of the system, by default, and commits its own; its index has the size on disk.
    committed = dict.fromkeys((data, data.replace(b"\r\n", b"\n")))
    return any(algorithm(b"blob %d\0" % len(one) + one).hexdigest() == blob for one in committed)


def _git_index(root: Path, cancel: CancelToken) -> _GitIndex | None:
    repository = readable_repository(root)
    if repository is None:
        return None
    try:
        written_ns = os.stat(repository.directory / "index").st_mtime_ns  # first: it may be written again meanwhile
    except OSError:
        return None
    said = ask_git(root, root, "ls-files", "--cached", "--stage", "--debug", "-z", limit_s=LISTING_S, cancel=cancel)
    if said is None:
        return None
    files, folders = {}, []
    for entry in _ENTRY.finditer(said):  # a list of them would be the largest thing here
        mode, blob, stage, name, *numbers = entry.groups()
        path = path_told(name)
        if not is_below(path):  # git itself makes no such entry
            continue
        if mode == _SUBMODULE:
            folders.append(path)
        elif mode.startswith(b"100") and stage == b"0":
            changed_s, changed_ns, modified_s, modified_ns, size = map(int, numbers[:-1])
            mtime_ns, ctime_ns = modified_s * _SECOND_NS + modified_ns, changed_s * _SECOND_NS + changed_ns
            is_certain = max(mtime_ns, ctime_ns) + TICK_NS < written_ns
            is_left_out = bool(int(numbers[-1], 16) & _SKIPPED)
            files[path] = _Tracked(blob.decode(), size, mtime_ns, ctime_ns, is_certain, is_left_out)
    return _GitIndex(files, tuple(folders))


def _blobs(root: Path, tree: str, cancel: CancelToken) -> dict[str, str] | None:
    """Return the contents of the files of a tree below the root; `git diff-index` would read ignore files, too."""
    said = ask_git(root, root, "ls-tree", "-r", "-z", tree, limit_s=LISTING_S, cancel=cancel, about=tree)
    if said is None:
        return None
    return {path_told(name): blob.decode() for blob, name in _LEAF.findall(said)}
