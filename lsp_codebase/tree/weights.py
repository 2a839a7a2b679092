"""How much a reader is likely to want from each directory: the order in which the preset `default` opens them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache

from lsp_codebase.scan import DIRECTORIES, Role
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.globs import FolderGlobs

Relevance = Callable[[str], int]

CLOSED = frozenset(
    """.hg .jj .mypy_cache .nox .pytest_cache .ruff_cache .svn .tox .venv __pycache__ bower_components node_modules
    site-packages""".split()
)
"""Directories that tools put next to sources: their contents are counted, and they are opened only on request."""

# Calibrated by hand on the development repositories (tests/benchmarks/tree_usefulness.py); only the order of
# magnitude matters: sources, then tests, then data and documents, then generated code and code of others.
_TESTS, _DATA, _HIDDEN, _GENERATED, _VENDORED = 0.6, 0.25, 0.2, 0.05, 0.02
_PRIORITY = 4.0
_ROLE: dict[Role, float] = {"test": _TESTS, "generated": _GENERATED, "vendored": _VENDORED}
_FACTORS = {
    **{name: _ROLE[role] for name, role in DIRECTORIES.items() if role in _ROLE},
    # Names that say more about a directory than its role, or that are no role since they are often plain source.
    **dict.fromkeys(
        """assets data doc docs example examples fixtures __fixtures__ fonts i18n images img l10n locale locales media
        migrations po public resources samples snapshots __snapshots__ static testdata test-data test_data
        translations""".split(),
        _DATA,
    ),
    **dict.fromkeys(
        "__pycache__ artifacts build cache coverage gen htmlcov logs obj out target temp tmp".split(), _GENERATED
    ),
    **dict.fromkeys("external externals vendors venv".split(), _VENDORED),
}
_PROGRAMS = frozenset(
    """bash c cc clj cpp cs css cu cxx d dart el elm erl ex exs f90 fs go gradle groovy h hh hpp
    hs hxx java jl js jsx kt kts lua m ml mm nim php pl pm proto ps1 py pyi pyx r rb rs scala
    scss sh sol sql svelte swift tcl ts tsx v vala vb vue zig""".split()
)
_PER_FILE = 0.1


class Weights:
    """The weight of the files directly in a directory, and of everything below it.

    Counts indexed symbols where `relevance` knows any, otherwise files by extension; both times a factor by the kind
    of directory, which everything below it inherits. Only directories that are shown are asked about.
    """

    def __init__(self, root: Folder, priority: FolderGlobs, relevance: Relevance | None = None) -> None:
        self._priority = priority
        self._relevance = relevance if relevance is not None and relevance(root.path) else None
        self._factors = {root: 1.0}
        self._counts = {} if self._relevance is not None else _programs_below(root)
        self._own: dict[Folder, float] = {}

    def enter(self, folder: Folder) -> None:
        """Make the sub-directories known; to be called for a directory before they are weighed."""
        inherited = self._factors[folder]
        for below in folder.folders:
            factor = inherited if inherited < _TESTS else min(inherited, _factor(below.name))
            self._factors[below] = _PRIORITY if self._priority.has(below) else factor

    def is_closed(self, folder: Folder) -> bool:
        """Whether a directory below the root gets a line with a count and is never opened."""
        return stays_closed(folder, self._priority)

    def own(self, folder: Folder) -> float:
        """The weight of the files in a directory."""
        known = self._own.get(folder)
        if known is None:
            inside = self._relevant(folder)
            if folder.folders:
                inside -= sum(map(self._relevant, folder.folders))
            known = self._own[folder] = self._factors[folder] * (max(0, inside) + _PER_FILE * folder.own_files)
        return known

    def total(self, folder: Folder) -> float:
        """The weight of everything below a directory, taken as of one kind."""
        return self._factors[folder] * (self._relevant(folder) + _PER_FILE * folder.file_count)

    def _relevant(self, folder: Folder) -> int:
        if self._relevance is not None and folder not in self._counts:
            self._counts[folder] = self._relevance(folder.path)
        return self._counts.get(folder, 0)


def stays_closed(folder: Folder, priority: FolderGlobs) -> bool:
    """Whether a directory below a root is counted and never opened."""
    return folder.name in CLOSED and not priority.has(folder)


def _factor(name: str) -> float:
    known = _FACTORS.get(name.lower())
    if known is not None:
        return known
    return _HIDDEN if name.startswith(".") else 1.0


def _programs_below(root: Folder) -> dict[Folder, int]:
    """Count the files that are programs by their extension, for each directory that has any below.

    Closed directories, often most of a tree, are not counted.
    """
    order = [root]
    for folder in order:  # it grows meanwhile: parents first
        if folder.folders:
            order += [below for below in folder.folders if below.name not in CLOSED]
    names_of_programs = _program_names().findall
    counts: dict[Folder, int] = {}
    for folder in reversed(order):
        programs = len(names_of_programs(folder.joined))
        for below in folder.folders:
            programs += counts.get(below, 0)
        if programs:
            counts[folder] = programs
    return counts


@cache
def _program_names() -> re.Pattern[str]:
    """Return a pattern of the names of programs in `Folder.joined`: twice as fast as a test of each name."""
    by_initial: defaultdict[str, list[str]] = defaultdict(list)
    for extension in sorted(_PROGRAMS):
        by_initial[extension[0]].append(extension[1:])
    groups = "|".join([f"{initial}(?:{'|'.join(rests)})" for initial, rests in by_initial.items()])
    return re.compile(rf"\.(?:{groups})(?=/)")
