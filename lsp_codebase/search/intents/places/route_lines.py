"""The lines of code whose strings are a route, and how well each fits the one that is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from lsp_codebase.indexes import Literal
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.exact.regex_literals import AllOf, Needle, any_of
from lsp_codebase.search.intents.pieces import in_call, line_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_CHUNKS = 900  # that hold its words are read: only questions for a route read so many
_MOST_ARGUMENTS = 6  # lines of them
_STRING = re.compile(r"\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'|`([^`\n]{1,200})`")
# In a string: a method before it, as of Go; a regular expression around it; a query behind it.
_WRITTEN = re.compile(r"(?:[A-Z]{3,7} )?\^?(/?)([^\s?#].*?)(/?)\$?(?:[?#]\w+=.*)?")
_BEYOND = re.compile(r"[^\w.~%@!,;=-]")  # from here on a segment stands for any of several
_WORD = re.compile(r"[^\W_]+")
_PART_OF_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_OPEN = any_of(":{<$*")  # before the name of a parameter
_VALUE = re.compile(r"\d+|[\da-f]{8}[\da-f-]*")
_SIGNS = re.compile(r"[()\[\]{]|=>|->|\b(?:do|function)\b|[^,(\[\s][^\S\n]*\n")  # the last: no argument follows
_SERVER = re.compile(
    r"rout|handle|mapping|endpoint|controller|#\[[\w:]*\bpath\("
    r"|(?:[@.]|^\s*)(?:get|post|put|patch|delete)\b(?!\s*[=:])",
    re.IGNORECASE,
)
_MOUNTS = re.compile(r"(?i:\b\w*(?:rout\w*|url\w*)(?:\.|::)(?:register|resources?)\s*\(|^\s*resources\s*\(?\s*[\"'])")
"""A line that serves a resource and each item of it: `router.register("users", UserViewSet)`, `resources "/users"`."""
_SCOPE = re.compile(r"\b(?:scope|[gG]roup|nest)\(")
_OF_SCOPE = re.compile(r"\(\s*[\"']/?[\"']\s*,")
"""A line that serves the route of the scope around it: `.route("", post().to(add))`, `group.GET("", list)`."""
_MOST_OF_SCOPE = 12  # lines behind its beginning
_TAKES_BARE = re.compile(r"(?i:@(?:controller|delete|get|patch|post|put)\b|\brout\w*\s*[.(:]|mapping\s*\()")
"""A line in which a string is a route without any slash, as `@Controller("users")` is."""
_ATTRIBUTE = re.compile(r"\s*(?:@\w|#?\[\w)")  # of a method or class
_ARGUMENT = re.compile(r"\s*(?:path|route|uri|url|value)\s*[=:]\s*\{?[\"']")
_MOST_ABOVE = 3  # lines of an attribute before the one with the path
_OF_ATTRIBUTE = 1.5  # more than a file named for routes without a word of serving, less than with one
_OF_CLASS = re.compile(r"@(?:\w*Controller|RequestMapping)\b")
_ROUTER = re.compile(r"(?:^|/)rout(?:es|ing)/|(?:rout|urls)[^/]*$", re.IGNORECASE)  # a folder, or the name of a file
_BY_PLACE = "/+"  # begins the name of a file that is a route by its place: no string in it is one
_CLIENT = re.compile(
    r"\b(?:ajax|axios|curl|expect|fetch|href|navigate|redirect)|client|request\(|[$#]\{"
    r"|\bhttp(?:\.|::)(?:delete|get|head|options|patch|post|put|request)\b",
    re.IGNORECASE,
)
"""A line that asks for a route: `fetch("/cart")`, `http.get(url)`, `curl $HOST/cart`."""


class Route(NamedTuple):
    """The segments of a route, the method that it is asked with, if any, and whether its callers are meant.

    Of one that `is_filled` any segment but the first, or the last that is no value, may be the value of a parameter.
    """

    segments: tuple[str, ...]
    method: str = ""
    is_called: bool = False
    is_filled: bool = False


class Standing(NamedTuple):
    """A line with a route: how many of its segments it says, and how well it fits the query; more is better."""

    piece: Piece
    said: int
    side: int
    is_same: bool
    is_whole: bool
    is_told: bool
    has_method: bool
    arguments: str


def _arguments(text: str) -> str:
    """Return what follows a string as an argument of the same call, without strings: nothing of a function there."""
    depth = 0
    rest = _STRING.sub('""', text)
    for sign in _SIGNS.finditer(rest):
        depth += (sign[0] in "([") - (sign[0] in ")]")
        if sign[0].endswith("\n") or depth < 0:
            return rest[: sign.end()]
        if sign[0] not in "([)]":
            return ""
    return rest


def standing(question: Question, route: Route, within: Collection[str] = ()) -> list[Standing]:
    """Return where strings of code are a route: of each chunk the line that fits best.

    One of parameters alone is looked for `within` some files.
    """
    heads = [re.escape(own) for own in map(head, route.segments) if own and not _VALUE.fullmatch(own)]
    says = re.compile("" if within else "|".join(heads) or "(?!)").search  # few lines do
    found = []
    for row in question.few(_holding(question, route, within), _MOST_CHUNKS):
        if says(row.text) and question.prior(row) >= 1:
            found += sorted(_in_chunk(row, route, says, may_be_open=bool(within)), key=order)[:1]
    return found


def _in_chunk(row: ChunkText, route: Route, says: Callable[[str], object], *, may_be_open: bool) -> Iterator[Standing]:
    """Yield the lines of a chunk with a route that fits, of those that may say it."""
    of_one = not any(map(is_said, route.segments[1:])) and len(route.segments) <= 2
    lines = row.lines
    for at, line in enumerate(lines):
        if not says(line):
            continue
        call = called_with(lines, at)
        for written in _written(line, call):
            is_mount = of_one and len(written) == 1 and _MOUNTS.search(call) is not None
            said = _said(written, route.segments[:1] if is_mount else route.segments)
            if said or (may_be_open and _is_open(written) and len(written) == len(route.segments)):
                own = _own_route(lines[at + 1 :], route.method) if _SCOPE.search(line) else ""
                behind = "\n".join((line.partition("/".join(written))[2], *lines[at + 1 : at + _MOST_ARGUMENTS]))
                yield Standing(
                    piece=line_piece(row, at, 1.0),
                    said=said,
                    side=(_side(row.path, call) + 2 * bool(own)) * (-1 if route.is_called else 1),
                    is_same=written == route.segments and said < len(written),  # with the same names for parameters
                    is_whole=not written[-1].startswith("*"),  # which stands for anything
                    is_told=_ATTRIBUTE.match(call) is not None,
                    has_method=bool(own) or _has(call, route.method),
                    arguments=own or _arguments(behind),
                )


def _holding(question: Question, route: Route, within: Collection[str]) -> Ids:
    """Return the ids of the chunks that may hold a route in a string; of too many those of files named for routes."""
    if within:
        chunk_ids, file_ids = question.corpus.may_hold(_OPEN, question.filters)
        records = (question.corpus.file(path) for path in within)
        return chunk_ids[np.isin(file_ids, [record.file_id for record in records if record is not None])]
    if route.is_filled:
        said = [*filter(is_said, route.segments[1:])][-1:]
        needles = [((first,), _beginning(first)) for first in route.segments[:1]]
        needles += [((last,), Literal(f"/{last}")) for last in said]
        return np.unique(np.concatenate([_saying(question, *needle) for needle in needles]))
    return _saying(question, route.segments, _needle(route.segments))


def _saying(question: Question, segments: Sequence[str], needle: Needle) -> Ids:
    """Return the ids of the chunks whose strings say the segments and may hold the needle; as above of too many."""
    words = [word for segment in filter(is_said, segments) for word in _WORD.findall(segment)]
    if not words:
        return np.empty(0, np.int64)
    chunk_ids, file_ids = question.corpus.saying_within(words, needle, question.filters)
    if len(chunk_ids) > _MOST_CHUNKS:
        routers = [record.file_id for record in question.corpus.with_path(_ROUTER.pattern)]
        return chunk_ids[np.isin(file_ids, routers)]
    return chunk_ids


def called_with(lines: Sequence[str], at: int) -> str:
    """Return a line, behind those above it that open the call or the attribute whose argument it is."""
    line = lines[at]
    if _ARGUMENT.match(line):
        for opens in range(at - 1, max(at - 1 - _MOST_ABOVE, -1), -1):
            if _ATTRIBUTE.match(lines[opens]):
                return "".join(lines[opens : at + 1])
    return in_call(lines[at - 1] if at else "", line)


def order(one: Standing) -> tuple[bool, float, int, bool, str, int]:
    """Return what sorts lines: those that fit best come first."""
    # A table of routes, as tools write one, knows less than the attribute of the method that answers.
    answers = one.is_told and one.side > 0
    surely = one.side + (_OF_ATTRIBUTE if answers else 0)
    return not (one.is_same or answers), -surely, -one.said, not one.has_method, one.piece.path, one.piece.start_line


def _side(path: str, line: str) -> int:
    """Return how sure a line answers a route, as a server does; less than 0 if it calls it."""
    if _CLIENT.search(line):
        return -1
    return bool(_SERVER.search(line)) + 2 * bool(
        (_ROUTER.search(path) and _BY_PLACE not in path) or _OF_CLASS.search(line)
    )


def _own_route(behind: Sequence[str], method: str) -> str:
    """Return the line behind the beginning of a scope that serves its own route by a method, or by any; or nothing."""
    own = (line for line in behind[:_MOST_OF_SCOPE] if _OF_SCOPE.search(line))
    return next((line for line in own if not method or _has(line, method)), "")


def _has(line: str, method: str) -> bool:
    """Whether a line names a method: `get`, `MethodGet` or `GET`."""
    return method in map(str.lower, _PART_OF_NAME.findall(line))


def _needle(segments: Sequence[str]) -> Needle:
    """Return the needle of every text with a route: its literal segments, neighbours joined."""
    if len(segments) == 1:
        return _beginning(*segments)
    runs = groupby(enumerate(segments), lambda one: is_said(one[1]))
    found = []
    for run in ([*run] for is_said, run in runs if is_said):
        before, behind = "/" * (run[0][0] > 0), "/" * (run[-1][0] < len(segments) - 1)
        found.append(Literal(f"{before}{'/'.join(segment for _, segment in run)}{behind}"))
    return AllOf(tuple(found))


def _beginning(segment: str) -> Needle:
    """Return the needle of every text with a route that begins with a segment: behind a slash, or first in a string."""
    begins = [f"{before}/{segment}" for before in "\"'`^ "] + [f"{before}{segment}" for before in "\"'`^"]
    return any_of(begins)


def _is_open(segments: Sequence[str]) -> bool:
    """Whether segments as they are written are parameters alone."""
    return not any(map(head, segments))


def is_said(segment: str) -> bool:
    """Whether a segment is no parameter, and no value of one."""
    return not _BEYOND.search(segment) and not _VALUE.fullmatch(segment)


def _written(line: str, call: str) -> Iterator[tuple[str, ...]]:
    """Yield the segments of possible routes among the strings of a line of a `call`."""
    takes_bare = (_TAKES_BARE.search(call) or _MOUNTS.search(call)) and not _CLIENT.search(call)
    for match in _STRING.finditer(line):
        written = _WRITTEN.fullmatch(match[1] or match[2] or match[3])
        if written and (takes_bare or written[1] or written[3] or "/" in written[2]) and " " not in written[2]:
            yield tuple(written[2].split("/"))


def _said(written: Sequence[str], asked: Sequence[str]) -> int:
    """Return how many segments of two routes are the same; 0 if the routes are not."""
    if written[-1].startswith("*"):  # the rest, however long
        asked = asked[: len(written)]
    if len(written) != len(asked) or not all(map(_meet, written, asked)):
        return 0
    heads = zip(map(head, written), map(head, asked), strict=True)
    return sum(own == other and own != "" and not _VALUE.fullmatch(own) for own, other in heads)


def _meet(one: str, other: str) -> bool:
    """Whether two segments may be the same: `:id`, `{id}`, `<int:id>` and groups stand for any."""
    own_head, other_head = head(one), head(other)
    if (own_head, other_head) == (one, other):
        return one == other
    begins = other_head.startswith(own_head), own_head.startswith(other_head)
    return (one != own_head and begins[0]) or (other != other_head and begins[1])


def head(segment: str) -> str:
    """Return the beginning of a segment that stands for itself."""
    beyond = _BEYOND.search(segment)
    return segment if beyond is None else segment[: beyond.start()]
