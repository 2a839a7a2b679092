"""Definitions stand where they are on disk, also before the index has followed, over a real index."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from codebases import names, seen, settle, write

from lsp_codebase.codebase import Codebase
from lsp_codebase.model import CallQuery, CancelToken, DefinitionQuery, Mode, Pack, Phase, Relation, SearchQuery, Span

A = "def first():\n    return 1\n\n\ndef second():\n    return first()\n"
PAD = "# pad\n" * 6


@pytest.fixture
def codebase(root: Path, open_codebase: Callable[..., Codebase]) -> Codebase:
    """An index that nobody tells of changes."""
    write(root, {"a.py": A, "b.py": "def other():\n    pass\n", ".gitignore": "ignored.py\n"})
    codebase = open_codebase()
    settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)
    return codebase


def defined(codebase: Codebase, name: str) -> list[tuple[str, int]]:
    """Return the files and first lines of the definitions of a name."""
    hits = seen(codebase).definitions(DefinitionQuery(name), CancelToken()).hits
    return [(hit.path.name, hit.symbol.span.start_line) for hit in hits]


def matching(codebase: Codebase, pattern: str) -> list[tuple[str, str, int]]:
    """Return the names that match what is typed, with their files and the lines they stand in."""
    hits = seen(codebase).symbols(pattern, CancelToken()).hits
    return [(hit.symbol.name, hit.path.name, hit.symbol.name_span.start_line) for hit in hits]


def outline(codebase: Codebase, path: str) -> list[tuple[str, int]]:
    symbols = seen(codebase).symbols_in(codebase.root / path, CancelToken()).symbols
    return [(symbol.name, symbol.span.start_line) for symbol in symbols]


def test_a_definition_is_given_where_it_stands_now(codebase: Codebase) -> None:
    write(codebase.root, {"a.py": PAD + A})
    assert defined(codebase, "second") == [("a.py", 10)]
    assert outline(codebase, "a.py") == [("first", 6), ("second", 10)]


def test_every_change_of_a_file_is_seen(codebase: Codebase) -> None:
    for lines in range(1, 6):
        write(codebase.root, {"a.py": "\n" * lines + A})
        assert outline(codebase, "a.py") == [("first", lines), ("second", lines + 4)]


def test_a_definition_that_is_gone_is_not_given(codebase: Codebase) -> None:
    write(codebase.root, {"a.py": A.replace("second", "renamed")})
    (codebase.root / "b.py").unlink()
    assert defined(codebase, "second") == []
    assert defined(codebase, "other") == []
    assert outline(codebase, "b.py") == []


def test_a_symbol_that_matches_is_given_where_it_stands_now(codebase: Codebase) -> None:
    assert matching(codebase, "second") == [("second", "a.py", 4)]
    write(codebase.root, {"a.py": PAD + A})
    assert matching(codebase, "second") == [("second", "a.py", 10)]


def test_a_symbol_that_is_gone_matches_nothing(codebase: Codebase) -> None:
    write(codebase.root, {"a.py": A.replace("second", "renamed")})
    (codebase.root / "b.py").unlink()
    assert matching(codebase, "first") == [("first", "a.py", 0)]
    assert matching(codebase, "second") == []
    assert matching(codebase, "other") == []


def test_a_symbol_of_files_that_are_as_they_were_is_given_without_reading_one(
    codebase: Codebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codebase, "file_lines", lambda path: pytest.fail(f"{path} is read"))
    assert matching(codebase, "second") == [("second", "a.py", 4)]


@pytest.mark.parametrize(
    "query",
    [
        SearchQuery("second"),
        SearchQuery("second", mode=Mode.SYMBOL),
        SearchQuery("return what is first of all"),
        SearchQuery("return what is first of all", pack=Pack.CONTEXT),
        SearchQuery("", include=("a.py",)),
    ],
)
def test_a_hit_shows_what_was_found_where_it_stands_now(codebase: Codebase, query: SearchQuery) -> None:
    write(codebase.root, {"a.py": PAD + A})
    hits = seen(codebase).search(query, CancelToken()).hits
    assert hits
    for hit in hits:
        first, last = hit.span.start_line, hit.span.end_line + 1
        assert hit.text == "\n".join((PAD + A).split("\n")[first:last])
        assert hit.name is not None
        assert f"def {hit.name}()" in hit.text
        if hit.name_span is not None:
            assert hit.name_span.start_line == {"first": 6, "second": 10}[hit.name]


def test_a_hit_that_is_gone_is_not_given(codebase: Codebase) -> None:
    write(codebase.root, {"a.py": "def else_where():\n    pass\n"})
    assert [hit.path.name for hit in seen(codebase).search(SearchQuery("second"), CancelToken()).hits] == []


@pytest.mark.parametrize("replacement", ["nothing", "a directory", "a link"])
@pytest.mark.parametrize(
    "query",
    [
        SearchQuery("other"),
        SearchQuery("what does other pass"),
        SearchQuery("other", mode=Mode.SYMBOL),
        SearchQuery("def other", mode=Mode.EXACT),
        SearchQuery("def o.*r", mode=Mode.REGEX),
        SearchQuery("b.py"),
        SearchQuery("b.py:1"),
        SearchQuery("", include=("b.py",)),
    ],
    ids=repr,
)
def test_a_file_that_is_gone_is_no_hit(codebase: Codebase, query: SearchQuery, replacement: str) -> None:
    assert "b.py" in [hit.path.name for hit in seen(codebase).search(query, CancelToken()).hits]
    file = codebase.root / "b.py"
    file.unlink()
    if replacement == "a directory":
        file.mkdir()
    elif replacement == "a link":
        file.symlink_to("a.py")
    assert "b.py" not in [hit.path.name for hit in seen(codebase).search(query, CancelToken()).hits]


def test_a_callee_in_a_file_that_is_gone_goes_with_no_hit(codebase: Codebase) -> None:
    write(codebase.root, {"c.py": "from b import other\n\n\ndef calling():\n    return other()\n"})
    codebase.mark_changed([codebase.root / "c.py"])
    settle(codebase, lambda status: names(codebase, "calling") == ["calling"])

    def related() -> list[str]:
        (hit, *_) = seen(codebase).search(SearchQuery("calling", pack=Pack.CONTEXT), CancelToken()).hits
        return [one.place.path.name for one in hit.related]

    assert related() == ["b.py"]
    (codebase.root / "b.py").unlink()
    assert related() == []


def test_what_stands_written_is_called_after_the_definition_that_it_is_in_now(codebase: Codebase) -> None:
    write(codebase.root, {"a.py": PAD + A})
    (hit,) = seen(codebase).search(SearchQuery("return first()", mode=Mode.EXACT), CancelToken()).hits
    assert (hit.span.start_line, hit.name) == (11, "second")


def test_a_line_that_is_named_is_that_of_the_file_as_it_is(codebase: Codebase) -> None:
    write(codebase.root, {"a.py": PAD + A})
    hit, *_ = seen(codebase).search(SearchQuery("a.py:5"), CancelToken()).hits
    assert hit.span.start_line <= 4 <= hit.span.end_line
    assert hit.text == "\n".join((PAD + A).split("\n")[hit.span.start_line : hit.span.end_line + 1])
    assert hit.name != "second"


def test_files_that_are_new_are_outlined_if_the_index_would_take_them(codebase: Codebase) -> None:
    write(codebase.root, {"new.py": A, "ignored.py": A, "id_rsa": A})
    assert outline(codebase, "new.py") == [("first", 0), ("second", 4)]
    assert outline(codebase, "ignored.py") == []
    assert outline(codebase, "id_rsa") == []


def test_calls_are_those_of_the_definition_that_stands_at_a_line_now(codebase: Codebase) -> None:
    write(codebase.root, {"a.py": PAD + A})
    query = CallQuery(Relation.CALLEE, None, codebase.root / "a.py", 11, 5)
    found = seen(codebase).calls(query, CancelToken())
    assert found.definition is not None
    assert found.definition.symbol.span == Span(10, 0, 11, 18)
    assert [(call.name, call.place.span.start_line) for call in found.calls] == [("first", 6)]


def test_callers_and_callees_are_those_of_their_files_as_they_are(codebase: Codebase) -> None:
    def calls(relation: Relation, path: str, line: int) -> list[tuple[str, str | None, int, list[int]]]:
        query = CallQuery(relation, None, codebase.root / path, line, 5)
        found = seen(codebase).calls(query, CancelToken()).calls
        return [
            (call.place.path.name, call.name, call.place.span.start_line, [site.line for site in call.sites])
            for call in found
        ]

    write(codebase.root, {"c.py": "def calling():\n    return first()\n"})
    codebase.mark_changed([codebase.root / "c.py"])
    settle(codebase, lambda status: names(codebase, "calling") == ["calling"])
    write(codebase.root, {"c.py": PAD + "from a import first\n\n\ndef calls_now():\n    return first()\n"})
    assert ("c.py", "calls_now", 9, [10]) in calls(Relation.CALLER, "a.py", 0)
    write(codebase.root, {"a.py": PAD + A})
    assert calls(Relation.CALLEE, "c.py", 9) == [("a.py", "first", 6, [10])]


def test_a_question_about_a_changed_file_has_it_indexed(codebase: Codebase) -> None:
    write(codebase.root, {"a.py": A.replace("second", "renamed")})
    outline(codebase, "a.py")
    settle(codebase, lambda _: names(codebase, "renamed") == ["renamed"])


def test_without_their_disk_definitions_are_those_that_were_indexed(codebase: Codebase) -> None:
    codebase.root.rename(codebase.root.with_name("elsewhere"))
    assert defined(codebase, "second") == [("a.py", 4)]
    assert matching(codebase, "second") == [("second", "a.py", 4)]
    (hit,) = seen(codebase).search(SearchQuery("return first()", mode=Mode.EXACT), CancelToken()).hits
    assert hit.path.name == "a.py"


LED = {
    "cli.py": "import argparse\n\n\ndef options():\n    parser = argparse.ArgumentParser()\n"
    '    parser.add_argument("--web")\n\n\ndef find():\n    raise ValueError("no such cart in this shop")\n',
    "app.js": 'const app = express()\n\napp.get("/users/:id", show)\n',
    "page.css": ".a {\n}\n\n.cart-row {\n  color: red;\n}\n",
}


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("--web", 'parser.add_argument("--web")'),
        ("no such cart in this shop", 'raise ValueError("no such cart in this shop")'),
        ("GET /users/7", 'app.get("/users/:id", show)'),
        (".cart-row", ".cart-row {"),
        ("list all routes", 'app.get("/users/:id", show)'),
    ],
)
def test_a_line_that_leads_is_shown_where_it_stands_now(
    root: Path, open_codebase: Callable[..., Codebase], question: str, line: str
) -> None:
    write(root, LED)
    codebase = open_codebase()
    write(root, {path: ("# pad\n" if path.endswith(".py") else "/* pad */\n") * 7 + text for path, text in LED.items()})
    hit = seen(codebase).search(SearchQuery(question), CancelToken()).hits[0]
    assert hit.preview == line
    assert hit.span.start_line >= 7


def test_a_place_beyond_the_end_that_a_file_has_now_is_none(root: Path, open_codebase: Callable[..., Codebase]) -> None:
    write(root, {"long.py": "".join(f"def function_{at}():\n    return {at}\n\n\n" for at in range(100))})
    codebase = open_codebase()
    assert seen(codebase).search(SearchQuery("long.py:322"), CancelToken()).hits[0].span.end_line > 300
    write(root, {"long.py": "def function_0():\n    return 0\n"})
    hits = seen(codebase).search(SearchQuery("long.py:322"), CancelToken()).hits
    assert not [hit for hit in hits if hit.span.end_line > 2]
