"""The command line: the same core as the server, for a terminal and for scripts.

`parser` declares the arguments, `run` loads only the given command and its needs, so that `--help` is
instant. Results go to standard output, all messages to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from lsp_codebase.cli.exit_codes import BAD
from lsp_codebase.cli.streams import printing
from lsp_codebase.process import have_a_home, leave_pandas_out


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    os.umask(0o077)  # an index and a log hold texts of files: they are for this user only
    have_a_home()
    with printing():
        from lsp_codebase.cli.http_options import is_over_http
        from lsp_codebase.cli.parser import build_parser, parse

        if not given and sys.stdin is not None and sys.stdin.isatty():  # no client of LSP
            build_parser().print_help(sys.stderr)
            return BAD
        options = parse(given if _names_command(given) else ["serve", *given])
        is_own_process = arguments is None
        if is_own_process and options.command != "publish":  # that may build on a Ray cluster, which needs it
            leave_pandas_out()
        is_lsp = options.command == "serve" and not is_over_http(options)
    if is_lsp:
        return _serve(options)
    with printing(file_names=getattr(options, "null", False)):
        from lsp_codebase.cli.run import run

        return run(options)


def _names_command(given: Sequence[str]) -> bool:
    return bool(given) and (not given[0].startswith("-") or given[0] in ("-h", "--help", "--version"))


def _serve(options: argparse.Namespace) -> int:
    if options.tcp is None and sys.stdin is not None and sys.stdin.isatty():
        print("lsp-codebase speaks LSP on standard input; an editor starts it. For the terminal: lsp-codebase --help",
              file=sys.stderr)  # fmt: skip
    from lsp_codebase.errors import InvalidQuery
    from lsp_codebase.server import serve

    try:
        return serve(
            tcp_port=options.tcp,
            parent_pid=options.clientProcessId,
            log_level=options.log_level,
            log_file=options.log_file,
            given=options.set,
            attach=options.attach == "auto",
        )
    except InvalidQuery as error:  # an error of an option: requests answer theirs
        print(f"lsp-codebase: {error}", file=sys.stderr)
        return BAD
