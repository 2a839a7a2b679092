"""A line that only imports or exports a name calls nothing; yet a change of the name breaks it, too."""

import pytest
from codebases import seen

from lsp_codebase.model import CallQuery, CancelToken, Relation, SearchQuery

FILES = {
    "web/stock.ts": "export function reserveStock(count: number) {\n  return count;\n}\n",
    "web/api.ts": 'import {\n  reserveStock,\n} from "./stock";\n\nexport { reserveStock };\n',
    "web/order.ts": "export function placeOrder(count: number) {\n  return reserveStock(count);\n}\n",
    "web/table.ts": "export const actions = [reserveStock];\n",
    "node/prices.js": "function priceOf(item) {\n  return item.price;\n}\n",
    "node/index.js": 'const prices = load("./prices");\n\nmodule.exports = {\n  prices,\n  priceOf,\n};\n',
    "node/total.js": "function totalOf(items) {\n  return items.map((item) => priceOf(item));\n}\n",
    "headers/parsing.py": 'def parse_header(text):\n    return text.split(":")\n',
    "headers/__init__.py": 'from .parsing import (\n    parse_header,\n)\n\n__all__ = [\n    "parse_header",\n]\n',
    "headers/client.py": "def read(text):\n    return parse_header(text)\n",
    "lexing/lexer.rs": "pub fn next_token() -> u8 {\n    0\n}\n",
    "lexing/lib.rs": "pub mod lexer;\npub use lexer::{next_token};\n",
    "lexing/parser.rs": "pub fn parse() -> u8 {\n    next_token()\n}\n",
    "cart/Cart.hs": "module Cart\n  ( addItem\n  , emptyCart\n  ) where\n\nemptyCart = []\n\naddItem x xs = x : xs\n",
    "cart/Main.hs": "module Main where\n\nimport Cart (addItem, emptyCart)\n\nmain = print (addItem 1 emptyCart)\n",
}


def shares(codebase, question: str) -> dict[str, float]:
    """Return the files of an answer in order, each with its best score as a share of the first."""
    hits = seen(codebase).search(SearchQuery(question), CancelToken()).hits
    best: dict[str, float] = {}
    for hit in hits:
        best.setdefault(hit.path.relative_to(codebase.root).as_posix(), hit.score / hits[0].score)
    return best


HANDED_ON = [
    ("reserveStock", "web/order.ts", "web/api.ts"),
    ("priceOf", "node/total.js", "node/index.js"),
    ("parse_header", "headers/client.py", "headers/__init__.py"),
    ("next_token", "lexing/parser.rs", "lexing/lib.rs"),
]


@pytest.mark.parametrize(("name", "caller", "exporter"), HANDED_ON)
def test_a_list_of_exported_names_stands_among_comments_where_callers_are_asked_for(codebase, name, caller, exporter):
    found = shares(codebase, f"who calls {name}")
    assert next(iter(found)) == caller
    assert found.get(exporter, 0) < 0.2


@pytest.mark.parametrize(("name", "caller", "exporter"), HANDED_ON)
@pytest.mark.parametrize(
    "question",
    [
        "what breaks if I change {}",
        "what would break if the signature of {} is changed?",
        "which files are affected when I rename `{}`",
        "impact of removing {}",
        "can I safely delete {}?",
        "who depends on {}",
    ],
)
def test_what_exports_a_name_breaks_with_it_as_its_callers_do(codebase, question, name, caller, exporter):
    found = shares(codebase, question.format(name))
    assert next(iter(found)) == caller
    assert 0.2 < found[exporter] < 0.5


def test_a_name_in_a_list_of_values_is_used(codebase):
    assert shares(codebase, "who calls reserveStock")["web/table.ts"] == 1


def test_callers_leave_out_imports_and_exports_where_each_mention_of_a_name_counts(codebase):
    answer = seen(codebase).calls(CallQuery(Relation.CALLER, name="addItem"), CancelToken())
    assert [(call.name, [site.text for site in call.sites]) for call in answer.calls] == [
        ("main", ["main = print (addItem 1 emptyCart)"])
    ]
