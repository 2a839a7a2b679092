"""What several folders answer, as one answer."""

from pathlib import PurePosixPath, PureWindowsPath

import pytest

from lsp_codebase.folder_answers import merge_counts, merge_history, merge_symbols
from lsp_codebase.model import HistoryAnswer, IndexStatus, Phase, SymbolAnswer


@pytest.mark.parametrize(("path", "top"), [(PurePosixPath, "/"), (PureWindowsPath, "C:\\")])
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


@pytest.mark.parametrize(
    "least",
    [
        IndexStatus("/b", Phase.READY, stale=True),
        IndexStatus("/b", Phase.INDEXING),
        IndexStatus("/b", Phase.FAILED, message="the disk is full"),
    ],
)
def test_an_answer_of_several_folders_has_the_status_of_the_least_complete(least):
    ready = IndexStatus("/a", Phase.READY)
    for statuses in ([ready, least], [least, ready]):
        assert merge_symbols([SymbolAnswer((), one) for one in statuses], 10).status is least
        assert merge_history([HistoryAnswer((), one) for one in statuses], 10).status is least
