"""Bad input, caching and counters of `DirectoryTree`."""

import logging
import os
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path

import pytest
from tree_files import write

from lsp_codebase.errors import InvalidQuery, UnknownRoot
from lsp_codebase.model import TreeQuery
from lsp_codebase.tree import DirectoryTree


@pytest.mark.parametrize(
    ("query", "field"),
    [
        (TreeQuery(preset="other"), "preset"),  # type: ignore[arg-type]
        (TreeQuery(format="xml"), "format"),  # type: ignore[arg-type]
        (TreeQuery(max_depth=-1), "maxDepth"),
        (TreeQuery(max_depth=65), "maxDepth"),
        (TreeQuery(max_entries=0), "maxEntries"),
        (TreeQuery(max_items_per_directory=0), "maxItemsPerDirectory"),
        (TreeQuery(max_chars=0), "maxChars"),
        (TreeQuery(max_chars=10**12), "maxChars"),
        (TreeQuery(max_tokens=-5), "maxTokens"),
        (TreeQuery(max_chars=True), "maxChars"),
    ],
)
def test_a_bad_value_is_named_by_its_field(tmp_path: Path, query: TreeQuery, field: str) -> None:
    with pytest.raises(InvalidQuery) as error:
        DirectoryTree([tmp_path]).render(tmp_path, query)
    assert error.value.field == field
    assert "must be" in error.value.reason


def test_a_path_that_is_no_directory_is_refused_with_the_reason(tmp_path: Path) -> None:
    """V21."""
    write(tmp_path, ["file"])
    tree = DirectoryTree([tmp_path])
    for path, reason in ((tmp_path / "file", "is not a directory"), (tmp_path / "gone", "does not exist")):
        with pytest.raises(InvalidQuery, match=reason):
            tree.render(path, TreeQuery())
    for path in (tmp_path / "nul\0", tmp_path / ("x" * 5_000)):
        with pytest.raises(InvalidQuery, match="uri"):
            tree.render(path, TreeQuery())


def test_nothing_outside_the_workspace_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    write(tmp_path, ["folder/sub/a.py", "outside/secret.py", "folder-two/b.py"])
    (folder / "way-out").symlink_to(tmp_path / "outside")
    tree = DirectoryTree([folder])
    for path in (tmp_path, tmp_path / "outside", tmp_path / "folder-two", folder / "..", folder / "way-out"):
        with pytest.raises(UnknownRoot):
            tree.render(path, TreeQuery())
        with pytest.raises(UnknownRoot):
            tree.list_directory(path)
        with pytest.raises(UnknownRoot):
            tree.list_files(path, 10)
    with pytest.raises(UnknownRoot):
        tree.read_file(folder / "way-out" / "secret.py")
    assert "a.py" in (tree.render(folder / "sub" / ".." / "sub", TreeQuery()).text or "")


def test_a_workspace_folder_may_be_a_link(tmp_path: Path) -> None:
    write(tmp_path, ["real/a.py"])
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    assert DirectoryTree([link]).render(link, TreeQuery()).text == f"{link}/\n  a.py\n"


def test_of_two_workspace_folders_the_inner_one_holds_a_file_however_long_its_link_is(tmp_path: Path) -> None:
    write(tmp_path, ["deep/outer/inner/a.o"])
    outer, link = tmp_path / "deep" / "outer", tmp_path / "link"
    link.symlink_to(outer / "inner")
    (outer / ".gitignore").write_text("*.o\n")
    assert "a.o" in (DirectoryTree([outer, link]).render(outer / "inner", TreeQuery()).text or "")


def test_a_subfolder_obeys_the_rules_above_it(tmp_path: Path) -> None:
    write(tmp_path, ["sub/a.o", "sub/b.c", "sub/gen/x.c"])
    (tmp_path / ".gitignore").write_text("*.o\n/sub/gen/\n")
    tree = DirectoryTree([tmp_path]).render(tmp_path / "sub", TreeQuery())
    assert tree.text == f"{tmp_path.as_posix()}/sub/\n  b.c\n"


