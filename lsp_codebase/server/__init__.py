"""pygls and lsprotocol live here and nowhere else."""

from lsp_codebase.server.app import answer_singly, serve
from lsp_codebase.server.last_resort import LastResort
from lsp_codebase.server.logs import configure_logging
from lsp_codebase.server.transport import Unreadable, decode

__all__ = [
    "LastResort",
    "Unreadable",
    "answer_singly",
    "configure_logging",
    "decode",
    "serve",
]
