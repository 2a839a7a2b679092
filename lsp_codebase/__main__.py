"""`python -m lsp_codebase` is `lsp-codebase`."""

import os
import sys


def _here() -> str:
    """Return the current folder, "" where it is gone: `-m` calls it so then."""
    try:
        return os.getcwd()
    except OSError:
        return ""


if __name__ == "__main__":
    # `-m` looks for modules in the current folder first. That may be a workspace, with a `json.py` of its own.
    if sys.path[0] in ("", _here()) and not getattr(sys.flags, "safe_path", False):
        del sys.path[0]

    from lsp_codebase.cli import main

    sys.exit(main())
