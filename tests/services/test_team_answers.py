"""A team's server that is slow, gone, or answers nonsense: bounded waits, local answers, a note."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from git_commits import git
from waiting import LONG_S

from lsp_codebase.errors import Cancelled
from lsp_codebase.model import CancelToken, Confidence, SearchQuery
from lsp_codebase.remote import TeamIndex
from lsp_codebase.remote import server as servers
from lsp_codebase.scan import Scan
from lsp_codebase.search import Found, answer
from lsp_codebase.uris import to_uri

CANCEL = CancelToken()
THEIRS, OURS = Path("/build/shop"), Path("/home/me/shop")
STATUS: dict[str, Any] = {
    "folder": to_uri(THEIRS),
    "phase": "ready",
    "files": {"indexed": 1, "total": 1, "skipped": 0, "failed": 0},
    "chunks": 1,
    "symbols": 1,
    "vectors": {"done": 0, "total": 0},
    "generation": 7,
    "role": "reader",
    "stale": False,
}


def hit(name: str = "cart.py", score: Any = 0.5, line: Any = 0, **fields: Any) -> dict[str, Any]:
    where = {"start": {"line": line, "character": 0}, "end": {"line": 2, "character": 5}}
    location = {"uri": to_uri(THEIRS / name), "range": where}
    return {"location": location, "language": "python", "score": score, "preview": "", "text": "a\nb\nc", **fields}


def page(*hits: Any, **fields: Any) -> dict[str, Any]:
    asked = {"mode": "hybrid", "confidence": "high", "truncated": False, "index": STATUS, "tookMs": 1.0}
    return {"hits": [*hits], **asked, **fields}


class Fake(ThreadingHTTPServer):
    """A server that says what a test wants."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.asked: list[tuple[str, Any, str | None]] = []
        self.over = threading.Event()
        self.answers: dict[str, Callable[[Any], Any]] = {
            "index_status": lambda _: [STATUS],
            "search_code": lambda _: page(hit()),
            "find_symbols": lambda _: {"hits": [], "truncated": False, "index": STATUS},
        }


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Fake

    def do_POST(self) -> None:  # the name that the library calls
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((asked["method"], asked["params"], self.headers["Authorization"]))
        said = self.server.answers[asked["method"]](asked["params"])
        if callable(said):
            said(self)
        elif isinstance(said, bytes):
            self.reply(200, said)
        else:
            self.reply(200, json.dumps({"jsonrpc": "2.0", "id": 1, "result": said}).encode())

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    monkeypatch.setenv("LSP_CODEBASE_TEAM_TOKEN", "the-token-of-the-team")
    monkeypatch.setattr(servers, "ANSWER_S", LONG_S)
    with Fake() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield server
        server.over.set()
        server.shutdown()


@pytest.fixture
def team(fake: Fake) -> Iterator[TeamIndex]:
    with closing(TeamIndex(OURS, [fake.url], lambda: None)) as one:
        yield one


def ask(team: TeamIndex, held: Callable[[str], bool] = lambda _: False, **fields: Any) -> tuple[Any, list[str]]:
    """Return the page of hits, None where nothing could be asked, and all notes."""
    query = SearchQuery("total", **fields)
    found, notes = team.find(query, "total lang:python", held, CANCEL)
    if not found:
        return None, notes
    assert all(isinstance(one, Found) for one in found)
    shown = answer(query, found, CANCEL)
    return shown, [*notes, *shown.notes]


def test_hits_of_the_server_are_in_our_folder(team, fake):
    shown, notes = ask(team)
    assert [(one.path, one.score, one.text) for one in shown.hits] == [(OURS / "cart.py", 0.5, "a\nb\nc")]
    assert (shown.confidence, shown.status.root, notes) == (Confidence.HIGH, str(OURS), [])
    (_, _, token), (method, params, _) = fake.asked
    assert (method, params["query"], token) == ("search_code", "total lang:python", "Bearer the-token-of-the-team")


def test_files_that_an_index_of_ours_holds_are_left_out(team, fake):
    fake.answers["search_code"] = lambda _: page(hit("a.py"), hit("b.py"), hit("c.py"))
    team.note_changed(["c.py"])
    shown, _ = ask(team, held=lambda path: path == "b.py")
    assert [one.path.name for one in shown.hits] == ["a.py"]


def test_a_folder_is_asked_about_as_the_server_calls_it(team, fake):
    ask(team, folder=OURS / "src")
    assert fake.asked[-1][1]["folder"] == to_uri(THEIRS / "src")


