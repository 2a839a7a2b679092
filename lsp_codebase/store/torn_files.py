"""Files whose end is missing, after a power cut, a failing disk or a careless copy. Reads a few bytes of each.

Folders and last bytes are those of Lance 13 (LanceDB 0.40); that is tested (`test_lance_files.py`).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from lsp_codebase.store.held_files import delete
from lsp_codebase.store.tables import location

_MAGIC = {".lance": b"LANC", ".arrow": b"ARROW1"}  # the last bytes of a complete file
_CHECKED = ("data", "_deletions")
_UNFINISHED = ".tmp"  # the beginning of the names of files that are still written


class NewFiles:
    """Looks at the end of every file that was written to the tables since its last look.

    LanceDB does not notice when the last write to a file fails, and commits the file (tests/services/write_faults.py).
    """

    def __init__(self, directory: Path) -> None:
        self._tables = location(directory)
        self._known = set(self._files())

    def check(self) -> None:
        """Raise `OSError` if a new file lacks its end. The version before can still be read; see `opening`."""
        found = set(self._files())
        torn = [path for path in found - self._known if not _ends_well(Path(path))]
        self._known = found
        if torn:
            raise OSError(errno.EIO, "a file of the index was not written to its end", torn[0])

    def torn(self) -> bool:
        """Whether any file of the tables lacks its end."""
        return any(not _ends_well(Path(path)) for path in self._known)

    def _files(self) -> Iterator[str]:
        for table in os.scandir(self._tables):
            for name in _CHECKED:
                folder = os.path.join(table.path, name)
                if os.path.isdir(folder):
                    entries = os.scandir(folder)
                    yield from (entry.path for entry in entries if not entry.name.startswith(_UNFINISHED))


def drop_unfinished(directory: Path) -> None:
    """Delete the files that a killed process had not written to their end: LanceDB keeps them for ever.

    A merge leaves hundreds of megabytes. The lock must be held, as another writer may be at work on such a file.
    """
    for path in location(directory).glob(f"*.lance/**/{_UNFINISHED}*"):
        delete(path)


def torn_index_files(directory: Path, table: str) -> list[Path]:
    """Return the files of the indexes of a table that were never finished or have lost their end."""
    indexes = location(directory) / f"{table}.lance" / "_indices"
    return [path for path in indexes.rglob("*.lance") if not _ends_well(path)]


def _ends_well(path: Path) -> bool:
    magic = _MAGIC.get(path.suffix, b"")
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - len(magic), 0))
            return size > 0 and file.read() == magic
    except FileNotFoundError:  # tidied away meanwhile
        return True
    except OSError:
        return False
