"""The command line in this process: to start Python and import the libraries takes longer than most commands."""

import io
import subprocess
from contextlib import redirect_stderr, redirect_stdout

from lsp_codebase.cli import main

ASKS = frozenset({"search", "similar", "symbols", "callers", "callees", "history", "context", "tree"})
"""The commands that may ask an index: with `--wait` they read first what a test has written."""


def run_command(*arguments: str, encoding: str = "utf-8") -> "subprocess.CompletedProcess[str]":
    """Run a command as a process of its own would; `encoding` may name how errors are handled: `ascii:strict`."""
    name, _, errors = encoding.partition(":")
    out, err = (io.TextIOWrapper(io.BytesIO(), name, errors or "strict", newline="\n") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(arguments)
        except SystemExit as end:  # argparse
            code = end.code
    for stream in (out, err):
        stream.flush()
    printed, said = (stream.buffer.getvalue().decode(name) for stream in (out, err))
    return subprocess.CompletedProcess(arguments, code, printed, said)
