"""The snippets that the pages of the editors show, from the files that `lsp-codebase editor-config` prints."""

from __future__ import annotations

import re
from pathlib import Path

from lsp_codebase.cli.editors import SNIPPETS

_SHOWN = re.compile(r"(<!-- snippet ([\w-]+) -->\n).*?(<!-- /snippet -->)", re.DOTALL)


def page(text: str) -> str:
    """Return a page with its snippets renewed."""
    return _SHOWN.sub(lambda found: f"{found[1]}{_fenced(found[2])}{found[3]}", text)


def _fenced(name: str) -> str:
    snippet = SNIPPETS[name]
    return f"```{Path(snippet.file).suffix[1:]}\n{snippet.text()}```\n"
