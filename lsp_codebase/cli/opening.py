"""How a command gets the answers of an index: the one place that opens it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.answers import Answers
from lsp_codebase.cli.configured import index_location, open_workspace, sources
from lsp_codebase.cli.find_root import check_links, check_readable, find_root, unmarked_root
from lsp_codebase.cli.notices import tell
from lsp_codebase.cli.places import Places
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.location import has_index
from lsp_codebase.model import CancelToken
from lsp_codebase.opening import ask_host, open_answers, wait_until_indexed
from lsp_codebase.paths import canonical

if TYPE_CHECKING:
    from lsp_codebase.cli.progress import ProgressBar
    from lsp_codebase.workspace import Workspace


def places_of(options: argparse.Namespace, *near: Path, may_be_anything: bool = False) -> Places:
    """Return the root of a command, and the current folder.

    Without `--root` it is the root found upwards from the current folder, or else that of the first of the typed
    paths. `may_be_anything` is for commands that only read names: there the home folder will do.

    Raises:
        InvalidQuery: where there is none; see `find_root` and `check_links`.
    """
    here = canonical(Path.cwd())
    if options.root is not None:
        return Places(named_folder(options.root, "--root"), here)
    for path in near:
        check_links(path, _index_finder(options))
    root = find_root(here, _index_finder(options))
    if near and (root is None or not all(canonical(path).is_relative_to(root) for path in near)):
        root = find_root(near[0], _index_finder(options))
    if root is None:
        is_inside = all(canonical(path).is_relative_to(here) for path in near)
        place = here if is_inside else canonical(near[0])
        root = place if may_be_anything and place.is_dir() else unmarked_root(place)
    return Places(root, here)


def root_of(options: argparse.Namespace) -> Path:
    """Return the root of a command that may be told a folder: the root of that folder.

    Raises:
        InvalidQuery: for a path that is no folder, or another one than `--root` names.
    """
    place: Path | None = options.path
    if place is None:
        return places_of(options).root
    folder = named_folder(place, "DIR")
    if options.root is None:
        return root_around(options, folder)
    if named_folder(options.root, "--root") != folder:
        raise InvalidQuery("DIR", f"{place} is another folder than --root {options.root}; give one of the two")
    return folder


def root_around(options: argparse.Namespace, place: Path) -> Path:
    """Return the root that a folder is part of, or the folder itself.

    Raises:
        InvalidQuery: for a folder that is indexed only if named; see `unmarked_root`.
    """
    return find_root(place, _index_finder(options)) or unmarked_root(place)


def _index_finder(options: argparse.Namespace) -> Callable[[Path], bool]:
    return lambda folder: has_index(folder, index_location(options))


def named_folder(path: Path, option: str) -> Path:
    """Return a typed folder; raises `InvalidQuery` for a path that is none, or may not be read."""
    folder = canonical(path)
    check_readable(folder, option, path)
    if not folder.is_dir():
        raise InvalidQuery(option, f"{path} is not a folder")
    return folder


def _foretell(bar: ProgressBar, foretaste: Callable[[Answers], Sequence[str]], answers: Answers) -> None:
    if bar.is_drawn:  # an index that is only opened answers in a moment
        bar.show(foretaste(answers))


@contextmanager
def opened(
    options: argparse.Namespace,
    root: Path,
    *,
    wait: bool = False,
    rebuild: bool = False,
    stays: bool = False,
    foretaste: Callable[[Answers], Sequence[str]] | None = None,
) -> Iterator[Answers]:
    """Ask the process that has the index of the folder open, or open it; with a bar if something is waited for.

    A command that `stays` for long lets others ask it meanwhile. A `foretaste` returns lines to be seen below the bar.
    """
    given, name = sources(options), f"lsp-codebase {options.command}"
    wait = wait or getattr(options, "wait", False)
    with ExitStack() as open_things:
        with listening() as bar:
            answers = open_answers(
                root,
                given,
                name=name,
                wait=wait and not rebuild,
                stays=stays,
                listener=bar,
                tell=tell,
                meanwhile=partial(_foretell, bar, foretaste) if bar and foretaste else None,
            )
            open_things.enter_context(closing(answers))
            if rebuild:
                answers.reindex()
                wait_until_indexed(answers, CancelToken())
        yield answers


@contextmanager
def of_host(options: argparse.Namespace, root: Path) -> Iterator[Answers | None]:
    """Ask the process that has the index of the folder open, if there is one that lets us in."""
    answers = ask_host(root, sources(options), name=f"lsp-codebase {options.command}", tell=tell)
    try:
        yield answers
    finally:
        if answers is not None:
            answers.close()


@contextmanager
def of_host_or_unindexed(options: argparse.Namespace, root: Path) -> Iterator[Answers]:
    """Ask the process that has the index of the folder open, or else the folder itself, as no index is needed."""
    with of_host(options, root) as host:
        if host is not None:
            yield host
            return
    with unindexed(options, root) as workspace:
        yield workspace


def listening() -> AbstractContextManager[ProgressBar | None]:
    """Return the bar that shows the progress of indexing, if somebody looks."""
    if not sys.stderr.isatty():
        return nullcontext()
    from lsp_codebase.cli.progress import ProgressBar

    return ProgressBar()


@contextmanager
def unindexed(options: argparse.Namespace, root: Path) -> Iterator[Workspace]:
    """Open the folder for answers that need no index, and begin none."""
    with closing(open_workspace(options)) as workspace:
        workspace.add_folder(root)
        yield workspace
