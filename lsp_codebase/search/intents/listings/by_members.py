"""Types by a member of theirs: "classes with a running method", "which actions have a keyTest", "overrides of draw".

"Subclasses of Layer with a running method" are those of one base.
"""

from __future__ import annotations

from typing import NamedTuple

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import CODE
from lsp_codebase.search.call_graph.bases import HOLDERS, scope_of
from lsp_codebase.search.intents.listings.declarations import below, line_of
from lsp_codebase.search.intents.listings.groups import Group, preferring
from lsp_codebase.search.intents.names.asked_names import FEW_WORDS, asked_name, short_reader
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.query.plurals import singulars
from lsp_codebase.symbols import parse_pattern

_MOST = 3_000
_MEMBERS = frozenset(
    {
        SymbolKind.Constant,
        SymbolKind.Constructor,
        SymbolKind.Event,
        SymbolKind.Field,
        SymbolKind.Function,
        SymbolKind.Method,
        SymbolKind.Property,
    }
)
_ANY_TYPE = frozenset("class component enum interface module object one record struct trait type".split())

_SHOW = r"(?:(?:find|give|list|show)\s+(?:me\s+)?)?(?:all\s+|every\s+)?(?:of\s+)?(?:the\s+)?"
_HAVE = r"(?:(?P<have>have|provide)|declare|define|implement|override|redefine)"
_HAS = r"(?:(?P<have>ha(?:s|ve)|provides?)|(?:declare|define|implement|override|redefine)s?)"
_NAME = rf"(?:an?\s+|its\s+own\s+|the\s+|their\s+own\s+)?(?P<name>{FEW_WORDS})"
_MEMBER = r"(?:attribute|field|function|member|method|property)"
_having = short_reader(
    rf"{_SHOW}(?P<who>[a-z]+s)\s+(?:having|with)\s+{_NAME}\s+{_MEMBER}",
    rf"(?:what|which)\s+(?P<who>[a-z]+)\s+{_HAS}\s+{_NAME}(?:\s+(?P<kind>{_MEMBER}))?",
    rf"{_SHOW}(?P<who>[a-z]+s)\s+(?:that|which)\s+{_HAVE}\s+{_NAME}(?:\s+(?P<kind>{_MEMBER}))?",
)
_below_having = short_reader(
    rf"{_SHOW}(?:(?:child|derived|sub-?)\s*(?:classes|types)|descendants|implementations|implement[eo]rs)\s+of\s+"
    rf"(?P<base>{FEW_WORDS})\s+(?:having|with|(?:that|which)\s+{_HAVE})\s+{_NAME}(?:\s+(?P<kind>{_MEMBER}))?",
)
_overriding = short_reader(
    rf"{_SHOW}(?:implementations|overrides)\s+of\s+{_NAME}(?:\s+(?P<kind>{_MEMBER}))?",
    rf"(?:what|who|which\s+(?P<who>\w+))\s+overrid(?:e|es|ing)\s+{_NAME}(?:\s+(?P<kind>{_MEMBER}))?",
)


class AskedMember(NamedTuple):
    """The name of a member, the word for the types that have it, "" for any, and whether it is said to be one."""

    name: str
    who: str
    is_said: bool
    base: str = ""  # of the types


def asked_member(text: str) -> AskedMember | None:
    """Return the member of which a query asks for the types that have it; a plain word has to be said to be one."""
    if (below_one := _below_having(text)) is not None:
        named, base = asked_name(below_one["name"]), asked_name(below_one["base"])
        return AskedMember(named.name, "", is_said=True, base=base.name) if named and base else None
    having, overriding = _having(text), _overriding(text)
    asked = overriding or having
    named = asked_name(asked["name"]) if asked else None
    if asked is None or named is None:
        return None
    groups = asked.groupdict()
    who = singulars((groups.get("who") or "").lower())[0]
    is_said = "kind" not in groups or groups["kind"] is not None
    is_defined = who in _ANY_TYPE and groups.get("have") is None
    if not (is_said or is_defined or overriding or named.is_sure):
        return None
    return AskedMember(named.name, "" if who in _ANY_TYPE else who, is_said)


def types_by_member(question: Question, text: str) -> Group | None:
    """Return the definitions of a member in all types that have it; None if a query asks for none, or for a type."""
    asked = asked_member(text)
    if asked is None:
        return None
    name = parse_pattern(asked.name).name
    found = [one for one in question.defined(name, _MOST) if question.passes(one) and one.language in CODE]
    if not asked.is_said and any(one.symbol.kind in HOLDERS for one in found):
        return None
    members = [one for one in found if one.symbol.container and one.symbol.kind in _MEMBERS]
    if asked.base:
        owners = _below(question, asked.base)
        members = [one for one in members if (one.path, one.symbol.container) in owners]
    said = f"members called {name}" + (f" in subtypes of {asked.base}" if asked.base else "")
    group = Group([line_of(one) for one in members], said, is_sure=True)
    group = preferring(group, asked.who) if asked.who else group
    return group if group.pieces else None


def _below(question: Question, base: str) -> set[tuple[str, str]]:
    """Return the files and whole names of the subtypes of a type."""
    types = [one for one in question.defined(base, _MOST) if one.symbol.kind in HOLDERS]
    found = (piece.symbol for piece in below(question, map(line_of, types)))
    return {(one.path, scope_of(one)) for one in found if one is not None}
