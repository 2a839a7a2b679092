"""A file that changed just before it was looked at may change again within the same tick of its clock."""

import pytest

from lsp_codebase.scan import FileStat

NOW = 1_700_000_000_123_456_789
SECOND, MS = 1_000_000_000, 1_000_000


@pytest.mark.parametrize(
    ("mtime_ns", "changed_ns", "is_racy"),
    [
        (NOW, NOW, True),
        (NOW - 5 * MS, NOW - 5 * MS, True),
        (NOW - 500 * MS, NOW - 500 * MS, False),
        (NOW - 3600 * SECOND, NOW - 5 * MS, True),  # its time was set back
        (NOW - 3600 * SECOND, 0, False),
        (NOW - 5 * MS, 0, True),
        (NOW + 5 * MS, NOW + 5 * MS, True),  # the clock of another machine
    ],
)
def test_times_tell_how_late_the_last_change_was(mtime_ns, changed_ns, is_racy):
    assert FileStat(1, mtime_ns, changed_ns).is_racy(NOW) is is_racy


@pytest.mark.parametrize(("ago_s", "is_racy"), [(0, True), (1, True), (3, False)])
def test_whole_seconds_are_the_times_of_a_coarse_clock(ago_s, is_racy):
    second = NOW // SECOND * SECOND
    assert FileStat(1, second - ago_s * SECOND).is_racy(second + 400 * MS) is is_racy
