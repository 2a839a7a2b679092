"""The hooks of React and the composables of Vue: the functions called `useCart`."""

from __future__ import annotations

import re
from itertools import islice

from lsp_codebase.model import SymbolKind
from lsp_codebase.search.intents.listings.declarations import line_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

HOOKS = frozenset({("composable",), ("hook",), ("custom", "hook"), ("react", "hook"), ("vue", "composable")})
_MOST_FILES = 3_000
_FILES = r"\.(?:[cm]?[jt]sx?|svelte|vue)$"
_NAME = re.compile(r"use[A-Z]\w*")
_KINDS = frozenset({SymbolKind.Constant, SymbolKind.Function, SymbolKind.Variable})


def hooks(question: Question) -> list[Piece]:
    """Return the lines that define the hooks of a project, none of those that are made within a function."""
    if not question.languages & {"jsx", "svelte", "tsx", "vue"}:
        return []
    found = []
    for record in islice(question.files(_FILES), _MOST_FILES):
        own = question.names.of_kinds(record.path, _KINDS)
        found += [line_of(one) for one in own if _NAME.fullmatch(one.symbol.name) and not one.symbol.container]
    return found
