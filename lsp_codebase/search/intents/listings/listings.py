"""The channel of listings: a question for all of a kind is answered by all that are of it, and their number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import word_parts
from lsp_codebase.search.call_graph.bases import HOLDERS, scope_of
from lsp_codebase.search.intents.listings import declarations, kind_files
from lsp_codebase.search.intents.listings.asked_listing import AskedListing, asked_listing, ends_so
from lsp_codebase.search.intents.listings.build_targets import build_targets
from lsp_codebase.search.intents.listings.by_annotation import annotated_code
from lsp_codebase.search.intents.listings.by_kind import code_of_kind
from lsp_codebase.search.intents.listings.by_members import types_by_member
from lsp_codebase.search.intents.listings.by_types import functions_by_types
from lsp_codebase.search.intents.listings.c_tables import rows_of
from lsp_codebase.search.intents.listings.cli_commands import commands_of
from lsp_codebase.search.intents.listings.groups import Group, Listing, Shown, in_scope, size, told
from lsp_codebase.search.intents.listings.kind_folders import in_folders
from lsp_codebase.search.intents.listings.known_kinds import NAMED_WHOLE, of_known_kind
from lsp_codebase.search.intents.listings.largest import largest_files
from lsp_codebase.search.intents.listings.marks import marks
from lsp_codebase.search.intents.listings.model_parts import parts_of_model
from lsp_codebase.search.intents.listings.options import options_of
from lsp_codebase.search.intents.listings.scheduled import SCHEDULED, scheduled
from lsp_codebase.search.intents.listings.told_words import in_lines, narrowed_by
from lsp_codebase.search.intents.listings.unused import unused_code
from lsp_codebase.search.intents.listings.variables import variables_of
from lsp_codebase.search.intents.project.asked_subject import subject_by_form
from lsp_codebase.search.intents.project.entry_points import asked_start
from lsp_codebase.search.intents.question import PROGRAMS, Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.plurals import plurals, singulars

_BASES: dict[tuple[str, ...], str] = {("model",): "ApplicationRecord"}
"""Bases whose names say another word than that for the kind, such as that of Rails."""
_ALSO_CALLED: dict[tuple[str, ...], Sequence[Sequence[str]]] = {
    ("error", "code"): (("error", "kind"), ("error", "type"))
}
_NAME = re.compile(r"[A-Za-z_]\w*")
_SORTS = frozenset({"kind", "sort", "type"})
_MOST_NAMESAKES = 16
_VALUES = frozenset({SymbolKind.Constant, SymbolKind.EnumMember, SymbolKind.Field, SymbolKind.Property})
_NAMED_VALUES = frozenset({SymbolKind.Constant, SymbolKind.EnumMember})
"""Surely values: the fields of a type called so in the plural may tell of things that are types themselves."""
_FEWEST_FILES = 4  # of a place that is asked for: fewer may be kept there by chance
_FEWEST_NAMED = 3  # one that is called like a kind may be called so by chance
_LEAST_SHARE = 0.01  # of the files of code, which are in a language that has a word of its own for a kind

_FORMS: tuple[Callable[[Question, str], Group | None], ...] = (
    functions_by_types,
    types_by_member,
    annotated_code,
    unused_code,
    variables_of,
    commands_of,
    code_of_kind,
    options_of,
    marks,
)


def listing(question: Question, shown: Shown) -> Listing | None:
    """Return all of the kind that a query asks for; None if it asks for something else, or nothing tells that kind."""
    if question.filters.kinds:
        return None
    texts = dict.fromkeys((question.understood.said or question.text, question.text))
    if (largest := next(filter(None, (largest_files(question, text, shown) for text in texts)), None)) is not None:
        return largest
    for form in _FORMS:
        if (group := next(filter(None, (form(question, text) for text in texts)), None)) is not None:
            return told([group], shown) or Listing((), f"none found: {group.said.partition(';')[0]}")
    if parts := next(filter(None, (parts_of_model(question, text) for text in texts)), None):
        return told(parts, shown)
    if any(map(subject_by_form, texts)) or any(map(asked_start, texts)):
        return None  # "which python versions are supported": files of the project tell that
    asked = next(filter(None, map(asked_listing, texts)), None)
    return _all_of(question, asked, shown) if asked is not None else None


def _all_of(question: Question, asked: AskedListing, shown: Shown) -> Listing | None:
    found: list[Group] = []
    for words, telling in _readings(question, asked.words):
        groups = _within(question, _groups(question, words, asked.written, telling), asked, telling)
        groups = [group for group in groups if group.pieces and (_is_place(group) or not asked.of_files)]
        if not telling and len(words) < len(asked.words):  # "data types" are no files in a folder called data
            groups = [group for group in groups if group.is_sure and not group.of_folders]
            groups = groups if size(groups) >= _FEWEST_NAMED else []
        if size(groups) > size(found):
            found = groups
        sure = [group for group in found if group.is_sure]
        if size(sure) > 1 or any(not group.of_folders for group in sure):  # a sole file may lie in any folder
            break
    own = sum(kind_files.is_likely(piece.path) for group in found for piece in group.pieces)
    is_told = any(group.is_sure for group in found) or (own or size(found)) >= _FEWEST_NAMED
    if asked.may_be_data:
        is_told = any(group.is_sure and not group.of_folders for group in found)
    if asked.of_files:
        is_told = size(found) >= _FEWEST_FILES or any(group.is_declared for group in found)
        found = [group._replace(said=f"{group.said}, {kind_files.most_in(group.pieces)}") for group in found]
    return told(found, shown) if is_told else None


def _readings(question: Question, words: Sequence[str]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield the words that may name a kind, and those that only tell more of it."""
    yield words, ()
    if tuple(words) in NAMED_WHOLE:
        return  # "database tables" are no tables of another sort
    if (compound := declarations.as_compound(question, words[-1])) is not None:
        yield compound, words[:-1]
    is_sort = words[-1] in _SORTS  # "node types" are nodes, and no types in particular
    if is_sort and len(words) > 1:
        yield words[:-1], ()
    yield from ((words[at:], words[:at]) for at in range(1, len(words) - is_sort))


