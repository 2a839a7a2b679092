"""LanceDB without its parts that nothing here calls: its client of remote catalogs and its embedding models.

The client (`lance_namespace_urllib3_client`) builds validators for some hundred requests and answers when it is
imported, and imports urllib3, which opens a socket to learn whether there is IPv6. In its place stand modules whose
classes hold the fields they are given: LanceDB answers with some of them for local tables, too. It registers a class of
pydantic for each service that embeds texts. Without the client importing takes less than half, without the services and
without looking for garbage, of which imports make none, a tenth less. If a release lays them out otherwise, this does
nothing.
"""

from __future__ import annotations

import gc
import importlib
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any, cast

_CLIENT = "lance_namespace_urllib3_client"
_MODELS = "lancedb.embeddings."
_NEEDED = frozenset(_MODELS + name for name in ("base", "registry", "utils"))
_importing = threading.Lock()


def import_lancedb() -> Any:
    """Return the module `lancedb`, whole: the indexers of several folders begin at the same time."""
    with _importing:
        if "lancedb" not in sys.modules:
            with _leanly():
                importlib.import_module("lancedb")
    return sys.modules["lancedb"]


@contextmanager
def _leanly() -> Iterator[None]:
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    is_collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        if is_collected:
            gc.enable()


class _Finder:
    """A finder and a loader; their base classes take some milliseconds to import."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        is_client, is_model = name.partition(".")[0] == _CLIENT, name.startswith(_MODELS) and name not in _NEEDED
        return ModuleSpec(name, cast("Any", self), is_package=is_client) if is_client or is_model else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to the import system."""

    def exec_module(self, module: ModuleType) -> None:
        module.__getattr__ = _plain_class  # type: ignore[method-assign]


def _plain_class(name: str) -> type:
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (SimpleNamespace,), {})
