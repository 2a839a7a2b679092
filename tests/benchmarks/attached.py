"""One question from a terminal: to a running server, and with an index of one's own.

    python tests/benchmarks/attached.py [TREE] [--query "how is a password hashed"] [--word set_password] [--rounds 9]

TREE is copied and indexed first, in a cache of its own; without one, django's source distribution is fetched. A server
opens it, as an editor's does, and each round starts, in turn: Python with nothing to do; a program that attaches and
searches once; the command `search`, attached; `rg -n WORD` and `semble search`, where they are installed. Then the
server is ended, and `search` answers alone, from the index as it was saved; then with one line more in a file each
time. Wall and CPU milliseconds of each process with all that it started and waited for, medians; `host` is what the
question costs the server besides.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil
from indexing import tree

sys.path.insert(0, str(Path(__file__).parents[1] / "protocol"))
from raw_client import SERVER, RawClient

BARE = "nothing: Python itself"
ASK = """
import sys
from pathlib import Path
from lsp_codebase.config import Source, Sources
from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.opening import open_answers
sources = Sources(command_line=(Source("--set", {"index.location": sys.argv[2]}),))
answers = open_answers(Path(sys.argv[1]), sources, name="benchmark")
found = answers.search(SearchQuery(sys.argv[3]), CancelToken())
answers.close()
assert found.hits and "numpy" not in sys.modules
"""


def run(command: Sequence[str]) -> tuple[float, float]:
    """Return the wall and CPU seconds of a program."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (0, 1), command  # 1: nothing matches well
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime


def cpu_of(server: RawClient | None) -> float:
    """Return the CPU seconds of the server so far."""
    if server is None:
        return 0.0
    times = psutil.Process(server.process.pid).cpu_times()
    return times.user + times.system


def opened(root: Path, location: str) -> RawClient:
    """Start an editor's server and wait until it is done."""
    server = RawClient(SERVER)
    server.initialize(rootUri=root.as_uri(), initializationOptions={"index": {"location": location}})
    server.wait_until_indexed()
    return server


def report(
    rows: dict[str, Sequence[str]], server: RawClient | None, rounds: int, change: Callable[[], object] = int
) -> None:
    """Print a row for each command, all of them started in turn after a `change`, the first to compare with."""
    took: dict[str, list[tuple[float, float, float]]] = {name: [] for name in rows}
    for _ in range(rounds + 1):  # the first fills the caches
        for name, command in rows.items():
            change()
            before = cpu_of(server)
            wall, cpu = run(command)
            took[name].append((wall, cpu, cpu_of(server) - before))
    bare = 0.0
    for name, figures in took.items():
        wall, cpu, host = (statistics.median(column) for column in zip(*figures[1:], strict=True))
        bare = bare or cpu
        print(f"| {name} | {1_000 * wall:.0f} | {1_000 * cpu:.0f} | {cpu / bare:.1f} | {1_000 * host:.0f} |")


def main() -> None:
    """Index once, then ask in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--query", default="how is a password hashed")
    parser.add_argument("--word", default="set_password")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    with tree(options.tree) as source, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as location:
        root = Path(location).resolve() / "tree"
        shutil.copytree(source, root)
        program = [sys.executable, "-m", "lsp_codebase"]
        where = ["--root", str(root), "--set", f"index.location={location}"]
        subprocess.run([*program, "index", *where], check=True, stdout=subprocess.DEVNULL)
        search = [*program, "search", *where, options.query]
        others = {
            "`rg -n` for a word": ["rg", "-n", options.word, str(root)],
            "`semble search`": ["semble", "search", options.query, str(root)],
        }
        server = opened(root, location)
        print("| one question | wall ms | cpu ms | times Python | host cpu ms |\n|---|---:|---:|---:|---:|")
        try:
            rows = {
                "attached, from a program": [sys.executable, "-c", ASK, str(root), location, options.query],
                "attached, `search`": search,
                **{name: command for name, command in others.items() if shutil.which(command[0])},
            }
            report({BARE: [sys.executable, "-c", "pass"], **rows}, server, options.rounds)
            server.close()
        finally:
            server.kill()
        bare = [sys.executable, "-c", "pass"]
        report({BARE: bare, "alone, `search`": search}, None, options.rounds)
        changed = next(path for path in sorted(root.rglob("*.py")) if path.stat().st_size)

        def change() -> None:
            changed.write_bytes(changed.read_bytes() + b"# one line more\n")

        report({BARE: bare, "alone, one file changed": search}, None, options.rounds, change)


if __name__ == "__main__":
    main()
