"""pygls and lsprotocol live here and nowhere else."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lsp_codebase.server.app import serve
from lsp_codebase.server.forced_exit import ForcedExit
from lsp_codebase.server.logs import configure_logging
from lsp_codebase.server.transport import cannot_listen

if TYPE_CHECKING:
    from lsp_codebase.server.host import Host
    from lsp_codebase.server.single_requests import SingleRequests

__all__ = [
    "ForcedExit",
    "Host",
    "SingleRequests",
    "cannot_listen",
    "configure_logging",
    "serve",
]

_LATER = {"Host": "host", "SingleRequests": "single_requests"}


def __getattr__(name: str) -> Any:
    """Load the names on request: `serve` guards the streams before anything else is loaded."""
    if name not in _LATER:
        raise AttributeError(name)
    return getattr(import_module(f"lsp_codebase.server.{_LATER[name]}"), name)
