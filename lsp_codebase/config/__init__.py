"""The settings: their table, the places that set them, and the winner among these."""

from lsp_codebase.config.environment import FILE_VARIABLE, SIGNING_KEY_VARIABLE, TEAM_TOKEN_VARIABLE, TOKEN_VARIABLE
from lsp_codebase.config.places import OWN_FILE, PYTHON_FILE, ROOT_FILES, abbreviated, user_file
from lsp_codebase.config.resolving import ProblemNotices, Resolved, Source, resolve_all
from lsp_codebase.config.schema import file_schema, json_schema
from lsp_codebase.config.sources import Sources, of_command_line
from lsp_codebase.config.table import (
    GROUPS,
    OPTIONS,
    SECTION,
    Applies,
    Option,
    Settings,
    as_opened,
    opened_otherwise,
    touched,
)

__all__ = [
    "FILE_VARIABLE",
    "GROUPS",
    "OPTIONS",
    "OWN_FILE",
    "PYTHON_FILE",
    "ROOT_FILES",
    "SECTION",
    "SIGNING_KEY_VARIABLE",
    "TEAM_TOKEN_VARIABLE",
    "TOKEN_VARIABLE",
    "Applies",
    "Option",
    "ProblemNotices",
    "Resolved",
    "Settings",
    "Source",
    "Sources",
    "abbreviated",
    "as_opened",
    "file_schema",
    "json_schema",
    "of_command_line",
    "opened_otherwise",
    "resolve_all",
    "touched",
    "user_file",
]
