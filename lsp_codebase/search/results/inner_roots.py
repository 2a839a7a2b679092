"""Folders inside of folders: the innermost alone answers about a file that lies in several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from lsp_codebase.globs import path_glob
from lsp_codebase.model import SearchQuery
from lsp_codebase.paths import is_within, relative_to
from lsp_codebase.scan import has_text_name


def without_inner(query: SearchQuery, root: Path, roots: Iterable[Path]) -> SearchQuery:
    """Return the query for one root of several: without files of another one inside of it."""
    inner = [relative_to(other, root) for other in roots if other != root and is_within(other, root)]
    left_out = tuple(path_glob(path) + "/" for path in inner if has_text_name(path))
    return replace(query, exclude=(*query.exclude, *left_out))
