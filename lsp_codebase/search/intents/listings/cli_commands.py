"""The commands of a command line: "which commands are there", "which subcommands does gh pr have"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import word_parts
from lsp_codebase.search.call_graph.bases import scope_of
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.intents.listings.asked_listing import WHOLE
from lsp_codebase.search.intents.listings.declarations import declared_below, each_once, line_of
from lsp_codebase.search.intents.listings.groups import Group, in_scope
from lsp_codebase.search.intents.listings.kind_files import is_likely
from lsp_codebase.search.intents.listings.line_forms import LONGEST_LINE, OF_JS, LineForm, forms_for
from lsp_codebase.search.intents.names.asked_names import LIST, short_reader
from lsp_codebase.search.intents.pieces import in_calls, listed_line
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_CHUNKS = 8_000
_FEWEST = 2  # a sole one may be called so by chance

_SUCH = r"(?:available\s+|(?:CLI|command[\s-]line)\s+)?(?P<such>(?:sub-?)?commands)"
_OWNER = r"(?:our\s+|the\s+)?[`\"']?(?P<owner>\w[\w.:-]*(?:\s+\w[\w-]*){0,3}?)[`\"']?(?:\s+(?:command|tool))?"
_asked = short_reader(
    rf"(?:how\s+many|what|which)\s+{_SUCH}\s+(?:can|do|does)\s+{_OWNER}\s+"
    r"(?:accept|define|have|know|offer|provide|support|take|understand)",
    rf"(?:how\s+many|what|which)\s+{_SUCH}\s+(?:are\s+(?:available|defined|supported|there)|exist)(?:\s+(?:for|in|of|under)\s+{_OWNER})?",
    rf"{LIST}{_SUCH}\s+(?:for|in|of|under)\s+{_OWNER}",
    rf"(?:find|give|list|show|what\s+are|which\s+are)\s+(?:me\s+)?(?:all\s+)?(?:of\s+)?(?:the\s+)?{_SUCH}",
)
_WHOLE = WHOLE | {"cli"}
_NAME = r"[\"'`](?P<name>[A-Za-z][\w:-]*)"


_FORMS = (
    LineForm(re.compile(rf"\s*(?:.*[{{,]\s*)?Use:\s*{_NAME}"), frozenset({"go"}), "cobra.Command"),
    LineForm(re.compile(rf".*?\w\.add_parser\(\s*{_NAME}"), frozenset({"python"})),
    LineForm(re.compile(rf"(?:.*?[\w)]|\s*)\.command\(\s*{_NAME}"), OF_JS),
    LineForm(
        re.compile(rf".*?\b(?:App|Command|SubCommand)::(?:new|with_name)\(\s*{_NAME}"),
        frozenset({"rust"}),
        ".subcommand(",
    ),
    LineForm(re.compile(rf"\s*@(?:\w+\.)?Command\(.*?\bname\s*=\s*{_NAME}"), frozenset({"java", "kotlin"})),
)
_ABOVE = re.compile(r"\s*@(?:\w+\.)+command\b")
"""A decorator of the function that is a command: of click, typer, and bots."""
_CLASS = re.compile(r"\s*(?:final\s+)?class\s+\w+(?:\([^)]*|\s+extends\s+\w*)Command\b")
"""A class for each: of Django and cleo; of Symfony and Laravel."""
_OF_CLASSES = frozenset({"php", "python"})
_OF_VARIANTS = re.compile(r"\s*#\[derive\([^)]*\bSubcommand\b")
"""Above an enumeration of clap, the variants of which are the commands."""
_WORDS = (("command",), ("subcommand",), ("add", "parser"))


class _Command(NamedTuple):
    name: str
    piece: Piece


def commands_of(question: Question, text: str) -> Group | None:
    """Return the lines that define all commands, or those below one, as a query asks for.

    None if it asks for none, or fewer than two lines define one in the ways that are known.
    """
    asked = _asked(text)
    if asked is None:
        return None
    found, place = [*_defined(question)], asked.groupdict().get("owner") or ""
    owner = [word for word in word_parts(place) if word not in _WHOLE]
    said = asked["such"].lower().replace("-", "")
    if not owner:
        return _group(found, said)
    for at in range(len(owner)):  # the first words may name the program
        (below,) = in_scope([Group([one.piece for one in found], "")], owner[at:], place)
        kept = {id(piece) for piece in below.pieces}
        inside = [one for one in found if id(one.piece) in kept and word_parts(one.name) != owner[-1:]]
        if (group := _group(inside, f"{said} of {place}")) is not None:
            return group
    return None


def _group(found: Sequence[_Command], said: str) -> Group | None:
    pieces = each_once(one.piece for one in found)
    return Group(pieces, said, is_sure=True) if len(pieces) >= _FEWEST else None


def _defined(question: Question) -> Iterator[_Command]:
    """Yield the commands that the code of the project defines, by their files."""
    chunk_ids = question.holding_any(*_WORDS)
    chunks = [one for one in question.few(chunk_ids, _MOST_CHUNKS) if is_likely(one.path)]
    for chunk in sorted(chunks, key=lambda one: (one.path, one.start_line)):
        forms = forms_for(_FORMS, chunk)
        if forms or chunk.language in _OF_CLASSES or chunk.language == "rust":
            yield from _in_chunk(question, chunk, forms)


def _in_chunk(question: Question, chunk: ChunkText, forms: Sequence[LineForm]) -> Iterator[_Command]:
    for at, line in enumerate(in_calls(chunk.lines)):
        line = line[:LONGEST_LINE]
        if named := next(filter(None, (form.line.match(line) for form in forms)), None):
            yield _Command(named["name"], listed_line(chunk, at))
        elif chunk.language in _OF_CLASSES and _ABOVE.match(line):
            yield from _below(question, chunk, at)
        elif chunk.language in _OF_CLASSES and _CLASS.match(line):
            yield from (one for one in _below(question, chunk, at) if one.piece.start_line == chunk.start_line + at)
        elif chunk.language == "rust" and _OF_VARIANTS.match(line):
            for one in _below(question, chunk, at):
                yield from _variants(question, one.piece)


def _below(question: Question, chunk: ChunkText, at: int) -> Iterator[_Command]:
    """Yield what is defined at a line of a chunk, or soon below it: nothing in a comment or string."""
    for piece in declared_below(question, chunk.path, chunk.start_line + at):
        yield _Command(piece.definition.name if piece.definition else "", piece)


def _variants(question: Question, piece: Piece) -> Iterator[_Command]:
    for one in question.names.in_file(piece.path, (piece.start_line, piece.end_line)):
        if one.symbol.kind is SymbolKind.Enum and one.symbol.name_span.start_line == piece.start_line:
            inside = question.names.inside(scope_of(one), path=one.path)
            variants = (each for each in inside if each.symbol.kind is SymbolKind.EnumMember)
            yield from (_Command(each.symbol.name, line_of(each)) for each in variants)
