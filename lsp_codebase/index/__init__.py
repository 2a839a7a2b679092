"""The pipeline over scan, parse, embed and store: plan, run, progress, cancel."""

from lsp_codebase.index.indexer import Indexer
from lsp_codebase.index.listener import IndexListener, Progress, SilentListener
from lsp_codebase.index.pool import WorkerPool
from lsp_codebase.index.work import Work

__all__ = ["IndexListener", "Indexer", "Progress", "SilentListener", "Work", "WorkerPool"]
