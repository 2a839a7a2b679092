"""What comes with a hit: neighbours, headers, imports, copies; code like other code; where the user is."""

import pytest
from codebases import indexed, write

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, ContextKind, Mode, Pack, Relation, SearchQuery, SimilarQuery, Span

BODY = "\n".join(f"        total = combine(total, price, {number})" for number in range(40))
BASKET = f'''"""Baskets of a shop."""

import json
from decimal import Decimal, getcontext
from shop.rates import (
    exchange_rate,
    other_rate,
)
import sys


class Basket:
    """What a customer wants to buy."""

    def first_method(self):
        return "something else entirely"

    def total_in_currency(self, currency):
        """Sum the prices of the basket in another currency."""
        total = Decimal(0)
        price = exchange_rate(currency)
{BODY}
        return total

    def last_method(self):
        return "and something else again"
'''
COPIED = """
export function clampToRange(value, lowest, highest) {
  if (value < lowest) {
    return lowest;
  }
  if (value > highest) {
    return highest;
  }
  return value;
}
"""
PARSER = '''
def read_pairs(text):
    """Read key and value pairs, one a line."""
    pairs = {}
    for line in text.splitlines():
        key, _, value = line.partition("=")
        pairs[key.strip()] = value.strip()
    return pairs
'''
FILES = {
    "shop/basket.py": BASKET,
    "web/clamp.js": COPIED,
    "web/old/clamp.js": COPIED.replace("  return", "    return"),
    "app/pairs.py": PARSER,
    "lib/settings.py": PARSER.replace("read_pairs", "load_settings").replace("pairs", "settings"),
    "lib/colour.py": "def mix(red, green, blue):\n    return (red + green + blue) / 3\n",
    "shop/rates.py": """from shop.net import fetch


def exchange_rate(currency):
    return fetch(currency) or fallback_rate()


def fallback_rate():
    return 1
""",
    "shop/report.py": """from shop.basket import Basket


class Report:
    def lines_of_report(self, basket):
        return [basket.total_in_currency("EUR"), len("total_in_currency(")]
""",
    "one/greet.py": "def greet_visitor(visitor):\n    return 'welcome ' + visitor\n",
    "two/greet.py": "def greet_visitor(visitor):\n    return 'welcome back ' + visitor\n",
    "three/vShow.js": "export const unrelated = 1;\n",
    "three/other.js": "export const toggled = 2; // the v show directive hides elements\n",
}


def search(codebase, text, **fields):
    return codebase.search(SearchQuery(text, **fields), CancelToken())


def path(codebase, place):
    return place.path.relative_to(codebase.root).as_posix()


def test_context_brings_the_header_of_the_class_and_the_imports_that_are_used(codebase):
    (hit, *_) = search(codebase, "sum the prices in another currency", pack=Pack.CONTEXT).hits
    assert path(codebase, hit) == "shop/basket.py"
    shown = {piece.text for piece in hit.context if piece.kind is ContextKind.IMPORT} | {hit.text}
    assert any("from decimal import Decimal" in text for text in shown)
    assert any("exchange_rate,\n    other_rate,\n)" in text for text in shown)
    if hit.span.start_line > FILES["shop/basket.py"].split("\n").index("import sys"):
        assert not any("import sys" in text for text in shown)
    assert any("class Basket:" in text for text in {piece.text for piece in hit.context} | {hit.text})


def test_nothing_is_shown_twice_and_every_piece_is_where_it_says(codebase):
    answer = search(codebase, "sum the prices in another currency", pack=Pack.CONTEXT, limit=50)
    taken = set()
    for hit in answer.hits:
        lines = FILES[path(codebase, hit)].split("\n")
        for span, text in [(hit.span, hit.text), *((piece.span, piece.text) for piece in hit.context)]:
            numbers = range(span.start_line, span.end_line + 1)
            assert text == "\n".join(lines[number] for number in numbers)
            assert taken.isdisjoint((hit.path, number) for number in numbers)
            taken.update((hit.path, number) for number in numbers)


def related(codebase, text, relation):
    hit = search(codebase, text, pack=Pack.CONTEXT, mode=Mode.SYMBOL).hits[0]
    return [(path(codebase, one.place), one.name) for one in hit.related if one.relation is relation]


def test_the_first_hits_name_what_they_call_and_who_calls_them(codebase):
    assert related(codebase, "exchange_rate", Relation.CALLEE) == [("shop/rates.py", "fallback_rate")]
    assert related(codebase, "exchange_rate", Relation.CALLER) == [("shop/basket.py", "total_in_currency")]
    assert related(codebase, "total_in_currency", Relation.CALLER) == [("shop/report.py", "lines_of_report")]
    assert ("shop/rates.py", "exchange_rate") in related(codebase, "total_in_currency", Relation.CALLEE)
    assert related(codebase, "Report", Relation.CALLER) == []
    first = search(codebase, "exchange_rate", pack=Pack.CONTEXT, mode=Mode.SYMBOL).hits[0].related[0]
    assert (first.preview, first.place.span.start_line) == ("def fallback_rate():", 7)


def test_a_name_that_many_files_define_leads_nowhere_from_outside(root, open_codebase):
    write(root, {f"{n}.py": "def handle(event):\n    return event\n" for n in range(5)})
    write(root, {"start.py": "def start_all(event):\n    return handle(event)\n"})
    assert related(open_codebase(), "start_all", Relation.CALLEE) == []


