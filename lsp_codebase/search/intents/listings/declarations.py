"""What is declared to be of a kind: by its keyword, the head of its type, an annotation, its name."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

import numpy as np

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import CODE, STYLES, word_parts
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.call_graph.method_sets import types_with_methods_of
from lsp_codebase.search.call_graph.type_heads import Heads
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.exact.regex_literals import Needle, any_of
from lsp_codebase.search.intents.listings.asked_listing import ends_so
from lsp_codebase.search.intents.listings.line_forms import OF_C, OF_WEB
from lsp_codebase.search.intents.question import PROGRAMS, Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.symbols import parse_pattern

_MOST_CHUNKS = 4_000  # that hold the word of a kind, or name a base, are read
_MOST_NAMES = 3_000
_MOST_BASES = 64  # whose subtypes are looked for
_HAVING = "(?:Can|For|From|Has|Is|Needs|To|Uses?|With)"  # what is called so is not one, but has one
_MOST_SORTS = 8
_MOST_OF_COMPOUND = 64
_MOST_TYPES = 16  # of one name
_MOST_NAMESAKES = 8  # more are one namespace, opened in many files
_ABBREVIATED = {
    "argument": "arg",
    "command": "cmd",
    "configuration": "config",
    "device": "dev",
    "message": "msg",
    "option": "opt",
    "parameter": "param",
}
_OF_DOTNET = frozenset({"csharp", "fsharp", "vb"})
_WITH_TYPES = CODE - STYLES - {"hcl", "sql", "terraform"}  # there names are those of values and tables
_DECLARES = any_of(("class ", "extends ", "module ", "impl ", "interface ", "struct ", "type "))
_NAMING = (("@", "extends ", "implements ", ": ", "(", ".", "use "), ("@", "extends "))
"""Before the name of a kind in heads and annotations: the surest last."""
_LINES_BELOW = 6  # of an annotation, above what it is of
_BETWEEN = re.compile(r"[={(:;]")  # between a keyword and a name that it does not declare
_MODULE = "module"  # a block of Terraform that uses one
_VARIABLES = frozenset({SymbolKind.Constant, SymbolKind.Field, SymbolKind.Property, SymbolKind.Variable})
_TYPES = HOLDERS | {SymbolKind.Object, SymbolKind.Package}
_FUNCTIONS = frozenset({SymbolKind.Function, SymbolKind.Method})
_ANNOTATED = _TYPES | _FUNCTIONS
_MODIFIER = (
    r"(?:(?:abstract|async|case|const|crate|create|data|declare|default|export|extern|external|final|fileprivate|indirect|inline"
    r"|inner|internal|native|open|override|partial|private|protected|pub|public|readonly|record|sealed|static|unsafe"
    r"|virtual)(?:\([\w:]*\))?|@\w+(?:\([^)]*\))?)"
)
_HEAD = re.compile(  # the line of one, behind the name
    rf"^[ \t]*(?:{_MODIFIER}[ \t]+){{0,4}}(?:(?:actor|class|enum|impl|interface|object|record|struct)[ \t]+[\w.]+"
    r"|@behaviour|extends?|include|use)\b(.*)",
    re.MULTILINE,
)
_BEHIND_PARAMETERS = re.compile(r"^[ \t]*\)[ \t]*(?::|extends\b)(.*)", re.MULTILINE)
# In small letters it says in many languages how a compiler takes the code: `@tool`, `@test`.
_ANNOTATION = re.compile(r"\s*(?:@|#!?\[|\[)(?:[\w:]+(?:\.|::))*([A-Z]\w+)")
_DECORATOR = re.compile(r"\s*@(?:\w+\.)*(\w+)")  # of Python, as a library or the project gives it
_OF_BLOCK = re.compile(r"\s*\w+\s+\"([\w-]+)\"\s+\"")  # `resource "aws_sqs_queue" "builds"`


def line_of(match: SymbolMatch) -> Piece:
    """Return the line that declares something."""
    return line_at(match.path, match.language, match.symbol.name_span.start_line, match)


def line_at(path: str, language: str, row: int, declared: SymbolMatch | None = None) -> Piece:
    """Return a line of a file, which may declare something, by itself."""
    return Piece(path, language, row, row + 1, 1.0, {"listed": 1.0}, declared)


def saying(question: Question, words: Sequence[str], languages: frozenset[str] | None = None) -> list[ChunkText]:
    """Return the chunks that hold the words of a kind, of too many those of the project that declare something."""
    held = question.holding(*words, languages=languages)
    if len(held) > _MOST_CHUNKS:
        declaring, _ = question.corpus.holding_within(words, _DECLARES, question.filters)
        own = question.holding(*words, languages=languages or PROGRAMS, where=lambda one: question.is_main(one))
        held = np.intersect1d(own, declaring)
    for signs in _NAMING:
        if len(held) > _MOST_CHUNKS:
            named, _ = question.corpus.holding_within(words, _behind(words, signs), question.filters)
            held = np.intersect1d(held, named)
    return question.few(held, _MOST_CHUNKS)


def _behind(words: Sequence[str], signs: Sequence[str]) -> Needle:
    """Return the needle of a kind behind some signs."""
    name = "".join(word.capitalize() for word in words)
    return any_of(f"{sign}{name}" for sign in signs)


def declared(question: Question, chunks: Sequence[ChunkText], words: Sequence[str]) -> Iterator[Piece]:
    """Yield what is declared by the word of a kind: `event Paid`, `enum Unit`, `resource "aws_sqs_queue" "jobs"`."""
    begins = _declaring(words[0]) if len(words) == 1 and words[0] != _MODULE else None
    for chunk in chunks:
        for row, line in enumerate(chunk.lines, chunk.start_line):
            line = line.lower() if chunk.language == "sql" else line
            if words[-1] not in line:
                continue
            block = _OF_BLOCK.match(line)
            is_block = block is not None and ends_so(word_parts(block[1]), words)
            said = begins.match(line) if begins is not None else None
            if not is_block and said is None:
                continue
            for match in question.names.in_file(chunk.path, (row, row + 1)):
                own = match.symbol
                is_here = own.name_span.start_line == row and own.kind is not SymbolKind.String
                if is_here and (
                    said is None
                    or _is_named(line, own.name.lower() if chunk.language == "sql" else own.name, said.end())
                ):
                    yield line_of(match)
                    break


def _declaring(keyword: str) -> re.Pattern[str]:
    """Return the expression of a line that declares something, up to its keyword: `pub enum`, `type Cart struct`."""
    before = rf"\W*(?:{_MODIFIER}\s+)*(?:def)?|\s*type\s+\w+(?:\[[^\]]*\])?\s+"
    return re.compile(rf"(?:{before}){re.escape(keyword)}\b(?![-.=:])")


def _is_named(line: str, name: str, end: int) -> bool:
    """Whether a name stands behind the keyword that ends there, perhaps with its type between; or `type` before it."""
    before, named, _ = line[end:].partition(name)
    return (named != "" and not _BETWEEN.search(before)) or f"type {name}" in line[:end]


def based(question: Question, chunks: Sequence[ChunkText], words: Sequence[str], written: str) -> Iterator[Piece]:
    """Yield the types whose heads name a kind, or a sort of it: `use GenServer`, `extends LostException`."""
    capital = [word.capitalize() for word in words]
    is_as_written = not written.islower() and len(word_parts(written)) == len(words)
    names = {".".join(capital), *([written.removesuffix("s")] if is_as_written else [])}
    names |= {"_".join(words)} if len(words) > 1 else set()
    sorts = re.compile(rf"\b(?!{_HAVING}[A-Z])\w{{0,60}}{''.join(capital)}\b")
    heads_of = ("\n".join(_heads(chunk)) for chunk in chunks if capital[-1] in chunk.text)
    counted = Counter(name for said in heads_of for name in set(sorts.findall(said)))
    names |= {"".join(capital), *(name for name, _ in counted.most_common(_MOST_SORTS))}
    for name in sorted(names):
        yield from map(line_of, _naming(question, chunks, name))


def _heads(chunk: ChunkText) -> list[str]:
    """Return what stands behind the names in the heads of types; in Kotlin perhaps behind their parameters."""
    behind = _BEHIND_PARAMETERS.findall(chunk.text) if chunk.language in ("kotlin", "scala") else []
    return _HEAD.findall(chunk.text) + behind


def below(question: Question, types: Iterable[Piece], word: str = "") -> Iterator[Piece]:
    """Yield the subtypes of some types, and theirs: `class TooLong(ParseError)` where `ParseError` is an exception.

    Of many types those come first whose names hold the word of a kind: others have seldom any.
    """
    known: defaultdict[str, set[str]] = defaultdict(set)  # names, and the files that define them
    for one in types:
        if one.definition is not None:
            known[one.definition.name].add(one.path)
    bases, left = sorted(known, key=lambda name: word not in word_parts(name)), _MOST_CHUNKS
    for name in islice(bases, _MOST_BASES):  # more are added meanwhile
        chunks = question.few(question.holding(name), left)
        left -= len(chunks)
        for match in _naming(question, chunks, name):
            if not _is_below(question, match, name, known[name]):
                continue
            yield line_of(match)
            if match.symbol.name not in known:
                bases.append(match.symbol.name)
            known[match.symbol.name].add(match.path)


def _is_below(question: Question, match: SymbolMatch, name: str, paths: Container[str]) -> bool:
    """Whether a base of a type is one of some files, or may be: not if it is a namesake of another file."""
    bases = [one for one in question.calls.owners.bases.lineage(match)[1:] if one.symbol.name == name]
    return not bases or any(one.path in paths for one in bases)


def _naming(question: Question, chunks: Sequence[ChunkText], name: str) -> Iterator[SymbolMatch]:
    """Yield the types of which a head in some chunks names a base."""
    heads = Heads(name)
    for chunk in chunks:
        source = partial(question.calls.source, chunk.path)
        places = heads.in_code(chunk.text, chunk.language, chunk.start_line, source) if name in chunk.text else ()
        for row, _ in places:
            if match := _type_at(question, chunk.path, row):
                yield match


def _type_at(question: Question, path: str, row: int) -> SymbolMatch | None:
    """Return the first type whose name stands in a line, or else the innermost one around it."""
    around = [one for one in question.names.in_file(path, (row, row + 1)) if one.symbol.kind in _TYPES]
    named = (one for one in around if one.symbol.name_span.start_line == row)
    # In Rust a trait is implemented for a type that stands elsewhere, within a module that is none.
    own = [one for one in around if one.language != "rust" or one.symbol.kind is not SymbolKind.Module]
    return next(named, None) or max(own, key=lambda one: one.symbol.span.start_line, default=None)


def annotated(question: Question, chunks: Sequence[ChunkText], words: Sequence[str]) -> Iterator[Piece]:
    """Yield what an annotation says to be of a kind: `@Entity`; of several, `@RestController`.

    They are types, or else functions: `@Composable`.
    """
    found: list[tuple[bool, SymbolMatch]] = []
    for chunk in chunks:
        annotation = _DECORATOR if chunk.language == "python" else _ANNOTATION
        for at, line in enumerate(chunk.lines):
            said = annotation.match(line)
            if said is None or not ends_so(word_parts(said[1]), words):
                continue
            if line.lstrip().startswith("[") and chunk.language not in _OF_DOTNET:
                continue  # a key of an object of JavaScript
            row = chunk.start_line + at
            below = question.names.in_file(chunk.path, (row, row + _LINES_BELOW))
            own = (one for one in below if one.symbol.kind in _ANNOTATED and one.symbol.name_span.start_line >= row)
            if match := next(own, None):
                found.append((len(word_parts(said[1])) == len(words), match))
    has_types = any(one.symbol.kind in _TYPES for _, one in found)
    for is_exact, one in found:
        if ((is_exact and has_types) or len(found) > 1) and (one.symbol.kind in _TYPES) == has_types:
            yield line_of(one)


def declared_below(question: Question, path: str, row: int) -> Iterator[Piece]:
    """Yield the line of what an annotation in a line is of: the first that is defined there or soon below."""
    below = question.names.in_file(path, (row, row + _LINES_BELOW))
    such = (one for one in below if one.symbol.name_span.start_line >= row and one.symbol.kind is not SymbolKind.String)
    yield from map(line_of, islice(such, 1))


def fulfilling(question: Question, words: Sequence[str]) -> Iterator[Piece]:
    """Yield the types of Go that have the methods of the interface called like a kind, where they need not name it."""
    for interface in types_called(question, "".join(words)):
        if interface.language == "go" and interface.symbol.kind is SymbolKind.Interface:
            for match in types_with_methods_of(question.names, interface):
                if question.passes(match):
                    yield line_of(match)


def made(question: Question, chunks: Sequence[ChunkText], words: Sequence[str]) -> Iterator[Piece]:
    """Yield the variables that get a new one of the type called like a kind: `var cmdPay = &cobra.Command{`.

    A language of the web has functions that make one: `const cartAtom = atom(0)`, `createContext(null)`; or the object
    is of its type: `const cart: ShopPlugin<Cart> = {`.
    """
    name = "".join(word.capitalize() for word in words)
    made_by = rf"(?:new\s+|&)?(?:\w+(?:\.|::)){{0,4}}{re.escape(name)}(?:(?:\.|::)new)?"
    new = re.compile(rf"[^=]{{1,120}}?=\s*{made_by}\s*[({{<]")
    own = re.escape(name[0].lower() + name[1:])
    of_web = re.compile(
        rf"[^=]{{1,120}}?=\s*(?:{made_by}|(?:[A-Z]\w*\.)?(?:{own}|(?:create|define){re.escape(name)}))\s*[(<]"
        rf"|[^=:]{{1,80}}:\s*(?:\w+\.)?\w*{re.escape(name)}(?:<[^=]{{0,160}}>)?\s*=\s*\{{"
    )
    for chunk in chunks:
        makes = of_web if chunk.language in OF_WEB else new
        for row, line in enumerate(chunk.lines, chunk.start_line):
            if words[-1] not in line.lower() or not makes.match(line):
                continue
            here = question.names.in_file(chunk.path, (row, row + 1))
            yield from (
                line_of(one) for one in here if one.symbol.kind in _VARIABLES and one.symbol.name_span.start_line == row
            )


def spellings(words: Sequence[str]) -> list[Sequence[str]]:
    """Return the words of a kind, and those that C abbreviates them to."""
    short = [_ABBREVIATED.get(word, word) for word in words]
    return [words, *([short] if short != [*words] else [])]


def initialised(question: Question, words: Sequence[str]) -> Iterator[Piece]:
    """Yield the variables of C that describe one of a kind each: `struct shop_cart_info box = {`."""
    kinds = spellings(words)
    kind = "|".join(re.escape("_".join(one)) for one in kinds)
    describes = re.compile(
        rf"(?:(?:const|static)\s+){{0,2}}struct\s+(?:\w+_)?(?:{kind})_(?:class|desc|driver|entry|info|ops|type|vtable)"
        r"\s+(\w+)\s*="
    )
    chunks = (chunk for one in kinds for chunk in saying(question, one, OF_C))
    for chunk in chunks:
        for row, line in enumerate(chunk.lines, chunk.start_line):
            if describes.match(line):
                yield line_at(chunk.path, chunk.language, row)


def called(question: Question, words: Sequence[str]) -> Iterator[Piece]:
    """Yield the types whose names end with a kind: `CartController`."""
    kinds = question.filters.kinds or _TYPES - {SymbolKind.Package}
    of_types = question.of_kinds(kinds)
    found = of_types.find("".join(words), _MOST_NAMES)
    count = Counter(match.symbol.name for match in found)
    for match in found:
        parts = word_parts(match.symbol.name)
        if count[match.symbol.name] > _MOST_NAMESAKES:
            continue
        if len(parts) > len(words) and ends_so(parts, words) and match.language in _WITH_TYPES:
            yield line_of(match)


def as_compound(question: Question, word: str) -> Sequence[str] | None:
    """Return the words of a kind as types are called that are written in one: "filtersets" of `CartFilterSet`."""
    of_types = question.of_kinds(HOLDERS)
    called: Counter[tuple[str, ...]] = Counter()
    for one in of_types.find(word, _MOST_OF_COMPOUND):
        *_, before, last = ("", "", *word_parts(one.symbol.name))
        if f"{before}{last}" == word and before:
            called[before, last] += 1
        elif last == word:
            called[(word,)] += 1
    compound, count = next(iter(called.most_common(1)), ((), 0))
    return compound if len(compound) > 1 and count > 1 else None


def does_something(inside: Sequence[SymbolMatch]) -> bool:
    """Whether a type with some members has more functions than values: its values are what it works with."""
    functions = sum(one.symbol.kind in _FUNCTIONS for one in inside)
    return 2 * functions > len(inside)


def types_called(question: Question, name: str) -> list[SymbolMatch]:
    """Return the types of code that are called by some words: as they are written, or else in any spelling."""
    parts = word_parts(name)
    of_types = question.of_kinds(HOLDERS)
    defined = [one for one in question.defined(name, _MOST_TYPES) if _is_type(one)] if " " not in name else []
    if defined and (not name.islower() or parse_pattern(name).qualifier):
        return defined
    found = (one for one in of_types.find("".join(parts), _MOST_TYPES) if word_parts(one.symbol.name) == parts)
    return [*{(one.path, one.symbol.name_span): one for one in (*defined, *found) if _is_type(one)}.values()]


def _is_type(one: SymbolMatch) -> bool:
    return one.symbol.kind in HOLDERS and one.language in CODE


def each_once(pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces, each of a line once."""
    return [*{(piece.path, piece.start_line): piece for piece in pieces}.values()]
