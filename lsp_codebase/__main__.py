"""`python -m lsp_codebase` is `lsp-codebase`."""

import os
import sys

if __name__ == "__main__":
    # `-m` looks for modules in the current folder first, which may be a workspace: its `json.py` is none of ours.
    if sys.path[0] in ("", os.getcwd()) and not getattr(sys.flags, "safe_path", False):
        del sys.path[0]

    from lsp_codebase.cli import main

    sys.exit(main())
