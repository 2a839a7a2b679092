"""The options of the commands that search: those of ripgrep and git grep, where they have one for it."""

from __future__ import annotations

import argparse
from pathlib import Path

from lsp_codebase.cli.options import (
    add_common,
    add_globs,
    add_json,
    add_language,
    add_limit,
    add_place_options,
    whole_number,
)

_MODES = ("auto", "hybrid", "lexical", "vector", "symbol", "exact", "regex")
_OPERATORS = """\
A query may hold operators:

  lang:python -lang:go      only, or not, these languages
  path:src/net file:'*.go'  only files whose path holds this, or fits this glob
  -path:docs -file:'*.md'   leave such files out
  kind:class                only code that defines such symbols
  changed:uncommitted       only files with changes that are not committed
  changed:branch            only files that the branch changed
  "a phrase"                the hit holds it
  one OR other, -word       the hit holds one of them, not the word

Without PATH the whole codebase is searched, wherever in it you stand. A terminal gets a page by file; a pipe gets
`path:line:col: text`, best first. More than fits is told of on standard error; so is how complete the index is. A
pattern with \\n or (?s) goes over line ends. In --json lines and columns count from 0, columns in bytes of UTF-8, and
the last line says what goes with all hits.

examples:
  lsp-codebase search "retry with exponential backoff"
  lsp-codebase search 'lang:go path:src "a phrase" -test'
  lsp-codebase search -F "no such table" src tests  a text as it stands
  lsp-codebase search -E "TODO\\(\\w+\\)" -C 2         a pattern
  lsp-codebase search -F -w -c Engine               how often in which file
  lsp-codebase search -e --depth                    it begins with a minus
  vim -q <(lsp-codebase search --vimgrep getHttpResponse)

Exits with 1 if nothing is found, or if nothing matches well and only the nearest is shown."""


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add the options of `search`."""
    parser.usage = "%(prog)s [OPTION ...] PATTERN [PATH ...]"
    parser.epilog = _OPERATORS
    parser.add_argument(
        "pattern", nargs="?", metavar="PATTERN", help='words, a sentence, a name, a path, "a literal", a stack trace'
    )
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="only in these files and folders")
    parser.add_argument(
        "-e", "--regexp", dest="given_pattern", metavar="PATTERN", help="a pattern that may begin with -"
    )
    add_limit(parser, "10")
    parser.add_argument("--cursor", metavar="TEXT", help="go on where an answer of --json ended: its nextCursor")
    _add_matching(parser)
    _add_filters(parser)
    output = add_common(parser, page=True)
    _add_output(output)


def _add_matching(parser: argparse.ArgumentParser) -> None:
    matching = parser.add_argument_group("how to match")
    mode = matching.add_mutually_exclusive_group()
    mode.add_argument("--mode", choices=_MODES, default="auto", help="how the query is read (default: by its form)")
    mode.add_argument(
        "-F", "--fixed-strings", dest="mode", action="store_const", const="exact", help="a text: --mode exact"
    )
    mode.add_argument(
        "-E", "--extended-regexp", dest="mode", action="store_const", const="regex", help="a pattern: --mode regex"
    )
    case = matching.add_mutually_exclusive_group()
    case.add_argument(
        "-s", "--case-sensitive", action="store_true", default=None, help="letter case counts, of a text or a pattern"
    )
    case.add_argument(
        "-i", "--ignore-case", dest="case_sensitive", action="store_false",
        help="it does not (without both: it does if there is a capital)",
    )  # fmt: skip
    matching.add_argument("-w", "--word-regexp", action="store_true", help="whole words, of a text or a pattern")
    matching.add_argument("--thorough", action="store_true", help="look again at the first hits, as rerank.model says")


def _add_filters(parser: argparse.ArgumentParser) -> None:
    filters = parser.add_argument_group("filters")
    add_language(filters, "only this language: a name or a file ending, see `languages`; repeatable")
    filters.add_argument(
        "-T", "--type-not", "--exclude-language", dest="exclude_language", action="append", default=[], metavar="LANG",
        help="not this language; repeatable",
    )  # fmt: skip
    filters.add_argument("--code-only", action="store_true", help="leave out prose, data and configuration")
    filters.add_argument(
        "--exclude-role", action="append", default=[], metavar="ROLE",
        help="no files that are: test, example, docs, generated, vendored or translation; repeatable",
    )  # fmt: skip
    add_globs(filters)
    filters.add_argument(
        "--kind", action="append", default=[], metavar="KIND", help="only definitions such as function, class, method"
    )


def _add_output(output: argparse._ArgumentGroup) -> None:
    output.add_argument("-l", "--files-with-matches", dest="files", action="store_true", help="the files alone")
    output.add_argument("-c", "--count", action="store_true", help="how many hits there are in each file")
    output.add_argument("-0", "--null", action="store_true", help="with -l: end each path with a zero byte")
    output.add_argument("-C", "--context", type=_lines, default=0, metavar="N", help="so many lines around each hit")
    output.add_argument("-B", "--before-context", dest="before", type=_lines, metavar="N", help="so many lines before")
    output.add_argument("-A", "--after-context", dest="after", type=_lines, metavar="N", help="so many lines after")
    output.add_argument("--vimgrep", action="store_true", help="path:line:col: text for each match, in a terminal, too")
    output.add_argument("--no-heading", action="store_true", help="the lines of a pipe in a terminal, too")
    output.add_argument("--text", action="store_true", help="the whole text of each hit")
    output.add_argument(
        "--max-chars", type=whole_number, metavar="N", help="with --text or --json: most characters in all"
    )
    output.add_argument("--explain", action="store_true", help="what each signal contributed to the score")


def add_similar(parser: argparse.ArgumentParser) -> None:
    """Add the options of `similar`, which prints as `search` does."""
    parser.epilog = """\
One line means the definition around it.

  lsp-codebase similar src/net.py:120
  lsp-codebase similar src/net.py:120-160"""
    parser.add_argument("place", metavar="FILE:LINE[-LINE]", help="the lines to compare with")
    parser.add_argument(
        "-n", "--limit", type=whole_number, default=10, metavar="N", help="most hits (default: 10, at most 100)"
    )
    output = add_common(parser, page=True)
    _add_output(output)


def add_context(parser: argparse.ArgumentParser) -> None:
    """Add the options of `context`."""
    parser.epilog = """\
Each hit comes with the imports it uses, the headers around it, what it calls and what calls it, as far as there is
room; what is left out is named at the end.

  lsp-codebase context "how do sessions expire" | llm "explain this\""""
    parser.add_argument("query", metavar="QUERY", help="a question, words or names")
    parser.add_argument(
        "paths", nargs="*", type=Path, default=[], metavar="PATH", help="only in these files and folders"
    )  # without a default argparse says that it is missing, too, where there is no query
    parser.add_argument(
        "--max-tokens",
        type=whole_number,
        default=6_000,
        metavar="N",
        help="most tokens, of 4 bytes each (default: 6,000)",
    )
    _add_filters(parser)
    add_json(parser.add_argument_group("output"))
    add_place_options(parser, asks=True)


def _lines(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of lines")
    return int(text)
