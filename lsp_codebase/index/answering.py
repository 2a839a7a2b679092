"""Which vectors answer: those of the model that is set or, until it has read everything, those of the one before."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder, load_embedder
from lsp_codebase.errors import IndexUnavailable, ModelUnavailable
from lsp_codebase.store import ModelRecord, Store, VectorTable, read_model, write_model

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answering:
    """A model and the vectors it made; only together are they of use."""

    embedder: Embedder
    vectors: VectorTable


def earlier(settings: Settings, store: Store, wanted: Embedder | None) -> Answering | None:
    """Return the model that answers until `wanted` has read everything; None if there is none, or it is `wanted`."""
    record = read_model(store.directory)
    if wanted is None or record is None or record.model == wanted.model:
        return None
    try:
        embedder = load_embedder(replace(settings, embedding_model=record.setting))
        if embedder is None or embedder.model != record.model:
            return None
        vectors = store.other_vectors()
        vectors.use(embedder.model, embedder.dimension)
    except (ModelUnavailable, IndexUnavailable) as error:
        logger.info("the earlier embedding model is of no use: %s", error)
        return None
    return Answering(embedder, vectors)


def is_settled(store: Store, wanted: Embedder) -> bool:
    """Whether `wanted` is known to have read everything before."""
    record = read_model(store.directory)
    return record is not None and record.model == wanted.model


def settle(settings: Settings, store: Store, wanted: Embedder) -> None:
    """Remember that `wanted` has read everything and answers from now on.

    Raises:
        OSError: if that cannot be written.
    """
    write_model(store.directory, ModelRecord(settings.embedding_model, wanted.model))
