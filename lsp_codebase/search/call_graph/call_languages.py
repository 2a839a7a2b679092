"""Which languages call each other, and in which order the files that call a name are told."""

from __future__ import annotations

from enum import Enum, auto
from functools import lru_cache

from lsp_codebase.parse import CODE
from lsp_codebase.scan import path_roles
from lsp_codebase.store import FileRecord

_MOST_PAIRS = 4_096  # of languages are kept
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


_LINKED = tuple(
    frozenset(names.split())
    for names in (
        "ada asm c cpp cuda d fortran hare llvm nim objc odin pascal rust swift v zig",
        "asm c go",
        "c csharp",
        "c haskell",
        "bitbake python",
        "clojure groovy java kotlin scala smali",
        "cpp qmljs",
        "cpp gdscript",
        "csharp gdscript",
        "csharp powershell",
        "elixir erlang gleam",
        "fennel lua luau",
        "fsharp fsharp_signature",
        "glsl hlsl shaderlab",
        "hack php",
        "hcl terraform",
        "javascript purescript",
        "javascript qmljs",
        "lua vim",
        "mojo python",
        "racket scheme",
        "verilog vhdl",
    )
)
"""Languages whose code calls what others define by its own name, in one program. A binding has a name of its own."""
_TEMPLATES = frozenset("embeddedtemplate handlebars heex html jinja pug razor twig".split())
"""Languages of texts that a program of any language fills in."""
_CALLED_FROM_AFAR = frozenset("cairo capnp clarity func graphql proto smithy solidity thrift".split())
"""Languages of what code of any language calls by its name, in another process."""


@lru_cache(_MOST_PAIRS)
def may_call(language: str, defined_in: str) -> bool:
    """Whether code of a language, or a text with such code, may call what another defines at all."""
    if (language in _COMMAND_LINES) != (defined_in in _COMMAND_LINES):
        return False
    may_be_any = language not in CODE - _TEMPLATES or defined_in not in CODE - _CALLED_FROM_AFAR
    together = any(language in linked and defined_in in linked for linked in _LINKED)
    return may_be_any or together or are_related(language, defined_in)


@lru_cache(_MOST_PAIRS)
def are_related(language: str, other: str) -> bool:
    """Whether two languages are used together so that names of one are called in the other."""
    return language == other or any(language in family and other in family for family in _FAMILIES)


def lateness(record: FileRecord, defined_in: frozenset[str]) -> int | None:
    """Return how late the calls in a file are told, None if it can call nothing of some languages.

    After code its tests, code of other languages, then documents.
    """
    late = _lateness_of(record.language, defined_in)  # a name may stand in thousands of files
    return int("test" in path_roles(record.path)) if late == 0 else late


@lru_cache(_MOST_PAIRS)
def _lateness_of(language: str, defined_in: frozenset[str]) -> int | None:
    if not any(may_call(language, other) for other in defined_in):
        return None
    if language not in CODE:
        return 3
    return 0 if any(are_related(language, other) for other in defined_in) else 2


_IMPORTED_BY_NAME = frozenset("astro javascript jsx python svelte tsx typescript vue".split())


def is_imported_by_name(language: str) -> bool:
    """Whether code of a language means what other files define only by names that it imports."""
    return language in _IMPORTED_BY_NAME


_IMPORT_FILES = frozenset("arduino c cpp csharp cuda glsl hlsl objc ruby swift".split())


def imports_types(language: str) -> bool:
    """Whether imports of a language name types: else they name files, or all of a namespace."""
    return language not in _IMPORT_FILES


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
