"""`man`: the manual page, made from the parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from lsp_codebase import __version__
from lsp_codebase.cli.exit_codes import DONE
from lsp_codebase.cli.options import blocks_of
from lsp_codebase.cli.parser import EXIT_CODES, PLACES, build_parser, commands_of

_ENVIRONMENT = {
    "NO_COLOR": "No colours, unless --color=always.",
    "CLICOLOR_FORCE": "Colours in a pipe, too.",
    "COLUMNS": "The width of a page.",
    "XDG_CACHE_HOME": "Where the indexes are kept, in lsp-codebase/indexes (default: ~/.cache).",
}


def man(_: argparse.Namespace) -> int:
    """Print the page, as roff."""
    for line in page(build_parser()):
        print(line)
    return DONE


def page(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the lines of the page."""
    yield f'.TH LSP-CODEBASE 1 "" "lsp-codebase {__version__}" "User Commands"'
    yield ".SH NAME"
    yield f"lsp-codebase \\- {_escaped((parser.description or '').rstrip('.'))}"
    yield ".SH SYNOPSIS"
    yield ".B lsp-codebase"
    yield r"[\fICOMMAND\fR] [\fIOPTION\fR ...] [\fIARGUMENT\fR ...]"
    yield ".SH DESCRIPTION"
    yield from _text("Without a command it speaks LSP on standard input and output: an editor starts it so.")
    yield ".PP"
    yield from _text(PLACES)
    yield ".SH COMMANDS"
    for name, command in commands_of(parser).items():
        yield f'.SS "lsp-codebase {name}"'
        yield from _text(command.description or "")
        usage = command.format_usage().removeprefix("usage: ").split()
        yield ".PP"
        yield from _text(" ".join(usage))
        yield from _options(command)
        if command.epilog:
            for block, is_verbatim in blocks_of(command.epilog):
                yield ".PP"
                yield from _verbatim(block) if is_verbatim else _text(block)
    yield '.SH "EXIT STATUS"'
    yield from _text(EXIT_CODES)
    yield ".SH ENVIRONMENT"
    for name, meaning in _ENVIRONMENT.items():
        yield from (".TP", f".B {name}", *_text(meaning))


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        metavar = str(action.metavar or (action.choices and "{" + ",".join(map(str, action.choices)) + "}") or "")
        names = ", ".join(rf"\fB{_escaped(name)}\fR" for name in action.option_strings)
        value = rf"\fI{_escaped(metavar)}\fR" if metavar and action.nargs != 0 else ""
        yield ".TP"
        yield " ".join(filter(None, (names, value)))
        yield from _text((action.help or "").replace("%%", "%"))


def _text(text: str) -> list[str]:
    """Return lines that are filled."""
    return [_at_start(_escaped(line.strip())) for line in text.split("\n")]


def _verbatim(text: str) -> Iterator[str]:
    """Yield lines that stay as they are, such as examples."""
    yield ".nf"
    yield from (_at_start(_escaped(line)) for line in text.split("\n"))
    yield ".fi"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\e").replace("-", r"\-")


def _at_start(line: str) -> str:
    """Return a line that is no request of roff."""
    return rf"\&{line}" if line.startswith((".", "'")) else line
