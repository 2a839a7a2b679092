"""Routes told by where a file lies, as in SvelteKit, Next.js and Nuxt: `routes/carts/[id]/+server.ts`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.intents.pieces import definition_piece, piece_at
from lsp_codebase.search.intents.places.route_lines import Route, is_said
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.store import FileRecord

_MOST_FILES = 6
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_HANDLING = frozenset({SymbolKind.Constant, SymbolKind.Function, SymbolKind.Variable})
_SERVES = r"(?:\+server|route)\.(?:[cm]?[jt]sx?)"
_SHOWS = r"(?:\+page(?:\.server)?|page)\.(?:[cm]?[jt]sx?|svelte)"
_GROUPS = r"(?:[(@][^/]*/)*"  # folders that are no part of the route
_PARAMETER = r"\[[^/]+\]"
_ROOTS = r"(?:^|/)(?:src/)?(?:app|pages|routes|server)/"
_OF_PAGES = r"(?:^|/)pages/"  # of Next.js, Nuxt, Astro: a file is a route, below a folder with one of these
_BESIDE_PAGES = re.compile(r"(?:^|/)pages/(?:.*/)?(?:api|components?)/", re.IGNORECASE)
_BY_FILES = r"(?:^|/)(?:astro|gatsby|next|nuxt)[.-]config\.\w+$"
_PAGE = r"(?:/index)?\.(?:[cm]?[jt]sx?|astro|vue)"
_OF_SERVER = r"(?:^|/)server/(?:routes/)?"  # of Nuxt: `server/api/carts.get.ts`
_ANSWER = r"(?:/index)?(?:\.(?:delete|get|head|options|patch|post|put))?\.[cm]?[jt]s"


def files_of_route(question: Question, route: Route) -> list[Piece]:
    """Return what handles a route with its method in the files that lie where it says, or else the files."""
    if not any(map(is_said, route.segments)) or route.is_called:
        return []
    found = [one for record in _lying_at(question, route) for one in _handlers(question, record, route.method.upper())]
    return found[:_MOST_FILES]


def methods_served(question: Question) -> Iterator[SymbolMatch]:
    """Yield the functions of all such files that answer a method: they define the routes of the project."""
    for record in _passing(question, rf"{_ROOTS}(?:.*/)?{_SERVES}$"):
        yield from _methods(question, record)


def pages_shown(question: Question) -> list[FileRecord]:
    """Return the files that each show a page at the route that they lie at."""
    files = _passing(question, rf"{_ROOTS}(?:.*/)?{_SHOWS}$")
    below = _of_pages(question, rf"{_OF_PAGES}(?:.*/)?[^/_][^/]*\.(?:[jt]sx|astro|vue)$") if not files else ()
    return files or [one for one in below if not _BESIDE_PAGES.search(one.path)]


def _lying_at(question: Question, route: Route) -> list[FileRecord]:
    """Return the files of a route: those that answer a method, then those that show a page."""
    segments = [rf"(?:{re.escape(one)}|{_PARAMETER})" if is_said(one) else _PARAMETER for one in route.segments]
    folder = _ROOTS + "".join(f"{_GROUPS}{segment}/" for segment in segments) + _GROUPS
    found = _passing(question, f"{folder}{_SERVES}$")
    path = "/".join(segments)
    answering = _of_pages(question, f"{_OF_SERVER}{path}{_ANSWER}$")
    found += [one for one in answering if not route.method or _method_of(one) in ("", route.method)]
    may_show = route.method in ("", "get") or route.segments[0] == "api"  # of Next.js, which answers any method there
    if may_show:
        found += [*_passing(question, f"{folder}{_SHOWS}$"), *_of_pages(question, f"{_OF_PAGES}{path}{_PAGE}$")]
    return sorted(found, key=lambda one: one.path.count("["))  # what is said before what stands for anything


def _of_pages(question: Question, expression: str) -> list[FileRecord]:
    """Return the files below a folder whose framework makes routes of files: elsewhere `pages` is a mere name."""
    found = _passing(question, expression)
    configured = question.corpus.with_path(_BY_FILES) if found else ()
    roots = tuple({f"/{one.path}".rpartition("/")[0] + "/" for one in configured})
    return [one for one in found if f"/{one.path}".startswith(roots)]


def _method_of(record: FileRecord) -> str:
    """Return the method that the name of a file says, "" for any: `carts.get.ts`."""
    *_, said = record.path.rpartition("/")[2].rpartition(".")[0].partition(".")
    return said


def _passing(question: Question, expression: str) -> list[FileRecord]:
    records = sorted(question.files(expression), key=lambda one: one.path)
    return [one for one in records if question.is_main(one)]


def _methods(question: Question, record: FileRecord) -> list[SymbolMatch]:
    return [one for one in question.names.of_kinds(record.path, _HANDLING) if one.symbol.name in _METHODS]


def _handlers(question: Question, record: FileRecord, method: str) -> Iterator[Piece]:
    if served := _methods(question, record):
        yield from (definition_piece(one, question.names) for one in served if method in ("", one.symbol.name))
    elif piece := piece_at(question.corpus, record, None, 1.0, "route"):
        yield piece
