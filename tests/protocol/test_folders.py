"""Which folders a client opens, how their places are written, and what changes in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from raw_client import ALONE, RawClient

# Before the name: "é" 2 bytes, "中" 3, and an emoji of 4 bytes, 2 UTF-16 units, 1 code point.
CODE = "/* é中\U0001f600 */ function wantedName() { return 'é' }\n"
NO_INDEX = {"initializationOptions": {"index": {"enabled": False}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "a #1;100%?"  # every character that URIs trip over
    root.mkdir()
    (root / "code.js").write_text(CODE, encoding="utf-8")
    return root


def names(client: RawClient, query: str) -> list[str]:
    return [symbol["name"] for symbol in client.result("workspace/symbol", {"query": query})]


def places(client: RawClient, query: str) -> list[str]:
    return [symbol["location"]["uri"] for symbol in client.result("workspace/symbol", {"query": query})]


def generations(client: RawClient) -> list[int]:
    return [status["generation"] for status in client.wait_until_indexed()]


@pytest.mark.parametrize(  # most tests come in by the others
    "door", ["rootPath", *(pytest.param(door, marks=pytest.mark.slow) for door in ("workspaceFolders", "rootUri"))]
)
def test_every_way_to_name_the_folder_opens_it(client: RawClient, folder: Path, door: str) -> None:
    uri = folder.as_uri()
    value = {"workspaceFolders": [{"uri": uri, "name": "a"}], "rootUri": uri, "rootPath": str(folder)}[door]
    client.initialize(**{door: value}, **NO_INDEX)
    (status,) = client.result("codebase/status", {})
    assert status["folder"] == uri
    assert client.result("codebase/listFiles", {"maxResults": 9})["uris"] == [f"{uri}/code.js"]
    client.close()


def test_without_a_folder_every_request_has_an_empty_answer(shared: RawClient) -> None:
    assert shared.result("codebase/status", {}) == []
    assert names(shared, "x") == []
    answer = shared.result("codebase/hybridSearch", {"query": "x"})
    assert (answer["hits"], answer["index"]["phase"], answer["index"]["folder"]) == ([], "ready", "")
    assert shared.result("codebase/reindex", {}) is None


def test_without_a_folder_there_are_no_characters_of_json(shared: RawClient) -> None:
    assert shared.result("codebase/directoryTree", {"format": "json"})["stats"]["characters"] == 0
    assert shared.result("codebase/directoryTree", {})["stats"]["characters"] == len("(NO WORKSPACE OPEN)")


@pytest.mark.parametrize("preset", ["default", "void", "aigne"])
def test_no_folder_at_all_is_said_in_words(shared: RawClient, preset: str) -> None:
    """V25."""
    answer = shared.result("codebase/directoryTree", {"preset": preset})
    assert (answer["text"], answer["truncated"]) == ("(NO WORKSPACE OPEN)", False)


def test_reindexing_what_another_server_writes_is_refused_and_the_rest_begun(
    start: Callable[..., RawClient], folder: Path, tmp_path: Path
) -> None:
    writer, reader = start(), start(ALONE)
    writer.initialize(rootUri=folder.as_uri())
    writer.wait_until_indexed()
    own = tmp_path / "own"
    own.mkdir()
    (own / "first.py").write_text("def firstName(): pass\n")
    reader.initialize(workspaceFolders=[{"uri": root.as_uri(), "name": ""} for root in (folder, own)])
    early = reader.error("codebase/reindex", {"folder": folder.as_uri()})  # before it is known who writes
    assert [status["role"] for status in reader.wait_until_indexed()] == ["reader", "writer"]
    (own / "second.py").write_text("def secondName(): pass\n")
    reader.notify("textDocument/didSave", {"textDocument": {"uri": (own / "second.py").as_uri()}})
    reader.wait_for(lambda: generations(reader)[1] > 1)

    error = reader.error("codebase/reindex", {})
    assert error["code"] == -32803  # RequestFailed
    assert f"another process writes the index of {folder}" in error["message"]
    assert "close that process first" in error["message"]
    for params in ({}, {"resume": True}):
        assert early == reader.error("codebase/reindex", {"folder": folder.as_uri(), **params})
    assert (early["code"], early["message"]) == (error["code"], error["message"])
    reader.wait_for(lambda: generations(reader) == [1, 1])  # from nothing, in one commit
    for client in (reader, writer):
        client.close()


def test_folders_that_are_no_files_are_left_out_and_told(client: RawClient, folder: Path) -> None:
    folders = [{"uri": "vscode-remote://x/y", "name": "far"}, {"uri": folder.as_uri(), "name": "near"}]
    client.initialize(workspaceFolders=folders, **NO_INDEX)
    warning = client.read()
    assert warning["method"] == "window/logMessage"
    assert "vscode-remote://x/y" in warning["params"]["message"]
    assert [status["folder"] for status in client.wait_until_indexed()] == [folder.as_uri()]
    client.close()


@pytest.mark.parametrize(
    ("encoding", "character"),
    [("utf-16", 20), *(pytest.param(*start, marks=pytest.mark.slow) for start in (("utf-8", 25), ("utf-32", 19)))],
)  # matches are told in all three in every run: test_search_requests.py
def test_places_are_in_the_encoding_of_the_client(
    open_counting: Callable[..., RawClient], folder: Path, encoding: str, character: int
) -> None:
    client = open_counting(encoding, folder)
    place = {"start": {"line": 0, "character": character}, "end": {"line": 0, "character": character + 10}}
    (symbol,) = client.result("workspace/symbol", {"query": "wantedName"})
    assert symbol["location"] == {"uri": (folder / "code.js").as_uri(), "range": place}
    (hit,) = client.result("codebase/hybridSearch", {"query": "wantedName"})["hits"]
    assert hit["selectionRange"] == place


def test_folders_come_and_go(shared: RawClient, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "more.py").write_text("def anotherName(): pass\n")

    def change(added: list[Path], removed: list[Path]) -> None:
        event = {key: [{"uri": path.as_uri(), "name": ""} for path in paths]
                 for key, paths in (("added", added), ("removed", removed))}  # fmt: skip
        shared.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    change([folder], [])
    shared.wait_for(lambda: names(shared, "wantedName"))
    change([other], [])
    shared.wait_for(lambda: names(shared, "anotherName"))
    assert names(shared, "wantedName") == ["wantedName"]
    change([], [folder])
    shared.wait_for(lambda: not names(shared, "wantedName"))
    assert names(shared, "anotherName") == ["anotherName"]
    change([], [other])
    shared.wait_for(lambda: shared.result("codebase/status", {}) == [])


def test_a_folder_outside_the_workspace_is_refused(shared: RawClient, folder: Path, tmp_path: Path) -> None:
    with shared.visit(folder):
        link = folder / "out"
        link.symlink_to(tmp_path)
        for uri in (tmp_path.as_uri(), link.as_uri(), (folder / "..").as_uri(), "file:///"):
            for method in ("codebase/status", "codebase/reindex", "codebase/hybridSearch"):
                error = shared.error(method, {"folder": uri, "query": "x"})
                assert (error["code"], error["data"]["field"]) == (-32602, "folder")


def test_a_folder_behind_a_link_is_the_clients(shared: RawClient, folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    with shared.visit(link):
        (status,) = shared.wait_until_indexed()
        assert status["folder"] == link.as_uri()
        (link / "new.py").write_text("def newName(): pass\n")
        shared.notify("textDocument/didSave", {"textDocument": {"uri": (link / "new.py").as_uri()}})
        (symbol,) = shared.wait_for(lambda: shared.result("workspace/symbol", {"query": "newName"}))
        assert symbol["location"]["uri"] == (link / "new.py").as_uri()
        here = {"textDocument": {"uri": (link / "code.js").as_uri()}, "position": {"line": 0, "character": 3}}
        answer = shared.result("codebase/hybridSearch", {"query": "wantedName", "folder": link.as_uri()} | here)
        assert answer["hits"][0]["location"]["uri"] == (link / "code.js").as_uri()


def test_a_folder_that_is_moved_and_has_a_link_in_its_place_is_told_of_until_it_is_closed(
    shared: RawClient, folder: Path, tmp_path: Path
) -> None:
    with shared.visit(folder):
        moved = tmp_path / "moved"
        folder.rename(moved)
        folder.symlink_to(moved)
        (status,) = shared.result("codebase/status", {})
        assert status["folder"] == folder.as_uri()
    assert shared.result("codebase/status", {}) == []


def test_a_document_that_is_opened_before_its_folder_behind_a_link_stands_in_for_the_file(
    shared: RawClient, folder: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    uri = (link / "code.js").as_uri()
    text = "function typedName() {}\n"
    opened = {"textDocument": {"uri": uri, "languageId": "javascript", "version": 1, "text": text}}
    shared.notify("textDocument/didOpen", opened)  # editors open their documents before the server has opened a folder
    with shared.visit(link):
        assert shared.result("codebase/readFile", {"uri": uri})["text"] == text
        shared.wait_for(lambda: places(shared, "typedName") == [uri])
        change = {"range": {"start": {"line": 0, "character": 9}, "end": {"line": 0, "character": 14}}, "text": "later"}
        shared.notify(
            "textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}
        )
        shared.wait_for(lambda: places(shared, "laterName") == [uri])
        shared.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        shared.wait_for(lambda: places(shared, "wantedName") == [uri])


def test_of_two_documents_of_a_file_behind_a_link_the_one_edited_last_answers_until_it_is_closed(
    shared: RawClient, folder: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    uris = [(root / "code.js").as_uri() for root in (link, folder)]

    def edit(uri: str, name: str) -> None:
        changes = [{"text": f"function {name}() {{}}\n"}]
        shared.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes})

    with shared.visit(link):
        for uri in uris:
            opened = {"uri": uri, "languageId": "javascript", "version": 1, "text": CODE}
            shared.notify("textDocument/didOpen", {"textDocument": opened})
        edit(uris[1], "laterName")
        edit(uris[0], "lastName")
        shared.wait_for(lambda: names(shared, "lastName"))
        shared.notify("textDocument/didClose", {"textDocument": {"uri": uris[0]}})
        shared.wait_for(lambda: names(shared, "laterName"))
        assert names(shared, "lastName") == []
        edit(uris[1], "typedName")
        shared.wait_for(lambda: names(shared, "typedName"))
        shared.notify("textDocument/didClose", {"textDocument": {"uri": uris[1]}})
        shared.wait_for(lambda: names(shared, "wantedName"))


@pytest.mark.parametrize("closed_first", ["the link", "the folder"])
def test_a_folder_that_is_open_by_two_names_closes_with_the_last(
    shared: RawClient, folder: Path, tmp_path: Path, closed_first: str
) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    first, last = (link, folder) if closed_first == "the link" else (folder, link)

    def change(added: list[Path], removed: list[Path]) -> None:
        told = {"added": added, "removed": removed}
        event = {key: [{"uri": path.as_uri(), "name": ""} for path in paths] for key, paths in told.items()}
        shared.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    change([folder, link], [])
    shared.wait_for(lambda: names(shared, "wantedName"))
    change([], [first])
    (symbol,) = shared.result("workspace/symbol", {"query": "wantedName"})
    assert symbol["location"]["uri"] == (last / "code.js").as_uri()
    link.unlink()
    change([], [last])
    shared.wait_for(lambda: shared.result("codebase/status", {}) == [])


def test_changes_told_in_any_way_are_seen(shared: RawClient, folder: Path) -> None:
    with shared.visit(folder):

        def write(name: str, symbol: str) -> str:
            (folder / name).write_text(f"def {symbol}(): pass\n")
            return (folder / name).as_uri()

        shared.notify("textDocument/didSave", {"textDocument": {"uri": write("a.py", "savedName")}})
        shared.wait_for(lambda: names(shared, "savedName"))
        shared.notify(
            "workspace/didChangeWatchedFiles", {"changes": [{"uri": write("b.py", "watchedName"), "type": 1}]}
        )
        shared.wait_for(lambda: names(shared, "watchedName"))
        shared.notify("workspace/didCreateFiles", {"files": [{"uri": write("c.py", "createdName")}]})
        shared.wait_for(lambda: names(shared, "createdName"))
        old, new = folder / "c.py", folder / "d.py"
        old.rename(new)
        shared.notify("workspace/didRenameFiles", {"files": [{"oldUri": old.as_uri(), "newUri": new.as_uri()}]})
        shared.wait_for(lambda: places(shared, "createdName") == [new.as_uri()])
        new.unlink()
        shared.notify("workspace/didDeleteFiles", {"files": [{"uri": new.as_uri()}]})
        shared.wait_for(lambda: not names(shared, "createdName"))


def test_documents_outside_every_folder_are_ignored(shared: RawClient, folder: Path, tmp_path: Path) -> None:
    with shared.visit(folder):
        for uri in ((tmp_path / "x.py").as_uri(), "untitled:Untitled-1", "git:/a/b"):
            document: Any = {"uri": uri, "languageId": "python", "version": 1, "text": "x = 1\n"}
            shared.notify("textDocument/didOpen", {"textDocument": document})
            edit = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}, "text": "y"}
            changed = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [edit]}
            shared.notify("textDocument/didChange", changed)
            shared.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
            shared.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        (status,) = shared.wait_until_indexed()
        assert status["files"]["total"] == 1
    assert "Traceback" not in shared.log


@pytest.fixture
def two_folders(tmp_path: Path) -> list[Path]:
    """Two folders with 150 definitions each, more than one answer may hold, and more binary files than are named."""
    roots = [tmp_path / "first", tmp_path / "second"]
    for root in roots:
        root.mkdir()
        (root / "many.py").write_text("".join(f"def wanted_{n}(): pass\n" for n in range(150)))
        for number in range(101):
            (root / f"{number}.bin").write_bytes(b"\0")
    return roots


def pages(client: RawClient, params: dict[str, Any]) -> list[dict[str, Any]]:
    found = [client.result("codebase/hybridSearch", params)]
    while cursor := found[-1].get("nextCursor"):
        found.append(client.result("codebase/hybridSearch", {**params, "cursor": cursor}))
    return found


def test_what_several_folders_hold_is_told_whole(shared: RawClient, two_folders: list[Path]) -> None:
    with shared.visit(*two_folders):
        for mode, text in (("exact", "wanted"), ("symbol", "wanted"), ("regex", "def wanted_")):
            answers = pages(shared, {"query": text, "mode": mode, "limit": 70})
            hits = [(hit["location"]["uri"], str(hit["location"]["range"])) for one in answers for hit in one["hits"]]
            assert len(hits) == len(set(hits)) == 300
            assert [len(one["hits"]) for one in answers] == [70, 70, 70, 70, 20]
            assert not any(one["truncated"] for one in answers)
            assert {one["mode"] for one in answers} == {mode}

        assert len(names(shared, "wanted")) == 128
        for status in shared.result("codebase/status", {}):
            assert status["symbolsCut"] == {"query": "wanted", "given": 128, "setting": "symbols.maxResults"}
            assert (len(status["problems"]), status["problemsTotal"]) == (100, 101)


def test_a_cursor_is_refused_with_another_query_and_goes_on_after_a_change(
    shared: RawClient, two_folders: list[Path]
) -> None:
    with shared.visit(*two_folders):
        params = {"query": "wanted", "mode": "exact"}
        first = shared.result("codebase/hybridSearch", params)
        following = {**params, "cursor": first["nextCursor"]}
        for other in ({"query": "def"}, {"mode": "lexical"}, {"exclude": ["first/"]}, {"cursor": "MTox"}):
            error = shared.error("codebase/hybridSearch", {**following, **other})
            assert (error["code"], error["data"]["field"]) == (-32602, "cursor")
            assert "ask without it" in error["data"]["reason"]

        second = shared.result("codebase/hybridSearch", following)
        assert "notes" not in second
        before = sum(generations(shared))
        (two_folders[0] / "new.py").write_text("x = 1\n")
        shared.notify("textDocument/didSave", {"textDocument": {"uri": (two_folders[0] / "new.py").as_uri()}})
        shared.wait_for(lambda: sum(generations(shared)) > before)
        again = shared.result("codebase/hybridSearch", following)
        assert again["hits"] == second["hits"]
        assert "changed since the page before" in again["notes"][0]


def test_a_file_that_is_open_by_a_link_in_its_folder_is_named_so_until_it_is_closed(
    shared: RawClient, folder: Path
) -> None:
    (folder / "src").mkdir()
    (folder / "src/cart.py").write_text("def stored(): pass\n")
    (folder / "link").symlink_to("src")
    uri = (folder / "link/cart.py").as_uri()
    with shared.visit(folder):
        text = "\n\ndef typedName(): pass\n"
        item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        shared.notify("textDocument/didOpen", {"textDocument": item})
        (symbol,) = shared.wait_for(lambda: shared.result("workspace/symbol", {"query": "typedName"}))
        assert symbol["location"]["uri"] == uri
        shared.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        (symbol,) = shared.wait_for(lambda: shared.result("workspace/symbol", {"query": "stored"}))
        assert symbol["location"]["uri"] == (folder / "src/cart.py").as_uri()
