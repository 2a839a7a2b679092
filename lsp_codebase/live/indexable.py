"""Which files the index would take, indexed yet or not."""

from __future__ import annotations

from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.index import ignore_rules
from lsp_codebase.scan import GONE, FileStat, is_left_out, is_secret, stat_inside


def is_searched(root: Path, settings: Settings, path: str, *, is_indexed: bool) -> bool:
    """Whether the index would take a file, there or not: never a secret, a linked or an ignored one."""
    if is_secret(path):
        return False
    if not isinstance(found := stat_inside(root, path), FileStat) and found != GONE:
        return False
    return is_indexed or not is_left_out(ignore_rules(root, settings), path)
