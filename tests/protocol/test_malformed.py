"""Whatever a client sends, every request gets an answer that names what is wrong, and the server lives on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from raw_client import RawClient


@pytest.fixture(scope="module")
def survivor() -> Iterator[RawClient]:
    """One server that goes through all of this file, and is asked at the end whether it is well."""
    client = RawClient()
    client.initialize()
    yield client
    try:
        client.close()
        assert "Traceback" not in client.log, "a client's mistake is not worth one"
    finally:
        client.kill()


REQUESTS = [
    ("workspace/symbol", "query"),
    ("codebase/hybridSearch", "query"),
    ("workspace/executeCommand", "command"),
]


@pytest.mark.parametrize(("method", "required"), REQUESTS)
def test_missing_params_name_the_first_required_field(survivor: RawClient, method: str, required: str) -> None:
    wanted = {"field": required, "reason": "is required"}
    survivor.send({"jsonrpc": "2.0", "id": "no params", "method": method})
    assert survivor.answer_to("no params")["error"]["data"] == wanted
    for params in (None, {}, [], {"unknown": 1}):
        error = survivor.error(method, params)
        assert error["code"] == -32602
        assert error["data"] == wanted
        assert error["message"] == f"{required}: is required"


@pytest.mark.parametrize("method", [method for method, _ in REQUESTS] + ["codebase/status", "initialize"])
@pytest.mark.parametrize("params", [["x"], [{}], "x", 5, True])
def test_params_that_are_no_object_are_refused(survivor: RawClient, method: str, params: Any) -> None:
    error = survivor.error(method, params)
    if method == "initialize":
        assert error["code"] == -32600
    else:
        assert (error["code"], error["data"]) == (-32602, {"field": "params", "reason": "must be an object"})


@pytest.mark.parametrize(
    ("field", "params"),
    [
        ("query", {"query": 5}),
        ("query", {"query": ["x"]}),
        ("limit", {"query": "x", "limit": "10"}),
        ("limit", {"query": "x", "limit": 1.5}),
        ("limit", {"query": "x", "limit": True}),
        ("mode", {"query": "x", "mode": "psychic"}),
        ("mode", {"query": "x", "mode": {"a": 1}}),
        ("pack", {"query": "x", "pack": "all"}),
        ("effort", {"query": "x", "effort": "most"}),
        ("weights", {"query": "x", "weights": 0.5}),
        ("weights.vector", {"query": "x", "weights": {"lexical": 1}}),
        ("weights.lexical", {"query": "x", "weights": {"lexical": "1", "vector": 0}}),
        ("weights", {"query": "x", "weights": {"lexical": 0, "vector": -1}}),
        ("workDoneToken", {"query": "x", "workDoneToken": []}),
        ("partialResultToken", {"query": "x", "partialResultToken": 1.5}),
        ("languages", {"query": "x", "languages": "python"}),
        ("languages[1]", {"query": "x", "languages": ["python", 3]}),
        ("excludeLanguages", {"query": "x", "excludeLanguages": {"python": True}}),
        ("sourceCodeOnly", {"query": "x", "sourceCodeOnly": 1}),
        ("textDocument.uri", {"query": "x", "textDocument": {}}),
        (
            "position.line",
            {"query": "x", "textDocument": {"uri": "file:///a"}, "position": {"line": "1", "character": 0}},
        ),
        ("maxChars", {"query": "x", "maxChars": "many"}),
        ("folder", {"query": "x", "folder": 1}),
        ("folder", {"query": "x", "folder": "untitled:1"}),
        ("textDocument.uri", {"query": "x", "textDocument": {"uri": "relative/path"}}),
    ],
)
def test_a_wrong_field_of_a_search_is_named(survivor: RawClient, field: str, params: Any) -> None:
    error = survivor.error("codebase/hybridSearch", params)
    assert (error["code"], error["data"]["field"]) == (-32602, field)
    twin = survivor.error("workspace/executeCommand", {"command": "codebase.hybridSearch", "arguments": [params]})
    assert twin == error


def test_a_wrong_choice_is_told_the_right_ones(survivor: RawClient) -> None:
    error = survivor.error("codebase/hybridSearch", {"query": "x", "pack": "all"})
    assert error["data"]["reason"] == "must be one of none, chunk, context"


@pytest.mark.parametrize(
    ("field", "params"),
    [
        ("command", {"command": "codebase.rm"}),
        ("command", {"command": 5}),
        ("arguments", {"command": "codebase.status", "arguments": {}}),
        ("arguments", {"command": "codebase.status", "arguments": [{}, {}]}),
        ("params", {"command": "codebase.status", "arguments": ["x"]}),
    ],
)
def test_a_wrong_command_is_refused(survivor: RawClient, field: str, params: Any) -> None:
    error = survivor.error("workspace/executeCommand", params)
    assert (error["code"], error["data"]["field"]) == (-32602, field)


LONG = "a" * 100_000
MANY = [f"x{number}" for number in range(10_000)]


@pytest.mark.parametrize(
    ("method", "field", "params"),
    [
        ("codebase/hybridSearch", "languages", {"query": "x", "languages": MANY}),
        ("codebase/hybridSearch", "excludeRoles", {"query": "x", "excludeRoles": [LONG, *MANY]}),
        ("codebase/hybridSearch", "kinds[0]", {"query": "x", "kinds": [1] * 10_000}),
        ("codebase/hybridSearch", "include", {"query": "x", "include": [LONG] * 100}),
        ("codebase/hybridSearch", "folder", {"query": "x", "folder": LONG}),
        ("codebase/hybridSearch", "folder", {"query": "x", "folder": f"file:///{'a' * 3_000}"}),
        ("codebase/hybridSearch", "folder", {"query": "x", "folder": f"file:///{'a/' * 50_000}"}),
        ("codebase/hybridSearch", "limit", {"query": "x", "limit": 10**4000}),
        ("codebase/hybridSearch", "mode", {"query": "x", "mode": LONG}),
        ("codebase/listFiles", "languages", {"maxResults": 5, "languages": MANY}),
        ("codebase/readFile", "uri", {"uri": LONG}),
        ("codebase/readFile", "uri", {"uri": f"file:///{'a' * 3_000}"}),
        ("codebase/callTool", "name", {"name": LONG, "arguments": {}}),
        ("workspace/executeCommand", "command", {"command": LONG}),
    ],
)
def test_an_error_repeats_no_long_input(survivor: RawClient, method: str, field: str, params: Any) -> None:
    error = survivor.error(method, params)
    assert (error["code"], error["data"]["field"]) == (-32602, field)
    assert len(error["message"]) <= 1_000
    assert len(error["data"]["reason"]) <= 1_100
    assert len(error["data"].get("problems", ())) <= 20


def test_the_name_of_an_unknown_method_is_not_repeated_if_it_is_long(survivor: RawClient) -> None:
    error = survivor.error(LONG, {})
    assert error["code"] == -32601
    assert len(error["message"]) <= 1_000


@pytest.mark.parametrize("method", ["textDocument/hover", "codebase/nothing", "$/ours", ""])
@pytest.mark.parametrize("params", [{}, [1], None])
def test_an_unknown_method_is_refused(survivor: RawClient, method: str, params: Any) -> None:
    error = survivor.error(method, params)
    assert error["code"] == -32601
    assert method in error["message"]


@pytest.mark.parametrize(
    ("message", "code", "msg_id"),
    [
        ([{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}], -32600, None),
        ("shutdown", -32600, None),
        (None, -32600, None),
        ({"jsonrpc": "1.0", "id": 7, "method": "shutdown"}, -32600, 7),
        ({"id": 7, "method": "shutdown"}, -32600, 7),
        ({"jsonrpc": "2.0", "id": 7, "method": 5}, -32600, 7),
        ({"jsonrpc": "2.0", "id": 7, "method": None}, -32600, 7),
        ({"jsonrpc": "2.0", "id": None, "method": "shutdown"}, -32600, None),
        ({"jsonrpc": "2.0", "id": 1.5, "method": "shutdown"}, -32600, None),
        ({"jsonrpc": "2.0", "id": {}, "method": "shutdown"}, -32600, None),
    ],
)
def test_a_message_that_is_no_request_is_refused(survivor: RawClient, message: Any, code: int, msg_id: Any) -> None:
    survivor.send(message)
    assert survivor.answer_to(msg_id)["error"]["code"] == code


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff\xfe{}", b'{"jsonrpc": NaN}', b"[" * 200_000, b'{"jsonrpc":"2.0","id":1,"method":"shutdown"}}'],
)
def test_a_body_that_is_not_json_is_refused(survivor: RawClient, body: bytes) -> None:
    survivor.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    assert survivor.answer_to(None)["error"]["code"] == -32700


def test_malformed_notifications_change_nothing(survivor: RawClient) -> None:
    survivor.notify("textDocument/didSave", {"textDocument": 5})
    survivor.notify("textDocument/didSave")
    survivor.notify("textDocument/didSave", [1])
    survivor.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///a"}})
    survivor.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": "file:///never-opened", "version": 1}, "contentChanges": [{"text": "x"}]},
    )
    survivor.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///a", "type": 99}]})
    survivor.notify("workspace/didChangeWorkspaceFolders", {"event": {}})
    survivor.notify("$/cancelRequest", {"id": 99})
    survivor.notify("$/cancelRequest", {})
    survivor.notify("window/workDoneProgress/cancel", {"token": "none"})
    survivor.notify("no/such", {"a": 1})
    survivor.send({"jsonrpc": "2.0", "id": "nobody asked", "result": {}})
    survivor.send({"jsonrpc": "2.0", "id": 5, "error": "what"})


def test_nested_keys_of_the_envelope_are_data(survivor: RawClient) -> None:
    params = {"query": 5, "jsonrpc": "2.0", "id": 3, "nested": {"jsonrpc": "2.0", "method": "x", "id": 1}}
    assert survivor.error("workspace/symbol", params)["data"]["field"] == "query"


def test_frames_may_arrive_in_any_pieces(survivor: RawClient) -> None:
    body = '{"jsonrpc":"2.0","id":"ü","method":"textDocument/hover"}'.encode()
    frame = b"content-type: x\r\ncontent-length:%d\r\n\r\n%s" % (len(body), body)
    for byte in frame:
        survivor.write(bytes([byte]))
    assert survivor.answer_to("ü")["error"]["code"] == -32601
    survivor.write(frame * 3)
    for _ in range(3):
        survivor.answer_to("ü")


@pytest.mark.parametrize("lie", [-20, -1, 1, 30])
def test_a_wrong_content_length_costs_no_later_message(survivor: RawClient, lie: int) -> None:
    body = b'{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}'
    survivor.write(b"Content-Length: %d\r\n\r\n%s" % (len(body) + lie, body))
    survivor.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    assert survivor.answer_to(None)["error"]["code"] == -32700
    assert survivor.answer_to(1)["error"]["code"] == -32601


@pytest.mark.parametrize(
    "garbage", [b"hello\r\n\r\n", b"Content-Length: many\r\n\r\n", b"\r\n\r\n", b"\x00" * 100 + b"\n\n"]
)
def test_garbage_between_frames_is_skipped(survivor: RawClient, garbage: bytes) -> None:
    survivor.write(garbage)
    assert survivor.error("textDocument/hover", {})["code"] == -32601


def test_string_ids_come_back_as_strings(survivor: RawClient) -> None:
    for msg_id in ("1", "a b", 2**31 - 1, -5, 0):
        survivor.send({"jsonrpc": "2.0", "id": msg_id, "method": "textDocument/hover", "params": {}})
        answer = survivor.read()
        assert (answer["id"], type(answer["id"])) == (msg_id, type(msg_id))


def test_an_id_that_is_half_a_surrogate_pair_comes_back_as_it_was(ready: RawClient) -> None:
    for odd in ("\ud800", "a\udfffz"):
        ready.send({"jsonrpc": "2.0", "id": odd, "method": "codebase/status", "params": {}})
        assert ready.answer_to(odd)["result"] == []
    ready.close()