def test_the_same_question_is_answered_from_memory(tmp_path: Path) -> None:
    """A01, A10, A15, V28."""
    write(tmp_path, ["a/b/c.py", "d/e.py"])
    tree = DirectoryTree([tmp_path])
    assert tree.total_scans == 0
    first = tree.render(tmp_path, TreeQuery())
    second = tree.render(tmp_path, TreeQuery())
    other = tree.render(tmp_path, TreeQuery(max_chars=9_000))
    assert first.text == second.text
    assert (first.stats.total_scans, first.stats.cache_hits) == (1, 0)
    assert (second.stats.total_scans, second.stats.cache_hits) == (1, 1)
    assert other.stats.total_scans == 1
    assert first.stats.scan_ms > 0
    assert second.stats.scan_ms == 0
    assert first.stats.saved_calls == 3
    assert other.stats.saved_calls == 9


def test_stats_describe_the_answer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A06, A16, A18."""
    write(tmp_path, ["a/b/c.py", "d.py"])
    with caplog.at_level(logging.INFO):
        answer = DirectoryTree([tmp_path]).render(tmp_path, TreeQuery())
    stats = answer.stats
    assert (stats.entries, stats.files, stats.directories, stats.max_depth) == (4, 2, 2, 3)
    assert stats.characters == len(answer.text or "")
    assert stats.cached_at.endswith("+00:00")
    assert f"{stats.characters} chars, max depth 3" in caplog.text


def test_a_change_is_seen_after_it_was_reported(tmp_path: Path) -> None:
    """A11."""
    one, two = tmp_path / "one", tmp_path / "two"
    write(tmp_path, ["one/a/x", "two/y"])
    tree = DirectoryTree([one, two])
    before = tree.render(one, TreeQuery())
    tree.render(two, TreeQuery())
    write(one, ["a/new"])
    tree.invalidate([one / "a" / "new"])
    after = tree.render(one, TreeQuery())
    assert "new" in (after.text or "")
    assert after.etag != before.etag
    assert tree.render(two, TreeQuery()).stats.total_scans == 3
    assert tree.render(two, TreeQuery()).stats.cache_hits == 2
    tree.invalidate()
    assert tree.render(two, TreeQuery()).stats.total_scans == 4


def scans_after(tree: DirectoryTree, root: Path, *changed: str) -> int:
    tree.render(root, TreeQuery())
    before = tree.total_scans
    tree.invalidate([root / path for path in changed])
    tree.render(root, TreeQuery())
    return tree.total_scans - before


def test_only_a_name_that_came_or_went_needs_a_new_walk(tmp_path: Path) -> None:
    write(tmp_path, ["a/b/c.py", "d.py", "gone.py", "file", "gen/x.c"])
    (tmp_path / ".gitignore").write_text("*.o\n/gen/\n")
    tree = DirectoryTree([tmp_path])
    (tmp_path / "d.py").write_text("changed")
    write(tmp_path, ["a/b/c.o", "gen/deep/y.c", ".git/index"])
    same = ("d.py", "a/b", "a/b/c.py", "a/b/c.o", "gen/x.c", "gen/deep/y.c", ".git/index", "never/was")
    assert scans_after(tree, tmp_path, *same) == 0
    tree.invalidate([tmp_path.parent / "elsewhere"])
    assert tree.render(tmp_path, TreeQuery()).stats.total_scans == 1
    assert scans_after(tree, tmp_path, ".gitignore") == 1
    assert scans_after(tree, tmp_path, "a/.gitignore") == 1
    assert scans_after(tree, tmp_path, ".git/info/exclude") == 1
    assert scans_after(tree, tmp_path, "") == 1
    write(tmp_path, ["a/new/deep/z.py"])
    assert scans_after(tree, tmp_path, "a/new/deep/z.py") == 1
    (tmp_path / "gone.py").unlink()
    assert scans_after(tree, tmp_path, "gone.py") == 1
    (tmp_path / "file").unlink()
    (tmp_path / "file").symlink_to("d.py")
    assert scans_after(tree, tmp_path, "file") == 1
    (tmp_path / "file").unlink()
    (tmp_path / "file").mkdir()
    assert scans_after(tree, tmp_path, "file") == 1
    (tmp_path / "file").rmdir()
    assert scans_after(tree, tmp_path, "file") == 1


@pytest.mark.parametrize("depth", ["", "deep/er/"])
def test_a_directory_that_another_one_was_put_in_place_of_is_walked_anew(tmp_path: Path, depth: str) -> None:
    write(tmp_path, ["one/same", f"one/{depth}old.py", "two/same", f"two/{depth}new.py"])
    tree = DirectoryTree([tmp_path])
    tree.render(tmp_path, TreeQuery())
    for old, new in (("one", "away"), ("two", "one"), ("away", "two")):
        (tmp_path / old).rename(tmp_path / new)
    tree.invalidate([tmp_path / "one", tmp_path / "two"])
    assert tree.render(tmp_path, TreeQuery()).text == DirectoryTree([tmp_path]).render(tmp_path, TreeQuery()).text


def test_a_change_during_a_walk_is_not_lost(tmp_path: Path) -> None:
    write(tmp_path, ["a.py"])
    tree = DirectoryTree([tmp_path])

    def relevance(path: str) -> int:
        if not (tmp_path / "late.py").exists():
            write(tmp_path, ["late.py"])
            tree.invalidate([tmp_path / "late.py"])
        return 1

    write(tmp_path, [f"sub/{number}{'x' * 40}" for number in range(50)])
    tree.render(tmp_path, TreeQuery(max_chars=500), relevance=relevance)
    assert "late.py" in (tree.render(tmp_path, TreeQuery(max_chars=500), relevance=relevance).text or "")


def test_what_changed_is_looked_into_by_whoever_asks_next_and_not_by_whoever_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, ["a/b.py"])
    tree = DirectoryTree([tmp_path])
    tree.render(tmp_path, TreeQuery())
    write(tmp_path, ["a/new.py"])
    looked: list[object] = []
    lstat = os.lstat
    monkeypatch.setattr(os, "lstat", lambda path, **options: (looked.append(path), lstat(path, **options))[1])
    tree.invalidate([tmp_path / "a" / "new.py"])
    assert not looked
    assert "new.py" in (tree.render(tmp_path, TreeQuery()).text or "")
    assert looked


def test_changes_too_many_to_look_into_cost_one_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, ["a/b.py"])
    tree = DirectoryTree([tmp_path])
    tree.render(tmp_path, TreeQuery())
    looked: list[object] = []
    monkeypatch.setattr("lsp_codebase.tree.directory.are_unchanged", lambda *of: looked.append(of))
    tree.invalidate(tmp_path / f"{number}.py" for number in range(10_000))
    assert tree.render(tmp_path, TreeQuery()).stats.total_scans == 2
    assert not looked


def test_nobody_is_shown_what_another_thread_is_about_to_forget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, ["a.py"])
    tree = DirectoryTree([tmp_path])
    tree.render(tmp_path, TreeQuery())
    begun, may_end = threading.Event(), threading.Event()

    def slowly(*of: object) -> bool:
        begun.set()
        assert may_end.wait(30)
        return False

    monkeypatch.setattr("lsp_codebase.tree.directory.are_unchanged", slowly)
    write(tmp_path, ["new.py"])
    tree.invalidate([tmp_path / "new.py"])
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(tree.render, tmp_path, TreeQuery())
        assert begun.wait(30)
        second = threads.submit(tree.render, tmp_path, TreeQuery())
        assert not wait([second], timeout=0.2).done
        may_end.set()
        assert all("new.py" in (asked.result(30).text or "") for asked in (first, second))


def test_a_new_generation_of_the_index_is_a_new_answer(tmp_path: Path) -> None:
    write(tmp_path, ["a.py"])
    tree = DirectoryTree([tmp_path])
    for generation, hits in ((1, 0), (1, 1), (2, 1)):
        assert tree.render(tmp_path, TreeQuery(), generation=generation).stats.cache_hits == hits


def test_an_unchanged_tree_is_not_sent_again(tmp_path: Path) -> None:
    write(tmp_path, ["a.py"])
    tree = DirectoryTree([tmp_path])
    for format in ("text", "json"):
        query = TreeQuery(format=format)  # type: ignore[arg-type]
        first = tree.render(tmp_path, query)
        again = tree.render(tmp_path, replace(query, if_none_match=first.etag))
        assert again.not_modified
        assert (again.text, again.roots, again.etag) == (None, None, first.etag)
        stale = tree.render(tmp_path, replace(query, if_none_match="other"))
        assert not stale.not_modified
        assert (stale.text, stale.roots) == (first.text, first.roots)


def test_the_time_of_a_walk_that_found_nothing_new_makes_no_other_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A09."""
    write(tmp_path, ["a.py"])
    tree = DirectoryTree([tmp_path])
    etags, times = set(), set()
    for second in (1, 2):

        class Clock(datetime):
            at = second

            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:
                return datetime(2026, 1, 1, 9, 0, cls.at, tzinfo=tz)

        monkeypatch.setattr("lsp_codebase.tree.directory.datetime", Clock)
        tree.invalidate()
        answer = tree.render(tmp_path, TreeQuery("aigne"))
        assert f"; as of {answer.stats.cached_at};" in (answer.text or "")
        etags.add(answer.etag)
        times.add(answer.stats.cached_at)
    assert (len(etags), len(times)) == (1, 2)


