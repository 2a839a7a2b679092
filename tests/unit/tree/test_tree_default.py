"""What the preset `default` promises: relevance decides what is opened, and nothing is lost silently."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from tree_files import write

from lsp_codebase.errors import Cancelled
from lsp_codebase.model import CancelToken, Span, Symbol, SymbolKind, TreeAnswer, TreeQuery
from lsp_codebase.scan.ignore import IgnoreRules
from lsp_codebase.tree import DirectoryTree
from lsp_codebase.tree.folder import scan
from lsp_codebase.tree.query import BUDGETS, LIMITS


def lines_of(root: Path, query: TreeQuery, **known: object) -> list[str]:
    answer: TreeAnswer = DirectoryTree([root]).render(root, query, **known)  # type: ignore[arg-type]
    return (answer.text or "").splitlines()


def symbol(name: str, kind: SymbolKind = SymbolKind.Function, line: int = 0, container: str = "") -> Symbol:
    span = Span(line, 0, line, 10)
    return Symbol(name, kind, span, span, container)


def test_sources_are_opened_before_tests_data_and_generated_and_vendored_code(tmp_path: Path) -> None:
    """V07: the source keeps three items of each and no order of relevance."""
    for name in ("app", "tests", "fixtures", "dist", "vendor"):
        write(tmp_path, [f"{name}/module{number}/file_{letter}.py" for number in range(8) for letter in "abcd"])
    closed = {}
    for chars in range(300, 2_000, 20):
        for line in lines_of(tmp_path, TreeQuery(max_chars=chars)):
            if line.endswith("/ (32 files)"):
                closed[line.split("/")[0].strip()] = chars
    assert sorted(closed, key=closed.__getitem__) == ["app", "tests", "fixtures", "dist", "vendor"]


def opened_first(root: Path, names: Sequence[str] = "ab", **known: object) -> str:
    """Return which of the folders is opened with the smaller budget."""
    priority: tuple[str, ...] | None = known.pop("priority", None)  # type: ignore[assignment]
    for chars in range(200, 2_000, 10):
        lines = lines_of(root, TreeQuery(max_chars=chars, priority=priority), **known)
        opened = [name for name in names if f"  {name}/" in lines]
        if opened:
            assert len(opened) == 1
            return opened[0]
    raise AssertionError("none was opened")


def test_symbols_in_the_index_decide_what_is_opened(tmp_path: Path) -> None:
    write(tmp_path, [f"{name}/part{number}/{letter}.py" for name in "ab" for number in range(9) for letter in "xyz"])
    for favourite in "ab":

        def relevance(path: str, favourite: str = favourite) -> int:
            return 900 if favourite in path.removeprefix(str(tmp_path)).split("/") else 1

        assert opened_first(tmp_path, relevance=relevance) == favourite


def test_extensions_decide_while_the_index_knows_nothing(tmp_path: Path) -> None:
    write(tmp_path, [f"a/part{number}/{letter}.json" for number in range(9) for letter in "xyz"])
    write(tmp_path, [f"b/part{number}/{letter}.py" for number in range(9) for letter in "xyz"])
    assert opened_first(tmp_path) == "b"
    assert opened_first(tmp_path, relevance=lambda path: 0) == "b"


@pytest.mark.parametrize("name", ["mocks", "test-utils", "third_party", "_vendored", "autogen", "node_modules", "docs"])
def test_sources_are_opened_before_what_ranks_lower_in_search(tmp_path: Path, name: str) -> None:
    write(tmp_path, [f"{d}/part{n}/{x}.py" for d in (name, "z_sources") for n in range(9) for x in "xyz"])
    assert opened_first(tmp_path, (name, "z_sources")) == "z_sources"


def test_a_priority_folder_is_opened_first(tmp_path: Path) -> None:
    """A13."""
    write(tmp_path, [f"{name}/part{number}/{letter}.py" for name in "ab" for number in range(9) for letter in "xyz"])
    for favourite in "ab":
        assert opened_first(tmp_path, priority=(favourite,)) == favourite


def test_similar_names_are_folded_when_there_is_no_room_for_each(tmp_path: Path) -> None:
    write(tmp_path, [f"tests/test_{number}.py" for number in range(214)] + [f"sql/{n}.sql" for n in range(1000, 1300)])
    lines = lines_of(tmp_path, TreeQuery(max_chars=600))
    assert "    test_*.py (214 files)" in lines
    assert "    [0-9]*.sql (300 files)" in lines


def test_single_directories_are_joined_on_one_line(tmp_path: Path) -> None:
    write(tmp_path, ["src/main/java/org/acme/App.java"])
    assert lines_of(tmp_path, TreeQuery())[1:] == ["  src/main/java/org/acme/", "    App.java"]


def test_a_directory_that_is_not_opened_says_how_much_is_in_it(tmp_path: Path) -> None:
    write(tmp_path, ["a/b/c/1", "a/b/c/2", "a/b/d/3", "only/", "one/x/", "one/y/"])
    lines = lines_of(tmp_path, TreeQuery(max_depth=1))
    assert lines[1:4] == ["  a/ (3 files)", "  one/ (2 folders)", "  only/ (empty)"]


def test_what_tools_put_next_to_sources_is_counted_and_not_opened(tmp_path: Path) -> None:
    """V11, A03: without a repository that ignores it, too."""
    write(tmp_path, ["app/__pycache__/a.pyc", "app/a.py", "node_modules/left/index.js", "node_modules/b/b.js"])
    write(tmp_path, ["web/node_modules/c/d/e.js", ".venv/lib/site.py", ".git/HEAD"])
    assert lines_of(tmp_path, TreeQuery(max_chars=1_000_000))[1:] == [
        "  .venv/ (1 file)",
        "  app/",
        "    __pycache__/ (1 file)",
        "    a.py",
        "  node_modules/ (2 files)",
        "  web/node_modules/ (1 file)",
    ]
    asked = lines_of(tmp_path, TreeQuery(priority=("/node_modules",)))
    assert "    left/" in asked
    inside = DirectoryTree([tmp_path]).render(tmp_path / "node_modules", TreeQuery())
    assert "    index.js" in (inside.text or "").splitlines()


def test_what_is_left_out_is_counted_and_the_way_to_it_named(tmp_path: Path) -> None:
    write(tmp_path, [f"{chr(97 + number % 26)}{number}{'xyz'[number % 3] * 20}" for number in range(200)])
    lines = lines_of(tmp_path, TreeQuery(max_chars=900))
    shown = len(lines) - 3
    assert lines[-2] == f"  … {200 - shown} more files"
    assert lines[-1].startswith(f"({shown} of 200 entries shown; ")
    assert '"uri"' in lines[-1]
    assert lines_of(tmp_path, TreeQuery(max_chars=900, cut_off_message="Stop."))[-1] == "Stop."


def test_names_are_in_the_order_people_expect(tmp_path: Path) -> None:
    write(tmp_path, ["file10", "file9", "File2", "b/", "A/", "a10/", "a9/"])
    names = [line.strip().removesuffix(" (empty)") for line in lines_of(tmp_path, TreeQuery())[1:]]
    assert names == ["A/", "a9/", "a10/", "b/", "File2", "file9", "file10"]


def test_a_directory_that_may_not_be_read_is_an_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """V04, A08."""
    write(tmp_path, ["closed/x", "open/y"])
    scandir = os.scandir

    def refuse(path: str | bytes) -> object:
        if os.fsdecode(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert lines_of(tmp_path, TreeQuery())[1] == "  closed/ (permission denied)"
    assert "├── closed/ (permission denied)" in lines_of(tmp_path, TreeQuery("void"))


@pytest.mark.skipif(os.mkdir not in os.supports_dir_fd, reason="no directory is made from within another")
def test_a_directory_deeper_than_any_path_may_be_is_an_entry(tmp_path: Path) -> None:
    """A21."""
    handle = os.open(tmp_path, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("d" * 200, dir_fd=handle)
        inner = os.open("d" * 200, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(handle)
    answer = DirectoryTree([tmp_path]).render(tmp_path, TreeQuery(max_chars=20_000))
    assert "(file name too long)" in (answer.text or "")


def test_symbols_stand_under_their_file(tmp_path: Path) -> None:
    write(tmp_path, ["a.py", "b.py"])
    symbols = {
        "a.py": [symbol("Late", SymbolKind.Class, 9), symbol("early", line=1), symbol("inner", container="Late")],
        "b.py": [symbol(f"f{number}", line=number) for number in range(20)],
    }

    def symbols_of(path: Path) -> Sequence[Symbol]:
        return symbols[path.name]

    lines = lines_of(tmp_path, TreeQuery(symbols=True), symbols_of=symbols_of)
    assert lines[1:4] == ["  a.py", "    · Function early", "    · Class Late"]
    assert lines[5] == "    · Function f0"
    assert lines[-1] == "    · 8 more"
    assert lines_of(tmp_path, TreeQuery(), symbols_of=symbols_of)[1:] == ["  a.py", "  b.py"]
    void = lines_of(tmp_path, TreeQuery("void", symbols=True), symbols_of=symbols_of)
    assert void[2:5] == ["├── a.py", "│   · Function early", "│   · Class Late"]


def test_symbols_share_the_budget_and_do_not_hide_the_directories(tmp_path: Path) -> None:
    write(tmp_path, [f"pkg{number}/{letter}.py" for number in range(6) for letter in "abc"])
    answer = DirectoryTree([tmp_path]).render(
        tmp_path,
        TreeQuery(symbols=True, max_chars=700),
        symbols_of=lambda path: [symbol(f"symbol_{number}", line=number) for number in range(10)],
    )
    assert len(answer.text or "") <= 700
    assert all(f"pkg{number}/" in (answer.text or "") for number in range(6))
    assert "· Function symbol_0" in (answer.text or "")


def test_later_folders_keep_a_line_when_the_first_uses_the_budget(tmp_path: Path) -> None:
    """V24."""
    one, two = tmp_path / "one", tmp_path / "two"
    write(one, [f"{chr(97 + number % 26)}{'x' * 30}{number}" for number in range(100)])
    write(two, ["a", "b"])
    text = DirectoryTree([one, two]).render(None, TreeQuery(max_chars=800)).text or ""
    assert f"{one.as_posix()}/\n" in text
    assert f"{two.as_posix()}/" in text


def test_a_small_budget_shortens_the_note_before_it_hides_the_folder(tmp_path: Path) -> None:
    write(tmp_path, [f"{letter}{'x' * 40}/file.py" for letter in "abc"])
    line = f"{tmp_path.as_posix()}/ (3 files)"
    room = len(line) + 2

    def text(max_chars: int) -> str:
        answer = DirectoryTree([tmp_path]).render(tmp_path, TreeQuery(max_chars=max_chars))
        assert answer.truncated
        return answer.text or ""

    assert text(room + 99).startswith(f"{line}\n(0 of 6 entries shown; for the rest ")
    assert text(room + 30) == f"{line}\n(0 of 6 entries shown)\n"
    assert text(room + 1) == f"{line}\n…\n"
    assert text(len(line)) == "(0 of 6 entries shown)\n"
    assert text(1) == "…"


def test_a_tree_that_fits_as_a_whole_needs_no_room_for_a_note(tmp_path: Path) -> None:
    write(tmp_path, [f"{letter}.py" for letter in "abcdef"])
    whole = f"{tmp_path.as_posix()}/\n" + "".join(f"  {letter}.py\n" for letter in "abcdef")
    room = len(whole) + 40  # for counts of what is not listed yet; the note takes more
    answer = DirectoryTree([tmp_path]).render(tmp_path, TreeQuery(max_chars=room))
    assert (answer.text, answer.truncated) == (whole, False)


def test_tokens_are_a_budget_too(tmp_path: Path) -> None:
    """A02."""
    write(tmp_path, [f"日本語{number}" for number in range(300)])
    text = DirectoryTree([tmp_path]).render(tmp_path, TreeQuery(max_tokens=200)).text or ""
    assert 400 < len(text.encode()) <= 800


def test_a_cancelled_request_stops(tmp_path: Path) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        DirectoryTree([tmp_path]).render(tmp_path, TreeQuery(), cancel=token)


def test_what_the_caller_excludes_is_not_there_and_not_counted(tmp_path: Path) -> None:
    write(tmp_path, ["keep/a.py", "keep/b.gen.py", "drop/c.py"])
    for preset in ("default", "void", "aigne"):
        query = TreeQuery(preset, exclude=("*.gen.py", "/drop"))  # type: ignore[arg-type]
        answer = DirectoryTree([tmp_path]).render(tmp_path, query)
        assert "a.py" in (answer.text or "")
        assert "b.gen.py" not in (answer.text or "")
        assert "drop/" not in (answer.text or "")
        assert (answer.stats.files, answer.stats.directories) == (1, 1)


def test_a_limit_for_each_directory_does_not_hold_for_the_root(tmp_path: Path) -> None:
    """V08."""
    write(tmp_path, [f"{a}{b}" for a in "abcdef" for b in ("/", "x", "y")] + [f"a/{c}{c}" for c in "pqrst"])
    lines = lines_of(tmp_path, TreeQuery(max_items_per_directory=2))
    assert sum(line.startswith("  ") and not line.startswith("   ") for line in lines) == 18
    assert [line for line in lines if line.startswith("    ")] == ["    pp", "    qq", "    … 3 more files"]


def test_rules_of_one_directory_hold_there_only_however_many_are_read_together(tmp_path: Path) -> None:
    write(tmp_path, [f"d{number}/{name}" for number in range(150) for name in ("a.c", "a.o", "in/b.o")])
    for number in (7, 149):
        (tmp_path / f"d{number}" / ".gitignore").write_text("*.o\n")
    (tmp_path / ".gitignore").write_text("/d3/a.c\nd20/\n")
    top = scan(tmp_path, IgnoreRules(tmp_path))
    found = {folder.path[len(str(tmp_path)) + 1 :]: set(folder.files) for folder in top.walk() if folder is not top}
    expected = {f"d{number}": {"a.c", "a.o"} for number in range(150)}
    expected |= {f"d{number}/in": {"b.o"} for number in range(150)}
    del expected["d20"], expected["d20/in"]
    expected["d3"] = {"a.o"}
    for number in (7, 149):
        expected[f"d{number}"] = {"a.c", ".gitignore"}
        expected[f"d{number}/in"] = set()
    assert found == expected
    assert (top.file_count, top.folder_count) == (1 + sum(map(len, expected.values())), len(expected))


@pytest.mark.parametrize(
    ("asked", "cut_by", "is_truncated"),
    [
        ({}, set(), False),
        ({"max_depth": 1}, {"maxDepth"}, False),
        ({"max_items_per_directory": 2}, {"maxItemsPerDirectory"}, False),
        ({"max_chars": 200}, {"maxChars"}, True),
        ({"max_tokens": 50}, {"maxTokens"}, True),
        ({"max_entries": 3}, {"maxEntries"}, True),
        ({"max_entries": 3, "max_depth": 0}, {"maxDepth"}, False),
        ({"max_entries": 9, "max_items_per_directory": 2}, {"maxEntries", "maxItemsPerDirectory"}, True),
    ],
)
def test_the_parameter_that_cut_is_named_and_only_a_budget_truncates(
    tmp_path: Path, asked: dict[str, int], cut_by: set[str], is_truncated: bool
) -> None:
    write(tmp_path, [f"{folder}/{letter}{'x' * 20}.py" for folder in ("one", "two", "three") for letter in "abc"])
    write(tmp_path, ["node_modules/left/index.js"])
    for budget, share in (("max_chars", 1), ("max_tokens", 4)):  # beside the path of the folder, however long that is
        if budget in asked:
            asked = {budget: asked[budget] + len(str(tmp_path)) // share}
    answer = DirectoryTree([tmp_path]).render(tmp_path, TreeQuery(**asked))  # type: ignore[arg-type]
    assert (set(answer.cut_by), answer.truncated) == (cut_by, is_truncated)
    last = (answer.text or "").splitlines()[-1]
    assert {name for name in (*BUDGETS, *LIMITS) if name in last} == cut_by
    assert last.startswith(f"({answer.stats.entries} of 15 entries shown") == bool(cut_by)


def test_files_that_share_a_limit_with_folders_are_listed_up_to_it(tmp_path: Path) -> None:
    write(tmp_path, [f"a/v{number}/x" for number in range(9)] + ["a/one", "a/two"])
    lines = lines_of(tmp_path, TreeQuery(max_items_per_directory=10))
    assert "    one" in lines
    assert "    … 1 more file" in lines


def test_lines_that_stand_for_many_folders_count_for_the_limit_too(tmp_path: Path) -> None:
    write(tmp_path, [f"a/{letter}_{number}/x" for letter in "pqr" for number in range(8 + (letter == "q"))])
    write(tmp_path, ["a/single/y"])
    shown = {most: lines_of(tmp_path, TreeQuery(max_items_per_directory=most))[2:-1] for most in (1, 3, 4)}
    assert shown == {
        1: ["    q_*/ (9 folders)", "    … 17 more folders"],
        3: ["    p_*/ (8 folders)", "    q_*/ (9 folders)", "    r_*/ (8 folders)", "    … 1 more folder"],
        4: ["    single/", "      y", "    p_*/ (8 folders)", "    q_*/ (9 folders)", "    r_*/ (8 folders)"],
    }


def test_a_cut_off_message_of_no_words_fits_any_tree(tmp_path: Path) -> None:
    write(tmp_path, [f"d{number}/file{number}.py" for number in range(9)])
    for room in range(1, 250 + len(str(tmp_path))):
        answer = DirectoryTree([tmp_path]).render(tmp_path, TreeQuery(max_chars=room, cut_off_message=""))
        assert not answer.stats.error
        assert len(answer.text or "") <= room
