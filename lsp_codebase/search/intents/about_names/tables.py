"""The channel of tables: "columns of the carts table" is led by the code and the migration that define it.

"Which migration adds the paid_at column", or the table, is led by the one that adds it, wherever migrations lie.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from lsp_codebase.parse import split_identifier
from lsp_codebase.search.intents.names.asked_names import asked_name, reader
from lsp_codebase.search.intents.pieces import line_piece
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_MOST_CHUNKS = 600  # that hold the name and a word for tables
_MOST_PIECES = 5

_TABLE = r"(?:the\s+)?[`'\"]?(?P<table>\w+)[`'\"]?"
_IS_TABLE = r"(?:database\s+|db\s+)?table"
_PARTS = r"(?:columns?|constraints?|definition|fields?|foreign\s+keys?|index(?:es)?|primary\s+key|schema|structure)"
_ASKED = r"(?:(?:find|list|show|what\s+(?:are|is)|which\s+are)\s+)?(?:all\s+)?(?:the\s+)?"
_of_table = reader(
    rf"{_ASKED}{_PARTS}\s+(?:in|of|on)\s+{_TABLE}\s+{_IS_TABLE}",
    rf"{_ASKED}columns\s+(?:in|of)\s+{_TABLE}",
    rf"{_ASKED}{_TABLE}\s+{_IS_TABLE}(?:'s)?\s+{_PARTS}",
    rf"(?:what|which)\s+{_PARTS}\s+do(?:es)?\s+{_TABLE}\s+{_IS_TABLE}\s+have",
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
    rf"\bcreate\s+(?:\w+\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:{_QUOTE}?\w+{_QUOTE}?\.)?[\[\"'`]?{{table}}",  # SQL
    rf"create_?\s?table\s*\(?\s*(?::|{_QUOTE}){{table}}",  # migrations of Rails, Ecto, Knex
    r"\bcreateTable\b[^>\n]{{0,80}}\btableName=\"{table}",  # of Liquibase
    rf"\bSchema::create\(\s*{_QUOTE}{{table}}",  # of Laravel
    rf"\bschema\s*\(?\s*{_QUOTE}{{table}}",  # Ecto
    r"\btable!\s*\{{\s*(?:\w+\.)?{table}",  # Diesel
    rf"\b(?:__tablename__|db_table|\$table)\s*=\s*{_QUOTE}{{table}}",  # SQLAlchemy, Django, Eloquent
    rf"\b(?:\w*table|tablename{_QUOTE}?)\s*[:=]\s*{_QUOTE}{{table}}",  # mappings in XML, JSON, JavaScript
    rf"(?:@|#\[)(?:ORM\\\\)?(?:Entity|Table)\b[^)\n]{{{{0,80}}}}{_QUOTE}{{table}}",  # JPA, Room, TypeORM, Doctrine
    rf"\bTableName\(\)[^}}}}]{{{{0,40}}}}\breturn\s+{_QUOTE}{{table}}",  # GORM
    rf"\w*Table(?:ForModel)?(?:\[\w+\])?\(\s*(?:tag,\s*)?{_QUOTE}{{table}}",  # SQLAlchemy, Slick, Drizzle
)
"""The ways in which a table is created, or bound to a type, not those in which it is altered or referred to."""
_BESIDE = ("table", "tablename", "schema", "entity")
"""Words one of which stands there beside the name."""
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
    return defining(question, asked["table"]) if asked else []


def defining(question: Question, table: str) -> list[Piece]:
    """Return the chunks in which a table is defined, types before migrations; it may be called as many.

    Migrations are first where they are asked for, as files of another purpose have less of a score then.
    """
    for name in (table, f"{table}s"):
        defines = "|".join(way.format(table=re.escape(name)) for way in _WAYS)
        if found := _with(question, name, defines, _BESIDE):
            return found
    return []


def _asked_column(text: str) -> str | None:
    """Return the column of which a query asks the migration that adds it: a name that prose could not hold."""
    asked = _of_column(text)
    named = asked_name(asked["column"]) if asked else None
    return named.name if named is not None and (named.is_sure or named.name.isupper()) else None


def _with(question: Question, name: str, ways: str, beside: Sequence[str]) -> list[Piece]:
    """Return the chunks with one of some ways to do something with a name, which one of some words stands beside."""
    expression = re.compile(rf"(?:{ways})\b", re.IGNORECASE)
    chunk_ids = np.unique(np.concatenate([question.holding(name, word) for word in beside]))
    chunks = question.few(chunk_ids, _MOST_CHUNKS)
    stands = [(chunk, found) for chunk in chunks if (found := expression.search(chunk.text))]
    pieces = [line_piece(one, one.text.count("\n", 0, found.end()), question.prior(one)) for one, found in stands]
    pieces.sort(key=lambda one: (-one.score, "migrat" in one.path.lower(), one.path, one.start_line))
    return falling(pieces[:_MOST_PIECES], 1.0)