def test_a_failure_is_an_empty_tree_with_its_reason(tmp_path: Path) -> None:
    """A07, A09, A22."""
    write(tmp_path, [f"sub/{number}{'x' * 40}" for number in range(50)])

    def relevance(path: str) -> int:
        raise RuntimeError("index is gone")

    answer = DirectoryTree([tmp_path]).render(tmp_path, TreeQuery(max_chars=500), relevance=relevance)
    assert (answer.text, answer.roots) == ("", ())
    assert "index is gone" in answer.stats.error
    assert "list directories one by one instead" in answer.stats.error


def test_many_threads_get_the_same_answer(tmp_path: Path) -> None:
    """A01."""
    write(tmp_path, [f"{directory}/{name}.py" for directory in "abcdef" for name in "uvwxyz"])
    tree = DirectoryTree([tmp_path])
    found: set[str | None] = set()
    threads = [threading.Thread(target=lambda: found.add(tree.render(tmp_path, TreeQuery()).text)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 1


@pytest.mark.parametrize("files", [50, 500, 5_000])
def test_trees_of_every_size_fit_the_budget_of_a_prompt(tmp_path: Path, files: int) -> None:
    """A02, A17, A21."""
    write(tmp_path, [f"pkg{number % 40}/sub{number % 7}/file{number}.py" for number in range(files)])
    answer = DirectoryTree([tmp_path]).render(tmp_path, TreeQuery())
    assert answer.stats.files == files
    assert len(answer.text or "") <= 10_000
    assert all(f"  pkg{number}/" in (answer.text or "") for number in range(40))


def test_contents_are_never_shown(tmp_path: Path) -> None:
    """A20."""
    (tmp_path / ".env").write_text("TOKEN=hunter2")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").touch()
    for preset in ("default", "void", "aigne"):
        for format in ("text", "json"):
            answer = DirectoryTree([tmp_path]).render(tmp_path, TreeQuery(preset, format))  # type: ignore[arg-type]
            assert "hunter2" not in repr(answer)
            assert "config" not in repr(answer)
            assert ".env" in repr(answer)
