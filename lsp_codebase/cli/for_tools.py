"""`mcp`: the door for AI tools that do not speak LSP."""

from __future__ import annotations

import argparse

from lsp_codebase.cli.opening import root_of, unindexed
from lsp_codebase.cli.told import tell

_DONE, _BAD = 0, 2


def mcp(options: argparse.Namespace) -> int:
    """Serve one client on standard input and output."""
    try:
        from lsp_codebase.mcp import serve
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("mcp", "mcp_types"):
            raise
        tell("`mcp` needs an extra: pip install 'lsp-codebase[mcp]'")
        return _BAD
    with unindexed(options, root_of(options)) as workspace:
        serve(workspace)
    return _DONE
