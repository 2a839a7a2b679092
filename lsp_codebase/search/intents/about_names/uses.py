"""The channel of uses: a query for code that calls, creates, emits or sets a name is led by the lines that do."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from lsp_codebase.indexes import Literal, SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import CODE, STYLES, split_identifier, stem, tokenize
from lsp_codebase.search.agreement import agreeing
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.call_graph.definitions import OF_OPTION
from lsp_codebase.search.call_graph.enclosing import CALLABLE
from lsp_codebase.search.call_graph.own_calls import OwnCalls
from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.search.exact.regex_literals import ANYTHING
from lsp_codebase.search.filters.filters import NO_FILTER
from lsp_codebase.search.intents.about_names.asked_uses import Asked
from lsp_codebase.search.intents.names.asked_names import asked_name, definitions_meant
from lsp_codebase.search.intents.names.defined_names import MEMBERS
from lsp_codebase.search.intents.pieces import piece_at
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.mentions import ChunkLines
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.symbols import parse_pattern

_MOST_PIECES = 20
_MOST_BESIDE_KEYS = 3
_IN_ANY_FILE = frozenset(map(stem, ("class", "code", "file", "function", "line", "method", "place", "type")))
_MOST_CHUNKS = 100  # that mention the name are read
_MOST_CALLED_SO = 400  # chunks are read for calls: near ones may all speak of a word that the name is, too
_MOST_CHUNKS_OF_ACT = 1_000  # few of them do with it what is asked for: `emit Transfer`
_WEAKER = 0.4  # of the score of a use: less than a test has, so that code comes before tests and both before these

_GOES_ON = re.compile(r"(?:[(\[{<=+&|]|\b(?:emit|new|raise|return|throw))\s*$")
_CONTINUES = re.compile(r"\s*(?:\.|\?\.|->|::|=(?!=))")
_GETS_VALUE = re.compile(r"\??\s*:(?![:=])")
_OPENS_ARGUMENT = re.compile(r"[(\[]\s*[\"'`]$")
_MOST_CONTINUED = 2  # lines of a call, above and below


class Use(NamedTuple):
    """A line that holds a name, and how well it is a use as asked for: the less the better."""

    path: str
    line: int
    rank: int


_ENTRY, _AS_ASKED, _IN_CODE, QUOTED, _ASIDE = range(-1, 4)
"""Ranks of uses: the first an entry of settings that is called so; `QUOTED` as an argument; the last in comments,
other strings and imports, or not in code.
"""
_SETTINGS = frozenset("hcl ini json jsonc properties toml xml yaml".split())
"""Languages of files that set up code by naming it."""
_ALIASING = frozenset({"elixir"})
"""Languages in which a module is called by the last part of its name."""
_VALUES = MEMBERS | {SymbolKind.Constant, SymbolKind.EnumMember}


def uses_of_foreign(question: Question) -> list[Piece]:
    """Return the chunks that use a name alone that is defined elsewhere, if prose could not hold it."""
    named = asked_name(question.text.strip())
    return uses_asked_for(question, Asked(named.name, None, is_sure=True)) if named and named.is_sure else []


def with_uses_of_keys(question: Question, found: Sequence[Piece]) -> list[Piece]:
    """Return the meaning of a name; of one that only keys of data have, code that holds it comes behind the first."""
    kinds = {(piece.definition.kind, piece.language in CODE) for piece in found if piece.definition}
    if len(found) < 2 or kinds != {(SymbolKind.Key, False)}:
        return [*found]
    uses = [piece for piece in uses_of_foreign(question) if piece.language in CODE]
    return falling([found[0], *uses[:_MOST_BESIDE_KEYS], *found[1:]], found[0].score)


def uses_asked_for(question: Question, asked: Asked) -> list[Piece]:
    """Return the chunks that use a name as asked for, or else hold it: code before tests, near before far."""
    match = next(iter(definitions_meant(question, asked.name, is_sure=asked.is_sure)), None)
    if asked.only_such:
        own = match if match is not None and match.symbol.kind not in _VALUES else None  # a value may say its default
        such = [use for use in _held(question, asked.name, asked, own) if use.rank == _AS_ASKED]
        return use_pieces(question, such, asked.who)
    found = [*_held(question, asked.name, asked)] if match is None else []
    if match is None and asked.is_sure:
        match = next(filter(None, (_standing_for(question, use) for use in found)), None)
    if match is not None and (keyed := _held_whole(question, match, asked)):
        found = keyed
    elif match is not None:
        callers = [*islice(_calls(question, match, asked), _MOST_CHUNKS)]
        found = [use for use, is_of_another in callers if not is_of_another]
        # Tests may make ten calls of a type that code only names, to extend it or as the type of a parameter.
        if not asked.only_calls or len(found) < _MOST_PIECES:
            of_others = {(use.path, use.line) for use, is_of_another in callers if is_of_another}
            held = _held(question, match.symbol.name, asked, match, of_others)
            found += islice(held, max(_MOST_CHUNKS - len(found), 0))
        if all(use.rank >= QUOTED for use in found):
            found += _of_interface(question, match, asked) + _of_column(question, match, asked)
        for name in _other_spellings(match, asked.name):
            found = [*_held(question, name, asked, match), *found]
    elif not asked.is_sure:
        found = [use for use in found if _is_meant(question, use, asked)]
    return use_pieces(question, found, asked.who)


def _is_meant(question: Question, use: Use, asked: Asked) -> bool:
    """Whether a use is one of a name of libraries that prose could hold: as it was asked for, a call where calls were,
    or one of a type that its file has from another package; a word in small letters is no type.
    """
    if asked.line and use.rank == _AS_ASKED:
        return True
    source = question.calls.source(use.path)
    if asked.only_calls and use.rank < QUOTED:
        return re.search(rf"(?<![\w$]){re.escape(asked.name)}\s?\(", source.lines[use.line]) is not None
    return asked.name[:1].isupper() and use.rank < QUOTED and asked.name in source.imported


def use_pieces(question: Question, uses: Iterable[Use], who: str = "") -> list[Piece]:
    """Return the chunks around some uses: the closest to the query first, then code before tests; else in order.

    Of equals those come first whose path says `who` is asked for: "which components use ...".
    """
    found = sorted(uses, key=lambda use: use.rank)
    pieces: dict[tuple[str, int], Piece] = {}
    for path, line, rank in found:
        score = question.prior_at(path, line) * _WEAKER ** (rank - found[0].rank)
        record = question.corpus.file(path)
        piece = piece_at(question.corpus, record, line, score, "uses") if record and question.passes(record) else None
        if piece is not None:
            pieces.setdefault((path, piece.start_line), piece)
    asked_for = {stem(who.lower())} - _IN_ANY_FILE

    def is_other(piece: Piece) -> bool:
        return bool(who) and asked_for.isdisjoint(tokenize(piece.path))

    return sorted(pieces.values(), key=lambda piece: (-piece.score, is_other(piece)))[:_MOST_PIECES]


def _standing_for(question: Question, use: Use) -> SymbolMatch | None:
    """Return the field or constant of code in whose line a string holds a name, as a tag of JSON does: it is used."""
    if use.rank < QUOTED or question.calls.source(use.path).language not in CODE:
        return None
    beside = question.names.in_file(use.path, (use.line, use.line + 1))
    return next(
        (one for one in beside if one.symbol.kind in _VALUES and one.symbol.name_span.start_line == use.line), None
    )


def _calls(question: Question, match: SymbolMatch, asked: Asked) -> Iterator[tuple[Use, bool]]:
    """Yield the calls of a name, and whether one is of the member that another type has of that name."""
    own = OwnCalls(question.calls, match) if parse_pattern(asked.name).qualifier else None
    name = match.symbol.name
    languages = question.calls.languages_of(name) if own is None else ()
    for caller in question.calls.to(name, match.path, match.symbol.span, _MOST_CALLED_SO, languages):
        is_such = asked.line is None or asked.line.search(question.calls.source(caller.path).lines[caller.line])
        use = Use(caller.path, caller.line, _AS_ASKED if is_such else _IN_CODE)
        yield use, own is not None and own.are_of_another(caller)


def _of_interface(question: Question, match: SymbolMatch, asked: Asked) -> list[Use]:
    """Return the uses of the interface that is called like a type, as `ICart` is like `Cart`: code that gets one from
    others names this alone.
    """
    if match.symbol.kind not in HOLDERS:
        return []
    name, own = match.symbol.name, match.symbol.span
    for base in question.calls.owners.bases.lineage(match)[1:]:
        if base.symbol.kind is SymbolKind.Interface and (name in base.symbol.name or base.symbol.name in name):
            uses = _held(question, base.symbol.name, asked, base)
            return [one for one in uses if one.path != match.path or not own.start_line <= one.line <= own.end_line]
    return []


def _of_column(question: Question, match: SymbolMatch, asked: Asked) -> list[Use]:
    """Return the uses of a column of a database by the name that objects have for it: `cartSize` for `cart_size`."""
    first, *others = split_identifier(match.symbol.name) or [""]
    if match.language != "sql" or not others:
        return []
    return [*_held(question, first + "".join(map(str.capitalize, others)), asked)]


def _other_spellings(match: SymbolMatch, asked: str) -> list[str]:
    """Return how code may write a name beside its definition: as it was asked, or as an option of Kconfig.

    JavaScript writes `cartSize` for the column `cart_size`.
    """
    own = match.symbol.name
    spellings = [asked] if asked.isidentifier() else []
    spellings += [f"{OF_OPTION}{own}"] if match.language == "kconfig" else []
    return [name for name in dict.fromkeys(spellings) if name not in (own, own.rstrip("?"))]


def _held_whole(question: Question, match: SymbolMatch, asked: Asked) -> list[Use]:
    """Return where code holds a dotted key whose definition is in no code: `labels.paste`, not `paste`."""
    if match.language in CODE or "." not in asked.name:
        return []
    return [use for use in _held(question, asked.name, asked) if question.calls.source(use.path).language in CODE]


def _held(
    question: Question,
    name: str,
    asked: Asked,
    match: SymbolMatch | None = None,
    others: Collection[tuple[str, int]] = (),
) -> Iterator[Use]:
    """Yield, for each chunk that mentions a name, the line closest to the use asked for, near files first.

    Lines of its definition `match`, and those of `others`, are no uses of it.
    """
    near, own = (match.path, match.symbol.span) if match else ("", None)
    if asked.entry and match and match.language in _SETTINGS:
        own = None  # the key is where it gets its value
    defined, declared = _definitions_named(question, name)
    most = _MOST_CHUNKS if asked.line is None else _MOST_CHUNKS_OF_ACT
    for path, start, end in dict.fromkeys(islice(_mentioning(question, name, near), most)):
        held = uses_in(question, path, (start, end), name, asked)
        uses = [use for use in held if own is None or path != near or not own.start_line <= use.line <= own.end_line]
        uses = [use for use in uses if (path, use.line) not in defined and (path, use.line) not in others]
        such = (_ENTRY, _AS_ASKED) if asked.line else ()  # a declaration may set what it declares
        uses = [
            use._replace(rank=_ASIDE) if (path, use.line) in declared and use.rank not in such else use for use in uses
        ]
        if uses:
            yield min(uses, key=lambda use: use.rank)


def _mentioning(question: Question, name: str, near: str) -> Iterator[ChunkLines]:
    """Yield the chunks that may hold a name: of a key of several words those with all, since its end is any word."""
    if "-" not in name and (near or "." not in name):
        yield from question.corpus.mentioning(parse_pattern(name).name, near)
        return
    needle = Literal(name) if "-" in name else ANYTHING
    held = np.sort(question.corpus.holding_within([name], needle, NO_FILTER)[0])
    parts = near.split("/")
    rows = question.corpus.texts(held[:_MOST_CHUNKS])
    for row in sorted(rows, key=lambda row: (-agreeing(row.path.split("/"), parts), row.path, row.start_line)):
        yield ChunkLines(row.path, row.start_line, row.start_line + row.text.rstrip("\n").count("\n") + 1)


def _definitions_named(question: Question, name: str) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """Return the lines that define a name: of others, too, they are no uses of it.

    The second are those of fields and properties, whose declarations say a little of their use.
    """
    found = question.defined(parse_pattern(name).name, _MOST_CHUNKS)
    lines = [(one.symbol.kind, one.language, (one.path, one.symbol.name_span.start_line)) for one in found]
    defined = {line for kind, language, line in lines if kind in CALLABLE or language in STYLES}
    return defined, {line for kind, language, line in lines if kind in MEMBERS and language in CODE}


def uses_in(question: Question, path: str, lines: tuple[int, int], name: str, asked: Asked) -> Iterator[Use]:
    """Yield the lines, of some of a file, that hold a name."""
    source = question.calls.source(path)
    held = holding(name, source.language)
    for line, content in enumerate(source.lines[slice(*lines)], lines[0]):
        places = [found.start() for found in held.finditer(content)]
        if places:
            yield Use(path, line, _rank(source, line, places, asked))


def holding(name: str, language: str) -> re.Pattern[str]:
    """Return the expression of a name in code of a language: as it is written, or as that calls it."""
    signs = r"[\w$-]" if "-" in name else r"[\w$]"
    spelled = rf"(?<!{signs}){re.escape(name)}"
    if "." in name and language in _ALIASING:
        spelled += rf"|(?<![\w$.]){re.escape(parse_pattern(name).name)}"
    return re.compile(rf"(?:{spelled})(?!{signs})")


def _rank(source: Source, line: int, places: Sequence[int], asked: Asked) -> int:
    content, is_code = source.lines[line], source.language in CODE
    such = asked.line.search(content) if asked.line else None
    # Variables of the environment are set in files of settings, too.
    if such and (is_code or asked.name.isupper()) and not source.asides.hold(line, such.start()):
        return _AS_ASKED
    if asked.entry and source.language in _SETTINGS and asked.entry.search(content):
        return _ENTRY if asked.in_settings else _AS_ASKED
    if asked.in_settings and source.language in _SETTINGS:
        return _AS_ASKED
    used = [place for place in places if not source.hands_on(line, place)] if is_code else []
    if asked.line and used and not such and asked.line.search(_whole(source, line)):
        used = [place for place in used if not source.asides.hold(line, place)]
        return _AS_ASKED if used else _ASIDE
    bare = [place for place in used if not source.asides.hold(line, place)]
    if any(not _is_key(content, place, asked.name) for place in bare):
        return _IN_CODE if asked.line else _AS_ASKED
    if any(_is_argument(content, place, asked.name) for place in used):
        return QUOTED
    return _IN_CODE if asked.with_imports and is_code and len(used) < len(places) else _ASIDE


def _is_key(content: str, place: int, name: str) -> bool:
    """Whether a name at the beginning of a line gets a value or a type there: `retries: 3`."""
    return not content[:place].strip() and _GETS_VALUE.match(content, place + len(name)) is not None


def _is_argument(content: str, place: int, name: str) -> bool:
    """Whether a name in quotes is all of an argument or index: `get("retries")`."""
    before, behind = content[:place], content[place + len(name) :]
    return _OPENS_ARGUMENT.search(before) is not None and behind[:1] == before[-1:]


def _whole(source: Source, line: int) -> str:
    """Return a line with the few around it that it continues and that continue it, as one."""
    first, last = line, line + 1
    while first > max(line - _MOST_CONTINUED, 0) and _GOES_ON.search(source.lines[first - 1]):
        first -= 1
    while last < min(line + 1 + _MOST_CONTINUED, len(source.lines)) and _CONTINUES.match(source.lines[last]):
        last += 1
    return " ".join(part.strip() for part in source.lines[first:last])
