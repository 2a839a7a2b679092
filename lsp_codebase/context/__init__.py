"""Code as one Markdown document for a model that sees nothing else, within a budget of tokens.

Either the hits of a search with their related code, or chosen places: lines, files, directories.
"""

from lsp_codebase.context.of_places import ChosenPlace, of_places
from lsp_codebase.context.of_search import of_search, search_for
from lsp_codebase.context.page import ContextPage, path_namer, tokens_of

__all__ = [
    "ChosenPlace",
    "ContextPage",
    "of_places",
    "of_search",
    "path_namer",
    "search_for",
    "tokens_of",
]
