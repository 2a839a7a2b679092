"""What holds after each of the doors through which a client configures us."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lsp_codebase.config import Settings, Source, Sources, of_command_line
from lsp_codebase.server.configuration import Configuration
from lsp_codebase.server.forwarding.caller import read_caller

OFF = {"index": {"enabled": False}}
NOTHING = object()


class Connection:
    """A client whose settings are asked for; `NOTHING` is one that cannot be asked."""

    def __init__(self, answer: Any = NOTHING) -> None:
        self.answer = answer
        self.told: list[tuple[str, Any]] = []
        self.capabilities = SimpleNamespace(workspace=SimpleNamespace(configuration=answer is not NOTHING))

    async def request(self, method: str, params: Any, **_: Any) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def notify(self, method: str, params: Any) -> None:
        self.told.append((method, params))

    def post(self, call: Any, *args: Any) -> None:
        call(*args)


def configuration(connection: Connection, options: Any = None) -> Any:
    one = Configuration(connection, Sources(), lambda *_: None)  # type: ignore[arg-type]  # what it needs of one
    one.initialize(options)
    return one


@pytest.mark.parametrize("nothing_set", [{}, [], {"lspCodebase": {}}, {"lspCodebase": []}])
async def test_an_empty_push_returns_to_the_options_of_initialize(nothing_set: Any) -> None:
    one = configuration(Connection(), {"index.workers": 3})
    await one.change({"lspCodebase": OFF | {"index.workers": 2}})
    assert (one.settings.index_enabled, one.settings.index_workers) == (False, 2)
    await one.change(nothing_set)
    assert (one.settings.index_enabled, one.settings.index_workers) == (True, 3)
    assert one.problems == []


@pytest.mark.parametrize("silent", [None, {"lspCodebase": None}, {"python": {}}])
async def test_a_push_that_says_nothing_of_us_changes_nothing(silent: Any) -> None:
    one = configuration(Connection())
    await one.change({"lspCodebase": OFF})
    await one.change(silent)
    assert not one.settings.index_enabled


async def test_a_setting_that_is_pushed_no_more_returns_to_its_default() -> None:
    one = configuration(Connection())
    await one.change({"lspCodebase": {"index": {"enabled": False, "workers": 2}}})
    await one.change({"lspCodebase": {"index": {"workers": 2}}})
    assert (one.settings.index_enabled, one.settings.index_workers) == (True, 2)


@pytest.mark.parametrize("answer", [[None], [{}], [[]], [], None])
async def test_a_client_that_is_asked_and_has_nothing_set_returns_to_the_base(answer: Any) -> None:
    connection = Connection([OFF])
    one = configuration(connection)
    await one.pull()
    assert not one.settings.index_enabled
    connection.answer = answer
    await one.change(None)
    assert one.settings.index_enabled


async def test_what_was_pushed_is_not_undone_by_a_client_that_then_has_nothing_to_say() -> None:
    one = configuration(Connection([None]))
    await one.change({"lspCodebase": OFF})
    assert not one.settings.index_enabled
    await one.pull()  # the first question, answered late
    assert not one.settings.index_enabled


async def test_a_client_that_does_not_answer_keeps_what_it_said() -> None:
    connection = Connection([OFF])
    one = configuration(connection)
    await one.pull()
    connection.answer = TimeoutError()
    await one.change(None)
    assert not one.settings.index_enabled


async def test_a_setting_that_does_not_hold_is_told_once() -> None:
    connection, told = Connection(), []
    connection.post = lambda call, *args: call(*args)  # type: ignore[attr-defined]
    connection.notify = lambda _, params: told.append(params.message)  # type: ignore[attr-defined]
    one = configuration(connection)
    one.report()
    for _ in range(2):
        one.note_unmet(["index.exclude: [] does not hold"])
    assert told == ["lsp-codebase: index.exclude: [] does not hold"]


async def test_the_command_line_wins_over_the_editor_and_the_editor_over_the_file_of_a_root(tmp_path: Path) -> None:
    (tmp_path / "lsp-codebase.toml").write_text(
        "chunks.maxChars = 900\nindex.exclude = ['a']\nindex.languages = ['go']\n"
    )
    sources = Sources(command_line=(Source("--set", {"index.exclude": ["c"]}),))
    one: Any = Configuration(Connection(), sources, lambda *_: None)  # type: ignore[arg-type]
    one.initialize({"index": {"exclude": ["b"], "languages": ["python"]}})
    settings = one.of_root(tmp_path)
    assert (settings.chunks_max_chars, settings.index_exclude, settings.index_languages) == (900, ("c",), ("python",))
    assert one.settings == Settings(index_exclude=("c",), index_languages=("python",)), "no root, no file"
    await one.change({"lspCodebase": {}})
    assert one.of_root(tmp_path).index_languages == ("python",)
    one.initialize(None)
    assert one.of_root(tmp_path).index_languages == ("go",)


async def test_a_mistake_that_comes_back_is_told_again() -> None:
    connection = Connection()
    one = configuration(connection)
    wrong = {"lspCodebase": {"index": {"workers": "many"}}}
    for pushed in (wrong, wrong, {"lspCodebase": {}}, wrong):
        await one.change(pushed)
        one.report()
    shown = [params.message for method, params in connection.told if method == "window/showMessage"]
    assert shown == ["lsp-codebase: index.workers: must be a number; keeping 0"] * 2


async def test_what_is_set_for_a_process_that_forwards_weighs_as_in_one_that_serves() -> None:
    pulled = {"index": {"debounceMs": 3, "workers": 3}, "symbols": {"maxResults": 3}}
    sources = Sources(
        environment=(Source("VARIABLE", {"index.debounceMs": 1, "embedding.threads": 1}),),
        command_line=(of_command_line(["index.workers=2"]),),
    )
    initialize = {"jsonrpc": "2.0", "id": 1, "method": "initialize"}
    params = {"rootUri": "file:///project", "initializationOptions": {"symbols.maxResults": 9, "no.such": 1}}
    caller = read_caller({**initialize, "params": params}, sources)
    assert caller is not None
    message, body = caller.introduced({**initialize, "params": params}, b"")
    assert json.loads(body) == message
    one = configuration(connection := Connection([pulled]), message["params"]["initializationOptions"])  # type: ignore[index]
    assert (one.settings.index_workers, one.settings.symbols_max_results) == (2, 9)
    await one.pull()
    settings = one.settings
    assert (settings.index_workers, settings.index_debounce_ms, settings.symbols_max_results) == (2, 3, 3)
    assert settings.embedding_threads == 1
    one.report()
    assert [params.message for method, params in connection.told if method == "window/logMessage"] == [
        "lsp-codebase: no.such: unknown setting; `lsp-codebase config` lists all settings"
    ]
