"""The one door to the files of a workspace: nothing else opens a path that a workspace or a client named.

A checkout may come from anybody. Below a root no link is followed, not in the middle of a path either; only regular
files are opened, so that no FIFO, socket or device is waited for; and every read has a limit.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, BinaryIO

from lsp_codebase.scan.failures import is_absence

if sys.platform == "win32":

    def _open_shared(path: str) -> int:
        """Return a descriptor. Others may rename and delete the file meanwhile: Python lets them only write."""
        import _winapi
        import msvcrt

        handle = _winapi.CreateFile(path, _winapi.GENERIC_READ, _SHARED, 0, _winapi.OPEN_EXISTING, 0, 0)
        return msvcrt.open_osfhandle(handle, _READ)


RULES_BYTES = 4_000_000
"""So much is read of a rule file, or of one of git's own files."""

_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0)
_READ |= getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_DIRECTORY = _READ | _NO_LINK | getattr(os, "O_DIRECTORY", 0)
_IS_RELATIVE = os.open in os.supports_dir_fd and os.stat in os.supports_dir_fd and bool(_NO_LINK)
_HAS_JUNCTIONS = sys.platform == "win32"
_REPARSE_POINT = 0x400  # FILE_ATTRIBUTE_REPARSE_POINT of Windows: a link, a junction, or a file stored in another way
_SHARED = 7  # FILE_SHARE_READ, _WRITE and _DELETE
_NAME_SURROGATE = 0x2000_0000  # in the tag of a reparse point that stands for another file


class IrregularFile(OSError):
    """A folder, a link or a special file in the place of a file."""


def is_below(path: str) -> bool:
    """Whether a relative path (with "/") can only mean something below the root, links aside."""
    return all(part not in ("", ".", "..") for part in path.split("/")) and not (
        "\0" in path or (os.name == "nt" and ("\\" in path or ":" in path))
    )


def is_inside(root: Path | str, path: str) -> bool:
    """Whether `path` lies below `root` as it stands: each directory on the way to it is one, and not a link.

    A missing path counts as inside.
    """
    if not is_below(path):
        return False
    directory = os.fspath(root)
    for part in path.split("/")[:-1]:
        directory = os.path.join(directory, part)
        try:
            info = os.lstat(directory)
        except (OSError, ValueError) as error:
            return is_absence(error) and not isinstance(error, NotADirectoryError)
        if _leads_away(info) or not stat.S_ISDIR(info.st_mode):
            return False
    return True


def is_directory(entry: os.DirEntry[Any]) -> bool:
    """Whether an entry is a directory itself. The system calls a junction, a link of Windows, a directory.

    One that cannot be looked at is none: file systems that do not list kinds are asked about each.
    """
    try:
        return entry.is_dir(follow_symlinks=False) and not (_HAS_JUNCTIONS and is_link(entry))
    except OSError:
        return False


def is_link(entry: os.DirEntry[Any]) -> bool:
    """Whether an entry is a link, or a junction; one that cannot be looked at is taken for one: none is followed."""
    try:
        return entry.is_symlink() or (_HAS_JUNCTIONS and _leads_away(entry.stat(follow_symlinks=False)))
    except OSError:
        return True


@contextmanager
def open_file(root: Path | str, path: str) -> Iterator[BinaryIO]:
    """Open a regular file by its path relative to `root`, with "/", for reading.

    Raises:
        OSError: if it is gone, is no regular file, or lies behind a link or outside the root.
    """
    if not is_below(path):
        raise PermissionError(errno.EACCES, "outside the folder", path)
    directory, _, name = path.rpartition("/")
    if _IS_RELATIVE:
        descriptor = _open_below(os.fspath(root), directory, name)
    elif is_inside(root, path):
        descriptor = _open_regular(os.path.join(root, *path.split("/")))
    else:
        raise _refusal(path)
    with open(descriptor, "rb") as file:
        yield file


