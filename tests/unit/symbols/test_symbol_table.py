from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase
from typing import Any

import pytest
from symbol_table import SymbolTable

from lsp_codebase.errors import Cancelled
from lsp_codebase.indexes.names import symbol_priors
from lsp_codebase.model import CancelToken, Span, SymbolKind
from lsp_codebase.symbols import SymbolContext

Filled = Callable[..., SymbolTable]
Rows = Callable[..., Any]


def names(table: SymbolTable, pattern: str, limit: int = 10, **context: Any) -> list[str]:
    return [m.symbol.name for m in table.search(pattern, limit=limit, context=SymbolContext(**context))]


def paths(table: SymbolTable, pattern: str, limit: int = 10, **context: Any) -> list[str]:
    return [m.path for m in table.search(pattern, limit=limit, context=SymbolContext(**context))]


RESPONSES = (
    "a.py:getHttpResponse",
    "b.py:get_http_request",
    "c.py:parse",
    "d.py:HttpServer",
    "e.py:Größe",
    "f.py:获取响应",
)


@pytest.mark.parametrize(
    ("pattern", "first"),
    [
        ("getHttpResponse", "getHttpResponse"),
        ("gethttpresponse", "getHttpResponse"),
        ("get_http_response", "getHttpResponse"),
        ("get http response", "getHttpResponse"),
        ("getHttpResp", "getHttpResponse"),
        ("HttpResponse", "getHttpResponse"),
        ("gHRes", "getHttpResponse"),
        ("gehtresp", "getHttpResponse"),
        ("response http", "getHttpResponse"),
        ("ttpresp", "getHttpResponse"),
        ("gtrsp", "getHttpResponse"),
        ("getHttpRepsonse", "getHttpResponse"),
        ("HttpSevrer", "HttpServer"),
        ("größe", "Größe"),
        ("GRÖSS", None),
        ("响应", "获取响应"),
        ("prase", "parse"),
        ("zzz", None),
    ],
)
def test_a_name_is_found_as_people_type_it(filled: Filled, pattern: str, first: str | None) -> None:
    assert (names(filled(*RESPONSES), pattern, limit=1) or [None])[0] == first


def test_the_exact_name_is_first_wherever_it_lies(filled: Filled) -> None:
    table = filled(
        {"path": "src/a.py", "name": "Client", "kind": SymbolKind.Class},
        {"path": "tests/vendor/b.py", "name": "client", "kind": SymbolKind.Variable, "is_deprecated": True},
    )
    assert names(table, "client") == ["client", "Client"]


def test_source_ranks_above_tests_and_near_files_above_far_ones(filled: Filled) -> None:
    table = filled("tests/a.py:run", "src/x/a.py:run", "src/y/b.py:run")
    assert paths(table, "run", active_path="src/y/c.py") == ["src/y/b.py", "src/x/a.py", "tests/a.py"]


def test_a_definition_ranks_above_its_declaration(filled: Filled) -> None:
    table = filled({"path": "a.h", "name": "run", "is_declaration": True}, {"path": "b.c", "name": "run"})
    assert paths(table, "run") == ["b.c", "a.h"]


def test_a_file_named_after_the_symbol_ranks_first(filled: Filled) -> None:
    assert paths(filled("src/app.py:Router", "src/router.py:Router"), "router") == ["src/router.py", "src/app.py"]


def test_a_qualifier_chooses_the_container(filled: Filled) -> None:
    table = filled(
        {"path": "a.py", "name": "get", "container": "Server"},
        {"path": "b.py", "name": "get", "container": "http.Client"},
    )
    assert paths(table, "Client.get")[0] == "b.py"
    assert paths(table, "server::get")[0] == "a.py"


@pytest.mark.parametrize("pattern", ["redis Client", "net redis client", "net redis.Client"])
def test_words_that_no_name_holds_may_be_where_the_last_of_them_stands(filled: Filled, pattern: str) -> None:
    table = filled("net/redis.py:Client", "net/kafka.py:Client", "tests/test_net.py:test_redis_closes_a_client_of_its")
    assert paths(table, pattern, limit=1) == ["net/redis.py"]


