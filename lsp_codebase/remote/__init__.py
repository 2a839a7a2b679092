"""The index of a team's server, asked over HTTP, beside the small one of what is changed here."""

from lsp_codebase.remote.beside import TeamIndex

__all__ = ["TeamIndex"]
