"""What is told of an index that is not whole, and of what changes in it."""

from dataclasses import replace

import pytest

from lsp_codebase.cli.notices import incompleteness
from lsp_codebase.cli.paint import Paint
from lsp_codebase.cli.state import change_line, status_table
from lsp_codebase.model import FileProblem, IndexStatus, Phase, Role, VectorStatus

READY = IndexStatus("/shop", Phase.READY, indexed=5_770, total=5_774, skipped=4, chunks=9, symbols=7, generation=3)


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (READY, None),
        (replace(READY, message="search is lexical: no embedding model is set"), None),
        (replace(READY, stale=True), "index: files changed that are not read yet"),
        (
            replace(READY, phase=Phase.INDEXING, indexed=1_200, skipped=0),
            "index: 1,200 of 5,774 files; this answer is from what is there",
        ),
        (
            replace(READY, phase=Phase.EMBEDDING, vectors=VectorStatus(30, 9_000, "builtin")),
            "index: 30 of 9,000 vectors; this answer is from what is there",
        ),
        (
            replace(READY, phase=Phase.SCANNING),
            "index: changes since it was last open are not read (--wait reads them); this answer",
        ),
        (
            replace(READY, phase=Phase.STARTING, stale=True, message="changes in 7 files are not read"),
            "index: changes in 7 files are not read (--wait reads them); this answer is from what is there",
        ),
        (replace(READY, phase=Phase.FAILED, message="the disk is full"), "index: the disk is full"),
        (IndexStatus("/shop", Phase.INDEXING), "There is no index of shop yet"),
        (IndexStatus("/shop", Phase.READY), "There are no files in shop, or git and the settings leave all of them"),
        (IndexStatus("/shop", Phase.READY, total=2, skipped=2), "All files of shop are left out of the index"),
    ],
)
def test_an_answer_says_how_much_of_the_codebase_it_is_from(status, told):
    said = incompleteness(status)
    assert said is None if told is None else said is not None and said.startswith(told)


def test_the_table_of_a_status_is_short_and_all_of_it_is_there_when_asked_for():
    languages = tuple((f"language{number}", 100 - number) for number in range(30))
    problems = tuple(FileProblem(f"bin/{number}.png", "binary") for number in range(60))
    status = replace(READY, languages=languages, problems=problems, problems_total=80, role=Role.READER)
    parts = {"chunks": 20_000_000, "words": 7_345_678}
    short, whole = (
        [*status_table(status, parts, Paint(is_on=False), 80, has_all=has_all)] for has_all in (False, True)
    )
    assert short[:3] == ["root       /shop", "state      ready", "files      5,770 of 5,774 (4 skipped)"]
    assert "on disk    27.3 MB" in short
    assert "written    3 times; another process writes it" in short
    assert short[-1] == "  and 77 more; lsp-codebase status --all"
    assert "22 more" in "\n".join(short)
    assert len(short) < 20
    assert max(map(len, short)) <= 80
    assert whole[-1] == "  and 20 more"
    assert "on disk    27.3 MB (chunks 20.0 MB, words 7.3 MB)" in whole
    assert "language29 71" in "\n".join(whole)


def test_watching_tells_of_what_is_written_once_and_of_what_came_with_them():
    later = replace(READY, generation=4, indexed=5_771, chunks=12)
    assert change_line(None, replace(READY, phase=Phase.SCANNING)) is None
    assert change_line(None, READY) == "5,770 files, 9 chunks, 7 symbols"
    assert change_line(READY, READY) is None
    assert change_line(READY, later) == "5,771 files (+1), 12 chunks (+3), 7 symbols"
    assert change_line(READY, replace(later, role=Role.READER)) == (
        "5,771 files (+1), 12 chunks (+3), 7 symbols; another process writes it"
    )
    failed = replace(READY, phase=Phase.FAILED, message="the disk is full")
    assert change_line(READY, failed) == "failed: the disk is full"
    assert change_line(failed, failed) is None
