"""The arguments of every command: help, completion and the manual are made from these declarations."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from lsp_codebase import __version__
from lsp_codebase.cli.editors import SNIPPETS
from lsp_codebase.cli.file_options import add_files, add_read, add_tree
from lsp_codebase.cli.http_options import add_http_options
from lsp_codebase.cli.options import (
    Help,
    Parser,
    add_colour,
    add_common,
    add_limit,
    add_place_options,
    add_set,
    meant,
    whole_number,
)
from lsp_codebase.cli.search_options import add_context, add_search, add_similar
from lsp_codebase.errors import with_extra

PLACES = """\
The codebase is found upwards from where you stand: by an lsp-codebase.toml or a pyproject.toml with
[tool.lsp-codebase], else by the nearest .git (or .hg, .jj, .svn), else by an index that is there already; else it is
that folder. All of it is searched unless a PATH is given; of a PATH outside of it, the codebase is found from there.
Paths are printed relative to where you stand."""
EXIT_CODES = """\
0 something was found or done; 1 nothing was found, or nothing that matches well (status: there is no index; doctor:
something is wrong); 2 bad arguments; 3 the index, or a file or folder, cannot be used; 4 the result cannot be written;
130 interrupted."""
_EPILOG = f"""\
{PLACES}

Exit status:
{EXIT_CODES}

  lsp-codebase search "retry with backoff"    ranked hits by words and meaning
  lsp-codebase search -F "no such table" src  lines that hold a text, as by grep
  lsp-codebase COMMAND --help                 every option of a command"""
_VERBATIM = "\0"  # before an argument behind `--`: argparse takes it for none of its options


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = Parser(
        "lsp-codebase",
        description="The whole codebase for every editor, every terminal and every AI tool.",
        epilog=_EPILOG,
        formatter_class=Help,
    )
    parser.add_argument("--version", action="version", version=f"lsp-codebase {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands")

    def command(name: str, text: str, epilog: str = "") -> argparse.ArgumentParser:
        described = f"{text[0].upper()}{text[1:]}."
        one = commands.add_parser(
            name, help=text, description=described, epilog=epilog, formatter_class=Help, allow_abbrev=False
        )
        one._positionals.title = "arguments"
        return one

    add_search(command("search", "search code by words, meaning, name, literal or regex"))
    _add_symbols(command("symbols", "list the definitions whose names match"))
    add_similar(command("similar", "find code like some lines of a file"))
    _add_calls(command("callers", "show the lines that call a definition"))
    _add_calls(command("callees", "show what a definition calls"))
    _add_history(command("history", "list the commits that touched some lines, a file or a folder, or fit words"))
    add_context(command("context", "print code that answers a question, for a model"))
    add_read(command("read", "print a file or some of its lines, without secrets"))
    add_files(command("files", "list the files that git does not ignore"))
    add_tree(command("tree", "draw the directory tree within a budget"))
    _add_index(command("index", "bring the index up to date"))
    _add_status(command("status", "show what is in the index, and what is not; only reads"))
    _add_watch(command("watch", "keep the index up to date until Ctrl+C, and say what changes"))
    _add_doctor(command("doctor", "check the index against itself and the files, and repair it"))
    _add_clear(command("clear", "delete the index; the next command that needs it makes it again"))
    _add_publish(command("publish", "give the index of the commit that is checked out to the team"))
    _add_fetch(command("fetch", "take the team's index of a commit, to be served without the files"))
    _add_languages(command("languages", "list the languages that filters take, by all their names"))
    _add_config(command("config", "print every setting and where it comes from"))
    _add_serve(command("serve", "speak LSP on standard input and output, as without a command, or HTTP"))
    _add_mcp(command("mcp", "speak MCP on standard input and output, for AI tools"))
    _add_editor_config(command("editor-config", "print what to paste into the configuration of an editor"))
    _add_completion(command("completion", "print the completion script of a shell", _COMPLETION))
    command("man", "print the manual page", "  lsp-codebase man | man -l -")
    for one in commands_of(parser).values():
        one.usage = one.usage or _short_usage(one)
        one._has_negative_number_optionals.clear()  # for `-0` argparse takes every negative number for an option
    return parser


def parse(given: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of a command; options may stand between words, and words behind `--` are no options."""
    parser = build_parser()
    command, *rest = given
    subparsers = commands_of(parser)
    if command not in subparsers:
        if not command.startswith("-"):
            parser.error(f"there is no command {command}{meant(command, subparsers)}")
        return parser.parse_args(given)  # an option of ours
    options = subparsers[command].parse_intermixed_args(_guarded(rest, subparsers[command]))
    for name, value in vars(options).items():
        setattr(options, name, _unguarded(value))
    options.command = command
    if command == "search":
        _settle_pattern(options, subparsers[command])
    if os.name == "nt" and hasattr(options, "paths"):  # its shells leave globs to each program
        from lsp_codebase.cli.typed_globs import written_out

        options.paths = written_out(options.paths)
    return options


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of the commands by their names."""
    (action,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    return dict(action.choices)


def _short_usage(parser: argparse.ArgumentParser) -> str:
    """Return the usage behind the name of a command, without options: these are listed below, and fill many lines."""
    words = ["%(prog)s [OPTION ...]"]
    for action in parser._get_positional_actions():
        name = str(action.metavar or "{" + ",".join(action.choices or ()) + "}")
        words.append({"?": f"[{name}]", "*": f"[{name} ...]"}.get(str(action.nargs), name))
    return " ".join(words)


def _guarded(given: Sequence[str], parser: argparse.ArgumentParser) -> list[str]:
    """Return the arguments so that argparse takes only options for options."""
    args: list[str] = []
    words = iter(given)
    has_pattern = any("-e" in action.option_strings for action in parser._actions)
    for word in words:
        if word == "--":
            args += [_VERBATIM + behind for behind in words]
        elif word in ("-e", "--regexp") and has_pattern and (value := next(words, None)) is not None:
            args += ["-e", _VERBATIM + value]
        else:
            args.append(word)
    return args


def _unguarded(value: object) -> object:
    if isinstance(value, str):
        return value.removeprefix(_VERBATIM)
    if isinstance(value, Path):
        return Path(str(value).removeprefix(_VERBATIM))
    return [_unguarded(one) for one in value] if isinstance(value, list) else value


def _settle_pattern(options: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """Take the pattern from `-e`; then all words are paths."""
    if options.given_pattern is not None:
        options.paths = [Path(word) for word in (options.pattern,) if word is not None] + options.paths
        options.pattern = options.given_pattern
    elif options.pattern is None:
        parser.error("PATTERN is missing: say what to search for")


_COMPLETION = """\
  lsp-codebase completion bash > ~/.local/share/bash-completion/completions/lsp-codebase
  lsp-codebase completion zsh > ~/.zfunc/_lsp-codebase
  lsp-codebase completion fish > ~/.config/fish/completions/lsp-codebase.fish
  lsp-codebase completion powershell | Add-Content $PROFILE