def test_names_of_one_statement_are_all_found_by_where_one_of_them_stands(filled: Filled) -> None:
    one = {"path": "a.go", "start_line": 0, "start_column": 0, "end_line": 0, "end_column": 60, "container": "Server"}
    table = filled({**one, "name": "retries"}, {**one, "name": "server_retries_left", "container": ""})
    assert {*names(table, "server retries")} == {"retries", "server_retries_left"}


def test_a_name_of_all_words_comes_before_one_that_stands_there(filled: Filled) -> None:
    table = filled("net/redis.py:Client", "net/all.py:RedisClient")
    assert names(table, "redis client", limit=1) == ["RedisClient"]


def test_a_misspelled_qualifier_is_read_as_the_nearest_name(filled: Filled) -> None:
    table = filled(
        {"path": "a.py", "name": "received", "container": "Handler"},
        {"path": "b.py", "name": "received", "container": "DefaultFuture"},
        {"path": "b.py", "name": "DefaultFuture", "kind": SymbolKind.Class},
    )
    assert paths(table, "DefaultFutre.received", limit=1) == ["b.py"]
    assert paths(table, "DefaultFutre.recieved", limit=1) == ["b.py"]


def test_a_qualifier_that_is_the_whole_container_comes_before_the_end_of_a_longer_one(filled: Filled) -> None:
    table = filled(
        {"path": "a.lua", "name": "Config", "container": "shop.picker.win"},
        {"path": "b.lua", "name": "Config", "container": "win"},
    )
    assert paths(table, "win.Config") == ["b.lua", "a.lua"]


def test_hints_restrict_files_and_kinds(filled: Filled) -> None:
    table = filled("src/net/a.go:Foo", "src/b.rs:Foo", {"path": "src/c.rs", "name": "Foo", "kind": SymbolKind.Class})
    assert paths(table, "foo in:src/net") == ["src/net/a.go"]
    assert sorted(paths(table, "foo *.rs")) == ["src/b.rs", "src/c.rs"]
    assert paths(table, ":class foo") == ["src/c.rs"]
    assert paths(table, ":class") == ["src/c.rs"]


def test_a_context_restricts_languages_kinds_and_files(filled: Filled) -> None:
    table = filled(
        "a.py:Foo",
        {"path": "b.go", "name": "Foo", "language": "go"},
        {"path": "c.py", "name": "Foo", "kind": SymbolKind.Class},
    )
    assert paths(table, "foo", languages=frozenset({"go"})) == ["b.go"]
    assert paths(table, "foo", kinds=frozenset({SymbolKind.Class})) == ["c.py"]
    assert paths(table, "foo", accepts=lambda path: path != "a.py") == ["c.py", "b.go"]


def test_a_file_is_asked_for_once(filled: Filled) -> None:
    asked: list[str] = []
    table = filled(*(f"a.py:foo{i}" for i in range(20)))
    table.search("foo", limit=10, context=SymbolContext(accepts=lambda path: not asked.append(path)))
    assert asked == ["a.py"]


def test_a_literal_matches_the_text_alone(filled: Filled) -> None:
    table = filled("a.py:foo_bar", "b.py:fooBar", "c.py:my_foo_bar")
    assert names(table, '"foo_bar"') == ["foo_bar", "my_foo_bar"]
    assert names(table, " oo_b") == ["foo_bar", "my_foo_bar"]


def test_typos_answer_only_when_nothing_better_fits(filled: Filled) -> None:
    table = filled("a.py:reader", "b.py:render")
    assert names(table, "rendre") == ["render"]
    assert names(table, "reader") == ["reader"]


