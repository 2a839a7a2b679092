"""The files of a root that are candidates for the index.

The directory is walked with git's ignore rules in the reading of `scan.ignore`, which decides about a changed file, the
watch and the tree as well; git is asked only for the further names in its index. Contents are not read here.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lsp_codebase.model import UNCANCELLED, CancelToken, FileProblem
from lsp_codebase.paths import Spelling, directories_above
from lsp_codebase.scan.failures import is_absence, is_passing, reason_of
from lsp_codebase.scan.files import is_below, is_directory, is_inside
from lsp_codebase.scan.git import LISTING_S, ask_git, path_told, was_too_slow
from lsp_codebase.scan.git_excludes import find_repository, repository_at
from lsp_codebase.scan.ignore import VENV_FILE, IgnoreRules, Scope, is_rule_file

# Never source of the project, whatever the ignore files say or forget to say.
NEVER_ENTERED = frozenset({".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".tox", ".nox"})


_HAS_CHANGE_TIME = os.name == "posix"  # on Windows this is when the file was created
_LISTS_TIMES = os.name == "nt"  # with the names come sizes and times, without a call for each file
_SECOND_NS = 1_000_000_000
COARSE_NS = 2 * _SECOND_NS  # times in whole seconds are those of FAT, HFS+ or a network drive
TICK_NS = 20_000_000  # elsewhere: the timer of the system, 1 to 16 ms

GONE = ""
_LINK, _SPECIAL, DIRECTORY = _NO_FILES = ("symbolic link", "not a regular file", "a directory")
_NO_TEXT_NAME = "its name is not UTF-8"
_UNLISTED = "git was too slow to list the files that it tracks"


@dataclass(frozen=True, slots=True)
class FileStat:
    """The cheap part of a fingerprint.

    `changed_ns` is the time of the last change that the file system noted, which no program can set back; 0 if unknown.
    """

    size: int
    mtime_ns: int
    changed_ns: int = 0

    @classmethod
    def of(cls, info: os.stat_result) -> FileStat:
        """Return the system's record of a file."""
        return cls(info.st_size, info.st_mtime_ns, info.st_ctime_ns if _HAS_CHANGE_TIME else 0)

    @property
    def is_fresh(self) -> bool:
        """Whether the file changed so lately that another change may have left size and mtime as they are."""
        return abs(time.time_ns() - self.mtime_ns) < COARSE_NS

    def is_racy(self, looked_at_ns: int) -> bool:
        """Whether the file changed so shortly before it was looked at that a later change may have the same times."""
        times = (self.mtime_ns, self.changed_ns or self.mtime_ns)
        tick = COARSE_NS if all(time % _SECOND_NS == 0 for time in times) else TICK_NS
        return any(abs(looked_at_ns - time) < tick for time in times)


@dataclass(frozen=True, slots=True)
class Scan:
    """Regular files by path relative to the root (with "/"), sorted; entries left out on purpose; unreadable ones."""

    files: dict[str, FileStat]
    skipped: tuple[FileProblem, ...]
    unreadable: tuple[FileProblem, ...]
    unlisted: Mapping[str, Path] = field(default_factory=dict)
    """The repositories, by their relative paths, that git was too slow to list: there ignored files may be tracked."""

    @property
    def unknown(self) -> frozenset[str]:
        """The unreadable entries of which a later walk may tell more."""
        return frozenset(one.path for one in self.unreadable if is_unknown(one.reason))

    def missing(self, paths: Iterable[str]) -> list[str]:
        """Return those of some files that are gone, sorted.

        None is below a directory that could not be listed, or whose rules could not be read; nor one that is still
        there, in a repository that git was too slow to list.
        """
        gone, unknown = sorted(set(paths) - self.files.keys()), frozenset(map(_spoken_for, self.unknown))
        if "." in unknown:
            return []
        for repository, directory in self.unlisted.items():
            start = f"{repository}/" if repository else ""
            gone = [path for path in gone if not (path.startswith(start) and is_there(directory, path[len(start) :]))]
        return [path for path in gone if unknown.isdisjoint((path, *directories_above(path)))] if unknown else gone

    def after(self, looked_at: Mapping[str, FileStat | str], rules: IgnoreRules) -> Scan:
        """Return this scan with the entries left out as a walk would note them now that single paths were looked at.

        A directory tells nothing, nor does a rule file: they take a walk. Nor does a path that cannot be looked at.
        """
        looked_at = {path: found for path, found in looked_at.items() if not takes_walk(path, found)}
        found_now = (_problem_at(rules.root, path, found) for path, found in looked_at.items())
        now = {problem.path: problem for problem in found_now if problem is not None}
        noted = {problem.path for problem in (*self.skipped, *self.unreadable)}
        if not (now or noted):
            return self
        files = {path for path, found in looked_at.items() if isinstance(found, FileStat)}
        ends = files | now.keys() | {path for path, found in looked_at.items() if found in (GONE, _LINK, _SPECIAL)}
        folders = {folder for path in files for folder in directories_above(path)}

        def left(problems: tuple[FileProblem, ...]) -> tuple[FileProblem, ...]:
            return tuple(
                one for one in problems if one.path not in ends and ends.isdisjoint(directories_above(one.path))
            )

        skipped = [problem for problem in left(self.skipped) if problem.path not in folders]
        skipped += [one for path, one in now.items() if path in noted or not _is_unseen(rules, path)]
        return replace(self, skipped=tuple(skipped), unreadable=left(self.unreadable))


