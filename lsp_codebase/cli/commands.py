"""What each command does: open the folder, bring its index up to date, ask, print."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from lsp_codebase.cli import render, render_tree
from lsp_codebase.cli.progress import ProgressBar
from lsp_codebase.config import Settings, resolve
from lsp_codebase.errors import CodebaseError, IndexUnavailable, InvalidQuery
from lsp_codebase.model import (
    CancelToken,
    CheckState,
    Confidence,
    IndexStatus,
    Mode,
    Pack,
    Phase,
    SearchAnswer,
    SearchQuery,
    bounds,
)
from lsp_codebase.search import accepted_languages, validate
from lsp_codebase.tree import TreeQuery
from lsp_codebase.workspace import Workspace

_MOST_HITS = bounds.Bounds(1, 1_000_000)
_DONE, _NOTHING, _WRONG, _BAD, _BROKEN, _INTERRUPTED = 0, 1, 1, 2, 3, 130


def run(options: argparse.Namespace) -> int:
    """Run a command other than `serve`; errors become one line and an exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # file names hold any bytes, and code any character
    logging.basicConfig(level=logging.INFO if options.verbose else logging.ERROR, format="%(levelname)s %(message)s")
    commands: dict[str, Callable[[argparse.Namespace], int]] = {
        "index": _index,
        "search": _search,
        "symbols": _symbols,
        "tree": _tree,
        "status": _status,
        "doctor": _doctor,
        "languages": _languages,
        "mcp": _mcp,
    }
    try:
        return commands[options.command](options)
    except InvalidQuery as error:
        return _complain(str(error), _BAD)
    except IndexUnavailable as error:
        return _complain(str(error), _BROKEN)
    except CodebaseError as error:
        return _complain(str(error), _BAD)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _complain(message: str, code: int) -> int:
    print(f"lsp-codebase: {message}", file=sys.stderr)
    return code


def _settings(options: argparse.Namespace) -> Settings:
    given: dict[str, Any] = {}
    for pair in options.set:
        key, separator, value = pair.partition("=")
        if not separator:
            raise InvalidQuery("--set", f"{pair!r} is not KEY=VALUE")
        try:
            given[key] = json.loads(value)
        except ValueError:
            given[key] = value
    settings, problems = resolve(given)
    if problems:
        raise InvalidQuery("--set", "; ".join(problems))
    return settings


@contextmanager
def _opened(options: argparse.Namespace, *, rebuild: bool = False) -> Iterator[Workspace]:
    """Open the folder and wait until its index is up to date, with a bar if that takes a while."""
    root = _root(options)
    with ProgressBar() as bar:
        workspace = Workspace(_settings(options), bar)
        try:
            workspace.add_folder(root)
            codebase = workspace.find(root)
            if rebuild:
                codebase.reindex()
            workspace.start()
            status = codebase.wait_until_idle(CancelToken())
        except BaseException:
            workspace.close()
            raise
    try:
        if status.phase is Phase.FAILED:
            raise IndexUnavailable(status.message or "the index cannot be opened", "see --verbose")
        if rebuild:
            codebase.check_writable()  # now it is known
        yield workspace
    finally:
        workspace.close()


@contextmanager
def _unindexed(options: argparse.Namespace) -> Iterator[Workspace]:
    workspace = Workspace(_settings(options))
    try:
        workspace.add_folder(_root(options))
        yield workspace
    finally:
        workspace.close()


def _root(options: argparse.Namespace) -> Path:
    root: Path = options.root.resolve()
    if not root.is_dir():
        is_place = options.root is getattr(options, "path", None)
        raise InvalidQuery("DIR" if is_place else "--root", f"{options.root} is not a folder")
    return root


def _choose_root(options: argparse.Namespace) -> None:
    """Set the root, which may be named by its place, by `--root` or by both."""
    root, place = options.root, options.path
    if root is not None and place is not None and root.resolve() != place.resolve():
        raise InvalidQuery("DIR", f"{place} is another folder than --root {root}; give one of the two")
    options.root = root or place or Path()


def _print_json(value: object) -> None:
    is_utf8 = sys.stdout.encoding.lower() in ("utf-8", "utf8")  # there a backslash stands for nothing but a bad byte
    print(json.dumps(value, ensure_ascii=not is_utf8, indent=2))


def _index(options: argparse.Namespace) -> int:
    _choose_root(options)
    with _opened(options, rebuild=options.rebuild) as workspace:
        (status,) = workspace.status()
    _print_status(options, status)
    return _DONE


def _status(options: argparse.Namespace) -> int:
    _choose_root(options)
    with _unindexed(options) as workspace:
        status = workspace.find(_root(options)).stored_status(CancelToken())
    if status is not None:
        _print_status(options, status)
        return _DONE
    message = "not indexed yet: lsp-codebase index"
    _print_json({"root": str(_root(options)), "phase": None, "message": message}) if options.json else print(message)
    return _NOTHING


def _print_status(options: argparse.Namespace, status: IndexStatus) -> None:
    _print_json(render.status_json(status)) if options.json else render.print_status(status)


