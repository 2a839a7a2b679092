"""The three doors through which a client configures us, read by the one reader `config.resolve`.

`initializationOptions` are the base; what `workspace/configuration` answers or `didChangeConfiguration` pushes is laid
over it. `null`, an absent value and `{}` all mean "no change".
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_codebase.config import GROUPS, SECTION, Settings, resolve
from lsp_codebase.server.logs import configure_logging

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer

logger = logging.getLogger(__name__)

PULL_TIMEOUT_S = 2.0


class Configuration:
    """The settings of one client. Called on the loop thread."""

    def __init__(self, server: CodebaseServer, log_level: str | None, log_file: str | None) -> None:
        """`log_level` and `log_file`, when given, are the user's word on the command line and win."""
        self._server = server
        self._log_level = log_level
        self._log_file = log_file
        self._base = Settings()
        self.settings = Settings()
        self.problems: list[str] = []
        self._apply_logging()

    def initialize(self, options: object) -> None:
        """Take the options of `initialize` as the base of what follows."""
        self._base = self._read(options or None, self._base)  # Lua clients write an empty object as a list
        self.settings = self._base

    async def pull(self) -> None:
        """Ask the client for its settings, if it can be asked; no answer in time changes nothing."""
        workspace = self._server.client_capabilities.workspace
        if workspace is not None and workspace.configuration:
            params = types.ConfigurationParams(items=[types.ConfigurationItem(section=SECTION)])
            try:
                answer = await self._server.request(types.WORKSPACE_CONFIGURATION, params, timeout_s=PULL_TIMEOUT_S)
            except Exception as error:
                logger.warning("the client did not tell its settings: %s", error or type(error).__name__)
            else:
                self.overlay(answer[0] if answer else None)

    def push(self, received: object) -> None:
        """Take pushed settings. Some clients push those of all their servers at once: the others' are none of ours."""
        if isinstance(received, Mapping) and SECTION not in received:
            received = {key: value for key, value in received.items() if _is_ours(key)}
        self.overlay(received)

    def overlay(self, received: object) -> None:
        """Lay received options over the base, and report what is wrong with them."""
        if isinstance(received, Mapping) and SECTION in received:
            received = received[SECTION]
        if received not in (None, {}, []):  # Lua clients write an empty object as a list
            self.settings = self._read(received, self._base)

    def report(self) -> None:
        """Tell the client about every problem found since the last time, in one message of its log."""
        if self.problems:
            message = "lsp-codebase: " + "; ".join(self.problems)
            self.problems.clear()
            logger.warning("%s", message)
            self._server.window_log_message(types.LogMessageParams(type=types.MessageType.Warning, message=message))

    def _read(self, received: object, base: Settings) -> Settings:
        settings, problems = resolve(received, base)
        self.problems.extend(problems)
        self.settings = settings
        self._apply_logging()
        return settings

    def _apply_logging(self) -> None:
        problem = configure_logging(
            self._log_level or self.settings.log_level, self._log_file or self.settings.log_file
        )
        if problem:
            self.problems.append(problem)


def _is_ours(key: object) -> bool:
    return str(key).removeprefix(f"{SECTION}.").partition(".")[0] in GROUPS
