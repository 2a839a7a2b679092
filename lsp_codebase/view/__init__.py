"""One codebase as one client sees it: questions, text that its settings hide, and places of hits in open documents."""

from lsp_codebase.view.asking import of_each, once_open
from lsp_codebase.view.view import Overruled, View

__all__ = ["Overruled", "View", "of_each", "once_open"]
