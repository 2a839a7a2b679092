"""Which files exist and which changed: walking, ignore rules, fingerprints."""

from lsp_codebase.scan.git_state import GitState
from lsp_codebase.scan.walk import NEVER_ENTERED, FileStat, Scan, scan, stat_file

__all__ = ["NEVER_ENTERED", "FileStat", "GitState", "Scan", "scan", "stat_file"]