zsh needs fpath+=~/.zfunc before compinit."""


def _add_place(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", nargs="?", type=Path, metavar="DIR", help="a folder: its root is found upwards from it")


def _add_symbols(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """\
  lsp-codebase symbols gHR                       by the humps of getHttpResponse
  lsp-codebase symbols Client.get                with what holds it
  lsp-codebase symbols "kind:class Foo lang:go"  with filters, as in search"""
    parser.add_argument("pattern", nargs="?", default="", metavar="PATTERN", help="a name or parts of it, as typed")
    add_limit(parser, "20")
    add_common(parser)


def _add_calls(parser: argparse.ArgumentParser) -> None:
    parser.epilog = f"""\
Calls are told by names, and by the types that files name: where several definitions have the name, they are all named.

  {parser.prog} Client.get
  {parser.prog} src/net.py:120   of the definition there"""
    parser.add_argument("asked", metavar="NAME|FILE:LINE", help="a definition, with what holds it or without")
    parser.add_argument(
        "-n", "--limit", type=whole_number, default=100, metavar="N", help="most definitions (default: 100, the most)"
    )
    add_common(parser, page=True)


def _add_history(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s [OPTION ...] [QUERY] [FILE[:LINE[-LINE]]]"
    parser.epilog = """\
A word that names a file or a folder is one, unless a place follows it. Commits that fit a query come best first, others
newest first. No authors are told; tokens in messages are hidden.

  lsp-codebase history src/net.py:120-160        that touched these lines
  lsp-codebase history "retry after a timeout"   whose messages hold the words
  lsp-codebase history "retry" src --since 2026-01-01"""
    parser.add_argument("asked", nargs="*", metavar="QUERY|FILE[:LINE[-LINE]]", help="words, a file, a folder or lines")
    parser.add_argument("--since", metavar="DATE", help="only commits made then or later, as in 2026-01-31")
    parser.add_argument(
        "-n", "--limit", type=whole_number, default=20, metavar="N", help="most commits (default: 20, up to 100)"
    )
    add_common(parser, page=True)


def _add_index(parser: argparse.ArgumentParser) -> None:
    _add_place(parser)
    parser.add_argument("--rebuild", action="store_true", help="throw the index away first")
    output = add_common(parser, asks=False)
    output.add_argument("--all", action="store_true", help="list all languages, and 100 files that are left out")


def _add_status(parser: argparse.ArgumentParser) -> None:
    _add_place(parser)
    output = add_common(parser, asks=False)
    output.add_argument("--all", action="store_true", help="list all languages, and 100 files that are left out")


def _add_watch(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "For machines without an editor: who asks there finds the index as the files are."
    _add_place(parser)
    add_place_options(parser, asks=False)


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    _add_place(parser)
    parser.add_argument("--repair", action="store_true", help="put right what is wrong")
    add_common(parser, asks=False)


def _add_clear(parser: argparse.ArgumentParser) -> None:
    _add_place(parser)
    add_common(parser, asks=False)


def _add_publish(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """\
Whoever opens a checkout of this commit, or of one after it, begins with this
index. Needs the extra team (docs/team.md) and the settings team.store, a
bucket or folder, and team.publish. All files have to be as they are committed.
LSP_CODEBASE_TEAM_SIGNING_KEY names a file with the private key where team.key
is set.

  LSP_CODEBASE_TEAM_PUBLISH=true lsp-codebase publish

