from dataclasses import fields

import pytest

from lsp_codebase.indexes.file_table import NO_FILES, Files
from lsp_codebase.indexes.saved_files import arrays_of, files_of
from lsp_codebase.search.intents.places.locations import path_of
from lsp_codebase.store import FileRecord


def record(path: str, file_id: int = 0) -> FileRecord:
    values = {field.name: "" if field.type == "str" else 0 for field in fields(FileRecord)}
    return FileRecord(**{**values, "path": path, "file_id": file_id, "is_ascii": True, "is_generated": False})


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
    files = Files({path: record(path) for path in paths}, {}, {}) if paths else NO_FILES
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
    records = [record(path, number) for number, path in enumerate([*known.split(), "a\nb/über.py"])]
    files = Files({one.path: one for one in records}, {one.file_id: one for one in records}, {})
    for one in (files, files_of(arrays_of(files), {})):
        assert sorted(found.path for found in one.with_path(path_of([name, "no such.name"]))) == sorted(paths)
