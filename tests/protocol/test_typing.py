"""Documents as clients edit them: every encoding, odd buffers, odd orders; symbols of what is typed at this moment."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import RawClient

TEXT = "# 𝄞 é\ndef stored_function(): pass  # 𝄞\n"
UNITS = {"utf-8": lambda text: len(text.encode()), "utf-16": lambda text: len(text.encode("utf-16-le")) // 2}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text(TEXT)
    return root


@pytest.fixture
def editor(shared: RawClient, root: Path) -> Iterator[RawClient]:
    with shared.visit(root):
        yield shared


def opened(client: RawClient, uri: str, text: str = TEXT, version: int = 1) -> str:
    item = {"uri": uri, "languageId": "python", "version": version, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": item})
    return uri


def place(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


def change(client: RawClient, uri: str, version: int, *edits: Any) -> None:
    """Each edit is (start line, start character, end line, end character, new text), or a whole text."""
    changes = [
        {"text": edit}
        if isinstance(edit, str)
        else {"range": {"start": place(*edit[:2]), "end": place(*edit[2:4])}, "text": edit[4]}
        for edit in edits
    ]
    params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes}
    client.notify("textDocument/didChange", params)


def symbols(client: RawClient, query: str) -> list[tuple[str, str, int, int]]:
    found = client.result("workspace/symbol", {"query": query})
    starts = [(hit["location"]["uri"], hit["location"]["range"]["start"]) for hit in found]
    return [
        (hit["name"], uri.rpartition("/")[2], start["line"], start["character"])
        for hit, (uri, start) in zip(found, starts, strict=True)
    ]


def eventually(client: RawClient, query: str, expected: list[tuple[str, str, int, int]]) -> None:
    client.wait_for(lambda: symbols(client, query) == expected)


@pytest.mark.parametrize(
    "encoding", ["utf-16", *(pytest.param(other, marks=pytest.mark.slow) for other in ("utf-8", "utf-32"))]
)
def test_a_definition_behind_wide_letters_is_where_the_client_counts_it(
    open_counting: Callable[..., RawClient], root: Path, encoding: str
) -> None:
    text = "// 𝄞 é\nfunction distant() {}\n"
    (root / "a.js").write_text(text)
    client = open_counting(encoding, root)
    uri = opened(client, (root / "a.js").as_uri(), text)
    before = "const x = '𝄞é'; "
    width = UNITS[encoding](before) if encoding in UNITS else len(before)
    change(client, uri, 2, (1, 0, 1, 0, before))
    assert symbols(client, "distant") == [("distant", "a.js", 1, width + 9)]
    change(client, uri, 3, (1, 0, 1, width, ""), (0, 3, 0, 3, before))
    assert symbols(client, "distant") == [("distant", "a.js", 1, 9)]
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_a_new_name_is_found_while_it_is_typed_and_gone_when_closed_unsaved(editor: RawClient, root: Path) -> None:
    uri = opened(editor, (root / "a.py").as_uri())
    for column, letter in enumerate("def fresh(): pass\n"):
        change(editor, uri, column + 2, (0, column, 0, column, letter))
    eventually(editor, "fresh", [("fresh", "a.py", 0, 4)])
    assert symbols(editor, "stored_function") == [("stored_function", "a.py", 2, 4)]
    hits = editor.result("codebase/hybridSearch", {"query": '"def fresh"'})["hits"]
    assert [(hit["preview"], hit["location"]["range"]["end"]) for hit in hits] == [("def fresh(): pass", place(0, 17))]
    tree = editor.result("codebase/directoryTree", {"symbols": True})["text"]
    assert "fresh" in tree
    editor.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    eventually(editor, "fresh", [])
    assert symbols(editor, "stored_function") == [("stored_function", "a.py", 1, 4)]
    assert "fresh" not in editor.result("codebase/directoryTree", {"symbols": True})["text"]


def test_a_saved_document_stays_found(editor: RawClient, root: Path) -> None:
    uri = opened(editor, (root / "a.py").as_uri())
    change(editor, uri, 2, (0, 0, 0, 0, "def fresh(): pass\n"))
    eventually(editor, "fresh", [("fresh", "a.py", 0, 4)])
    (root / "a.py").write_text("def fresh(): pass\n" + TEXT)
    editor.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    statuses = [editor.result("codebase/status", {})[0]["generation"]]
    while statuses[-1] == statuses[0]:
        assert symbols(editor, "fresh") == [("fresh", "a.py", 0, 4)]
        statuses.append(editor.result("codebase/status", {})[0]["generation"])
    editor.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert symbols(editor, "fresh") == [("fresh", "a.py", 0, 4)]


def test_buffers_that_are_no_file_of_a_folder_are_left_alone(editor: RawClient, root: Path, tmp_path: Path) -> None:
    for uri in ("untitled:Untitled-1", (tmp_path / "outside.py").as_uri(), "git:/a.py?ref=HEAD", "no uri at all"):
        opened(editor, uri, "def buffered(): pass\n")
        change(editor, uri, 2, (0, 0, 0, 0, "def more(): pass\n"))
    uri = opened(editor, (root / "a.py").as_uri())
    change(editor, uri, 2, (0, 0, 0, 0, "def fresh(): pass\n"))
    eventually(editor, "fresh", [("fresh", "a.py", 0, 4)])
    assert symbols(editor, "buffered") == symbols(editor, "more") == []
    for uri in ("untitled:Untitled-1", "never opened"):
        editor.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert "Traceback" not in editor.log


def test_a_document_is_found_in_a_folder_that_is_opened_later(editor: RawClient, root: Path, tmp_path: Path) -> None:
    later = tmp_path / "later"
    later.mkdir()
    opened(editor, (later / "b.py").as_uri(), "def unsaved(): pass\n")
    folder = {"uri": later.as_uri(), "name": "later"}
    editor.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
    eventually(editor, "unsaved", [("unsaved", "b.py", 0, 4)])
    editor.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})


def test_a_renamed_document_is_found_under_its_new_name_only(editor: RawClient, root: Path) -> None:
    old = opened(editor, (root / "a.py").as_uri())
    change(editor, old, 2, (0, 0, 0, 0, "def fresh(): pass\n"))
    eventually(editor, "fresh", [("fresh", "a.py", 0, 4)])
    (root / "a.py").rename(root / "z.py")
    new = (root / "z.py").as_uri()
    editor.notify("textDocument/didClose", {"textDocument": {"uri": old}})
    opened(editor, new, "def fresh(): pass\n" + TEXT)
    editor.notify("workspace/didRenameFiles", {"files": [{"oldUri": old, "newUri": new}]})
    eventually(editor, "fresh", [("fresh", "z.py", 0, 4)])
    eventually(editor, "stored_function", [("stored_function", "z.py", 2, 4)])


def test_versions_in_a_wrong_order_are_told_and_lose_no_edit(editor: RawClient, root: Path) -> None:
    uri = opened(editor, (root / "a.py").as_uri(), version=7)
    change(editor, uri, 3, (0, 0, 0, 0, "def fresh(): pass\n"))
    change(editor, uri, 3, (0, 4, 0, 4, "very_"))
    eventually(editor, "very_fresh", [("very_fresh", "a.py", 0, 4)])
    assert editor.wait_for(lambda: "from version 7 to 3" in editor.log)
    assert "Traceback" not in editor.log


def test_odd_changes_never_fail(editor: RawClient, root: Path) -> None:
    uri = opened(editor, (root / "a.py").as_uri())
    opened(editor, uri, version=2)
    change(editor, uri, 3, (99, 0, 99, 9, "\n"), (0, 500, 0, 500, "!"), (1, 3, 0, 2, "x"))
    change(editor, "file:///not/open.py", 1, (0, 0, 0, 0, "x"))
    editor.notify("textDocument/didChange", {"textDocument": {"uri": uri}, "contentChanges": [{}]})
    editor.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 4}, "contentChanges": [{}]})
    change(editor, uri, 5, "def whole(): pass\n", (0, 4, 0, 4, "the_"))
    eventually(editor, "the_whole", [("the_whole", "a.py", 0, 4)])
    assert editor.wait_for(lambda: "opened twice" in editor.log)
    assert editor.wait_for(lambda: "not open" in editor.log)
    assert "Traceback" not in editor.log


def test_edits_before_the_index_is_there_count(client: RawClient, root: Path) -> None:
    client.initialize(rootUri=root.as_uri())
    uri = opened(client, (root / "a.py").as_uri())
    change(client, uri, 2, (0, 0, 0, 0, "def fresh(): pass\n"))
    eventually(client, "fresh", [("fresh", "a.py", 0, 4)])
    client.close()


def test_a_file_is_read_as_it_is_typed(editor: RawClient, root: Path) -> None:
    uri = opened(editor, (root / "a.py").as_uri())
    change(editor, uri, 2, (0, 2, 0, 4, "é"))
    rows = {"start": place(0, 0), "end": place(0, 3)}
    read = editor.result("codebase/readFile", {"uri": uri, "range": rows})
    assert (read["text"], read["range"], read["encoding"]) == ("# é", rows, "utf-8")


def test_settings_that_change_keep_what_is_typed(editor: RawClient, root: Path) -> None:
    uri = opened(editor, (root / "a.py").as_uri())
    change(editor, uri, 2, (0, 0, 0, 0, "def fresh(): pass\n"))
    eventually(editor, "fresh", [("fresh", "a.py", 0, 4)])
    editor.notify("workspace/didChangeConfiguration", {"settings": {"symbols": {"maxResults": 50}}})
    editor.wait_until_indexed()
    eventually(editor, "fresh", [("fresh", "a.py", 0, 4)])
    editor.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": {}}})


@pytest.mark.parametrize("edits", [60, pytest.param(200, marks=pytest.mark.slow)])
def test_random_typing_ends_where_a_plain_string_does(editor: RawClient, root: Path, edits: int) -> None:
    rng, functions = random.Random(7), edits * 3 // 2
    text = "".join(f"def function_{n}():\n    return '𝄞'\n\n" for n in range(functions))
    uri = opened(editor, (root / "b.py").as_uri(), text)

    def rows(name: str) -> list[int]:
        return [hit[2] for hit in symbols(editor, name) if hit[:2] == (name, "b.py")]

    editor.wait_for(lambda: rows("function_0"))  # on a slow machine a question may be answered before it is read
    for version in range(2, 2 + edits):
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        at = rng.randrange(len(lines[line]) + 1)
        new = rng.choice(["\n", "\n\n", "x", " ", "𝄞"]) if not lines[line].strip() else "\n" if not at else ""
        before = UNITS["utf-16"](lines[line][:at])
        change(editor, uri, version, (line, before, line, before, new))
        lines[line] = lines[line][:at] + new + lines[line][at:]
        text = "\n".join(lines)
        if version % 20 == 0:
            name = f"function_{rng.randrange(functions)}"
            wanted = f"def {name}():"
            row = next((n for n, one in enumerate(text.split("\n")) if one.strip(" 𝄞x") == wanted), None)
            if row is not None:
                assert rows(name) == [row]
