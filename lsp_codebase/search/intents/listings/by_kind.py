"""Code of a kind in a place, or with a mark: "methods of Cart", "dataclasses in the http layer", "async functions"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind, Visibility, kinds_named
from lsp_codebase.parse import CODE, word_parts
from lsp_codebase.search.call_graph.bases import HOLDERS, scope_of
from lsp_codebase.search.call_graph.return_types import is_property
from lsp_codebase.search.intents.listings.declarations import each_once, line_of, types_called
from lsp_codebase.search.intents.listings.groups import Group, preferring
from lsp_codebase.search.intents.listings.line_forms import LONGEST_LINE
from lsp_codebase.search.intents.names.asked_names import short_reader
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.plurals import plurals, singulars
from lsp_codebase.store import FileRecord

_MOST_CHUNKS = 4_000  # that hold the word of a modifier
_MOST_FILES = 3_000
_SHORT_LINES = 40  # of a type that is shown whole
_HEAD_LINES = 6  # above the name: annotations

_LIST = r"(?:(?:count|display|enumerate|find|get|give|list|name|print|show)\s+(?:me\s+|us\s+)?)?"
_ALL = r"(?:(?:a\s+list\s+of|all|(?P<each>each|every))\s+)?(?:of\s+)?(?:(?:our|the|these|your)\s+)?"
_IN = r"(?:declared\s+|defined\s+|found\s+|used\s+)?(?P<in>from|in|inside|of|under|within)"
_PLACE = r"(?:our\s+|the\s+|this\s+)?[`\"']?(?P<place>[\w./:-]+(?:\s+[\w./:-]+){0,2}?)[`\"']?"
_OWNER = _PLACE.replace("<place>", "<owner>")
_HAS = r"(?:contain|declare|define|export|expose|have|hold|provide)"
_SUCH = r"(?P<such>[a-z]+(?:\s+[a-z]+){0,2}?)"
_MARKED = (
    r"(?P<marked>abstract|async|asynchronous|deprecated|final|obsolete|private|protected|public|sealed|static|unsafe"
    r"|virtual)"
)
_asked = short_reader(
    rf"(?:what|which)(?:\s+{_SUCH})?\s+(?:are|is)\s+{_MARKED}(?:\s+{_IN}\s+{_PLACE})?",
    rf"(?:what|which)\s+{_SUCH}\s+{_IN}\s+{_PLACE}\s+are\s+{_MARKED}",
    rf"(?:how\s+many|what|which)\s+{_SUCH}\s+(?:do|does)\s+{_OWNER}\s+{_HAS}",
    rf"(?:what|which)\s+{_SUCH}\s+has\s+{_OWNER}",
    rf"(?:how\s+many|what|which)\s+{_SUCH}\s+are\s+(?:there\s+)?{_IN}\s+{_PLACE}",
    rf"what\s+are\s+{_ALL}{_SUCH}\s+{_IN}\s+{_PLACE}",
    rf"{_LIST}{_ALL}{_SUCH}\s+{_IN}\s+{_PLACE}",
    rf"{_LIST}{_ALL}{_SUCH}",
)

_CALLED = frozenset({SymbolKind.Constructor, SymbolKind.Function, SymbolKind.Method})
_VALUES = frozenset({SymbolKind.Field, SymbolKind.Property})
_ANY = HOLDERS | _CALLED | _VALUES | {SymbolKind.Constant, SymbolKind.EnumMember, SymbolKind.Variable}
KINDS = {
    "api": _ANY,
    "attribute": _VALUES,
    "class": HOLDERS,
    **{word: frozenset(kinds_named(word)) for word in ("constant", "constructor", "enum", "interface", "struct")},
    "dataclass": HOLDERS,
    "definition": _ANY,
    "field": _VALUES,
    "function": _CALLED,
    "member": _ANY,
    "method": _CALLED,
    "prop": _VALUES,
    "property": _VALUES,
    "symbol": _ANY,
    "thing": _ANY,
    "trait": frozenset(kinds_named("trait")),
    "type": HOLDERS,
    "variable": frozenset(kinds_named("variable")),
}
_OWNERS = frozenset("class enum instance interface struct trait".split())
_PLACES = frozenset("class code component file folder interface layer module package props struct type".split())
"""Words behind the name of a place that say what it is."""


class _Mark(NamedTuple):
    """Tells what is marked in its head, and the words of which a chunk with such a head holds one."""

    marks: Callable[[SymbolMatch, str], bool]
    words: Sequence[str] = ()


def _said(expression: str, *words: str) -> _Mark:
    pattern = re.compile(expression)
    return _Mark(lambda _, head: pattern.search(head) is not None, words)


def _seen(*visible: Visibility) -> _Mark:
    return _Mark(lambda one, _: one.symbol.visibility in visible)


_DEPRECATED = _Mark(lambda one, _: one.symbol.is_deprecated, ("deprecated", "obsolete"))
_MARKS = {
    "abstract": _said(r"\babstract\b|@(?:abc\.)?abstract|\)\s*(?:const\s*)?=\s*0\s*;", "abstract", "abstractmethod"),
    "async": _said(r"\b(?:async|suspend)\b", "async", "suspend"),
    "asynchronous": _said(r"\b(?:async|suspend)\b", "async", "suspend"),
    "case": _said(r"\bcase\s+(?:class|object)\b", "case"),
    "data": _said(r"\bdata\s+(?:class|object)\b", "data"),
    "dataclass": _said(r"@(?:\w+\.)?dataclass\b|\bdata\s+class\b|\brecord\b", "dataclass"),
    "deprecated": _DEPRECATED,
    "exported": _seen(Visibility.PUBLIC),
    "final": _said(r"\bfinal\b|@final\b"),
    "obsolete": _DEPRECATED,
    "private": _seen(Visibility.PRIVATE),
    "protected": _seen(Visibility.PROTECTED),
    "public": _seen(Visibility.PUBLIC),
    "sealed": _said(r"\bsealed\b", "sealed"),
    "static": _said(r"\bstatic\b|@staticmethod\b"),
    "unsafe": _said(r"\bunsafe\b", "unsafe"),
    "virtual": _said(r"\bvirtual\b"),
}


class AskedKind(NamedTuple):
    """A kind of code that a query asks for, the marks of it, and a place, "" for anywhere."""

    kinds: frozenset[SymbolKind]
    marks: Sequence[str]
    place: str
    written: str

    @property
    def near_kinds(self) -> frozenset[SymbolKind]:
        """The kinds, and those of which one may serve as such: a method as a property."""
        return self.kinds | _CALLED if self.kinds == _VALUES else self.kinds


def asked_kind(text: str) -> AskedKind | None:
    """Return the kind of code that a query asks for, None if it asks for something else."""
    asked = _asked(text)
    if asked is None:
        return None
    said: defaultdict[str, str | None] = defaultdict(lambda: None, asked.groupdict())
    *before, last = (said["such"] or "definitions").lower().split()
    marks = [*before, *filter(None, [said["marked"]])]
    word = last if said["each"] else next((one for one in singulars(last) if one != last), "")
    if word not in KINDS:
        return None
    if before and before[-1] in _OWNERS:
        marks.remove(before[-1])  # "struct fields"
    marks += [word] if word in _MARKS else []
    place = (said["place"] or said["owner"] or "").rstrip("?")
    is_sort = said["in"] == "of" and KINDS[word] == HOLDERS and not {*"/."} & {*place}  # "the types of errors"
    if is_sort or (place and not word_parts(place)) or not _MARKS.keys() >= {*marks}:
        return None
    such = f"{word} definitions" if said["each"] else last
    return AskedKind(KINDS[word], marks, place, " ".join((*marks, such) if said["marked"] else (*before, such)))


def code_of_kind(question: Question, text: str) -> Group | None:
    """Return the code of a kind that a query asks for; None if it asks for none, or nothing is in its place."""
    asked = asked_kind(text)
    if asked is None:
        return None
    pieces = each_once(line_of(one) for one in _found(question, asked) if _is_such(question, one, asked))
    if not asked.marks and asked.place and _are_seen(question, asked, pieces):
        return None
    group = Group(pieces, asked.written, is_sure=True)
    *_, last = asked.place.lower().split() or [""]
    if last in _PLACES and len(asked.place.split()) > 1:  # "the http layer" is rather in a folder of layers
        group = preferring(group, last)
    return group if group.pieces else None


def _are_seen(question: Question, asked: AskedKind, pieces: Sequence[Piece]) -> bool:
    """Whether all is within the only type of its name, and that so short that its code says more than a list."""
    types = types_called(question, _without_kind(asked.place))
    if len(types) != 1 or asked.kinds == HOLDERS:
        return False
    span = types[0].symbol.span
    is_short = span.end_line - span.start_line < _SHORT_LINES
    within = (one.path == types[0].path and span.start_line <= one.start_line <= span.end_line for one in pieces)
    return is_short and all(within)


def _found(question: Question, asked: AskedKind) -> Iterator[SymbolMatch]:
    if asked.place:
        return _at_place(question, asked)
    if any(_MARKS[mark].words for mark in asked.marks):
        return _marked_so(question, asked)
    files = question.files("") if question.filters.include else ()  # "enums path:src"
    return _in_files(question, files, asked)


def _is_such(question: Question, one: SymbolMatch, asked: AskedKind) -> bool:
    """Whether something is of the kinds and has the marks that are asked for; a method may serve as a property."""
    if one.symbol.kind not in asked.kinds:
        may_serve = one.symbol.kind in asked.near_kinds
        if not may_serve or not is_property(question.calls.source(one.path), one.symbol):
            return False
    head = _head(question, one) if asked.marks else ""
    return all(_MARKS[mark].marks(one, head) for mark in asked.marks)


def _head(question: Question, one: SymbolMatch) -> str:
    first, last = one.symbol.span.start_line, one.symbol.name_span.start_line
    lines = question.calls.source(one.path).lines[max(first, last - _HEAD_LINES) : last + 1]
    return "\n".join(line[:LONGEST_LINE] for line in lines)


def _marked_so(question: Question, asked: AskedKind) -> Iterator[SymbolMatch]:
    """Yield what may have a mark anywhere, by the word of it."""
    said = next(_MARKS[mark].words for mark in asked.marks if _MARKS[mark].words)
    for word in said:
        for chunk in question.few(question.holding(word), _MOST_CHUNKS):
            if chunk.language in CODE:
                yield from question.names.in_file(chunk.path, (chunk.start_line, chunk.start_line + len(chunk.lines)))


def _at_place(question: Question, asked: AskedKind) -> Iterator[SymbolMatch]:
    """Yield what is in the types, else in the files and folders, that are called as a place."""
    name = _without_kind(asked.place)
    found = False
    for one in types_called(question, name) if asked.kinds != HOLDERS else ():
        inside = question.names.inside(scope_of(one), path=None if one.language == "go" else one.path)
        found |= bool(inside)
        yield from filter(question.passes, inside)
    if not found:
        yield from _in_files(question, _files_called(question, name), asked)


def _without_kind(place: str) -> str:
    """Return the name of a place without the word that says what it is: "the http layer", "struct cart"."""
    said = place.split()
    if len(said) > 1 and said[-1].lower() in _PLACES:
        said.pop()
    if len(said) > 1 and said[0].lower() in _PLACES:
        del said[0]
    return " ".join(said)


def _in_files(question: Question, records: Iterable[FileRecord], asked: AskedKind) -> Iterator[SymbolMatch]:
    """Yield what may be of the kinds in some files; nothing of too many."""
    few = [*islice(records, _MOST_FILES + 1)]
    for record in few if len(few) <= _MOST_FILES else ():
        yield from question.names.of_kinds(record.path, asked.near_kinds)


def _files_called(question: Question, name: str) -> Iterator[FileRecord]:
    """Yield the files that are called so, or lie in a folder that is; of two words perhaps the file in the folder."""
    if "/" in name or "." in name:
        end = name.strip("/")
        for record in question.files(re.escape(end)):
            if f"/{record.path}".endswith(f"/{end}") or f"/{end}/" in f"/{record.path}":
                yield record
        return
    *before, last = word_parts(name)
    wanted = {"".join((*before, one)) for one in plurals(last)}
    for record in question.files(".?".join(map(re.escape, (*before, last)))):
        *folders, file = record.path.split("/")
        called = ["".join(word_parts(one)) for one in (*folders, file.partition(".")[0])]
        if not wanted.isdisjoint(called) or any(first + second in wanted for first, second in pairwise(called)):
            yield record
