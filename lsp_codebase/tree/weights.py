"""How much a reader is likely to want from each directory: the order in which the preset `default` opens them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.globs import Globs

Relevance = Callable[[Path], int]

# Calibrated by hand on the development repositories (tests/benchmarks/tree_usefulness.py); only the order of
# magnitude matters: sources, then tests, then data and documents, then what machines wrote or others maintain.
_TESTS, _DATA, _HIDDEN, _GENERATED, _VENDORED = 0.6, 0.25, 0.2, 0.05, 0.02
_PRIORITY = 4.0
_FACTORS = {
    **dict.fromkeys("test tests spec specs __tests__ testing e2e __mocks__".split(), _TESTS),
    **dict.fromkeys(
        """assets data doc docs example examples fixtures fonts i18n images img l10n locale locales media migrations po
        public resources samples snapshots __snapshots__ static testdata test-data translations""".split(),
        _DATA,
    ),
    **dict.fromkeys(
        "__pycache__ artifacts build cache coverage dist gen generated htmlcov logs obj out target temp tmp".split(),
        _GENERATED,
    ),
    **dict.fromkeys(
        """bower_components carthage external externals node_modules pods site-packages third-party third_party
        thirdparty vendor vendors venv""".split(),
        _VENDORED,
    ),
}
_PROGRAMS = frozenset(
    """.bash .c .cc .clj .cpp .cs .css .cu .cxx .d .dart .el .elm .erl .ex .exs .f90 .fs .go .gradle .groovy .h .hh .hpp
    .hs .hxx .java .jl .js .jsx .kt .kts .lua .m .ml .mm .nim .php .pl .pm .proto .ps1 .py .pyi .pyx .r .rb .rs .scala
    .scss .sh .sol .sql .svelte .swift .tcl .ts .tsx .v .vala .vb .vue .zig""".split()
)
_SAMPLE = 200
_PER_FILE = 0.1


class Weights:
    """The weight of the files directly in each directory, and of everything below it.

    Counts indexed symbols where `relevance` knows them, otherwise files by extension (a sample of each directory);
    both times a factor by the kind of directory, which everything below it inherits.
    """

    def __init__(self, root: Folder, priority: Globs, relevance: Relevance | None = None) -> None:
        self._own: dict[Folder, float] = {}
        self._total: dict[Folder, float] = {}
        self._weigh(root, priority, relevance)

    def own(self, folder: Folder) -> float:
        """The weight of the files in a directory."""
        return self._own[folder]

    def total(self, folder: Folder) -> float:
        """The weight of everything below a directory."""
        return self._total[folder]

    def _weigh(self, root: Folder, priority: Globs, relevance: Relevance | None) -> None:
        factors = {root: 1.0}
        order = list(root.walk())
        counts = {} if relevance is None else {folder: relevance(Path(folder.path)) for folder in order}
        for folder in order:
            inherited = factors[folder]
            for below in folder.folders:
                factor = inherited if inherited < _TESTS else min(inherited, _factor(below.name))
                factors[below] = _PRIORITY if priority.has_folder(below) else factor
        for folder in reversed(order):
            if relevance is None:
                own = _programs(folder.files)
            else:
                own = max(0, counts[folder] - sum(counts[below] for below in folder.folders))
            own = factors[folder] * (own + _PER_FILE * len(folder.files))
            self._own[folder] = own
            self._total[folder] = own + sum(self._total[below] for below in folder.folders)


def _factor(name: str) -> float:
    known = _FACTORS.get(name.lower())
    if known is not None:
        return known
    return _HIDDEN if name.startswith(".") else 1.0


def _programs(files: list[str]) -> float:
    """Count the names that are programs, or estimate them from the first of a long sorted list."""
    if not files:
        return 0.0
    sample = files if len(files) <= _SAMPLE else sorted(files)[:_SAMPLE]
    found = sum(name[name.rfind(".") :] in _PROGRAMS for name in sample)
    return len(files) * found / len(sample)
