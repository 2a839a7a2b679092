"""Routes in a query: alone, among words that frame it, or in the request of a log, a command, an address."""

from __future__ import annotations

import re

from lsp_codebase.search.intents.places.route_lines import Route, head
from lsp_codebase.search.query.tables import word_list

_MOST_WORDS = 12  # that frame a route
_MOST_SEGMENTS = 20  # each may be the first behind a mount
_LONGEST_LINE = 1_000  # characters, that holds a request

_METHODS = frozenset({"get", "head", "post", "put", "patch", "delete", "options"})
_CALLING = frozenset("call called calls fetched fetches requested requests sends sent use used uses".split())
_SAYING = frozenset({"endpoint", "route", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})
"""Words that make a route of the one word that they frame, without a slash: `POST users.invite`."""
_FRAME = word_list("around routes")
_FRAMING = _FRAME | _METHODS | _CALLING
_QUOTES = "`\"'"

_REQUEST = re.compile(
    r"\b(?P<method>GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+[\"'`]?(?:https?://[^\s/\"'`]+)?(?P<path>/[^\s\"'`]+)"
    r"|\bhttps?://[^\s/\"'`<>]+(?P<address>/[^\s\"'`<>)]+)"
)
"""A request, as in an access log, a command line, a browser."""
_SENDS = re.compile(
    r"^\s*(?:\$\s+)?(?:curl|https?|wget|xh)\b.*?\s"
    r"(?:(?:-X\s*|--(?:method|request)[=\s])?[\"']?(?P<method>GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b"
    r"|(?:--?d(?:ata[\w-]*)?|--json|-F)\b)"
)
"""A command that says its method, or sends data."""
_ROUTE = re.compile(r"/([^\s/?#]+(?:/[^\s/?#]+)*)/?(?:[?#]\S*)?")
_BARE = re.compile(r"[a-zA-Z][^\s/?#]*(?:/[^\s/?#]+)*")


def asked_route(text: str) -> Route | None:
    """Return the route that a query is about; None if it is no request and says more than words that frame a route."""
    return _framed(text) or _requested(text)


def _framed(text: str) -> Route | None:
    words = [word.strip(f"{_QUOTES}?,") for word in text.split(maxsplit=_MOST_WORDS)]
    written = [word for word in words if word.startswith("/")]
    if not written and not _SAYING.isdisjoint(words):
        written = [word for word in words if word.lower() not in _FRAMING]
    path = f"/{written[0].removeprefix('/')}" if len(written) == 1 else ""
    if not path or not (path == written[0] or _BARE.fullmatch(written[0])):
        return None
    frame = [word.lower() for word in words if word != written[0]]
    if len(frame) != len(words) - 1 or not _FRAMING.issuperset(frame):
        return None
    return _route(
        path, next((word for word in frame if word in _METHODS), ""), is_called=not _CALLING.isdisjoint(frame)
    )


def _requested(text: str) -> Route | None:
    """Return the route of the one request that a line holds, whatever else it says."""
    if "\n" in text.strip() or len(text) > _LONGEST_LINE:
        return None
    requests = {(one["method"], one["path"] or one["address"]) for one in _REQUEST.finditer(text)}
    if len(requests) != 1:
        return None
    ((method, path),) = requests
    sent = _SENDS.match(text)
    return _route(path.rstrip(".,:;"), (method or (sent and (sent["method"] or "POST")) or "").lower())


def _route(path: str, method: str, *, is_called: bool = False) -> Route | None:
    """Return the route of a path; None where each of its segments is the value of a parameter."""
    read = _ROUTE.fullmatch(path)
    segments = tuple(read[1].split("/")) if read else ()
    return Route(segments, method, is_called) if len(segments) <= _MOST_SEGMENTS and any(map(head, segments)) else None
