"""Code that nothing names: "unused functions", "dead code in src/net", "which classes are never used".

Nobody asks for the meaning of a name: code whose name stands anywhere else, in a string or a document, counts as used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.search.intents.listings.asked_listing import words_of_scope
from lsp_codebase.search.intents.listings.declarations import each_once, line_of
from lsp_codebase.search.intents.listings.groups import Group, in_scope
from lsp_codebase.search.intents.listings.kind_files import is_likely
from lsp_codebase.search.intents.names.asked_names import short_reader
from lsp_codebase.search.intents.question import PROGRAMS, Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.plurals import singulars
from lsp_codebase.search.ranking.reference_counts import Mentions

_MOST_FILES = 20_000
_MOST_NAMESAKES = 4  # a name that is defined more often is one of a language or framework

_ASK = (
    r"(?:(?:are\s+there|do\s+we\s+have|is\s+there|what|which|where)\s+(?:any\s+|are\s+|is\s+)?"
    r"|(?:check\s+for|detect|find|get|identify|list|look\s+for|show)\s+(?:me\s+)?)?"
    r"(?:all\s+|any\s+)?(?:of\s+)?(?:our\s+|the\s+)?"
)
_SUCH = r"(?P<such>classes|code|functions|methods|structs|types)"
_NEVER = (
    r"(?:(?:are|is)\s+)?(?:dead|un(?:called|referenced|used)"
    r"|(?:never|no\s+longer|not)\s+(?:called|invoked|referenced|used))"
)
_ANYWHERE = r"(?:\s+(?:any\s*more|anywhere|at\s+all|by\s+any(?:body|one|thing)))?"
_IN = (
    r"(?:\s+(?:below|in|inside|of|under|within)\s+(?:our\s+|the\s+|this\s+)?"
    r"(?P<place>[\w./:-]+(?:\s+[\w./:-]+){0,2}?))?"
)
_WITHOUT = (
    r"(?:(?:that|which)\s+)?(?:no(?:body|thing|\s+one)\s+(?:calls|references|uses)"
    r"|(?:(?:have|with)\s+no|without(?:\s+any)?)\s+(?:callers|usages|uses))"
)
_asked = short_reader(
    rf"{_ASK}(?:dead|un(?:called|referenced|used))\s+{_SUCH}{_IN}",
    rf"{_ASK}{_SUCH}{_IN}\s+(?:(?:that|which)\s+)?{_NEVER}{_ANYWHERE}",
    rf"{_ASK}{_SUCH}\s+(?:(?:that|which)\s+)?{_NEVER}{_ANYWHERE}{_IN}",
    rf"{_ASK}{_SUCH}{_IN}\s+{_WITHOUT}",
    rf"{_ASK}{_SUCH}\s+{_WITHOUT}{_IN}",
)
_OF_VALUES = frozenset({"nix", "starlark"})
"""Languages whose definitions are handed to a build by their place."""
_FUNCTIONS = frozenset({SymbolKind.Function, SymbolKind.Method})
_TYPES = HOLDERS - {SymbolKind.Module}
_KINDS = {"class": _TYPES, "code": _TYPES | _FUNCTIONS, "struct": _TYPES, "type": _TYPES}
_BY_OTHERS = re.compile(r"__\w+__|main|Main|_|(?:test|Test)(?:[A-Z_]\w*)?")
"""Names that a runtime or a test runner calls."""
_ACCESSOR = re.compile(r"(?:get|is|set)(?P<first>[A-Z])(?P<rest>\w*)")
_HANDED_ON = re.compile(r"\s*(?:@\w|#\[|\[\w+(?:\(.*)?\]|EXPORT_\w+)|.*\b(?:override|export\s+default)\b")
_ALONE = re.compile(r"\s*(?:@[\w.]+(?:\(.*\))?|#\[.*\]|\[\w.*\])\s*")
"""An annotation in the line above what it is of."""
_KEY = re.compile(r"['\"]?\s*:(?!:)")
_BY_CONVENTION = re.compile(r"(?:^|/)(?:controllers|[^/]*migrat(?:e|ions?))/")
_OF_FOREIGN_BASES = frozenset({"php", "python"})
"""Languages where nothing tells that a method fulfils what a base asks for, and bases are often of others."""
_IN_WORD = re.compile(r"\w")
_COMMENT = re.compile(r"\s*(?:\*|//|/\*|#(?!define|\s*if)|--|;|%)")


def unused_code(question: Question, text: str) -> Group | None:
    """Return the definitions whose names stand nowhere else, perhaps none; None if a query asks for none.

    None, too, of too many files, or of a place that is none.
    """
    asked = _asked(text)
    if asked is None:
        return None
    records = [one for one in question.files("") if _is_own(one.path, one.language) and not one.is_generated]
    if len(records) > _MOST_FILES:
        return None
    such = asked["such"].lower()
    kinds = _KINDS.get(singulars(such)[0], _FUNCTIONS)
    found = [one for record in records for one in question.names.of_kinds(record.path, kinds)]
    pieces = each_once(map(line_of, _unused(question, found)))
    said = "definitions" if such == "code" else such
    note = f"{said} whose name stands nowhere else; what frameworks or other projects call may be among them"
    group = Group(pieces, note)
    if scope := words_of_scope(asked["place"] or ""):
        (group,) = in_scope([group], scope, asked["place"])
        files = Group([Piece(one.path, one.language, 0, 1, 1.0) for one in records], "")
        if not group.pieces and not in_scope([files], scope, asked["place"])[0].pieces:
            return None
    return group


def _is_own(path: str, language: str) -> bool:
    return language in PROGRAMS - _OF_VALUES and is_likely(path) and _BY_CONVENTION.search(path) is None


def _is_called_by_name(one: SymbolMatch) -> bool:
    return _BY_OTHERS.fullmatch(one.symbol.name) is None and not one.symbol.is_declaration


def _unused(question: Question, found: Sequence[SymbolMatch]) -> Iterator[SymbolMatch]:
    """Yield the definitions whose name all files together hold just as often as they define it."""
    defined = Counter(one.symbol.name for one in found)
    found = [*filter(_is_called_by_name, found)]
    mentions = Mentions(question.corpus.segments, question.corpus.owner)
    counts = mentions([one.symbol.name for one in found], [one.path for one in found])
    for one, count in zip(found, counts, strict=True):
        name = one.symbol.name
        if 0 < count <= defined[name] <= _MOST_NAMESAKES:
            question.cancel.check()
            own = question.calls.source(one.path)
            paths = {one.path, *(each.path for each in question.corpus.files_mentioning(name, one.path))}
            is_named = sum(_times(name, question.calls.source(path)) for path in paths) > defined[name]
            if not is_named and not _is_accessor(name, own) and not _may_be_called(question, one):
                yield one


def _times(name: str, source: Source) -> int:
    """Return how often a name stands in a file, lines of comments aside."""
    times, text, at = 0, source.text, source.text.find(name)
    while at >= 0:
        is_whole = _IN_WORD.search(text[at - 1 : at] + text[at + len(name) : at + len(name) + 1]) is None
        times += is_whole and _COMMENT.match(source.lines[source.place(at)[0]]) is None
        at = text.find(name, at + len(name))
    return times


def _is_accessor(name: str, source: Source) -> bool:
    """Whether a name is that of an accessor of a field in the same file: what reads and writes objects calls it."""
    found = _ACCESSOR.fullmatch(name)
    return found is not None and found["first"].lower() + found["rest"] in source.words


def _may_be_called(question: Question, one: SymbolMatch) -> bool:
    """Whether others may call something though nothing names it.

    An annotation or an assignment hands it to them, it is the value of a key, or it overrides what a base has.
    """
    source, place = question.calls.source(one.path), one.symbol.name_span
    if place.start_line >= len(source.lines):
        return True  # the file is another one by now
    first = one.symbol.span.start_line
    head, above = source.lines[first : place.start_line + 1], source.lines[first - 1] if first else ""
    if _ALONE.fullmatch(above) or any(map(_HANDED_ON.match, head)):
        return True
    start, end = source.inside(place.start_line, place)
    if head[-1][:start].endswith(".") or _KEY.match(head[-1], end):
        return True
    bases = question.calls.owners.bases
    holders = bases.around(one.symbol.container, one.path) if one.language in _OF_FOREIGN_BASES else ()
    named = (named for holder in holders for own in bases.lineage(holder) for named in bases.named(own))
    return any(not bases.seen(name, path) for name, path in named)
