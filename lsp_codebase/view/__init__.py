"""One codebase as one client sees it: questions, what its settings hide, and where hits stand in what is open."""

from lsp_codebase.view.view import Overruled, View

__all__ = ["Overruled", "View"]
