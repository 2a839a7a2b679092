"""Server processes for the protocol tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import raw_client
from forked import Forks
from raw_client import RawClient


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the indexes of the tests, and their doors, out of what is the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        yield


@pytest.fixture(autouse=True, scope="session")
def _servers_are_forked(forks: Forks | None) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(raw_client, "fork", forks and forks.server)
        yield


@pytest.fixture
def start() -> Iterator[Callable[..., RawClient]]:
    """Start servers that do not outlive the test."""
    clients: list[RawClient] = []

    def start_one(*args: Any, **kwargs: Any) -> RawClient:
        clients.append(RawClient(*args, **kwargs))
        return clients[-1]

    yield start_one
    for client in clients:
        client.kill()


@pytest.fixture
def client(start: Callable[..., RawClient]) -> RawClient:
    """A server that has been sent nothing yet."""
    return start()


@pytest.fixture
def ready(client: RawClient) -> RawClient:
    """A server without a folder, after the handshake."""
    client.initialize()
    return client


@pytest.fixture
def open_counting(shared: RawClient, start: Callable[..., RawClient]) -> Iterator[Callable[[str, Path], RawClient]]:
    """Open a folder for a client that counts characters in an encoding."""
    with ExitStack() as opened:

        def open_it(encoding: str, folder: Path) -> RawClient:
            if encoding == "utf-16":
                opened.enter_context(shared.visit(folder))
                return shared
            client = start()
            client.initialize({"general": {"positionEncodings": [encoding]}}, rootUri=folder.as_uri())
            client.wait_until_indexed()
            opened.callback(client.close)
            return client

        yield open_it


@pytest.fixture(scope="session")
def shared() -> Iterator[RawClient]:
    """One server, after the handshake, for tests that need none of their own: each `visit`s its own folders.

    To start one costs more than most tests do. Who sends it settings takes them back.
    """
    client = RawClient()
    client.initialize()
    yield client
    try:
        client.close()
    finally:
        client.kill()