def _is_place(group: Group) -> bool:
    """Whether "where are the ..." asks for a group: files that are kept together, or what the language declares."""
    return group.of_folders or group.is_declared


def _groups(question: Question, words: Sequence[str], written: str, telling: Sequence[str]) -> list[Group]:
    is_written = word_parts(written)[-1] in plurals(words[-1]) and len(word_parts(written)) == len(words)
    name = singulars(written)[0] if is_written else " ".join(words)
    if (known := of_known_kind(question, tuple(words), name)) is not None:
        return [known]
    chunks = declarations.saying(question, words)
    found = declarations.each_once(declarations.declared(question, chunks, words))
    if any(kind_files.is_likely(one.path) for one in found) and _are_usual(question, found):
        return [Group(found, f"declared as {name}", is_sure=True, is_declared=True, takes_any=len(words) > 1)]
    described = declarations.each_once(declarations.initialised(question, words))
    if len(described) >= _FEWEST_NAMED:
        return [Group(described, f"variables that describe one {name} each", is_sure=True, takes_any=True)]
    if not telling and (rows := rows_of(question, words)) is not None:
        return [rows]
    # `Options` holds no "config options" in particular.
    values = [] if telling and len(words) == 1 else _values(question, words)
    if any(one.symbol is not None and one.symbol.symbol.kind in _NAMED_VALUES for one in values):
        return [Group(values, f"values of {name}", is_sure=True), _of_android(question, words, name)]
    based = [*declarations.based(question, chunks, words, written)]
    if (base := _BASES.get(tuple(words))) is not None:
        based += declarations.below(question, map(declarations.line_of, declarations.types_called(question, base)))
    types = declarations.each_once(
        (
            *based,
            *declarations.below(question, based, words[-1]),
            *declarations.annotated(question, chunks, words),
            *declarations.fulfilling(question, words),
        )
    )
    if not types and tuple(words) in SCHEDULED and (lines := declarations.each_once(scheduled(question))):
        return [Group(lines, "lines that schedule something", is_sure=True, is_declared=True, of_lines=True)]
    if values and not types:
        return [Group(values, f"values of {name}", is_sure=True)]
    are_types = any(one.symbol is None or one.symbol.symbol.kind in HOLDERS for one in types)
    by_mark = "types whose head or annotation says" if are_types else "functions whose annotation says"
    groups = [Group(types, f"{by_mark} {name}", is_sure=True, takes_any=True), _of_android(question, words, name)]
    made = _others(declarations.made(question, chunks, words), groups)
    made = made if len(made) >= _FEWEST_NAMED else []
    groups.append(Group(made, f"variables with a new {name}", is_sure=True, takes_any=True))
    called = _others(declarations.called(question, words), groups)
    called = [one for one in called if not kind_files.is_migration_of_other(one.path, words)]
    groups.append(Group(called, f"types called ... {name}"))
    of_files = kind_files.file_pieces(question, kind_files.files_called(question, words))
    groups.append(Group(_of_other_files(of_files, groups), f"files called ... {name}"))
    inside = in_folders(question, words, {one.path for one in types})
    pieces = _of_other_files(
        kind_files.of_one_class(question, inside) or kind_files.file_pieces(question, inside), groups
    )
    code = [one for one in pieces if one.language in PROGRAMS]
    data = [one for one in pieces if one.language not in PROGRAMS]
    said = "files of data" if code else "files"  # what a program reads may be called as what it has
    for some, sort in ((code, "files"), (data, said)):
        group = Group(some, f"{sort} in folders called {name}", is_sure=True, of_folders=True, takes_any=True)
        groups.append(group)
    if not size(groups) and not telling and (of_sole := _values_of_sole(question, words)) is not None:
        return [of_sole]
    return groups


