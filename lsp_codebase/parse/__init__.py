"""From bytes to symbols and chunks, in every language people use. The index's workers call `parse_file`.

Importing this package loads no grammar: tree-sitter comes with the first file that needs it.
"""

from typing import TYPE_CHECKING, Any

from lsp_codebase.parse.chunk_texts import chunk_texts, shown_text
from lsp_codebase.parse.decoding import SourceText, decode, is_binary, to_utf8
from lsp_codebase.parse.detect import detect_language
from lsp_codebase.parse.facets import path_facets
from lsp_codebase.parse.file_marks import is_handwritten
from lsp_codebase.parse.language_names import LANGUAGE_WORDS, languages_named, other_names
from lsp_codebase.parse.languages import CODE, LANGUAGES, STYLES, Language
from lsp_codebase.parse.limits import PARSE_TIMEOUT_MS, ParseLimits
from lsp_codebase.parse.strings import string_literals
from lsp_codebase.parse.tokens import (
    LONGEST_TOKEN,
    TOKENIZER_VERSION,
    cut,
    joined,
    part_string,
    split_identifier,
    stem,
    token_string,
    tokenize,
    tokens_of_word,
    word_parts,
    word_places,
    word_string,
    words,
)
from lsp_codebase.parse.version import PARSER_VERSION

if TYPE_CHECKING:
    from lsp_codebase.parse.file import TIMED_OUT, assemble_file, parse_file

__all__ = [
    "CODE",
    "LANGUAGES",
    "LANGUAGE_WORDS",
    "LONGEST_TOKEN",
    "PARSER_VERSION",
    "PARSE_TIMEOUT_MS",
    "STYLES",
    "TIMED_OUT",
    "TOKENIZER_VERSION",
    "Language",
    "ParseLimits",
    "SourceText",
    "assemble_file",
    "chunk_texts",
    "cut",
    "decode",
    "detect_language",
    "is_binary",
    "is_handwritten",
    "joined",
    "languages_named",
    "other_names",
    "parse_file",
    "part_string",
    "path_facets",
    "shown_text",
    "split_identifier",
    "stem",
    "string_literals",
    "to_utf8",
    "token_string",
    "tokenize",
    "tokens_of_word",
    "word_parts",
    "word_places",
    "word_string",
    "words",
]


def __getattr__(name: str) -> Any:
    """Load the parser itself on first use: processes that only answer never do."""
    if name not in ("TIMED_OUT", "assemble_file", "parse_file"):
        raise AttributeError(name)
    from lsp_codebase.parse import file

    return getattr(file, name)