@pytest.mark.parametrize(
    "said",
    [
        page(hit("../../etc/passwd")),
        page({**hit(), "location": {"uri": "file:///etc/passwd", "range": hit()["location"]["range"]}}),
        page(hit(score="high")),
        page(hit(score=True)),
        page(hit(score=float("inf"))),
        page(hit(line=-1)),
        page(hit(line=3)),  # behind its end
        page(hit(line=2**40)),
        page(hit(name_range=1, text=["a"])),
        page(hit(), hits=None),
        page(hit(), mode="magic"),
        page("hit"),
        {},
        [],
        "nonsense",
        None,
        b"<html>a proxy",
        b"[" * 100_000,
        json.dumps({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no"}}).encode(),
    ],
    ids=lambda said: repr(said)[:40],
)
def test_nonsense_is_no_hit_and_is_told(team, fake, said):
    fake.answers["search_code"] = lambda _: said
    shown, notes = ask(team)
    assert shown.hits == ()
    assert len(notes) == 1
    assert "what is changed here is all that is searched" in notes[0]


def test_a_page_that_is_too_large_is_not_read_to_its_end(team, fake, monkeypatch):
    monkeypatch.setattr(servers, "MOST_BYTES", 1_000)
    fake.answers["search_code"] = lambda _: page(hit(text="x" * 2_000))
    shown, notes = ask(team)
    assert not shown.hits
    assert "more than 1,000 bytes" in notes[0]


@pytest.mark.parametrize(
    "dribble",
    [
        lambda handler: handler.server.over.wait(2 * LONG_S),
        lambda handler: _drip(handler, b"HTTP/1.1 200 OK\r\nX: " + b"a" * 9_999),
    ],
    ids=["silent", "byte by byte"],
)
def test_a_slow_server_costs_a_bounded_wait_and_is_left_alone_then(team, fake, dribble, monkeypatch):
    assert ask(team)[0].hits
    monkeypatch.setattr(servers, "ANSWER_S", 0.5)
    fake.answers["search_code"] = lambda _: dribble
    before = time.monotonic()
    shown, notes = ask(team)
    assert not shown.hits
    assert "no answer within" in notes[0] or "timed out" in notes[0]
    asked = len(fake.asked)
    for _ in range(20):
        assert ask(team)[1]
    time.sleep(0.3)  # the request that was given up would have been sent again by now
    assert len(fake.asked) == asked
    assert time.monotonic() - before < LONG_S


def _drip(handler: Handler, text: bytes) -> None:
    for byte in text:
        if handler.server.over.wait(0.1):
            return
        handler.wfile.write(bytes([byte]))
        handler.wfile.flush()


def test_a_redirection_is_not_followed_with_the_token(team, fake):
    with Fake() as other:
        fake.answers["search_code"] = lambda _: lambda handler: handler.reply(307, b"", Location=other.url)
        shown, notes = ask(team)
        assert (shown.hits, other.asked) == ((), [])
        assert "status 307" in notes[0]


def test_a_server_that_is_gone_is_told_of(team, fake):
    fake.shutdown()
    fake.server_close()
    shown, notes = ask(team)
    assert shown is None
    assert "refused" in notes[0]


def test_a_connection_that_was_hung_up_while_it_was_idle_is_no_failure(team, fake):
    def hang_up(handler: Handler) -> None:
        handler.reply(200, json.dumps({"jsonrpc": "2.0", "id": 1, "result": page(hit())}).encode())
        handler.close_connection = True  # as a proxy does after some seconds, and says no word

    fake.answers["search_code"] = lambda _: hang_up
    for _ in range(3):
        shown, notes = ask(team)
        assert len(shown.hits) == 1
        assert notes == []


def test_a_server_of_other_folders_is_not_asked(team, fake):
    fake.answers["index_status"] = lambda _: [
        {**STATUS, "folder": to_uri(Path("/build") / name)} for name in ("tools", "docs")
    ]
    shown, notes = ask(team)
    assert shown is None
    assert "it has no folder called shop" in notes[0]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://code.example/", "write https://"),
        ("https://me:secret@code.example/", "is no address such as"),
        ("ftp://code.example/", "is no address such as"),
        ("https://code.example:port/", "is no address such as"),
        ("code.example", "is no address such as"),
    ],
)
def test_an_address_that_would_give_the_token_away_is_not_used(url, reason):
    team = TeamIndex(OURS, [url], lambda: None)
    assert ask(team)[0] is None
    assert reason in ask(team)[1][0]


def test_later_pages_come_from_the_server_too(team, fake):
    names = [f"{number}.py" for number in range(9)]

    def pages(params: Any) -> Any:
        begin = int(params.get("cursor") or 0)
        more = {"nextCursor": str(begin + 4)} if begin + 4 < len(names) else {}
        return page(*(hit(name, 0.9 - begin / 100) for name in names[begin : begin + 4]), **more)

    fake.answers["search_code"] = pages
    shown, cursor = [], None
    while True:
        one, _ = ask(team, limit=2, cursor=cursor)
        shown += [hit.path.name for hit in one.hits]
        cursor = one.next_cursor
        if cursor is None:
            break
    assert shown == names


def test_a_question_that_is_given_up_follows_no_more_pages(team, fake):
    cancel = CancelToken()

    def pages(_: Any) -> Any:
        cancel.cancel()
        return page(hit(), nextCursor="on")

    fake.answers["search_code"] = pages
    query = SearchQuery("total")
    found, _ = team.find(query, "total", lambda _: True, cancel)
    with pytest.raises(Cancelled):
        answer(query, found, cancel)
    assert [method for method, *_ in fake.asked].count("search_code") == 1


def test_a_server_whose_pages_of_hidden_hits_never_end_is_left_at_last(team, fake):
    fake.answers["search_code"] = lambda _: page(hit(), nextCursor="on")
    shown, _ = ask(team, held=lambda _: True)
    assert not shown.hits


def test_an_index_that_names_no_commit_is_told_of(team, fake, tmp_path):
    ask(team)
    team.narrow(Scan({}, (), ()), CANCEL)
    assert [note for note in ask(team)[1] if "not in this repository" in note]  # there is none
    fake.answers["index_status"] = lambda _: [STATUS]
    root = tmp_path / "shop"
    root.mkdir()
    git(root, "init", "-q")
    git(root, "commit", "-q", "--allow-empty", "-m", "First")
    with closing(TeamIndex(root, [fake.url], lambda: None)) as here:
        here.narrow(Scan({}, (), ()), CANCEL)
        assert [note for note in here.notes if "does not say of which commit" in note]
