"""The channel of tables: "columns of the carts table" is led by the code and the migration that define it.

"Which migration adds the paid_at column", or the table, is led by the one that adds it, wherever migrations lie.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.parse import CODE, split_identifier
from lsp_codebase.search.intents.about_names.row_types import types_of_rows
from lsp_codebase.search.intents.names.asked_names import asked_name, reader
from lsp_codebase.search.intents.pieces import definitions, line_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_MOST_CHUNKS = 600  # that hold the name and a word for tables
_MOST_PIECES = 5
_MOST_LINES = 100  # of a type
_PRISMA = frozenset({"prisma"})
_CREATED = ("create", "table")  # beside the name, where too many chunks say something of a table
_NUMBER = re.compile(r"\d{1,18}")

_TABLE = r"(?:the\s+)?[`'\"]?(?P<table>\w+)[`'\"]?"
_IS_TABLE = r"(?:database\s+|db\s+)?table"
_PARTS = r"(?:columns?|constraints?|definition|fields?|foreign\s+keys?|index(?:es)?|primary\s+key|schema|structure)"
_ASKED = r"(?:(?:find|list|show|what\s+(?:are|is)|which\s+are)\s+)?(?:all\s+)?(?:the\s+)?"
_of_table = reader(
    rf"{_ASKED}{_PARTS}\s+(?:in|of|on)\s+{_TABLE}\s+{_IS_TABLE}",
    rf"{_ASKED}{_PARTS}\s+(?:for|in|of|on)\s+(?:the\s+)?{_IS_TABLE}\s+{_TABLE}",
    rf"{_ASKED}columns\s+(?:in|of)\s+{_TABLE}",
    rf"{_ASKED}{_TABLE}\s+{_IS_TABLE}(?:'s)?\s+{_PARTS}",
    rf"(?:what|which)\s+{_PARTS}\s+do(?:es)?\s+{_TABLE}\s+{_IS_TABLE}\s+have",
    rf"(?:what|which)\s+columns\s+do(?:es)?\s+{_TABLE}\s+have",
    rf"(?:(?:show|what\s+is|where\s+is)\s+)?(?:the\s+)?prisma\s+model\s+(?:for|of)\s+{_TABLE}(?:\s+{_IS_TABLE})?",
    rf"(?:what|which)\s+{_PARTS}\s+are\s+in\s+{_TABLE}\s+{_IS_TABLE}",
    rf"(?:how|where)\s+is\s+{_TABLE}\s+{_IS_TABLE}\s+(?:created|declared|defined)",
)
_MIGRATION_ADDS = r"(?:what|which)\s+migrations?\s+(?:add(?:ed|s)?|creates?d?|introduce[ds]?)"
_of_new_table = reader(rf"{_MIGRATION_ADDS}\s+{_TABLE}\s+{_IS_TABLE}")
_of_column = reader(
    rf"{_MIGRATION_ADDS}\s+(?:the\s+)?[`'\"]?(?P<column>\w+)[`'\"]?"
    r"(?:\s+(?:column|field|index))?(?:\s+(?:for|in|of|on|to)\s+.+)?",
)

_QUOTE = "[\"'`]"
_WAYS = (
    r"\bcreate\s+(?:\w+\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:[\[\"'`]?\w+[\]\"'`]?\.)?[\[\"'`]?{table}",  # SQL
    rf"create_?\s?table\s*\(?\s*(?::|name:\s*{_QUOTE}|{_QUOTE}){{table}}",  # migrations of Rails, Ecto, Knex
    r"\bcreateTable\b[^>\n]{{0,80}}\btableName=\"{table}",  # of Liquibase
    rf"\bSchema::create\(\s*{_QUOTE}{{table}}",  # of Laravel
    rf"\bschema\s*\(?\s*{_QUOTE}{{table}}",  # Ecto
    r"\btable!\s*\{{\s*(?:\w+\.)?{table}",  # Diesel
    rf"\b(?:__tablename__|db_table|\$table)\s*=\s*{_QUOTE}{{table}}",  # SQLAlchemy, Django, Eloquent
    # Mappings in XML, JSON, JavaScript, and constants of types for them.
    rf"\b(?:(?!principal)\w*table|tablename{_QUOTE}?)\s*(?::\s*\w+\s*)?[:=]\s*{_QUOTE}{{table}}",
    rf"(?:@|#\[)(?:ORM\\\\)?(?:Entity|Table)\b[^)\n]{{{{0,80}}}}{_QUOTE}{{table}}",  # JPA, Room, TypeORM, Doctrine
    rf"\bTableName\(\)[^}}}}]{{{{0,40}}}}\breturn\s+{_QUOTE}{{table}}",  # GORM
    # SQLAlchemy, Slick, Drizzle: no call that changes a table.
    rf"(?<!:)\b(?!(?:alter|drop|has|rename)_?table)\w*Table(?:ForModel)?(?:\[\w+\])?\(\s*(?:tag,\s*)?{_QUOTE}{{table}}",
)
"""The ways in which a table is created, or bound to a type, not those in which it is altered or referred to."""
_BESIDE = ("table", "tablename", "schema", "entity")
"""Words one of which stands there beside the name."""
_OF_PRISMA = r"@@map\(\s*(?:name:\s*)?\"{table}|^\s*model\s+{table}\s*\{{"
_OF_ROWS = re.compile(
    r"\b(?:gorm|db):\"|@(?:Column|Id|PrimaryKey)\b|\[(?:Column|Key)\b|\b(?:Column|ForeignKey|\w+Field|mapped_column)\("
)
"""The marks of a type that stands for the rows of a table whose name only follows from its own."""
_ADDS = (
    r"\badd_?\s?(?:column|field|index|reference)\w*\b[^;]{{0,160}}?\b{column}",
    r"\balter\b[^;]{{0,200}}?\badd\b[^;]{{0,60}}?\b{column}",  # SQL without "column", Ecto
)
"""The ways in which a migration adds a column, on a line or a few."""


def tables_of(question: Question) -> list[Piece]:
    """Return the chunks in which the table of a query is defined, or the migrations that add it or a column of it."""
    if column := _asked_column(question.text):
        own = "_?".join(map(re.escape, split_identifier(column)))
        found = _with(question, column, "|".join(way.format(column=own) for way in _ADDS), ("add",))
        return found or defining(question, column)
    asked = _of_table(question.text) or _of_new_table(question.text)
    if asked is None:
        return []
    found = defining(question, asked["table"])
    is_bound = any(not _is_migration(one) and one.language != "sql" for one in found)
    return found if is_bound else falling([*_rows(question, asked["table"]), *found], 1.0)


def defining(question: Question, table: str) -> list[Piece]:
    """Return the chunks in which a table is defined, types before migrations; it may be called as many.

    Migrations are first where they are asked for, as files of another purpose have less of a score then.
    """
    for name in (table, f"{table}s"):
        defines = "|".join(way.format(table=re.escape(name)) for way in _WAYS)
        of_prisma = _with(question, name, _OF_PRISMA.format(table=re.escape(name)), ("map", "model"), _PRISMA)
        if found := [*of_prisma, *_with(question, name, defines, _BESIDE)]:
            return falling(found[:_MOST_PIECES], 1.0)
    return []


def _asked_column(text: str) -> str | None:
    """Return the column of which a query asks the migration that adds it: a name that prose could not hold."""
    asked = _of_column(text)
    named = asked_name(asked["column"]) if asked else None
    return named.name if named is not None and (named.is_sure or named.name.isupper()) else None


def _with(
    question: Question, name: str, ways: str, beside: Sequence[str], languages: frozenset[str] | None = None
) -> list[Piece]:
    """Return the chunks with one of some ways to do something with a name, which one of some words stands beside.

    Code comes before data, types before migrations; of schemas that are kept as data the last version comes first.
    """
    expression = re.compile(rf"(?:{ways})\b", re.IGNORECASE | re.MULTILINE)
    chunk_ids = np.unique(np.concatenate([question.holding(name, word, languages=languages) for word in beside]))
    if len(chunk_ids) > _MOST_CHUNKS:
        chunk_ids = question.holding(name, *_CREATED)
    chunks = question.few(chunk_ids, _MOST_CHUNKS)
    stands = [(chunk, found) for chunk in chunks if (found := expression.search(chunk.text))]
    pieces = [line_piece(one, one.text.count("\n", 0, found.end()), question.prior(one)) for one, found in stands]
    return falling(sorted(pieces, key=_order)[:_MOST_PIECES], 1.0)


def _order(piece: Piece) -> tuple[object, ...]:
    is_data = piece.language not in CODE
    version = [-int(number) for number in _NUMBER.findall(piece.path)] if piece.language == "json" else []
    return -piece.score, is_data, _is_migration(piece), version, piece.path, piece.start_line


def _is_migration(piece: Piece) -> bool:
    return "migrat" in piece.path.lower()


def _rows(question: Question, table: str) -> list[Piece]:
    """Return the types that say of their fields that they are the columns of a table which is called like them."""
    called = types_of_rows(question, table)
    return definitions(question.names, (one for one in called if _OF_ROWS.search(_text_of(question, one))))


def _text_of(question: Question, match: SymbolMatch) -> str:
    span = match.symbol.span
    return "\n".join(question.calls.lines(match.path)[span.start_line : span.start_line + _MOST_LINES])
