"""The console of Windows is told to understand escapes. Its two calls are acted."""

import io
import sys
from types import SimpleNamespace

import pytest

from lsp_codebase.cli import console
from lsp_codebase.cli.paint import wants_colour


class Console(io.StringIO):
    """A console with a mode: 3 is what Windows begins with; None: it is not one after all."""

    def __init__(self, mode, most=7):
        super().__init__()
        self.mode, self.most = mode, most

    def isatty(self):
        return True

    def fileno(self):
        return 1

    def GetConsoleMode(self, handle, place):
        assert handle.value == 71
        if self.mode is None:
            return 0
        place._obj.value = self.mode
        return 1

    def SetConsoleMode(self, handle, mode):
        if mode > self.most:
            return 0
        self.mode = mode
        return 1


@pytest.fixture
def windows(monkeypatch):
    def make(mode, most=7):
        one = Console(mode, most)
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda number: 70 + number))
        monkeypatch.setattr(console.ctypes, "windll", SimpleNamespace(kernel32=one), raising=False)
        return one

    return make


@pytest.mark.parametrize(("mode", "after"), [(3, 7), (7, 7)])
def test_a_console_that_can_is_told_to_understand_colours(windows, mode, after):
    stream = windows(mode)
    assert wants_colour("auto", stream, {})
    assert stream.mode == after


@pytest.mark.parametrize("stream", [(None, 7), (3, 3)], ids=["no console", "an old one"])
def test_where_that_cannot_be_nothing_is_coloured(windows, stream):
    assert not wants_colour("auto", windows(*stream), {})
