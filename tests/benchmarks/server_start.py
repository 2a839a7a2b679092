"""How long a client waits for `initialize`: this server beside an empty pygls server, in one run.

Prints one row of a Markdown table: medians of the wall time from spawn to answer and of the CPU time the process has
used by then, and their ratios. The two are started in turn, so that a busy machine slows both.

    python tests/benchmarks/server_start.py [rounds]
"""

from __future__ import annotations

import compileall
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import psutil

import lsp_codebase

EMPTY = ("-c", "from pygls.lsp.server import LanguageServer; LanguageServer('empty', '1').start_io()")
OURS = ("-m", "lsp_codebase", "--stdio")
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}


def measure(program: tuple[str, ...]) -> tuple[float, float]:
    """Return wall and CPU seconds until `initialize` is answered."""
    body = json.dumps(INITIALIZE).encode()
    begin = time.perf_counter()
    process = subprocess.Popen([sys.executable, *program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    process.stdin.flush()
    process.stdout.readline()
    wall = time.perf_counter() - begin
    times = psutil.Process(process.pid).cpu_times()
    process.kill()
    process.communicate()
    return wall, times.user + times.system


def warm_up() -> None:
    """Fill the caches of the file system and of byte code; `PYTHONDONTWRITEBYTECODE` may keep servers from it."""
    compileall.compile_dir(Path(lsp_codebase.__file__).parent, quiet=1)
    measure(EMPTY), measure(OURS)


def main(rounds: int) -> None:
    """Measure in turn and print the row."""
    warm_up()
    pairs = [(measure(EMPTY), measure(OURS)) for _ in range(rounds)]
    (empty_wall, empty_cpu), (ours_wall, ours_cpu) = (
        tuple(statistics.median(pair[side][clock] for pair in pairs) for clock in (0, 1)) for side in (0, 1)
    )
    print("| server | initialize, wall s | CPU s | wall ratio | CPU ratio | rounds |")
    print("|---|---|---|---|---|---|")
    print(f"| empty pygls | {empty_wall:.3f} | {empty_cpu:.3f} | 1.00 | 1.00 | {rounds} |")
    ratios = f"{ours_wall / empty_wall:.2f} | {ours_cpu / empty_cpu:.2f}"
    print(f"| lsp-codebase | {ours_wall:.3f} | {ours_cpu:.3f} | {ratios} | {rounds} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
