"""The MCP server (rows B01 and, for stdio, B02): the SDK's own client over a real process and a real index."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Thread

import psutil
import pytest
from anyio.from_thread import start_blocking_portal
from mcp_session import FILES, RETRY, SECONDS, Asker, Connect, Elsewhere, client_of, command_on, make_files
from raw_client import HEARD

from lsp_codebase import __version__
from lsp_codebase.search.filters.filters import LANGUAGES_TAKEN

TOOLS = {
    "search",
    "read_symbol",
    "calls",
    "outline",
    "find_symbols",
    "similar",
    "history",
    "tree",
    "list_files",
    "read_file",
    "status",
    "reindex",
}
BAD = [
    ("search", {"query": " "}, "query: must not be empty"),
    ("search", {"query": "(", "mode": "regex"}, "query: not a regular expression"),
    ("search", {"query": "x", "limit": 0}, "limit: must be between 1 and 100"),
    ("search", {"query": "x", "limit": "many"}, "limit: must be a whole number"),
    (
        "search",
        {"query": "x", "mode": "lexicl"},
        "mode: must be one of auto, hybrid, lexical, vector, symbol, exact, regex",
    ),
    ("search", {"query": "x", "mode": "lexicl"}, "; did you mean lexical?"),
    ("search", {"query": "x", "languages": "python"}, "languages: must be a list of strings"),
    ("search", {"query": "x", "exclude": [1]}, "exclude: must be a list of strings"),
    ("search", {"query": 5}, "query: must be a string"),
    ("search", {"query": "x", "case_sensitive": "perhaps"}, "case_sensitive: must be true or false"),
    (
        "search",
        {"query": "x", "max_token": 100},
        "max_token: is no argument of search; did you mean max_tokens?",
    ),
    (
        "search",
        {"query": "x", "top_k": 3, "limit": "y"},
        "top_k: is no argument of search; it takes query, path, limit",
    ),
    ("search", {"query": "x", "top_k": 3, "limit": "y"}, "; limit: must be a whole number"),
    ("search", {"query": "x", "path": "lib"}, "path: there is no file or folder lib"),
    ("search", {"query": "x", "path": ".."}, "lies outside of every folder"),
    ("search", {"query": "x", "path": "net/retry.py", "include": ["*.py"]}, "include: goes with a folder"),
    ("search", {"query": "x", "cursor": "mine"}, "cursor: is no cursor of this version"),
    ("search", {"query": "x", "max_tokens": 0}, "max_tokens: must be between 1 and 50000"),
    ("search", {"query": "x", "languages": ["klingon"]}, "languages: unknown language 'klingon'"),
    (
        "search",
        {"query": "x", "limit": 0, "languages": ["klingon", "vulcan"]},
        "languages: unknown language 'vulcan'; names and file endings",
    ),
    ("search", {"query": "x", "mode": "lexical", "case_sensitive": True}, "case_sensitive: lexical finds other"),
    ("search", {"query": "x", "mode": "symbol", "whole_word": True}, "whole_word: symbol finds other"),
    ("search", {}, "query: is required"),
    (
        "find_symbols",
        {"pattern": "x", "query": "x"},
        "query: is no argument of find_symbols; it takes pattern, path",
    ),
    ("search", {"query": "x", "mode": "vector", "include": [""]}, "include: '' is not a glob"),
    ("find_symbols", {"pattern": "x", "limit": 1000}, "limit: must be between 1 and 100"),
    ("read_file", {"path": "../../etc/passwd"}, "lies outside of every folder"),
    ("read_file", {"path": "nowhere.py"}, "path: "),
    ("read_file", {"path": "net/retry.py", "start_line": 0}, "start_line: must be a whole number, at least 1"),
    ("read_file", {"path": "net/retry.py", "start_line": 3, "end_line": 2}, "end_line: must not be before"),
    ("list_files", {"limit": 0}, "limit: must be between"),
    ("tree", {"path": "net/retry.py"}, "path: "),
    ("tree", {"depth": -1}, "depth: must be between"),
]

LETTERS = "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD"
TOKEN = "ghp_" + LETTERS + "abcd"  # made up, in pieces: no scanner takes it for one
HOLDS_TOKEN = (
    f'class Deployment:\n    token = "{TOKEN}"\n\n    def send(self, token="{TOKEN}"):\n        return token\n'
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_files(tmp_path)


@pytest.fixture
def command(root: Path, tmp_path: Path) -> list[str]:
    return command_on(root, tmp_path / "cache")


@pytest.fixture
def connect(command: list[str]) -> Connect:
    @asynccontextmanager
    async def connected() -> AsyncIterator[Asker]:
        async with client_of(command) as client:
            yield Asker(client)

    return connected


@contextmanager
def server_of(root: Path) -> Iterator[Connect]:
    """Have one server for several tests."""
    client = client_of(command_on(root, root.with_name("cache")))
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(client) as client:

        @asynccontextmanager
        async def connected() -> AsyncIterator[Asker]:
            yield Asker(Elsewhere(portal, client))

        yield connected


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connect]:
    """One server for the tests that change no file."""
    with server_of(make_files(tmp_path_factory.mktemp("shared"))) as connected:
        yield connected


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of every test, and beside them copies, many lines alike, and names that no message can hold."""
    root = make_files(tmp_path_factory.mktemp("crowded"))
    (root / "old").mkdir()
    (root / "old/retry [1].py").write_text(RETRY + "# old\n")
    (root / "old/retry 1.py").write_text(RETRY + "# older\n")
    (root / "many.py").write_text("\n".join(f"wanted_{number} = 1" for number in range(5)))
    (root / os.fsdecode(b"caf\xe9.py")).write_text("")
    (root / "two\nlines.py").write_text("def in_two_lines(): pass\n")
    (root / "deploy.py").write_text(HOLDS_TOKEN)
    return root


