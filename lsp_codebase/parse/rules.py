"""Rules of a language about names, beyond its grammar: their visibility, and which are constructors."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from lsp_codebase.model import Visibility

PUBLIC, PROTECTED, PRIVATE, UNKNOWN = (
    Visibility.PUBLIC,
    Visibility.PROTECTED,
    Visibility.PRIVATE,
    Visibility.UNKNOWN,
)

_OF_SETTER = re.compile(r"\b\w+\(set\)")
"""Swift, PHP: `public private(set) var` can be read by all."""

VisibilityRule = Callable[[str, str], Visibility]


@lru_cache(maxsize=1_024)
def _modifier(before: str, default: Visibility) -> Visibility:
    """Read the modifiers in front of a name; `default` is the visibility without any."""
    words = _OF_SETTER.sub("", before).replace("(", " ").replace(":", " ").split()
    if "private" in words or "fileprivate" in words:
        return PRIVATE
    if "protected" in words or "internal" in words:
        return PROTECTED
    if "public" in words or "open" in words or "pub" in words or "export" in words:
        return PUBLIC
    return default


def _by_modifier(default: Visibility) -> VisibilityRule:
    return lambda _name, before: _modifier(before, default) if before else default


def _by_underscore(name: str, _before: str) -> Visibility:
    """A leading underscore is private, unless the name ends with two (Python's protocols)."""
    return PRIVATE if name.startswith("_") and not name.endswith("__") else PUBLIC


def _by_capital(name: str, _before: str) -> Visibility:
    """Go: exported names begin with a capital."""
    return PUBLIC if name[0].isupper() else PRIVATE


def _by_pub(_name: str, before: str) -> Visibility:
    """Rust: private unless `pub`; `pub(crate)` is in between."""
    if "pub(" in before:
        return PROTECTED
    return PUBLIC if "pub" in before.split() else PRIVATE


def _by_pub_or_field(name: str, before: str) -> Visibility:
    """Zig: private unless `pub`, but for the fields, which have no word before them."""
    return _by_pub(name, before) if before else PUBLIC


def _by_static(_name: str, before: str) -> Visibility:
    """C: `static` keeps a name inside its file."""
    return PRIVATE if "static" in before and "static" in before.split() else PUBLIC


def _by_local(_name: str, before: str) -> Visibility:
    """Lua: `local` keeps a name inside its block."""
    return PRIVATE if "local" in before.split() else PUBLIC


def _by_defp(_name: str, before: str) -> Visibility:
    """Elixir: `defp`, `defmacrop` and `@typep` are private."""
    words = before.split()
    return PRIVATE if words and words[0] in ("defp", "defmacrop", "defguardp", "@typep", "defnp") else PUBLIC


def _by_export(name: str, before: str) -> Visibility:
    """JavaScript and TypeScript: modifiers, `#name`, `export`; without any the language says nothing."""
    if name[0] == "#":
        return PRIVATE
    return _modifier(before, UNKNOWN) if before else UNKNOWN


def _nothing(_name: str, _before: str) -> Visibility:
    return UNKNOWN


def _always(_line: str) -> bool:
    return True


def _by_semicolon(line: str) -> bool:
    """Erlang: every clause but the last of a function ends with a semicolon."""
    return line.rstrip().endswith(";")


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """The rules of one language.

    constructors            the names of constructors
    class_name_constructs   a method named like its class is a constructor
    class_section           the visibility of members of a class before its first section
    has_annotations         tests are marked by annotations or attributes (`@Test`, `#[test]`, `[Fact]`)
    continues               whether the definition that ends on a line goes on in the next of its name (clauses)
    """

    visibility: VisibilityRule = _nothing
    constructors: frozenset[str] = frozenset()
    class_name_constructs: bool = False
    class_section: Visibility = UNKNOWN
    has_annotations: bool = False
    continues: Callable[[str], bool] | None = None


_ECMA = LanguageRules(_by_export, frozenset({"constructor"}))
_CPP = LanguageRules(_by_static, class_name_constructs=True, class_section=PRIVATE)
_PUBLIC_BY_DEFAULT = LanguageRules(
    _by_modifier(PUBLIC), frozenset({"constructor", "init", "this"}), has_annotations=True
)

_RULES: Mapping[str, LanguageRules] = {
    "c": LanguageRules(_by_static),
    "apex": LanguageRules(_by_modifier(UNKNOWN), has_annotations=True),
    "cpp": _CPP,
    "cuda": _CPP,
    "arduino": _CPP,
    "csharp": LanguageRules(_by_modifier(UNKNOWN), has_annotations=True),
    "fsharp": LanguageRules(_by_modifier(UNKNOWN), has_annotations=True),
    "go": LanguageRules(_by_capital),
    "java": LanguageRules(_by_modifier(UNKNOWN), has_annotations=True),
    "javascript": _ECMA,
    "jsx": _ECMA,
    "typescript": _ECMA,
    "tsx": _ECMA,
    "kotlin": _PUBLIC_BY_DEFAULT,
    "php": LanguageRules(_by_modifier(PUBLIC), frozenset({"__construct"})),
    "python": LanguageRules(_by_underscore, frozenset({"__init__", "__new__"})),
    "ruby": LanguageRules(_by_modifier(PUBLIC), frozenset({"initialize"})),
    "swift": LanguageRules(_by_modifier(UNKNOWN), frozenset({"init"})),
    "scala": LanguageRules(_by_modifier(PUBLIC), frozenset({"this"}), has_annotations=True),
    "dart": LanguageRules(_by_underscore, class_name_constructs=True),
    "lua": LanguageRules(_by_local),
    "luau": LanguageRules(_by_local),
    "powershell": LanguageRules(class_name_constructs=True),
    "perl": LanguageRules(_by_underscore, frozenset({"new"})),
    "haskell": LanguageRules(continues=_always),
    "elm": LanguageRules(continues=_always),
    "purescript": LanguageRules(continues=_always),
    "rego": LanguageRules(continues=_always),
    "erlang": LanguageRules(continues=_by_semicolon),
    "elixir": LanguageRules(_by_defp),
    "groovy": LanguageRules(_by_modifier(PUBLIC), class_name_constructs=True, has_annotations=True),
    "rust": LanguageRules(_by_pub, has_annotations=True),
    "zig": LanguageRules(_by_pub_or_field),
}
_DEFAULT = LanguageRules()


def rules_for(language: str) -> LanguageRules:
    """Return the rules of a language; without its own, nothing is known of visibility."""
    return _RULES.get(language, _DEFAULT)
