"""The pipeline over scan, parse, embed and store: plan, run, progress, cancel."""

from lsp_codebase.index.embed_job import EmbedJob
from lsp_codebase.index.extract import TextJob, TextRows
from lsp_codebase.index.indexer import Indexer
from lsp_codebase.index.listener import IndexListener, Progress, SilentListener
from lsp_codebase.index.plan import is_current
from lsp_codebase.index.pool import WorkerPool
from lsp_codebase.index.vectorize import SECONDS_PER_CHUNK
from lsp_codebase.index.work_counters import Work

__all__ = [
    "SECONDS_PER_CHUNK",
    "EmbedJob",
    "IndexListener",
    "Indexer",
    "Progress",
    "SilentListener",
    "TextJob",
    "TextRows",
    "Work",
    "WorkerPool",
    "is_current",
]
