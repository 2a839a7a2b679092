"""The command line: the same core as the server, for a terminal and for scripts.

This module only reads arguments, so that `--version` and `--help` are instant; a command loads what it needs.

Exit codes: 0 done (something was found), 1 nothing was found (`search`: or nothing matches well; `status`: no index;
`doctor`: something is wrong), 2 bad arguments or query, 3 the index cannot be used, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from lsp_codebase import __version__

_OPERATORS = """\
Search code by words, meaning, name, literal or regex. A query may hold operators:

  lang:python -lang:go       only, or not, these languages
  path:src/net file:'*.go'   only files whose path holds this, or fits this glob; -path: and -file: leave them out
  kind:class                 only code that defines such symbols
  "a phrase"                 the hit holds it
  one OR other, -word        the hit holds one of them, not the word

Put all of it in one argument, in single quotes for the shell: 'lang:go "a phrase" -word'; after `--` where it begins
with a minus."""
_MODES = ("auto", "hybrid", "lexical", "vector", "symbol", "exact", "regex")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    os.umask(0o077)  # an index and a log hold what files say: they are for this user only, whoever starts us
    with _printing():
        options = _parser().parse_args(given if _names_command(given) else ["serve", *given])
    if options.command == "serve":
        return _serve(options)
    with _printing():
        from lsp_codebase.cli.commands import run

        return run(options)


@contextmanager
def _printing() -> Iterator[None]:
    """Print for as long as somebody reads: a closed pipe, as `| head` leaves behind, is no error."""
    try:
        try:
            yield
        finally:
            print(end="", flush=True)  # now, not at the end of the interpreter, which complains of a closed pipe
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def _names_command(given: Sequence[str]) -> bool:
    return bool(given) and (not given[0].startswith("-") or given[0] in ("-h", "--help", "--version"))


def _serve(options: argparse.Namespace) -> int:
    if options.tcp is None and sys.stdin is not None and sys.stdin.isatty():
        print("lsp-codebase speaks LSP on standard input; an editor starts it. For the terminal: lsp-codebase --help",
              file=sys.stderr)  # fmt: skip
    from lsp_codebase.server import serve

    return serve(
        tcp_port=options.tcp,
        parent_pid=options.clientProcessId,
        log_level=options.log_level,
        log_file=options.log_file,
        given=options.set,
        attach=options.attach == "auto",
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "lsp-codebase", description="The whole codebase for every editor and every terminal."
    )
    parser.add_argument("--version", action="version", version=f"lsp-codebase {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_serve(commands.add_parser("serve", help="speak LSP on standard input and output (the default)"))
    _add_index(commands.add_parser("index", help="bring the index of a folder up to date"))
    _add_search(commands.add_parser("search", help="search code by words, meaning, name, literal or regex"))
    _add_symbols(commands.add_parser("symbols", help="list the symbols whose names match"))
    _add_tree(commands.add_parser("tree", help="draw the directory tree within a budget"))
    _add_common(commands.add_parser("status", help="say what is in the index, without building it"))
    _add_doctor(commands.add_parser("doctor", help="check the index against itself and the files, and repair it"))
    languages = commands.add_parser("languages", help="list the languages that filters take, by all their names")
    languages.add_argument("--json", action="store_true", help="print JSON")
    languages.set_defaults(verbose=False)
    _add_config(commands.add_parser("config", help="print every setting and where it comes from"))
    _add_folder(commands.add_parser("mcp", help="speak MCP on standard input and output, for AI tools"))
    for name in ("index", "status", "doctor", "config", "mcp"):  # what takes nothing else
        _add_place(commands.choices[name])
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def _add_place(parser: argparse.ArgumentParser) -> None:
    """Take the folder without `--root`, too."""
    parser.add_argument("path", nargs="?", type=Path, metavar="DIR", help="the folder, as with --root")
    parser.set_defaults(root=None)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--root", type=Path, default=Path(), metavar="DIR", help="the folder (default: this one)")
    _add_set(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="log to standard error")


def _add_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="a setting, as in embedding.model=none"
    )


def _add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of lsp-codebase.toml")
    _add_common(parser)


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stdio", action="store_true", help="accepted for editors that add it; it is the default")
    parser.add_argument("--tcp", type=int, metavar="PORT", help="listen on the loopback interface instead, to debug")
    parser.add_argument(
        "--attach",
        choices=("auto", "never"),
        default="auto",
        help="auto: have the process answer that writes the index already, if there is one",
    )
    parser.add_argument("--clientProcessId", type=int, metavar="PID", help="end when this process has ended")
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), default=None)
    parser.add_argument("--log-file", default=None, metavar="FILE")
    _add_set(parser)


def _add_index(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rebuild", action="store_true", help="throw the index away first")
    _add_common(parser)


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help="put right what is wrong")
    _add_common(parser)


def _add_search(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = _OPERATORS
    parser.epilog = "exits with 1 if nothing is found, or if nothing matches well and only the nearest is shown"
    parser.add_argument("query", help='words, a sentence, a name, a path, "a literal" or (with --mode regex) a pattern')
    parser.add_argument("-n", "--limit", type=int, default=10)
    parser.add_argument("--cursor", metavar="TEXT", help="go on where an answer of --json ended: its nextCursor")
    parser.add_argument("--mode", choices=_MODES, default="auto")
    case = parser.add_mutually_exclusive_group()
    case.add_argument(
        "-s",
        "--case-sensitive",
        action="store_true",
        default=None,
        help="of a literal or a regex; without it or -i, if there is a capital",
    )
    case.add_argument("-i", "--ignore-case", dest="case_sensitive", action="store_false")
    parser.add_argument("-w", "--word-regexp", action="store_true", help="whole words, of a literal or a regex")
    parser.add_argument(
        "--language",
        "--lang",
        action="append",
        default=[],
        metavar="NAME",
        help="only this language: a name, an LSP id or a file ending (see `languages`); repeatable",
    )
    parser.add_argument("--exclude-language", action="append", default=[], metavar="NAME")
    parser.add_argument("--code-only", action="store_true", help="leave out prose, data and configuration")
    parser.add_argument("--include", action="append", default=[], metavar="GLOB")
    parser.add_argument("--exclude", action="append", default=[], metavar="GLOB")
    parser.add_argument("--kind", action="append", default=[], metavar="KIND", help="as in function, class, method")
    parser.add_argument("--text", action="store_true", help="print the whole hit, not one line")
    parser.add_argument("--max-chars", type=int, metavar="N", help="most characters of text in all")
    parser.add_argument("--explain", action="store_true", help="print what each signal contributed")
    _add_common(parser)


def _add_symbols(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pattern",
        nargs="?",
        default="",
        help="as typed: gHR, get_http, Client.get, `foo lang:go path:src`, kind:class Foo",
    )
    parser.add_argument("-n", "--limit", type=int, default=20)
    _add_common(parser)


def _add_tree(parser: argparse.ArgumentParser) -> None:
    """Add an option for each field of `codebase/directoryTree`, by its name there."""
    parser.add_argument("path", nargs="?", type=Path, metavar="DIR", help="the folder to draw (default: the root)")
    parser.add_argument("--preset", choices=("default", "void", "aigne"), default="default")
    parser.add_argument("--depth", "--max-depth", type=int, metavar="N", help="deepest level")
    parser.add_argument("--max-entries", type=int, metavar="N", help="most files and folders")
    parser.add_argument(
        "--max-items", "--max-items-per-directory", type=int, metavar="N", help="most lines below one folder"
    )
    parser.add_argument("--max-chars", type=int, metavar="N")
    parser.add_argument("--max-tokens", type=int, metavar="N", help="the same in tokens of 4 bytes")
    parser.add_argument("--no-gitignore", action="store_true", help="show what git ignores, too")
    parser.add_argument(
        "--hidden",
        "--include-hidden",
        action="append",
        metavar="GLOB",
        help='of the hidden folders only these; "" for none',
    )
    parser.add_argument("--exclude", action="append", default=[], metavar="GLOB", help="leave out; as in .gitignore")
    parser.add_argument("--priority", action="append", metavar="GLOB", help="folders to open before others")
    parser.add_argument("--symbols", action="store_true", help="list the top-level symbols under each file")
    parser.add_argument(
        "--language", action="append", default=[], metavar="NAME", help="only files of this language; repeatable"
    )
    parser.add_argument("--min-bytes", type=int, metavar="N", help="only files at least so large")
    parser.add_argument("--max-bytes", type=int, metavar="N", help="only files at most so large")
    parser.add_argument(
        "--core-files", action="store_true", help="print README, package.json, pyproject.toml and the like below it"
    )
    parser.add_argument("--cut-off-message", metavar="TEXT", help="the last line of a tree that is not whole")
    parser.add_argument("--if-none-match", metavar="ETAG", help="with --json: no tree if it is still the one of ETAG")
    _add_common(parser)
    parser.set_defaults(root=None)
