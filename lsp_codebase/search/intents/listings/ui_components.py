"""Components of a user interface: functions and classes that return JSX, and the files that are one each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lsp_codebase.model import SymbolKind
from lsp_codebase.search.intents.listings.declarations import line_of
from lsp_codebase.search.intents.listings.kind_files import file_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_FILES = 3_000
_FILES = r"\.(?:astro|jsx|svelte|tsx|vue)$"
_JSX = frozenset({"jsx", "tsx"})
_KINDS = frozenset({SymbolKind.Class, SymbolKind.Constant, SymbolKind.Function, SymbolKind.Variable})
_NAME = re.compile(r"[A-Z]\w*[a-z]\w*|[A-Z]")  # of one in small letters JSX makes a tag of HTML
_OF_VALUES = re.compile(r".*=\s*[\[{]\s*\Z")  # a list or an object, which may hold JSX
_CLOSED = re.compile(r"</[\w.]*>|/>")


def ui_components(question: Question) -> Iterator[Piece]:
    """Yield the components of JSX by their definitions, and files of Vue, Svelte and Astro, which are one each."""
    for record in islice(question.files(_FILES), _MOST_FILES):
        if record.language not in _JSX:
            yield file_piece(question, record)
            continue
        lines = question.calls.lines(record.path)
        for match in question.names.of_kinds(record.path, _KINDS):
            own = match.symbol
            inside = lines[own.span.start_line : own.span.last_line + 1]
            is_called_so = not own.container and _NAME.fullmatch(own.name)
            if is_called_so and not _OF_VALUES.match(inside[0]) and any(map(_CLOSED.search, inside)):
                yield line_of(match)
