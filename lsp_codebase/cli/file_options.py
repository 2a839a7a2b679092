"""The options of the commands that read, list and draw files."""

from __future__ import annotations

import argparse
from pathlib import Path

from lsp_codebase.cli.options import add_common, add_glob, add_globs, add_language, whole_number

PRESETS = ("default", "void", "aigne")
"""The presets of `model.TreePreset`, repeated: loading the model takes longer than printing help."""


def add_read(parser: argparse.ArgumentParser) -> None:
    """Add the options of `read`."""
    parser.epilog = "  lsp-codebase read src/net.py:120-160"
    parser.add_argument("place", metavar="FILE[:LINE[-LINE]]", help="a file, and the lines to print of it")
    parser.add_argument("-N", "--number", action="store_true", help="print line numbers in a pipe, too")
    add_common(parser, asks=False, page=True)


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add the options of `files`."""
    parser.epilog = """\
  lsp-codebase files -t go src
  lsp-codebase files -0 -g '*_test.py' | xargs -0 wc -l"""
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="files or folders (default: the root)")
    filters = parser.add_argument_group("filters")
    add_language(filters, "only this language; repeatable")
    add_globs(filters)
    output = add_common(parser, asks=False)
    output.add_argument("-0", "--null", action="store_true", help="end each path with a zero byte")
    output.add_argument("-n", "--limit", type=whole_number, metavar="N", help="most paths (default: 100,000)")


def add_tree(parser: argparse.ArgumentParser) -> None:
    """Add an option for each field of `codebase/directoryTree`, by its name there."""
    parser.epilog = """\
  lsp-codebase tree src --max-tokens 1000
  lsp-codebase tree --symbols --language go"""
    parser.add_argument("path", nargs="?", type=Path, metavar="DIR", help="the folder to draw (default: the root)")
    parser.add_argument("--preset", choices=PRESETS, default="default", help="how to draw")
    parser.add_argument("--symbols", action="store_true", help="list the top-level symbols under each file")
    parser.add_argument(
        "--core-files", action="store_true", help="print README, package.json, pyproject.toml and the like below it"
    )
    budget = parser.add_argument_group("budget")
    budget.add_argument("--depth", "--max-depth", type=whole_number, metavar="N", help="deepest level")
    budget.add_argument("--max-entries", type=whole_number, metavar="N", help="most files and folders")
    budget.add_argument(
        "--max-items", "--max-items-per-directory", type=whole_number, metavar="N", help="most lines below one folder"
    )
    budget.add_argument("--max-chars", type=whole_number, metavar="N", help="most characters")
    budget.add_argument("--max-tokens", type=whole_number, metavar="N", help="the same in tokens of 4 bytes")
    budget.add_argument("--cut-off-message", metavar="TEXT", help="the last line of a tree that is not whole")
    filters = parser.add_argument_group("filters")
    filters.add_argument("--no-gitignore", action="store_true", help="show what git ignores, too")
    add_glob(filters, "--hidden", "--include-hidden", text='of the hidden folders only these; "" for none')
    add_glob(filters, "--exclude", text="leave out; as in .gitignore", default=[])
    add_glob(filters, "--priority", text="folders to open before others")
    add_language(filters, "only files of this language; repeatable")
    filters.add_argument("--min-bytes", type=whole_number, metavar="N", help="only files at least so large")
    filters.add_argument("--max-bytes", type=whole_number, metavar="N", help="only files at most so large")
    output = add_common(parser)
    output.add_argument("--if-none-match", metavar="ETAG", help="with --json: no tree if it is still the one of ETAG")
