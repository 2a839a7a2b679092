"""What counts as changed for who asks once, and how long is looked for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lsp_codebase.config import Settings
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.early_scan import EarlyScan, look
from lsp_codebase.index.plan import RACY, count_changed, has_other_times
from lsp_codebase.indexes.file_table import NO_FILES
from lsp_codebase.scan import FileStat
from lsp_codebase.store import FileRecord

SETTINGS = Settings()
STAT = FileStat(10, 5, 7)
RECORD = FileRecord(1, 1, "a.py", 10, 5, 7, "ab", "python", "indexed", "", 1, True, False, 1, 0)


@pytest.mark.parametrize(
    ("record", "stat", "count"),
    [
        (RECORD, STAT, 0),
        (RECORD, FileStat(11, 5, 7), 1),
        (RECORD, FileStat(10, 6, 7), 1),
        (None, STAT, 1),
        (RECORD, None, 1),
        (replace(RECORD, changed_ns=RACY), STAT, 1),  # another change may have left the same size and times
        (replace(RECORD, state="failed", sha256="", reason="permission denied"), STAT, 0),  # to try again is no use
        (replace(RECORD, state="failed", sha256="", reason="permission denied"), FileStat(10, 5, 8), 1),
        (replace(RECORD, is_generated=True), STAT, 1),  # no longer wanted
    ],
)
def test_a_file_counts_as_changed_if_to_read_it_may_tell_something_new(record, stat, count):
    known, found = {"a.py": record} if record else {}, {"a.py": stat} if stat else {}
    wanted = replace(SETTINGS, index_include_generated=False)
    assert count_changed(known, found, wanted, has_other_times) == count


def test_nothing_is_known_of_a_tree_that_takes_too_long_to_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "a.py").write_text("")
    assert look(tmp_path, SETTINGS, NO_FILES, DirtySet()).changed == 1
    monkeypatch.setattr("lsp_codebase.index.early_scan._LONGEST_S", -1.0)
    unknown = look(tmp_path, SETTINGS, NO_FILES, DirtySet())
    assert (unknown, unknown.is_few, unknown.message) == (EarlyScan(0), False, None)


def test_few_files_are_worth_waiting_for():
    assert [EarlyScan(0, None, changed).is_few for changed in (0, 1, 100, 101)] == [False, True, True, False]
    assert EarlyScan(0, None, 1_061).message == "changes in 1,061 files are not read"
