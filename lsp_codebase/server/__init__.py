"""pygls and lsprotocol live here and nowhere else."""

from lsp_codebase.server.app import serve

__all__ = [
    "serve",
]
