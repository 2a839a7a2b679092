from collections.abc import Iterable
from dataclasses import fields

import pytest

from lsp_codebase.indexes.file_table import NO_FILES, Files
from lsp_codebase.indexes.saved_files import arrays_of, files_of
from lsp_codebase.search.intents.places.locations import path_of
from lsp_codebase.store import FileRecord


def record(path: str, file_id: int = 0) -> FileRecord:
    values = {field.name: "" if field.type == "str" else 0 for field in fields(FileRecord)}
    return FileRecord(**{**values, "path": path, "file_id": file_id, "is_ascii": True, "is_generated": False})


def of(records: Iterable[FileRecord], before: Files = NO_FILES) -> Files:
    by_path = {one.path: one for one in records}
    return Files(by_path, {one.file_id: one for one in by_path.values()}, {}, before.latest_columns)


def rows(files: Files) -> list[tuple[int, str, str]]:
    ids, paths, languages = files.columns
    return [*zip(ids.tolist(), paths.to_pylist(), languages.to_pylist(), strict=True)]


def test_columns_of_files_that_followed_changes_are_those_of_files_made_anew():
    first = of([record("a.c", 1), record("b.c", 2), record("kept.c", 5), record("z.c", 7)])
    assert first.columns
    saved = [record("kept.c", 5), record("a.c", 9), record("back.c", 3), record("z.c", 7)]  # b is gone
    for before in (first, of(saved, of([], first))):
        after = of(saved, before)
        assert rows(after) == rows(of(saved)) == sorted((one.file_id, one.path, "") for one in saved)
        assert [one.path for one in after.with_path(r"a.*\.c$")] == ["back.c", "a.c"]
    assert rows(of([], first)) == []


@pytest.mark.parametrize(
    ("paths", "near"),
    [
        (
            ["README.md", "docs/a.md", "docs/b/c.md", "größe/ß.py", "größe/ß/ü.py"],
            ["README.md", "docs/a.md", "größe/ß.py"],
        ),
        ([], []),
    ],
)
def test_files_near_the_root_are_the_same_in_memory_and_saved(paths, near):
    files = of(record(path, number) for number, path in enumerate(paths)) if paths else NO_FILES
    assert sorted(files.near_root) == near
    assert sorted(files_of(arrays_of(files), {}).near_root) == near


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("fork.c", ["kernel/fork.c", "Fork.c", "lib/fork.c.in"]),
        ("FORK", ["kernel/fork.c", "Fork.c"]),
        ("makefile", ["Makefile", "kernel/Makefile"]),
        ("ÜBER", ["a\nb/über.py"]),
        (".env", [".env", "lib/.env.local"]),
        ("kernel", []),
        ("ork.c", []),
        ("env", []),
        ("f", []),
    ],
)
def test_files_are_found_by_name_with_and_without_the_last_extension(name, paths):
    known = (
        "Makefile kernel/fork.c Fork.c lib/fork.c.in lib/myfork.c lib/fork.c.in.old kernel/Makefile .env lib/.env.local"
    )
    files = of(record(path, number) for number, path in enumerate([*known.split(), "a\nb/über.py"]))
    for one in (files, files_of(arrays_of(files), {})):
        assert sorted(found.path for found in one.with_path(path_of([name, "no such.name"]))) == sorted(paths)
