"""A definition found in a file."""

from __future__ import annotations

import re
from enum import Enum, IntEnum
from typing import NamedTuple

from lsp_codebase.model.text import Span


class SymbolKind(IntEnum):
    """The kinds of LSP 3.17 `SymbolKind`, with its numbers and names."""

    File = 1
    Module = 2
    Namespace = 3
    Package = 4
    Class = 5
    Method = 6
    Property = 7
    Field = 8
    Constructor = 9
    Enum = 10
    Interface = 11
    Function = 12
    Variable = 13
    Constant = 14
    String = 15
    Number = 16
    Boolean = 17
    Array = 18
    Object = 19
    Key = 20
    Null = 21
    EnumMember = 22
    Struct = 23
    Event = 24
    Operator = 25
    TypeParameter = 26

    @property
    def spoken(self) -> str:
        """The kind in small letters, as `--kind` and `kind:` take it: enum-member."""
        return re.sub(r"(?<!^)(?=[A-Z])", "-", self.name).lower()


_SPOKEN = {
    "func": (SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor),
    "type": (
        SymbolKind.Class,
        SymbolKind.Struct,
        SymbolKind.Interface,
        SymbolKind.Enum,
        SymbolKind.TypeParameter,
    ),
    "trait": (SymbolKind.Interface,),
    "protocol": (SymbolKind.Interface,),
    "const": (SymbolKind.Constant,),
    "var": (SymbolKind.Variable,),
}
_KINDS = {kind.name.lower(): (kind,) for kind in SymbolKind} | _SPOKEN | {"fn": _SPOKEN["func"], "def": _SPOKEN["func"]}


def kinds_named(word: str) -> tuple[SymbolKind, ...]:
    """Return the kinds that a word means, none if it names none: a name of LSP in any case, or one of a few others."""
    return _KINDS.get(word.strip().lower().replace("-", "").replace("_", ""), ())


class Visibility(str, Enum):
    """The users of a symbol that its language permits; `UNKNOWN` where it says nothing."""

    PUBLIC = "public"
    """Everybody."""
    PROTECTED = "protected"
    """Its own type and those derived from it, its package, or as the language has it between the two others."""
    PRIVATE = "private"
    """Only the code that encloses it."""
    UNKNOWN = ""
    """Nothing is known; not sent."""


class Symbol(NamedTuple):
    """A named definition. A tuple, because parsing makes many: a frozen dataclass takes three times as long to make.

    `container` is the dotted path of the enclosing definitions, outermost first, "" at top level.
    `span` covers the definition from its first decorator or keyword to its end, without a leading comment;
    `name_span` the name inside it. `signature` is one line without the body.
    """

    name: str
    kind: SymbolKind
    span: Span
    name_span: Span
    container: str = ""
    signature: str = ""
    visibility: Visibility = Visibility.UNKNOWN
    is_test: bool = False
    is_declaration: bool = False
    is_deprecated: bool = False


def qualified(container: str | None, name: str | None) -> str:
    """Return a name behind that of its container, for people."""
    return ".".join(filter(None, (container, name)))
