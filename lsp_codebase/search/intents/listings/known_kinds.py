"""The kinds with forms of their own, such as routes, tables and hooks: what finds each, and how its group is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from pathlib import PurePosixPath
from typing import NamedTuple

from lsp_codebase.search.intents.listings.all_routes import all_routes
from lsp_codebase.search.intents.listings.all_tables import all_tables, models_with_table
from lsp_codebase.search.intents.listings.build_targets import build_targets
from lsp_codebase.search.intents.listings.feature_flags import feature_flags
from lsp_codebase.search.intents.listings.groups import Group
from lsp_codebase.search.intents.listings.hooks import HOOKS, hooks
from lsp_codebase.search.intents.listings.kind_files import file_pieces, files_of_tests, files_of_translations
from lsp_codebase.search.intents.listings.ui_components import ui_components
from lsp_codebase.search.intents.listings.variables import VARIABLES, all_variables
from lsp_codebase.search.intents.places.route_files import pages_shown
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_FEWEST_NAMED = 3  # one that is called like a kind may be called so by chance
_ROUTES = frozenset({"endpoint", "route"})
_OF_ROUTES = frozenset({"api", "backend", "http", "rest", "server", "url", "web"})
"""Words before those for routes that tell nothing more of them."""
_TESTS = frozenset({"spec", "test"})
_VARIABLES = frozenset(product(("env", "environment"), ("var", "variable")))
_FLAGS = frozenset(product(("feature",), ("flag", "gate", "switch", "toggle")))
_TABLES = frozenset({("table",), *product(("database", "db", "sql"), ("table",))})
_COMPONENTS = frozenset({("component",), *product(("jsx", "react", "svelte", "ui", "vue"), ("component",))})
_TRANSLATIONS = frozenset({("translation",), ("locale",), ("translated", "text")})
NAMED_WHOLE = _VARIABLES | _FLAGS | _TABLES
"""Kinds of several words that are no sort of another: "database tables" are the tables."""


class _Known(NamedTuple):
    """What finds all of a kind, and the group without its pieces; with less than the fewest it is as any other kind."""

    finds: Callable[[Question], Iterable[Piece]]
    group: Group
    fewest: int = 0


_OF_ROUTE = _Known(
    all_routes,
    Group((), "lines that define routes", is_sure=True, is_declared=True, takes_any=True, of_lines=True),
    fewest=1,
)
_OF_TEST = _Known(
    lambda question: file_pieces(question, files_of_tests(question)),
    Group((), "files of tests", is_sure=True, of_folders=True),
)
_KNOWN: dict[tuple[str, ...], _Known] = {
    **dict.fromkeys(_VARIABLES, _Known(all_variables, Group((), VARIABLES, is_sure=True, of_lines=True))),
    **dict.fromkeys(
        _FLAGS,
        _Known(feature_flags, Group((), "feature flags", is_sure=True, is_declared=True, of_lines=True), fewest=1),
    ),
    **dict.fromkeys(
        HOOKS, _Known(hooks, Group((), "functions called use...", is_sure=True, takes_any=True), _FEWEST_NAMED)
    ),
    **dict.fromkeys(
        _COMPONENTS, _Known(ui_components, Group((), "components", is_sure=True, takes_any=True), _FEWEST_NAMED)
    ),
    **dict.fromkeys(
        _TRANSLATIONS,
        _Known(
            lambda question: file_pieces(question, files_of_translations(question)),
            Group((), "files of translations", is_sure=True, of_folders=True),
        ),
    ),
    ("page",): _Known(
        lambda question: file_pieces(question, pages_shown(question)),
        Group((), "files that show a page", is_sure=True),
        _FEWEST_NAMED,
    ),
}


def of_known_kind(question: Question, words: tuple[str, ...], name: str) -> Group | None:
    """Return all of a kind that has forms of its own; None for other kinds, and of some where there is too little."""
    if (known := _known(words)) is not None:
        pieces = [*known.finds(question)]
        if known is _OF_ROUTE and (own := [one for one in pieces if PurePosixPath(one.path).stem in words[:-1]]):
            said = f"{known.group.said} in files called {words[-2]}"  # `routes/api.php`
            return known.group._replace(pieces=own, said=said)
        return known.group._replace(pieces=pieces) if len(pieces) >= known.fewest else None
    if words in _TABLES:
        return _tables(question)
    targets = [*build_targets(question, words)]
    return Group(targets, f"{name}s of build files", is_sure=True, is_declared=True) if targets else None


def _known(words: tuple[str, ...]) -> _Known | None:
    if words[-1] in _ROUTES and _OF_ROUTES.issuperset(words[:-1]):
        return _OF_ROUTE
    return _OF_TEST if words[-1] in _TESTS else _KNOWN.get(words)


def _tables(question: Question) -> Group | None:
    """Return the tables of a database, or the models that they take their names from, whichever are more."""
    tables, models = all_tables(question), models_with_table(question)
    if max(len(tables), len(models)) < _FEWEST_NAMED:
        return None
    said = "models, each with a table" if len(models) > len(tables) else "tables of the database"
    return Group(max(tables, models, key=len), said, is_sure=True, is_declared=True, of_lines=True)
