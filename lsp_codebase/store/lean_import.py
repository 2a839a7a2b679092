"""LanceDB without its client of remote catalogs: less than half of its time of import, and nothing here calls one.

The client (`lance_namespace_urllib3_client`) builds validators for some hundred requests and answers when it is
imported, and imports urllib3, which opens a socket to learn whether there is IPv6. In its place stand modules whose
classes hold the fields they are given: LanceDB answers with some of them for local tables, too. If it comes to lay them
out otherwise, this does nothing.
"""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any, cast

_CLIENT = "lance_namespace_urllib3_client"
_importing = threading.Lock()


def import_lancedb() -> Any:
    """Return the module `lancedb`, whole: the indexers of several folders begin at the same time."""
    with _importing:
        if "lancedb" not in sys.modules:
            with _without_catalogs():
                importlib.import_module("lancedb")
    return sys.modules["lancedb"]


@contextmanager
def _without_catalogs() -> Iterator[None]:
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Finder:
    """A finder and a loader; their base classes take some milliseconds to import."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        return ModuleSpec(name, cast("Any", self), is_package=True) if name.partition(".")[0] == _CLIENT else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to the import system."""

    def exec_module(self, module: ModuleType) -> None:
        module.__getattr__ = _plain_class  # type: ignore[method-assign]


def _plain_class(name: str) -> type:
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (SimpleNamespace,), {})
