"""Which files exist and which changed: walking, ignore rules, fingerprints."""

from lsp_codebase.scan.git_state import GitState
from lsp_codebase.scan.walk import (
    COARSE_NS,
    DIRECTORY,
    GONE,
    NEVER_ENTERED,
    TICK_NS,
    FileStat,
    Scan,
    has_text_name,
    is_left_out,
    scan,
    stat_file,
    stat_inside,
)
from lsp_codebase.scan.watch import Watcher

__all__ = [
    "COARSE_NS",
    "DIRECTORY",
    "GONE",
    "NEVER_ENTERED",
    "TICK_NS",
    "FileStat",
    "GitState",
    "Scan",
    "Watcher",
    "has_text_name",
    "is_left_out",
    "scan",
    "stat_file",
    "stat_inside",
]
