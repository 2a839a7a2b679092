"""`workspace/symbol` and `textDocument/documentSymbol` as clients rely on them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import END_S, RawClient
from written_files import write

FILES = {
    "net/client.py": '"""Talks."""\n\n\nclass Client:\n    """A client.\n\n    .. deprecated:: 2.0\n    """\n'
    "\n    def get(self, url):\n        return self.getHttpResponse(url)\n\n"
    "    def getHttpResponse(self, url):\n        return url\n",
    "poll.py": "def poll(server):\n    # wait until the server answers, 等待服务器响应\n    return server.ready\n",
    "net/tcp.rs": "pub fn connect() {}\n\n#[deprecated]\npub fn old_connect() {}\n",
    "Old.java": "class Old {\n  /** @deprecated now */\n  void then() {}\n"
    "  @Deprecated void before() {}\n  void now() {}\n}\n",
    "wide.js": "const x = '𝄞'; function wide() {}\n",
    "many.py": "".join(f"def numbered_{n}():\n    pass\n\n\n" for n in range(60)),
    **{f"parts/{n}.py": f"def collect_pieces_{n}():\n    return {n}\n" for n in range(20)},
}
NESTED = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("symbols") / "root", FILES)


@pytest.fixture(scope="module")
def editor(root: Path) -> Iterator[RawClient]:
    """One server for all questions, with the outline switched on."""
    client = RawClient()
    said = client.initialize(NESTED, rootUri=root.as_uri(), initializationOptions={"symbols": {"outline": True}})
    assert said["capabilities"]["documentSymbolProvider"]
    client.wait_until_indexed()
    yield client
    client.close()
    client.kill()


def found(client: RawClient, query: str) -> list[Any]:
    result: list[Any] = client.result("workspace/symbol", {"query": query})
    return result


def in_order(typed: str, name: str) -> bool:
    letters = iter(name.lower())
    return all(letter in letters for letter in typed.lower() if letter.isalnum())


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("getHttpResponse", "getHttpResponse"),
        ("gHR", "getHttpResponse"),
        ("Client.get", "Client.get"),
        ("client.get", "Client.get"),
        ("Client::getHttp", "Client::getHttpResponse"),
        ("tcp::connect", "tcp::connect"),
        ("net/tcp.conn", "net/tcp.connect"),
    ],
)
def test_the_name_given_holds_the_typed_letters_in_order(editor: RawClient, query: str, name: str) -> None:
    first = found(editor, query)[0]
    assert first["name"] == name
    assert in_order(query, first["name"])


def test_words_in_another_order_are_in_the_name_and_the_container(editor: RawClient) -> None:
    (hit,) = found(editor, "response http")
    assert (hit["name"], hit["containerName"]) == ("getHttpResponse", "Client.getHttpResponse")


@pytest.mark.parametrize("query", ["Client.getHttp", "net.getHttp", "response http"])
def test_our_own_request_tells_the_name_as_it_is_however_it_was_typed(editor: RawClient, query: str) -> None:
    (hit,) = editor.result("codebase/symbols", {"query": query})["hits"]
    definition = hit["definition"]
    assert (definition["name"], definition["container"]) == ("getHttpResponse", "Client")


def test_a_qualified_name_that_is_asked_again_is_found_again(editor: RawClient) -> None:
    assert found(editor, "Client.getHttpResponse")[0]["name"] == "Client.getHttpResponse"


def test_what_is_deprecated_is_tagged(editor: RawClient) -> None:
    tags = {
        hit["name"]: hit.get("tags")
        for query in ("Client", "connect", "then", "before", "now")
        for hit in found(editor, query)
    }
    assert {name for name, tag in tags.items() if tag == [1]} == {"Client", "old_connect", "then", "before"}
    assert tags["now"] is None


def test_a_location_is_the_name_in_the_units_of_the_client(editor: RawClient, root: Path) -> None:
    (hit,) = found(editor, "wide")
    start = {"line": 0, "character": FILES["wide.js"].index("wide") + 1}
    end = {"line": 0, "character": start["character"] + 4}
    assert hit["location"] == {"uri": (root / "wide.js").as_uri(), "range": {"start": start, "end": end}}


def test_a_question_mark_searches_for_meaning(editor: RawClient) -> None:
    hit = found(editor, "?wait until the server answers")[0]
    assert hit["name"] == "poll"
    assert hit["location"]["range"]["start"] == {"line": 0, "character": 4}
    assert found(editor, "?") == found(editor, "?  ") == []
    assert found(editor, '?"server.ready"')[0]["name"] == "return server.ready"


def test_an_answer_comes_in_parts_to_a_client_that_gives_a_token(editor: RawClient) -> None:
    whole = found(editor, "numbered")
    assert len(whole) == 60
    msg_id = editor.start("workspace/symbol", {"query": "numbered", "partialResultToken": "parts"})
    parts = []
    while (message := editor.read()).get("method") == "$/progress":
        assert message["params"]["token"] == "parts"
        parts.append(message["params"]["value"])
    assert (message["id"], message["result"]) == (msg_id, [])
    assert [hit for part in parts for hit in part] == whole
    assert len(parts) == 4


@pytest.mark.parametrize("token", ["parts", 7])
def test_hits_come_in_parts_to_a_client_that_gives_a_token(editor: RawClient, token: object) -> None:
    params = {"query": "collect pieces", "limit": 20}
    whole = editor.request("codebase/hybridSearch", params)["result"]
    assert len(whole["hits"]) == 20
    msg_id = editor.start("codebase/hybridSearch", {**params, "partialResultToken": token})
    parts = []
    while (message := editor.read()).get("method") == "$/progress":
        assert message["params"]["token"] == token
        parts.append(message["params"]["value"])
    assert message["id"] == msg_id
    assert [hit for part in parts for hit in part["hits"]] == whole["hits"]
    assert [len(part["hits"]) for part in parts] == [16, 4]
    assert message["result"]["hits"] == []
    assert message["result"]["mode"] == whole["mode"]


@pytest.mark.parametrize(("mode", "query"), [("regex", r"\b[a-z]+_\d+\("), ("exact", "_1")])
def test_what_is_written_comes_as_soon_as_it_is_found(editor: RawClient, mode: str, query: str) -> None:
    params = {"query": query, "mode": mode, "limit": 30}
    whole = editor.request("codebase/hybridSearch", params)["result"]
    msg_id = editor.start("codebase/hybridSearch", {**params, "partialResultToken": "early"})
    parts = []
    while (message := editor.read()).get("method") == "$/progress":
        parts.append(message["params"]["value"]["hits"])
    assert message["id"] == msg_id
    assert len(whole["hits"]) > 17
    assert [hit for part in parts for hit in part] == whole["hits"]
    assert len(parts[0]) == 1
    assert max(map(len, parts)) <= 16
    assert message["result"]["hits"] == []
    assert message["result"].get("nextCursor") == whole.get("nextCursor")


def test_a_cancel_between_two_parts_ends_a_search(shared: RawClient, tmp_path: Path) -> None:
    chance = random.Random(1)
    for n in range(60):
        text = "".join(chance.choices("bcdfaeio ", k=6_000))
        (tmp_path / f"file_{n:02}.py").write_text(f"text_{n} = '{text}'\n" if n else "a = 1 #0\n")
    slow = r"[a-z ]*[aeiou][a-z ]{300}[0-9]Z|1 #"  # the engine has a state for each set of places where it may stand
    params = {"query": slow, "mode": "regex", "caseSensitive": True, "partialResultToken": "early"}
    with shared.visit(tmp_path):
        msg_id = shared.start("codebase/hybridSearch", params)
        first = shared.read()
        assert [hit["preview"] for hit in first["params"]["value"]["hits"]] == ["a = 1 #0"]
        shared.notify("$/cancelRequest", {"id": msg_id})
        assert shared.answer_to(msg_id)["error"]["code"] == -32800


def test_a_token_of_another_type_is_refused(editor: RawClient) -> None:
    refused = editor.request("codebase/hybridSearch", {"query": "poll", "partialResultToken": [1]})["error"]
    assert refused["code"] == -32602
    assert refused["data"]["field"] == "partialResultToken"


def test_an_answer_is_bounded_by_the_setting(start: Callable[..., RawClient], root: Path) -> None:
    client = start()
    client.initialize(rootUri=root.as_uri(), initializationOptions={"symbols": {"maxResults": 7}})
    client.wait_until_indexed()
    assert len(found(client, "numbered")) == 7
    assert len(found(client, "")) == 7


def test_nothing_typed_gives_the_most_telling_symbols_of_many_files(editor: RawClient) -> None:
    names = [hit["name"] for hit in found(editor, "")]
    assert {"Client", "poll", "Old"} <= set(names[:30])
    assert len(names) <= 128


def test_a_burst_of_cancelled_requests_holds_up_nobody(editor: RawClient) -> None:
    begin = time.monotonic()
    asked = []
    for n in range(200):
        asked.append(editor.start("workspace/symbol", {"query": f"numbered {n}"}))
        editor.notify("$/cancelRequest", {"id": asked[-1]})
    last = editor.start("workspace/symbol", {"query": "numbered_7"})
    answers = {}
    while last not in answers:
        message = editor.read()
        answers[message["id"]] = message
    assert answers[last]["result"][0]["name"] == "numbered_7"
    assert time.monotonic() - begin < END_S
    while len(answers) <= len(asked):
        message = editor.read()
        answers[message["id"]] = message
    codes = {answer["error"]["code"] for answer in answers.values() if "error" in answer}
    assert codes <= {-32800}


def test_the_outline_is_a_tree(editor: RawClient, root: Path) -> None:
    uri = (root / "net/client.py").as_uri()
    (outer,) = editor.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert (outer["name"], outer["tags"], outer["range"]["start"]["line"]) == ("Client", [1], 3)
    assert [child["name"] for child in outer["children"]] == ["get", "getHttpResponse"]
    assert outer["children"][1]["selectionRange"]["start"] == {"line": 12, "character": 8}


def test_the_outline_is_of_the_text_as_typed(editor: RawClient, root: Path) -> None:
    uri = (root / "net/tcp.rs").as_uri()
    document = {"uri": uri, "languageId": "rust", "version": 1, "text": "fn fresh() {}\n"}
    editor.notify("textDocument/didOpen", {"textDocument": document})

    def names() -> list[str]:
        return [one["name"] for one in editor.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}})]

    editor.wait_for(lambda: names() == ["fresh"])
    editor.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    editor.wait_for(lambda: names() == ["connect", "old_connect"])


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "file:///somewhere/else.py"])
def test_there_is_no_outline_of_what_lies_in_no_folder(editor: RawClient, uri: str) -> None:
    assert editor.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}}) is None


def test_the_outline_is_flat_for_a_client_without_trees(start: Callable[..., RawClient], root: Path) -> None:
    client = start()
    client.initialize(rootUri=root.as_uri(), initializationOptions={"symbols": {"outline": True}})
    client.wait_until_indexed()
    uri = (root / "Old.java").as_uri()
    flat = client.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [(one["name"], one.get("containerName")) for one in flat] == [
        ("Old", None),
        *[(name, "Old") for name in ("then", "before", "now")],
    ]
    assert flat[0]["location"]["uri"] == uri
    client.close()


def test_the_outline_is_off_by_default(client: RawClient, root: Path) -> None:
    said = client.initialize(rootUri=root.as_uri(), initializationOptions={"index": {"enabled": False}})
    assert not said["capabilities"].get("documentSymbolProvider")
    uri = (root / "Old.java").as_uri()
    assert client.error("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["code"] == -32601
    client.close()


def test_the_outline_is_registered_when_it_is_switched_on_later(client: RawClient) -> None:
    capability = {"documentSymbol": {"dynamicRegistration": True, "hierarchicalDocumentSymbolSupport": True}}
    client.initialize({"textDocument": capability})
    for outline, method in ((True, "client/registerCapability"), (False, "client/unregisterCapability")):
        client.notify("workspace/didChangeConfiguration", {"settings": {"symbols": {"outline": outline}}})
        message = client.read()
        assert message["method"] == method
        client.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
    client.close()
