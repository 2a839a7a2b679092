"""Which languages call each other, and in which order the files that call a name are told."""

from __future__ import annotations

from enum import Enum, auto

from lsp_codebase.parse import CODE
from lsp_codebase.scan import path_roles
from lsp_codebase.store import FileRecord

_COMMAND_LINES = frozenset({"bash", "fish"})
"""Languages that run programs and call their own functions alone; no other language calls these."""
_FAMILIES = tuple(
    frozenset(names.split())
    for names in (
        "arduino c cpp cuda hlsl ispc objc",
        "astro coffeescript html javascript jsx svelte tsx typescript vue",
        "clojure groovy java kotlin scala",
        "csharp fsharp razor vb",
        "elixir erlang heex",
        "objc swift",
        "ocaml ocaml_interface",
        "embeddedtemplate ruby",
    )
)


def may_call(language: str, defined_in: str) -> bool:
    """Whether code of a language may call what another defines at all."""
    return (language in _COMMAND_LINES) == (defined_in in _COMMAND_LINES)


def are_related(language: str, other: str) -> bool:
    """Whether two languages are used together so that names of one are called in the other."""
    return language == other or any(language in family and other in family for family in _FAMILIES)


def lateness(record: FileRecord, defined_in: str) -> int:
    """Return how late the calls in a file are told: after code its tests, code of other languages, then documents."""
    if record.language not in CODE:
        return 3
    return int("test" in path_roles(record.path)) if are_related(record.language, defined_in) else 2


_IMPORTED_BY_NAME = frozenset("astro javascript jsx python svelte tsx typescript vue".split())


def is_imported_by_name(language: str) -> bool:
    """Whether code of a language means what other files define only by names that it imports."""
    return language in _IMPORTED_BY_NAME


class TypeStands(Enum):
    """Where the type of a variable stands in its declaration."""

    BEHIND = auto()
    """`cart: Cart`"""
    IN_FRONT = auto()
    """`Cart cart`"""
    AFTER = auto()
    """`cart Cart`, as in Go"""


_TYPES = {
    TypeStands.BEHIND: frozenset(
        "astro gdscript kotlin mojo nim pascal python rust scala starlark svelte swift tsx typescript vue zig".split()
    ),
    TypeStands.IN_FRONT: frozenset("arduino c cpp csharp cuda d dart groovy hlsl java objc php razor vala".split()),
    TypeStands.AFTER: frozenset({"go"}),
}
_BARE_FIELDS = frozenset(
    "arduino c cpp crystal csharp cuda d dart groovy java kotlin objc razor scala swift vala".split()
)


def where_type_stands(language: str) -> TypeStands | None:
    """Return where a declaration of a language says the type of a variable, None if it says none."""
    return next((stands for stands, languages in _TYPES.items() if language in languages), None)


_WITHOUT_BLOCKS = frozenset("bash coffeescript crystal fish julia lua php python r ruby".split())


def has_blocks(language: str) -> bool:
    """Whether a variable of a block is known in that block alone."""
    return language not in _WITHOUT_BLOCKS


def has_bare_fields(language: str) -> bool:
    """Whether code of a type names its fields without anything in front."""
    return language in _BARE_FIELDS
