"""Several folders in one client: each path finds its codebase, answers of all are one."""

from dataclasses import replace

import pytest
from codebases import opened, write

from lsp_codebase.errors import InvalidQuery, UnknownRoot
from lsp_codebase.model import CancelToken, FilesQuery, SearchQuery, TreeQuery
from lsp_codebase.view import View
from lsp_codebase.workspace import Workspace


@pytest.fixture
def workspace(tmp_path, settings):
    for name in ("one", "two"):
        files = {f"{name}_{i}.py": f"def {name}_load_{i}(path):\n    return open(path)\n" for i in range(6)}
        write(tmp_path / name, files)
    with opened(settings, tmp_path / "one", tmp_path / "two") as workspace:
        yield workspace


def paths(answer) -> list[str]:
    return [hit.path.name for hit in answer.hits]


def test_pages_over_several_folders_follow_each_other_without_gap_or_repeat(workspace):
    query = SearchQuery("open and load the path", limit=5)
    whole = paths(workspace.search(replace(query, limit=12), CancelToken()))
    seen, cursor = [], None
    for _ in range(5):
        answer = workspace.search(replace(query, cursor=cursor), CancelToken())
        seen += paths(answer)
        cursor = answer.next_cursor
        if cursor is None:
            break
    assert sorted(seen) == sorted(whole)
    assert len(seen) == len(set(seen)) == 12


def test_a_folder_restricts_the_search_to_its_codebase(workspace, tmp_path):
    answer = workspace.search(SearchQuery("load the path", folder=tmp_path / "two", limit=20), CancelToken())
    assert answer.hits
    assert all(hit.path.is_relative_to(tmp_path / "two") for hit in answer.hits)


@pytest.mark.parametrize("name", ["gone", "load_1.py"])
def test_a_folder_to_search_in_must_be_one(workspace, tmp_path, name):
    write(tmp_path / "two", {"load_1.py": "x = 1\n"})
    with pytest.raises(InvalidQuery, match="no directory") as refused:
        workspace.search(SearchQuery("load", folder=tmp_path / "two" / name), CancelToken())
    assert refused.value.field == "folder"


def test_symbols_of_all_folders_are_one_list(workspace):
    names = {hit.symbol.name for hit in workspace.symbols("load_3", CancelToken()).hits}
    assert {"one_load_3", "two_load_3"} <= names


def test_a_path_outside_every_folder_is_named(workspace, tmp_path):
    with pytest.raises(UnknownRoot, match="elsewhere"):
        workspace.search(SearchQuery("x", folder=tmp_path / "elsewhere"), CancelToken())


def test_a_nested_folder_belongs_to_the_innermost_codebase(workspace, tmp_path):
    inner = tmp_path / "one" / "inner"
    write(inner, {"a.py": "x = 1\n"})
    workspace.add_folder(inner)
    assert workspace.find(inner / "a.py").root == inner


def test_what_lies_in_two_folders_is_one_symbol_one_hit_and_one_file(tmp_path, settings):
    root = tmp_path / "outer"
    write(
        root,
        {f"{name}/m{i}.py": f"def {name}_load_{i}(path):\n    return {i}\n" for name in ("a", "b") for i in (1, 2)},
    )
    with opened(settings, root, root / "a") as workspace:
        assert [hit.symbol.name for hit in workspace.symbols("a_load_1", CancelToken()).hits] == ["a_load_1"]
        query = SearchQuery("load the path", limit=4)
        whole = workspace.search(query, CancelToken())
        assert len({hit.path for hit in whole.hits}) == len(whole.hits) == 4
        pages = [workspace.search(replace(query, limit=2), CancelToken())]
        pages.append(workspace.search(replace(query, limit=2, cursor=pages[0].next_cursor), CancelToken()))
        assert [hit.path for page in pages for hit in page.hits] == [hit.path for hit in whole.hits]
        for most, truncated in ((4, False), (3, True)):
            files = workspace.list_files(None, FilesQuery(most), CancelToken())
            assert (len(set(files.paths)), files.truncated) == (most, truncated)


def test_no_folder_at_all_answers_empty(settings):
    workspace = Workspace(settings)
    try:
        assert workspace.search(SearchQuery("x"), CancelToken()).hits == ()
        assert workspace.symbols("x", CancelToken()).hits == ()
        assert workspace.status() == []
        with pytest.raises(InvalidQuery):
            workspace.search(SearchQuery(""), CancelToken())
    finally:
        workspace.close()


def test_the_tree_opens_first_what_the_index_knows_most_of_in_hidden_and_nested_folders_too(tmp_path, settings):
    body = "".join(f"def call_{number}(): pass\n" for number in range(50))
    for few, many, nested in ((".a", ".b", ".b"), (".a", ".c", ".a")):
        root = tmp_path / f"most in {many}"
        write(root, {f"{few}/part{n}/{k}.py": "" for n in range(9) for k in "xyz"})
        write(root, {f"{many}/part{n}/{k}.py": body for n in range(9) for k in "xyz"})
        drawn = []
        with opened(settings, root, root / nested) as workspace:
            for room in range(200, 600, 20):
                query = TreeQuery(max_chars=room + len(str(root)), format="json")
                children = workspace.tree(root, query, CancelToken()).roots[0].children
                drawn.append([child.name for child in children if child.children])
        assert next(filter(None, drawn)) == [many]


def test_the_tree_of_all_folders_outlives_the_closing_of_one(workspace, tmp_path, monkeypatch):
    def symbols_of(view, path, cancel):
        if len(workspace.roots) == 2:
            workspace.remove_folder(tmp_path / "two")
        return symbols_in(view, path, cancel)

    symbols_in = View.indexed_symbols_in
    monkeypatch.setattr(View, "indexed_symbols_in", symbols_of)
    assert "one_load_5" in workspace.tree(None, TreeQuery(symbols=True), CancelToken()).text
    assert [*workspace.roots] == [tmp_path / "one"]


def test_the_tree_of_a_home_folder_leaves_out_what_we_write_there(tmp_path, settings):
    write(tmp_path / "home", {"a.py": "a = 1\n", ".cache/other/b.txt": "b\n", "logs/server.log": "begun\n"})
    home = tmp_path / "home"
    places = {"index_location": str(home / ".cache/indexes"), "log_file": str(home / "logs/server.log")}
    with opened(replace(settings, **places), home) as workspace:
        assert any((home / ".cache/indexes").rglob("manifest.json"))
        text = workspace.tree(home, TreeQuery(), CancelToken()).text
        listed = workspace.list_files(home, FilesQuery(100), CancelToken()).paths
    assert "b.txt" in text
    assert "indexes" not in text
    assert "server.log" not in text
    assert sorted(path.name for path in listed) == ["a.py", "b.txt"]
