"""Options that several commands share, each declared once."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from lsp_codebase.cli.exit_codes import BAD
from lsp_codebase.errors import abridged
from lsp_codebase.globs import typed_glob
from lsp_codebase.nearest import nearest

_IS_NO_OPTION = re.compile(r"unrecognized arguments: -\S*$|argument .*: ignored explicit argument")


class Help(argparse.HelpFormatter):
    """Help with its examples as they are written, and a column wide enough for most options."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)
        self._action_max_length = 14  # argparse forgets that names of commands are indented twice

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        blocks = (block if is_verbatim else textwrap.fill(block, width) for block, is_verbatim in blocks_of(text))
        return "\n\n".join(blocks)


def blocks_of(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the paragraphs of a text, and whether each stays as it is: examples and tables are indented."""
    for block in text.split("\n\n"):
        yield block, any(line.startswith(" ") for line in block.split("\n"))


class Parser(argparse.ArgumentParser):
    """A parser that tells an error, and where to look, in one line."""

    def parse_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse unknown options with the one that was probably meant."""
        options, unknown = self.parse_known_intermixed_args(args, namespace)
        if unknown:
            name, *_ = unknown[0].partition("=")
            self.error(f"unrecognized arguments: {' '.join(unknown)}{meant(name, self._option_string_actions)}")
        return options

    def error(self, message: str) -> NoReturn:
        """End the process."""
        if "-e" in self._option_string_actions and _IS_NO_OPTION.match(message):
            message = f"{message}; a PATTERN that begins with - goes behind -e"
        self.exit(BAD, f"{self.prog}: {abridged(message)}; see {self.prog} --help\n")


def meant(typed: str, known: Iterable[str]) -> str:
    """Return the end of a sentence that names the word that was probably meant, empty if none is near."""
    names = {name.lstrip("-"): name for name in known}  # two dashes in common make no likeness
    near = nearest(typed.lstrip("-"), names)
    return f"; did you mean {names[near[0]]}?" if near else ""


def add_common(parser: argparse.ArgumentParser, *, asks: bool = True, page: bool = False) -> argparse._ArgumentGroup:
    """Add the options of nearly every command; return the group of output, for more of it.

    `asks`: it asks an index. `page`: it prints a page on a terminal and lines in a pipe.
    """
    output = parser.add_argument_group("output")
    add_json(output)
    add_colour(output)
    if page:
        output.add_argument(
            "-p", "--pretty", action="store_true", help="the page of a terminal in a pipe, too, as for `less -R`"
        )
    parser.set_defaults(pretty=False)
    add_place_options(parser, asks=asks)
    return output


def add_json(output: argparse._ArgumentGroup) -> None:
    """Add the form for programs."""
    output.add_argument("--json", action="store_true", help="one JSON object a line, with the names of PROTOCOL.md")


def add_colour(output: argparse._ArgumentGroup) -> None:
    """Add the option for colours."""
    output.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="when to write colours (default: on a terminal, unless NO_COLOR is set)",
    )


def add_place_options(parser: argparse.ArgumentParser, *, asks: bool) -> None:
    """Add the options for the codebase and its settings."""
    where = parser.add_argument_group("which codebase")
    where.add_argument("--root", type=Path, metavar="DIR", help="this very folder (default: found upwards from here)")
    add_set(where)
    if asks:
        where.add_argument(
            "--wait",
            action="store_true",
            help="have all changes in the index first (without it: those that are read in a moment)",
        )
    where.add_argument("-v", "--verbose", action="store_true", help="log to standard error")


def add_set(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add settings that weigh more than those of files, the environment and the editor."""
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="a setting, as in embedding.model=none"
    )


def whole_number(text: str) -> int:
    """Return an argument as a number; its range is checked where it is used."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def add_limit(parser: argparse.ArgumentParser | argparse._ArgumentGroup, default: str) -> None:
    """Add the option for the number of results."""
    parser.add_argument(
        "-n", "--limit", type=whole_number, metavar="N", help=f"most results; 0: all (default: {default})"
    )
    parser.add_argument("--all", action="store_true", help="all results")


def add_language(filters: argparse._ArgumentGroup, text: str) -> None:
    """Add the filter by language, under all names that people know it by."""
    names = ("-t", "--type", "--language", "--lang")
    filters.add_argument(*names, dest="language", action="append", default=[], metavar="LANG", help=text)


def add_glob(filters: argparse._ArgumentGroup, *names: str, text: str, default: list[str] | None = None) -> None:
    """Add an option that takes globs, one each time."""
    filters.add_argument(*names, type=typed_glob, action="append", default=default, metavar="GLOB", help=text)


def add_globs(filters: argparse._ArgumentGroup) -> None:
    """Add the filters of paths."""
    add_glob(filters, "-g", "--glob", text="only such paths; with ! in front none", default=[])
    add_glob(filters, "--include", text="only such paths; repeatable", default=[])
    add_glob(filters, "--exclude", text="no such paths; repeatable", default=[])
