"""The options of `serve --http`, read without anything that they need."""

from __future__ import annotations

import argparse
from pathlib import Path

_ONLY_HTTP = ("root", "index", "token_file", "token", "allow_host", "allow_origin")


def add_http_options(parser: argparse.ArgumentParser) -> None:
    """Let a command serve HTTP."""
    http = parser.add_argument_group("MCP and JSON-RPC over HTTP (with the extra `http`)")
    http.add_argument(
        "--http", metavar="HOST:PORT", help="listen there instead, as in 127.0.0.1:8765; port 0 takes a free one"
    )
    http.add_argument(
        "--root",
        action="append",
        type=Path,
        metavar="DIR",
        help="a folder; repeatable (default: found upwards from here)",
    )
    http.add_argument(
        "--index",
        action="append",
        type=Path,
        metavar="DIR",
        help="the folder of a published index, which is only read, without its files; repeatable, also for the parts "
        "of one root. Goes without --root",
    )
    token = http.add_mutually_exclusive_group()
    token.add_argument(
        "--token-file",
        metavar="FILE",
        help="ask clients for the token in it (`Authorization: Bearer TOKEN`); so does the environment variable "
        "LSP_CODEBASE_TOKEN. Without a token only this machine is served",
    )
    token.add_argument(
        "--token", help="the token itself, which every user of this machine can read in the list of processes"
    )
    http.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="answer to this name, too; repeatable"
    )
    http.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="let web pages of this origin ask, as in https://app.example; repeatable",
    )
    parser.set_defaults(verbose=False)


def is_over_http(options: argparse.Namespace) -> bool:
    """Whether HTTP is to be served: one of its options is given."""
    return options.http is not None or any(getattr(options, name) for name in _ONLY_HTTP)
