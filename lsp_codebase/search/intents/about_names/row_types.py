"""The types called like the rows of a table: `CartItem` of `cart_items`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import split_identifier
from lsp_codebase.search.intents.names.defined_names import spelled
from lsp_codebase.search.intents.question import Question

_MOST_ALIKE = 1_000  # definitions of one name, fields and keys too
_TYPES = frozenset({SymbolKind.Class, SymbolKind.Struct, SymbolKind.Interface})


def types_of_rows(question: Question, table: str) -> list[SymbolMatch]:
    """Return the types called as one row of a table, `CartItem` of `cart_items`.

    A table may begin with the folder of its type, as those of Django do: `shop_cartitem`.
    """
    parts = split_identifier(table) or [table]  # it may be called `_`
    for start in range(len(parts)):
        one = [*parts[start:-1], re.sub(r"s\Z", "", re.sub(r"ies\Z", "y", parts[-1]))]
        called = (
            _below(question, parts[:start], one) if start else question.defined("".join(map(str.capitalize, one)), 2)
        )
        rows = [match for match in called if match.symbol.kind in _TYPES and question.is_main(match)]
        if passing := [*filter(question.passes, rows)]:
            return passing
    return []


def _below(question: Question, folder: Sequence[str], words: Sequence[str]) -> list[SymbolMatch]:
    """Return the definitions called by some words in any style that lie below a folder called by others."""
    called = spelled(question, "_".join(words), _MOST_ALIKE)
    return [one for one in called if any(split_identifier(part) == [*folder] for part in one.path.split("/")[:-1])]
