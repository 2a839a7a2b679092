"""The pipeline over scan, parse, embed and store: plan, run, progress, cancel."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lsp_codebase.index.history_keeper import present_history
from lsp_codebase.index.indexer import Indexer
from lsp_codebase.index.listener import Doorkeeper, IndexListener, Progress, SilentListener
from lsp_codebase.index.place import Place
from lsp_codebase.index.plan import fits, has_changed, is_current, most_bytes
from lsp_codebase.index.repairs import Repairs, wait_while
from lsp_codebase.index.scanning import excluded, ignore_rules, written_below
from lsp_codebase.index.work_counters import Work
from lsp_codebase.index.workers.pool import WorkerPool

if TYPE_CHECKING:
    from lsp_codebase.index.embed_job import Embedded, EmbedJob
    from lsp_codebase.index.sharing.fetching import FetchedIndex, fetch
    from lsp_codebase.index.sharing.publishing import PublishedIndex, publish
    from lsp_codebase.index.vectorize import SECONDS_PER_CHUNK
    from lsp_codebase.index.workers.extract import TextJob, TextRows

__all__ = [
    "SECONDS_PER_CHUNK",
    "Doorkeeper",
    "EmbedJob",
    "Embedded",
    "FetchedIndex",
    "IndexListener",
    "Indexer",
    "Place",
    "Progress",
    "PublishedIndex",
    "Repairs",
    "SilentListener",
    "TextJob",
    "TextRows",
    "Work",
    "WorkerPool",
    "excluded",
    "fetch",
    "fits",
    "has_changed",
    "ignore_rules",
    "is_current",
    "most_bytes",
    "present_history",
    "publish",
    "wait_while",
    "written_below",
]

_LATER = {
    "EmbedJob": "embed_job",
    "Embedded": "embed_job",
    "TextJob": "workers.extract",
    "TextRows": "workers.extract",
    "SECONDS_PER_CHUNK": "vectorize",
    "FetchedIndex": "sharing.fetching",
    "fetch": "sharing.fetching",
    "PublishedIndex": "sharing.publishing",
    "publish": "sharing.publishing",
}


def __getattr__(name: str) -> Any:
    """Load worker jobs and the publisher at their first use: the first answers need none."""
    if name not in _LATER:
        raise AttributeError(name)
    return getattr(import_module(f"lsp_codebase.index.{_LATER[name]}"), name)
