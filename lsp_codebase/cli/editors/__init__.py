"""Texts to paste into the configuration of editors; the pages below `editors/` show the same texts."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Snippet:
    """A text for one file of an editor: its file here, and where it goes, which differs on Windows."""

    file: str
    goes: str
    usual: str = ""
    on_windows: str = ""

    @property
    def place(self) -> str:
        """The end of a sentence that begins with the text."""
        return self.goes.format(self.on_windows if sys.platform == "win32" else self.usual)

    def text(self) -> str:
        """Return the text to paste."""
        return (_FOLDER / self.file).read_text("utf-8")


SNIPPETS: Mapping[str, Snippet] = MappingProxyType(
    {
        "helix-keys": Snippet(
            "helix_keys.toml",
            "goes to the end of {}",
            "~/.config/helix/config.toml",
            r"%APPDATA%\helix\config.toml",
        ),
        "vim": Snippet(
            "vim.vim",
            "is a file of its own: {}",
            "~/.vim/plugin/lsp_codebase.vim",
            r"%USERPROFILE%\vimfiles\plugin\lsp_codebase.vim",
        ),
        "coc": Snippet(
            "coc.json",
            "goes into {}",
            "~/.vim/coc-settings.json",
            r"%USERPROFILE%\vimfiles\coc-settings.json",
        ),
        "kate": Snippet(
            "kate.json",
            "goes into {}",
            "~/.config/kate/lspclient/settings.json",
            r"%LOCALAPPDATA%\kate\lspclient\settings.json",
        ),
        "sublime": Snippet("sublime.json", "goes into LSP.sublime-settings (Preferences: LSP Settings)"),
        "zed": Snippet(
            "zed.json",
            "goes into {}; it needs the extra mcp",
            "~/.config/zed/settings.json",
            r"%APPDATA%\Zed\settings.json",
        ),
        "zed-tasks": Snippet(
            "zed_tasks.json",
            "goes into {}",
            "~/.config/zed/tasks.json",
            r"%APPDATA%\Zed\tasks.json",
        ),
    }
)
"""By the name that `editor-config` takes; Helix's languages depend on the user's own and are made by `helix`."""
