"""All sources of settings, and the winner among them.

The weakest first: the defaults, the user's file, the file of the root, a file that `LSP_CODEBASE_CONFIG` names, the
other variables of the environment, the editor, the command line. Settings for one run beat settings for one root, and
these beat settings for all; but a root's file, which anybody may have written, sets only its allowed ones.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsp_codebase.config.environment import read_environment
from lsp_codebase.config.places import read_root_file, read_user_file
from lsp_codebase.config.resolving import Resolved, Source, resolve_all
from lsp_codebase.config.table import OPTIONS


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of one client, the weakest first; the file of a root is read when its settings are asked for."""

    user: tuple[Source, ...] = ()
    environment: tuple[Source, ...] = ()
    editor: tuple[Source, ...] = ()
    command_line: tuple[Source, ...] = ()

    @classmethod
    def of_process(cls, environment: Mapping[str, str] = os.environ) -> Sources:
        """Read the user's file and the environment."""
        user = read_user_file()
        return cls((user,) if user is not None else (), tuple(read_environment(environment)))

    def resolved(self, root: Path | None = None) -> Resolved:
        """Return the settings of a root, whose file is read; without one, those of the client itself."""
        of_root = read_root_file(root) if root is not None else None
        between = (of_root,) if of_root is not None else ()
        return resolve_all((*self.user, *between, *self.environment, *self.editor, *self.command_line))

    def of_run(self) -> dict[str, Any]:
        """Return by key the settings of this run alone, in the environment and on the command line.

        A process that answers another one reads the files itself.
        """
        resolved = resolve_all((*self.environment, *self.command_line))
        return {
            option.key: getattr(resolved.settings, option.field) for option in OPTIONS if option.key in resolved.origins
        }

    def problems_of_run(self) -> tuple[str, ...]:
        """Return the faults in these."""
        return resolve_all((*self.environment, *self.command_line)).problems


def of_command_line(pairs: Sequence[str]) -> Source:
    """Return the options of repeated `--set KEY=VALUE`."""
    options = {option.key: option for option in OPTIONS}
    given: dict[str, object] = {}
    problems: list[str] = []
    for pair in pairs:
        key, separator, text = pair.partition("=")
        option = options.get(key)
        if not separator:
            problems.append(f"{pair!r} is not KEY=VALUE")
        else:
            given[key] = option.from_text(text) if option is not None else text
    return Source("--set", given, problems=tuple(problems))
