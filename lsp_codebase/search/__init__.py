"""Recall, fuse, rank and pack; understanding of queries; filters."""

from lsp_codebase.search.engine import Engine

__all__ = ["Engine"]
