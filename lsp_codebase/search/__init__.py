"""Recall, fuse, rank and pack; understanding of queries; filters."""

from lsp_codebase.search.engine import Engine
from lsp_codebase.search.filters import check_languages, validate

__all__ = ["Engine", "check_languages", "validate"]