@pytest.fixture(scope="module")
def in_crowd(crowded: Path) -> Iterator[Connect]:
    """One server for the tests that ask about these."""
    with server_of(crowded) as connected:
        yield connected


async def test_B01_the_tools_are_listed_with_what_a_model_needs_to_know(shared):
    async with shared() as asker:
        tools = {tool.name: tool for tool in (await asker.client.list_tools()).tools}
    assert tools.keys() == TOOLS
    for tool in tools.values():
        assert tool.description
        assert tool.title
        assert tool.annotations.read_only_hint == (tool.name != "reindex")
        assert tool.annotations.idempotent_hint
        assert tool.annotations.open_world_hint is False
        schema = tool.input_schema["properties"]
        assert all(field.get("description") for field in schema.values()), tool.name
        assert len(tool.input_schema.get("required", ())) <= 2  # the rest have defaults
        assert tool.input_schema["additionalProperties"] is False


async def test_B01_search_gives_place_score_name_and_code(shared):
    async with shared() as asker:
        text = await asker.wait_for("net/retry.py", "search", query="wait longer after failure", limit=1)
        assert re.match(r"net/retry\.py:1-5  \d+\.\d\d  Retry \(Class\)\n", text)
        assert "return 2**attempt" in text
        text = await asker.wait_for("openSocket", "search", query="failure socket", languages=["go"])
        assert "retry.py" not in text
        assert "retry.py" not in await asker.ask("search", query="failure socket lang:go")
        text = await asker.ask("search", query="backoff lang:klingon")
        assert text.startswith(f"(lang:klingon is taken as words: unknown language 'klingon'; {LANGUAGES_TAKEN})\n")
        text = await asker.ask("search", query="backoff attempt", max_tokens=20)
        assert "max_tokens" in text
        assert "return 2**attempt" not in text
        assert await asker.ask("search", query="zzz_nowhere", mode="exact") == "nothing found"
        assert "retry.py" in await asker.ask("search", query="retry", mode="exact")
        for told in ({"case_sensitive": True}, {"whole_word": True, "include": ["*.go"]}):
            assert await asker.ask("search", query="retry", mode="exact", **told) == "nothing found"


