"""Real parts: LanceDB, grammars, worker processes, files on disk."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from codebases import Asked, found, indexed, settle
from handed_on import HandingOn, Lasting
from shop_session import open_shop
from waiting import LONG_S

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.index.sharing import publishing, shared_contents
from lsp_codebase.index.workers import pool as pools
from lsp_codebase.model import Phase
from lsp_codebase.open_roots import open_roots
from lsp_codebase.search import corpus
from lsp_codebase.store.tables import Table

Open = Callable[..., Codebase]
SETTLED = (Phase.READY, Phase.FAILED, Phase.DISABLED)


@pytest.fixture(autouse=True, scope="session")
def _workers_last() -> Iterator[None]:
    """Have a worker end for what one index took out of it, not for the small ones of ten tests before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pools, "_FEW_JOBS", 100)
        yield


@pytest.fixture(autouse=True, scope="session")
def _what_a_team_shares_is_waited_for() -> Iterator[None]:
    """Do without it only where a test says so, not where the machine is busy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared_contents, "_PATIENCE_S", LONG_S)
        patch.setattr(shared_contents, "_MOST_WAITED_S", LONG_S)
        yield


@pytest.fixture(scope="session")
def pool() -> Iterator[WorkerPool]:
    pool = Lasting(1)
    yield pool
    pool.close()


@pytest.fixture(scope="module")
def codebase(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codebase]:
    """The `FILES` of a test module, indexed with its `SETTINGS`, if it has any."""
    settings = getattr(request.module, "SETTINGS", {})
    with indexed(tmp_path_factory.mktemp("indexed"), request.module.FILES, **settings) as codebase:
        yield codebase


@pytest.fixture(scope="module")
def ask(codebase: Codebase) -> Callable[..., list[str]]:
    """A function that searches the `FILES` of a test module, and returns the paths of the hits."""
    return partial(found, codebase)


@pytest.fixture(scope="module")
def shop_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the shop of the documents and transcripts in it."""
    home = tmp_path_factory.mktemp("home")
    open_shop(home)
    return home


@pytest.fixture(autouse=True, scope="session")
def _workspaces_hand_on_their_workers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (open_roots, publishing):
            patch.setattr(module, "WorkerPool", HandingOn)
        yield
    for worker in HandingOn.spare:
        worker.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(index_location=str(tmp_path / "cache"), embedding_model="none", index_debounce_ms=1)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


class HeldMerging:
    """Merging of tables that begins, and does nothing before it may go on."""

    def __init__(self) -> None:
        self.has_begun, self.may_go = threading.Event(), threading.Event()
        self.go_on = self.may_go.set
        self._tidy = Table.tidy

    def tidy(self, table: Table, *, whole: bool) -> None:
        self.has_begun.set()
        assert self.may_go.wait(30)
        self._tidy(table, whole=whole)


@pytest.fixture
def held_merging(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldMerging]:
    held = HeldMerging()
    monkeypatch.setattr(Table, "tidy", lambda table, *, whole: held.tidy(table, whole=whole))
    yield held
    held.go_on()


@pytest.fixture
def read_in_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """All texts of chunks are, as those of many are, and those of files that differ from the index."""
    monkeypatch.setattr(corpus, "_FEW_TEXTS", 0)


@pytest.fixture
def open_codebase(root: Path, settings: Settings, pool: WorkerPool) -> Iterator[Open]:
    """Open the root, wait until it is indexed, and close it in the end."""
    opened: list[Codebase] = []

    def open_it(*, settings: Settings = settings, wait: bool = True, listener=None, pool=pool) -> Codebase:
        codebase = Asked(root, settings, pool, listener or SilentListener())
        opened.append(codebase)
        codebase.start()
        if wait:
            settle(codebase, lambda status: status.phase in SETTLED)
        return codebase

    yield open_it
    for codebase in opened:
        codebase.close()
