"""When the loop sends what indexer threads leave behind."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lsprotocol import types

from lsp_codebase.index import Progress
from lsp_codebase.model import IndexStatus, Phase
from lsp_codebase.server import messages, progress
from lsp_codebase.server.connection import Connection
from lsp_codebase.server.language_server import CodebaseServer
from lsp_codebase.server.outbox import Outbox
from lsp_codebase.server.process import OwnProcess
from lsp_codebase.server.progress import IndexProgress
from lsp_codebase.server.uris import PathMap

ROOT = Path("/project").absolute()  # with a drive where there are any


class Client:
    """Takes the place of the connection: records what would be sent, answers `create` when told to."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.capabilities = SimpleNamespace(window=SimpleNamespace(work_done_progress=True))
        self.wants_index_status = True
        self.is_behind = False
        self.sent: list[tuple[float, Any]] = []
        self.created: asyncio.Future[None] = self.loop.create_future()

    def notify(self, method: str, params: Any) -> None:
        self.sent.append((self.loop.time(), params))

    def post(self, call: Any, *args: Any) -> None:
        self.loop.call_soon_threadsafe(call, *args)

    async def request(self, method: str, params: Any, *, timeout_s: float) -> None:
        await self.created

    @property
    def values(self) -> list[Any]:
        return [params.value for _, params in self.sent]

    @property
    def kinds(self) -> list[str]:
        return [value.kind for value in self.values]


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Any:
    async def make() -> Client:
        return Client()

    monkeypatch.setattr(progress, "REPORT_EVERY_S", 0.02)
    monkeypatch.setattr(progress, "STATUS_EVERY_S", 0.05)
    return make


async def soon(seconds: float = 0.01) -> None:
    await asyncio.sleep(seconds)


async def test_only_the_newest_numbers_are_reported(client: Any) -> None:
    client = await client()
    client.created.set_result(None)
    listener = IndexProgress(client, PathMap())
    listener.on_started(ROOT)
    await soon(0)
    for done in range(1000):
        listener.on_progress(ROOT, Progress(done, 1000, f"src/file_{done}.py"))
    await soon()
    listener.on_ended(ROOT, "1000 files")
    await soon()
    assert client.kinds == ["begin", "report", "end"]
    assert client.values[0].percentage == 0
    assert (client.values[1].message, client.values[1].percentage) == ("999/1000 src/file_999.py", 99)
    assert client.values[2].message == "1000 files"


async def test_the_bar_never_goes_back(client: Any) -> None:
    client = await client()
    client.created.set_result(None)
    listener = IndexProgress(client, PathMap())
    listener.on_started(ROOT)
    for done, total in ((50, 100), (60, 200), (150, 200)):
        await soon(0.03)
        listener.on_progress(ROOT, Progress(done, total, "a"))
    await soon(0.05)
    assert [value.percentage for value in client.values] == [0, 50, 50, 75]


async def test_a_job_that_ends_before_the_client_answers_is_told_whole(client: Any) -> None:
    client = await client()
    listener = IndexProgress(client, PathMap())
    listener.on_started(ROOT)
    await soon()
    listener.on_progress(ROOT, Progress(3, 3, "a.py"))
    listener.on_ended(ROOT, "3 files")
    await soon()
    assert client.sent == []
    client.created.set_result(None)
    await soon()
    assert client.kinds == ["begin", "report", "end"]


async def test_a_refused_bar_is_not_drawn(client: Any) -> None:
    client = await client()
    client.created.set_exception(RuntimeError("no"))
    listener = IndexProgress(client, PathMap())
    listener.on_started(ROOT)
    await soon()
    listener.on_progress(ROOT, Progress(1, 2, "a"))
    listener.on_ended(ROOT, "done")
    await soon()
    assert client.sent == []


async def test_a_client_without_the_capability_is_not_asked(client: Any) -> None:
    client = await client()
    client.capabilities.window = None
    listener = IndexProgress(client, PathMap())
    listener.on_started(ROOT)
    listener.on_ended(ROOT, "done")
    await soon()
    assert client.sent == []
    assert not client.created.done()


async def test_every_job_has_a_token_of_its_own_by_which_its_root_is_found(client: Any) -> None:
    client = await client()
    client.created.set_result(None)
    listener = IndexProgress(client, PathMap())
    roots = [Path("/a"), Path("/b")]
    for root in roots:
        listener.on_started(root)
    await soon()
    tokens = [params.token for _, params in client.sent]
    assert tokens == ["codebase/index/1", "codebase/index/2"]
    assert listener.root_of(tokens[1]) == Path("/b")
    assert listener.root_of("codebase/index/99") is None
    listener.on_ended(Path("/b"), "")
    await soon()
    assert listener.root_of(tokens[1]) is None


async def test_statuses_are_sent_at_their_pace_and_the_last_one_always(client: Any) -> None:
    client = await client()
    listener = IndexProgress(client, PathMap())
    for generation in range(200):
        listener.on_status(IndexStatus("/project", Phase.INDEXING, generation=generation))
        await soon(0.001)
    listener.on_status(IndexStatus("/project", Phase.READY, generation=200))
    await soon(0.2)
    times = [when for when, _ in client.sent]
    assert all(later - earlier >= 0.045 for earlier, later in pairwise(times))
    assert client.sent[-1][1].phase == "ready"
    listener.on_status(IndexStatus("/project", Phase.READY, generation=201))
    await soon()
    assert client.sent[-1][1].generation == 201


async def test_a_client_that_does_not_read_is_told_the_newest_numbers_once_it_does(client: Any) -> None:
    client = await client()
    client.created.set_result(None)
    listener = IndexProgress(client, PathMap())
    listener.on_started(ROOT)
    await soon(0)
    client.is_behind = True
    for done in range(10):
        listener.on_progress(ROOT, Progress(done, 10, f"file_{done}.py"))
        listener.on_status(IndexStatus("/project", Phase.INDEXING, generation=done))
        await soon(0.02)
    assert client.kinds == ["begin"]
    client.is_behind = False
    await soon(0.2)
    statuses = [params for _, params in client.sent if isinstance(params, messages.IndexStatus)]
    reports = [params.value for _, params in client.sent[1:] if isinstance(params, types.ProgressParams)]
    assert [status.generation for status in statuses] == [9]
    assert [report.message for report in reports] == ["9/10 file_9.py"]


def test_numbers_that_arrive_after_the_loop_has_closed_are_dropped() -> None:
    loop = asyncio.new_event_loop()
    connection = Connection(CodebaseServer(OwnProcess()).protocol)
    IndexProgress(connection, PathMap()).on_started(ROOT)  # nor before it runs
    connection.attach(loop, Outbox(lambda _: None, lambda: None))
    loop.close()
    IndexProgress(connection, PathMap()).on_started(ROOT)


@pytest.mark.parametrize(
    ("stage", "percentage"),
    [
        (Progress(0, 0, ""), 0),
        (Progress(1, 3, "a/b.py"), 33),
        (Progress(3, 3, "b.py"), 100),
        (Progress(0, 3, "b.py", 75, 100), 75),
        (Progress(3, 3, "b.py", 0, 75), 75),
        (Progress(0, 0, "", 75, 100), 75),
    ],
)
def test_a_stage_fills_its_part_of_the_bar(stage: Progress, percentage: int) -> None:
    assert stage.percentage == percentage
