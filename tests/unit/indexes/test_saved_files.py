from dataclasses import fields

import pytest

from lsp_codebase.indexes.file_table import NO_FILES, Files
from lsp_codebase.indexes.saved_files import arrays_of, files_of
from lsp_codebase.store import FileRecord


def record(path: str) -> FileRecord:
    values = {field.name: "" if field.type == "str" else 0 for field in fields(FileRecord)}
    return FileRecord(**{**values, "path": path, "is_ascii": True, "is_generated": False})


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
