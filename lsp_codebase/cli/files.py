"""`read` and `files`: texts and names, as they are now. Neither needs an index."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from lsp_codebase.cli import wire_json
from lsp_codebase.cli.exit_codes import DONE, NOTHING
from lsp_codebase.cli.notices import tell
from lsp_codebase.cli.opening import of_host_or_unindexed, places_of, unindexed
from lsp_codebase.cli.paint import fitted, is_page, paint_of
from lsp_codebase.cli.places import check_lines, names_place, split_globs
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, FilesQuery, Span, bounds
from lsp_codebase.tree import shown

_MOST_TOLD = 5  # folders that cannot be read


def read(options: argparse.Namespace) -> int:
    """Print a file or some of its lines: with their numbers on a terminal, else as they are."""
    name, first, last = options.place, None, None
    if not os.path.isfile(name):
        name, first, last = names_place(name)
    check_lines(first, last)
    places = places_of(options, Path(name), may_be_anything=True)
    path = places.typed(Path(name), "FILE")
    if path.is_dir():
        raise InvalidQuery("FILE", f"{name} is a folder; lsp-codebase files lists what is in it")
    span = None if first is None or last is None else Span.of_lines(first - 1, last - 1)
    with of_host_or_unindexed(options, places.root) as answers:  # an editor shows unsaved text
        found = answers.read_file(path, span, bounds.FILE_CHARS.most)
    if options.json:
        wire_json.print_json(wire_json.file_text(found, path))
        return DONE
    lines = found.text.removesuffix("\n").split("\n") if found.text else []
    start = found.span.start_line
    if options.number or is_page(options):
        paint, digits = paint_of(options), len(str(start + len(lines)))
        for number, line in enumerate(lines, start + 1):
            shown_line, _ = fitted(line, (), sys.maxsize)
            print(f"{paint('number', f'{number:>{digits}}')}{paint('dim', ':')} {shown_line}".rstrip())
    else:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    if found.truncated:
        last_shown = start + len(lines)
        tell(f"cut at {bounds.FILE_CHARS.most:,} characters; go on with {name}:{last_shown + 1}-{last_shown + 10_000}")
    if first is not None and not lines:
        tell(f"{name} has no line {first}")
    return DONE if lines or first is None else NOTHING


def files(options: argparse.Namespace) -> int:
    """List the files below some folders, without what git ignores."""
    places = places_of(options, *options.paths, may_be_anything=True)
    asked = [places.typed(path) for path in options.paths] or [places.root]
    limit = options.limit or bounds.FILES.most
    wanted, unwanted = split_globs(options.glob)
    query = FilesQuery(
        limit,
        languages=tuple(options.language),
        include=(*options.include, *wanted),
        exclude=(*options.exclude, *unwanted),
    )
    found: dict[Path, None] = {}
    unread: list[Path] = []
    is_cut = False
    with unindexed(options, places.root) as answers:
        for path in asked:
            if not path.is_dir():
                found[path] = None
                continue
            part = answers.list_files(path, query, CancelToken())
            found.update(dict.fromkeys(part.paths))
            unread += part.unread
            is_cut |= part.truncated or len(found) > limit
    paint = paint_of(options)
    for path in [*found][:limit]:
        name = places.relative(path)
        if options.json:
            wire_json.print_json({"uri": path.as_uri()})
        else:
            print(name if options.null else paint("path", shown(name)), end="\0" if options.null else "\n")
    if options.json:
        wire_json.print_json({"truncated": is_cut})
    for folder in unread[:_MOST_TOLD]:
        tell(f"{shown(places.relative(folder))} cannot be read, and is left out")
    if len(unread) > _MOST_TOLD:
        tell(f"and {len(unread) - _MOST_TOLD:,} more folders")
    if is_cut:
        tell(f"there are more: -n {2 * limit}" if limit < bounds.FILES.most else "there are more: name a folder")
    return DONE if found else NOTHING