async def test_a_first_line_says_how_doubtful_the_hits_are(shared):
    async with shared() as asker:
        sure = await asker.wait_for("net/retry.py", "search", query="wait longer after failure")
        assert sure.startswith("net/retry.py")
        for mode in ("auto", "vector"):
            assert (await asker.ask("search", query="zzqx flurb wombat", mode=mode)).startswith(
                "nothing matches well; nearest:\n\n"
            )
        doubtful = await asker.ask("search", query="failure of a socket in prose or title")
        assert doubtful.startswith("(no hit holds most of the query: ")


async def test_how_a_query_was_read_stands_above_the_hits(shared):
    async with shared() as asker:
        await asker.wait_for("Retry", "find_symbols", pattern="Retry")
        text = await asker.ask("search", query='"Retry nowhere at all"')
        assert re.match(r"\(nothing stands anywhere as it is written: [^)]+\)\n(\(no hit|nothing matches)", text)
        text = await asker.ask("search", query="zzz_nowhere lang:go", mode="lexical")
        assert text == "(nothing that was found passes lang:go)\nnothing found"


async def test_a_path_narrows_a_search_as_models_write_it(in_crowd, crowded):
    async with in_crowd() as asker:
        await asker.wait_for("older", "search", query="# older", mode="exact")
        for path, found in (
            (None, {"net/retry.py", "old/retry [1].py", "old/retry 1.py"}),
            (".", {"net/retry.py", "old/retry [1].py", "old/retry 1.py"}),
            ("", {"net/retry.py", "old/retry [1].py", "old/retry 1.py"}),
            ("net", {"net/retry.py"}),
            ("./old/", {"old/retry [1].py", "old/retry 1.py"}),
            ("net/../old/retry [1].py", {"old/retry [1].py"}),
            (str(crowded / "net/retry.py"), {"net/retry.py"}),
        ):
            text = await asker.ask("search", query="def backoff", mode="exact", path=path)
            assert set(re.findall(r"^(?:same code: )?(\S.*?):\d+", text, re.MULTILINE)) == found, (path, text)
        text = await asker.ask("search", mode="vector", query="wait longer", path="old/retry 1.py")
        assert re.findall(r"^(\S.*?):\d+", text, re.MULTILINE) == ["old/retry 1.py"]


async def test_a_search_goes_on_with_the_cursor_of_its_answer(in_crowd):
    async with in_crowd() as asker:
        text = await asker.wait_for("wanted_4", "search", query="wanted", mode="exact")
        assert "there are more" not in text
        seen, cursor = [], None
        while not seen or cursor:
            text = await asker.ask("search", query="wanted", mode="exact", limit=2, cursor=cursor and cursor[1])
            seen += re.findall(r"  (wanted_\d) = 1$", text, re.MULTILINE)
            cursor = re.search(r'\(there are more: go on with cursor="([^"]+)"\)', text)
        assert seen == [f"wanted_{number}" for number in range(5)]


async def test_B01_names_that_no_message_can_hold_are_quoted(in_crowd):
    async with in_crowd() as asker:
        listed = await asyncio.wait_for(asker.ask("list_files"), SECONDS)  # a server that has died answers never
        assert {'"caf\\xe9.py"', '"two\\nlines.py"'} <= set(listed.split("\n"))
        assert await asker.wait_for('"two\\nlines.py":1 ', "find_symbols", pattern="in_two_lines")
        assert '"caf\\xe9.py"' in await asker.ask("tree")
        assert '  "caf\\xe9.py": its name is not UTF-8' in await asyncio.wait_for(asker.ask("status"), SECONDS)
        assert "in_two_lines" in await asker.ask("read_file", path='"two\\nlines.py"')


async def test_a_file_is_read_by_its_name_as_it_is_quoted(in_crowd):
    async with in_crowd() as asker:
        assert "def in_two_lines" in await asker.ask("read_file", path='"two\\nlines.py"')
        assert (await asker.ask("read_file", path='"caf\\xe9.py"')).startswith('"caf\\xe9.py":1-')


