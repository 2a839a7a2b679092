"""The modules that files import by a name: which files of the codebase they are, or that they are of a library."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lsp_codebase.search.call_graph.call_languages import imports_types
from lsp_codebase.search.call_graph.call_targets import parts_of
from lsp_codebase.search.call_graph.go_packages import GoPackages
from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.search.corpus import Corpus

_SCRIPT = r"(?:^|/){name}(?:/index)?\.[cm]?[jt]sx?$"
_OF_ALL = frozenset("astro javascript jsx svelte tsx typescript vue".split())
"""Languages where a name stands for a whole module only if an import says so: `import * as carts`."""
_PATHS = {
    "python": r"(?:^|/){name}(?:/__init__)?\.pyi?$",
    **dict.fromkeys(_OF_ALL, _SCRIPT),
}
"""The paths of the files of a module, by the languages that call what it defines by its name."""


@dataclass(frozen=True, slots=True)
class Modules:
    """Looks modules up by the paths of files, each once."""

    corpus: Corpus
    packages: GoPackages
    _files: dict[tuple[str, str], Sequence[str]] = field(default_factory=dict)
    _are_named: dict[tuple[frozenset[str], bool], bool] = field(default_factory=dict)

    def brought(self, name: str, path: str, source: Source) -> Sequence[str]:
        """Return the files of the module that a file imports by a name, none if it may be something else."""
        if (name, path) not in self._files:
            self._files[name, path] = self._find(name, path, source)
        return self._files[name, path]

    def _find(self, name: str, path: str, source: Source) -> Sequence[str]:
        language = source.language
        if language == "go":
            return self.packages.files(source.packages.get(name, ""), path)
        if language not in _PATHS or (language in _OF_ALL and not source.imports_all_as(name)):
            return ()
        paths = [record.path for record in self.corpus.with_path(_PATHS[language].format(name=re.escape(name)))]
        numbers = [agreeing(name, path, source) for path in paths]
        nearest = [path for path, number in zip(paths, numbers, strict=True) if number == max(numbers)]
        shortest = min((path.count("/") for path in nearest), default=0)
        return [path for path in nearest if path.count("/") == shortest]

    def inside(self, files: Sequence[str], name: str) -> Sequence[str]:
        """Return the files of a module that is in another one, of Python."""
        folders = (path.removesuffix("__init__.py") for path in files if path.endswith("/__init__.py"))
        paths = (f"{folder}{name}{end}" for folder in folders for end in (".py", "/__init__.py"))
        return [path for path in paths if self.corpus.file(path) is not None]

    def are_of_library(self, name: str, path: str, source: Source) -> bool:
        """Whether a file imports a name, and no import of it names a file or folder of the codebase."""
        if source.language == "go":
            return name in source.packages and not self.brought(name, path, source)
        if not imports_types(source.language):  # `using Base::fetch;` of C++ is none of a module
            return False
        brought = [statement for statement in source.imports if name in statement[0]]
        roots = source.roots_of(name)
        return bool(brought) and not any(
            is_relative or self._is_any_named(roots or words - {name} or words, bool(roots))
            for words, is_relative in brought
        )

    def _is_any_named(self, words: frozenset[str], are_roots: bool) -> bool:
        """Whether a file or folder is called by one of some words, as a root one that is in no package of Python."""
        if (words, are_roots) not in self._are_named:
            named = "|".join(map(re.escape, sorted(words)))
            found = self.corpus.with_path(rf"(?:^|/)(?:{named})(?:\.\w+)*(?:/|$)")
            self._are_named[words, are_roots] = any(not are_roots or self._is_root(one.path, words) for one in found)
        return self._are_named[words, are_roots]

    def _is_root(self, path: str, words: frozenset[str]) -> bool:
        *folders, file = path.split("/")
        at = next((at for at, part in enumerate([*folders, file.partition(".")[0]]) if part in words), 0)
        return self.corpus.file("/".join([*folders[:at], "__init__.py"])) is None


def agreeing(name: str, path: str, source: Source) -> int:
    """Return how many words of the imports of a name are parts of a path."""
    return len(frozenset().union(*(words for words, _ in source.imports if name in words)) & parts_of(path))
