from __future__ import annotations

import time

from lsp_codebase.live.recent import RecentFiles, of_change

DAY_NS = 24 * 3600 * 10**9


def test_the_last_file_weighs_most_and_each_counts_once() -> None:
    recent = RecentFiles()
    for path in ("a", "b", "a", "c"):
        recent.note(path)
    weights = recent.weights()
    assert sorted(weights, key=weights.__getitem__) == ["b", "a", "c"]
    assert weights["c"] == 1


def test_only_so_many_files_are_remembered() -> None:
    recent = RecentFiles()
    for number in range(1000):
        recent.note(str(number))
    assert list(recent.weights()) == [str(number) for number in range(999, 967, -1)]
    assert min(recent.weights().values()) > of_change(time.time_ns())


def test_a_file_changed_today_weighs_more_than_one_of_last_year() -> None:
    now = time.time_ns()
    assert 0.5 >= of_change(now) > of_change(now - DAY_NS) > of_change(now - 365 * DAY_NS) >= 0
    assert of_change(now + DAY_NS) == 0.5
