"""Tools for a model that reads code: their arguments, descriptions and answers as text; over MCP, LSP or others."""

from lsp_codebase.tools.first_index import POLL_S, how_far
from lsp_codebase.tools.path_completion import paths_holding
from lsp_codebase.tools.render import index_notes
from lsp_codebase.tools.render_files import tree_text
from lsp_codebase.tools.replies import Reply
from lsp_codebase.tools.toolbox import CONVENTIONS, Tool, Toolbox, ToolRefused

__all__ = [
    "CONVENTIONS",
    "POLL_S",
    "Reply",
    "Tool",
    "ToolRefused",
    "Toolbox",
    "how_far",
    "index_notes",
    "paths_holding",
    "tree_text",
]