def test_a_name_with_a_typo_is_found_in_a_folder_whatever_is_called_alike_elsewhere(filled: Filled) -> None:
    alike = (f"b.py:rendr{one}{other}" for one in ascii_lowercase for other in ascii_lowercase)
    assert names(filled("src/a.py:render", *alike), "rendre in:src") == ["render"]


def test_a_long_name_with_a_typo_comes_before_names_whose_words_begin_alike(filled: Filled) -> None:
    table = filled("a.py:ByteBuffer", "b.py:ByteBufferFoundationError", "c.py:testByteBufferViewEqualityWithRange")
    assert names(table, "ByteBufer")[0] == "ByteBuffer"
    assert names(table, "ByteBuffre")[0] == "ByteBuffer"


def test_what_stands_in_a_name_is_no_typo_of_another(filled: Filled) -> None:
    assert names(filled("a.py:getUserNames", "b.py:setUserName"), "getUserName") == ["getUserNames"]


def test_an_empty_pattern_gives_a_bounded_list_without_tests(filled: Filled) -> None:
    table = filled("tests/a.py:helper", *(f"src/b.py:name{i}" for i in range(30)))
    assert len(names(table, "", limit=20)) == 20
    assert "helper" not in names(table, "", limit=20)


def test_an_empty_pattern_gives_two_symbols_of_each_file_first_and_all_of_the_active_one(filled: Filled) -> None:
    table = filled("a.py:one", "a.py:two", "a.py:three", "b.py:four", "b.py:five", "b.py:six")
    assert paths(table, "") == ["a.py", "a.py", "b.py", "b.py", "a.py", "b.py"]
    assert paths(table, "", active_path="b.py") == ["b.py", "b.py", "b.py", "a.py", "a.py", "a.py"]


def test_an_answer_carries_what_the_index_knows(filled: Filled) -> None:
    table = filled(
        {"path": "src/é.py", "name": "Größe", "container": "a.B", "is_ascii": False, "visibility": "private"}
    )
    (match,) = table.search("größe", limit=5)
    assert (match.path, match.language, match.is_ascii) == ("src/é.py", "python", False)
    assert (match.symbol.container, match.symbol.visibility.value) == ("a.B", "private")
    assert match.symbol.name_span == Span(0, 4, 0, 11)
    assert 0 < match.score <= 1


def test_an_update_replaces_the_rows_of_its_files(filled: Filled, rows: Rows) -> None:
    table = filled("a.py:one", "b.py:two", "c.py:three")
    table.update(rows("a.py:uno"), ["c.py", "unknown.py"])
    assert [len(table), names(table, "one"), names(table, "three"), names(table, "uno")] == [2, [], [], ["uno"]]


def test_an_update_without_rows_removes(filled: Filled, rows: Rows) -> None:
    table = filled("a.py:one", "b.py:two")
    table.update(rows(), ["a.py"])
    assert names(table, "") == ["two"]


def test_a_table_without_symbols_answers_nothing(rows: Rows) -> None:
    table = SymbolTable()
    table.update(rows())
    assert (len(table), table.search("a", limit=5), table.exact("a"), table.in_file("a.py")) == (0, [], [], [])


def test_exact_finds_every_row_of_a_name_and_no_other(filled: Filled) -> None:
    table = filled("a.py:run", "b.py:Run", "tests/c.py:run", "d.py:runs")
    assert [(m.path, m.symbol.name) for m in table.exact("run")] == [("a.py", "run"), ("tests/c.py", "run")]


def test_symbols_are_listed_by_file_and_counted_by_directory(filled: Filled) -> None:
    table = filled("src/a.py:b", "src/a.py:a", "src/net/c.py:c", "src2/d.py:d")
    assert [m.symbol.name for m in table.in_file("src/a.py")] == ["b", "a"]
    assert [table.count_below(d) for d in ("", "src", "src/net", "src/", "sr", "none")] == [4, 3, 1, 3, 0, 0]


