"""The codebases open in this process: each root once, for any number of clients."""

from lsp_codebase.open_roots.open_root import Member
from lsp_codebase.open_roots.open_roots import OpenRoots

__all__ = ["Member", "OpenRoots"]