def _doctor(options: argparse.Namespace) -> int:
    _choose_root(options)
    with _unindexed(options) as workspace:
        checks = workspace.doctor(None, CancelToken(), repair=options.repair)
    if options.json:
        _print_json({"checks": [render.check_json(check) for check in checks]})
    else:
        render.print_checks(checks)
    return _WRONG if any(check.state is CheckState.DAMAGED for check in checks) else _DONE


def _languages(options: argparse.Namespace) -> int:
    languages = list(accepted_languages())
    _print_json(render.languages_json(languages)) if options.json else render.print_languages(languages)
    return _DONE


def _mcp(options: argparse.Namespace) -> int:
    try:
        from lsp_codebase.mcp import serve
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("mcp", "mcp_types"):
            raise
        return _complain("`mcp` needs an extra: pip install 'lsp-codebase[mcp]'", _BAD)
    _choose_root(options)
    with _unindexed(options) as workspace:
        serve(workspace)
    return _DONE


def _search(options: argparse.Namespace) -> int:
    query = SearchQuery(
        text=options.query,
        limit=min(options.limit, bounds.HITS.most),
        cursor=options.cursor,
        mode=Mode(options.mode),
        languages=tuple(options.language),
        exclude_languages=tuple(options.exclude_language),
        source_code_only=options.code_only,
        include=tuple(options.include),
        exclude=tuple(options.exclude),
        kinds=tuple(options.kind),
        case_sensitive=options.case_sensitive,
        whole_word=options.word_regexp,
        max_chars=options.max_chars,
        pack=Pack.CHUNK if options.text or options.json else Pack.NONE,
        explain=options.explain,
    )
    _MOST_HITS.check("limit", options.limit)
    validate(query)  # the workspace does too, but a bad query is not worth an index
    with _opened(options) as workspace:
        answer = _pages(workspace, query, options.limit)
    root = options.root.resolve()
    if options.json:
        _print_json(render.answer_json(answer, root))
    else:
        for note in answer.notes:
            print(f"lsp-codebase: note: {note}", file=sys.stderr)
        render.print_hits(answer, root, query.text)
    _tell_of_more(options.limit, is_cut=answer.next_cursor is not None)
    return _NOTHING if answer.confidence is Confidence.NONE or not answer.hits else _DONE


def _pages(workspace: Workspace, query: SearchQuery, limit: int) -> SearchAnswer:
    """Return as many hits as asked for, of as many pages as that takes."""
    answer = workspace.search(query, CancelToken())
    while answer.next_cursor is not None and len(answer.hits) < limit:
        rest = replace(query, cursor=answer.next_cursor, limit=min(limit - len(answer.hits), bounds.HITS.most))
        if query.max_chars is not None:
            left = query.max_chars - sum(len(hit.text or "") for hit in answer.hits)
            rest = replace(rest, max_chars=left) if left else replace(rest, max_chars=None, pack=Pack.NONE)
        page = workspace.search(rest, CancelToken())
        answer = replace(
            page,
            hits=(*answer.hits, *page.hits),
            truncated=answer.truncated or page.truncated or rest.pack is not query.pack,
            took_ms=answer.took_ms + page.took_ms,
            notes=tuple(dict.fromkeys((*answer.notes, *page.notes))),
        )
    return answer


def _tell_of_more(limit: int, *, is_cut: bool) -> None:
    if is_cut:
        print(f"lsp-codebase: there are more: -n {2 * limit}", file=sys.stderr)


def _symbols(options: argparse.Namespace) -> int:
    bounds.SYMBOLS.check("limit", options.limit)  # before there is an index, too
    with _opened(options) as workspace:
        answer = workspace.symbols(options.pattern, CancelToken(), limit=options.limit)
    root = options.root.resolve()
    if options.json:
        _print_json(render.symbols_json(answer, root))
    else:
        render.print_symbols(answer, root, options.pattern)
    _tell_of_more(options.limit, is_cut=answer.is_cut)
    return _DONE if answer.hits else _NOTHING


def _tree(options: argparse.Namespace) -> int:
    query = _tree_query(options)
    _choose_tree_root(options)
    # Names alone need no index; with symbols the tree is drawn from it.
    with _opened(options) if options.symbols else _unindexed(options) as workspace:
        try:
            answer = workspace.tree(options.path, query, CancelToken())
        except InvalidQuery as error:
            (field, reason), *others = ((render_tree.option(field), reason) for field, reason in error.problems)
            raise InvalidQuery(field, reason, *others) from error
    if options.json:
        _print_json(render_tree.tree_json(answer, _root(options)))
    elif answer.stats.error and not answer.text:
        return _complain(answer.stats.error, _BROKEN)
    else:
        render_tree.print_tree(answer, _root(options))
    return _DONE


def _tree_query(options: argparse.Namespace) -> TreeQuery:
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


def _choose_tree_root(options: argparse.Namespace) -> None:
    """Set the root where none was given: this folder, or the one to draw where that is elsewhere."""
    if options.path is not None:
        options.path = Path(os.path.abspath(options.path))
    if options.root is None:
        here = Path.cwd()
        options.root = here if options.path is None or options.path.resolve().is_relative_to(here) else options.path
