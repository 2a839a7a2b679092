"""What one client tells reaches the core in the order it was told, however long a part of it takes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from waiting import LONG_S

from lsp_codebase.config import Settings
from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.index import SilentListener
from lsp_codebase.model.document import Document
from lsp_codebase.server import session as module
from lsp_codebase.server.session import Session
from lsp_codebase.server.uris import PathMap
from lsp_codebase.uris import to_uri

ROOT = Path("/project")
FILE = ROOT / "a.py"


class Core:
    """Takes the place of the workspace: remembers what it was told; folders close and settings apply when let go."""

    told: list[tuple[Any, ...]]
    gate: threading.Event
    may_begin: threading.Event
    unmet_settings = ("index.exclude: it does not hold",)

    def __init__(self, *_: Any) -> None:
        assert Core.may_begin.wait(LONG_S)

    def configure_each(self, _: Any) -> None:
        """Folders of a test have no files of settings."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        def tell(*args: Any, **_: Any) -> None:
            if name in ("remove_folder", "configure"):
                assert Core.gate.wait(LONG_S)
            Core.told.append((name, *args))

        return tell


@pytest.fixture(autouse=True)
def _core() -> Iterator[None]:
    Core.told, Core.gate, Core.may_begin = [], threading.Event(), threading.Event()
    Core.may_begin.set()
    yield
    Core.gate.set()


@pytest.fixture
def paths() -> PathMap:
    return PathMap()


@pytest.fixture
async def session(paths: PathMap) -> Any:
    async def prepare() -> Settings:
        return Settings()

    one = Session(SilentListener(), paths, prepare=prepare, settings_of=lambda _: Settings(), open_workspace=Core)
    yield one
    Core.gate.set()
    await asyncio.wrap_future(one.close())


async def told(session: Session) -> list[str]:
    """Return the names of what the core was told, once everything has arrived."""
    Core.gate.set()
    await session.ask("test", lambda *_: None)
    return [name for name, *_ in Core.told]


async def test_a_document_closed_behind_a_slow_change_is_opened_and_then_closed(session: Session) -> None:
    await session.open()
    document = Document("text\n")
    session.remove_folder(ROOT)
    session.open_document(FILE, document)
    session.document_changed(FILE)
    session.mark_changed([FILE])
    session.close_document(FILE, document)
    assert Core.told == [("start",)]  # all of it waits behind the folder that closes
    expected = ["start", "remove_folder", "open_document", "document_changed", "mark_changed", "close_document"]
    assert await told(session) == expected


async def test_a_document_closed_right_after_the_core_came_up_does_not_stay_open(session: Session) -> None:
    Core.may_begin.clear()
    opening = session.open()
    while session._core is None:
        await asyncio.sleep(0)
    document = Document("text\n")
    session.remove_folder(ROOT)
    session.open_document(FILE, document)
    Core.may_begin.set()
    await opening
    session.close_document(FILE, document)
    assert (await told(session))[-2:] == ["open_document", "close_document"]


async def test_settings_that_do_not_hold_are_told_when_a_folder_is_opened_and_when_they_change(paths: PathMap) -> None:
    async def prepare() -> Settings:
        return Settings()

    unmet: list[Any] = []
    session = Session(
        SilentListener(),
        paths,
        prepare=prepare,
        settings_of=lambda _: Settings(),
        open_workspace=Core,
        on_unmet=unmet.append,
    )
    session.folders = (ROOT,)
    await session.open()
    assert unmet == [Core.unmet_settings]
    Core.gate.set()
    session.configure(Settings())
    await session.ask("test", lambda *_: None)
    assert unmet == [Core.unmet_settings] * 2
    await asyncio.wrap_future(session.close())


async def test_an_edit_is_told_at_once_where_nothing_waits(session: Session) -> None:
    await session.open()
    session.document_changed(FILE)
    assert Core.told[-1] == ("document_changed", FILE)


async def test_a_document_that_is_open_before_the_core_is_given_to_it(session: Session) -> None:
    document, other = Document("text\n"), Document("other\n")
    session.open_document(FILE, document)
    session.open_document(ROOT / "b.py", other)
    session.close_document(ROOT / "b.py", other)
    session.add_folder(ROOT)
    await session.open()
    assert Core.told == [("open_document", FILE, document), ("add_folder", ROOT), ("start",)]


async def test_a_question_sees_what_was_told_before_it(session: Session) -> None:
    await session.open()
    session.remove_folder(ROOT)
    session.add_folder(ROOT)
    asking = asyncio.create_task(session.ask("test", lambda *_: [*Core.told]))
    await asyncio.sleep(0.05)
    assert not asking.done()
    Core.gate.set()
    seen = await asking
    assert [name for name, *_ in seen[-2:]] == ["remove_folder", "add_folder"]


async def test_a_question_does_not_wait_for_ever_for_what_was_told_before(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ORDER_S", 0.01)
    await session.open()
    session.configure(Settings(index_workers=1))
    assert await asyncio.wait_for(session.ask("test", lambda *_: "answer"), LONG_S) == "answer"


async def test_a_folder_added_and_removed_leaves_no_link_behind(
    session: Session, paths: PathMap, tmp_path: Path
) -> None:
    Core.gate.set()
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    await session.open()
    session.add_folder(link)
    await told(session)
    assert paths.to_uri(real / "a.py") == to_uri(link / "a.py")
    for _ in range(20):  # the one that opens runs on another thread
        session.remove_folder(link)
        session.add_folder(link)
    session.remove_folder(link)
    await told(session)
    assert paths.to_uri(real / "a.py") == to_uri(real / "a.py")
    assert session.folders == ()


async def test_a_change_that_fails_does_not_hold_up_the_next(
    session: Session, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise ValueError("no such folder")

    monkeypatch.setattr(Core, "cancel_indexing", fail, raising=False)
    await session.open()
    session.cancel_indexing(ROOT)
    session.mark_changed([FILE])
    assert (await told(session))[-1] == "mark_changed"
    assert "no such folder" in caplog.text


async def test_a_cancelled_question_is_told_to_stop(session: Session) -> None:
    begun, stopped = threading.Event(), threading.Event()

    def question(_: Any, cancel: Any) -> None:
        begun.set()
        try:
            while not stopped.wait(0.01):
                cancel.check()
        finally:
            stopped.set()

    asking = asyncio.create_task(session.ask("test", question))
    assert await asyncio.to_thread(begun.wait, LONG_S)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert stopped.wait(LONG_S)


async def test_after_closing_nothing_is_told_any_more(session: Session) -> None:
    await session.open()
    await asyncio.wrap_future(session.close())
    session.mark_changed([FILE])
    assert [name for name, *_ in Core.told] == ["start", "close"]


async def test_a_core_that_cannot_open_a_folder_gives_the_others_back(
    paths: PathMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def prepare() -> Settings:
        return Settings()

    def refuse(root: Path) -> None:
        raise IndexUnavailable("this process is ending", "ask again")

    monkeypatch.setattr(paths, "add", refuse)
    session = Session(SilentListener(), paths, prepare=prepare, settings_of=lambda _: Settings(), open_workspace=Core)
    session.folders = (ROOT,)
    with pytest.raises(IndexUnavailable):
        await session.open()
    assert Core.told == [("close",)]
    await asyncio.wrap_future(session.close())
