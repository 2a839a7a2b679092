"""Parts of a model: "callbacks of Story", "validations of User", "what happens after a comment is saved"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.call_graph.bases import HOLDERS, scope_of
from lsp_codebase.search.intents.listings.declarations import declared_below, each_once, line_at, line_of, types_called
from lsp_codebase.search.intents.listings.groups import Group
from lsp_codebase.search.intents.listings.line_forms import LONGEST_LINE
from lsp_codebase.search.intents.listings.model_lines import ModelLine, model_line
from lsp_codebase.search.intents.names.asked_names import LIST, short_reader
from lsp_codebase.search.intents.pieces import listed_line, piece_at
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.plurals import singulars

_MOST_LISTENERS = 200  # chunks that hold the name and a word of theirs
_MOST_NAMESAKES = 16
_MOST_LEADING = 5

_SORTS = {
    "callback": (
        r"(?:(?:lifecycle|model|save)\s+)?(?:callbacks|hooks|(?:event\s+)?listeners|(?:signal\s+)?receivers"
        r"|signal\s+handlers|signals)"
    ),
    "relation": r"(?:model\s+)?(?:associations|foreign\s+keys|relations|relationships)",
    "validation": r"(?:(?:field|model)\s+)?(?:constraints|validations|validation\s+rules|validators)",
    "scope": r"(?:(?:default|model|named|query)\s+)?(?:managers|scopes)",
}
_SUCH = rf"(?P<such>{'|'.join(_SORTS.values())})"
_MODEL = (
    r"(?:an?\s+|our\s+|the\s+)?[`\"']?(?P<model>[A-Za-z][\w.:\\]*(?:\s+[a-z]\w*)??)[`\"']?"
    r"(?:\s+(?:class|entity|model|schema))?"
)
_asked = short_reader(
    rf"(?:how\s+many|what|which)\s+{_SUCH}\s+(?:do|does)\s+{_MODEL}\s+(?:declare|define|have|run|use)",
    rf"(?:what|which)\s+{_SUCH}\s+has\s+{_MODEL}",
    rf"(?:what|which)\s+{_SUCH}\s+are\s+(?:there\s+)?(?:declared\s+|defined\s+)?(?:for|in|of|on)\s+{_MODEL}",
    rf"{LIST}{_SUCH}\s+(?:for|in|of|on)\s+{_MODEL}",
    rf"{LIST}{_MODEL}(?:'s)?\s+{_SUCH}",
)
_VERBS = {
    "create": ("creat", "insert"),
    "save": ("sav", "persist", "stor"),
    "update": ("chang", "edit", "modif", "updat"),
    "delete": ("delet", "destroy", "remov"),
}
_DONE = rf"(?P<done>(?:{'|'.join(chain(*_VERBS.values()))})(?:e|ed|es|ied|ing)?)"
asked_event = short_reader(
    r"what\s+(?:code\s+)?(?:gets\s+(?:called|triggered)|happens|is\s+(?:called|done|triggered)|runs)\s+"
    rf"(?P<when>after|before|once|when(?:ever)?)\s+(?:an?\s+|the\s+)?(?P<model>[A-Za-z]\w*(?:\s+[a-z]+)?)\s+(?:is|gets)\s+{_DONE}",
    rf"what\s+(?:happens|runs)\s+(?P<when>after|before|on|when)\s+{_DONE}\s+(?:an?\s+|the\s+)?(?P<model>[A-Za-z]\w*(?:\s+[a-z]+)?)",
)
_EVENTS = {
    "create": r"creat|insert|sav|commit|persist|initiali",
    "save": r"sav|creat|insert|updat|commit|persist|valid|\bclean\(",
    "update": r"updat|sav|commit|touch",
    "delete": r"delet|destroy|remov|commit|discard",
}
_PHASES = {
    "after": re.compile(r"(?i)before_|\bpre_?|@pre|\bbefore[A-Z]|(?:creat|delet|sav|updat)ing\("),
    "before": re.compile(r"(?i)after_|\bpost_?|@post|\bafter[A-Z]|(?:creat|delet|sav|updat)ed\("),
}
"""Lines of the other phase."""
_OBSERVED = frozenset({SymbolKind.Function, SymbolKind.Method})


class AskedParts(NamedTuple):
    """The sort of parts that a query asks for, of `model_line`, the word for it, and the model."""

    sort: str
    such: str
    model: str


def asked_parts(text: str) -> AskedParts | None:
    """Return the parts of a model that a query asks for."""
    asked = _asked(text)
    if asked is None:
        return None
    such = " ".join(asked["such"].lower().split())
    sort = next(sort for sort, words in _SORTS.items() if re.fullmatch(words, such))
    return AskedParts(sort, such, asked["model"])


def parts_of_model(question: Question, text: str) -> list[Group]:
    """Return the lines by which a model tells its parts of a sort, and those of what it has them from."""
    asked = asked_parts(text)
    if asked is None:
        return []
    for name in _names(asked.model):
        own, bases = _parts(question, name, asked.sort)
        if own or bases:
            of_bases = f"of what {name} is based on"
            return [Group(own, f"{asked.such} of {name}", is_sure=True), Group(bases, of_bases, is_sure=True)]
    return []


def parts_by_event(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the callbacks of a model that run about the event that a query asks for."""
    event = next(event for event, stems in _VERBS.items() if asked["done"].lower().startswith(stems))
    other = _PHASES.get(asked["when"].lower())
    about = re.compile(_EVENTS[event], re.IGNORECASE)
    leading: list[Piece] = []
    for piece in chain.from_iterable(_parts(question, asked["model"], "callback")):
        line = question.calls.lines(piece.path)[piece.start_line]
        if not about.search(line) or (other is not None and other.search(line)):
            continue
        record = question.corpus.file(piece.path)
        if record is not None and (found := piece_at(question.corpus, record, piece.start_line, 1.0, "place")):
            leading.append(found)
    return falling(leading[:_MOST_LEADING], 1.0)


