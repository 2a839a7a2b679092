"""A Neovim that is typed into, through its own remote protocol."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

LIMIT_S = 240


class TypedSession:
    """Neovim without a terminal, but with the keys of a user; a screen of 160 columns and 50 lines."""

    def __init__(
        self, program: str, runtime: Sequence[Path], folder: Path, environment: Mapping[str, str], place: Path
    ) -> None:
        self._program, self._environment, self._socket = program, environment, place / "nvim.sock"
        self._log = (place / "nvim.log").open("w+")
        command = [program, "--clean", "--headless", "--listen", str(self._socket)]
        command += ["--cmd", "set columns=160 lines=50 noswapfile shortmess+=I"]
        for path in runtime:
            command += ["--cmd", f"set rtp+={path}"]
        self._process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log
        )
        deadline = time.monotonic() + LIMIT_S
        while not self._socket.exists() and time.monotonic() < deadline:
            time.sleep(0.02)

    def keys(self, keys: str) -> None:
        """Type keys, written as in a mapping: `:Codebase<CR>`."""
        self._ask("--remote-send", keys)

    def lua(self, code: str) -> Any:
        """Run Lua as the body of a function and return what it returns."""
        wrapped = f"vim.json.encode({{ (function() {code} end)() }})"
        answer = self._ask("--remote-expr", f"luaeval({_quoted(wrapped)})")
        values = json.loads(answer)
        return values[0] if values else None

    def wait(self, code: str) -> Any:
        """Return what some Lua returns once it is true."""
        deadline = time.monotonic() + LIMIT_S
        while not (value := self.lua(code)):
            assert time.monotonic() < deadline, f"waited for: {code}\n{self.screen()}"
            time.sleep(0.05)
        return value

    def screen(self) -> str:
        """Return the texts of all windows and the messages, for a failure."""
        return str(
            self.lua(
                "local out = {} for _, w in ipairs(vim.api.nvim_list_wins()) do "
                "vim.list_extend(out, vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, 20, false)) end "
                "return table.concat(out, '\\n') .. vim.fn.execute('messages')"
            )
        )

    def close(self) -> None:
        """End the program."""
        try:
            self._ask("--remote-expr", "execute('qall!')", is_checked=False)
            self._process.wait(10)
        finally:
            self._process.kill()
            self._process.wait()
            self._log.close()

    def _ask(self, *arguments: str, is_checked: bool = True) -> str:
        run = subprocess.run(
            [self._program, "--clean", "--headless", "--server", str(self._socket), *arguments],
            env={**os.environ, **self._environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        if is_checked:
            assert run.returncode == 0, run.stderr
        return run.stdout or run.stderr  # a headless Neovim prints to standard error


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
