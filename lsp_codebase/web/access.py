"""Access: the token, the names of this server, and the web pages that may use it.

A page of any site can send requests to a port of this machine, and by a name of its own that it lets point here ("DNS
rebinding") it could read the answers. So the Host must be a name of this server, and an Origin one that was named.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from http import HTTPStatus

from starlette.datastructures import Headers

from lsp_codebase.errors import InvalidQuery

LEAST_TOKEN = 16
"""Characters of a token: fewer can be guessed over a network."""

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[^:\[\]/@\s]+))(?::\d{1,5})?", re.IGNORECASE)
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/\s*]+", re.IGNORECASE)
_TOKEN = re.compile(r"[!-~]+")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is not answered."""

    status: HTTPStatus
    reason: str


class Access:
    """The rules of one server. Without a token everybody with a permitted Host and Origin may ask."""

    def __init__(
        self,
        token: str | None = None,
        hosts: tuple[str, ...] = (),
        origins: frozenset[str] = frozenset(),
        bound: str = "",
    ) -> None:
        """`hosts` and `origins` are the user's, as `check_origin` returns them; `bound` is the address listened on."""
        self.origins = origins
        self._hosts = _LOOPBACK | {host.lower() for host in (*hosts, bound)}
        self._token = token.encode() if token is not None else None

    def refusal(self, headers: Headers) -> Refusal | None:
        """Return why the Origin or Host of a request forbids it; the token is not checked."""
        host = _HOST.fullmatch(headers.get("host", ""))
        if host is None or (host["six"] or host["name"]).lower() not in self._hosts:
            return Refusal(HTTPStatus.MISDIRECTED_REQUEST, "Host: is no name of this server; name it with --allow-host")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in self.origins:
            return Refusal(HTTPStatus.FORBIDDEN, "Origin: is not allowed; name it with --allow-origin")
        return None

    def holds_token(self, headers: Headers) -> bool:
        """Whether a request brings the token; False where there is none to bring."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if self._token is None or scheme.lower() != "bearer":
            return False
        return hmac.compare_digest(given.strip().encode("latin-1"), self._token)

    @property
    def needs_token(self) -> bool:
        """Whether there is a token."""
        return self._token is not None


def check_token(field: str, token: str) -> str:
    """Return a token without blanks around it. Raises `InvalidQuery` for one that no header can hold, or too short."""
    token = token.strip()
    if len(token) < LEAST_TOKEN or not _TOKEN.fullmatch(token):
        how = "python -c 'import secrets; print(secrets.token_urlsafe())'"
        raise InvalidQuery(
            field, f"a token has at least {LEAST_TOKEN} ASCII characters without spaces; make one: {how}"
        )
    return token


def check_origin(origin: str) -> str:
    """Return an origin as browsers send it. Raises `InvalidQuery` for any other text."""
    if not _ORIGIN.fullmatch(origin):
        raise InvalidQuery("--allow-origin", f"{origin!r} is no origin such as https://app.example:8443; name each one")
    return origin.lower()
