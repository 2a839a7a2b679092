"""The channel of dotted keys: `cart.empty.title` leads to the code that names it, then to its text in a resource."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsp_codebase.model import qualified
from lsp_codebase.scan import path_roles
from lsp_codebase.search.intents.about_names.quoted_names import naming
from lsp_codebase.search.intents.pieces import Line, line_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.shown_texts import entry_of
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.store import FileRecord

_RESOURCES = frozenset({"ini", "json", "po", "properties", "toml", "yaml"})
_MOST_CHUNKS = 60  # that hold the last part of a key are read
_MOST_TEXTS = 2
_MOST_NAMING = 3

_KEY = re.compile(r"[^\W\d][\w-]*(?:\.[\w-]+)+")


def dotted_key(text: str) -> str | None:
    """Return the dotted key that a text is, which may be that of a text in a resource."""
    return text.strip() if _KEY.fullmatch(text.strip()) else None


def keyed_texts(question: Question, key: str) -> list[Piece]:
    """Return the code that names a dotted key, and the text that a resource has for it; nothing if code defines it."""
    if question.defined(key, 1):
        return []
    texts = [
        piece for _, piece in sorted(_texts(question, key), key=lambda one: (one[0], len(one[1].path), one[1].path))
    ]
    return falling([*naming(question, key)[:_MOST_NAMING], *texts[:_MOST_TEXTS]], 1.0) if texts else []


def _texts(question: Question, key: str) -> Iterator[tuple[tuple[bool, float], Piece]]:
    """Yield the entries of resources with a key, and how good they are: those whose outer keys are all known first."""
    *_, last = key.split(".")
    held = question.holding(last, languages=_RESOURCES, where=_is_no_translation)
    held = held if len(held) else question.holding(last, languages=_RESOURCES)
    entry = re.compile(rf"\s*[\"']?(?:[\w.-]+\.)?{re.escape(last)}[\"']?\s*[=:]")
    for chunk in question.few(held, _MOST_CHUNKS):
        for at, line in enumerate(chunk.lines):
            found = entry.match(line) and entry_of(question, Line(line_piece(chunk, at, 1.0), line))
            if not found:
                continue
            # Deep keys of data are no symbols: some of those between may not be known.
            whole = qualified(found.around, found.key)
            if whole == key or (key.startswith(f"{found.around}.") and key.endswith(f".{found.key}")):
                yield (whole != key, -question.prior(chunk)), line_piece(chunk, at, 1.0)


def _is_no_translation(record: FileRecord) -> bool:
    return "translation" not in path_roles(record.path)
