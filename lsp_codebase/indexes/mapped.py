"""Arrays in mapped files: only the pages in use are read, and all processes share them.

The name of a file holds two CRCs of its content. That of its ends, which tell where the arrays lie, is compared before
it is mapped. That of the whole is compared when there is time: until then a wrong number may make a wrong answer or an
error, but numpy looks at no place outside of an array. Code that takes numbers for places otherwise (Arrow, with the
offsets of strings) checks them first.
"""

from __future__ import annotations

import mmap
import os
import sys
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.store import delete, read_json, replace, write_json

Numbers = NDArray[Any]

UNREADABLE = (OSError, pa.ArrowInvalid, ValueError, KeyError, IndexError, TypeError)
"""Errors of reading a damaged file."""
_END_BYTES = 1 << 16
_mapped: WeakSet[mmap.mmap] = WeakSet()


def write_arrays(path: Path, arrays: Mapping[str, Numbers]) -> None:
    """Write arrays, as runs of numbers without their shapes."""
    columns = {name: np.ascontiguousarray(array).reshape(-1) for name, array in arrays.items()}
    fields = [pa.field(name, pa.large_list(pa.from_numpy_dtype(column.dtype))) for name, column in columns.items()]
    values = [pa.LargeListArray.from_arrays([0, len(column)], pa.array(column)) for column in columns.values()]
    schema = pa.schema(fields)
    with open(path, "wb") as file:
        with pa.ipc.new_file(file, schema) as writer:
            writer.write_batch(pa.record_batch(values, schema=schema))
        os.fsync(file.fileno())  # else a power cut may leave the name without the content


def map_arrays(path: Path) -> dict[str, Numbers]:
    """Return the arrays of a file by name; they stay on disk until they are looked at, and cannot be written to.

    Raises one of `UNREADABLE` if it cannot be read.
    """
    with open(path, "rb") as file:
        pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    batch = pa.ipc.open_file(pa.BufferReader(pa.py_buffer(pages))).get_batch(0)
    _mapped.add(pages)
    return {
        name: column.values.to_numpy(zero_copy_only=False)
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
    }


def let_go_of_pages() -> None:
    """Give the system back all pages of mapped files; while it keeps them, a page read again is there at once.

    Else every page that a question ever read counts as held, for as long as the system has room for it.
    """
    if sys.platform != "win32":
        for pages in list(_mapped):
            pages.madvise(mmap.MADV_DONTNEED)


def put(folder: Path, suffix: str, arrays: Mapping[str, Numbers]) -> Path:
    """Write arrays to a new file of a folder, named by a number and its checksum, in one step."""
    folder.mkdir(exist_ok=True)
    number = max(map(_number, files_in(folder, "")), default=0) + 1
    temporary = folder / f"{number}.new"
    try:
        write_arrays(temporary, arrays)
    except OSError:  # a full disk: leave no more on it
        delete(temporary)
        raise
    path = folder / f"{number}.{checksum(temporary)}{suffix}"
    replace(temporary, path)
    return path


def files_in(folder: Path, suffix: str) -> list[Path]:
    """Return the files of a folder that `put` made, in the order in which it did."""
    return sorted((path for path in folder.glob(f"*{suffix}") if path.name.split(".")[0].isdecimal()), key=_number)


def _number(path: Path) -> int:
    return int(path.name.split(".")[0])


def check(path: Path, *, whole: bool) -> None:
    """Raise `ValueError` if the ends of a file, or any of its bytes, are not those that `put` wrote."""
    if not path.name.split(".")[1].startswith(checksum(path, whole=whole)):
        raise ValueError("its bytes are not those that were saved")


class VerifiedFiles:
    """Remembers, in a file, which files beside it were compared with their checksums, so that each is read once.

    A file is known by its size, times and number, one of which changes when anything is written to it or put in its
    place. An examination finds damage by the disk itself.
    """

    def __init__(self, directory: Path, *, is_kept: bool) -> None:
        self._is_kept = is_kept
        self._directory = directory
        self._path = directory / "seen.json"
        self._known = self._read()
        self._new: dict[str, list[int]] = {}

    def check(self, path: Path) -> None:
        """Raise `ValueError` if any byte of a file is not that which `put` wrote."""
        if self._known.get(self._name(path)) != _stamp(path):
            check(path, whole=True)
            self.note(path)

    def note(self, path: Path) -> None:
        """Take a file for good: it was just compared, or just written from memory."""
        self._new[self._name(path)] = _stamp(path)

    def keep(self) -> None:
        """Remember beyond this process."""
        if self._new and self._is_kept:
            known = {**self._read(), **self._new}  # another object may have written
            self._known = {name: stamp for name, stamp in known.items() if (self._directory / name).exists()}
            self._new = {}
            with suppress(OSError):  # they are compared once more
                write_json(self._path, self._known)

    def _name(self, path: Path) -> str:
        return path.relative_to(self._directory).as_posix()

    def _read(self) -> dict[str, list[int]]:
        try:
            known = read_json(self._path)
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}


def _stamp(path: Path) -> list[int]:
    info = path.stat()
    return [info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino]


def checksum(path: Path, *, whole: bool = True) -> str:
    """Return a CRC of the ends and the size of a file and, of the `whole`, another, at a gigabyte a second."""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        ends = zlib.crc32(data[-_END_BYTES:], zlib.crc32(data[:_END_BYTES], len(data)))
        return f"{ends:08x}-{zlib.crc32(data):08x}" if whole else f"{ends:08x}"
