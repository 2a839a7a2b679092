"""The channel of resources of Android: `R.string.pay`, `@layout/cart` lead to what they name, then to its uses."""

from __future__ import annotations

import re

import numpy as np

from lsp_codebase.search.intents.about_names.quoted_names import chunks_with
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.pieces import all_lines, heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.store import FileRecord

_MOST_CHUNKS = 300  # that hold the name
_MOST_DEFINITIONS = 2
_FILES = r"anim|animator|drawable|font|layout|menu|mipmap|navigation|raw|transition|xml"
_VALUES = r"array|attr|bool|color|dimen|id|integer|plurals|string|style"
_RESOURCE = rf"(?:android\.)?(?:R\.|@\+?)(?P<type>{_FILES}|{_VALUES})[./](?P<name>\w+)"
asked_resource = reader(
    rf"(?:(?:find|show|what\s+is|where\s+is)\s+)?[`\"']?(?-i:{_RESOURCE})[`\"']?(?:\s+(?:declared|defined|set))?",
    longest=200,
)


def resources(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the file or the entry of a resource, as it is without qualifiers, and the code that names it."""
    kind, name = asked["type"], asked["name"]
    if re.fullmatch(_FILES, kind):
        end = rf"(?:^|/)res/{kind}[^/]*/{re.escape(name)}\.\w+$"
        found = heads(question.corpus, sorted(question.files(end), key=lambda one: (len(one.path), one.path)))
    else:
        found = _entries(question, kind, name)
    spellings = (f"R.{kind}.{name}", f"@{kind}/{name}")
    held = np.union1d(*map(question.may_hold, spellings))
    named = re.compile(rf"(?:\bR\.|@\+?){kind}[./]{name}(?!\w)")
    uses = chunks_with(question, held, lambda line: 0 if named.search(line) else None, _MOST_CHUNKS)
    return falling([*found[:_MOST_DEFINITIONS], *uses], 1.0) if found else []


def _entries(question: Question, kind: str, name: str) -> list[Piece]:
    entry = re.compile(rf"<(?:item|{kind}|[\w-]+)\b[^>]*\bname=\"{name}\"")
    held = question.holding(name, languages=frozenset({"xml"}), where=_is_plain)
    lines = all_lines(question.few(held, _MOST_CHUNKS), lambda _, line: entry.search(line) is not None)
    return sorted((one.piece for one in lines), key=lambda one: (one.path.count("/"), one.path, one.start_line))


def _is_plain(record: FileRecord) -> bool:
    """Whether a file holds values without a qualifier, such as that of a language."""
    return "/res/values/" in f"/{record.path}"
