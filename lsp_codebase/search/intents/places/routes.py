"""The channel of routes: `/users/:id`, alone or among words that frame it, leads to the code whose strings hold it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import joined, split_identifier
from lsp_codebase.search.call_graph.bases import scope_of
from lsp_codebase.search.intents.names.defined_names import spelled
from lsp_codebase.search.intents.pieces import definition_piece, distinct
from lsp_codebase.search.intents.places.route_files import files_of_route
from lsp_codebase.search.intents.places.route_lines import Route, Standing, is_said, order, standing
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_PIECES = 5

# What controllers call what they do with all of a resource, and with one item of it.
_USUAL: dict[str, dict[bool, tuple[str, ...]]] = {
    "": {False: ("index",), True: ("show",)},
    "get": {False: ("index", "list"), True: ("show", "retrieve", "get")},
    "post": {False: ("create", "store")},
    "put": {True: ("update",)},
    "patch": {True: ("update", "partial_update")},
    "delete": {True: ("destroy", "delete")},
}
_NAME = re.compile(r"[^\W\d]\w*(?!\w|\s*:(?![:\w]))")  # not of an argument: `log: false`
_HANDLING = frozenset({SymbolKind.Class, SymbolKind.Function, SymbolKind.Method, SymbolKind.Struct})


def routes_of(question: Question, route: Route) -> list[Piece]:
    """Return the chunks whose strings hold the route that a query is about: whole, or else behind a mount."""
    found = _found(question, route)
    if not route.is_called and all(one.side <= 0 for one in found):
        filled = _found(question, route._replace(is_filled=True))
        found += [one for one in filled if one.side > 0]
    ordered = sorted(found, key=order)
    best = distinct(one.piece for one in ordered)[:_MOST_PIECES]
    if best and not route.is_called:
        best[1:1] = [one for one in _handlers(question, ordered[0]) if question.passes(one)]
    if not route.is_called and all(one.side <= 0 or one.said < len(route.segments) for one in ordered):
        best[:0] = _actions(question, route)
    best = distinct((*files_of_route(question, route), *best))
    scored = ((1 - place / 100, piece) for place, piece in enumerate(best))
    return [replace(piece, score=score, signals={"route": score}) for score, piece in scored]


def _found(question: Question, route: Route) -> list[Standing]:
    """Return where a route stands whole, or behind a mount in the same file, or else in another."""
    found, elsewhere, known = standing(question, route), [], dict[int, dict[str, int]]()
    is_whole = any(one.side >= 0 and one.is_whole for one in found)  # a caller says all that several files serve
    for mounted in () if is_whole and route.is_filled else range(1, len(route.segments)):
        behind = route._replace(segments=route.segments[mounted:])
        is_open = not any(map(is_said, behind.segments))  # any route may end so: only behind its mount it is this one
        mounts = _mounts(question, route, mounted, known) if is_open else {}
        rest = standing(question, behind, mounts.keys())
        mounts = mounts or (_mounts(question, route, mounted, known) if rest else {})
        found += [one._replace(said=one.said + mounts[path]) for one in rest if (path := one.piece.path) in mounts]
        whole = len(route.segments) - mounted  # one segment is enough where routes are defined
        rest = rest if is_whole else _behind_last(question, route, mounted, rest)
        elsewhere += [one for one in rest if one.said > 1 or (one.said == whole and one.side > 1)]
    if not is_whole and not any(one.is_same for one in found):  # the prefix there may be a route of its own
        only_calls = all(other.side < 0 or not other.is_whole for other in found)
        found += [one for one in elsewhere if one.is_same or only_calls]
    return found


def _behind_last(question: Question, route: Route, mounted: int, rest: list[Standing]) -> list[Standing]:
    """Return the ends of a route; those say more whose file mounts the segment before them, behind a prefix of all."""
    part = route._replace(segments=route.segments[mounted - 1 : mounted])
    mounts = {one.piece.path for one in standing(question, part)} if rest and mounted > 1 else ()
    return [one._replace(said=one.said + (one.piece.path in mounts)) for one in rest]


def _handlers(question: Question, one: Standing) -> list[Piece]:
    """Return the definition that a route is handed to: the last name among its arguments that means one only.

    An attribute stands at what answers, and hands it to nothing.
    """
    if one.is_told:
        return []
    for name in reversed(_NAME.findall(one.arguments)):
        match question.defined(name, 2):
            case [handler] if handler.symbol.kind in _HANDLING and handler.path != one.piece.path:
                return [definition_piece(handler, question.names)]
    return []


def _actions(question: Question, route: Route) -> list[Piece]:
    """Return the method that a route ends with, of the class that its resource is handed to, and that resource.

    Between them may stand the value of a parameter: `/users/7/activate`. Where no line hands it on, the class is the
    controller that is called like the resource.
    """
    action = route.segments[-1].replace("-", "_")
    for end in range(len(route.segments) - 1, max(len(route.segments) - 3, 0), -1):
        resource = standing(question, route._replace(segments=route.segments[end - 1 : end]))
        for one in sorted((one for one in resource if one.side > 0), key=order):
            handlers = [piece.symbol for piece in _handlers(question, one) if piece.symbol]
            for method in _methods_called(question, [action], handlers):
                return [definition_piece(method, question.names), one.piece]
    for end in range(len(route.segments), max(len(route.segments) - 3, 0), -1):
        is_last, is_item = end == len(route.segments), end == len(route.segments) - 1
        usual = _USUAL.get(route.method, {}).get(is_item, ()) if is_last or is_item else ()
        controllers = _controllers(question, route.segments[end - 1])
        for method in _methods_called(question, [action, *usual] if not is_last else usual, controllers):
            return [definition_piece(method, question.names)]
    return []


def _controllers(question: Question, resource: str) -> list[SymbolMatch]:
    """Return the controllers that are called like a resource, in the singular or plural."""
    words = (resource.replace("-", " "), resource.replace("-", " ").removesuffix("s"))
    found = (spelled(question, f"{word} controller", _MOST_PIECES) for word in words)
    return [match for matches in found for match in matches if match.symbol.kind in _HANDLING]


def _methods_called(
    question: Question, actions: Sequence[str], handlers: Sequence[SymbolMatch]
) -> Iterator[SymbolMatch]:
    """Yield the methods of some classes that are called like one of some actions, the first of these first."""
    for wanted in (joined(split_identifier(action)) for action in actions):
        for handler in handlers:
            for member in question.names.inside(scope_of(handler)):
                is_method = member.path == handler.path and member.symbol.kind is SymbolKind.Method
                if is_method and joined(split_identifier(member.symbol.name)) == wanted:
                    yield from [member] if question.passes(member) else ()


def _mounts(question: Question, route: Route, end: int, known: dict[int, dict[str, int]]) -> dict[str, int]:
    """Return the files that hold the first segments of a route, behind mounts of their own, and how many they say.

    Those of each number of segments are `known` once they were asked for: a route of many has very many ways to end so.
    """
    if end not in known:
        found = known[end] = {}
        for start in range(end):
            part = route._replace(segments=route.segments[start:end])
            before = _mounts(question, route, start, known) if start else {}
            for one in standing(question, part) if before or not start else ():
                if not start or one.piece.path in before:
                    found.setdefault(one.piece.path, one.said + before.get(one.piece.path, 0))
    return known[end]