On a Ray cluster (the extra ray), whose nodes have this version and share the
folder that TMPDIR names:

  TMPDIR=/shared lsp-codebase publish --ray auto"""
    _add_place(parser)
    parser.add_argument("--ray", metavar="ADDRESS", help="build on this cluster: HOST:PORT, or auto, on a node of it")
    add_common(parser, asks=False)


def _add_fetch(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """\
For `serve --http ADDRESS --index LINK`, which answers from it within seconds.
It is the index of the commit that is checked out, or of the nearest before it,
that `publish` put into team.store. Nothing is read or parsed: a clone without
a checkout will do.

  git fetch && git reset --soft origin/main &&
  lsp-codebase fetch --to /srv/index/shop"""
    _add_place(parser)
    parser.add_argument("--to", metavar="LINK", type=Path, required=True, help="the link that is to lead to the index")
    add_common(parser, asks=False)


def _add_languages(parser: argparse.ArgumentParser) -> None:
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="one JSON object a line")
    add_colour(output)
    parser.set_defaults(pretty=False)


def _add_config(parser: argparse.ArgumentParser) -> None:
    _add_place(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="one JSON object")
    output.add_argument("--schema", action="store_true", help="the JSON Schema of lsp-codebase.toml")
    add_place_options(parser, asks=False)


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "An editor starts it. It ends with 0 after `shutdown` and `exit`, else with 1."
    parser.add_argument("--stdio", action="store_true", help="accepted for editors that add it; it is the default")
    parser.add_argument(
        "--tcp", type=whole_number, metavar="PORT", help="listen on the loopback interface instead, to debug"
    )
    parser.add_argument(
        "--attach",
        choices=("auto", "never"),
        default="auto",
        help="auto: have the process answer that writes the index already, if there is one",
    )
    parser.add_argument("--clientProcessId", type=whole_number, metavar="PID", help="end when this process has ended")
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), help="least level that is logged")
    parser.add_argument("--log-file", metavar="FILE", help="log to this file, too")
    add_set(parser)
    add_http_options(parser)


def _add_mcp(parser: argparse.ArgumentParser) -> None:
    parser.epilog = f"Needs the extra mcp: {with_extra('mcp')}"
    parser.add_argument("path", nargs="?", type=Path, metavar="DIR", help="a folder, as with --root")
    parser.add_argument(
        "--root",
        type=Path,
        action="append",
        metavar="DIR",
        help="a folder; repeatable (default: those of the client, or else found upwards from here)",
    )
    parser.add_argument(
        "--structured",
        action="store_true",
        help="answer with values beside the text, for programs: many clients show a model nothing else then",
    )
    add_set(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="log to standard error")


def _add_editor_config(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """\
VS Code, Neovim, Emacs and IntelliJ IDEA have an extension or package in `editors` of the repository, with its page.
For the others, standard error says where the text goes. Of helix's languages only those are printed that your own file
lacks:

  lsp-codebase editor-config helix >> ~/.config/helix/languages.toml"""
    parser.add_argument("editor", choices=("helix", *SNIPPETS), help="the editor, or one of its files")
    parser.add_argument("--languages", metavar="LANG,...", help="helix: only these (default: all that are indexed)")


def _add_completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "powershell"), help="the shell")
