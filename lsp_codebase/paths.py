"""One spelling for each path, that of the file system, which may find a file by others; and roots, with their names.

macOS and Windows find `src/a.py` by `SRC/A.py`, macOS finds `é` as one character by `é` as two, and so do some
directories of Linux (casefold, FAT, a drive of Windows in WSL). A path that differs in this is another path for
dictionaries, tables and git, so a path from outside is spelled as it is on disk before it is compared. The file
system itself is asked, since no rule holds for all; a directory is listed only where it takes two names for one.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

Names = Callable[[str], frozenset[str]]
"""Returns the names in a directory; none where it cannot be read."""

_LOWER = "abcdefghijklmnopqrstuvwxyz"
_SWAPPED = str.maketrans(_LOWER + _LOWER.upper(), _LOWER.upper() + _LOWER)
_MOST_KEPT = 20_000  # directories

_exact: set[str] = set()  # directories that tell "a" from "A": an attribute of a mount, or of an empty directory
_listed: dict[str, tuple[int, frozenset[str]]] = {}  # the names in other directories, and the time of their last change


def lexical(path: Path) -> Path:
    """Return a path without `..`, as URIs are read; the disk is not looked at."""
    absolute = os.path.abspath(path)
    return path if absolute == str(path) else Path(absolute)  # parsing it again is a third of the cost for many paths


def innermost(path: Path, roots: Iterable[Path]) -> Path | None:
    """Return the innermost of the roots that a path lies in, None if it lies in none; the disk is not looked at."""
    holding = (root for root in roots if is_within(path, root))
    return max(holding, key=lambda root: len(root.parts), default=None)


@lru_cache(maxsize=8)  # asked for every path that is shown
def roots_by_name(roots: tuple[Path, ...]) -> Mapping[str, Path]:
    """Return roots by the last part of their paths, or by as many of the last as tell them apart."""
    named = {_last(root, 1): root for root in roots}
    for count in range(2, max((len(root.parts) for root in roots), default=0) + 1):
        if len(named) == len(roots):
            break
        named = {_last(root, count): root for root in roots}
    return named


def _last(path: Path, count: int) -> str:
    return Path(*path.parts[-count:]).as_posix()


def canonical(path: Path | str) -> Path:
    """Return a path without links, spelled as on disk as far as it exists; looks at the disk."""
    real = os.path.realpath(path)
    if sys.platform == "win32":  # there the path is already spelled so
        return Path(real)
    return Path(_spelled("/", real.lstrip("/"), {}, _names_by_time))


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path is a folder or lies below it, both absolute and without `..`."""
    return path_below(path, folder) is not None


def relative_to(path: Path, folder: Path) -> str:
    """Return the path from a folder to one that is or lies below it, with "/"; raises `ValueError` for any other."""
    below = path_below(path, folder)
    if below is None:
        raise ValueError(f"{path} is not below {folder}")
    return below


def path_below(path: Path, folder: Path) -> str | None:
    """Return the path from a folder to one that is or lies below it, with "/"; None for any other.

    `Path.relative_to` makes a path of each folder on the way: fifty times the work since Python 3.12.
    """
    text, top = str(path), str(folder)
    if text == top:
        return "."
    top = top if top.endswith(os.sep) else top + os.sep
    if text.startswith(top):
        return text[len(top) :].replace(os.sep, "/")
    if os.name == "nt" and path.is_relative_to(folder):  # in other letters
        return path.relative_to(folder).as_posix()
    return None


class Spelling:
    """The spelling on disk of paths below one root. For one round of work: each directory is listed once."""

    def __init__(self, root: Path | str) -> None:
        self._top = os.path.join(root, "")
        self._directories: dict[str, str] = {}
        self._names: dict[str, frozenset[str]] = {}

    def of(self, path: str) -> str:
        """Return a relative path (with "/") as it is spelled on disk; its missing end stays as given."""
        return _spelled(self._top, path, self._directories, self._names_once)[len(self._top) :]

    def _names_once(self, directory: str) -> frozenset[str]:
        if directory not in self._names:
            self._names[directory] = _names(directory)
        return self._names[directory]


def _spelled(top: str, path: str, directories: dict[str, str], names: Names) -> str:
    """Return `top` and `path` as spelled. `directories` has the spelling of directories on the way to other paths."""
    above, _, name = path.rpartition("/")
    if above not in directories:
        spelled = top
        for part in above.split("/") if above else ():
            spelled += _name(spelled, part, names) + "/"
        directories[above] = spelled
    return directories[above] + _name(directories[above], name, names)


def _name(directory: str, name: str, names: Names) -> str:
    """Return a name as its directory spells it; the directory ends with a "/"."""
    swapped = name.translate(_SWAPPED)
    others = set() if directory in _exact else {swapped}
    if not name.isascii():
        others |= {unicodedata.normalize(form, name) for form in ("NFC", "NFD")}
    others.discard(name)
    if not others or not os.path.lexists(directory + name):
        return name
    if not any(_are_one(directory + name, directory + other) for other in others):
        if swapped in others and os.path.lexists(directory + name):  # not if it was deleted just now
            _keep(_exact)
            _exact.add(directory)
        return name
    known = names(directory)
    if name in known:
        return name
    key = _key(name)
    alike = (other for other in known if _key(other) == key and _are_one(directory + name, directory + other))
    return next(alike, name)


def _are_one(path: str, other: str) -> bool:
    try:
        return os.path.samestat(os.lstat(path), os.lstat(other))
    except (OSError, ValueError):
        return False


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _names_by_time(directory: str) -> frozenset[str]:
    """Return the names in a directory, which is listed again after a change."""
    try:
        changed_ns = os.stat(directory).st_mtime_ns
    except OSError:
        return frozenset()
    known = _listed.get(directory)
    if known is None or known[0] != changed_ns:
        _keep(_listed)
        known = _listed[directory] = (changed_ns, _names(directory))
    return known[1]


def _names(directory: str) -> frozenset[str]:
    try:
        return frozenset(os.listdir(directory))
    except OSError:
        return frozenset()


def _keep(known: set[str] | dict[str, tuple[int, frozenset[str]]]) -> None:
    if len(known) >= _MOST_KEPT:
        known.clear()


def directories_above(path: str) -> Iterator[str]:
    """Yield the directories that a path relative to a root lies in, below that root, the innermost first."""
    while path := path.rpartition("/")[0]:
        yield path
