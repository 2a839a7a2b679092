"""Cutting a stream of bytes into messages."""

from __future__ import annotations

import io
import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.attach.frames import MAX_BODY_BYTES, Unreadable, decode, frame, read_messages


def read_all(data: bytes, piece: int = 1 << 16) -> list[object]:
    stream = io.BytesIO(data)
    return [message for message, _ in read_messages(lambda size: stream.read(min(size, piece)))]


@given(values=st.lists(st.dictionaries(st.text(), st.text() | st.integers() | st.none())), piece=st.integers(1, 50))
def test_messages_do_not_depend_on_how_the_bytes_arrive(values: list[object], piece: int) -> None:
    data = b"".join(frame(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")) for value in values)
    assert len(read_all(data, piece)) == len(values)
    assert read_all(data, piece) == read_all(data)


@given(garbage=st.binary(max_size=60))
def test_garbage_never_loses_the_second_message_after_it(garbage: bytes) -> None:
    good = {"jsonrpc": "2.0", "id": 1, "method": "x"}
    body = json.dumps(good).encode()
    if b"ontent" not in garbage:
        assert read_all(garbage + frame(body) * 2)[-1] == good


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: 2\r\n\r\n",
        b"Content-Length:2\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: 2\r\n\r\n",
        b"Content-Length: 2\r\nX-Other: 1\r\n\r\n",
        b"Content-Length: 2\n\n",
    ],
)
def test_headers_of_every_form_are_understood(header: bytes) -> None:
    assert read_all(header + b"{}") == [{}]


def test_a_message_that_is_too_large_is_refused_unread() -> None:
    (problem,) = read_all(b"Content-Length: %d\r\n\r\n" % (MAX_BODY_BYTES + 1))
    assert isinstance(problem, Unreadable)
    assert "too large" in problem.reason


@pytest.mark.parametrize("end", [b"", b"Content-Le", b"Content-Length: 10\r\n\r\n{", b"Content-Length: 10\r\n"])
def test_a_stream_may_end_anywhere(end: bytes) -> None:
    assert read_all(frame(b"{}") + end) == [{}]


def test_a_broken_connection_is_the_end() -> None:
    def broken(size: int) -> bytes:
        raise ConnectionResetError

    assert [*read_messages(broken)] == []


@pytest.mark.parametrize("body", [b"", b"\xff", b"{", b"[1,]", b"-Infinity", b"[" * 100_000, b'"' + b"1" * 10])
def test_what_is_not_json_says_so(body: bytes) -> None:
    assert isinstance(decode(body), Unreadable)


@pytest.mark.parametrize("piece", [b"x" * 65_536, b"X: y\r\n" * 10_923, b"Content-Length: 1\r\n" * 3_449])
def test_headers_without_an_end_are_not_kept_and_the_next_frame_is_read(piece: bytes) -> None:
    pieces = iter([piece] * 100 + [b"\r\n", b"\r", b"\n", b"7" * 5, frame(b"[1]")])
    tracemalloc.start()
    try:
        last = [message for message, _ in read_messages(lambda _: next(pieces, b""))][-1]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert last == [1]
    assert peak < 10 * len(piece)