def test_siblings_are_shown_by_their_first_line(root, open_codebase):
    methods = "\n\n".join(
        f"    def method_{n}(self):\n" + "\n".join(f"        self.step_{n}({k})" for k in range(60)) for n in range(20)
    )
    write(root, {"big.py": f"class Big:\n{methods}\n"})
    hit = search(open_codebase(), "method_9", mode=Mode.SYMBOL, pack=Pack.CONTEXT, limit=1).hits[0]
    shown = [piece.text for piece in hit.context if piece.kind is ContextKind.SIBLING]
    assert len(shown) <= 12
    assert "    def method_7(self):" in shown
    assert "    def method_9(self):" not in shown
    assert "    def method_0(self):" not in shown  # the nearest only


@pytest.mark.parametrize("budget", [1, 60, 400, 3_000])
def test_the_budget_covers_hits_and_context(codebase, budget):
    answer = search(codebase, "sum the prices in another currency", pack=Pack.CONTEXT, max_chars=budget, limit=50)
    used = sum(len(hit.text) + sum(len(piece.text) for piece in hit.context) for hit in answer.hits)
    assert used <= budget
    assert answer.truncated


def test_only_context_brings_context(codebase):
    assert not any(hit.context for hit in search(codebase, "sum the prices", limit=50).hits)


def test_neighbours_of_a_hit_belong_to_it(codebase):
    alone = search(codebase, "clamp to range", include=("web/clamp.js",)).hits[0]
    around = search(codebase, "clamp to range", include=("web/clamp.js",), pack=Pack.CONTEXT).hits[0]
    assert around.span.start_line <= alone.span.start_line
    assert alone.span.end_line <= around.span.end_line


def test_the_same_code_in_two_places_is_one_hit_that_names_both(codebase):
    hits = [hit for hit in search(codebase, "clamp a value to a range", limit=50).hits if hit.name == "clampToRange"]
    assert len(hits) == 1
    both = {path(codebase, hits[0]), *(path(codebase, copy) for copy in hits[0].copies)}
    assert both == {"web/clamp.js", "web/old/clamp.js"}


def test_different_code_of_one_name_is_two_hits(codebase):
    hits = search(codebase, "greet visitor", limit=50).hits
    assert {path(codebase, hit) for hit in hits if hit.name == "greet_visitor"} == {"one/greet.py", "two/greet.py"}


@pytest.mark.parametrize("place", [Span(4, 4, 4, 4), Span(1, 0, 8, 0)])
def test_code_like_a_definition_is_found_and_the_definition_itself_is_not(codebase, place):
    answer = codebase.similar(SimilarQuery(codebase.root / "app/pairs.py", place), CancelToken())
    assert answer.mode is Mode.HYBRID
    assert path(codebase, answer.hits[0]) == "lib/settings.py"
    assert all(path(codebase, hit) != "app/pairs.py" for hit in answer.hits)
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)


def test_a_place_without_code_has_no_likeness(codebase):
    with pytest.raises(InvalidQuery, match="position"):
        codebase.similar(SimilarQuery(codebase.root / "app/pairs.py", Span(900, 0, 900, 0)), CancelToken())
    with pytest.raises(InvalidQuery, match=r"uri: missing\.py"):
        codebase.similar(SimilarQuery(codebase.root / "missing.py", Span(0, 0, 3, 0)), CancelToken())


@pytest.mark.parametrize("active", ["one/greet.py", "two/greet.py"])
@pytest.mark.parametrize("field", ["active_path", "open_paths"])
def test_where_the_user_is_decides_between_equals(codebase, active, field):
    place = codebase.root / active
    fields = {field: place if field == "active_path" else (place,)}
    hits = search(codebase, "greeting a visitor", **fields).hits
    assert path(codebase, hits[0]) == active
    elsewhere = search(codebase, "greeting a visitor", active_path=codebase.root.parent / "x.py").hits
    assert [hit.path for hit in elsewhere] == [hit.path for hit in search(codebase, "greeting a visitor").hits]


def test_a_file_called_like_an_identifier_of_the_query_comes_up(codebase):
    assert "three/vShow.js" in [path(codebase, hit) for hit in search(codebase, "does vShow hide elements").hits[:2]]


def test_a_pasted_stack_trace_finds_where_it_happened(codebase):
    trace = """Traceback (most recent call last):
  File "/srv/run.py", line 3, in <module>
    main()
  File "/srv/lib/settings.py", line 6, in load_settings
    settings[key.strip()] = value.strip()
AttributeError: 'NoneType' object has no attribute 'strip'
"""
    assert path(codebase, search(codebase, trace).hits[0]) == "lib/settings.py"


def test_a_pasted_fragment_finds_its_source(codebase):
    fragment = "if (value < lowest) {\n    return lowest;\n  }"
    assert path(codebase, search(codebase, fragment).hits[0]) in ("web/clamp.js", "web/old/clamp.js")


def test_an_index_without_any_file_answers_every_question(tmp_path):
    (tmp_path / "shop").mkdir()
    with indexed(tmp_path, {}) as codebase:
        for mode in Mode:
            assert search(codebase, "anything", mode=mode).hits == ()
