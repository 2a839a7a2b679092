"""`serve --http` (row B02): a real process, asked by the official MCP client, by curl and by httpx."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from http_server import FILES, SECONDS, HttpServer, make_files
from mcp import Client
from raw_client import END_S, HEARD

from lsp_codebase.cli import main

PAGE = "https://app.example"

SAMPLE = re.compile(r'(lsp_codebase_[a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\.)*",?)*)\})? (-?[0-9.e+-]+)')


@pytest.fixture(scope="module")
def roots(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("http").resolve()
    other = folder / "other/shop"
    other.mkdir(parents=True)
    (other / "invoice.py").write_text("def total_of_invoice(): return 1\n")
    (other / "smile.py").write_text('SMILE = "\N{GRINNING FACE}"; EMOJI = smile_of_emoji\n', "utf-8")
    return make_files(folder / "shop"), other


@pytest.fixture(scope="module")
def server(roots: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with closing(HttpServer(roots, tmp_path_factory.mktemp("http_cache"))) as one:
        one.wait_until_ready()
        yield one


async def test_B02_the_official_client_speaks_mcp_over_http(server):
    async with Client(f"{server.url}/mcp") as client:
        assert "find_symbols" in {tool.name for tool in (await client.list_tools()).tools}
        found = await client.call_tool("find_symbols", {"pattern": "Retry"})
        assert not found.is_error
        assert "net/retry.py" in found.content[0].text


def test_B02_curl_searches_by_a_post(server):
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("needs curl")
    body = '{"jsonrpc": "2.0", "id": 7, "method": "search_code", "params": {"query": "openSocket"}}'
    command = [
        curl,
        "-s",
        "--noproxy",
        "*",
        "-m",
        str(SECONDS),
        "-H",
        "Content-Type: application/json",
        "-d",
        body,
        f"{server.url}/",
    ]
    answer = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert answer["id"] == 7
    assert answer["result"]["hits"][0]["name"] == "openSocket"


def test_B02_each_of_the_four_tools_answers_as_its_request_does_over_lsp(server, roots):
    root, other = roots
    hit = server.call("search_code", query="total of invoice")["result"]["hits"][0]
    assert hit["location"]["uri"] == (other / "invoice.py").as_uri()
    assert hit["location"]["range"]["start"] == {"line": 0, "character": 0}
    found = server.call("search_by_embedding", query="exponential delay between attempts", folder=root.as_uri())
    assert found["result"]["mode"] == "vector"
    assert found["result"]["hits"][0]["location"]["uri"] == (root / "net/retry.py").as_uri()
    listed = server.call("list_files", maxResults=10, uri=root.as_uri())["result"]
    assert listed == {"uris": [(root / name).as_uri() for name in (".env", *list(FILES)[:2])], "truncated": False}
    read = server.call("read_file", uri=listed["uris"][1])["result"]
    assert read["text"] == FILES["net/retry.py"]
    start, end = {"line": 3, "character": 8}, {"line": 3, "character": 15}
    part = server.call("read_file", uri=listed["uris"][1], range={"start": start, "end": end})["result"]
    assert part["text"] == "backoff"


def test_positions_count_bytes_of_utf_8(server, roots):
    path = roots[1] / "smile.py"
    found = server.call("search_code", query="smile_of_emoji", mode="exact")["result"]["hits"][0]
    (place,) = found["matches"]
    assert place == {"start": {"line": 0, "character": 24}, "end": {"line": 0, "character": 38}}
    assert server.call("read_file", uri=path.as_uri(), range=place)["result"]["text"] == "smile_of_emoji"


def test_a_batch_is_answered_in_its_order_and_a_notification_not_at_all(server, roots):
    def request(number: int, method: str, **params: object) -> dict[str, object]:
        return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}

    told = {"jsonrpc": "2.0", "method": "search_code", "params": {"query": "x"}}
    batch = [request(3, "search_code", query="retry"), told, request(2, "list_files", maxResults=1), request(1, "no")]
    answers = server.http.post("/", json=batch).json()
    assert [answer["id"] for answer in answers] == [3, 2, 1]
    assert [next(iter(answer.keys() & {"result", "error"})) for answer in answers] == ["result", "result", "error"]
    for quiet in (told, [told, told]):
        response = server.http.post("/", json=quiet)
        assert (response.status_code, response.content) == (204, b"")


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ("{", -32700, "the body is not JSON"),
        ('{"a": NaN}', -32700, "NaN is not JSON"),
        ("[" * 100_000, -32700, "nested too deeply"),
        ("5", -32600, "a request must be an object"),
        ("[]", -32600, "a batch holds 1 to 20 requests, not 0"),
        (json.dumps([{}] * 21), -32600, "a batch holds 1 to 20 requests, not 21"),
        ('{"jsonrpc": "1.0", "id": 1, "method": "search_code"}', -32600, 'jsonrpc: must be "2.0"'),
        ('{"jsonrpc": "2.0", "id": [], "method": "search_code"}', -32600, "id: must be a string or a whole number"),
        ('{"jsonrpc": "2.0", "id": 1, "method": 5}', -32600, "method: must be a string"),
        ('{"jsonrpc": "2.0", "id": 1, "method": "searchcode"}', -32601, "did you mean search_code?"),
        ('{"jsonrpc": "2.0", "id": 1, "method": "codebase/reindex"}', -32601, "there are search_code, "),
        (f'{{"jsonrpc": "2.0", "id": 1, "method": "{"a" * 100_000}"}}', -32601, "there are search_code, "),
        ('{"jsonrpc": "2.0", "id": 1, "method": "search_code", "params": [1]}', -32602, "params: must be an object"),
        ('{"jsonrpc": "2.0", "id": 1, "method": "search_code"}', -32602, "query: is required"),
        (
            '{"jsonrpc": "2.0", "id": 1, "method": "search_by_embedding", "params": {"query": "x", "mode": "exact"}}',
            -32602,
            "mode: is vector with search_by_embedding; leave it out",
        ),
        (
            '{"jsonrpc": "2.0", "id": 1, "method": "search_code", "params": {"query": "x", "limit": 500}}',
            -32602,
            "limit: must be between 1 and 100, is 500",
        ),
        (
            '{"jsonrpc": "2.0", "id": 1, "method": "read_file", "params": {"uri": "file:///etc/passwd"}}',
            -32602,
            "uri: /etc/passwd is outside every workspace folder",
        ),
    ],
)
def test_a_bad_request_is_told_what_is_wrong_with_it(server, body, code, said):
    response = server.http.post("/", content=body, headers={"Content-Type": "application/json; charset=utf-8"})
    assert response.status_code == 200
    error = response.json()["error"]
    assert len(error["message"]) < 1_200
    assert error["code"] == code
    assert said in error["message"]
    assert code != -32602 or error["data"]["field"] == error["message"].partition(":")[0]


def test_health_names_the_folders_and_their_phases_but_not_where_they_lie(server):
    health = server.http.get("/health")
    assert health.status_code == 200
    folders = [{"name": "shop", "phase": "ready"}, {"name": "shop (2)", "phase": "ready"}]
    assert {"status": "ok", "folders": folders}.items() <= health.json().items()


def test_who_asks_at_a_wrong_path_or_by_a_wrong_method_is_told_where_to_ask(server):
    where = "POST / answers JSON-RPC, /mcp MCP, GET /health and /metrics"
    for answer, status, reason in (
        (server.http.get("/rpc"), 404, "Not Found"),
        (server.http.get("/"), 405, "Method Not Allowed"),
    ):
        assert (answer.status_code, answer.json()) == (status, {"error": f"{reason}: {where}"})
    assert answer.headers["Allow"] == "POST"


def test_metrics_are_the_text_that_prometheus_reads(server, roots):
    server.call("search_code", query="retry")
    before, _ = samples(server)
    server.call("search_code", query="retry")
    server.call("search_code", query="")
    server.http.get("/nowhere/at/all")
    after, text = samples(server)
    assert before.keys() <= after.keys()
    labels = 'method="search_code",status='
    assert grown(before, after, f'lsp_codebase_requests_total{{{labels}"ok"}}') == 1
    assert grown(before, after, f'lsp_codebase_requests_total{{{labels}"-32602"}}') == 1
    assert grown(before, after, 'lsp_codebase_request_seconds_count{method="search_code"}') == 2
    assert grown(before, after, 'lsp_codebase_http_answers_total{path="other",status="404"}') == 1
    assert after['lsp_codebase_files{root="shop",state="indexed"}'] == 2
    assert after['lsp_codebase_symbols{root="shop (2)"}'] >= 1
    assert after['lsp_codebase_index_bytes{root="shop"}'] > 1000
    assert after['lsp_codebase_vectors{root="shop"}'] == after['lsp_codebase_vectors_wanted{root="shop"}'] > 0
    assert after['lsp_codebase_index_phase{root="shop",phase="ready"}'] == 1
    assert after["lsp_codebase_uptime_seconds"] > before["lsp_codebase_uptime_seconds"]
    assert str(roots[0].parent) not in text


def samples(server: HttpServer) -> tuple[dict[str, float], str]:
    """Return every sample, each of a family that was declared before it."""
    response = server.http.get("/metrics")
    assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found: dict[str, float] = {}
    kind = ""
    for line in response.text.splitlines():
        if line.startswith("# TYPE "):
            _, _, family, kind = line.split(" ")
        elif not line.startswith("# HELP "):
            match = SAMPLE.fullmatch(line)
            assert match, line
            assert match[1].removeprefix(family) in (("_bucket", "_sum", "_count") if kind == "histogram" else ("",))
            key = line.rpartition(" ")[0]
            assert key not in found
            found[key] = float(match[3])
    return found, response.text


def grown(before: dict[str, float], after: dict[str, float], key: str) -> float:
    return after[key] - before.get(key, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="no signals for one process")
@pytest.mark.slow
@pytest.mark.parametrize("number", HEARD)
def test_a_signal_ends_it_though_clients_are_connected(roots, tmp_path, number):
    with closing(HttpServer(roots[:1], tmp_path)) as server, socket.create_connection(("127.0.0.1", server.port)):
        thread = threading.Thread(target=stay, args=(server,), daemon=True)
        thread.start()
        end = time.monotonic() + SECONDS
        while 'path="/mcp",status="200"} 2' not in server.http.get("/metrics").text:  # the second is the stream
            assert time.monotonic() < end
            time.sleep(0.05)
        server.process.send_signal(number)
        begun = time.monotonic()
        assert server.process.wait(SECONDS) == 128 + number
        assert time.monotonic() - begun < END_S  # two seconds, on a machine with nothing else to do
        thread.join(SECONDS)
    assert len(server.log) == 1, server.log


def stay(server: HttpServer) -> None:
    """Begin a session of MCP and listen to it until the server ends."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "stays", "version": "0"}}
    accept = {"Accept": "application/json, text/event-stream"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    session = server.http.post("/mcp", json=body, headers=accept).headers["mcp-session-id"]
    try:
        with server.http.stream("GET", "/mcp", headers={**accept, "mcp-session-id": session}) as stream:
            list(stream.iter_lines())
    except Exception:  # the server ended
        return


@pytest.mark.slow
def test_of_two_on_one_root_one_asks_the_other_and_goes_on_when_that_one_ends(roots, tmp_path):
    with closing(HttpServer(roots, tmp_path)) as first, closing(HttpServer(roots, tmp_path)) as second:
        for server in (first, second):
            server.wait_until_ready()
            assert server.call("search_code", query="openSocket")["result"]["hits"][0]["name"] == "openSocket"
        first.close()
        hits = second.call("search_code", query="total_of_invoice")["result"]["hits"]
        assert hits[0]["name"] == "total_of_invoice"


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return the one line that is said instead of serving."""

    def one_line(*options: object) -> str:
        assert main(["serve", *map(str, options)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        (line,) = said.err.splitlines()
        return line

    return one_line


def test_a_port_that_is_taken_is_told_in_one_line(server, roots, refused):
    taken = f"127.0.0.1:{server.port}"
    line = refused("--http", taken, "--root", roots[0])
    assert line == f"lsp-codebase: --http: cannot listen on {taken}: {os.strerror(errno.EADDRINUSE)}"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--root", "."], "--http: is missing, as in --http 127.0.0.1:8765"),
        (["--allow-origin", PAGE], "--http: is missing"),
        (["--http", "0", "--tcp", "0"], "--http: goes without --tcp"),
        (["--http", "0", "--root", "nowhere/at/all"], "--root: nowhere/at/all is not a folder"),
        (["--http", "0", "--token", "short"], "--token: a token has at least 16"),
        (["--http", "0", "--token-file", "nowhere/token"], "--token-file: nowhere/token cannot be read"),
        (["--http", "0.0.0.0:0"], "which needs a token"),
        (["--http", "0", "--allow-origin", "*"], "--allow-origin: '*' is no origin"),
    ],
)
def test_options_that_cannot_be_are_told_in_one_line(refused, options, said):
    assert said in refused(*options)


def test_a_token_of_the_environment_is_checked_too(refused, monkeypatch):
    monkeypatch.setenv("LSP_CODEBASE_TOKEN", "short")
    assert "LSP_CODEBASE_TOKEN: a token has at least 16" in refused("--http", "0")


def test_without_the_extra_the_command_says_how_to_install_it(refused, monkeypatch):
    for name in [*sys.modules]:
        if name.startswith(("lsp_codebase.web", "lsp_codebase.cli.over_http")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert 'uv tool install ".[http]" in a checkout' in refused("--http", "0")
