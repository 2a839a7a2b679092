"""Where a server of HTTP listens, and what a token and an origin are."""

import asyncio
import socket
from contextlib import closing

import pytest
import uvicorn
from uvicorn.server import ServerState

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.web import bind, check_origin, check_token
from lsp_codebase.web.connections import TimedConnection
from lsp_codebase.web.listening import url_of


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("127.0.0.1:0", "http://127.0.0.1:"),
        ("0", "http://127.0.0.1:"),
        ("[::1]:0", "http://[::1]:"),
        ("127.9:0", "http://127.0.0.9:"),
    ],
)
def test_a_port_of_the_loopback_interface_needs_no_token(address, url):
    if "[::1]" in address and not socket.has_ipv6:
        pytest.skip("no IPv6")
    with closing(bind(address, is_guarded=False)) as listener:
        assert url_of(listener).startswith(url)
        assert listener.getsockname()[1] > 0


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0"])
def test_an_address_that_other_machines_reach_needs_a_token(address):
    with pytest.raises(InvalidQuery, match="which needs a token: --token-file or LSP_CODEBASE_TOKEN"):
        bind(address, is_guarded=False)
    if address == "0.0.0.0:0":
        bind(address, is_guarded=True).close()


@pytest.mark.parametrize("address", ["", "localhost", ":80", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:65536", "²"])
def test_what_is_no_address_is_refused_with_an_example(address):
    with pytest.raises(InvalidQuery, match=r"--http: '.*' is not HOST:PORT, such as 127\.0\.0\.1:8765"):
        bind(address, is_guarded=False)


def test_a_token_is_long_enough_and_fits_into_a_header():
    assert check_token("--token-file", "  abcdefghijklmnop\n") == "abcdefghijklmnop"
    for wrong in ("", "short", "sixteen letters and blanks", "abcdefghijklmno\N{LATIN SMALL LETTER E WITH ACUTE}"):
        with pytest.raises(InvalidQuery, match="--token-file: a token has at least 16 ASCII characters") as told:
            check_token("--token-file", wrong)
        assert not wrong or wrong not in str(told.value)


def test_an_origin_is_that_of_one_site():
    assert check_origin("https://App.Example:8443") == "https://app.example:8443"
    for wrong in ("*", "https://*.example", "https://app.example/", "app.example", "null", "https://a b", ""):
        with pytest.raises(InvalidQuery, match=r"--allow-origin: .* is no origin such as"):
            check_origin(wrong)


def test_answers_are_sent_at_once():
    """Without TCP_NODELAY the body of one waits for the client to confirm the headers: 40 to 200 ms."""

    async def sends_at_once():
        config, state = uvicorn.Config(lambda: None, http=TimedConnection), ServerState()
        config.load()
        accepted = asyncio.get_running_loop().create_future()

        class Connection(TimedConnection):
            def connection_made(self, transport):
                super().connection_made(transport)
                sending = transport.get_extra_info("socket")
                accepted.set_result(sending.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.abort()

        with closing(bind("127.0.0.1:0", is_guarded=False)) as listener:
            made = await asyncio.get_running_loop().create_server(lambda: Connection(config, state, {}), sock=listener)
            async with made:
                _, writer = await asyncio.open_connection(*listener.getsockname())
                writer.close()
                return await asyncio.wait_for(accepted, 10)

    assert asyncio.run(sends_at_once())


def test_an_address_in_use_is_told_in_the_words_of_the_system():
    with closing(bind("127.0.0.1:0", is_guarded=False)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InvalidQuery, match=rf"cannot listen on 127\.0\.0\.1:{port}: \w[^(]*$") as told:
            bind(f"127.0.0.1:{port}", is_guarded=False)
    assert "unknown error" not in str(told.value).lower()
