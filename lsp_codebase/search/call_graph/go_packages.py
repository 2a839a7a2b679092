"""Where the packages that files of Go import lie in the codebase: as its `go.mod` files say."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.search.corpus import Corpus

_MODULE = re.compile(r"\s*module\s+\"?([^\s\"]+)")
_MOST_MODULES = 256  # of one codebase are read


@dataclass(frozen=True, slots=True)
class GoPackages:
    """Finds the files of packages, those of each path once."""

    corpus: Corpus
    source: Callable[[str], Source]
    _modules: dict[str, str] = field(default_factory=dict)
    """The folders of the modules, "" that of the codebase, by their paths."""
    _files: dict[tuple[str, bool], Sequence[str]] = field(default_factory=dict)

    def files(self, imported: str, path: str) -> Sequence[str]:
        """Return the files of a package that a file imports, none of a library."""
        is_in_module = any(path.startswith(f"{folder}/" if folder else "") for folder in self._folders())
        key = imported, is_in_module
        if key not in self._files:
            self._files[key] = self._of_modules(imported) if is_in_module else self._ending_so(imported)
        return self._files[key]

    def _folders(self) -> Sequence[str]:
        if not self._modules:
            self._modules[""] = ""  # no module is called so: they are read
            for record in islice(self.corpus.with_path(r"(?:^|/)go\.mod$"), _MOST_MODULES):
                named = next(filter(None, map(_MODULE.match, self.source(record.path).lines)), None)
                if named:
                    self._modules[named[1]] = record.path.rpartition("/")[0]
        return [folder for name, folder in self._modules.items() if name]

    def _of_modules(self, imported: str) -> Sequence[str]:
        """Return the files of a package of the innermost module that its path begins with."""
        around = [name for name in self._modules if name and f"{imported}/".startswith(f"{name}/")]
        for name in sorted(around, key=len, reverse=True):
            inner = imported[len(name) :].strip("/")
            if files := self._in(f"^{re.escape('/'.join(filter(None, (self._modules[name], inner))))}"):
                return files
        return ()

    def _ending_so(self, imported: str) -> Sequence[str]:
        """Return the files of a package by the end of its path, where no module tells more; one word is of a library.

        That of the whole codebase may be any.
        """
        if "/" not in imported:
            return ()
        found = self._in(rf"(?:^|/){re.escape(imported.rpartition('/')[2])}")
        inside = [path for path in found if f"/{imported}".endswith(f"/{path.rpartition('/')[0]}")]
        return inside or (self._in("^") if "." in imported.partition("/")[0] else ())

    def _in(self, folder: str) -> Sequence[str]:
        """Return the files of Go in a folder that an expression matches, and in none below it."""
        slash = "" if folder == "^" else "/"
        return [record.path for record in self.corpus.with_path(rf"{folder}{slash}[^/]+\.go$")]
