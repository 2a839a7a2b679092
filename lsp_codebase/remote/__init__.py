"""The index of a team's server, asked over HTTP, beside the small index of local changes."""

from lsp_codebase.remote.beside import TeamIndex

__all__ = ["TeamIndex"]