def test_symbols_of_a_file_are_listed_by_kind_and_by_their_letters(filled: Filled) -> None:
    field = {"path": "a.py", "name": "cart_page", "kind": int(SymbolKind.Field)}
    table = filled("a.py:CartPage", "a.py:Cart", field, "b.py:CartPage")
    of_kinds = table.names.of_kinds
    functions, both = frozenset({SymbolKind.Function}), frozenset({SymbolKind.Function, SymbolKind.Field})
    assert [m.symbol.name for m in of_kinds("a.py", functions)] == ["CartPage", "Cart"]
    assert sorted(m.symbol.name for m in of_kinds("a.py", both, "cartpage")) == ["CartPage", "cart_page"]
    assert [*of_kinds("a.py", functions, "none"), *of_kinds("none.py", functions)] == []


def test_a_cancelled_search_stops(filled: Filled) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        filled("a.py:foo").search("foo", limit=5, cancel=token)


def test_a_search_keeps_the_snapshot_it_began_with(filled: Filled, rows: Rows) -> None:
    table = filled("a.py:foo", "b.py:food")

    def accept_while_the_table_changes(path: str) -> bool:
        table.update(rows("c.py:foo"), ["a.py", "b.py"])
        return True

    assert names(table, "foo", accepts=accept_while_the_table_changes) == ["foo", "food"]
    assert paths(table, "foo") == ["c.py"]


def test_names_of_refused_files_do_not_keep_weaker_matches_away(filled: Filled) -> None:
    table = filled("open.py:render", "b.py:reader", "c.py:rendering")
    assert names(table, "rendre", accepts=lambda path: path != "open.py") == []
    assert names(table, "render", accepts=lambda path: path != "open.py") == ["rendering"]
    assert names(filled("open.py:reader", "b.py:raeder"), "reader", accepts=lambda path: path != "open.py") == [
        "raeder"
    ]


def test_a_name_whose_last_row_is_gone_does_not_keep_typos_away(filled: Filled, rows: Rows) -> None:
    table = filled("a.py:reader", *(f"b.py:other{i}" for i in range(5000)), "c.py:raeder")
    table.update(rows(), ["a.py"])
    assert names(table, "reader") == ["raeder"]


def test_letters_that_share_a_code_are_told_apart(filled: Filled) -> None:
    table = filled("a.py:猫", f"b.py:{chr(ord('猫') + 57)}")
    assert names(table, "猫") == ["猫"]


def test_many_small_updates_leave_few_parts(filled: Filled, rows: Rows) -> None:
    table = filled(*(f"src/{i}.py:name{i}" for i in range(3000)))
    for i in range(100):
        table.update(rows(f"src/{i}.py:new{i}"))
    assert len(table) == 3000
    assert len(table.names.parts) <= 3
    assert names(table, "new99", limit=1) == ["new99"]


def test_one_name_in_many_files_is_answered_by_the_nearest(filled: Filled) -> None:
    table = filled(*(f"src/{i:04}/a.py:main" for i in range(3000)))
    assert paths(table, "main", limit=1, active_path="src/2900/b.py") == ["src/2900/a.py"]


def test_a_short_name_with_turned_letters_is_found(filled: Filled) -> None:
    assert names(filled("a.py:2AB2", "b.py:other"), "2BA2") == ["2AB2"]


def test_of_names_that_fit_equally_the_one_that_is_mentioned_most_is_first(filled: Filled) -> None:
    table = filled("a.py:read_one", "b.py:read_two", "c.py:read_six")
    often = {"read_two": 40.0, "read_six": 3.0}
    assert names(table, "read") == ["read_one", "read_two", "read_six"]
    asked = names(table, "read", mentions=lambda names, _: [often.get(name, 0.0) for name in names])
    assert asked == ["read_two", "read_six", "read_one"]


def test_the_definition_that_is_used_comes_before_one_of_the_same_name_that_nobody_uses(filled: Filled) -> None:
    table = filled("a.py:run", "b.py:run")
    assert paths(table, "run", mentions=lambda _, where: [float(path == "b.py") for path in where]) == ["b.py", "a.py"]


