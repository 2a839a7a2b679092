"""A root told in another case than it has, on a file system that does not mind: `folded_names.c` must be loaded.

    python folded_names.py ROOT CACHE

The files of ROOT are those of `test_folded_names.py`. Prints what was answered, as one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken, Document
from lsp_codebase.server.uris import PathMap
from lsp_codebase.workspace import Workspace

_LONGEST_S = 240.0
_Pairs = list[tuple[str, str]]


class Client:
    """An editor that writes the root, and some files, in another case."""

    def __init__(self, root: Path, cache: str) -> None:
        self.root = root
        self.told = root.with_name(root.name.upper())
        self.paths = PathMap()
        self.paths.add(self.told)
        self.workspace = Workspace(Settings(index_location=cache, embedding_model="none", index_debounce_ms=1))
        self.workspace.add_folder(self.told)
        self.workspace.start()
        self.codebase = self.workspace.find(self.told)
        self.codebase.wait_until_idle(CancelToken())

    def path(self, told: str) -> Path:
        """Return the path of a file as the server makes it of a URI."""
        return self.paths.to_path((self.told / told).as_uri())

    def files(self) -> list[str]:
        """Return the paths in the index."""
        return sorted(self.codebase._published.state.files.by_path)

    def named(self, pattern: str) -> _Pairs:
        """Return the symbols that are found by a name, with their files as the client is told of them."""
        hits = self.workspace.symbols(pattern, CancelToken()).hits
        return sorted((hit.symbol.name, os.path.relpath(hit.path, self.root)) for hit in hits)

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition."""
        end = time.monotonic() + _LONGEST_S
        while not condition():
            assert time.monotonic() < end, (self.files(), self.named("_function"))
            time.sleep(0.01)


def answers(root: Path, cache: str) -> dict[str, object]:
    """Do everything in turn, and return what was answered."""
    client = Client(root, cache)
    told: dict[str, object] = {
        "one index": index_directory(client.told, cache) == index_directory(root, cache),
        "root": client.workspace.roots == (root,),
        "client's spelling": client.paths.to_uri(root / "Src/Mod.py") == (client.told / "Src/Mod.py").as_uri(),
        "first index": client.files(),
    }

    (root / "Src/Mod.py").write_text("def saved_function():\n    pass\n")
    client.workspace.mark_changed([client.path("SRC/mod.PY")])
    client.until(lambda: bool(client.named("saved_function")))
    told["saved"] = (client.files(), client.named("_function"))

    path, document = client.path("src/mod.py"), Document("def typed_function():\n    pass\n")
    client.workspace.open_document(path, document)
    client.until(lambda: bool(client.named("typed_function")))
    told["open"] = client.named("_function")
    document.replace("def other_function():\n    pass\n")
    client.workspace.document_changed(path)
    client.until(lambda: bool(client.named("other_function")))
    told["edited"] = client.named("_function")
    told["symbols"] = [symbol.name for symbol in client.workspace.symbols_in(path, CancelToken()).symbols]
    told["read"] = client.workspace.read_file(path).text
    client.workspace.close_document(path, document)
    client.until(lambda: bool(client.named("saved_function")))
    told["closed"] = client.named("_function")

    os.rename(root / "Src", root / "src")
    os.rename(root / "src/Mod.py", root / "src/mod.py")
    client.workspace.mark_changed([root / "Src", root / "Src/Mod.py", root / "src", root / "src/mod.py"])
    client.until(lambda: {"src/mod.py", "Src/Mod.py"} & {*client.files()} == {"src/mod.py"})
    told["renamed"] = (client.files(), client.named("_function"))
    client.workspace.close()
    return told


if __name__ == "__main__":
    print(json.dumps(answers(Path(sys.argv[1]).resolve(), sys.argv[2])))
