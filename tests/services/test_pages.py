"""Pages over real indexes: of several folders, of definitions, with filters, and while files change."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import opened, settle, write

from lsp_codebase.config import Settings
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CancelToken, Hit, Mode, Pack, SearchAnswer, SearchQuery
from lsp_codebase.workspace import Workspace

MODES = [Mode.AUTO, Mode.HYBRID, Mode.LEXICAL, Mode.SYMBOL, Mode.EXACT, Mode.REGEX]


def module(name: str) -> str:
    """Return a module whose names all hold `request`, some in a class and some in other spellings."""
    return f'''class {name.title()}Request:
    def request_{name}(self):
        """Send the request of {name}."""
        request = self.prepare_request()
        return request

    def prepare_request(self):
        return "request", "{name}"


def {name}Requests():
    return []
'''


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    home = tmp_path_factory.mktemp("folders")
    for folder, count in (("one", 40), ("two", 12)):
        for number in range(count):
            place = "tests" if number % 3 == 0 else "src"
            name = "".join(chr(ord("a") + int(digit)) for digit in f"{number:02}") + folder
            write(home / folder, {f"{place}/{name}.py": module(name)})
    write(home / "one", {"tests/data.js": "function requestData() { return 'request' }\n" * 3})
    return [home / "one", home / "two"]


@pytest.fixture(scope="module")
def workspace(folders: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """One index for what only asks."""
    settings = Settings(index_location=str(tmp_path_factory.mktemp("cache")), embedding_model="hash")
    with opened(settings, *folders) as workspace:
        yield workspace


def pages(workspace: Workspace, query: SearchQuery) -> Iterator[SearchAnswer]:
    while True:
        page = workspace.search(query, CancelToken())
        yield page
        if page.next_cursor is None:
            return
        query = replace(query, cursor=page.next_cursor)


def all_hits(workspace: Workspace, text: str, **fields) -> list[Hit]:
    return [hit for page in pages(workspace, SearchQuery(text, **fields)) for hit in page.hits]


def places(hits: list[Hit]) -> list[str]:
    return sorted(str((hit.path, hit.span, hit.name_span)) for hit in hits)


@pytest.mark.parametrize("mode", MODES)
def test_pages_over_two_folders_have_all_that_each_has_alone(workspace, folders, mode):
    text = "request" if mode is not Mode.HYBRID else "send the request"
    alone = [all_hits(workspace, text, mode=mode, folder=root, limit=100) for root in folders]
    together = all_hits(workspace, text, mode=mode, limit=17)
    assert all(alone)
    assert places(together) == places([hit for hits in alone for hit in hits])
    assert [hit.score for hit in together] == sorted((hit.score for hit in together), reverse=True)


def test_lines_of_two_folders_are_more_than_a_hundred(workspace):
    assert len(all_hits(workspace, "request", mode=Mode.EXACT)) > 300


def test_symbol_mode_has_every_definition_that_workspace_symbol_would_give(workspace):
    for typed in ("request", "rq", "prepare request", "in:src request", "AAone", "requset"):
        found = workspace.symbols(typed, CancelToken(), limit=10_000).hits
        hits = all_hits(workspace, typed, mode=Mode.SYMBOL, limit=50)
        assert found
        assert sorted((hit.path, hit.name_span) for hit in hits) == sorted(
            (hit.path, hit.symbol.name_span) for hit in found
        )


@pytest.mark.parametrize("mode", [Mode.SYMBOL, Mode.EXACT, Mode.REGEX])
@pytest.mark.parametrize(
    "filters",
    [
        {"include": ("tests/**",)},
        {"exclude": ("src/",)},
        {"languages": ("javascript",)},
        {"kinds": ("Function",)},
        {"kinds": ("Class",), "include": ("src/",)},
        {"source_code_only": True},
    ],
)
def test_a_filter_never_finds_more_than_no_filter(workspace, mode, filters):
    def found(text: str, **fields) -> set[object]:
        hits = all_hits(workspace, text, mode=mode, limit=100, **fields)
        return {(hit.path, hit.name_span if mode is Mode.SYMBOL else hit.span) for hit in hits}

    for text in ("request", "aoneRequest", "prepare", "Data"):
        assert found(text, **filters) <= found(text)


def test_symbol_mode_shows_no_line_twice_where_definitions_lie_in_each_other(workspace):
    shown = set()
    for hit in all_hits(workspace, "request", mode=Mode.SYMBOL, limit=100):
        lines = {(hit.path, line) for line in range(hit.span.start_line, hit.span.end_line + 1)}
        if hit.path.suffix == ".py":  # three definitions of the other file stand in lines of their own
            assert not lines & shown
        shown |= lines


def test_a_cursor_is_good_for_one_question_alone(workspace):
    query = SearchQuery("request", mode=Mode.EXACT)
    cursor = next(pages(workspace, query)).next_cursor
    for other in (replace(query, text="requests"), replace(query, include=("src/",)), replace(query, mode=Mode.REGEX)):
        with pytest.raises(InvalidQuery, match="another query") as refused:
            workspace.search(replace(other, cursor=cursor), CancelToken())
        assert refused.value.field == "cursor"


@pytest.mark.parametrize("pack", [Pack.CHUNK, Pack.CONTEXT])
def test_a_budget_holds_for_the_hits_of_all_folders_together(workspace, pack):
    query = SearchQuery("send the request", pack=pack, limit=8)

    def size(answer: SearchAnswer) -> int:
        beside = [len(piece.text) for hit in answer.hits for piece in hit.context]
        related = [len(one.preview) for hit in answer.hits for one in hit.related]
        return sum(len(hit.text) for hit in answer.hits) + sum(beside) + sum(related)

    whole = workspace.search(query, CancelToken())
    assert len({hit.path.parents[1] for hit in whole.hits}) == 2
    assert not whole.truncated
    assert not workspace.search(replace(query, max_chars=size(whole)), CancelToken()).truncated
    half = workspace.search(replace(query, max_chars=size(whole) // 2), CancelToken())
    assert half.truncated
    assert size(half) <= size(whole) // 2
    assert [hit.path for hit in half.hits] == [hit.path for hit in whole.hits]


def test_a_page_after_a_commit_goes_on_and_says_so(tmp_path, settings):
    root = tmp_path / "root"
    write(root, {f"f{number}.py": f"wanted = {number}\n" for number in range(30)})
    with opened(settings, root) as workspace:
        first, second = (
            page for page, _ in zip(pages(workspace, SearchQuery("wanted", mode=Mode.EXACT)), range(2), strict=False)
        )
        assert second.notes == ()
        generation = first.status.generation
        write(root, {"g.py": "other = 1\n"})
        workspace.mark_changed([root / "g.py"])
        settle(workspace.find(root), lambda status: status.generation > generation)
        query = SearchQuery("wanted", mode=Mode.EXACT, cursor=first.next_cursor)
        again = workspace.search(query, CancelToken())
        assert again.hits == second.hits
        assert "changed since the page before" in again.notes[0]


def test_what_lies_in_an_inner_folder_is_told_once_over_all_pages(tmp_path, settings):
    root = tmp_path / "outer"
    inner = root / "a [1]{x}"
    write(root, {f"m{number}.py": f"wanted = {number}\n" for number in range(20)})
    write(inner, {f"n{number}.py": f"wanted = {number}\n" for number in range(20)})
    with opened(settings, root, inner) as workspace:
        for mode in (Mode.EXACT, Mode.LEXICAL, Mode.SYMBOL):
            found = [hit.path for hit in all_hits(workspace, "wanted", mode=mode, limit=7)]
            assert len(found) == len(set(found)) == 40


def test_a_cut_symbol_answer_is_noted_until_the_setting_allows_more(folders, settings, caplog):
    caplog.set_level("INFO", "lsp_codebase.folder_answers")
    with opened(replace(settings, symbols_max_results=3), folders[0]) as workspace:

        def cut() -> tuple[object, int]:
            (status,) = workspace.status()
            return status.symbols_cut, len(caplog.records)

        workspace.symbols("", CancelToken())
        workspace.symbols("requestData", CancelToken())
        assert cut() == (None, 0)
        for typed in ("r", "re", "req", "requ", "request", "req", "request"):
            workspace.symbols(typed, CancelToken())
        latest, lines = cut()
        assert (latest.pattern, latest.given, lines) == ("request", 3, 1)
        assert "symbols.maxResults" in caplog.records[0].getMessage()
        workspace.symbols("prepare", CancelToken())
        assert (cut()[0].pattern, cut()[1]) == ("prepare", 2)
        workspace.configure(replace(settings, symbols_max_results=300))
        assert cut() == (None, 2)


def test_the_status_counts_problems_that_it_does_not_name(root, open_codebase: Callable):
    write(root, {f"{number:03}.bin": b"\0\1" for number in range(130)})
    status = open_codebase().full_status()
    assert (len(status.problems), status.problems_total) == (100, 130)


def test_a_problem_of_a_file_that_is_indexed_says_so(root, open_codebase: Callable):
    write(root, {"app.js": "var a=1;" * 2_000})
    (problem,) = open_codebase().full_status().problems
    assert (problem.path, problem.reason) == ("app.js", "minified; indexed as text only")


def test_a_name_that_stands_in_one_folder_is_not_said_to_stand_nowhere(workspace):
    def notes(name: str) -> tuple[str, ...]:
        return workspace.search(SearchQuery(name), CancelToken()).notes

    assert notes("request_babone") == ()
    assert [note for note in notes("requestNothing_babOne") if "nothing stands" in note]
