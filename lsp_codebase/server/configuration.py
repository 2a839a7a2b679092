"""The three doors through which a client configures us, read by the one reader `config.resolve`.

`initializationOptions` are the base; what `workspace/configuration` answers or `didChangeConfiguration` pushes is laid
over it, and takes the place of what lay there. `{}` says that nothing is set: the base holds. `null` or an absent
section says nothing: where the client can be asked, its answer decides, and `null` in it is its word for "not set".
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from lsprotocol import types

from lsp_codebase.config import GROUPS, SECTION, Settings, resolve
from lsp_codebase.server.connection import Connection
from lsp_codebase.server.quirks import as_object, own_settings

logger = logging.getLogger(__name__)

PULL_TIMEOUT_S = 2.0

ConfigureLog = Callable[[str, str, Callable[[str], None]], None]


class Configuration:
    """The settings of one client. Called on the loop thread."""

    def __init__(self, connection: Connection, configure_log: ConfigureLog) -> None:
        """`configure_log` takes a level, a file, and what is called when the file cannot be used."""
        self._connection = connection
        self._configure_log = configure_log
        self._base = Settings()
        self.settings = Settings()
        self.problems: list[str] = []
        self._unmet: set[str] = set()  # as told
        self._has_reported = False
        self._apply_logging()

    def initialize(self, options: object) -> None:
        """Take the options of `initialize` as the base of what follows."""
        self._overlay(options)
        self._base = self.settings

    async def pull(self, *, null_unsets: bool = False) -> None:
        """Ask the client for its settings, if it can be asked; no answer in time changes nothing."""
        workspace = self._connection.capabilities.workspace
        if workspace is None or not workspace.configuration:
            return
        params = types.ConfigurationParams(items=[types.ConfigurationItem(section=SECTION)])
        try:
            answer = await self._connection.request(types.WORKSPACE_CONFIGURATION, params, timeout_s=PULL_TIMEOUT_S)
        except Exception as error:
            logger.warning("the client did not tell its settings: %s", error or type(error).__name__)
            return
        options = answer[0] if answer else None
        if options is not None or null_unsets:
            self._overlay(options)

    async def change(self, pushed: object) -> None:
        """Take pushed settings and those the client gives when asked; a `null` then does not undo what was pushed."""
        options = own_settings(pushed, SECTION, GROUPS)
        if options is not None:
            self._overlay(options)
        await self.pull(null_unsets=options is None)

    def report(self) -> None:
        """Tell the client about every problem found since the last time, in one message of its log."""
        self._has_reported = True
        found = dict.fromkeys(self.problems.pop(0) for _ in range(len(self.problems)))
        if found:
            message = "lsp-codebase: " + "; ".join(found)
            logger.warning("%s", message)
            params = types.LogMessageParams(type=types.MessageType.Warning, message=message)
            self._connection.notify(types.WINDOW_LOG_MESSAGE, params)

    def note_unmet(self, problems: Iterable[str]) -> None:
        """Tell, once, of settings that were understood and do not hold. Any thread may call."""
        for problem in problems:
            self._connection.post(self._note_unmet, problem)

    def _note_unmet(self, problem: str) -> None:
        if problem not in self._unmet:
            self._unmet.add(problem)
            self.problems.append(problem)
            self._report_late()

    def _overlay(self, options: object) -> None:
        self.settings, problems = resolve(as_object(options), self._base)
        self.problems.extend(problems)
        self._apply_logging()

    def _apply_logging(self) -> None:
        self._configure_log(self.settings.log_level, self.settings.log_file, self._log_failed)

    def _log_failed(self, problem: str) -> None:  # on the thread of the log, at any time
        self.problems.append(problem)
        self._connection.post(self._report_late)

    def _report_late(self) -> None:
        if self._has_reported:
            self.report()
