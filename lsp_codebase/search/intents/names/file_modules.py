"""The channel of modules that are files: `Cart_store` of OCaml is all that `cart_store.ml` holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.search.intents.pieces import heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_NAME = re.compile(r"[A-Z][\w']*")
_ENDINGS = {"ocaml": ".ml", "ocaml_interface": ".mli"}


def with_file_modules(question: Question, name: str, named: Sequence[Piece]) -> list[Piece]:
    """Return the meaning of a name: a module of that name with a body, a file that is one, then others and aliases."""
    if any(_has_body(piece, name) for piece in named):
        return [*named]
    files = _files(question, name)
    return falling([*files, *named], 1.0) if files else [*named]


def _has_body(piece: Piece, name: str) -> bool:
    """Whether a piece defines just that name, and not on one line, as `module Cart = Shop.Cart` does."""
    if piece.symbol is None or piece.symbol.symbol.name != name:
        return False
    span = piece.symbol.symbol.span
    return span.start_line < span.end_line


def _files(question: Question, name: str) -> list[Piece]:
    """Return the heads of the files that are the module of a name, the implementation before the interface."""
    known = {language for part in question.names.parts for language in part.segment.languages}
    if known.isdisjoint(_ENDINGS) or not _NAME.fullmatch(name) or question.filters.kinds:
        return []
    found = []
    for record in question.corpus.with_path(rf"(?:^|/){re.escape(name)}\.mli?$"):
        ending = _ENDINGS.get(record.language)
        stem = record.path.rpartition("/")[2].removesuffix(ending) if ending else ""
        if stem[:1].upper() + stem[1:] == name and question.passes(record):
            found.append((-question.prior(record), len(ending or ""), record.path, record))
    return heads(question.corpus, (record for *_, record in sorted(found, key=lambda one: one[:3])))