def _of_android(question: Question, words: Sequence[str], name: str) -> Group:
    """Return what manifests of Android say of a kind that code may have as well, such as permissions."""
    return Group([*build_targets(question, ("android", *words))], f"{name}s in manifests of Android", is_sure=True)


def _are_usual(question: Question, pieces: Sequence[Piece]) -> bool:
    """Whether the languages of some pieces are more than a trifle of the code: their word for it is its own."""
    own = {one.language for one in pieces}
    in_code = [one.language in own for one in question.files("") if one.language in PROGRAMS]
    return sum(in_code) >= _LEAST_SHARE * len(in_code)


def _values(question: Question, words: Sequence[str]) -> list[Piece]:
    """Return the values of the enumeration that is called as a kind, or of the type called so in the plural."""
    spelled = ["".join(one) for one in declarations.spellings(words)]
    for match in (one for name in spelled for one in question.find(name, _MOST_NAMESAKES)):
        own, parts = match.symbol, word_parts(match.symbol.name)
        is_enum = own.kind is SymbolKind.Enum and "".join(parts) in spelled
        is_plural = own.kind in HOLDERS and parts[:-1] == [*words[:-1]] and parts[-1:] != [*words[-1:]]
        if not is_enum and not (is_plural and parts[-1] in plurals(words[-1])):
            continue
        if match.language == "sql":  # a table: its columns are none of the kind
            continue
        inside = question.names.inside(scope_of(match), path=match.path)
        if is_enum or not declarations.does_something(inside):
            inside = inside if is_enum else _with_nested(question, match.path, inside)
            return [declarations.line_of(one) for one in inside if one.symbol.kind in _VALUES]
    return []


def _with_nested(question: Question, path: str, fields: Sequence[SymbolMatch]) -> list[SymbolMatch]:
    """Return the fields of a type, each before those of its own type where the same file defines that."""
    types = {one.symbol.name: one for one in question.names.of_kinds(path, HOLDERS - {SymbolKind.Enum})}
    lines, found, left = question.calls.lines(path), list[SymbolMatch](), [*fields]
    while left:
        found.append(field := left.pop(0))
        row = field.symbol.name_span.start_line
        named = _NAME.findall(lines[row]) if row < len(lines) and field.symbol.kind in _VALUES else ()
        for own in filter(None, (types.pop(name, None) for name in named)):
            left = [*question.names.inside(scope_of(own), path=path), *left]
    return found


def _values_of_sole(question: Question, words: Sequence[str]) -> Group | None:
    """Return the values of the only enumeration of the project whose name ends with a kind: `ShopErrorCode`.

    Words for a sort of things would be those of too many.
    """
    if len(words) == 1 or words[-1] in _SORTS:
        return None
    of_enums = question.of_kinds(frozenset({SymbolKind.Enum}))
    for kind in (words, *_ALSO_CALLED.get(tuple(words), ())):
        found = [
            one
            for one in of_enums.find("".join(kind), _MOST_NAMESAKES)
            if ends_so(word_parts(one.symbol.name), kind) and kind_files.is_likely(one.path)
        ]
        if len(found) == 1:
            inside = question.names.inside(scope_of(found[0]), path=found[0].path)
            values = [declarations.line_of(one) for one in inside if one.symbol.kind in _NAMED_VALUES]
            return (
                Group(values, f"values of {found[0].symbol.name}", is_sure=True)
                if len(values) >= _FEWEST_NAMED
                else None
            )
    return None


def _others(pieces: Iterable[Piece], groups: Sequence[Group]) -> list[Piece]:
    """Return pieces without those of some groups."""
    known = {(one.path, one.start_line) for group in groups for one in group.pieces}
    return [one for one in declarations.each_once(pieces) if (one.path, one.start_line) not in known]


def _of_other_files(pieces: Iterable[Piece], groups: Sequence[Group]) -> list[Piece]:
    """Return the pieces of files that are in none of some groups."""
    known = {one.path for group in groups for one in group.pieces}
    return [one for one in declarations.each_once(pieces) if one.path not in known]


def _within(question: Question, groups: Sequence[Group], asked: AskedListing, telling: Sequence[str]) -> list[Group]:
    """Return groups narrowed to a scope, and to each word that tells more."""
    if asked.scope:
        lines = [in_lines(question, group, asked.scope, asked.place) for group in groups if group.of_lines]
        groups = [*lines, *in_scope([group for group in groups if not group.of_lines], asked.scope, asked.place)]
    return narrowed_by(question, groups, telling)
