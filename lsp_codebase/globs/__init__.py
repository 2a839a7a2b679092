"""The language of every glob and ignore rule, matched in linear time."""

from lsp_codebase.globs.language import (
    Globs,
    check,
    check_some_match,
    compiled,
    path_glob,
    patterns,
    problem,
    spellings,
    typed_glob,
)
from lsp_codebase.globs.name_index import NameFilter
from lsp_codebase.globs.rule_file import Entries, Rules
from lsp_codebase.globs.wildcard import fold, parse

__all__ = [
    "Entries",
    "Globs",
    "NameFilter",
    "Rules",
    "check",
    "check_some_match",
    "compiled",
    "fold",
    "parse",
    "path_glob",
    "patterns",
    "problem",
    "spellings",
    "typed_glob",
]
