"""What is of a kind, by how it is declared, what it is based on, how it is called and where its file lies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import CODE, STYLES, word_parts
from lsp_codebase.scan import path_roles
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.call_graph.type_heads import Heads
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.intents.listings.asked_listing import UNCOUNTED, plurals
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.store import FileRecord

_MOST_CHUNKS = 6_000  # that hold the word of a kind are read
_MOST_NAMES = 3_000
_MOST_FILES = 3_000
_PROSE = frozenset({"markdown", "rst", "text"})
_UNLIKELY = frozenset({"docs", "generated", "test", "translation", "vendored"})
_OF_BLOCKS = frozenset({"hcl", "terraform"})  # whose names are those of values
_LINES_BELOW = 6  # of an annotation, above what it is of

_USED_BY_BLOCKS = frozenset({"module"})
"""Words of blocks of Terraform, and of languages, that name what lies elsewhere or is called like its file."""
_TYPES = HOLDERS | {SymbolKind.Object, SymbolKind.Package}
_MODIFIER = (
    r"(?:(?:abstract|async|case|const|crate|data|declare|default|export|extern|external|final|fileprivate|indirect|inline"
    r"|inner|internal|native|open|override|partial|private|protected|pub|public|readonly|record|sealed|static|unsafe"
    r"|virtual)(?:\([\w:]*\))?|@\w+(?:\([^)]*\))?)"
)
# In small letters it says in many languages how a compiler takes the code: `@tool`, `@test`.
_ANNOTATION = re.compile(r"\s*(?:@|#!?\[|\[)(?:[\w:]+(?:\.|::))*([A-Z]\w+)")
_OF_BLOCK = re.compile(r"\s*\w+\s+\"([\w-]+)\"\s+\"")  # `resource "aws_sqs_queue" "builds"`


def line_of(match: SymbolMatch) -> Piece:
    """Return the line that declares something."""
    line = match.symbol.name_span.start_line
    return Piece(match.path, match.language, line, line + 1, 1.0, {"listed": 1.0}, match)


def saying(question: Question, words: Sequence[str]) -> list[ChunkText]:
    """Return the chunks that hold the words of a kind; none of too many."""
    return question.few(question.holding(*words), _MOST_CHUNKS)


def declared(question: Question, chunks: Sequence[ChunkText], words: Sequence[str]) -> Iterator[Piece]:
    """Yield what is declared by the word of a kind: `event Paid`, `enum Unit`, `resource "aws_sqs_queue" "jobs"`."""
    keyword = words[-1] if len(words) == 1 and words[-1] not in _USED_BY_BLOCKS else None
    begins = re.compile(rf"\W*(?:{_MODIFIER}\s+)*(?:def)?{re.escape(words[-1])}\b(?=[\s(\"'<:])")
    for chunk in chunks:
        for at, line in enumerate(chunk.lines):
            if words[-1] not in line:
                continue
            block = _OF_BLOCK.match(line)
            is_said = keyword and begins.match(line)
            if not is_said and not (block and _ends_so(word_parts(block[1]), words)):
                continue
            row = chunk.start_line + at
            for match in question.names.in_file(chunk.path, (row, row + 1)):
                own = match.symbol
                is_behind = not is_said or own.name_span.start_column >= is_said.end()
                if own.name_span.start_line == row and own.kind is not SymbolKind.String and is_behind:
                    yield line_of(match)
                    break


def based(question: Question, chunks: Sequence[ChunkText], words: Sequence[str], written: str) -> Iterator[Piece]:
    """Yield the types whose heads name a kind: `use GenServer`, `extends ReduxNotifier<int>`, `: Widget`."""
    capital = [word.capitalize() for word in words]
    is_as_written = not written.islower() and len(word_parts(written)) == len(words)
    names = {"".join(capital), ".".join(capital), *([written.removesuffix("s")] if is_as_written else [])}
    names |= {"_".join(words)} if len(words) > 1 else set()
    for name in sorted(names):
        heads = Heads(name)
        for chunk in chunks:
            for at in heads.of(chunk.text, chunk.language) if name in chunk.text else ():
                row = chunk.start_line + chunk.text.count("\n", 0, at)
                column = at - chunk.text.rfind("\n", 0, at) - 1
                if question.calls.source(chunk.path).asides.hold(row, column):
                    continue
                if match := _type_at(question, chunk.path, row):
                    yield line_of(match)


def _type_at(question: Question, path: str, row: int) -> SymbolMatch | None:
    """Return the first type whose name stands in a line, or else the innermost one around it."""
    around = [one for one in question.names.in_file(path, (row, row + 1)) if one.symbol.kind in _TYPES]
    named = (one for one in around if one.symbol.name_span.start_line == row)
    return next(named, None) or max(around, key=lambda one: one.symbol.span.start_line, default=None)


def annotated(question: Question, chunks: Sequence[ChunkText], words: Sequence[str]) -> Iterator[Piece]:
    """Yield the types that an annotation says to be of a kind: `@Entity`, `@RestController`, `#[derive(Component)]`."""
    for chunk in chunks:
        for at, line in enumerate(chunk.lines):
            said = _ANNOTATION.match(line)
            if said is None or not _ends_so(word_parts(said[1]), words):
                continue
            row = chunk.start_line + at
            below = question.names.in_file(chunk.path, (row, row + _LINES_BELOW))
            types = (one for one in below if one.symbol.kind in _TYPES and one.symbol.name_span.start_line >= row)
            if match := next(types, None):
                yield line_of(match)


def called(question: Question, words: Sequence[str]) -> Iterator[Piece]:
    """Yield the types whose names end with a kind: `CartController`."""
    of_types = replace(question, filters=replace(question.filters, kinds=question.filters.kinds or _TYPES))
    for match in of_types.find("".join(words), _MOST_NAMES):
        parts = word_parts(match.symbol.name)
        if len(parts) > len(words) and _ends_so(parts, words) and match.language in CODE - STYLES - _OF_BLOCKS:
            yield line_of(match)


def files_called(question: Question, words: Sequence[str]) -> Iterator[FileRecord]:
    """Yield the files whose names end with a kind: `cart_page.dart`, `audit.job.ts`."""
    for record in question.files(rf"{''.join(f'{re.escape(word)}[^/]?' for word in words)}[^/]*$"):
        stem = record.path.rpartition("/")[2].rpartition(".")[0]
        parts = word_parts(stem)
        if record.chunks and len(parts) > len(words) and _ends_so(parts, words):
            yield record


def in_folders(question: Question, words: Sequence[str], *, exactly: bool = False) -> list[FileRecord]:
    """Return the files of the folders that are called as a kind, or `exactly` as many of it: `middleware`, `jobs`.

    Of a folder that holds folders alone, each with a file of the same name, each of these is one of the kind: it is
    shown by its likeliest file.
    """
    said = r"[^/]?".join(re.escape(word) for word in words[:-1])
    last = f"(?:{'|'.join(map(re.escape, sorted(plurals(words[-1]), key=len, reverse=True)))})"
    inside: dict[str, list[FileRecord]] = {}
    for record in question.files(rf"(?:^|/)[^/]*{said}[^/]?{last}[^/]*/" if said else rf"(?:^|/)[^/]*{last}[^/]*/"):
        folder = _folder_called(record.path, words)
        if folder and not record.path.rpartition("/")[2].startswith("."):
            inside.setdefault(folder, []).append(record)
    found: list[FileRecord] = []
    for folder, records in inside.items():
        is_exact = [*words] != word_parts(folder.rpartition("/")[2]) or words[-1] in UNCOUNTED
        if (exactly and not (is_exact and _is_two(word_parts(folder.rpartition("/")[2]), words))) or not _UNLIKELY.isdisjoint(path_roles(f"{folder}/")):
            continue
        paths = {one.path for one in records}
        own = [one for one in records if one.path.rpartition(".")[0] not in paths]  # `cart.tscn.uid` of `cart.tscn`
        own = [one for one in own if one.language not in _PROSE and one.chunks] or own
        if any("/" not in one.path[len(folder) + 1 :] for one in own):
            found += own
            continue
        below: dict[str, list[FileRecord]] = {}
        for one in own:
            below.setdefault(one.path[len(folder) + 1 :].partition("/")[0], []).append(one)
        names = Counter(name for ones in below.values() for name in {_name_in(one, folder) for one in ones} - {""})
        is_each = bool(names) and 2 * names.most_common(1)[0][1] >= len(below)
        if is_each:
            found += (question.likeliest(ones)[0] for ones in below.values())
        elif len(own) > 1:
            found += own
    return found[:_MOST_FILES]


def _name_in(record: FileRecord, folder: str) -> str:
    """Return the name of a file that lies two levels below a folder, else nothing."""
    _, _, name = record.path[len(folder) + 1 :].partition("/")
    return "" if "/" in name else name


def file_piece(question: Question, record: FileRecord) -> Piece:
    """Return the line that tells what a file is: of the definition called like it, else the first of the outermost."""
    symbols = question.names.in_file(record.path)
    stem = word_parts(record.path.rpartition("/")[2].partition(".")[0])
    types = [one for one in symbols if one.symbol.kind is not SymbolKind.String]
    named = next((one for one in types if word_parts(one.symbol.name) == stem), None)
    holder = next((one for one in types if one.symbol.kind in _TYPES), None)
    if match := named or holder:
        return line_of(match)
    return Piece(record.path, record.language, 0, 1, 1.0, {"listed": 1.0})


def _folder_called(path: str, words: Sequence[str]) -> str | None:
    """Return the outermost folder of a path that is called as a kind, perhaps over two levels: `mix/tasks`."""
    *folders, _ = path.split("/")
    parts = [word_parts(folder) for folder in folders]
    for at, own in enumerate(parts):
        before = parts[at - 1] if at else []
        is_one = len(own) == len(words) and _ends_so(own, words)
        is_longer = len(own) > len(words) and own[-1] != words[-1] and _ends_so(own, words)
        is_begun = len(own) > len(words) and own[len(words) - 1] != words[-1] and _ends_so(own[: len(words)], words)
        if is_one or is_longer or is_begun or (len(own) < len(words) and _is_two(before + own, words)):
            return "/".join(folders[: at + 1])
    return None


def _is_two(parts: Sequence[str], words: Sequence[str]) -> bool:
    return len(parts) == len(words) and _ends_so(parts, words)


def _ends_so(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Whether parts of a name end with the words of a kind, in the singular or plural."""
    end = [*parts[-len(words) :]]
    return len(end) == len(words) and end[:-1] == [*words[:-1]] and end[-1] in plurals(words[-1])


def each_once(pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces, each of a line once."""
    return [*{(piece.path, piece.start_line): piece for piece in pieces}.values()]


def is_likely(piece: Piece) -> bool:
    """Whether a piece is of the project itself, and no test."""
    return _UNLIKELY.isdisjoint(path_roles(piece.path))


def files_of_tests(question: Question) -> list[FileRecord]:
    """Return the files of tests that are code."""
    records = question.files("(?i:test|spec)")
    return [one for one in records if one.language in CODE and "test" in path_roles(one.path) and one.chunks]


def of_kind(question: Question, kinds: frozenset[SymbolKind], words: Sequence[str]) -> list[Piece]:
    """Return what is of some kinds in the files or types that are called by some words."""
    found: list[Piece] = []
    for record in question.files(rf"{'[^/]?'.join(map(re.escape, words))}[^/]*$"):
        name = record.path.rpartition("/")[2]
        if [*words] in (word_parts(name), word_parts(name.rpartition(".")[0])):
            found += (line_of(one) for one in question.names.in_file(record.path) if one.symbol.kind in kinds)
    return found
