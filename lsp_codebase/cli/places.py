"""Paths as they are printed and typed: relative to the current folder, as grep and git have them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsp_codebase.cli.find_root import check_readable, is_there
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs import check, path_glob
from lsp_codebase.paths import canonical


@dataclass(frozen=True, slots=True)
class Places:
    """The root of a command, and the current folder, both without links."""

    root: Path
    here: Path

    def relative(self, path: Path) -> str:
        """Return a path relative to the current folder; absolute where that is neither in the root nor around it."""
        is_near = self.here.is_relative_to(self.root) or self.root.is_relative_to(self.here)
        return Path(os.path.relpath(path, self.here)).as_posix() if is_near else path.as_posix()

    def typed(self, path: Path, option: str = "PATH", hint: str = "") -> Path:
        """Return a typed file or folder below the root; `hint` ends the sentence where it is not there.

        Raises:
            InvalidQuery: naming the option, for a path that is not there, may not be read, or is not below the root.
        """
        found = canonical(path)
        check_readable(found, option, path)
        if not is_there(found):
            raise InvalidQuery(option, f"there is no file or folder {path}{hint}")
        if not found.is_relative_to(self.root):
            raise InvalidQuery(option, f"{path} is outside of {self.root}; name its folder with --root")
        return found

    def limits(self, paths: Iterable[Path]) -> tuple[Path | None, tuple[str, ...]]:
        """Return the folder, or the exclusions, that limit a search to some files and folders.

        Raises:
            InvalidQuery: see `typed`.
        """
        found = [self.typed(path, hint='; several words to search for go in "quotes"') for path in paths]
        if not found or self.root in found:
            return None, ()
        if len(found) == 1 and found[0].is_dir():
            return found[0], ()
        return None, tuple(_all_but([path.relative_to(self.root).parts for path in found]))


def filters_of(options: argparse.Namespace, places: Places) -> dict[str, Any]:
    """Return the fields of a `SearchQuery` that say which files and definitions are meant."""
    folder, others = places.limits(options.paths)
    wanted, unwanted = split_globs(options.glob)
    return {
        "folder": folder,
        "languages": tuple(options.language),
        "exclude_languages": tuple(options.exclude_language),
        "source_code_only": options.code_only,
        "exclude_roles": tuple(options.exclude_role),
        "include": (*options.include, *wanted),
        "exclude": (*others, *options.exclude, *unwanted),
        "kinds": tuple(options.kind),
    }


def split_globs(globs: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the globs of `-g` that take in and, with an exclamation mark, leave out; raises `InvalidQuery`."""
    globs = [*globs]
    wanted = [glob for glob in globs if not glob.startswith("!")]
    unwanted = [glob[1:] for glob in globs if glob.startswith("!")]
    check("-g", [*wanted, *unwanted])
    return wanted, unwanted


def _all_but(wanted: Sequence[Sequence[str]], above: tuple[str, ...] = ()) -> Iterable[str]:
    """Yield the globs that leave out everything but some paths, and take back the folders on the way to them.

    Includes would be alternatives to those of the user: both must hold.
    """
    yield path_glob("/".join(above) + "/" if above else "") + "*"
    for name in dict.fromkeys(parts[0] for parts in wanted):
        here = (*above, name)
        yield "!" + path_glob("/".join(here))
        below = [parts[1:] for parts in wanted if parts[0] == name]
        if all(below):
            yield from _all_but(below, here)


def names_place(text: str) -> tuple[str, int | None, int | None]:
    """Return the file, the first and the last line (from 1) of `FILE`, `FILE:LINE`, `FILE:LINE:COL`, `FILE:A-B`."""
    file, _, tail = text.rpartition(":")
    head, _, line = file.rpartition(":")
    if head and line.isdecimal() and tail.isdecimal():  # FILE:LINE:COL, as search prints it
        return head, int(line), int(line)
    begin, dash, end = tail.partition("-")
    if file and begin.isdecimal() and (end.isdecimal() if dash else True):
        return file, int(begin), int(end or begin)
    return text, None, None


def check_lines(first: int | None, last: int | None) -> None:
    """Raise `InvalidQuery` for lines that no file has: they begin with 1."""
    if first is not None and last is not None and not 0 < first <= last:
        raise InvalidQuery("FILE:LINE", "lines begin with 1, and the first comes before the last")