def scan(root: Path, *, respect_gitignore: bool, exclude: Sequence[str], cancel: CancelToken) -> Scan:
    """Return every candidate file below `root` with its size and mtime; symbolic links are not followed."""
    found = _Walk(root, IgnoreRules(root, respect_gitignore=respect_gitignore, exclude=exclude), cancel)
    found.enter("")
    found.note_unread_rules()
    if respect_gitignore:
        found.add_tracked(IgnoreRules(root, respect_gitignore=False, exclude=exclude))
    return Scan(dict(sorted(found.files.items())), tuple(found.skipped), tuple(found.unreadable), found.unlisted)


def has_text_name(path: str) -> bool:
    """Whether a path is text. File systems take any bytes for a name; no table, pattern or watcher does."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def stat_file(path: Path | str | os.DirEntry[str]) -> FileStat | str:
    """Return the stat of a regular file, `GONE`, or why it cannot be taken."""
    try:
        info = path.stat(follow_symlinks=False) if isinstance(path, os.DirEntry) else os.lstat(path)
    except (OSError, ValueError) as error:
        return GONE if is_absence(error) else reason_of(error)
    if stat.S_ISREG(info.st_mode):
        return FileStat.of(info)
    if stat.S_ISDIR(info.st_mode):
        return DIRECTORY
    return _LINK if stat.S_ISLNK(info.st_mode) else _SPECIAL


def is_unknown(found: FileStat | str) -> bool:
    """Whether nobody can tell what is there at the moment: too many files are open, or a network drive is away."""
    return isinstance(found, str) and is_passing(found)


def takes_walk(path: str, found: FileStat | str) -> bool:
    """Whether a look at the path alone does not tell of all the files that depend on it."""
    return found == DIRECTORY or is_rule_file(path)


def is_there(root: Path, path: str) -> bool:
    """Whether a relative path is that of a regular file, with no link on the way to it."""
    return isinstance(stat_inside(root, path), FileStat)


def stat_inside(root: Path, path: str) -> FileStat | str:
    """Return the result of `stat_file` for a relative path; a file behind a link is none of ours."""
    return stat_file(root / path) if is_inside(root, path) else _LINK


class _Walk:
    """The files found below one root so far."""

    def __init__(self, root: Path, rules: IgnoreRules, cancel: CancelToken) -> None:
        self._root = root
        self._top = os.path.join(root, "")
        self._rules = rules
        self._cancel = cancel
        self._repositories = {"": None}  # relative to the root, which need not be the top of its own; in order
        self.files: dict[str, FileStat] = {}
        self.skipped: list[FileProblem] = []
        self.unreadable: list[FileProblem] = []
        self.unlisted: dict[str, Path] = {}

    def enter(self, start: str) -> None:
        """Take all files of a directory and of those below that no rule leaves out."""
        pending: list[tuple[str, Scope | None]] = [(start, None)]
        while pending:
            self._cancel.check()
            directory, outer = pending.pop()
            try:
                entries = list(os.scandir(self._top + directory))
            except OSError as error:
                self.unreadable.append(FileProblem(directory or ".", reason_of(error)))
                continue
            files: list[str] = []
            inner: list[str] = []
            for entry in entries:
                (inner if is_directory(entry) else files).append(entry.name)
            names = files + inner
            if directory and VENV_FILE in files:
                continue
            if directory and ".git" in names:
                self._repositories[directory] = None
            listed = {entry.name: entry for entry in entries} if _LISTS_TIMES else {}
            scope = self._rules.scope(directory, names) if outer is None else outer.enter(_last(directory), names)
            files, inner = scope.kept(files, inner)
            prefix = directory + "/" if directory else ""
            for name in sorted(files):
                self._take(prefix + name, listed.get(name))
            pending += [(prefix + name, scope) for name in inner if name not in NEVER_ENTERED]

    def note_unread_rules(self) -> None:
        """Note the rule files that could not be read: who looks for the files that they leave out sees why."""
        for path, error in self._rules.unreadable.items():
            self.files.pop(path, None)
            self.unreadable.append(FileProblem(path, reason_of(error)))

    def add_tracked(self, exclude: IgnoreRules) -> None:
        """Add tracked files that a rule leaves out, unless the caller's own globs do.

        The index of a repository may name anything: only files below the root are taken.
        """
        until = time.monotonic() + LISTING_S  # for all repositories: there may be thousands
        known = {problem.path for problem in (*self.skipped, *self.unreadable)}
        inside: dict[str, bool] = {}
        spelling = Spelling(self._root)
        pending = list(self._repositories)
        while pending:
            repository = pending.pop()
            listing = tracked_listing(self._root, repository, until, self._cancel)
            if listing is None:
                self.unlisted[repository] = self._root / repository
                self.unreadable.append(FileProblem(f"{repository}/.git".lstrip("/"), _UNLISTED))
                continue
            for name in names_listed(listing, repository):
                if name in self.files or name in known:
                    continue
                self._cancel.check()
                if not is_below(name) or is_ruled_out(exclude, name):
                    continue
                directory = name.rpartition("/")[0]
                if directory not in inside:
                    inside[directory] = is_inside(self._root, name)
                name = spelling.of(name) if inside[directory] else name  # git's index keeps the case of an earlier one
                if name in self.files or name in known:
                    continue
                if inside[directory] and self._take(name) == DIRECTORY and self._is_unseen_repository(name):
                    before = len(self._repositories)
                    self.enter(name)
                    pending += list(self._repositories)[before:]

    def _is_unseen_repository(self, name: str) -> bool:
        """Whether a directory is a submodule that a rule leaves out; one that is not cloned has no `.git`."""
        return name not in self._repositories and os.path.lexists(f"{self._top}{name}/.git")

    def _take(self, name: str, entry: os.DirEntry[str] | None = None) -> str:
        """Note a file, perhaps as its directory lists it, or return its other kind."""
        if not has_text_name(name):
            self.skipped.append(FileProblem(name, _NO_TEXT_NAME))
            return _NO_TEXT_NAME
        found = stat_file(entry or self._top + name)
        if isinstance(found, FileStat):
            self.files[name] = found
            return ""
        if found and found != DIRECTORY:
            (self.skipped if found in _NO_FILES else self.unreadable).append(FileProblem(name, found))
        return found


def _problem_at(root: Path, path: str, found: FileStat | str) -> FileProblem | None:
    """Return the link or special file that a walk meets on the way to a path, or the file if its name is no text."""
    if isinstance(found, FileStat):
        return None if has_text_name(path) else FileProblem(path, _NO_TEXT_NAME)
    if found in (_LINK, _SPECIAL) and is_below(path):
        for part in (*reversed([*directories_above(path)]), path):
            met = stat_file(root / part)
            if met != DIRECTORY:
                reason = str(met) if has_text_name(part) else _NO_TEXT_NAME
                return FileProblem(part, reason) if met in (_LINK, _SPECIAL) else None
    return None


def is_left_out(rules: IgnoreRules, path: str) -> bool:
    """Whether a walk under these rules would not find the file."""
    return not has_text_name(path) or _is_unseen(rules, path)


def _is_unseen(rules: IgnoreRules, path: str) -> bool:
    """Whether a walk under these rules would not come to the entry."""
    return _is_hidden(rules, path) or any(
        os.path.lexists(rules.root / one / VENV_FILE) for one in directories_above(path)
    )


def is_ruled_out(rules: IgnoreRules, path: str) -> bool:
    """Whether rules leave the file out, git's or ours: tracked files may lie in a virtual environment."""
    return not has_text_name(path) or _is_hidden(rules, path)


