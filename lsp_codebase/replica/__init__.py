"""Answers from published indexes alone: nothing is written, and no source tree need be here."""

from lsp_codebase.replica.answers import Replica

__all__ = ["Replica"]
