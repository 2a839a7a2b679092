"""The choice of vectors that answer: those of the set model or, until it has read everything, of the one before."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.embed import Embedder, load_embedder
from lsp_codebase.errors import IndexUnavailable, ModelUnavailable
from lsp_codebase.indexes import Answering, ModelVectors, Saved
from lsp_codebase.model import status_texts
from lsp_codebase.store import ModelRecord, Store, read_model, write_model

logger = logging.getLogger(__name__)


class Models:
    """The set model, and the one that answers meanwhile. One thread changes them, any thread asks."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.wanted: Embedder | None = None  # None also if it is of no use here
        self.vectors: ModelVectors | None = None  # its own
        self.earlier: Embedder | None = None  # the model before, while it answers
        self._earlier_vectors: ModelVectors | None = None
        self._awaited: str | None = None  # the set model, while the writer, in another process, has no vectors of it

    @property
    def name(self) -> str | None:
        """The identity of the set model, if it can be used."""
        return self.wanted.model if self.wanted else None

    def known(self, directory: Path) -> str | None:
        """Return the identity of the set model, before it is loaded, where its vectors were once complete."""
        record = read_model(directory)
        return record.model if record is not None and record.setting == self._settings.embedding_model else None

    @property
    def embeds_while_reading(self) -> bool:
        """Whether the readers of files embed them too: each of them would load a heavy model."""
        return self.vectors is not None and self.wanted is not None and not self.wanted.is_heavy

    @property
    def answering(self) -> Answering | None:
        """The model that questions are put to, with its present vectors."""
        if self.earlier is not None and self._earlier_vectors is not None:
            return Answering(self.earlier, self._earlier_vectors.answering)
        return Answering(self.wanted, self.vectors.answering) if self.wanted and self.vectors else None

    @property
    def settled_vectors(self) -> ModelVectors | None:
        """The vectors of the set model, if no other answers meanwhile."""
        return self.vectors if self.earlier is None else None

    def load(
        self, store: Store, *, anew: bool, loaded: Embedder | None = None, saved: Saved | None = None
    ) -> str | None:
        """Load the set model, without its vectors if they are to be made `anew`; return why another one answers.

        `loaded` is the set model, where it is loaded already; `saved` may have its vectors.
        """
        message = self._load_wanted(loaded)
        wanted, self._awaited = self.wanted, None
        if wanted is not None:
            if anew:
                store.vectors.discard(wanted.model)
            try:
                store.vectors.use(wanted.model, wanted.dimension)
            except IndexUnavailable:  # a reader ahead of its writer
                self.wanted, self._awaited = None, wanted.model
        known = saved.vectors if saved is not None and saved.model == self.name else None
        self.vectors = ModelVectors(store.vectors, store.live, known) if self.wanted else None
        self._load_earlier(store, wanted)
        if self.earlier is not None and self.wanted is not None:
            return status_texts.STILL_ANSWERS.format(earlier=self.earlier.model, wanted=self.wanted.model)
        return message

    def forget_wanted(self) -> None:
        """Do without the set model: it turned out to be of no use."""
        self.wanted = self.vectors = None

    def forget_earlier(self) -> None:
        """Let the set model answer."""
        self.earlier = self._earlier_vectors = None

    def follow(self) -> bool:
        """Load vectors that another process made since; return whether there are any."""
        followed = [vectors.follow() for vectors in (self.vectors, self._earlier_vectors) if vectors]
        return any(followed)

    def show(self, live: Mapping[int, object]) -> None:
        """Answer with the vectors of live files alone, by id."""
        for vectors in (self.vectors, self._earlier_vectors):
            if vectors is not None:
                vectors.show(live)

    def settle(self, store: Store) -> bool:
        """Let the set model answer from now on if it has read everything; return whether that is new.

        Raises:
            OSError: if that cannot be written down.
        """
        wanted = self.wanted
        if wanted is None or store.without_vectors() or (not self.earlier and _is_settled(store, wanted)):
            return False
        write_model(store.directory, ModelRecord(self._settings.embedding_model, wanted.model))
        return True

    def has_changed(self, store: Store) -> bool:
        """Whether the writer, in another process, has vectors by now, or no longer lets the earlier model answer."""
        if self._awaited is not None:
            return store.vectors.exist(self._awaited)
        return self.earlier is not None and not _is_settled(store, self.earlier)

    def _load_wanted(self, loaded: Embedder | None) -> str | None:
        self.wanted = None
        try:
            self.wanted = loaded or load_embedder(self._settings)
        except ModelUnavailable as error:
            return status_texts.LEXICAL.format(reason=error)
        return None if self.wanted else status_texts.LEXICAL.format(reason="no embedding model is set")

    def _load_earlier(self, store: Store, wanted: Embedder | None) -> None:
        self.forget_earlier()
        record = read_model(store.directory)
        if wanted is None or record is None or record.model == wanted.model:
            return
        try:
            embedder = load_embedder(replace(self._settings, embedding_model=record.setting))
            if embedder is None or embedder.model != record.model:
                return
            vectors = store.other_vectors()
            vectors.use(embedder.model, embedder.dimension)
        except (ModelUnavailable, IndexUnavailable) as error:
            logger.info("the earlier embedding model is of no use: %s", error)
            return
        self.earlier, self._earlier_vectors = embedder, ModelVectors(vectors, store.live)


def _is_settled(store: Store, model: Embedder) -> bool:
    """Whether a model is known to have read everything before."""
    record = read_model(store.directory)
    return record is not None and record.model == model.model
