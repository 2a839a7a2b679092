"""`tree`: a directory tree within a budget, as text or as JSON."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from pathlib import Path

from lsp_codebase.cli import wire_json
from lsp_codebase.cli.exit_codes import BROKEN, DONE
from lsp_codebase.cli.find_root import check_readable
from lsp_codebase.cli.notices import tell
from lsp_codebase.cli.opening import opened, places_of, unindexed
from lsp_codebase.cli.option_names import option_of
from lsp_codebase.cli.paint import Paint, paint_of
from lsp_codebase.cli.places import Places
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, TreeAnswer, TreeQuery, bounds
from lsp_codebase.tree import shown

# the text before a name, a name of a folder (which ends in the only slash before a blank), the text behind it
_FOLDER = re.compile(r"([│├└─ ]*)(?!· )(.*/)( \([^/]*\))?")
_MARK = re.compile(r" (?:\(symbolic link\)|\(\d+ files\))$|^[│├└─ ]*(?:… |· |\().*")


def tree(options: argparse.Namespace) -> int:
    """Draw a folder, or the root."""
    query = _query(options)
    path = None if options.path is None else Path(os.path.abspath(options.path))
    places = places_of(options, *([path] if path else []), may_be_anything=not options.symbols)
    if path is not None:
        check_readable(path, "DIR", options.path)
    # Names alone need no index; with symbols the tree is drawn from it.
    how = opened if options.symbols else unindexed
    with how(options, places.root) as answers:
        answer = answers.tree(path, query, CancelToken())
    if options.json:
        wire_json.print_json(wire_json.tree(answer))
    elif answer.stats.error and not answer.text:
        tell(answer.stats.error)
        return BROKEN
    else:
        for line in _lines(answer, places, paint_of(options)):
            print(line)
    return DONE


def _lines(answer: TreeAnswer, places: Places, paint: Paint) -> Iterator[str]:
    """Yield a tree, and the core files below it; where there are colours folders stand out and counts stand back."""
    for line in _text(answer).split("\n") if answer.text else ():
        yield _styled(line, paint) if paint.is_on else line
    for file in answer.core_files or ():
        yield ""
        yield f"{paint('name', shown(places.relative(file.path)))}{' (cut)' if file.truncated else ''}"
        yield file.text.rstrip("\n")


def _text(answer: TreeAnswer) -> str:
    """Return the text of a tree, with the way to the rest in the words of the command line."""
    text = (answer.text or "").rstrip("\n")
    if not answer.cut_by:
        return text
    from lsp_codebase.tree import how_to_go_on  # loaded with the modules that draw trees

    larger = " and ".join(map(option_of, answer.cut_by))
    return text.replace(how_to_go_on(answer.cut_by), f"for the rest name a folder or give a larger {larger}")


def _styled(line: str, paint: Paint) -> str:
    folder = _FOLDER.fullmatch(line)
    if folder is not None:
        indent, name, mark = folder.groups(default="")
        return f"{indent}{paint('folder', name)}{paint('dim', mark)}"
    return _MARK.sub(lambda found: paint("dim", found.group()), line)


def _query(options: argparse.Namespace) -> TreeQuery:
    if options.if_none_match is not None and not options.json:
        raise InvalidQuery("--if-none-match", "needs --json, whose answer has the etag")
    return TreeQuery(
        preset=options.preset,
        format="json" if options.json else "text",
        max_depth=options.depth,
        max_entries=options.max_entries,
        max_items_per_directory=options.max_items,
        max_chars=options.max_chars,
        max_tokens=options.max_tokens,
        respect_gitignore=not options.no_gitignore,
        include_hidden=None if options.hidden is None else tuple(filter(None, options.hidden)),
        exclude=tuple(options.exclude),
        priority=None if options.priority is None else tuple(options.priority),
        symbols=options.symbols,
        languages=tuple(options.language),
        min_bytes=options.min_bytes,
        max_bytes=options.max_bytes,
        core_files=bounds.CORE_FILES_CHARS if options.core_files else None,
        cut_off_message=options.cut_off_message,
        if_none_match=options.if_none_match,
    )
