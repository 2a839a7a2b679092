"""Parsing of a typed pattern: name, qualifier, path and kind hints, literal text.

getHttp                 letters, humps, parts, typos: see `symbols.quality`
response http           words in any order
redis client            of names without both words, one that the word before it owns
Client.get  net::tcp    the last part is the name, the others are looked for in its container, namespace and path
foo in:src/net  foo *.go        only files below such a directory, or whose path fits the glob
:class Foo  #method get         only such kinds
"foo_bar"  <space>foo_bar       the text itself
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property

from lsp_codebase.indexes.names import Folded, encode, fold
from lsp_codebase.model import SymbolKind
from lsp_codebase.nearest import did_you_mean

MAX_LETTERS = 128
"""Letters of a pattern that are read; the rest is ignored."""

_MAX_TEXT = 1_000
"""Characters of a pattern that are read: a pasted page is no name, and each word and hint of it costs a search."""

_MAX_PARTS = 16
"""Inner parts of a qualifier that are looked for: all divisions between path and container are tried."""

_QUALIFIED = re.compile(r"::|->|[.#/\\]")
_KIND_HINT = re.compile(r"[:#@][^\W\d]\w*")
_GLOB = re.compile(r"[*?].*[./]|[./].*[*?]")
OPERATOR = re.compile(r"[!%&+<=>^|~-]+|\[\]=?")
"""An operator that is named behind its type: `Money.==`, `Cart#[]`."""
_PREDICATE = re.compile(r"[\w.]*[^\W\d]\w*\?")  # of Ruby and Elixir: `Cart.empty?`
_KINDS: dict[str, tuple[SymbolKind, ...]] = {
    "class": (SymbolKind.Class, SymbolKind.Struct),
    "struct": (SymbolKind.Struct,),
    "interface": (SymbolKind.Interface,),
    "trait": (SymbolKind.Interface,),
    "enum": (SymbolKind.Enum,),
    "type": (SymbolKind.Class, SymbolKind.Struct, SymbolKind.Interface, SymbolKind.Enum, SymbolKind.TypeParameter),
    "function": (SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor),
    "method": (SymbolKind.Method, SymbolKind.Constructor),
    "constructor": (SymbolKind.Constructor,),
    "field": (SymbolKind.Field, SymbolKind.Property),
    "property": (SymbolKind.Property, SymbolKind.Field),
    "variable": (SymbolKind.Variable,),
    "constant": (SymbolKind.Constant,),
    "member": (SymbolKind.EnumMember,),
    "module": (SymbolKind.Module, SymbolKind.Namespace, SymbolKind.Package),
    "namespace": (SymbolKind.Namespace, SymbolKind.Module, SymbolKind.Package),
    "event": (SymbolKind.Event,),
    "operator": (SymbolKind.Operator,),
}
_SHORT_KINDS = {"func": "function", "fn": "function", "def": "function", "const": "constant", "var": "variable"}


@dataclass(frozen=True)
class SymbolPattern:
    """A typed pattern, taken apart.

    `name` is the text looked for in names (words parted by one space), `qualifier` the parts before it, outermost
    first. `folders` are lower case, without outer slashes; a file must lie below one of them and fit one of `globs`.
    `kinds` is None without a kind hint. `is_literal` asks for `name` as it stands. `written` is the name with its
    qualifier, as it was typed.
    """

    name: str
    qualifier: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    globs: tuple[str, ...] = ()
    kinds: frozenset[SymbolKind] | None = None
    is_literal: bool = False
    written: str = field(default="", compare=False)

    @cached_property
    def owned(self) -> SymbolPattern | None:
        """The last of several words as the name, those before it as its owners: `redis Client.get`."""
        *owners, last = ("",) if self.is_literal else self.name.split() or ("",)
        if not owners:
            return None
        name, qualifier = _split_qualifier(last)
        return replace(self, name=name, qualifier=(*owners, *qualifier)[-_MAX_PARTS:])

    @cached_property
    def folded(self) -> Folded:
        """The letters of the whole name, all words joined."""
        folded = fold(self.name)
        return Folded(folded.letters[:MAX_LETTERS], tuple(s for s in folded.starts if s < MAX_LETTERS))

    @cached_property
    def codes(self) -> bytes:
        """The letters of the whole name as codes."""
        return encode(self.folded.letters)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The letters of each word; more than one asks for them in any order."""
        spoken = [word for word in self.name.split() if any(map(str.isalnum, word))]
        if len(spoken) < 2:
            return (self.folded.letters,)
        return tuple(fold(word).letters[:MAX_LETTERS] for word in spoken)

    @cached_property
    def word_codes(self) -> tuple[bytes, ...]:
        """The letters of each word as codes."""
        return tuple(encode(word) for word in self.words)

    @cached_property
    def humps(self) -> frozenset[int]:
        """Indices of letters that must start a word of the name: the capitals of a mixed-case pattern."""
        text = [c for c in self.name if c.isalnum()][:MAX_LETTERS]
        capitals = [index for index, c in enumerate(text) if c.isupper()]
        if not any(c.islower() for c in text) or len(text) != len(self.folded.letters):
            return frozenset()
        return frozenset(capitals) & frozenset(self.folded.starts)

    @cached_property
    def written_letters(self) -> str:
        """The letters of the name and its qualifier."""
        return fold(self.written).letters

    @property
    def is_empty(self) -> bool:
        """Whether no name was typed, at most hints."""
        return not self.name


