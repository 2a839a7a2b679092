"""pygls and lsprotocol live here and nowhere else."""

from lsp_codebase.server.app import answer_singly, serve
from lsp_codebase.server.last_resort import LastResort
from lsp_codebase.server.logs import configure_logging

__all__ = [
    "LastResort",
    "answer_singly",
    "configure_logging",
    "serve",
]