class FileReader:
    """Reads regular files below a root, by their paths relative to it; by one thread, for a moment.

    The directories that lead to the last file stay open: in the order of the paths each is opened once.
    """

    def __init__(self, root: Path | str, most_bytes: int) -> None:
        self._root, self._most_bytes = root, most_bytes
        self._names: list[str] = []
        self._opened: list[int] = []  # the root and the directories of these names

    def __enter__(self) -> FileReader:
        return self

    def __exit__(self, *_: object) -> None:
        self._close(0)

    def read(self, path: str) -> bytes:
        """Return a file.

        Raises:
            OSError: as `open_file` does, and for one that is larger than `most_bytes`.
        """
        with self._open(path) as descriptor:
            return self._whole(descriptor, path)

    def head(self, path: str) -> bytes:
        """Return the first `most_bytes` of a file, or somewhat less.

        Raises:
            OSError: as `open_file` does.
        """
        with self._open(path) as descriptor:
            return os.read(descriptor, self._most_bytes)

    @contextmanager
    def _open(self, path: str) -> Iterator[int]:
        if not _IS_RELATIVE:
            with open_file(self._root, path) as file:
                yield file.fileno()
            return
        if not is_below(path):
            raise PermissionError(errno.EACCES, "outside the folder", path)
        *names, name = path.split("/")
        self._enter(names)
        descriptor = _open_regular(name, dir_fd=self._opened[-1])
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def _enter(self, names: list[str]) -> None:
        if names != self._names or not self._opened:
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(names, self._names, strict=False)))
            self._close(shared + 1)
            if not self._opened:
                self._opened.append(os.open(self._root, _DIRECTORY & ~_NO_LINK))
            for name in names[shared:]:
                self._opened.append(os.open(name, _DIRECTORY, dir_fd=self._opened[-1]))
                self._names.append(name)

    def _whole(self, descriptor: int, path: str) -> bytes:
        size = os.fstat(descriptor).st_size
        if size > self._most_bytes:
            raise OSError(errno.EFBIG, f"larger than {self._most_bytes:,} bytes", path)
        data = os.read(descriptor, size)
        while len(data) < size and (more := os.read(descriptor, size - len(data))):
            data += more
        return data

    def _close(self, kept: int) -> None:
        for descriptor in self._opened[kept:]:
            os.close(descriptor)
        del self._opened[kept:], self._names[max(kept - 1, 0) :]


def read_file(root: Path | str, path: str, most_bytes: int) -> bytes:
    """Return the first `most_bytes` of a file by its path relative to `root`.

    Raises:
        OSError: as `open_file` does.
    """
    with open_file(root, path) as file:
        return file.read(most_bytes)


def read_rules(path: Path | str, *, follow: bool = True, most_bytes: int = RULES_BYTES) -> str:
    """Return the text of a rule file or of one of git's own; "" if it cannot be read.

    A file larger than `most_bytes` counts as empty.
    """
    try:
        return read_rule_file(path, follow=follow, most_bytes=most_bytes)
    except OSError:
        return ""


def read_rule_file(path: Path | str, *, follow: bool = True, most_bytes: int = RULES_BYTES) -> str:
    """Return the text of a rule file; "" where there is none, or something in its place that is no regular file.

    Raises:
        OSError: if there is one that cannot be read, or that is larger than `most_bytes`.
    """
    try:
        with open(_open_regular(os.fspath(path), follow=follow), "rb") as file:
            data = file.read(most_bytes + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and not (is_absence(error) or isinstance(error, IrregularFile)):
            raise
        return ""
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"larger than {most_bytes:,} bytes", os.fspath(path))
    return data.decode("utf-8", "surrogateescape")


def _open_below(root: str, directory: str, name: str) -> int:
    here = os.open(root, _DIRECTORY & ~_NO_LINK)
    try:
        for part in directory.split("/") if directory else ():
            below = os.open(part, _DIRECTORY, dir_fd=here)
            os.close(here)
            here = below
        return _open_regular(name, dir_fd=here)
    finally:
        os.close(here)


def _open_regular(path: str, *, follow: bool = False, dir_fd: int | None = None) -> int:
    """Return a descriptor of a regular file. It is looked at before it is opened: opening a device may have effects."""
    before = os.stat(path, dir_fd=dir_fd, follow_symlinks=follow)
    if not stat.S_ISREG(before.st_mode) or (not follow and _leads_away(before)):
        raise _refusal(path)
    if sys.platform == "win32":
        descriptor = _open_shared(path)
    else:
        descriptor = os.open(path, _READ if follow else _READ | _NO_LINK, dir_fd=dir_fd)
    after = os.fstat(descriptor)
    if not stat.S_ISREG(after.st_mode):  # replaced in between
        os.close(descriptor)
        raise _refusal(path)
    return descriptor


def _leads_away(info: os.stat_result) -> bool:
    if stat.S_ISLNK(info.st_mode):
        return True
    is_special = getattr(info, "st_file_attributes", 0) & _REPARSE_POINT
    return bool(is_special and getattr(info, "st_reparse_tag", _NAME_SURROGATE) & _NAME_SURROGATE)


def _refusal(path: str) -> IrregularFile:
    return IrregularFile(errno.EINVAL, "not a regular file", path)
