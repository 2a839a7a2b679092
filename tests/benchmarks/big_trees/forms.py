"""Forms of questions about one large tree, asked in this process: milliseconds of CPU once everything is warm.

    python -m tests.benchmarks.big_trees.forms TREE --cache DIR [--ask QUERY ...]

DIR is the `XDG_CACHE_HOME` of its index, which is made if it is not there. Each query is asked 23 times; the first is
told, and the median of the last 20. Run it on two versions one after the other.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.workspace import Workspace

QUERIES = (
    *("inode.lookup", "sched_class.enqueue_task", "foo.bar", "Kconfig.debug", "ext4_inode_info.i_data", "a.b.c"),
    *("mm/slub.c", "mm::slub", "path:/kernel/sched wakeup", "who calls kfree", "what does do_fork call"),
    *("how to run the tests", "how do I build it", "project version", "where does it start", "the mm folder"),
    *("list_head header", "readme", "free pages in mm/kasan"),
)
WARMING, COUNTED = 3, 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--ask", nargs="+", default=QUERIES)
    args = parser.parse_args()
    os.environ["XDG_CACHE_HOME"] = str(args.cache.resolve())
    workspace, root = Workspace(Settings()), args.tree.resolve()
    workspace.add_folder(root)
    workspace.start()
    workspace.find(root).wait_until_idle(CancelToken())
    for query in args.ask:
        spent = []
        for _ in range(WARMING + COUNTED):
            begun = time.process_time()
            found = workspace.search(SearchQuery(query), CancelToken()).hits
            spent.append(1000 * (time.process_time() - begun))
        print(f"{query}: first {spent[0]:.0f} ms, then {statistics.median(spent[WARMING:]):.1f} ms; {len(found)} hits")
    workspace.close()


if __name__ == "__main__":
    main()
