"""Text to vectors: the built-in model, any fastembed model, a directory on disk, or none; and models that re-rank.

Called by `index` for chunks and by `search` for queries. Nothing heavy is imported until a model is loaded; `fastembed`
appears in this package only, in `transformer.py` and `cross_encoder.py`.
"""

from lsp_codebase.embed.embedder import Embedder, unit_rows
from lsp_codebase.embed.load import builtin_embedder, builtin_reader, is_light, load_embedder, load_reranker
from lsp_codebase.embed.rerankers import Reranker, Rerankers

__all__ = [
    "Embedder",
    "Reranker",
    "Rerankers",
    "builtin_embedder",
    "builtin_reader",
    "is_light",
    "load_embedder",
    "load_reranker",
    "unit_rows",
]
