"""One file for each LSP method; handlers hold no decisions.

`$/cancelRequest` and `$/setTrace` belong to JSON-RPC and are answered by `dispatch` and pygls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lsprotocol import types

from lsp_codebase.server.features.call_tool import call_tool
from lsp_codebase.server.features.calls import calls
from lsp_codebase.server.features.clear import clear
from lsp_codebase.server.features.context import context
from lsp_codebase.server.features.definitions import definitions
from lsp_codebase.server.features.did_change import did_change
from lsp_codebase.server.features.did_change_configuration import did_change_configuration
from lsp_codebase.server.features.did_change_watched_files import did_change_watched_files
from lsp_codebase.server.features.did_change_workspace_folders import did_change_workspace_folders
from lsp_codebase.server.features.did_close import did_close
from lsp_codebase.server.features.did_create_files import did_create_files
from lsp_codebase.server.features.did_delete_files import did_delete_files
from lsp_codebase.server.features.did_open import did_open
from lsp_codebase.server.features.did_rename_files import did_rename_files
from lsp_codebase.server.features.did_save import did_save
from lsp_codebase.server.features.directory_tree import directory_tree
from lsp_codebase.server.features.doctor import doctor
from lsp_codebase.server.features.document_symbol import document_symbol
from lsp_codebase.server.features.execute_command import execute_command
from lsp_codebase.server.features.exit import exit
from lsp_codebase.server.features.file_symbols import file_symbols
from lsp_codebase.server.features.history import history
from lsp_codebase.server.features.hybrid_search import hybrid_search
from lsp_codebase.server.features.initialize import initialize
from lsp_codebase.server.features.initialized import initialized
from lsp_codebase.server.features.list_directory import list_directory
from lsp_codebase.server.features.list_files import list_files
from lsp_codebase.server.features.read_file import read_file
from lsp_codebase.server.features.reindex import reindex
from lsp_codebase.server.features.shutdown import shutdown
from lsp_codebase.server.features.similar import similar
from lsp_codebase.server.features.status import status
from lsp_codebase.server.features.symbols import symbols
from lsp_codebase.server.features.work_done_progress_cancel import work_done_progress_cancel
from lsp_codebase.server.features.workspace_symbol import workspace_symbol

_EVERY_FILE = types.FileOperationRegistrationOptions(
    filters=[types.FileOperationFilter(scheme="file", pattern=types.FileOperationPattern(glob="**/*"))]
)

Handler = tuple[Callable[..., Any], Any]
"""A function of the client and the params, and the options that its capability announces."""

HANDLERS: Mapping[str, Handler] = {
    types.INITIALIZE: (initialize, None),
    types.INITIALIZED: (initialized, None),
    types.SHUTDOWN: (shutdown, None),
    types.EXIT: (exit, None),
    types.TEXT_DOCUMENT_DID_OPEN: (did_open, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (did_change, None),
    types.TEXT_DOCUMENT_DID_CLOSE: (did_close, None),
    types.TEXT_DOCUMENT_DID_SAVE: (did_save, types.SaveOptions(include_text=False)),
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: (did_change_configuration, None),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (did_change_watched_files, None),
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: (did_change_workspace_folders, None),
    types.WORKSPACE_DID_CREATE_FILES: (did_create_files, _EVERY_FILE),
    types.WORKSPACE_DID_DELETE_FILES: (did_delete_files, _EVERY_FILE),
    types.WORKSPACE_DID_RENAME_FILES: (did_rename_files, _EVERY_FILE),
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL: (work_done_progress_cancel, None),
    types.WORKSPACE_EXECUTE_COMMAND: (execute_command, None),
    types.WORKSPACE_SYMBOL: (
        workspace_symbol,
        types.WorkspaceSymbolOptions(resolve_provider=False, work_done_progress=True),
    ),
    "codebase/hybridSearch": (hybrid_search, None),
    "codebase/similar": (similar, None),
    "codebase/symbols": (symbols, None),
    "codebase/fileSymbols": (file_symbols, None),
    "codebase/definitions": (definitions, None),
    "codebase/calls": (calls, None),
    "codebase/history": (history, None),
    "codebase/context": (context, None),
    "codebase/directoryTree": (directory_tree, None),
    "codebase/listDirectory": (list_directory, None),
    "codebase/listFiles": (list_files, None),
    "codebase/readFile": (read_file, None),
    "codebase/status": (status, None),
    "codebase/reindex": (reindex, None),
    "codebase/clear": (clear, None),
    "codebase/doctor": (doctor, None),
    "codebase/callTool": (call_tool, None),
}
"""The handler of each method."""

OPTIONAL: Mapping[str, Handler] = {types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (document_symbol, None)}
"""Handled only from the moment on that it is wanted."""
