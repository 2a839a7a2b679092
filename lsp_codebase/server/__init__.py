"""pygls and lsprotocol live here and nowhere else."""

from typing import TYPE_CHECKING, Any

from lsp_codebase.server.app import serve
from lsp_codebase.server.host import Host

if TYPE_CHECKING:
    from lsp_codebase.server.host import Host

__all__ = [
    "Host",
    "serve",
]


def __getattr__(name: str) -> Any:
    """Load the host when it is asked for: `serve` guards the streams before anything else is loaded."""
    if name != "Host":
        raise AttributeError(name)
    from lsp_codebase.server.host import Host

    return Host
