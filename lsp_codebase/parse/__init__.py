"""From bytes to symbols and chunks, in every language people use. The index's workers call `parse_file`.

Importing this package loads no grammar: tree-sitter comes with the first file that needs it.
"""

from lsp_codebase.parse.facets import path_facets
from lsp_codebase.parse.file import TIMED_OUT, parse_file
from lsp_codebase.parse.languages import LANGUAGES, Language, detect_language
from lsp_codebase.parse.limits import ParseLimits
from lsp_codebase.parse.text import is_binary

__all__ = [
    "LANGUAGES",
    "TIMED_OUT",
    "Language",
    "ParseLimits",
    "detect_language",
    "is_binary",
    "parse_file",
    "path_facets",
]
