"""Writer files and asking codebases, in few words."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from handed_on import HandingOn
from waiting import LONG_S
from written_files import write

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener
from lsp_codebase.model import CancelToken, IndexStatus, SearchAnswer, SearchQuery
from lsp_codebase.view import View
from lsp_codebase.workspace import Workspace


class Asked(Codebase):
    """A codebase together with what a client that set the same sees of it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(seen(self), name)


def seen(codebase: Codebase) -> View:
    return View(lambda: codebase, codebase.settings)


@contextmanager
def indexed(folder: Path, files: dict[str, str | bytes], **settings: Any) -> Iterator[Asked]:
    """Write files below `folder / "shop"` and index them; close the codebase in the end."""
    write(folder / "shop", files)
    pool = HandingOn(1)
    own = Settings(index_location=str(folder / "cache"), **settings)
    codebase = Asked(folder / "shop", own, pool, SilentListener())
    codebase.start()
    codebase.wait_until_idle(CancelToken())
    yield codebase
    codebase.close()
    pool.close()


@contextmanager
def opened(settings: Settings, *roots: Path) -> Iterator[Workspace]:
    """Index some folders as one workspace; close it in the end."""
    workspace = Workspace(settings)
    try:
        for root in roots:
            workspace.add_folder(root)
        workspace.start()
        for root in workspace.roots:
            workspace.find(root).wait_until_idle(CancelToken())
        yield workspace
    finally:
        workspace.close()


def found(codebase: Codebase, text: str, **fields) -> list[str]:
    answer = seen(codebase).search(SearchQuery(text, **fields), CancelToken())
    return [hit.path.relative_to(codebase.root).as_posix() for hit in answer.hits]


def places_of(codebase: Codebase, answer: SearchAnswer) -> list[str]:
    """Return where the hits of an answer begin, as `path:line`."""
    return [f"{hit.path.relative_to(codebase.root).as_posix()}:{hit.span.start_line + 1}" for hit in answer.hits]


def places(codebase: Codebase, text: str) -> list[str]:
    """Return where the hits for a query begin, as `path:line`."""
    return places_of(codebase, seen(codebase).search(SearchQuery(text, limit=40), CancelToken()))


def names(codebase: Codebase, pattern: str) -> list[str]:
    return [hit.symbol.name for hit in seen(codebase).symbols(pattern, CancelToken()).hits]


def settle(codebase: Codebase, condition: Callable[[IndexStatus], bool], seconds: float = LONG_S) -> IndexStatus:
    """Wait until the status fulfils a condition."""
    end = time.monotonic() + seconds
    while not condition(status := codebase.full_status()):
        assert time.monotonic() < end, f"never came: {status}"
        time.sleep(0.02)
    return status
