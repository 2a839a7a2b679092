"""Which files are read again: those that differ from their rows, and those that the settings want otherwise."""

import json.decoder
from dataclasses import replace
from pathlib import Path

import pytest

from lsp_codebase.config import Settings
from lsp_codebase.index.plan import (
    GENERATED,
    OTHER_LANGUAGE,
    RACY,
    Plan,
    as_wanted,
    count_changed,
    fits,
    has_changed,
    has_other_times,
    is_current,
    most_bytes,
    plan,
    too_large,
)
from lsp_codebase.index.workers.reading import FileJob, new_record
from lsp_codebase.scan import FileStat, Scan
from lsp_codebase.store import FileRecord

SETTINGS = Settings()
STAT = FileStat(100, 5, 6)
LIMIT = SETTINGS.index_max_file_bytes


def row(path: str = "a.py", **values: object) -> FileRecord:
    made = new_record(FileJob(path, 1), STAT, state="indexed", reason="")
    return replace(made, **{"sha256": "5a", "language": "python", **values})


def planned(known: dict[str, FileRecord], found: dict[str, FileStat], *, retries: bool = False) -> Plan:
    return plan(known, Scan(found, (), ()), SETTINGS, retries=retries)


def test_files_that_are_new_or_have_other_times_are_read_and_those_that_went_are_forgotten():
    known = {path: row(path) for path in ("gone.py", "same.py", "size.py", "time.py", "touched.py")}
    found = {
        "new.py": STAT,
        "same.py": STAT,
        "size.py": replace(STAT, size=101),
        "time.py": replace(STAT, mtime_ns=6),
        "touched.py": replace(STAT, changed_ns=7),
    }
    assert planned(known, found) == Plan(("new.py", "size.py", "time.py", "touched.py"), ("gone.py",))
    assert count_changed(known, found, SETTINGS, has_other_times) == 5


def test_a_file_that_could_not_be_parsed_is_tried_again_once_and_one_that_could_not_be_read_each_time():
    known = {"parse.py": row("parse.py", state="failed"), "read.py": row("read.py", state="failed", sha256="")}
    found = dict.fromkeys(known, STAT)
    assert planned(known, found).changed == ("read.py",)
    assert planned(known, found, retries=True).changed == ("parse.py", "read.py")
    assert count_changed(known, found, SETTINGS, has_other_times) == 0


def test_a_file_that_may_have_changed_within_the_same_times_has_not_surely_changed():
    racy = row(changed_ns=RACY)
    assert not is_current(racy, STAT)
    assert not has_changed(racy, STAT)
    assert has_changed(racy, replace(STAT, mtime_ns=6))
    assert has_changed(row(), replace(STAT, changed_ns=7))


def test_no_row_describes_no_file():
    assert not is_current(None, STAT)
    assert as_wanted(None, SETTINGS) is None


@pytest.mark.parametrize(
    ("known", "settings", "is_wanted"),
    [
        (row(), Settings(), True),
        (row(), Settings(index_languages=("python",)), True),
        (row(), Settings(index_languages=("rust",)), False),
        (row(), Settings(index_exclude_languages=("python",)), False),
        (row(is_generated=True), Settings(), True),
        (row(is_generated=True), Settings(index_include_generated=False), False),
        (row(size=LIMIT), Settings(), True),
        (row(size=LIMIT + 1), Settings(), False),
        (row(size=LIMIT + 1, reason=too_large(SETTINGS)), Settings(), True),
        (row(size=LIMIT + 1, reason=too_large(Settings(index_max_file_bytes=5))), Settings(), False),
        (row(state="skipped", reason=GENERATED), Settings(index_include_generated=False), True),
        (row(state="skipped", reason=GENERATED), Settings(), False),
        (row(state="skipped", reason=OTHER_LANGUAGE), Settings(index_languages=("rust",)), True),
        (row(state="skipped", reason=OTHER_LANGUAGE), Settings(), False),
        (row(state="skipped", reason="binary"), Settings(), True),
        (row(state="skipped", reason=too_large(SETTINGS), size=LIMIT + 1), Settings(), True),
        (row(state="skipped", reason=too_large(SETTINGS), size=LIMIT + 1), Settings(index_max_file_bytes=5), False),
        (row(state="skipped", reason=too_large(SETTINGS), size=LIMIT + 1, sha256=""), Settings(), False),
        (row(state="skipped", reason=too_large(SETTINGS), size=4 * LIMIT, sha256=""), Settings(), False),
        (row(state="skipped", reason=too_large(SETTINGS), size=4 * LIMIT + 1, sha256=""), Settings(), True),
    ],
)
def test_a_row_stays_while_the_settings_would_make_the_same_of_the_file(known, settings, is_wanted):
    assert as_wanted(known, settings) == (known if is_wanted else None)


@pytest.mark.parametrize(
    ("path", "limit", "most"),
    [
        ("a.py", 1_000, 4_000),
        ("a.py", 5_000_000, 10_000_000),
        ("a.py", 20_000_000, 20_000_000),
        ("a.json", 1_000, 1_000),
        ("a.md", 1_000, 1_000),
    ],
)
def test_code_may_be_larger_than_other_files_within_reason(path, limit, most):
    assert most_bytes(path, Settings(index_max_file_bytes=limit)) == most


def test_a_file_over_the_limit_is_taken_in_if_people_wrote_it():
    written = Path(json.decoder.__file__).read_bytes()
    settings = Settings(index_max_file_bytes=len(written) // 4 + 1)
    table = b"x = 1\n" * (len(written) // 6)
    assert fits("a.py", written, settings)
    assert not fits("a.py", table, settings)
    assert fits("a.py", table[: settings.index_max_file_bytes], settings)
    assert not fits("a.py", written, Settings(index_max_file_bytes=len(written) // 5))
