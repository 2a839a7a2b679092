"""The types that an expression may have a value of, where its file says so: `cart.items` of a declared `cart`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import Position, SymbolKind
from lsp_codebase.search.call_graph.bases import HOLDERS, Bases, scope_of
from lsp_codebase.search.call_graph.bindings import Binding
from lsp_codebase.search.call_graph.call_languages import has_bare_fields
from lsp_codebase.search.call_graph.call_targets import WITH_RECEIVER
from lsp_codebase.search.call_graph.expressions import Expression, Form, Step, expression_at_end, receiver_of
from lsp_codebase.search.call_graph.modules import agreeing
from lsp_codebase.search.call_graph.named_owners import NamedOwners, Owner, last
from lsp_codebase.search.call_graph.return_types import is_property, return_type
from lsp_codebase.search.call_graph.returned_values import returned_by
from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.search.call_graph.type_texts import AWAITED, BUILT_IN
from lsp_codebase.search.call_graph.variables import FUNCTIONS, MOST_BINDINGS, Variables

_SIGNS = (".", "?.", "->", "!.", "?->")
_MOST_LINES = 12  # of one chain of calls
_DEEPEST = 12  # values that are told by other values
_LONGEST = 2_000  # letters of one chain of calls
_ITSELF = frozenset("$this self Self static this cls".split())
_SOLE = re.compile(r"(?:(?:await|ref|move|mut|try[!?]?|yield)\s+|[&*])*")
_AWAITED = re.compile(r"(?:\w+\s+)*await\b")
_CAST = re.compile(r"(?P<value>.+?)\s+as[!?]?\s+(?P<type>[\w.<>\[\]| ]+)", re.DOTALL)
_CAST_IN_FRONT = re.compile(r"\((?P<type>[\w.<>\[\], ]+)\)\s*[\w(].*", re.DOTALL)
_MAKE_BUILT_IN = {
    "python": frozenset("bytearray bytes dict float frozenset int list open reversed set sorted str tuple".split())
}
_KEEP_ELEMENTS = frozenset(
    """asSequence copied copy filter filterNotNull into_iter iter iter_mut lazy parallelStream reversed rev skip slice
    sort sorted stream take toArray toList toSet to_vec""".split()
)
_OF_VALUES = frozenset({"Values", "itervalues", "into_values", "values", "values_mut"})
"""Methods of maps that return the values."""
_VARIABLES = frozenset({SymbolKind.Constant, SymbolKind.Field, SymbolKind.Property, SymbolKind.Variable})
_OWN = frozenset({"Self", "this", "self", "static"})
_TEXTS = re.compile(r"\"[^\"]*\"|'[^']*'")
_NAMES = re.compile(r"(?<![\w.])(?!(?:None|True|False|null|true|false|nil|__\w+__)\b)[^\W\d]\w*(?!\w|\s*=)")
_NONE = re.compile(r"(?:None|null|nil|undefined|nullptr|NULL)\b.{0,2}\Z")
_BUILT_IN = re.compile(r"[rbfu]{0,2}[\"'`]|\[|-?\d")

Owners = tuple[Owner, ...]


class _Place(NamedTuple):
    """A place of code. `depth` counts how many values have led to it."""

    path: str
    line: int
    character: int
    depth: int
    is_awaited: bool = False


@dataclass(frozen=True, slots=True)
class Values:
    """Tells the types of values. What a place says of a name is read once."""

    bases: Bases
    named: NamedOwners
    variables: Variables
    source: Callable[[str], Source]
    _bound: dict[tuple[str, int], Owners | None] = field(default_factory=dict)
    _fields: dict[tuple[str, Position, str], Owners] = field(default_factory=dict)
    _returned: dict[tuple[str, int], Owners] = field(default_factory=dict)

    def in_front(self, before: str, path: str, line: int, character: int) -> Owners:
        """Return the types, or the module, of what a called name is a member of; nothing if that is not told."""
        receiver = receiver_of(before if before.strip() not in _SIGNS else self._from_above(before, path, line))
        return self._of(receiver, _Place(path, line, character, 0)) if receiver is not None else ()

    def _from_above(self, before: str, path: str, line: int) -> str:
        """Return a text with the lines above it that it goes on: a chain of calls has one a line."""
        lines, first = self.source(path).lines, line - 1
        while first > max(line - _MOST_LINES, 0) and lines[first].lstrip().startswith(_SIGNS):
            first -= 1
        return "\n".join([*lines[max(first, 0) : line], before])[-_LONGEST:]

    def _of(self, expression: Expression, at: _Place) -> Owners:
        first, *others = expression.steps
        owners = self._first(first, at)
        for step in others:
            owners = self._member(owners, step, at)
        return owners if first.form is Form.MADE and not others else owners or self.named.by_name(expression, at.path)

    def _first(self, step: Step, at: _Place) -> Owners:
        if step.form is Form.TEXT:
            return (Owner(BUILT_IN, at.path),)
        if step.form is Form.INNER:
            return self._of_text(step.inner, at._replace(depth=at.depth + 1))
        if step.form is Form.MADE:
            if not self.bases.seen(step.name, at.path) and self._is_bound(step.name, at):
                return (*(one for one in self._variable(step.name, at) if one.name),)  # Kind: typeof Cart
            return (Owner(step.name, at.path, is_exact=True),)
        if step.form is Form.CALLED:
            return self._called(step, at)
        if step.name.startswith("@"):
            return self._of_field(self._itself(at), step.name.lstrip("@"), at.depth)
        return self._itself(at) if step.name in _ITSELF else self._variable(step.name.lstrip("$"), at)

    def _is_bound(self, name: str, at: _Place) -> bool:
        """Whether a name is a variable of a function, as the type is in `new kind()`."""
        return bool(self.variables.visible_in_function(name.partition(".")[0], at.path, at.line, at.character))

    def _had(self, owner: Owner, name: str) -> Iterator[SymbolMatch]:
        for holder in self.bases.seen(owner.name, owner.path):
            yield from self.bases.had(holder, name)

    def _called(self, step: Step, at: _Place) -> Owners:
        """Return the types of what a function or type returns that is called by its name alone."""
        language = self.source(at.path).language
        if language == "go" and step.name == "new":
            return self.named.declared(step.inner, at.path)
        if language not in WITH_RECEIVER:
            own = self._itself(at)
            if found := [match for owner in own for match in self._had(owner, step.name)]:
                return self._returned_by_all(found[:1], own, at)
        defined = self.named.defined(step.name, at.path)
        if not defined:
            is_built_in = step.name in _MAKE_BUILT_IN.get(language, ())
            if is_built_in and (listed := [one for one in self._of_text(step.inner, at) if one.inner]):
                return (*listed,)  # sorted(carts)
            if is_built_in or (self._is_brought(step.name, at.path) and not _NAMES.search(_TEXTS.sub("", step.inner))):
                return (Owner(BUILT_IN, at.path),)
            return self.named.made(step.name, at.path)
        return self._returned_by_all(defined, (), at)

    def _returned_by_all(self, defined: Sequence[SymbolMatch], owners: Owners, at: _Place) -> Owners:
        """Return the types of what some definitions return together, nothing if one of them does not say it."""
        found: list[Owner] = []
        for one in defined:
            if one.symbol.kind in HOLDERS:
                told: Owners = (Owner(scope_of(one), one.path, is_exact=True),)
            else:
                returned = return_type(self.source(one.path), one.symbol)
                is_own = returned.strip("&\"' ").removeprefix("mut ") in _OWN
                told = owners if is_own else self.named.declared(returned, one.path, is_awaited=at.is_awaited)
                told = told or (self._of_body(one, at) if not returned else ())
                if at.is_awaited and any(last(owner.name) in AWAITED for owner in told):
                    return ()  # of what it holds nothing is told
            if not told:
                return ()
            found += told
        return (*dict.fromkeys(found),)

    def _of_body(self, function: SymbolMatch, at: _Place) -> Owners:
        """Return the types of what a function returns, or of subtypes, nothing if it does not tell one of them."""
        key = function.path, function.symbol.name_span.start_line
        if key not in self._returned:
            self._returned[key] = ()  # while it is asked for: it may call itself
            source, span = self.source(function.path), function.symbol.span
            lines = span.start_line, span.end_line + 1
            touching = self.bases.names.in_file(function.path, lines)
            inside = [one.symbol for one in touching if one.symbol.kind in FUNCTIONS and span.contains(one.symbol.span)]
            found: dict[Owner, None] = {}
            for start, value in returned_by(source, function.symbol, inside) if at.depth < _DEEPEST else ():
                if _NONE.match(value):
                    continue
                told = self._of_text(value, _Place(function.path, *source.place(start), at.depth + 1))
                if not told:
                    return ()
                found.update(dict.fromkeys(one._replace(is_exact=one.is_exact and not one.name) for one in told))
            self._returned[key] = (*found,)
        return self._returned[key]

    def _is_brought(self, name: str, path: str) -> bool:
        return self.named.modules.are_of_library(name, path, self.source(path))

    def _member(self, owners: Owners, step: Step, at: _Place) -> Owners:
        """Return the types of a field of values of some types, or of what their method returns."""
        if step.form is Form.ELEMENT:
            return self._elements(owners, is_indexed=True)
        if step.form is Form.CALLED and (kept := self._kept(owners, step.name)):
            return kept
        if owners and not owners[0].name:  # of a library
            is_module = owners[0].is_exact
            if step.form is Form.NAMED:
                return owners if is_module else ()
            is_made = step.name[0].isupper() or not _NAMES.search(_TEXTS.sub("", step.inner))
            return (owners[0]._replace(is_exact=False),) if is_made else ()
        if step.name == "new":
            return owners
        if step.form is Form.NAMED:
            return self._of_field(owners, step.name, at.depth)
        found: list[Owner] = []
        for owner in owners:
            told = self._returned_by_all(self.named.meant(owner, step.name)[:1], (owner,), at)
            if not told:
                return ()
            found += told
        return (*dict.fromkeys(found),)

    def _elements(self, owners: Owners, *, is_indexed: bool = False) -> Owners:
        """Return the types of the elements of some lists, or of the values of maps that are indexed."""
        found: list[Owner] = []
        for owner in owners:
            is_own = bool(owner.name) and bool(self.bases.seen(owner.name, owner.path))
            is_told = len(owner.inner) == 1 or (is_indexed and bool(owner.inner))
            told = self.named.declared(owner.inner[-1], owner.path) if is_told and not is_own else ()
            if not told:
                return ()
            found += told
        return (*dict.fromkeys(found),)

    @staticmethod
    def _kept(owners: Owners, method: str) -> Owners:
        """Return some lists as what a method of theirs returns that keeps the elements, or the values of maps."""
        if not all(owner.inner for owner in owners):
            return ()
        if method in _OF_VALUES:
            return (*(owner._replace(name=BUILT_IN, inner=owner.inner[-1:]) for owner in owners),)
        return owners if method in _KEEP_ELEMENTS else ()

    def _of_text(self, text: str, at: _Place) -> Owners:
        """Return the types of a whole expression."""
        if at.depth > _DEEPEST:
            return ()
        sole = _SOLE.match(text)
        at = at._replace(is_awaited=bool(_AWAITED.match(text)))
        text = text[sole.end() :].strip() if sole else text
        if cast := _CAST.fullmatch(text) or _CAST_IN_FRONT.fullmatch(text):
            return self.named.declared(cast["type"], at.path)
        if _BUILT_IN.match(text) or (text.startswith("{") and self.source(at.path).language == "python"):
            return (Owner(BUILT_IN, at.path),)
        expression = expression_at_end(text)
        return self._of(expression, at) if expression is not None and not expression.rest.strip() else ()

    def _itself(self, at: _Place) -> Owners:
        """Return the type around a place."""
        around = self.variables.around(at.path, at.line, at.character, HOLDERS | FUNCTIONS)
        for one in around[:1]:
            scope = scope_of(one) if one.symbol.kind in HOLDERS else one.symbol.container
            return (*(Owner(scope_of(holder), at.path) for holder in self.bases.around(scope, at.path)[:1]),)
        return ()

    def _variable(self, name: str, at: _Place) -> Owners:
        """Return the types of a variable where code at a place means it."""
        bindings = self.variables.visible(name, at.path, at.line, at.character)
        if bindings:
            return self._of_all(bindings, at)
        if has_bare_fields(self.source(at.path).language) and (
            owners := self._of_field(self._itself(at), name, at.depth)
        ):
            return owners
        if name[0].isupper() and self.bases.seen(name, at.path):
            return (Owner(name, at.path, is_exact=True),)
        return self._imported(name, at.path, at.depth)

    def _imported(self, name: str, path: str, depth: int) -> Owners:
        """Return the types of what a file imports by a name, or the module."""
        source = self.source(path)
        if name not in source.brought:
            return ()
        if self._is_brought(name, path):
            return () if name[0].isupper() else (Owner(BUILT_IN, path, is_exact=True),)
        defined, files = self.named.defined(name, path), self.named.modules.brought(name, path, source)
        most = max((agreeing(name, one.path, source) + 1 for one in defined), default=0)
        if files and agreeing(name, files[0], source) >= most:
            return (Owner(name, path, files=(*files,)),)
        if defined and all(one.symbol.kind in _VARIABLES for one in defined):
            return self._of_definitions(defined, depth)
        if any(one.symbol.kind in HOLDERS for one in defined):
            return () if name[0].isupper() else (Owner(name, path, is_exact=True),)
        return ()

    def _of_definitions(self, defined: Sequence[SymbolMatch], depth: int) -> Owners:
        """Return the types of fields or variables where they are defined."""
        found: list[Owner] = []
        for one in defined:
            if one.symbol.kind in HOLDERS:
                found.append(Owner(scope_of(one), one.path, is_exact=True))
                continue
            source, line = self.source(one.path), one.symbol.name_span.start_line
            here = source.bindings(one.symbol.name, *source.line_starts[line : line + 2])
            told = self._of_all([*islice(here, 1)], _Place(one.path, line, 0, depth + 1))
            if not told:
                return ()
            found += told
        return (*dict.fromkeys(found),)

    def _of_all(self, bindings: Sequence[Binding], at: _Place) -> Owners:
        """Return the types that some bindings of a name say together, nothing if one of them says none."""
        found: dict[Owner, None] = {}
        for binding in bindings if len(bindings) <= MOST_BINDINGS else ():
            told = self._of_binding(binding, at)
            if told is None:
                continue
            if not told:
                return ()
            found.update(dict.fromkeys(told))
        return (*found,)

    def _of_binding(self, binding: Binding, at: _Place) -> Owners | None:
        """Return the types that a binding says, None if it is of no value."""
        key = at.path, binding.start
        if key not in self._bound:
            self._bound[key] = ()  # while it is asked for: it may be told by itself
            self._bound[key] = self._read(binding, at) if at.depth < _DEEPEST else ()
        return self._bound[key]

    def _read(self, binding: Binding, at: _Place) -> Owners | None:
        if binding.types is not None:
            return self.named.declared(binding.types, at.path)
        if binding.value is None:
            return ()
        if _NONE.match(binding.value):
            return None
        line, character = self.source(at.path).place(binding.start)
        owners = self._of_text(binding.value, _Place(at.path, line, character, at.depth + 1))
        if binding.is_element:
            return self._elements(owners, is_indexed=self.source(at.path).language == "go")
        return self._of_field(owners, binding.field, at.depth) if binding.field else owners

    def _of_field(self, owners: Owners, name: str, depth: int) -> Owners:
        """Return the types of a field that values of some types have."""
        found: list[Owner] = []
        for owner in owners:
            if owner.files:
                defined = self.named.meant(owner, name)
                told = [self._of_definitions(defined, depth) or self._inner_module(owner, name)]
            else:
                holders = self.bases.seen(owner.name, owner.path) if owner.name else ()
                told = [self._field(holder, name, depth) for holder in holders]
            if not all(told) or not told:
                return ()
            found += (one for some in told for one in some)
        return (*dict.fromkeys(found),)

    def _inner_module(self, owner: Owner, name: str) -> Owners:
        files = self.named.modules.inside(owner.files, name)
        return (Owner(name, owner.path, files=(*files,)),) if files else ()

    def _field(self, holder: SymbolMatch, name: str, depth: int) -> Owners:
        key = holder.path, holder.symbol.span.start, name
        if key not in self._fields:
            self._fields[key] = ()
            self._fields[key] = self._look(holder, name, depth)
        return self._fields[key]

    def _look(self, holder: SymbolMatch, name: str, depth: int) -> Owners:
        for one in self.bases.had(holder, name)[:1]:
            if one.symbol.kind in FUNCTIONS:
                own = (Owner(scope_of(holder), holder.path),)
                is_getter = is_property(self.source(one.path), one.symbol)
                return self._returned_by_all([one], own, _Place(one.path, 0, 0, depth + 1)) if is_getter else ()
            if owners := self._of_definitions([one], depth):
                return owners
        for one in self.bases.lineage(holder):
            if assigned := [*self._assigned(one, name)]:
                return self._of_all(assigned, _Place(one.path, one.symbol.span.start_line, 0, depth + 1))
        return ()

    def is_assigned(self, holder: SymbolMatch, name: str) -> bool:
        """Whether code of a type gives a field of itself a value."""
        return any(True for _ in self._assigned(holder, name))

    def _assigned(self, holder: SymbolMatch, name: str) -> Iterator[Binding]:
        """Yield the bindings of a field in the code of its type: `self.cart = Cart()`."""
        source, span = self.source(holder.path), holder.symbol.span
        first, last = (
            source.line_starts[min(line, len(source.lines))] for line in (span.start_line, span.end_line + 1)
        )
        for one in source.bindings(name, first, last):
            if one.is_of_itself or self.variables.scope_of_binding(one, holder.path) == holder:
                yield one
