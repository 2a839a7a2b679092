"""Tool calls wait for an index beside everything else that is asked."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

from waiting import LONG_S

from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener
from lsp_codebase.server.session import Session
from lsp_codebase.server.tool_calls import ToolCalls
from lsp_codebase.server.uris import PathMap


class Core:
    unmet_settings = ()

    def __init__(self, *_: Any) -> None:
        """Opens nothing."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: None


async def test_a_tool_call_that_waits_for_an_index_holds_up_no_status() -> None:
    async def prepare() -> Settings:
        return Settings()

    looked, gate = threading.Event(), threading.Event()

    def building(*_: Any) -> bool:
        looked.set()
        assert gate.wait(LONG_S)
        return False

    toolbox = SimpleNamespace(
        question=lambda arguments: None,
        waits=lambda name, arguments: True,
        first_index=SimpleNamespace(building=building),
        call=lambda *_: SimpleNamespace(text="found"),
    )
    session = Session(
        SilentListener(), PathMap(), prepare=prepare, settings_of=lambda _: Settings(), open_workspace=Core
    )
    tools = ToolCalls(session)
    tools._toolbox = toolbox
    call = asyncio.create_task(tools.call("search", {}))
    assert await asyncio.to_thread(looked.wait, LONG_S)
    assert await asyncio.wait_for(session.ask("codebase/status", lambda *_: "ready"), LONG_S) == "ready"
    gate.set()
    assert await call == ("found", False)
    await asyncio.wrap_future(session.close())
