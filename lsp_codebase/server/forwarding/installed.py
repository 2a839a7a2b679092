"""Whether the files of this package are still those that this process began with: an upgrade may have replaced them.

A process that has forwarded for days has loaded little of the package; the rest of it would be of another version.
"""

from __future__ import annotations

import re

import lsp_codebase

_VERSION = re.compile(rb'^__version__ = "(.*)"', re.MULTILINE)


def replaced() -> str | None:
    """Return why no more of the package may be loaded, None if it is as it was."""
    loader = lsp_codebase.__spec__.loader if lsp_codebase.__spec__ else None
    if loader is None or not hasattr(loader, "get_data"):  # packed in a way that we do not know
        return None
    try:
        found = _VERSION.search(loader.get_data(lsp_codebase.__file__))
    except OSError:
        return "lsp-codebase was removed or moved while it ran"
    if found is None or (version := found[1].decode()) == lsp_codebase.__version__:
        return None
    return f"lsp-codebase {lsp_codebase.__version__} was replaced by {version} while it ran"