def _is_hidden(rules: IgnoreRules, path: str) -> bool:
    parts = path.split("/")
    return not NEVER_ENTERED.isdisjoint(parts[:-1]) or any(
        rules.is_ignored("/".join(parts[: depth + 1]), is_directory=depth + 1 < len(parts))
        for depth in range(len(parts))
    )


def tracked_listing(root: Path, repository: str, until: float, cancel: CancelToken = UNCANCELLED) -> bytes | None:
    """Return the names in the index of a repository as git lists them; nothing where it cannot, None if it is too slow.

    Of that around the root ("") they are the names below the root.

    Nothing else is asked of git: to list untracked files it would read rule files from all over the work tree, each of
    which may be a FIFO, and fetch missing ones.
    """
    directory = root / repository
    found = repository_at(directory) if repository else find_repository(root)
    limit_s = until - time.monotonic()
    if found is None or not found.is_readable or (repository and found.is_second_checkout):
        return b""
    if limit_s <= 0:
        return None
    listing = ask_git(root, directory, "ls-files", "--cached", "-z", limit_s=limit_s, cancel=cancel)
    return None if listing is None and was_too_slow(directory) else listing or b""


def names_listed(listing: bytes, repository: str) -> list[str]:
    """Return the names in such a listing, each once, relative to the root."""
    prefix = repository + "/" if repository else ""
    return [prefix + path_told(name) for name in dict.fromkeys(listing.split(b"\0")) if name]


def _spoken_for(path: str) -> str:
    """Return the entry that nobody can tell of where `path` cannot be looked at: of a rule file its whole folder."""
    return path.rpartition("/")[0] or "." if is_rule_file(path) else path


def _last(path: str) -> str:
    return path.rpartition("/")[2]
