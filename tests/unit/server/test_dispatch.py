"""Rules of the protocol object that no client can provoke."""

from __future__ import annotations

import threading

import pytest

from lsp_codebase.errors import Cancelled, IndexUnavailable, InvalidQuery, ModelUnavailable, UnknownRoot
from lsp_codebase.server import messages
from lsp_codebase.server.failures import as_rpc_error, uri_field
from lsp_codebase.server.features import HANDLERS
from lsp_codebase.server.language_server import CodebaseServer
from lsp_codebase.server.process import OwnProcess


def test_only_the_loop_thread_writes_to_the_wire() -> None:
    server = CodebaseServer(OwnProcess())
    refused: list[BaseException] = []

    def write() -> None:
        try:
            server.protocol.notify("codebase/indexStatus", None)
        except RuntimeError as error:
            refused.append(error)

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()
    assert len(refused) == 1


def test_every_announced_method_has_params_a_handler_and_a_command() -> None:
    announced = messages.EXPERIMENTAL["codebase"]["methods"]
    assert announced == [*messages.PARAMS]
    assert {method for method in HANDLERS if method.startswith("codebase/")} == {*announced}
    assert {*messages.COMMANDS.values()} == {*announced}


@pytest.mark.parametrize(
    ("error", "code", "data"),
    [
        (InvalidQuery("limit", "too big"), -32602, {"field": "limit", "reason": "too big"}),
        (Cancelled(), -32800, None),
        (
            IndexUnavailable("it is locked", "close the other"),
            -32803,
            {"cause": "it is locked", "hint": "close the other"},
        ),
        (ModelUnavailable("no model"), -32803, None),
        (KeyError("x"), -32603, None),
    ],
)
def test_each_error_has_its_code(error: Exception, code: int, data: object) -> None:
    sent = as_rpc_error(error)
    assert (sent.code, sent.data) == (code, data)


def test_an_unknown_place_is_told_by_the_field_that_named_it() -> None:
    assert as_rpc_error(UnknownRoot("/a")).data["field"] == "uri"
    with pytest.raises(UnknownRoot) as caught, uri_field("folder"):
        raise UnknownRoot("/a")
    told = as_rpc_error(caught.value).data
    assert (told["field"], told["outside"]) == ("folder", "/a")
    assert "/a is outside every workspace folder" in told["reason"]
