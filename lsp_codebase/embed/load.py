"""From the settings that name models to loaded models, or to an error that tells the remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from lsp_codebase.config import Settings
from lsp_codebase.embed.embedder import Embedder
from lsp_codebase.embed.rerankers import Reranker
from lsp_codebase.errors import ModelUnavailable, with_extra

if TYPE_CHECKING:
    from lsp_codebase.embed.reader import Reader

BUILTIN = Path(__file__).parent / "builtin"
BUILTIN_MODEL = "builtin@a6f4c8c1b107"
"""Its identity, which a test holds to its files: reading 11 MB of them is a tenth of the time to the first answer."""
_REQUIRED = ("model.onnx", "tokenizer.json", "tokenizer_config.json")

Model = TypeVar("Model")


def is_light(settings: Settings) -> bool:
    """Whether the model that the settings name is loaded in milliseconds."""
    return settings.embedding_model.lower() in ("none", "hash", "builtin")


def load_embedder(settings: Settings) -> Embedder | None:
    """Return the model that the settings name; None for `none`.

    Loads only from disk unless a hub model is named that is not in the cache yet: that one is downloaded.
    Raises `ModelUnavailable`.
    """
    name, threads = settings.embedding_model, settings.embedding_threads
    if name.lower() == "none":
        return None
    if name.lower() == "hash":
        from lsp_codebase.embed.hashed import HashEmbedder

        return HashEmbedder()
    return _Named(
        "embedding.model",
        str(BUILTIN) if name.lower() == "builtin" else name,
        'set embedding.model to "builtin"',
        partial(_embedder_of, threads=threads),
        partial(_named_embedder, threads=threads),
    ).loaded()


@lru_cache(maxsize=1)
def builtin_embedder() -> Embedder:
    """Return the built-in model, with any settings; the same for all callers: its files are mapped once."""
    from lsp_codebase.embed.static import StaticEmbedder

    return StaticEmbedder(BUILTIN, BUILTIN_MODEL)


@lru_cache(maxsize=1)
def builtin_reader() -> Reader:
    """Return the built-in model that reads question and place together; the same for all callers."""
    from lsp_codebase.embed.reader import Reader
    from lsp_codebase.embed.static import StaticEmbedder

    table = builtin_embedder()
    assert isinstance(table, StaticEmbedder)
    return Reader(BUILTIN.with_name("builtin_reader.npz"), table)


def load_reranker(name: str, threads: int) -> Reranker:
    """Return the model that the setting `rerank.model` names; downloads as `load_embedder` does.

    Raises `ModelUnavailable`.
    """
    return _Named(
        "rerank.model",
        name,
        'set rerank.model to "builtin"',
        partial(_reranker_of, threads=threads),
        partial(_named_reranker, threads=threads),
    ).loaded()


def _embedder_of(folder: Path, threads: int) -> Embedder:
    from lsp_codebase.embed.static import StaticEmbedder, is_static

    if folder == BUILTIN.resolve():
        return builtin_embedder()
    if is_static(folder):
        return StaticEmbedder(folder)
    from lsp_codebase.embed.transformer import open_directory

    return open_directory(folder, threads)


def _named_embedder(name: str, threads: int) -> Embedder:
    from lsp_codebase.embed.transformer import open_named

    return open_named(name, threads)


def _reranker_of(folder: Path, threads: int) -> Reranker:
    from lsp_codebase.embed.cross_encoder import is_cross_encoder, open_cross_encoder
    from lsp_codebase.embed.rerankers import BiEncoder
    from lsp_codebase.embed.transformer import TransformerEmbedder

    if is_cross_encoder(folder):
        return open_cross_encoder(folder, threads)
    embedder = _embedder_of(folder, threads)
    return BiEncoder(embedder, embedder.embed_stretches if isinstance(embedder, TransformerEmbedder) else None)


def _named_reranker(name: str, threads: int) -> Reranker:
    from lsp_codebase.embed.cross_encoder import named_reranker

    return named_reranker(name, threads)


@dataclass(frozen=True, slots=True)
class _Named(Generic[Model]):
    """A model as a setting names it, and how to load it: from an absolute directory, or by a name for fastembed.

    A relative one would be another in each process: they stand in different folders.
    """

    setting: str
    name: str
    otherwise: str
    of_folder: Callable[[Path], Model]
    of_hub: Callable[[str], Model]

    def loaded(self) -> Model:
        """Return the model.

        Raises:
            ModelUnavailable: for any error of a model library: a broken model stops no server.
        """
        folder = Path(self.name)
        if folder.is_absolute():
            return self._in_folder(folder)
        with self._reported(f"go online once so that it can be downloaded, or {self.otherwise}"):
            try:
                return self.of_hub(self.name)
            except LookupError as error:
                hint = f"name a directory as ./{self.name} or in full, or {self.otherwise}"
                raise ModelUnavailable(f"{self.setting}: {error}; {hint}") from error

    def _in_folder(self, folder: Path) -> Model:
        with self._reported("check its files or choose another model"):
            if not folder.is_dir():
                raise ModelUnavailable(f"{self.setting}: there is no directory {folder}; give one with model.onnx")
            folder = folder.resolve()
            if missing := [file for file in _REQUIRED if not (folder / file).is_file()]:
                lacks = f"{folder} lacks {', '.join(missing)}; add them or choose another model"
                raise ModelUnavailable(f"{self.setting}: {lacks}")
            return self.of_folder(folder)

    @contextmanager
    def _reported(self, hint: str) -> Iterator[None]:
        try:
            yield
        except ModelUnavailable:
            raise
        except ModuleNotFoundError as error:
            extra = f"{with_extra('models')}, or {self.otherwise} ({error})"
            raise ModelUnavailable(f"{self.setting}: {self.name} needs an extra: {extra}") from error
        except Exception as error:
            reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
            raise ModelUnavailable(f"{self.setting}: {self.name} cannot be loaded: {reason}; {hint}") from error
