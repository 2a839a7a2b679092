"""Handlers with the little they need, and the names by which they are found."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lsprotocol import types

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.server import features
from lsp_codebase.server.features.execute_command import execute_command
from lsp_codebase.server.features.work_done_progress_cancel import work_done_progress_cancel
from lsp_codebase.server.progress import IndexProgress
from lsp_codebase.server.uris import PathMap


def test_every_method_has_a_file_of_its_name() -> None:
    for method, (handler, _) in {**features.HANDLERS, **features.OPTIONAL}.items():
        name = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", method).replace("/", "_")
        assert handler.__module__ == f"{features.__name__}.{handler.__name__}"
        assert name.endswith(handler.__name__), method
    files = {path.stem for path in Path(features.__file__).parent.glob("*.py")} - {"__init__"}
    assert files == {handler.__name__ for handler, _ in [*features.HANDLERS.values(), *features.OPTIONAL.values()]}


async def test_the_bar_that_is_cancelled_is_that_of_its_token() -> None:
    cancelled: list[Path] = []
    connection: Any = SimpleNamespace(capabilities=types.ClientCapabilities(), post=lambda call, *args: call(*args))
    progress = IndexProgress(connection, PathMap())
    progress.on_started(Path("/a"))
    progress.on_started(Path("/b"))
    client: Any = SimpleNamespace(progress=progress, session=SimpleNamespace(cancel_indexing=cancelled.append))
    work_done_progress_cancel(client, types.WorkDoneProgressCancelParams("codebase/index/2"))
    work_done_progress_cancel(client, types.WorkDoneProgressCancelParams("codebase/index/9"))
    assert cancelled == [Path("/b")]


@pytest.mark.parametrize(
    ("command", "arguments", "field"),
    [("codebase.nothing", None, "command"), ("codebase.status", [{}, {}], "arguments")],
)
async def test_a_command_that_is_no_twin_is_refused_by_field(command: str, arguments: Any, field: str) -> None:
    async def call(*_: object) -> None:
        raise AssertionError("it is not to be answered")

    client: Any = SimpleNamespace(call=call)
    with pytest.raises(InvalidQuery) as caught:
        await execute_command(client, types.ExecuteCommandParams(command, arguments))
    assert caught.value.field == field
