"""The input of a preset."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from lsp_codebase.model import CancelToken, TreeQuery
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.outline import Branch, SymbolsOf
from lsp_codebase.tree.weights import Relevance


class Drawn(NamedTuple):
    """The text, the plan of each folder, and the parameters for which something that exists is not shown."""

    text: str
    roots: Sequence[Branch]
    cut_by: AbstractSet[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Drawing:
    """Walked folders, to be drawn in their order for a query whose defaults are filled in.

    `walked_at` says when each was walked (ISO 8601, UTC).
    """

    folders: Sequence[Folder]
    walked_at: Sequence[str]
    query: TreeQuery
    is_whole_workspace: bool
    symbols_of: SymbolsOf | None
    relevance: Relevance | None
    cancel: CancelToken
