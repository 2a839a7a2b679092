"""The channel of resources of Android: `R.string.pay`, `@layout/cart` lead to what they name, then to its uses."""

from __future__ import annotations

import re
from typing import NamedTuple

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
_asked = reader(
    rf"(?:(?:find|show|what\s+is|where\s+is)\s+)?[`\"']?(?-i:{_RESOURCE})[`\"']?(?:\s+(?:declared|defined|set))?",
    longest=200,
)


class Resource(NamedTuple):
    """The type and name of a resource."""

    type: str
    name: str


def asked_resource(text: str) -> Resource | None:
    """Return the resource that a query names, if it says no more."""
    asked = _asked(text)
    return Resource(asked["type"], asked["name"]) if asked else None


def resources(question: Question, resource: Resource) -> list[Piece]:
    """Return the file or the entry of a resource, as it is without qualifiers, and the code that names it."""
    if re.fullmatch(_FILES, resource.type):
        end = rf"(?:^|/)res/{resource.type}[^/]*/{re.escape(resource.name)}\.\w+$"
        found = heads(question.corpus, sorted(question.files(end), key=lambda one: (len(one.path), one.path)))
    else:
        found = _entries(question, resource)
    spellings = (f"R.{resource.type}.{resource.name}", f"@{resource.type}/{resource.name}")
    held = np.union1d(*map(question.may_hold, spellings))
    named = re.compile(rf"(?:\bR\.|@\+?){resource.type}[./]{resource.name}(?!\w)")
    uses = chunks_with(question, held, lambda line: 0 if named.search(line) else None, _MOST_CHUNKS)
    return falling([*found[:_MOST_DEFINITIONS], *uses], 1.0) if found else []


def _entries(question: Question, resource: Resource) -> list[Piece]:
    entry = re.compile(rf"<(?:item|{resource.type}|[\w-]+)\b[^>]*\bname=\"{resource.name}\"")
    held = question.holding(resource.name, languages=frozenset({"xml"}), where=_is_plain)
    lines = all_lines(question.few(held, _MOST_CHUNKS), lambda _, line: entry.search(line) is not None)
    return sorted((one.piece for one in lines), key=lambda one: (one.path.count("/"), one.path, one.start_line))


def _is_plain(record: FileRecord) -> bool:
    """Whether a file holds values without a qualifier, such as that of a language."""
    return "/res/values/" in f"/{record.path}"
