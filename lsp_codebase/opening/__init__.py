"""Answers for a terminal or a tool: from the process that has the index open, else from an index opened here.

An attaching process loads nothing heavy: the modules that open an index are imported when one is opened.
"""

from lsp_codebase.opening.reconnecting import OpenAnswers, ask_host, open_answers
from lsp_codebase.opening.waiting import wait_until_indexed

__all__ = [
    "OpenAnswers",
    "ask_host",
    "open_answers",
    "wait_until_indexed",
]
