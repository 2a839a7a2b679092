"""Why the system refuses a file: in the words of Windows, too, which are of the user's language."""

import errno
import os

import pytest

from lsp_codebase.scan.failures import is_passing, reason_of
from lsp_codebase.scan.files import is_inside, read_rule_file
from lsp_codebase.scan.walk import GONE, is_unknown, stat_file


def of_windows(number: int, code: int = errno.EINVAL) -> OSError:
    """Return the error that Python makes of one of Windows, in German."""
    error = OSError(code, "Der Vorgang ist fehlgeschlagen")
    if os.name == "nt":
        return OSError(code, "Der Vorgang ist fehlgeschlagen", None, number)
    error.winerror = number  # type: ignore[attr-defined]
    return error


@pytest.fixture
def refuse(monkeypatch):
    """Have every look at a file fail."""

    def with_error(error: OSError) -> None:
        def fail(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(os, "lstat", fail)
        monkeypatch.setattr(os, "stat", fail)

    return with_error


@pytest.mark.parametrize("error", [of_windows(53, errno.ENOENT), of_windows(64), of_windows(32, errno.EACCES)])
def test_a_file_on_a_drive_that_is_away_or_that_another_program_holds_is_not_gone(refuse, tmp_path, error):
    refuse(error)
    found = stat_file(tmp_path / "a.py")
    assert is_unknown(found), found
    with pytest.raises(OSError):
        read_rule_file(tmp_path / ".gitignore")


@pytest.mark.parametrize("error", [of_windows(2, errno.ENOENT), of_windows(123), FileNotFoundError()])
def test_a_file_that_is_not_there_or_whose_name_none_can_have_is_gone(refuse, tmp_path, error):
    refuse(error)
    assert stat_file(tmp_path / "a?.py") == GONE
    assert is_inside(tmp_path, "a?/b.py")
    assert read_rule_file(tmp_path / "a?" / ".gitignore") == ""


def test_other_failures_are_told_in_the_words_of_the_system(refuse, tmp_path):
    refuse(PermissionError(errno.EACCES, "Zugriff verweigert"))
    assert stat_file(tmp_path / "a.py") == "zugriff verweigert"
    assert not is_passing("zugriff verweigert")
    assert reason_of(ValueError("embedded null byte")) == "embedded null byte"
