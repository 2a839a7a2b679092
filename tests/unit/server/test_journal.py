"""What the next server is told when one has gone, and what the client is still owed."""

from __future__ import annotations

from typing import Any

import pytest

from lsp_codebase.attach import SIGN_OF_LIFE
from lsp_codebase.server.forwarding.journal import Journal

INITIALIZE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
URI = "file:///a.py"


def notification(method: str, params: Any) -> Any:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def request(msg_id: Any, method: str, params: Any = None) -> Any:
    return {"jsonrpc": "2.0", "id": msg_id, "method": method, "params": params}


def answer(msg_id: Any, result: Any = None) -> Any:
    return {"jsonrpc": "2.0", "id": msg_id, "result": result}


def progress(token: str, kind: str) -> Any:
    return notification("$/progress", {"token": token, "value": {"kind": kind}})


def opened(text: str, version: int = 1) -> Any:
    item = {"uri": URI, "languageId": "python", "version": version, "text": text}
    return notification("textDocument/didOpen", {"textDocument": item})


def edited(text: str, start: tuple[int, int], end: tuple[int, int]) -> Any:
    span = {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }
    change = {"range": span, "text": text}
    named = {"uri": URI, "version": 2}
    return notification("textDocument/didChange", {"textDocument": named, "contentChanges": [change]})


def passes(journal: Journal, message: Any) -> bool:
    """Whether the client gets a message of the server just as it is."""
    return journal.note_received(message) == (message, None)


@pytest.fixture
def journal() -> Journal:
    """A session after the handshake."""
    journal = Journal()
    journal.note_sent(INITIALIZE)
    assert passes(journal, answer(1, {"capabilities": {"positionEncoding": "utf-16"}}))
    journal.note_sent(notification("initialized", {}))
    return journal


def methods(messages: list[Any]) -> list[str]:
    return [message["method"] for message in messages]


def test_the_handshake_is_done_again_and_its_answer_is_not_shown_twice(journal: Journal) -> None:
    first, second = journal.replay().to_server
    assert (first["params"], second["method"]) == (INITIALIZE["params"], "initialized")
    assert journal.note_received(answer(first["id"], {"capabilities": {}})) == (None, None)


def test_a_handshake_without_an_answer_is_answered_by_the_next_server() -> None:
    journal = Journal()
    journal.note_sent(INITIALIZE)
    assert journal.replay().to_server == [INITIALIZE]
    assert passes(journal, answer(1, {"capabilities": {}}))


def test_a_refused_handshake_is_not_repeated() -> None:
    journal = Journal()
    journal.note_sent(INITIALIZE)
    journal.note_received({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}})
    assert journal.replay().to_server == []
    good = {**INITIALIZE, "id": 2}
    journal.note_sent(good)
    assert journal.replay().to_server == [good]


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 4), ("utf-16", 2), ("utf-32", 1), (None, 2)])
def test_documents_are_opened_as_they_were_typed_in_the_encoding_of_the_client(encoding: Any, column: int) -> None:
    journal = Journal()
    journal.note_sent(INITIALIZE)
    journal.note_received(answer(1, {"capabilities": {"positionEncoding": encoding} if encoding else {}}))
    journal.note_sent(opened("𝄞x\nsecond\n"))
    journal.note_sent(edited("größe", (0, column), (1, 3)))
    document = journal.replay().to_server[-1]["params"]["textDocument"]
    assert (document["text"], document["version"]) == ("𝄞größeond\n", 2)


def test_a_document_that_is_closed_is_not_opened_again(journal: Journal) -> None:
    journal.note_sent(opened("text"))
    journal.note_sent(notification("textDocument/didClose", {"textDocument": {"uri": URI}}))
    assert methods(journal.replay().to_server) == ["initialize", "initialized"]


