"""How soon a terminal shows the first hits of a question to a tree that was never indexed, and when it answers.

    python tests/benchmarks/foretaste.py TREE QUERY [--rounds 2]

The command runs in a pseudo-terminal with a cache folder of its own. Prints wall seconds.
"""

from __future__ import annotations

import argparse
import os
import pty
import sys
import tempfile
import time


def ask(tree: str, query: str, cache: str) -> tuple[float | None, float]:
    """Return after how many seconds the first hits were to be seen, and all was done."""
    began, seen, drawn = time.perf_counter(), None, b""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tree)
        os.environ["XDG_CACHE_HOME"] = cache
        os.execv(sys.executable, [sys.executable, "-m", "lsp_codebase", "search", query])
    while True:
        try:
            drawn += os.read(terminal, 1 << 16)
        except OSError:  # how Linux tells that the other end is closed
            break
        if seen is None and b"so far:" in drawn:
            seen = time.perf_counter() - began
    os.waitpid(pid, 0)
    return seen, time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree")
    parser.add_argument("query")
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()
    for _ in range(args.rounds):
        with tempfile.TemporaryDirectory() as cache:
            seen, done = ask(args.tree, args.query, cache)
            print(f"first hits {f'after {seen:.1f} s' if seen else 'were not seen before'}, done after {done:.1f} s")


if __name__ == "__main__":
    main()
