"""The channel of routes: `/users/:id`, alone or among words that frame it, leads to the code whose strings hold it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

import numpy as np

from lsp_codebase.indexes import Literal, SymbolMatch
from lsp_codebase.model import CancelToken, SymbolKind
from lsp_codebase.parse import joined, split_identifier
from lsp_codebase.search.call_graph.definitions import definitions_named
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.exact.regex_literals import AllOf, AnyOf
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.intents.defined_names import spelled
from lsp_codebase.search.intents.pieces import definition_piece, in_calls, piece_of
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.priors import prior
from lsp_codebase.symbols import SymbolContext

_MOST_PIECES = 5
_MOST_CHUNKS = 900  # that hold its words are read: only questions for a route read so many
_MOST_WORDS = 12  # that frame a route
_MOST_SEGMENTS = 20  # each may be the first behind a mount
_MOST_ARGUMENTS = 6  # lines of them

# What controllers call what they do with all of a resource, and with one item of it.
_USUAL: dict[str, dict[bool, tuple[str, ...]]] = {
    "": {False: ("index",), True: ("show",)},
    "get": {False: ("index", "list"), True: ("show", "retrieve", "get")},
    "post": {False: ("create", "store")},
    "put": {True: ("update",)},
    "patch": {True: ("update", "partial_update")},
    "delete": {True: ("destroy", "delete")},
}
_METHODS = frozenset({"get", "head", "post", "put", "patch", "delete", "options"})
_CALLING = frozenset("call called calls fetched fetches requested requests sends sent use used uses".split())
_SAYING = frozenset({"endpoint", "route", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})
"""Words that make a route of the one word that they frame, without a slash: `POST users.invite`."""
_FRAME = frozenset(
    """
    a an angular answer answered answers api backend by class code controller declared defined definition django do does
    endpoint express fastapi file find flask for frontend function handle handled handler handlers handles how http
    implemented implements in is it koa laravel mapped method nest of page path phoenix rails react registered request
    responds rest route routed router serve served server serves show spring the to uri url view vue what where which
    who
    """.split()
)
_FRAMING = _FRAME | _METHODS | _CALLING
_QUOTES = "`\"'"

_ROUTE = re.compile(r"/([^\s/?#]+(?:/[^\s/?#]+)*)/?(?:[?#]\S*)?")
_BARE = re.compile(r"[a-zA-Z][^\s/?#]*(?:/[^\s/?#]+)*")
_STRING = re.compile(r"\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'|`([^`\n]{1,200})`")
# In a string: a method before it, as of Go; a regular expression around it; a query behind it.
_WRITTEN = re.compile(r"(?:[A-Z]{3,7} )?\^?(/?)([^\s?#].*?)(/?)\$?(?:[?#]\w+=.*)?")
_BEYOND = re.compile(r"[^\w.~%@!,;=-]")  # from here on a segment stands for any of several
_WORD = re.compile(r"[^\W_]+")
_PART_OF_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_NAME = re.compile(r"[^\W\d]\w*")
_OPEN = AllOf((AnyOf(tuple(map(Literal, (":", "{", "<", "$", "*")))),))  # before the name of a parameter
_VALUE = re.compile(r"\d+|[\da-f]{8}[\da-f-]*")
_SIGNS = re.compile(r"[()\[\]{]|=>|->|\b(?:do|function)\b|[^,(\[\s][^\S\n]*\n")  # the last: no argument follows
_HANDLING = frozenset({SymbolKind.Class, SymbolKind.Function, SymbolKind.Method, SymbolKind.Struct})
_SERVER = re.compile(
    r"rout|handle|mapping|endpoint|controller|(?:[@.]|^\s*)(?:get|post|put|patch|delete)\b(?!\s*[=:])", re.IGNORECASE
)
_MOUNTS = re.compile(r"(?i:\b\w*(?:rout\w*|url\w*)(?:\.|::)(?:register|resources?)\s*\()")
"""A line that serves a resource and each item of it: `router.register("users", UserViewSet)`."""
_TAKES_BARE = re.compile(r"(?i:@(?:controller|delete|get|patch|post|put)\b|\brout\w*\s*[.(:]|mapping\s*\()")
"""A line in which a string is a route without any slash, as `@Controller("users")` is."""
_OF_CLASS = re.compile(r"@(?:\w*Controller|RequestMapping)\b")
_ROUTER = re.compile(r"(?:^|/)rout(?:es|ing)/|(?:rout|urls)[^/]*$", re.IGNORECASE)  # a folder, or the name of a file
_CLIENT = re.compile(
    r"\b(?:ajax|axios|curl|expect|fetch|href|navigate|redirect)|client|request\(|[$#]\{"
    r"|\bhttp(?:\.|::)(?:delete|get|head|options|patch|post|put|request)\b",
    re.IGNORECASE,
)


class Route(NamedTuple):
    """The segments of a route, the method that it is asked with, if any, and whether its callers are meant.

    Of one that `is_filled` any segment but the first may be the value of a parameter.
    """

    segments: tuple[str, ...]
    method: str = ""
    is_called: bool = False
    is_filled: bool = False


class _Standing(NamedTuple):
    """A line with a route: how many of its segments it says, and how well it fits the query; more is better."""

    piece: Piece
    said: int
    side: int
    is_same: bool
    is_whole: bool
    has_method: bool
    arguments: str


def asked_route(text: str) -> Route | None:
    """Return the route that a query is about; None if it says more than words that frame a route."""
    words = [word.strip(f"{_QUOTES}?,") for word in text.split(maxsplit=_MOST_WORDS)]
    written = [word for word in words if word.startswith("/")]
    if not written and not _SAYING.isdisjoint(words):
        written = [word for word in words if word.lower() not in _FRAMING]
    route = _ROUTE.fullmatch(f"/{written[0].removeprefix('/')}") if len(written) == 1 else None
    if route is None or not (route[0] == written[0] or _BARE.fullmatch(written[0])):
        return None
    frame = [word.lower() for word in words if word != written[0]]
    segments = tuple(route[1].split("/"))
    if len(frame) != len(words) - 1 or not _FRAMING.issuperset(frame) or len(segments) > _MOST_SEGMENTS:
        return None
    method = next((word for word in frame if word in _METHODS), "")
    return Route(segments, method, not _CALLING.isdisjoint(frame)) if any(map(_head, segments)) else None


def routes_of(corpus: Corpus, query: Understanding, filters: Filter) -> list[Piece]:
    """Return the chunks whose strings hold the route that a query is about: whole, or else behind a mount."""
    route = asked_route(query.text)
    if route is None:
        return []
    found = _found(corpus, route, query, filters)
    if not route.is_called and all(one.side <= 0 for one in found):
        filled = _found(corpus, route._replace(is_filled=True), query, filters)
        found += [one for one in filled if one.side > 0]
    ordered = sorted(found, key=_order)
    pieces: dict[tuple[str, int], Piece] = {}
    for one in ordered:
        pieces.setdefault((one.piece.path, one.piece.start_line), one.piece)
    best = [*pieces.values()][:_MOST_PIECES]
    if best and not route.is_called:
        best[1:1] = [one for one in _handlers(corpus, ordered[0]) if filters.accepts_file(one.path, one.language)]
    if not route.is_called and all(one.side <= 0 or one.said < len(route.segments) for one in ordered):
        best[:0] = _actions(corpus, route, query, filters)
    scores = [1 - place / 100 for place in range(len(best))]
    return [replace(piece, score=score, signals={"route": score}) for piece, score in zip(best, scores, strict=True)]


def _found(corpus: Corpus, route: Route, query: Understanding, filters: Filter) -> list[_Standing]:
    """Return where a route stands whole, or behind a mount in the same file, or else in another."""
    found, elsewhere = _standing(corpus, route, query, filters), []
    is_whole = any(one.side >= 0 and one.is_whole for one in found)  # a caller says all that several files serve
    for mounted in () if is_whole and route.is_filled else range(1, len(route.segments)):
        behind = route._replace(segments=route.segments[mounted:])
        is_open = not any(map(_is_said, behind.segments))  # any route may end so: only behind its mount it is this one
        mounts = _mounts(corpus, route, mounted, query, filters) if is_open else {}
        rest = _standing(corpus, behind, query, filters, mounts.keys())
        mounts = mounts or (_mounts(corpus, route, mounted, query, filters) if rest else {})
        found += [one._replace(said=one.said + mounts[path]) for one in rest if (path := one.piece.path) in mounts]
        whole = len(route.segments) - mounted  # one segment is enough where routes are defined
        rest = rest if is_whole else _behind_last(corpus, route, mounted, rest, query, filters)
        elsewhere += [one for one in rest if one.said > 1 or (one.said == whole and one.side > 1)]
    if not is_whole and not any(one.is_same for one in found):  # the prefix there may be a route of its own
        only_calls = all(other.side < 0 or not other.is_whole for other in found)
        found += [one for one in elsewhere if one.is_same or only_calls]
    return found


def _behind_last(
    corpus: Corpus, route: Route, mounted: int, rest: list[_Standing], query: Understanding, filters: Filter
) -> list[_Standing]:
    """Return the ends of a route; those say more whose file mounts the segment before them, behind a prefix of all."""
    part = route._replace(segments=route.segments[mounted - 1 : mounted])
    mounts = {one.piece.path for one in _standing(corpus, part, query, filters)} if rest and mounted > 1 else ()
    return [one._replace(said=one.said + (one.piece.path in mounts)) for one in rest]


def _handlers(corpus: Corpus, one: _Standing) -> list[Piece]:
    """Return the definition that a route is handed to: the last name among its arguments that means one only."""
    for name in reversed(_NAME.findall(one.arguments)):
        match definitions_named(corpus.names, name, None, 2):
            case [handler] if handler.symbol.kind in _HANDLING and handler.path != one.piece.path:
                return [definition_piece(handler, corpus.names)]
    return []


def _actions(corpus: Corpus, route: Route, query: Understanding, filters: Filter) -> list[Piece]:
    """Return the method that a route ends with, of the class that its resource is handed to, and that resource.

    Between them may stand the value of a parameter: `/users/7/activate`. Where no line hands it on, the class is the
    controller that is called like the resource.
    """
    action = route.segments[-1].replace("-", "_")
    for end in range(len(route.segments) - 1, max(len(route.segments) - 3, 0), -1):
        resource = _standing(corpus, route._replace(segments=route.segments[end - 1 : end]), query, filters)
        for one in sorted((one for one in resource if one.side > 0), key=_order):
            handlers = [piece.symbol for piece in _handlers(corpus, one) if piece.symbol]
            for method in _methods_called(corpus, [action], handlers, filters):
                return [definition_piece(method, corpus.names), one.piece]
    for end in range(len(route.segments), max(len(route.segments) - 3, 0), -1):
        is_last, is_item = end == len(route.segments), end == len(route.segments) - 1
        usual = _USUAL.get(route.method, {}).get(is_item, ()) if is_last or is_item else ()
        controllers = _controllers(corpus, route.segments[end - 1], filters)
        for method in _methods_called(corpus, [action, *usual] if not is_last else usual, controllers, filters):
            return [definition_piece(method, corpus.names)]
    return []


def _controllers(corpus: Corpus, resource: str, filters: Filter) -> list[SymbolMatch]:
    """Return the controllers that are called like a resource, in the singular or plural."""
    context = filters.narrowed(SymbolContext())
    words = (resource.replace("-", " "), resource.replace("-", " ").removesuffix("s"))
    found = (spelled(corpus.names, f"{word} controller", _MOST_PIECES, context, CancelToken()) for word in words)
    return [match for matches in found for match in matches if match.symbol.kind in _HANDLING]


def _methods_called(
    corpus: Corpus, actions: Sequence[str], handlers: Sequence[SymbolMatch], filters: Filter
) -> Iterator[SymbolMatch]:
    """Yield the methods of some classes that are called like one of some actions, the first of these first."""
    for wanted in (joined(split_identifier(action)) for action in actions):
        for handler in handlers:
            own = handler.symbol
            for member in corpus.names.inside(f"{own.container}.{own.name}" if own.container else own.name):
                is_method = member.path == handler.path and member.symbol.kind is SymbolKind.Method
                if is_method and joined(split_identifier(member.symbol.name)) == wanted:
                    yield from [member] if filters.accepts_file(member.path, member.language) else ()


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


def _mounts(corpus: Corpus, route: Route, end: int, query: Understanding, filters: Filter) -> dict[str, int]:
    """Return the files that hold the first segments of a route, behind mounts of their own, and how many they say."""
    found: dict[str, int] = {}
    for start in range(end):
        part = route._replace(segments=route.segments[start:end])
        before = _mounts(corpus, route, start, query, filters) if start else {}
        for one in _standing(corpus, part, query, filters) if before or not start else ():
            if not start or one.piece.path in before:
                found.setdefault(one.piece.path, one.said + before.get(one.piece.path, 0))
    return found


def _standing(
    corpus: Corpus, route: Route, query: Understanding, filters: Filter, within: Collection[str] = ()
) -> list[_Standing]:
    """Return where strings of code are a route: of each chunk the line that fits best.

    One of parameters alone is looked for `within` some files.
    """
    chunk_ids = _holding(corpus, route, filters, within)
    found = []
    for row in corpus.texts(chunk_ids) if len(chunk_ids) <= _MOST_CHUNKS else ():
        if prior(row["path"], row["language"], query) < 1:
            continue
        inside = []
        lines = row["text"].split("\n")
        for at, (line, call) in enumerate(zip(lines, in_calls(lines), strict=True)):
            for written in _written(line, call):
                of_one = not any(map(_is_said, route.segments[1:])) and len(route.segments) <= 2
                is_mount = of_one and len(written) == 1 and _MOUNTS.search(call) is not None
                said = _said(written, route.segments[:1] if is_mount else route.segments)
                if said or (within and _is_open(written) and len(written) == len(route.segments)):
                    side = _side(row["path"], call) * (-1 if route.is_called else 1)
                    is_same = written == route.segments and said < len(written)  # with the same names for parameters
                    core = (row["start_line"] + at, row["start_line"] + at + 1)
                    piece = replace(piece_of(row, 1.0), core=core)
                    behind = "\n".join((line.partition("/".join(written))[2], *lines[at + 1 : at + _MOST_ARGUMENTS]))
                    is_whole = not written[-1].startswith("*")  # which stands for anything
                    has_method = _has(call, route.method)
                    inside.append(_Standing(piece, said, side, is_same, is_whole, has_method, _arguments(behind)))
        found += sorted(inside, key=_order)[:1]
    return found


def _holding(corpus: Corpus, route: Route, filters: Filter, within: Collection[str]) -> Ids:
    """Return the ids of the chunks that may hold a route in a string; of too many those of files named for routes."""
    if within:
        chunk_ids, file_ids = corpus.may_hold(_OPEN, filters)
        records = (corpus.file(path) for path in within)
        return chunk_ids[np.isin(file_ids, [record.file_id for record in records if record is not None])]
    segments = route.segments[:1] if route.is_filled else route.segments
    words = [word for segment in filter(_is_said, segments) for word in _WORD.findall(segment)]
    if not words:
        return np.empty(0, np.int64)
    chunk_ids, file_ids = corpus.may_hold(_beginning(*segments) if route.is_filled else _needle(segments), filters)
    held = np.isin(chunk_ids, corpus.saying(words, filters))
    if np.count_nonzero(held) > _MOST_CHUNKS:
        held &= np.isin(file_ids, [record.file_id for record in corpus.with_path(_ROUTER.pattern)])
    return chunk_ids[held]


def _order(one: _Standing) -> tuple[bool, int, int, bool, str, int]:
    return not one.is_same, -one.side, -one.said, not one.has_method, one.piece.path, one.piece.start_line


def _side(path: str, line: str) -> int:
    """Return how sure a line answers a route, as a server does; less than 0 if it calls it."""
    if _CLIENT.search(line):
        return -1
    return bool(_SERVER.search(line)) + 2 * bool(_ROUTER.search(path) or _OF_CLASS.search(line))


def _has(line: str, method: str) -> bool:
    """Whether a line names a method: `get`, `MethodGet` or `GET`."""
    return method in map(str.lower, _PART_OF_NAME.findall(line))


def _needle(segments: Sequence[str]) -> AllOf:
    """Return the needle of every text with a route: its literal segments, neighbours joined."""
    if len(segments) == 1:
        return _beginning(*segments)
    runs = groupby(enumerate(segments), lambda one: _is_said(one[1]))
    found = []
    for run in ([*run] for is_said, run in runs if is_said):
        before, behind = "/" * (run[0][0] > 0), "/" * (run[-1][0] < len(segments) - 1)
        found.append(Literal(f"{before}{'/'.join(segment for _, segment in run)}{behind}"))
    return AllOf(tuple(found))


def _beginning(segment: str) -> AllOf:
    """Return the needle of every text with a route that begins with a segment: behind a slash, or first in a string."""
    begins = [f"{before}/{segment}" for before in "\"'`^ "] + [f"{before}{segment}" for before in "\"'`^"]
    return AllOf((AnyOf(tuple(map(Literal, begins))),))


def _is_open(segments: Sequence[str]) -> bool:
    """Whether segments as they are written are parameters alone."""
    return not any(map(_head, segments))


def _is_said(segment: str) -> bool:
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
    heads = zip(map(_head, written), map(_head, asked), strict=True)
    return sum(own == other and own != "" and not _VALUE.fullmatch(own) for own, other in heads)


def _meet(one: str, other: str) -> bool:
    """Whether two segments may be the same: `:id`, `{id}`, `<int:id>` and groups stand for any."""
    head, other_head = _head(one), _head(other)
    if (head, other_head) == (one, other):
        return one == other
    return (one != head and other_head.startswith(head)) or (other != other_head and head.startswith(other_head))


def _head(segment: str) -> str:
    """Return the beginning of a segment that stands for itself."""
    beyond = _BEYOND.search(segment)
    return segment if beyond is None else segment[: beyond.start()]
