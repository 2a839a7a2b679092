"""Text to vectors: the built-in model, any fastembed model, a directory on disk, or none.

Called by `index` for chunks and by `search` for queries. Nothing heavy is imported until a model is loaded; `fastembed`
appears in this package only, in `transformer.py`.
"""

from lsp_codebase.embed.embedder import Embedder
from lsp_codebase.embed.load import is_light, load_embedder

__all__ = [
    "Embedder",
    "is_light",
    "load_embedder",
]