@pytest.mark.parametrize(
    "odd",
    [
        notification("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [5]}),
        notification("textDocument/didChange", {"textDocument": {"uri": "file:///b", "version": 2}}),
        edited("x", ("zero", 0), (0, 0)),  # type: ignore[arg-type]
        notification("textDocument/didOpen", None),
        notification("$/cancelRequest", {"id": [1]}),
        notification("workspace/didChangeWorkspaceFolders", {"event": 5}),
        {"jsonrpc": "2.0", "id": {}, "method": "codebase/status"},
        {"jsonrpc": "2.0", "id": [], "result": 1},
        [1, 2],
        None,
    ],
)
def test_what_a_server_refuses_changes_nothing(journal: Journal, odd: Any) -> None:
    journal.note_sent(opened("text"))
    before = journal.replay()
    journal.note_sent(odd)
    assert journal.replay() == before


def test_settings_and_folders_are_told_as_they_stand(journal: Journal) -> None:
    for limit in (3, 5, None):
        settings = limit and {"symbols": {"maxResults": limit}}
        journal.note_sent(notification("workspace/didChangeConfiguration", {"settings": settings}))
    journal.note_sent(notification("workspace/didChangeConfiguration", {"settings": {"python": {"path": "x"}}}))
    a, b, c = ({"uri": f"file:///{name}", "name": name} for name in "abc")
    for added, removed in (([a, b], []), ([c], [a]), ([], [c])):
        event = {"event": {"added": added, "removed": removed}}
        journal.note_sent(notification("workspace/didChangeWorkspaceFolders", event))
    _, _, folders, settings = journal.replay().to_server
    assert folders["params"] == {"event": {"added": [b], "removed": [a, c]}}
    assert settings["params"] == {"settings": {"symbols": {"maxResults": 5}}}


def test_a_folder_or_document_is_the_same_however_its_uri_is_spelled(journal: Journal) -> None:
    journal.note_sent(opened("text"))
    uri = journal.replay().to_server[-1]["params"]["textDocument"]["uri"]
    spelled = uri.replace(uri[-1], f"%{ord(uri[-1]):x}")
    journal.note_sent(notification("textDocument/didClose", {"textDocument": {"uri": spelled}}))
    for added, removed in (["file:///a/"], []), ([], ["file:///%61"]):
        event = {"added": [{"uri": one, "name": ""} for one in added]}
        event["removed"] = [{"uri": one, "name": ""} for one in removed]
        journal.note_sent(notification("workspace/didChangeWorkspaceFolders", {"event": event}))
    *_, last = journal.replay().to_server
    assert last["params"] == {"event": {"added": [], "removed": [{"uri": "file:///%61", "name": ""}]}}


def test_questions_are_asked_again_and_answered_once(journal: Journal) -> None:
    question, done = request("q", "codebase/hybridSearch"), request(7, "workspace/symbol")
    journal.note_sent(done)
    journal.note_sent(question)
    assert passes(journal, answer(7, []))
    replay = journal.replay()
    assert replay.to_server[-1] == question
    assert done not in replay.to_server
    assert replay.to_client == []
    assert passes(journal, answer("q", {}))
    assert question not in journal.replay().to_server


def test_what_may_be_done_in_part_is_not_done_again_unasked(journal: Journal) -> None:
    journal.note_sent(request(2, "codebase/reindex", {}))
    journal.note_sent(request(3, "workspace/executeCommand", {"command": "codebase.reindex"}))
    journal.note_sent(request(4, "workspace/executeCommand", {"command": "codebase.status"}))
    replay = journal.replay()
    assert [(told["id"], told["error"]["code"]) for told in replay.to_client] == [(2, -32803), (3, -32803)]
    assert replay.to_server[-1]["id"] == 4


def test_a_request_whose_method_is_no_text_is_for_the_next_server_to_refuse(journal: Journal) -> None:
    odd = request(5, ["codebase/clear"])  # type: ignore[arg-type]
    journal.note_sent(odd)
    assert journal.replay().to_server[-1] == odd


def test_a_question_that_was_cancelled_is_answered_so(journal: Journal) -> None:
    journal.note_sent(request(2, "codebase/hybridSearch"))
    journal.note_sent(notification("$/cancelRequest", {"id": 2}))
    replay = journal.replay()
    assert [(told["id"], told["error"]["code"]) for told in replay.to_client] == [(2, -32800)]
    assert methods(replay.to_server) == ["initialize", "initialized"]


def test_shutdown_is_answered_and_nothing_is_begun_again(journal: Journal) -> None:
    journal.note_sent(request(2, "shutdown"))
    assert journal.replay().to_client == [answer(2)]
    assert journal.is_shut_down


def test_the_client_is_not_asked_again_for_what_it_granted(journal: Journal) -> None:
    def register(msg_id: str, *ids: str) -> Any:
        return request(msg_id, "client/registerCapability", {"registrations": [{"id": one} for one in ids]})

    assert passes(journal, register("first", "watch", "outline"))
    assert journal.note_sent(answer("first"))
    journal.replay()
    assert journal.note_received(register("second", "watch")) == (None, answer("second"))
    passed, reply = journal.note_received(register("third", "watch", "settings"))
    assert (passed, reply) == (register("third", "settings"), None)
    journal.note_received(request("fourth", "client/unregisterCapability", {"unregisterations": [{"id": "watch"}]}))
    assert passes(journal, register("fifth", "watch"))
    journal.note_sent({"jsonrpc": "2.0", "id": "fifth", "error": {"code": 1, "message": "no"}})
    assert passes(journal, register("sixth", "watch"))


def test_an_answer_to_a_server_that_is_gone_is_not_given_to_the_next(journal: Journal) -> None:
    assert passes(journal, request("s1", "workspace/configuration"))
    journal.replay()
    assert passes(journal, request("s2", "workspace/configuration"))
    assert not journal.note_sent(answer("s1"))
    assert journal.note_sent(answer("s2"))


def test_progress_of_a_server_that_is_gone_ends(journal: Journal) -> None:
    assert passes(journal, progress("indexing", "begin"))
    assert passes(journal, progress("done", "begin"))
    assert passes(journal, progress("done", "end"))
    (end,) = journal.replay().to_client
    assert (end["params"]["token"], end["params"]["value"]["kind"]) == ("indexing", "end")


def test_progress_of_a_question_that_is_asked_again_goes_on(journal: Journal) -> None:
    journal.note_sent(request(2, "codebase/hybridSearch", {"workDoneToken": "mine"}))
    assert passes(journal, progress("mine", "begin"))
    assert journal.replay().to_client == []
    assert journal.note_received(progress("mine", "begin")) == (None, None)
    assert passes(journal, progress("mine", "report"))
    assert passes(journal, progress("mine", "end"))
    assert passes(journal, progress("mine", "begin"))


def test_progress_of_work_that_is_not_begun_again_ends_before_its_error(journal: Journal) -> None:
    journal.note_sent(request(2, "codebase/reindex", {"workDoneToken": "mine"}))
    assert passes(journal, progress("mine", "begin"))
    end, error = journal.replay().to_client
    assert (end["params"]["value"]["kind"], error["id"]) == ("end", 2)


@pytest.mark.parametrize("part", [[{"name": "a"}], {"hits": []}])
def test_a_question_that_was_answered_in_part_is_not_asked_again(journal: Journal, part: Any) -> None:
    asked = request(5, "workspace/symbol", {"query": "a", "partialResultToken": "p"})
    journal.note_sent(asked)
    journal.note_sent({**asked, "id": 6, "params": {"query": "a", "partialResultToken": "q"}})
    assert passes(journal, notification("$/progress", {"token": "p", "value": part}))
    replay = journal.replay()
    assert [(one["id"], one["error"]["code"]) for one in replay.to_client] == [(5, -32803)]
    assert [one["id"] for one in replay.to_server if one["method"] == "workspace/symbol"] == [6]


def test_a_sign_of_life_is_not_shown_to_the_client(journal: Journal) -> None:
    assert not journal.is_owed
    journal.note_sent(request(5, "workspace/symbol", {"query": "a"}))
    assert journal.is_owed
    error = {"jsonrpc": "2.0", "id": SIGN_OF_LIFE, "error": {"code": -32601, "message": "?"}}
    assert journal.note_received(error) == (None, None)
    assert journal.is_owed