async def test_a_folder_whose_name_is_not_utf_8_is_served(tmp_path):
    root = tmp_path / os.fsdecode(b"sh\xf6p")
    root.mkdir()
    (root / "a.py").write_text("def alone(): pass\n")
    async with client_of(command_on(root, tmp_path / "cache")) as client:
        asker = Asker(client)
        assert await asyncio.wait_for(asker.wait_for("a.py:1 ", "search", query="alone"), SECONDS)
        assert (await asker.ask("status")).startswith('"sh\\xf6p": ready')


async def test_B01_search_by_meaning_gives_a_similarity(shared):
    async with shared() as asker:
        text = await asker.wait_for("net/retry.py", "search", mode="vector", query="exponential delay between attempts")
        scores = [float(score) for score in re.findall(r"^\S+:\d+-\d+  (-?\d+\.\d\d)", text, re.MULTILINE)]
        assert scores
        assert scores == sorted(scores, reverse=True)


async def test_B01_files_are_listed_and_read_but_never_a_secret_one(shared):
    async with shared() as asker:
        assert await asker.ask("list_files") == ".env\n.gitignore\nreadme.md\nnet/retry.py\nnet/socket.go"
        assert await asker.ask("list_files", path="net", languages=["python"]) == "net/retry.py"
        assert "(there are more" in await asker.ask("list_files", limit=1)
        assert await asker.ask("read_file", path="net/retry.py") == f"net/retry.py:1-5\n{RETRY}"
        part = await asker.ask("read_file", path="net/retry.py", start_line=4, end_line=4)
        assert part.rstrip() == "net/retry.py:4-4\n    def backoff(self, attempt):"
        assert "go on with start_line=2" in await asker.ask("read_file", path="net/retry.py", max_tokens=10)
        assert "path: .env usually holds credentials" in await asker.refused("read_file", path=".env")
        assert "hunter2" not in await asker.ask("search", query="PASSWORD hunter2")


async def test_symbols_and_the_tree_are_shown(shared):
    async with shared() as asker:
        text = await asker.wait_for("openSocket", "find_symbols", pattern="oS")
        assert re.search(r"^net/socket\.go:3-5  Function openSocket", text, re.MULTILINE)
        assert "raise limit" in await asker.wait_for("more symbols", "find_symbols", pattern="", limit=1)
        assert "retry.py" in await asker.ask("tree")
        assert "Retry" in await asker.wait_for("Retry", "tree", path="net", symbols=True)
        assert "socket.go" not in await asker.ask("tree", languages=["python"])
        assert "larger depth)" in await asker.ask("tree", depth=1)
        text = await asker.ask("tree", core_files=True)
        assert f"\n\nreadme.md:\n{FILES['readme.md'].rstrip()}" in text


async def test_a_bad_argument_is_named(shared):
    async with shared() as asker:
        await asker.wait_for("Retry", "find_symbols", pattern="Retry")
        for tool, arguments, said in BAD:
            text = await asker.refused(tool, **arguments)
            assert said in text, (tool, arguments)
            assert "Traceback" not in text
            assert "pydantic" not in text


async def test_a_saved_file_is_found_again(in_crowd, crowded):
    async with in_crowd() as asker:
        await asker.wait_for("Retry", "find_symbols", pattern="Retry")
        (crowded / "net/later.py").write_text("def thought_of_later():\n    return 'afterwards'\n")
        await asker.wait_for("net/later.py:1-2", "search", query="thought_of_later")
        await asker.wait_for("later.py", "tree")