def _names(model: str) -> Iterator[str]:
    """Yield the name of a model, and that of one: "validations of stories"."""
    yield from dict.fromkeys((model, *singulars(model)))


def _parts(question: Question, model: str, sort: str) -> tuple[list[Piece], list[Piece]]:
    """Return the parts of a sort that a model has, and those of its bases."""
    types = _types_called(question, model)
    of_bases = (base for one in types for base in question.calls.owners.bases.lineage(one)[1:])
    found = []
    for holders in (types, [*dict.fromkeys(of_bases)]):
        lines = ((one, model_line(one.language, sort)) for one in holders if question.passes(one))
        found.append([piece for one, told in lines if told for piece in _within(question, one, told)])
    if sort == "callback":
        found[0] += chain.from_iterable(_listening(question, name) for name in {one.symbol.name for one in types})
    return each_once(found[0]), each_once(found[1])


def _types_called(question: Question, model: str) -> list[SymbolMatch]:
    """Return the types that are called as a model, and the modules of Elixir: `Shop.Carts.Cart`."""
    types = types_called(question, model)
    of_types = question.of_kinds(HOLDERS)
    in_modules = (one for one in of_types.find(model, _MOST_NAMESAKES) if one.symbol.name.endswith(f".{model}"))
    return [*{(one.path, one.symbol.name_span): one for one in (*types, *in_modules)}.values()]


def _within(question: Question, holder: SymbolMatch, told: ModelLine) -> Iterator[Piece]:
    """Yield the parts that lines of a type tell, or those of its members that stand outside of it."""
    own = holder.symbol.span
    spans = [(holder.path, own)]
    for one in question.names.inside(scope_of(holder), path=None if holder.language == "go" else holder.path):
        if one.path != holder.path or not own.contains(one.symbol.span):
            spans.append((one.path, one.symbol.span))
    for path, span in spans:
        for row, line in enumerate(question.calls.lines(path)[span.start_line : span.last_line + 1], span.start_line):
            if told.part is not None and told.part.match(line[:LONGEST_LINE]):
                yield line_at(path, holder.language, row)
            elif told.above is not None and told.above.match(line[:LONGEST_LINE]):
                yield from declared_below(question, path, row)


def _listening(question: Question, name: str) -> Iterator[Piece]:
    """Yield what stands outside of a model and asks to be called about it: receivers, hooks of schemas, observers."""
    own = re.escape(name)
    listens = re.compile(
        rf"\bsender\s*=\s*(?:\w+\.)*[\"']?(?:\w+\.)?{own}\b|\blisten(?:s_for)?\(\s*(?:\w+\.)*{own}\b"
        rf"|\b(?i:{own}_?schema)\.(?:post|pre)\("
    )
    words = (*((name, word) for word in ("sender", "listen", "listens_for")), (f"{name}Schema",))
    chunk_ids = question.holding_any(*words)
    for chunk in question.few(chunk_ids, _MOST_LISTENERS):
        for at, line in enumerate(chunk.lines):
            if listens.search(line[:LONGEST_LINE]):
                yield listed_line(chunk, at)
    for observer in types_called(question, f"{name}Observer"):
        methods = question.names.inside(scope_of(observer), path=observer.path)
        yield from (line_of(one) for one in methods if one.symbol.kind in _OBSERVED)
