"""All lines that define routes, in the ways of many frameworks."""

from __future__ import annotations

import re

import numpy as np

from lsp_codebase.parse import CODE
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.exact.regex_literals import any_of
from lsp_codebase.search.intents.listings.declarations import each_once, line_of
from lsp_codebase.search.intents.listings.line_forms import LONGEST_LINE, OF_WEB
from lsp_codebase.search.intents.pieces import listed_line, opens_call
from lsp_codebase.search.intents.places.route_files import methods_served
from lsp_codebase.search.intents.places.route_lines import called_with
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_CHUNKS = 4_000
_VERBS = r"get|post|put|patch|delete|options|head"
_PATH = r"[\[(]?[rf]?[\"'`](?:[A-Z]+ )?"
_BARE = re.compile(
    rf"(?i)\s*(?:{_VERBS}|forward|live|match|resources?|root)(?:\s*\(|\s)\s*"
    r"(?:[\"'/]|(?<!head )(?<!head\():\w+\s*(?:[,)]|do\b|$))"
)
"""Of Phoenix and Rails, where `head :ok` answers; in languages of the web it is a request to a server."""
_ROUTES = tuple(
    re.compile(rf"(?i){said}")
    for said in (
        # Of Express, Gin, axum, ASP.NET: the receiver tells it from a call of a client.
        rf".*?(?<![a-z0-9])(?:app\w*|blueprint|bp|e|engine|fastify|g|group|mux|r|router?s?|\w+router|scope|server|srv|v\d)"
        rf"(?:\.|::|->)(?:(?:map)?(?:{_VERBS})|all|any|handle(?:func)?|route)\(\s*{_PATH}/",
        rf"\s*(?:\w+\s*=\s*)?Route::(?:{_VERBS}|any|apiResources?|match|resources?|view)\(",  # of Laravel
        rf".*?\.route\(\s*{_PATH}(?:/|[\"'`]\s*,)",  # an empty path is that of the scope around it
        r"\s*\w*router\w*\.register\(\s*r?[\"']",  # of Django REST framework: one and all of a resource
        # Of Spring, NestJS, Flask and Actix, above what answers.
        r"\s*#\[[\w:]*\bpath\([^)]*?\bpath\s*=\s*\"/",  # of utoipa
        rf"\s*@(?:\w+\.)*(?:http)?(?:(?:{_VERBS}|all|controller|route)(?:mapping)?|requestmapping)\(",
        rf"\s*#\[[\w:\\]*(?:{_VERBS}|route)\(\s*(?:[\"']|(?:name|path)\s*:)",  # of Actix, Symfony
        rf".*?(?<![a-z0-9])\w*router\.(?:{_VERBS}|all)\(\s*[\"'`][\w.:*-]+[\"'`]\s*,",  # of Koa: no slash begins it
        r".*?\bMethod::[A-Z]+,\s*\"/",
    )
)
_IN_FILES_OF_ROUTES = re.compile(r"\s*(?:(?:re_)?path\(|url\(|\{?\s*path:\s*)\s*r?[\"'`]")  # of Django, Vue
_MAPPED = re.compile(
    rf"(?:[^\"]*\()?\s*\"(?:/[^\"]*)?\"\s*=>\s*\[?(?:{_VERBS})\("
)  # of macros: `"/carts" => get(carts)`
_OF_PROTO = re.compile(rf"(?:\s*option\s*\(google\.api\.http\)\s*=\s*\{{)?\s*(?:{_VERBS})\s*:\s*\"/")
"""What a gateway serves a call of gRPC as."""
_OF_ACTIX = re.compile(r".*?(?<![\w.])(?:web::)?resource\(\s*\"/")
_OF_CSHARP = re.compile(rf"\s*\[(?:\w+\.)*(?:Http(?:{_VERBS})|Route)\(", re.IGNORECASE)
_OF_GO = re.compile(r".*?\w\.(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)\(\s*\"(?:/|\"\s*,)")
"""Of Gin and Echo: a group may be called anything, and its own route is empty."""
_OF_ELIXIR = re.compile(r".*(?:\bdo|,\s*:\w+\)?)\s*$")
"""A route has a block, or names a controller and its action; a request to a server has neither."""
_BEGINNING = tuple("@ #[ [ delete forward get head live match options patch post put resource root".split())
"""What a line with a route begins with, in any case, if it has no sign of one within."""
_SIGNS = ("/", '"" =>', "path", "oute::", "url(", '(""', "outer.")
_FILE_OF_ROUTES = re.compile(r"(?:^|/)(?:rout|urls)[^/]*(?:$|/(?!(?:.*/)?\+))", re.IGNORECASE)  # none of SvelteKit
_CALLED_SO = re.compile(r"(?i)(?:controller|endpoint|handler|resource|rout|urls|view)[^/]*$")
_LIKELIEST = re.compile(r"(?i)api|controller|endpoint|handler|rout|server|urls|view")
_WORDS = "get post put patch delete route router resources live handle path controller".split()
_ASIDE = re.compile(r"\s*(?://|\*|--|#(?!\[))")
_HOLDING = any_of(
    (
        *(f"{before}{quote}/" for before in "( [" for quote in "\"'`"),
        *("Route::", "Mapping", "@Get(", "@Post(", "@Put(", "@Patch(", "@Delete(", "@Controller(", "[Http"),
        *("[Route(", "resources", "path(", "path: ", '.route("",'),
        *(f"outer.{verb}(" for verb in (*_VERBS.split("|"), "register")),
    )
)