@pytest.mark.slow  # two processes with a model each; `test_served_together` shows it for editors
async def test_a_second_process_shares_the_index_and_takes_over(connect, root, tmp_path):
    async with connect() as second:
        async with connect() as first:
            await first.wait_for("Retry", "find_symbols", pattern="Retry")
            await second.wait_for("Retry", "find_symbols", pattern="Retry")
            (root / "net/both.py").write_text("def seen_by_both(): pass\n")
            for asker in (first, second):
                await asker.wait_for("seen_by_both", "find_symbols", pattern="seen_by_both")
        (root / "net/after.py").write_text("def seen_after(): pass\n")
        await second.wait_for("seen_after", "find_symbols", pattern="seen_after")
    assert len(list((tmp_path / "cache").rglob("manifest.json"))) == 1


@pytest.mark.slow  # 400 files, so that there is progress to tell
async def test_the_first_call_waits_for_the_index_and_tells_how_far_it_is(connect, root):
    for number in range(400):
        (root / f"many_{number}.py").write_text(f"def numbered_{number}(): return {number}\n" * 5)
    told = []

    async def progress(done, total, message):
        told.append((done, message))

    async with connect() as asker:
        result = await asker.client.call_tool("search", {"query": "numbered_399"}, progress_callback=progress)
        assert "many_399.py:1" in result.content[0].text
        assert told
        assert [done for done, _ in told] == sorted(done for done, _ in told)
        assert all(re.fullmatch(r"Indexing: \d+ of \d+ files|Looking for files", message) for _, message in told)


def test_B02_standard_output_carries_only_messages_and_the_end_of_input_ends_the_process(greeted):
    rest, log = greeted.communicate(b"not json\n", timeout=SECONDS)  # closes its input
    assert greeted.returncode == 0, log
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest.splitlines())


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", -32700),
        (b"hello", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
        (b'{"id":1,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600),
    ],
)
def test_a_line_that_cannot_be_read_is_answered_and_the_next_one_too(lasting, line, code):
    lasting.stdin.write(b"\n" + line + b'\n{"jsonrpc":"2.0","id":"next","method":"ping"}\n')
    lasting.stdin.flush()
    refused, answered = (json.loads(lasting.stdout.readline()) for _ in range(2))
    assert (refused["id"], refused["error"]["code"]) == (None, code)
    assert len(refused["error"]["message"]) < 200
    assert answered == {"jsonrpc": "2.0", "id": "next", "result": {}}


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"name": "search", "arguments": ["retry"]}, "params.arguments: must be an object"),
        ({"name": 5}, "params.name: must be a string"),
        ({"arguments": {}}, "params.name: is required"),
    ],
)
def test_parameters_of_another_kind_are_refused_by_the_name_of_the_field(lasting, params, said):
    lasting.stdin.write(
        json.dumps({"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": params}).encode() + b"\n"
    )
    lasting.stdin.flush()
    assert json.loads(lasting.stdout.readline())["error"] == {"code": -32602, "message": said}


def test_a_call_with_half_of_an_emoji_is_answered_as_over_lsp(lasting):
    asked = {"name": "read_file", "arguments": {"path": "\ud83d.py"}}  # written as an escape
    for call in ({"id": 6, "method": "tools/call", "params": asked}, {"id": 7, "method": "\ud83d"}):
        lasting.stdin.write(json.dumps({"jsonrpc": "2.0"} | call).encode() + b"\n")
    lasting.stdin.flush()
    answers = [json.loads(lasting.stdout.readline()) for _ in range(2)]
    by_id = {answer["id"]: answer for answer in answers}
    assert "no file or folder \ufffd.py" in by_id[6]["result"]["content"][0]["text"]
    assert by_id[7]["error"]["code"] == -32601


