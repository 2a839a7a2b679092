"""Several editors on one root: the first one's server serves them all, and each goes on when that ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import ALONE, SERVE, SERVER, RawClient
from written_files import write

from lsp_codebase.attach import CLAIM_S, connect, frame_of, read_messages
from lsp_codebase.location import index_directory, make_private
from lsp_codebase.store import WriterLock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))
import killed_hosts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes and memory are looked at as POSIX has them")

HEAVY = ("pygls", "lsprotocol", "asyncio", "numpy", "pyarrow", "lancedb", "rapidfuzz", "lsp_codebase.workspace")
THIN = f"""
import sys
from lsp_codebase.server.app import serve
code = serve()
print("loaded:", [name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
raise SystemExit(code)
"""
FILES = {
    "pkg/first.py": "def first_function():\n    return 'größe 𝄞'\n\n\ndef first_helper():\n    return 1\n",
    "pkg/second.py": "class SecondThing:\n    def act(self):\n        return 2\n",
    "README.md": "# Things\n\nSecond things act.\n",
}
TWO = {"symbols.maxResults": 2}
UTF_8 = {"general": {"positionEncodings": ["utf-8"]}}


def open_editor(client: RawClient, root: Path, name: str, capabilities: Any = None, **params: Any) -> RawClient:
    """Do the handshake of an editor, and wait until it has an index."""
    client.initialize(capabilities, rootUri=root.as_uri(), clientInfo={"name": name}, **params)
    client.wait_until_indexed()
    return client


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("shared") / "tree", FILES)


@pytest.fixture(scope="module")
def first(root: Path) -> Iterator[RawClient]:
    """An editor whose server serves the others."""
    client = open_editor(RawClient(), root, "One")
    yield client
    try:
        client.close()
        assert client.log == "", "guests leave no trace in the log"
    finally:
        client.kill()


Attach = Callable[..., RawClient]


@pytest.fixture
def attach(first: RawClient, start: Attach, root: Path) -> Attach:
    """Start another editor on the root, where those of the test before are gone."""
    wait_until_alone(first)
    return lambda name, command=SERVER, *args, **params: open_editor(start(command), root, name, *args, **params)


@pytest.fixture
def own_root(tmp_path: Path) -> Path:
    return write(tmp_path / "tree", FILES)


@pytest.fixture
def attach_own(start: Attach, own_root: Path) -> Attach:
    """Start an editor on a root of this test."""
    return lambda name, command=SERVER, *args, **params: open_editor(start(command), own_root, name, *args, **params)


def host(client: RawClient) -> Any:
    return client.result("codebase/status", {})[0].get("host")


def role(client: RawClient) -> str:
    return str(client.result("codebase/status", {})[0]["role"])


def wait_until_alone(client: RawClient) -> None:
    """Wait until the process that serves has noticed that the others are gone."""
    client.wait_for(lambda: len(host(client)["clients"]) == 1)


def names(client: RawClient, query: str) -> list[str]:
    return [symbol["name"] for symbol in client.result("workspace/symbol", {"query": query})]


def open_text(client: RawClient, path: Path, text: str) -> None:
    item = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": item})


def insert(client: RawClient, path: Path, line: int, text: str, version: int = 2) -> None:
    place = {"line": line, "character": 0}
    change = {"range": {"start": place, "end": place}, "text": text}
    named = {"uri": path.as_uri(), "version": version}
    client.notify("textDocument/didChange", {"textDocument": named, "contentChanges": [change]})


def text_of(client: RawClient, path: Path) -> str:
    return str(client.result("codebase/readFile", {"uri": path.as_uri()})["text"])


OWN = ("tookMs", "scanMs", "cachedAt", "cacheHits", "texts", "id")
"""What is of one answer, or of one asker's cache."""


def without_own(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {key: without_own(value) for key, value in answer.items() if key not in OWN}
    return [without_own(value) for value in answer] if isinstance(answer, list) else answer


def test_the_second_editor_is_served_by_the_first_ones_process_and_loads_nothing(
    first: RawClient, attach: Attach, root: Path
) -> None:
    second = attach("Two", (sys.executable, "-c", THIN))
    pid = first.process.pid
    clients = [{"name": "One", "pid": pid}, {"name": "Two", "pid": second.process.pid}]
    assert host(first) == host(second) == {"pid": pid, "clients": clients}
    uri = (root / "pkg" / "first.py").as_uri()
    for method, params in (
        ("codebase/hybridSearch", {"query": "first function"}),
        ("workspace/symbol", {"query": "first"}),
        ("codebase/directoryTree", {"symbols": True}),
        ("codebase/readFile", {"uri": uri}),
        ("codebase/listFiles", {}),
        ("codebase/status", {}),
        ("codebase/readFile", {}),
        ("no/such", {}),
    ):
        told = [without_own(client.request(method, params)) for client in (first, second)]
        assert told[0] == told[1], method
    second.close()
    assert "loaded: []" in second.log
    wait_until_alone(first)
    assert host(first)["clients"] == clients[:1]


def test_each_editor_has_settings_and_an_encoding_of_its_own(first: RawClient, attach: Attach) -> None:
    options = {"symbols.maxResults": 1, "log.level": "debug"}
    second = attach("Two", capabilities=UTF_8, initializationOptions=options)
    assert (len(names(first, "first")), len(names(second, "first"))) == (2, 1)
    query = {"query": '"größe 𝄞"', "mode": "exact"}
    (one,), (two,) = (client.result("codebase/hybridSearch", query)["hits"] for client in (first, second))
    ends = [hit["matches"][0]["end"]["character"] for hit in (one, two)]
    assert ends == [len("    return 'größe xx"), len("    return 'größe 𝄞".encode())]
    second.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": {}}})
    second.wait_for(lambda: len(names(second, "first")) == 1)  # the options of `initialize` hold again
    second.close()
    assert second.log == ""


def test_settings_of_the_command_line_reach_the_process_that_serves(attach: Attach) -> None:
    given = ("--set=symbols.maxResults=1", "--set=symbols.maxResult=1")
    second = attach("Two", (sys.executable, "-m", "lsp_codebase", "serve", *given), initializationOptions=TWO)
    assert len(names(second, "first")) == 1, "they win over those of the editor"
    assert len(host(second)["clients"]) == 2
    second.close()
    assert "--set: symbols.maxResult: unknown setting" in second.log


@pytest.mark.parametrize("end", ["exit", "hang up", "its parent is gone", "it never reads"])
def test_however_a_guest_ends_the_others_are_served(first: RawClient, root: Path, end: str) -> None:
    guest = connect(index_directory(root), "a guest")
    assert guest is not None
    parent = subprocess.Popen(["true"])
    parent.wait()
    params = {"processId": parent.pid if "parent" in end else None, "rootUri": root.as_uri(), "capabilities": {}}
    guest.wire.write(frame_of({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}))
    assert next(iter(read_messages(guest.wire.read)))[0]["id"] == 1  # type: ignore[index]
    if end == "exit":
        guest.wire.write(frame_of({"jsonrpc": "2.0", "method": "exit"}))
        assert guest.wire.read(1) == b"", "the connection ends"
    if end == "it never reads":
        for number in range(2, 500):
            question = {"jsonrpc": "2.0", "id": number, "method": "workspace/symbol", "params": {"query": "first"}}
            guest.wire.write(frame_of(question))
    assert names(first, "SecondThing") == ["SecondThing"]
    guest.wire.close()
    wait_until_alone(first)


def test_what_one_editor_has_not_saved_the_other_finds(first: RawClient, attach: Attach, root: Path) -> None:
    second, path = attach("Two"), root / "pkg" / "new.py"
    open_text(first, path, "def typed_by_first(): pass\n")
    second.wait_for(lambda: names(second, "typed_by_first"))
    open_text(second, root / "pkg" / "other.py", "def typed_by_second(): pass\n")
    first.wait_for(lambda: names(first, "typed_by_second"))
    second.process.kill()
    first.wait_for(lambda: not names(first, "typed_by_second"))
    assert names(first, "typed_by_first") == ["typed_by_first"]
    first.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})


def test_versions_that_differ_stand_alone_and_say_so(first: RawClient, attach: Attach) -> None:
    other = f"import lsp_codebase.attach.door as door; door.__version__ = '99.0'; {SERVE}"
    second = attach("Two", (sys.executable, "-c", other))
    assert second.result("codebase/status", {})[0]["role"] == "reader"
    assert names(second, "SecondThing") == ["SecondThing"]
    assert len(host(first)["clients"]) == 1
    assert "this is 99.0: restart it" in second.log
    second.close()


@pytest.mark.slow
def test_who_is_told_never_to_attach_stands_alone(attach_own: Attach) -> None:
    first, second = attach_own("One"), attach_own("Two", ALONE)
    assert second.result("codebase/status", {})[0]["role"] == "reader"
    assert len(host(first)["clients"]) == 1
    first.close()
    second.wait_for(lambda: second.result("codebase/status", {})[0]["role"] == "writer" and host(second))
    third = attach_own("Three")
    assert host(third)["pid"] == second.process.pid, "who takes over lets others in"
    third.close()
    second.close()


@pytest.mark.parametrize("end", [pytest.param("exit", marks=pytest.mark.slow), "kill"])
def test_an_editor_goes_on_when_the_process_that_served_it_ends(attach_own: Attach, own_root: Path, end: str) -> None:
    first, second = attach_own("One"), attach_own("Two", initializationOptions={"symbols.maxResults": 1})
    path = own_root / "pkg" / "new.py"
    open_text(second, path, "\n\ndef typed(): pass\n")
    insert(second, path, 1, "größe = '𝄞'\n")
    second.wait_for(lambda: names(second, "typed"))
    asked = second.start("codebase/hybridSearch", {"query": "second thing acts"})
    if end == "exit":
        first.close()
    else:
        first.process.kill()
    answer = second.answer_to(asked)["result"]
    assert answer["hits"] or not answer["index"]["files"]["indexed"]
    insert(second, path, 0, "# first line\n", version=3)
    assert text_of(second, path) == "# first line\n\ngröße = '𝄞'\n\ndef typed(): pass\n"
    second.wait_for(lambda: second.wait_until_indexed()[0]["role"] == "writer" and host(second))
    second.wait_for(lambda: names(second, "typed") == ["typed"])
    assert len(names(second, "first")) == 1, "its settings hold"
    third = attach_own("Three")
    assert [client["name"] for client in host(third)["clients"]] == ["Two", "Three"]
    second.close()


LOOK_OFTEN = "import lsp_codebase.attach.liveness as liveness; liveness._FIRST_PAUSE_S = 0.2"


def wait_until_served_by(host_of: RawClient, client: RawClient) -> None:
    """Wait until one editor is served by the process of another; each of its questions is answered meanwhile."""
    client.wait_for(lambda: (host(client) or {}).get("pid") == host_of.process.pid)


def test_an_editor_that_began_beside_a_host_that_was_stopped_is_served_by_it_once_it_goes_on(
    attach_own: Attach, own_root: Path
) -> None:
    first = attach_own("One")
    first.process.send_signal(signal.SIGSTOP)
    second = attach_own("Two", (sys.executable, "-c", f"{LOOK_OFTEN}; {SERVE}"), initializationOptions=TWO)
    assert role(second) == "reader"
    open_text(second, own_root / "pkg" / "new.py", "def typed(): pass\n")
    second.wait_for(lambda: names(second, "typed"))
    first.process.send_signal(signal.SIGCONT)
    wait_until_served_by(first, second)
    second.wait_for(lambda: names(second, "typed") == ["typed"])
    assert len(names(second, "first")) == 2, "its settings hold"
    assert names(first, "typed") == ["typed"]
    first.process.kill()
    second.wait_for(lambda: role(second) == "writer" and host(second))
    assert names(second, "typed") == ["typed"]
    second.close()
    assert f"process {first.process.pid} serves this one from now on" in second.log


def test_an_editor_whose_host_greeted_too_late_is_served_by_it_once_it_is_quicker(attach_own: Attach) -> None:
    late = (
        "import time, lsp_codebase.attach.door as door; pauses, send = [1.0], door.send; "
        "door.send = lambda *sent: (time.sleep(pauses.pop() if pauses else 0), send(*sent))"
    )
    first = attach_own("One", (sys.executable, "-c", f"{late}; {SERVE}"))
    hasty = "import lsp_codebase.attach.door as door; door.SILENCE_S = 0.2"
    second = attach_own("Two", (sys.executable, "-c", f"{hasty}; {LOOK_OFTEN}; {SERVE}"))
    wait_until_served_by(first, second)
    second.close()
    assert "cannot be asked: it does not answer" in second.log


def test_an_editor_that_begins_long_after_it_introduced_itself_is_served_by_the_process_that_did_not_wait(
    start: Attach, attach_own: Attach, own_root: Path
) -> None:
    soon_over = "import lsp_codebase.server.process as process; process._BEGINS_S = 0.1"
    first = start((sys.executable, "-c", f"{soon_over}; {LOOK_OFTEN}; {SERVE}"))
    say_nothing_more(first, own_root)
    second = attach_own("Two")
    assert role(second) == "writer"
    first.notify("initialized", {})
    wait_until_served_by(second, first)


@pytest.mark.slow
def test_of_many_editors_one_takes_the_place_of_the_process_that_served_them(attach_own: Attach) -> None:
    first, *others = [attach_own(f"{number}") for number in range(4)]
    first.process.kill()
    for client in others:
        client.wait_for(lambda client=client: len((host(client) or {"clients": ()})["clients"]) == 3)
    assert len({host(client)["pid"] for client in others}) == 1
    for client in others:
        assert names(client, "SecondThing") == ["SecondThing"]


def say_nothing_more(client: RawClient, root: Path) -> None:
    client.result("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {}})


def shut_down_before_it_begins(client: RawClient, root: Path) -> None:
    say_nothing_more(client, root)
    client.result("shutdown")


def index_nothing(client: RawClient, root: Path) -> None:
    client.initialize(rootUri=root.as_uri(), initializationOptions={})
    client.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": {"index": {"enabled": False}}}})
    assert client.result("codebase/status", {})[0]["phase"] == "disabled"


def leave_the_folder(client: RawClient, root: Path) -> None:
    client.initialize(rootUri=root.as_uri())
    removed = [{"uri": root.as_uri(), "name": root.name}]
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": removed}})
    assert client.result("codebase/status", {}) == []


@pytest.mark.parametrize("begin", [say_nothing_more, shut_down_before_it_begins, index_nothing, leave_the_folder])
def test_initialize_does_not_wait_for_the_server_of_an_editor_that_opens_no_index(
    start: Attach, own_root: Path, begin: Callable[[RawClient, Path], None]
) -> None:
    begin(start(), own_root)
    began = time.monotonic()
    open_editor(start(), own_root, "Two")
    assert time.monotonic() - began < CLAIM_S / 2


def test_editors_that_begin_while_a_process_writes_the_index_and_serves_nobody_share_one_that_writes_it_after_that(
    attach_own: Attach, own_root: Path
) -> None:
    attach_own("Zero").close()
    lock = WriterLock(index_directory(own_root))
    assert lock.acquire()
    first, second = attach_own("One"), attach_own("Two")
    assert host(second)["pid"] == first.process.pid
    assert role(first) == role(second) == "reader"
    assert "another process writes" in second.error("codebase/reindex", {})["message"]
    lock.release()
    second.wait_for(lambda: role(second) == "writer")
    assert host(second)["pid"] == first.process.pid
    second.result("codebase/reindex", {})


def test_editors_that_begin_while_a_process_makes_the_first_index_and_serves_nobody_share_one(
    start: Attach, own_root: Path
) -> None:
    directory = index_directory(own_root)
    make_private(directory)
    lock = WriterLock(directory)
    assert lock.acquire()
    first, second = start(), start()
    for client in (first, second):
        client.initialize(rootUri=own_root.as_uri())
    lock.release()
    for client in (first, second):
        client.wait_until_indexed()
    assert host(second) == host(first)
    assert {served["pid"] for served in host(first)["clients"]} == {first.process.pid, second.process.pid}


def test_a_session_that_is_shut_down_is_not_begun_again(attach_own: Attach) -> None:
    first, second = attach_own("One"), attach_own("Two")
    second.result("shutdown")
    first.process.kill()
    first.wait()
    time.sleep(0.2)
    assert second.process.poll() is None
    second.notify("exit")
    assert second.wait() == 0


def test_the_end_of_an_editor_ends_its_forwarder(first: RawClient, attach: Attach) -> None:
    second = attach("Two")
    assert second.process.stdin is not None
    second.process.stdin.close()
    assert second.wait() == 1
    wait_until_alone(first)


@pytest.mark.slow
def test_editors_type_and_ask_on_while_the_process_that_serves_them_is_killed_again_and_again(
    own_root: Path,
) -> None:
    killed_hosts.run(own_root, kills=7, editors=4, seed=7)  # each time three sessions go on