def test_what_was_worked_on_last_is_first_where_all_else_is_equal(filled: Filled) -> None:
    table = filled("a.py:run", "b.py:run", "tests/c.py:run")
    assert paths(table, "run", recency=lambda path: float(path == "b.py"))[0] == "b.py"
    assert paths(table, "run", recency=lambda path: float(path == "tests/c.py"))[-1] == "tests/c.py"


@pytest.mark.parametrize("pattern", ["run", "ru"])
@pytest.mark.parametrize(
    "better",
    [
        {"kind": SymbolKind.Class},
        {"visibility": "public"},
        {"kind": SymbolKind.Function},
    ],
)
def test_use_never_outweighs_kind_visibility_declarations_or_tests(
    filled: Filled, pattern: str, better: dict[str, Any]
) -> None:
    worse = {"path": "a.py", "name": "run", "kind": SymbolKind.Function, "visibility": "protected"}
    if better.get("kind") is SymbolKind.Function:
        worse |= {"is_declaration": True}
    table = filled(worse, {**worse, "is_declaration": False, "path": "b.py", **better})

    def use(_: Any, where: Any) -> list[float]:
        return [1e6 * (path == "a.py") for path in where]

    found = paths(table, pattern, mentions=use, recency=lambda path: float(path == "a.py"))
    assert found == ["b.py", "a.py"]


def test_only_the_first_of_an_answer_are_asked_about(filled: Filled) -> None:
    table = filled(*(f"{n:03}.py:read_{n}" for n in range(100)))
    asked: list[int] = []

    def mentions(names: Any, _: Any) -> list[float]:
        asked.append(len(names))
        return [0.0] * len(names)

    assert len(names(table, "read", limit=100, mentions=mentions)) == 100
    assert asked == [32]


@pytest.mark.parametrize("typed", ["wfHandler", "wrkflwhndlr", "wkflowHandler"])
def test_a_name_of_shortened_words_comes_before_one_that_lacks_letters(filled: Filled, typed: str) -> None:
    table = filled("a.py:Handler", "a.py:flowHandlers", "b.py:WorkflowHandler", "c.py:new_file_for_channel_handler")
    assert names(table, typed)[0] == "WorkflowHandler"


def test_each_shortened_word_begins_as_it_was_typed(filled: Filled) -> None:
    table = filled("a.py:reworkFileHandler", "b.py:very_long_name_of_the_Workflow_Handler_that_is_longer")
    assert names(table, "wfHandler")[0] == "very_long_name_of_the_Workflow_Handler_that_is_longer"


@pytest.mark.parametrize("letters", ["abcab", "zyxzyx"])
def test_letters_with_gaps_are_found_among_many_names_that_have_them_all(filled: Filled, letters: str) -> None:
    turned = "".join(reversed(letters))
    table = filled(f"a.py:q{letters[0]}q{'q'.join(letters[1:])}q", *(f"b.py:q{turned}{n}q{turned}" for n in range(700)))
    assert names(table, letters)[0] == f"q{letters[0]}q{'q'.join(letters[1:])}q"


def test_a_name_longer_than_what_a_pattern_may_have_is_found_exactly(filled: Filled) -> None:
    long = "test_that_" + "and_that_" * 20 + "holds"
    assert [m.symbol.name for m in filled(f"a.py:{long}", "b.py:" + long[:128]).exact(long)] == [long]


@pytest.mark.parametrize("qualified", ["Plug.Conn", "Plug::Conn", "Plug\\Conn", "plug/Conn", "a.b.Conn"])
def test_the_last_part_of_a_qualified_name_is_exact(filled: Filled, qualified: str) -> None:
    table = filled(
        {"path": "tests/a.ex", "name": qualified, "kind": SymbolKind.Module},
        {"path": "conn.ex", "name": "conn", "kind": SymbolKind.Class},
        "b.ex:Connection",
    )
    assert names(table, "Conn")[:2] == [qualified, "conn"]
    assert names(table, "conn")[:2] == ["conn", qualified]
    assert table.search("Conn", limit=1)[0].score >= symbol_priors.EQUALS[-1][1]


