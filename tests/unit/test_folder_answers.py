"""What several folders answer, as one answer."""

from pathlib import Path, PureWindowsPath

import pytest

from lsp_codebase.folder_answers import merge_counts


@pytest.mark.parametrize(("path", "top"), [(Path, "/"), (PureWindowsPath, "C:\\")])
def test_a_directory_is_counted_by_the_innermost_folder_it_lies_in(path, top):
    separator = "\\" if path is PureWindowsPath else "/"
    outer, inner = path(top, "proj"), path(top, "proj", "lib")
    asked = []
    count = merge_counts(
        [
            (outer, lambda below: asked.append(("proj", below)) or 1),
            (inner, lambda below: asked.append(("lib", below)) or 2),
        ],
        separator,
    )
    places = [outer, outer / "src" / "net", inner, inner / "a", path(top, "project"), path(top, "other")]
    assert [count(str(place)) for place in places] == [1, 1, 2, 2, 0, 0]
    assert asked == [("proj", ""), ("proj", "src/net/"), ("lib", ""), ("lib", "a/")]