def all_routes(question: Question) -> list[Piece]:
    """Return the lines of the project that define routes."""
    chunk_ids, file_ids = question.corpus.may_hold(_HOLDING, question.filters)
    saying = question.holding_any(*([word] for word in _WORDS))
    owners = {record.file_id: record for record in question.corpus.owners(file_ids)}
    wanted = {one for one, record in owners.items() if record.language in CODE and question.is_main(record)}
    held = np.isin(chunk_ids, saying) & np.isin(file_ids, [*wanted])
    for likeliest in (_LIKELIEST, _CALLED_SO):
        if np.count_nonzero(held) > _MOST_CHUNKS:
            held &= np.isin(file_ids, [one for one in wanted if likeliest.search(owners[one].path)])
    found = [piece for chunk in question.few(np.unique(chunk_ids[held]), _MOST_CHUNKS) for piece in _of(chunk)]
    return each_once((*found, *map(line_of, methods_served(question))))


def _of(chunk: ChunkText) -> list[Piece]:
    forms = [*_ROUTES]
    is_of_routes = _FILE_OF_ROUTES.search(chunk.path) is not None
    forms += [_IN_FILES_OF_ROUTES] if is_of_routes and chunk.language in OF_WEB | {"python"} else []
    forms += [_MAPPED] if is_of_routes and chunk.language == "rust" else []
    forms += [] if chunk.language in OF_WEB else [_BARE]
    forms += [_OF_GO] if chunk.language == "go" else []
    forms += [_OF_PROTO] if chunk.language == "proto" else []
    forms += [_OF_ACTIX] if chunk.language == "rust" else []
    forms += [_OF_CSHARP] if chunk.language == "csharp" else []
    is_sure = chunk.language != "elixir" or is_of_routes
    found = []
    lines = chunk.lines
    for at in range(len(lines)):
        line = called_with(lines, at)
        if (
            len(line) > LONGEST_LINE
            or opens_call(lines, at)
            or not _may_be(line)
            or _ASIDE.match(line)
            or not any(form.match(line) for form in forms)
        ):
            continue
        if is_sure or _OF_ELIXIR.match(line):
            found.append(listed_line(chunk, at))
    return found


def _may_be(line: str) -> bool:
    """Whether a line may define a route: most surely do not, and the expressions take long."""
    return any(sign in line for sign in _SIGNS) or line.lstrip()[:12].lower().startswith(_BEGINNING)