@pytest.mark.parametrize("qualified", ["Acme\\Shop\\Cart", "Shop.Cart", "acme::shop::Cart", "Acme.Shop.Cart.pay"])
def test_a_name_is_qualified_by_the_namespace_of_its_file_too(filled: Filled, qualified: str) -> None:
    table = filled(
        {"path": "src/a.php", "name": "Acme\\Shop", "kind": SymbolKind.Namespace},
        {"path": "src/a.php", "name": "Cart", "kind": SymbolKind.Class},
        {"path": "src/a.php", "name": "pay", "kind": SymbolKind.Method, "container": "Cart"},
        {"path": "tests/shop/a.php", "name": "Acme\\Shop\\Tests", "kind": SymbolKind.Namespace},
        {"path": "tests/shop/a.php", "name": "cart", "kind": SymbolKind.Field, "container": "CartTest"},
    )
    assert paths(table, qualified)[0] == "src/a.php"


def test_a_name_is_qualified_by_what_it_says_itself_within_its_container(filled: Filled) -> None:
    table = filled(
        {"path": "a.cpp", "name": "http::Client", "container": "net", "kind": SymbolKind.Class},
        {"path": "b.cpp", "name": "Client", "container": "ftp", "kind": SymbolKind.Class},
        {"path": "c.cpp", "name": "get", "container": "net::http", "kind": SymbolKind.Function},
    )
    assert paths(table, "http::Client", limit=1) == paths(table, "net.http.client", limit=1) == ["a.cpp"]
    assert paths(table, "net::http::get", limit=1) == ["c.cpp"]


def test_a_sentence_is_not_a_qualified_name(filled: Filled) -> None:
    table = filled({"path": "a.md", "name": "Install with setup.py", "kind": SymbolKind.String}, "b.py:py_version")
    assert names(table, "py") == ["py_version", "Install with setup.py"]


def test_other_spellings_come_before_every_longer_name(filled: Filled) -> None:
    table = filled(
        {"path": "tests/a.py", "name": "HTTPResponse", "kind": SymbolKind.Variable, "is_deprecated": True},
        {"path": "http_response.py", "name": "http_response_", "kind": SymbolKind.Class},
        {"path": "http_response.py", "name": "http_response_of", "kind": SymbolKind.Class},
        "b.py:httpresponse",
    )
    assert names(table, "http_response")[:3] == ["http_response_", "HTTPResponse", "httpresponse"]


@pytest.mark.parametrize("package", ["a.b.util", "util"])
@pytest.mark.parametrize("limit", [5, 128])
def test_the_package_clauses_of_many_files_come_after_what_begins_so(filled: Filled, package: str, limit: int) -> None:
    clauses = [{"path": f"util/{n}.kt", "name": package, "kind": SymbolKind.Package} for n in range(2_000)]
    defined = {"path": "util/Util.kt", "name": "Util", "kind": SymbolKind.Class}
    table = filled(*clauses, defined, "util/Util.kt:utilOf", "z.kt:util")
    found = names(table, "util", limit=limit)
    assert found[:3] == ["util", "Util", "utilOf"]
    assert set(found[3:]) == {package}
    assert len(found) == limit


def test_a_package_of_which_nothing_is_named_is_found(filled: Filled) -> None:
    assert names(filled({"path": "a.go", "name": "util", "kind": SymbolKind.Package}, "b.go:run"), "util") == ["util"]


def test_names_whose_letters_have_the_same_hash_are_told_apart(filled: Filled) -> None:
    table = filled("a.py:altzuc", "b.py:dczgci", "c.py:Dcz_Gci")
    assert names(table, "altzuc") == ["altzuc"]
    assert names(table, "dczgci") == ["dczgci", "Dcz_Gci"]
