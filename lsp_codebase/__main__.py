"""`python -m lsp_codebase` is `lsp-codebase`."""

import sys

from lsp_codebase.cli import main

if __name__ == "__main__":
    sys.exit(main())
