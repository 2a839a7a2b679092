"""pygls and lsprotocol live here and nowhere else."""

from lsp_codebase.server.app import serve
from lsp_codebase.server.host import Host

__all__ = [
    "Host",
    "serve",
]
