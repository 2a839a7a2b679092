"""LanceDB without its client of remote catalogs: half of the time of its import, and nothing here ever calls one.

The client's modules (`lance_namespace_urllib3_client.api.*`) build validators for some hundred requests when they are
imported; its transport imports urllib3, which opens a socket to learn whether there is IPv6. In their place stand
modules whose classes are empty; if LanceDB comes to lay them out otherwise, this does nothing.
"""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_CLIENT = "lance_namespace_urllib3_client."
_SKIPPED = (_CLIENT + "api.", _CLIENT + "api_client", _CLIENT + "configuration", _CLIENT + "rest")
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


class _Finder(MetaPathFinder, Loader):
    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name.startswith(_SKIPPED) else None

    def exec_module(self, module: ModuleType) -> None:
        module.__getattr__ = _empty_class  # type: ignore[method-assign]


def _empty_class(name: str) -> type:
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (), {})
