"""Forms of questions about one large tree, asked in this process: milliseconds of CPU once everything is warm.

    python -m tests.benchmarks.big_trees.forms TREE --cache DIR [--ask QUERY ...] [--save FILE]

DIR is the `XDG_CACHE_HOME` of its index, which is made if it is not there. Each query is asked 23 times; the first is
told, and the median of the last 20. Run it on two versions one after the other. `callers:NAME` asks for callers.
With `--save` FILE, one of TREE, is written before each asking, and as it was in the end.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from pathlib import Path

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.model import CallQuery, CancelToken, Relation, SearchQuery
from lsp_codebase.workspace import Workspace

QUERIES = (
    *("inode.lookup", "sched_class.enqueue_task", "foo.bar", "Kconfig.debug", "ext4_inode_info.i_data", "a.b.c"),
    *("mm/slub.c", "mm::slub", "path:/kernel/sched wakeup", "who calls kfree", "what does do_fork call"),
    *("how to run the tests", "how do I build it", "project version", "where does it start", "the mm folder"),
    *("list_head header", "readme", "free pages in mm/kasan", "which files include linux/slab.h"),
    *(
        "POST /users/:id",
        "what handles GET /api/status",
        "the users endpoint",
        "--verbose",
        "which commands take --help",
    ),
    *(
        "enums in mm",
        "functions in kernel/sched",
        "structs in include/linux",
        "callers:kfree",
        "callers:init",
        "callers:open",
    ),
)
CALLERS = "callers:"
WARMING, COUNTED = 3, 20


def answers(workspace: Workspace, query: str) -> int:
    """Ask a query; return the number of its answers."""
    if query.startswith(CALLERS):
        return len(workspace.calls(CallQuery(Relation.CALLER, query.removeprefix(CALLERS)), CancelToken()).calls)
    return len(workspace.search(SearchQuery(query), CancelToken()).hits)


def save(codebase: Codebase, path: Path, text: str) -> None:
    """Write a file, and wait until the index knows it."""
    path.write_text(text, "utf-8")
    codebase.mark_changed([path])
    while codebase.status().stale:
        time.sleep(0.05)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--ask", nargs="+", default=QUERIES)
    parser.add_argument("--save", type=Path)
    args = parser.parse_args()
    os.environ["XDG_CACHE_HOME"] = str(args.cache.resolve())
    workspace, root = Workspace(Settings()), args.tree.resolve()
    workspace.add_folder(root)
    workspace.start()
    codebase = workspace.find(root)
    codebase.wait_until_idle(CancelToken())
    before = args.save.read_text("utf-8") if args.save else ""
    for query in args.ask:
        spent = []
        for number in range(WARMING + COUNTED):
            if args.save:
                save(codebase, args.save.resolve(), f"{before}\n/* {number} */\n")
            begun = time.process_time()
            found = answers(workspace, query)
            spent.append(1000 * (time.process_time() - begun))
        print(f"{query}: first {spent[0]:.0f} ms, then {statistics.median(spent[WARMING:]):.1f} ms; {found} answers")
    if args.save:
        save(codebase, args.save.resolve(), before)
    workspace.close()


if __name__ == "__main__":
    main()
