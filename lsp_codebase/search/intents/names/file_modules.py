"""The channel of modules that are files: `Cart_store` of OCaml is all that `cart_store.ml` holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.search.intents.pieces import heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_NAME = re.compile(r"[A-Z][\w']*")
_LANGUAGES = frozenset({"ocaml", "ocaml_interface"})


def with_file_modules(question: Question, name: str, named: Sequence[Piece]) -> list[Piece]:
    """Return the meaning of a name: a module of that name with a body, a file that is one, then others and aliases."""
    if any(_has_body(piece, name) for piece in named):
        return [*named]
    files = _files(question, name)
    return falling([*files, *named], 1.0) if files else [*named]


def _has_body(piece: Piece, name: str) -> bool:
    """Whether a piece defines just that name, and not on one line, as `module Cart = Shop.Cart` does."""
    own = piece.definition
    return own is not None and own.name == name and own.span.start_line < own.span.end_line


def _files(question: Question, name: str) -> list[Piece]:
    """Return the heads of the files that are the module of a name."""
    if question.languages.isdisjoint(_LANGUAGES) or not _NAME.fullmatch(name) or question.filters.kinds:
        return []
    found = [
        record
        for record in question.files(rf"(?:^|/){re.escape(name)}\.mli?$")
        if record.language in _LANGUAGES and _module_of(record.path) == name
    ]
    return heads(question.corpus, question.likeliest(found))


def _module_of(path: str) -> str:
    stem = path.rpartition("/")[2].rpartition(".")[0]
    return stem[:1].upper() + stem[1:]
