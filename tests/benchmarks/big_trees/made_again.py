"""Open an index whose names and words are gone, as after an update that keeps them in another way.

    python -m tests.benchmarks.big_trees.made_again TREE --cache DIR [--asks NAME] [--sentence TEXT --file NAME]

DIR is the `XDG_CACHE_HOME` of an index of TREE that is there; a copy of it is opened, in this process, with its names,
vectors and words deleted. Prints after how many seconds a name and a sentence are answered rightly, then when all is
there, with the CPU seconds and the most memory of this process.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import tempfile
import time
from pathlib import Path

LONGEST_S = 600.0
PAUSE_S = 0.5


def main() -> None:
    """Copy, delete, open and ask."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--asks", default="tcp_retransmit_timer")
    parser.add_argument("--sentence", default="tcp retransmit timer expired")
    parser.add_argument("--file", default="tcp_timer.c")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.cache.parent) as folder:
        copy = Path(shutil.copytree(options.cache, Path(folder) / "cache"))
        for tables in copy.glob("lsp-codebase/indexes/*/tables"):
            for name in ("state", "postings"):
                shutil.rmtree(tables / name, ignore_errors=True)
        os.environ["XDG_CACHE_HOME"] = str(copy)
        opened(options.tree.resolve(), options.asks, options.sentence, options.file)


def opened(root: Path, name: str, sentence: str, file: str) -> None:
    """Open the index of a root and print what comes when."""
    from lsp_codebase.config import Settings
    from lsp_codebase.model import CancelToken, Phase, SearchQuery
    from lsp_codebase.workspace import Workspace

    workspace, cancel = Workspace(Settings()), CancelToken()
    workspace.add_folder(root)
    begun = time.perf_counter()
    workspace.start()
    asked = {
        "the name": lambda: any(hit.symbol.name == name for hit in workspace.symbols(name, cancel, limit=5).hits),
        "the sentence": lambda: any(
            hit.path.name == file for hit in workspace.search(SearchQuery(sentence), cancel).hits
        ),
    }
    while time.perf_counter() - begun < LONGEST_S and workspace.status()[0].phase is not Phase.READY:
        for kind, is_right in [*asked.items()]:
            if is_right():
                print(f"{kind}: {time.perf_counter() - begun:.1f} s", flush=True)
                del asked[kind]
        time.sleep(PAUSE_S)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"all: {time.perf_counter() - begun:.1f} s, {time.process_time():.0f} CPU s, {most:,} MiB at most")
    workspace.close()


if __name__ == "__main__":
    main()
