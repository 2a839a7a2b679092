"""The three doors through which a client configures us: one of the sources that `config.Sources` weighs.

`initializationOptions` are the base; an answer to `workspace/configuration` or a push of `didChangeConfiguration` is
laid over it, in place of the one before. `{}` says that nothing is set: the base holds. `null` or an absent
section says nothing: where the client can be asked, its answer decides, and `null` in it is its word for "not set".
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lsprotocol import types

from lsp_codebase.config import GROUPS, SECTION, Resolved, Settings, Source, Sources
from lsp_codebase.server.connection import Connection
from lsp_codebase.server.forwarding.caller import OF_PROCESS
from lsp_codebase.server.quirks import as_object, own_settings

logger = logging.getLogger(__name__)

PULL_TIMEOUT_S = 2.0
MOST_SHOWN = 3
"""So many problems are in one message; the log has all."""

ConfigureLog = Callable[[str, str, Callable[[str], None]], None]


class Configuration:
    """The settings of one client. Called on the loop thread, but for what is about a root."""

    def __init__(
        self,
        connection: Connection,
        sources: Sources,
        configure_log: ConfigureLog,
        on_late: Callable[[], object] = lambda: None,
    ) -> None:
        """`sources` are all but the editor.

        `configure_log` takes a level, a file, and a function to call when the file cannot be used. `on_late` is called
        when the client has told its settings later than they were waited for: they are known now.
        """
        self._connection = connection
        self._configure_log = configure_log
        self._on_late = on_late
        self._pulls = 0
        self._sources = sources
        self._initial: tuple[Source, ...] = ()
        self._of_roots: dict[Path, Resolved] = {}
        self._log_problem: str | None = None
        self.problems: list[str] = []
        """Other problems for the client's next report, in its log."""
        self._told: frozenset[str] = frozenset()
        self._unmet: set[str] = set()  # as told
        self._has_reported = False
        self._overlay(())

    @property
    def settings(self) -> Settings:
        """The settings without those of a root."""
        return self._resolved.settings

    def of_root(self, root: Path) -> Settings:
        """Return the settings of a folder, whose file is read; any thread but the loop's may call."""
        resolved = self._of_roots[root] = self._sources.resolved(root)
        self._connection.post(self._report_late)
        return resolved.settings

    def leave_root(self, root: Path) -> None:
        """Know nothing more of a folder that is closed; any thread may call."""
        self._of_roots.pop(root, None)

    def initialize(self, options: object) -> None:
        """Take the options of `initialize` as the base of later ones; those of a forwarder weigh as our own."""
        options = as_object(options)
        if isinstance(options, dict) and isinstance(of_process := options.get(OF_PROCESS), dict):
            options = {key: value for key, value in options.items() if key != OF_PROCESS}
            environment, command_line = (Source("", of_process.get(key)) for key in ("environment", "commandLine"))
            self._sources = replace(
                self._sources,
                environment=(*self._sources.environment, environment),
                command_line=(*self._sources.command_line, command_line),
            )
        self._initial = (_of_editor(options),)
        self._overlay(self._initial)

    async def pull(self, *, null_unsets: bool = False) -> None:
        """Ask the client for its settings, if it can be asked; a late answer is taken when it comes."""
        workspace = self._connection.capabilities.workspace
        if workspace is None or not workspace.configuration:
            return
        self._pulls = number = self._pulls + 1

        def take(answer: Any) -> None:
            options = answer[0] if answer else None
            if options is not None or null_unsets:
                self._overlay((*self._initial, _of_editor(options)))

        def take_late(answer: Any) -> None:
            if number == self._pulls:  # else it is older than the known ones
                take(answer)
                self._on_late()

        params = types.ConfigurationParams(items=[types.ConfigurationItem(section=SECTION)])
        try:
            answer = await self._connection.request(
                types.WORKSPACE_CONFIGURATION, params, timeout_s=PULL_TIMEOUT_S, on_late=take_late
            )
        except Exception as error:
            logger.warning("the client has not told its settings: %s", error or type(error).__name__)
        else:
            take(answer)

    async def change(self, pushed: object) -> None:
        """Take pushed settings and those the client gives when asked; a `null` then does not undo pushed ones."""
        options = own_settings(pushed, SECTION, GROUPS)
        if options is not None:
            self._overlay((*self._initial, _of_editor(options)))
        await self.pull(null_unsets=options is None)

    @property
    def wrong(self) -> Sequence[str]:
        """A sentence for each setting that could not be read, of the client and of its folders."""
        resolved = [self._resolved, *self._of_roots.copy().values()]
        return [*dict.fromkeys(problem for one in resolved for problem in one.problems)]

    def report(self) -> None:
        """Tell the client the faults that were not told yet: in its log, and of settings as a message, too."""
        self._has_reported = True
        wrong = dict.fromkeys(self.wrong)
        if self._log_problem is not None:
            wrong[self._log_problem] = None
        new = [problem for problem in wrong if problem not in self._told]
        self._told = frozenset(wrong)
        others = dict.fromkeys(self.problems.pop(0) for _ in range(len(self.problems)))
        if new or others:
            message = "lsp-codebase: " + "; ".join([*others, *new])
            logger.warning("%s", message)
            self._connection.notify(
                types.WINDOW_LOG_MESSAGE, types.LogMessageParams(types.MessageType.Warning, message)
            )
        if new:
            rest = f"; and {len(new) - MOST_SHOWN} more, see the log" if len(new) > MOST_SHOWN else ""
            message = f"lsp-codebase: {'; '.join(new[:MOST_SHOWN])}{rest}"
            self._connection.notify(
                types.WINDOW_SHOW_MESSAGE, types.ShowMessageParams(types.MessageType.Warning, message)
            )

    def note_unmet(self, problems: Iterable[str]) -> None:
        """Tell, once, of settings that were understood and do not hold. Any thread may call."""
        for problem in problems:
            self._connection.post(self._note_unmet, problem)

    def _note_unmet(self, problem: str) -> None:
        if problem not in self._unmet:
            self._unmet.add(problem)
            self.problems.append(problem)
            self._report_late()

    def _overlay(self, editor: tuple[Source, ...]) -> None:
        self._sources = replace(self._sources, editor=editor)
        self._resolved = self._sources.resolved()
        settings = self._resolved.settings
        self._configure_log(settings.log_level, settings.log_file, self._log_failed)

    def _log_failed(self, problem: str) -> None:  # on the thread of the log, at any time
        self._log_problem = problem
        self._connection.post(self._report_late)

    def _report_late(self) -> None:
        if self._has_reported:
            self.report()


def _of_editor(options: object) -> Source:
    return Source("", as_object(options), origin="the editor")
