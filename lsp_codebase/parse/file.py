"""A file's bytes in, its symbols and chunks out: the workers of the index call this."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from lsp_codebase.model import ParsedFile, Symbol, SymbolKind
from lsp_codebase.parse.assemble import assemble, without_told
from lsp_codebase.parse.blanks import blanked
from lsp_codebase.parse.bodies import without_bodies
from lsp_codebase.parse.captures import load_query
from lsp_codebase.parse.chunks import TreeCutter, cut_lines
from lsp_codebase.parse.comments import CommentIndex
from lsp_codebase.parse.constants import without_constants
from lsp_codebase.parse.damage import bytes_in_errors, count_errors, damaged_ranges, find_damage, may_be_damaged
from lsp_codebase.parse.deadline import Deadline, DeadlinePassed
from lsp_codebase.parse.decoding import SourceText, decode
from lsp_codebase.parse.definitions import QueryMatches, collect
from lsp_codebase.parse.detect import detect_language
from lsp_codebase.parse.dialects import make_readable
from lsp_codebase.parse.embedded import EmbeddedTree, parse_cells, parse_embedded
from lsp_codebase.parse.file_marks import is_generated, is_minified, is_test_path
from lsp_codebase.parse.grammar import load_grammar, parse_tree
from lsp_codebase.parse.languages import LANGUAGES, Language
from lsp_codebase.parse.layout import LaidOut
from lsp_codebase.parse.limits import ParseLimits
from lsp_codebase.parse.notebooks import read_cells
from lsp_codebase.parse.rules import rules_for
from lsp_codebase.parse.sql_templates import model_of
from lsp_codebase.parse.symbols import SymbolBuilder
from lsp_codebase.parse.torn_branches import without_torn_branches

if TYPE_CHECKING:
    from tree_sitter import Tree

TIMED_OUT = "parse timed out"

_DEFAULT_LIMITS = ParseLimits()
_HEAD_BYTES = 8192
_NOTEBOOK = "jupyter"

_Content: TypeAlias = tuple[list[Symbol], CommentIndex | None, list[int]]  # symbols, comments, first lines of chunks


def parse_file(path: str, data: bytes, limits: ParseLimits = _DEFAULT_LIMITS) -> ParsedFile:
    """Return the symbols and chunks of a file. Never raises, for any bytes.

    `path` is relative to the root, with "/". Where there is no grammar, the file is cut by lines and has no symbols;
    where parsing it takes too long, too, and `problem` is `TIMED_OUT`.
    """
    # Objects of parsing hold no cycles; looking for some among the nodes costs 5 to 10 %.
    collects = gc.isenabled()
    gc.disable()
    try:
        return _parse_file(path, data, limits)
    finally:
        if collects:
            gc.enable()


def _parse_file(path: str, data: bytes, limits: ParseLimits) -> ParsedFile:
    source = decode(data)
    language = LANGUAGES[detect_language(path, source.utf8[:_HEAD_BYTES])]
    minified = _is_minified(language, source, limits)
    content, problem = None, ""
    if language.grammar is not None and source.text:
        if minified:
            problem = "minified"
        else:
            try:
                content = _read(path, language, source, limits)
            except DeadlinePassed:
                problem = TIMED_OUT
    symbols, comments, starts = content or ([], None, cut_lines(source.offsets, limits))
    if language.name == "sql" and (model := model_of(path, source.text)):
        symbols = [model, *symbols]
    return _assembled(path, source, language, symbols, starts, comments, limits, minified=minified, problem=problem)


def assemble_file(
    path: str,
    source: SourceText,
    symbols: Sequence[Symbol],
    starts: Sequence[int],
    limits: ParseLimits,
) -> ParsedFile:
    """Return a file as `parse_file` does, from the symbols and first lines of chunks that it found; without comments.

    Raises:
        ValueError: it finds none in such a file.
    """
    language = LANGUAGES[detect_language(path, source.utf8[:_HEAD_BYTES])]
    if language.grammar is None or _is_minified(language, source, limits):
        raise ValueError("a file that is only cut by lines")
    return _assembled(path, source, language, symbols, starts, None, limits, minified=False, problem="")


def _is_minified(language: Language, source: SourceText, limits: ParseLimits) -> bool:
    """Whether a file has no lines to read. A notebook has, between the pictures that it holds."""
    return language.name != _NOTEBOOK and is_minified(source.utf8, source.offsets, limits.max_line_chars)


def _assembled(
    path: str,
    source: SourceText,
    language: Language,
    symbols: Sequence[Symbol],
    starts: Sequence[int],
    comments: CommentIndex | None,
    limits: ParseLimits,
    *,
    minified: bool,
    problem: str,
) -> ParsedFile:
    return ParsedFile(
        language=language.name,
        symbols=tuple(symbols),
        chunks=assemble(path, source, starts, without_told(symbols), comments, limits),
        line_count=len(source.offsets) - 1,
        is_ascii=source.is_ascii,
        is_generated=minified or is_generated(path, source.utf8),
        problem=problem,
    )


def _read(path: str, language: Language, source: SourceText, limits: ParseLimits) -> _Content:
    """Return the finds of the grammar and the query of a language. Raise `DeadlinePassed` past the deadline."""
    assert language.grammar is not None
    load_query(language.name, language.grammar)  # once a process, and not within the deadline of the first file
    load_grammar(language.grammar)
    deadline = Deadline(limits.timeout_ms / 1_000)
    readable = make_readable(language.grammar, path, source.utf8)
    readable, constants = without_constants(language.grammar, source.utf8, readable)
    readable, bodies = without_bodies(language.grammar, readable, limits.max_chars)
    tree = parse_tree(language.grammar, readable, deadline)
    if tree is None:
        raise DeadlinePassed
    readable, tree = _without_torn_branches(language.grammar, readable, tree, deadline)
    parts, shown = _parts(EmbeddedTree(language, tree), readable, source, deadline, limits.max_depth)
    parts[0][1].constants = constants
    comments = CommentIndex([finds for _, finds in parts], shown.utf8)
    symbols = _symbols(path, parts, shown, comments, deadline)
    roots = [part.tree.root_node for part, _ in parts if not part.has_gaps]
    imports_end = _imports_end(parts[0][1])
    cutter = TreeCutter(roots, source.offsets, comments, LaidOut(source, bodies), limits)
    return symbols, comments, cutter.cut(without_told(symbols), imports_end, deadline)


def _without_torn_branches(grammar: str, readable: bytes, tree: Tree, deadline: Deadline) -> tuple[bytes, Tree]:
    """Return a text and its tree without branches of the preprocessor that tear it, if errors cover no more then."""
    if not tree.root_node.has_error:
        return readable, tree
    whole = without_torn_branches(grammar, readable)
    found = parse_tree(grammar, whole, deadline.half()) if whole != readable else None
    if found is None or bytes_in_errors(found.root_node) > bytes_in_errors(tree.root_node):
        return readable, tree
    return whole, found


def _parts(
    whole: EmbeddedTree, readable: bytes, source: SourceText, deadline: Deadline, max_depth: int
) -> tuple[list[tuple[EmbeddedTree, QueryMatches]], SourceText]:
    """Return the tree of the file, then those of the languages in it, each with the finds of its query.

    Also return the text that these finds stand in: the file, or the cells of a notebook.
    """
    finds = _finds(whole, source, deadline, max_depth)
    grammar, root = whole.language.grammar or "", whole.tree.root_node
    finds_symbols = load_query(whole.language.name, grammar) is not None
    if whole.language.is_code and finds_symbols and may_be_damaged(grammar, root, readable):
        whole, finds = _without_damage(whole, finds, readable, source, deadline, max_depth)
    if whole.language.name == _NOTEBOOK:
        source, places = read_cells(finds.embedded, source)
        inner = parse_cells(places, source.utf8, deadline)
    else:
        inner = parse_embedded(finds.embedded, source.utf8, deadline)
    found = [(part, _finds(part, source, deadline, max_depth)) for part in inner]
    return [(whole, finds), *found], source


def _without_damage(
    whole: EmbeddedTree, finds: QueryMatches, readable: bytes, source: SourceText, deadline: Deadline, max_depth: int
) -> tuple[EmbeddedTree, QueryMatches]:
    """Return the tree of a file without its damaged places, and these read by themselves, if that tells more."""
    grammar = whole.language.grammar or ""
    for_search = deadline.half()
    damage = find_damage(grammar, readable, finds.comments.values(), for_search)
    tree = parse_tree(grammar, blanked(readable, damage), for_search) if damage else None
    if tree is None or count_errors(tree.root_node) > count_errors(whole.tree.root_node):
        return whole, finds
    rest = EmbeddedTree(whole.language, tree)
    found = _finds(rest, source, deadline, max_depth)
    for place in deadline.each(damaged_ranges(grammar, readable, damage)):
        by_itself = parse_tree(grammar, readable, deadline, place)
        if by_itself is None:
            raise DeadlinePassed
        found.add(_finds(EmbeddedTree(whole.language, by_itself), source, deadline, max_depth))
    return (rest, found) if len(found.definitions) >= len(finds.definitions) else (whole, finds)


def _finds(part: EmbeddedTree, source: SourceText, deadline: Deadline, max_depth: int) -> QueryMatches:
    query = load_query(part.language.name, part.language.grammar or "")
    if query is None:
        return QueryMatches()
    return collect(query.matches(part.tree.root_node, max_depth, deadline), source.utf8, deadline)


def _symbols(
    path: str,
    parts: list[tuple[EmbeddedTree, QueryMatches]],
    source: SourceText,
    comments: CommentIndex,
    deadline: Deadline,
) -> list[Symbol]:
    """Return the symbols of all trees in file order; code in prose lies under its heading, a macro in its module."""
    is_test = is_test_path(path)
    outer, *others = [
        SymbolBuilder(source, finds, comments, rules_for(part.language.name), is_test).build(deadline)
        for part, finds in parts
    ]
    if not others:
        return outer
    inner = [symbol for symbols in others for symbol in symbols]
    if parts[0][0].language.name == _NOTEBOOK:  # cells assign to the same names again and again
        inner = [symbol for symbol in inner if symbol.kind is not SymbolKind.Variable]
    is_prose = not parts[0][0].language.is_code
    holders = outer if is_prose else [symbol for symbol in outer if symbol.kind is SymbolKind.Module]
    inner = [_inside(symbol, holders) for symbol in deadline.each(inner)]
    return sorted(outer + inner, key=lambda symbol: (symbol.span.start, tuple(-end for end in symbol.span.end)))


def _inside(symbol: Symbol, outer: list[Symbol]) -> Symbol:
    """Return the symbol with the definition of the outer language around it as container."""
    for around in reversed(outer):
        if around.span.contains(symbol.span):
            path = [around.container, around.name, symbol.container]
            container = ".".join(filter(None, path))
            return symbol._replace(container=container, is_test=symbol.is_test or around.is_test)
    return symbol


def _imports_end(finds: QueryMatches) -> int:
    """Return the line after the first run of imports, 0 without any."""
    end = 0
    for _, node in sorted(finds.imports.items()):
        if end and node.start_point[0] > end + 2:
            break
        end = max(end, node.end_point[0] + 1)
    return end
