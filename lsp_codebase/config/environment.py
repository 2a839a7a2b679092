"""Settings in the environment: a variable for each, as `LSP_CODEBASE_INDEX_EXCLUDE`; one that is empty says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lsp_codebase.config.places import read_named_file
from lsp_codebase.config.resolving import Source
from lsp_codebase.config.table import OPTIONS, VARIABLES
from lsp_codebase.nearest import nearest

FILE_VARIABLE = VARIABLES + "CONFIG"
"""Names a file of settings."""
TOKEN_VARIABLE = VARIABLES + "TOKEN"
"""Holds the token of `serve --http`, which is no setting."""
TEAM_TOKEN_VARIABLE = VARIABLES + "TEAM_TOKEN"
"""Holds the token that `team.server` asks for, which is no setting either: those are shown."""
SIGNING_KEY_VARIABLE = VARIABLES + "TEAM_SIGNING_KEY"
"""Names the file of the key that signs published indexes, which no file of settings may name."""

_OPTIONS = {option.variable: option for option in OPTIONS}
_OTHERS = (FILE_VARIABLE, TOKEN_VARIABLE, TEAM_TOKEN_VARIABLE, SIGNING_KEY_VARIABLE)


def read_environment(environment: Mapping[str, str]) -> Iterator[Source]:
    """Yield the file that the environment names, and then each of our variables."""
    if environment.get(FILE_VARIABLE):
        yield read_named_file(environment[FILE_VARIABLE])
    for name, text in sorted(environment.items()):
        option = _OPTIONS.get(name)
        if option is not None and text:
            yield Source(name, {option.key: option.from_text(text)})
        elif option is None and name.startswith(VARIABLES) and name not in _OTHERS:
            yield Source(name, problems=(f"unknown variable{_hint(name)}",))


def _hint(name: str) -> str:
    own = {variable.removeprefix(VARIABLES): variable for variable in (*_OPTIONS, FILE_VARIABLE)}
    near = nearest(name.removeprefix(VARIABLES), own)
    return f"; did you mean {own[near[0]]}?" if near else "; `lsp-codebase config` lists all settings"