def _read_kind(token: str) -> tuple[SymbolKind, ...]:
    if token[:1] not in (":", "#", "@"):
        return ()
    word = token[1:].lower()
    return _KINDS.get(_SHORT_KINDS.get(word, word), ())


def unread_hints(text: str) -> tuple[str, ...]:
    """Return the remarks on a pattern that seems to ask for unknown kinds."""
    marked = [token for token in text[:_MAX_TEXT].split() if _KIND_HINT.fullmatch(token) and not _read_kind(token)]
    named = (*_KINDS, *_SHORT_KINDS)
    return tuple(
        f"{one[:60]} is taken as words: unknown kind {one[1:40]!r}{did_you_mean(one[1:], named)}" for one in marked
    )


def _split_qualifier(text: str) -> tuple[str, tuple[str, ...]]:
    """Split `a::b.c` into `c` and (`a`, `b`); separators at the ends (`~Foo`, `.get`, `foo.`) part nothing.

    An operator may be the last part: `Name.==`.
    """
    *outer, last = [part for part in _QUALIFIED.split(text) if part] or [""]
    named = outer if OPERATOR.fullmatch(last) else [*outer, last]
    if not outer or not all(fold(part).letters[:1].isalnum() for part in named):
        return text, ()
    return last, tuple(outer[-_MAX_PARTS:])


def parse_pattern(text: str) -> SymbolPattern:
    """Take a typed pattern apart. Never fails: text that is no hint is part of the name."""
    text = text[:_MAX_TEXT]
    stripped = text.strip()
    quoted = len(stripped) > 1 and stripped[0] == stripped[-1] and stripped[0] in "\"'`"
    if quoted or (text[:1].isspace() and stripped):
        literal = stripped[1:-1] if quoted else stripped
        return SymbolPattern(literal, is_literal=True, written=literal)
    folders: list[str] = []
    globs: list[str] = []
    kinds: set[SymbolKind] = set()
    words: list[str] = []
    for token in stripped.split():
        found = _read_kind(token)
        if found:
            kinds.update(found)
        elif token.lower().startswith("in:") and len(token) > 3:
            folders.append(token[3:].replace("\\", "/").strip("/").lower())
        elif _GLOB.search(token) and not _PREDICATE.fullmatch(token):
            globs.append(token.lower())
        else:
            words.append(token)
    name, qualifier = _split_qualifier(words[-1]) if len(words) == 1 else (" ".join(words), ())
    return SymbolPattern(
        name, qualifier, tuple(folders), tuple(globs), frozenset(kinds) if kinds else None, written=" ".join(words)
    )
