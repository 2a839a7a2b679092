"""VS Code: a window whose index another process has open."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from editor_session import EditorSession

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    return ()


@pytest.fixture(scope="module")
def host(tools: dict[str, str], workspace: Path) -> Iterator[int]:
    """The process of a server that another editor started."""
    session = EditorSession(tools, {}, has_string_ids=False)
    folder = {"uri": workspace.as_uri(), "name": workspace.name}
    client = {"name": "Other Editor"}
    params = {
        "processId": None,
        "rootUri": None,
        "clientInfo": client,
        "capabilities": {},
        "workspaceFolders": [folder],
    }
    session.request("initialize", params)
    session.notify("initialized", {})
    while session.request("codebase/status", {})[0]["phase"] != "ready":
        time.sleep(0.1)
    yield int(Path(tools["SERVER_PID"]).read_text())
    session.kill()


@pytest.fixture(scope="module")
def seen(host: int, play: Callable[..., Any]) -> Any:
    """That the session ended shows that a search is answered before and after the other process ended."""
    return play("served", HOST_PID=str(host))


def test_the_item_and_the_page_name_who_serves(seen: Any, host: int) -> None:
    assert f"served by Other Editor (process {host})" in seen["tooltip"]
    assert f"Other Editor (process {host}), which has this index open" in seen["page"]
