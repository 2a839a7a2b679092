"""From the setting `embedding.model` to a loaded model, or to an error that says what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.embed.embedder import Embedder
from lsp_codebase.errors import ModelUnavailable

BUILTIN = Path(__file__).parent / "builtin"
BUILTIN_MODEL = "builtin@a6f4c8c1b107"
"""Its identity, which a test holds to its files: reading 11 MB of them is a tenth of what the first answer takes."""
_REQUIRED = ("model.onnx", "tokenizer.json", "tokenizer_config.json")


def is_light(settings: Settings) -> bool:
    """Whether the model that the settings name is loaded in milliseconds."""
    name = settings.embedding_model.strip()
    return name.lower() in ("none", "hash", "builtin")


def load_embedder(settings: Settings) -> Embedder | None:
    """Return the model that the settings name; None for `none`.

    Loads only from disk unless a hub model is named that is not in the cache yet: that one is downloaded.
    Raises `ModelUnavailable`.
    """
    name = settings.embedding_model.strip()
    if name.lower() == "none":
        return None
    if name.lower() == "hash":
        from lsp_codebase.embed.hashed import HashEmbedder

        return HashEmbedder()
    if name.lower() == "builtin":
        return _from_directory(BUILTIN, settings)
    folder = Path(name).expanduser()
    if folder.is_dir():
        return _from_directory(folder.resolve(), settings)
    if folder.is_absolute() or name.startswith((".", "~")):
        raise ModelUnavailable(f"embedding.model: there is no directory {folder}; give one with model.onnx")
    return _from_hub(name, settings)


def _from_directory(folder: Path, settings: Settings) -> Embedder:
    missing = [file for file in _REQUIRED if not (folder / file).is_file()]
    if missing:
        raise ModelUnavailable(
            f"embedding.model: {folder} lacks {', '.join(missing)}; add them or choose another model"
        )
    with _reported(settings.embedding_model, "check its files or choose another model"):
        from lsp_codebase.embed.static import StaticEmbedder, is_static

        if is_static(folder):
            return StaticEmbedder(folder, BUILTIN_MODEL if folder == BUILTIN else None)
        from lsp_codebase.embed.transformer import open_directory

        return open_directory(folder, settings.embedding_threads)


def _from_hub(name: str, settings: Settings) -> Embedder:
    with _reported(name, 'go online once so that it can be downloaded, or set embedding.model to "builtin"'):
        from lsp_codebase.embed.transformer import open_named

        try:
            return open_named(name, settings.embedding_threads)
        except LookupError as error:
            hint = 'give a directory with model.onnx and tokenizer.json, or set embedding.model to "builtin"'
            raise ModelUnavailable(f"embedding.model: {error}; {hint}") from error


@contextmanager
def _reported(model: str, hint: str) -> Iterator[None]:
    """Turn whatever a model library raises into the one error that callers know: a broken model stops no server."""
    try:
        yield
    except ModelUnavailable:
        raise
    except Exception as error:
        reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
        raise ModelUnavailable(f"embedding.model: {model} cannot be loaded: {reason}; {hint}") from error
