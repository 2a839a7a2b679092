"""Which languages call each other, and in which order the files that call a name are told."""

from __future__ import annotations

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