@pytest.mark.slow
def test_a_client_that_does_not_read_is_not_read_on_and_is_answered_once_it_does(greeted):
    written = 0

    def write():
        nonlocal written
        for written in range(1, 8_001):
            greeted.stdin.write(b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\n' % written)
        greeted.stdin.flush()

    writing = Thread(target=write, daemon=True)
    writing.start()
    before = -1
    while before != written:
        before = written
        writing.join(2)
    assert writing.is_alive()
    assert sorted(json.loads(greeted.stdout.readline())["id"] for _ in range(8_000)) == [*range(1, 8_001)]


def test_the_process_ends_with_its_input_though_nobody_reads(greeted):
    greeted.stdin.write(b"".join(b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\n' % number for number in range(2_500)))
    greeted.stdin.close()
    assert greeted.wait(timeout=SECONDS) == 0


def test_editors_that_it_serves_leave_no_trace_in_its_log_at_its_end(greeted, root, tmp_path, start):
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "status", "arguments": {}}}
    greeted.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n' + json.dumps(call).encode() + b"\n")
    greeted.stdin.flush()
    greeted.stdout.readline()
    editors = [start() for _ in range(4)]
    for editor in editors:
        editor.initialize(rootUri=root.as_uri(), initializationOptions={"index.location": str(tmp_path / "cache")})
        host = editor.wait_for(lambda editor=editor: editor.wait_until_indexed()[0].get("host"))
        assert host["pid"] == greeted.pid
        for _ in range(5):
            editor.start("codebase/hybridSearch", {"query": "how long is waited"})
    _, log = greeted.communicate(timeout=SECONDS)
    assert b"Traceback" not in log, log.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="no signals for one process")
@pytest.mark.parametrize("number", HEARD)
def test_a_signal_ends_the_process_in_order_without_waiting_for_input(greeted, number):
    call = {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": "search", "arguments": {"query": "x"}},
    }
    greeted.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n' + json.dumps(call).encode() + b"\n")
    greeted.stdin.flush()
    greeted.stdout.readline()
    workers = psutil.Process(greeted.pid).children()
    greeted.send_signal(number)
    assert greeted.wait(timeout=SECONDS) == 128 + number
    assert not psutil.wait_procs(workers, timeout=SECONDS)[1]
    assert b"Traceback" not in greeted.stderr.read()


@pytest.fixture
def greeted(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A server after the handshake, its streams in our hands."""
    with greeting(command) as process:
        yield process


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[bytes]]:
    """One such server for the tests that it outlives."""
    folder = tmp_path_factory.mktemp("lasting")
    with greeting(command_on(make_files(folder), folder / "cache")) as process:
        yield process


@contextmanager
def greeting(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "0"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([*command, "-v"], **pipes) as process:
        process.stdin.write(json.dumps(hello).encode() + b"\n")
        process.stdin.flush()
        server = json.loads(process.stdout.readline())["result"]["serverInfo"]
        assert (server["name"], server["version"]) == ("lsp-codebase", __version__)
        yield process
        process.kill()


def test_without_the_extra_the_command_says_how_to_install_it(root):
    code = "import sys; sys.modules['mcp'] = None; from lsp_codebase.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "mcp", "--root", str(root)], capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == 2
    assert 'uv tool install ".[mcp]" in a checkout' in done.stderr
    assert done.stdout == ""


async def expect_token(asker: Asker, *, is_shown: bool) -> None:
    found = await asker.wait_for("deploy.py:1-5", "search", query="Deployment")
    for answer in (
        found,
        await asker.ask("search", query=f'"{TOKEN}"'),
        await asker.ask("search", query=r"ghp_\w+", mode="regex"),
        await asker.ask("read_file", path="deploy.py"),
        await asker.ask("read_file", path="deploy.py", start_line=4, end_line=4),
    ):
        assert (LETTERS in answer) == is_shown, answer
        assert ("[redacted: GitHub token]" in answer) != is_shown
    listed = await asker.ask("find_symbols", pattern="token") + await asker.ask("tree", symbols=True)
    assert is_shown or LETTERS not in listed


async def test_a_token_in_a_file_is_not_shown(in_crowd):
    async with in_crowd() as asker:
        await expect_token(asker, is_shown=False)


@pytest.mark.slow  # a server of its own for one setting
async def test_a_token_in_a_file_is_shown_if_the_setting_says_so(connect, command, root):
    command += ["--set", "secrets.show=true"]
    (root / "deploy.py").write_text(HOLDS_TOKEN)
    async with connect() as asker:
        await expect_token(asker, is_shown=True)
