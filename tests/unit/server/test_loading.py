"""Classes of messages that are loaded with less work behave as lsprotocol means them to."""

from __future__ import annotations

import subprocess
import sys

LOAD = "from lsp_codebase.server.loading import import_lsprotocol; import_lsprotocol()\n"
ASK = """
import gc
from lsprotocol.types import *
def refused(value):
    try:
        return hash(value) and False
    except TypeError:
        return True
place = TextDocumentIdentifier("file:///a")
folder, same, other = (WorkspaceFolder("file:///a", name) for name in ("one", "one", "two"))
params = DefinitionParams(place, Position(1, 2), work_done_token="t")
print(repr(params), repr(folder), repr(Range(Position(0, 0), Position(0, 1))), repr(SymbolKind.Class))
print(folder == same, folder != same, folder == other, folder != other, folder == place, folder != 1)
print(params == DefinitionParams(place, Position(1, 2), "t"), params == DefinitionParams(place, Position(1, 3), "t"))
print(Position(1, 2) < Position(2, 1), Position(1, 2) == Position(1, 2))
print([refused(value) for value in (place, folder, params, Range(Position(0, 0), Position(0, 1)))])
try:
    WorkspaceFolder(1, "one")
except TypeError as error:
    print(error)
"""
SHARED = """
from lsprotocol.types import HoverParams, TextEdit
print(HoverParams.__eq__ is TextEdit.__eq__, HoverParams.__repr__ is TextEdit.__repr__)
"""


def printed(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_values_compare_hash_and_print_as_they_do_without_it() -> None:
    assert printed(LOAD + ASK) == printed(ASK)


def test_one_comparison_serves_all_classes() -> None:
    assert printed(LOAD + SHARED) == "True True\n"
    assert printed(SHARED) == "False False\n"
