"""What a call is made on, told by the text in front of the called name: on itself, or on the bases of its type."""

from __future__ import annotations

import re
from enum import Enum, auto

from lsp_codebase.model import Symbol
from lsp_codebase.search.call_graph.call_targets import WITH_RECEIVER
from lsp_codebase.search.call_graph.source_file import Source

SIGNS = (".", "->", ":")
"""Signs between a receiver and the name of a call."""
LOOKED_AT = 200
"""So many letters before a call tell its form: a line may hold thousands of calls."""

_ITSELF = re.compile(r"(?<!\w)(?:cls|self|Self|static|\$?this(?:@\w+)?)\s*(?:\?\.|\.|->|::?)\s*\Z")
_OF_GO = re.compile(r"\s*func\s*\(\s*(\w+)\s")
_OF_GO_BEFORE = re.compile(r"(?<![\w.])(\w+)\.\Z")
_SUPER = re.compile(r"(?<!\w)super\s*(?:\([^()]*\)|<\w+>)?\s*(?:\?\.|\.|->|::)\s*\Z")
_OTHERWISE = {
    "csharp": re.compile(r"(?<!\w)base\s*\.\s*\Z"),
    "php": re.compile(r"(?<!\w)parent\s*::\s*\Z"),
    "rust": re.compile(r"(?!)"),  # there `super::` is the module around
}


class Receiver(Enum):
    """What a call is made on that names no type: what is around the call says of which one."""

    ITSELF = auto()
    BASES = auto()


def text_before(line: str, character: int) -> str:
    """Return the text in front of a called name that is looked at."""
    return line[max(character - LOOKED_AT, 0) : character]


def is_alone(before: str, source: Source) -> bool:
    """Whether a name stands alone where a method is called only with something in front of it."""
    return source.language in WITH_RECEIVER and not before.rstrip().endswith(SIGNS)


def receiver_in(before: str, source: Source, around: Symbol) -> Receiver | None:
    """Return what a call inside a definition is made on, None if that is something else, or nothing."""
    if _OTHERWISE.get(source.language, _SUPER).search(before):
        return Receiver.BASES
    if source.language == "go":
        own, named = _OF_GO.match(source.lines[around.span.start_line]), _OF_GO_BEFORE.search(before)
        return Receiver.ITSELF if own and named and named[1] == own[1] else None
    may_be_alone = source.language not in WITH_RECEIVER and not before.endswith(SIGNS)
    return Receiver.ITSELF if may_be_alone or _ITSELF.search(before) else None
