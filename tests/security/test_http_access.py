"""Who may ask a server of HTTP, and what a client that means ill can make of it."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import httpx2
import psutil
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

sys.path.insert(0, str(Path(__file__).parents[1] / "protocol"))
from http_server import FILES, IMPATIENT, SECONDS, HttpServer, make_files

from lsp_codebase.web.guard import MOST_BODY_BYTES, MOST_HEADER_BYTES

TOKEN = "made-up-for-this-test-0123456789"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
PAGE = "https://app.example:8443"
SEARCH = {"jsonrpc": "2.0", "id": 1, "method": "search_code", "params": {"query": "retry"}}
PATHS = [("GET", "/health"), ("GET", "/metrics"), ("POST", "/"), ("POST", "/mcp"), ("GET", "/mcp"), ("DELETE", "/mcp")]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_files(tmp_path_factory.mktemp("http_access").resolve() / "shop")


@pytest.fixture(scope="module")
def guarded(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    """A server with a token, a name of its own and a page that may ask; it waits one second for slow clients."""
    options = ("--allow-host", "Code.Example", "--allow-origin", PAGE, "--log-level", "debug")
    cache = tmp_path_factory.mktemp("http_access_cache")
    with closing(HttpServer([root], cache, *options, first=IMPATIENT, token=TOKEN)) as server:
        yield server
    assert TOKEN not in "".join(server.log)


def send(server: HttpServer, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
    body = SEARCH if method == "POST" else None
    return server.http.request(method, path, json=body, headers={"Accept": "application/json", **headers})


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": f"Bearer {TOKEN[:-1]}"},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": f"Bearer {TOKEN.upper()}"},
        {"Authorization": "Bearer"},
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": TOKEN},
        {"Authorization": "Bearer \xff\xfe"},
        {"Cookie": f"token={TOKEN}"},
    ],
    ids=str,
)
def test_nothing_but_health_is_told_without_the_token(guarded, headers):
    sent = {name: value.encode("latin-1") for name, value in headers.items()}
    for method, path in PATHS:
        response = send(guarded, method, path, sent)
        if path != "/health":
            assert response.status_code == 401, (method, path)
            assert response.headers["www-authenticate"] == "Bearer"
            assert TOKEN not in response.text
        else:
            assert [folder.keys() for folder in response.json()["folders"]] == [{"name", "phase"}]


def test_with_the_token_all_is_told(guarded, root):
    guarded.wait_until_ready()
    assert send(guarded, "POST", "/", BEARER).json()["result"]["hits"]
    assert send(guarded, "GET", "/metrics", {"Authorization": f"bearer  {TOKEN}"}).status_code == 200
    (folder,) = send(guarded, "GET", "/health", BEARER).json()["folders"]
    assert folder["root"] == str(root)
    assert send(guarded, "POST", "/mcp", BEARER).status_code in (400, 406)  # the SDK's word: it is no `initialize`


async def test_the_official_client_of_mcp_brings_the_token(guarded):
    http = httpx2.AsyncClient(headers=BEARER)
    async with http, Client(streamable_http_client(f"{guarded.url}/mcp", http_client=http)) as client:
        assert (await client.list_tools()).tools


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the environment of processes")
def test_what_the_server_starts_does_not_inherit_the_token(guarded):
    guarded.wait_until_ready()
    workers = psutil.Process(guarded.process.pid).children(recursive=True)
    assert workers
    for worker in workers:
        assert TOKEN not in Path(f"/proc/{worker.pid}/environ").read_text("utf-8", "replace")


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1", "http://localhost:8443", f"{PAGE}.evil.example", PAGE[:-1]],
)
def test_a_page_that_was_not_named_is_refused_everywhere(guarded, origin):
    for method, path in [*PATHS, ("OPTIONS", "/"), ("OPTIONS", "/mcp")]:
        response = send(guarded, method, path, {**BEARER, "Origin": origin})
        assert response.status_code == 403, (method, path)
        assert "access-control-allow-origin" not in response.headers
    asks = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    response = send(guarded, "OPTIONS", "/", asks)
    assert response.status_code >= 400
    assert "access-control-allow-origin" not in response.headers


def test_a_page_that_was_named_may_ask_and_read_refusals_too(guarded):
    asks = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}
    for path in ("/", "/mcp"):
        response = send(guarded, "OPTIONS", path, {"Origin": PAGE, **asks})
        assert response.status_code == 200
        assert response.headers["access-control-allow-origin"] == PAGE
    for headers, status in ((BEARER, 200), ({}, 401)):
        response = send(guarded, "POST", "/", {"Origin": PAGE, **headers})
        assert response.status_code == status
        assert response.headers["access-control-allow-origin"] == PAGE
        assert "access-control-allow-credentials" not in response.headers


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("127.0.0.1", True),
        ("LOCALHOST:1", True),
        ("[::1]:80", True),
        ("code.example:443", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("localhost:80@evil.example", False),
        ("evil.example:8765", False),
        ("code.example.", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_a_name_that_is_not_the_servers_is_refused_as_dns_rebinding_needs_one(guarded, host, is_ours):
    for method, path in PATHS if not is_ours else PATHS[:3]:
        response = send(guarded, method, path, {**BEARER, "Host": host})
        assert (response.status_code == 200) if is_ours else (response.status_code in (400, 421)), (method, path)


def test_a_body_too_large_is_refused_by_its_announcement_and_by_its_length(guarded):
    json = {**BEARER, "Content-Type": "application/json"}
    large = b" " * (MOST_BODY_BYTES + 1)
    for path in ("/", "/mcp"):
        assert guarded.http.post(path, content=large, headers=json).status_code == 413
        pieces = (large[at : at + 65_536] for at in range(0, len(large), 65_536))
        assert guarded.http.post(path, content=pieces, headers=json).status_code == 413
        announced = talk(guarded, head("POST", path, "Content-Type: application/json", "Content-Length: 99999999999"))
        assert announced.startswith(b"HTTP/1.1 413 ")
    assert guarded.http.post("/", content=b" " * MOST_BODY_BYTES, headers=json).status_code == 200  # no JSON, it says


@pytest.mark.parametrize("length", [MOST_HEADER_BYTES, 100_000])
def test_headers_too_large_are_refused_though_they_come_at_once(guarded, length):
    for path in ("/health", "/metrics", "/mcp"):
        assert guarded.http.get(path, headers={**BEARER, "X-Large": "a" * length}).status_code == 400
    assert guarded.http.get("/metrics", headers={**BEARER, "X-Large": "a" * 30_000}).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("POST", "/", {"Content-Type": "text/plain"}, 415),
        ("POST", "/", {"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ("POST", "/", {"Content-Type": "application/jsonx"}, 415),
        ("POST", "/mcp", {"Content-Type": "text/plain"}, 415),
        ("POST", "/", {"Content-Type": "application/json", "Content-Encoding": "gzip"}, 415),
        ("GET", "/", {}, 405),
        ("PUT", "/", {}, 405),
        ("POST", "/health", {"Content-Type": "application/json"}, 405),
        ("DELETE", "/metrics", {}, 405),
        ("GET", "/nowhere", {}, 404),
        ("GET", "/../etc/passwd", {}, 404),
    ],
)
def test_a_wrong_form_has_its_status(guarded, method, path, headers, status):
    response = guarded.http.request(method, path, content=b"{}", headers={**BEARER, **headers})
    assert response.status_code == status


def head(method: str, path: str, *headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {TOKEN}", *headers, "", ""]
    return "\r\n".join(lines).encode()


def talk(server: HttpServer, *pieces: bytes) -> bytes:
    """Return what a connection says until it is closed, or silent for a while."""
    said = b""
    with socket.create_connection(("127.0.0.1", server.port), SECONDS) as connection:
        for piece in pieces:
            connection.sendall(piece)
        connection.settimeout(SECONDS)
        try:
            while data := connection.recv(65_536):
                said += data
                if not said.startswith(b"HTTP/1.1 2"):
                    return said
        except (TimeoutError, ConnectionResetError):
            pass
    return said


def drop_by_drop(server: HttpServer, *drops: bytes) -> None:
    """Send what a server must not wait for to the end."""

    def send_all() -> None:
        for drop in drops:
            connection.sendall(drop)
            time.sleep(0.1)

    connection = socket.create_connection(("127.0.0.1", server.port), SECONDS)
    with closing(connection), pytest.raises(ConnectionError):
        send_all()


def test_a_client_that_is_slow_to_ask_is_not_waited_for(guarded):
    with closing(socket.create_connection(("127.0.0.1", guarded.port), SECONDS)) as silent:
        assert silent.recv(1) == b""
    drop_by_drop(guarded, *(bytes([byte]) for byte in head("GET", "/health", f"X-Long: {'x' * 1_000}")))
    begun = head("POST", "/", "Content-Type: application/json", "Content-Length: 100")
    assert talk(guarded, begun, b"{").startswith(b"HTTP/1.1 408 ")


def test_who_goes_on_sending_after_a_refusal_is_cut_off(guarded):
    refused = head("POST", "/", "Content-Type: text/plain", "Transfer-Encoding: chunked")
    drop_by_drop(guarded, refused, *[b"1\r\nx\r\n"] * SECONDS * 10)


def test_headers_without_end_are_refused(guarded):
    endless = head("GET", "/health", "X-Long: ")[:-4] + b"x" * 400_000
    assert talk(guarded, endless).startswith(b"HTTP/1.1 400 ")
    assert talk(guarded, b"GET /" + b"x" * 100_000).startswith(b"HTTP/1.1 400 ")


def test_pipelined_requests_are_answered_in_their_order(guarded):
    said = talk(guarded, head("GET", "/health") + head("GET", "/nowhere") + head("GET", "/health", "Connection: close"))
    assert [part[:3] for part in said.split(b"HTTP/1.1 ")[1:]] == [b"200", b"404", b"200"]


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: 2", "Content-Length: 3"),
        ("Content-Length: -1",),
        ("Transfer-Encoding: gzip",),
        ("Host: evil.example",),
    ],
)
def test_a_request_that_can_be_read_in_two_ways_is_refused(guarded, headers):
    said = talk(guarded, head("POST", "/", "Content-Type: application/json", *headers) + b"{}")
    assert said.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 ")), said


def test_a_request_to_become_a_websocket_becomes_none(guarded):
    upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eA==")
    assert talk(guarded, head("GET", "/mcp", *upgrade)).startswith(b"HTTP/1.1 4")


def test_files_outside_of_the_folders_and_credentials_are_not_read(guarded, root, tmp_path):
    (tmp_path / "outside.txt").write_text("outside")
    link = root / "link.txt"
    link.symlink_to(tmp_path / "outside.txt")
    guarded.http.headers = BEARER
    for uri in (
        "file:///etc/passwd",
        (root / "../../outside.txt").as_uri(),
        f"{root.as_uri()}/%2e%2e/%2e%2e/outside.txt",
        link.as_uri(),
        (root / ".env").as_uri(),
    ):
        answer = guarded.call("read_file", uri=uri)
        assert answer["error"]["data"]["field"] == "uri"
        assert FILES[".env"] not in str(answer)
    assert "hunter2" not in str(guarded.call("search_code", query="PASSWORD hunter2"))


@pytest.mark.skipif(os.name == "nt", reason="counts descriptors")
def test_connections_beyond_the_limit_are_turned_away_and_leave_nothing_behind(guarded):
    process = psutil.Process(guarded.process.pid)
    before = process.num_fds()
    many = [socket.create_connection(("127.0.0.1", guarded.port), SECONDS) for _ in range(300)]
    try:
        many[-1].sendall(head("GET", "/health"))
        assert many[-1].recv(100).startswith(b"HTTP/1.1 503 ")
    finally:
        for connection in many:
            connection.close()
    end = time.monotonic() + SECONDS
    while process.num_fds() > before + 10:
        assert time.monotonic() < end
        time.sleep(0.1)
    assert httpx.get(f"{guarded.url}/health", trust_env=False).status_code == 200
