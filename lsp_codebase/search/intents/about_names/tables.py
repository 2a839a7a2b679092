"""The channel of tables: "columns of the carts table" is led by the code and the migration that define it.

"Which migration adds the paid_at column" is led by the one that adds it, wherever migrations lie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from lsp_codebase.parse import split_identifier
from lsp_codebase.search.intents.names.asked_names import asked_name, read_by, whole_questions
from lsp_codebase.search.intents.pieces import piece_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_MOST_CHUNKS = 600  # that hold the name and a word for tables
_MOST_PIECES = 5

_TABLE = r"(?:the\s+)?[`'\"]?(?P<table>\w+)[`'\"]?"
_IS_TABLE = r"(?:database\s+|db\s+)?table"
_PARTS = r"(?:columns?|constraints?|definition|fields?|foreign\s+keys?|index(?:es)?|primary\s+key|schema|structure)"
_ASKED = r"(?:(?:find|list|show|what\s+(?:are|is)|which\s+are)\s+)?(?:all\s+)?(?:the\s+)?"
_FRAMES = whole_questions(
    (
        rf"{_ASKED}{_PARTS}\s+(?:in|of|on)\s+{_TABLE}\s+{_IS_TABLE}",
        rf"{_ASKED}columns\s+(?:in|of)\s+{_TABLE}",
        rf"{_ASKED}{_TABLE}\s+{_IS_TABLE}(?:'s)?\s+{_PARTS}",
        rf"(?:what|which)\s+{_PARTS}\s+do(?:es)?\s+{_TABLE}\s+{_IS_TABLE}\s+have",
        rf"(?:what|which)\s+{_PARTS}\s+are\s+in\s+{_TABLE}\s+{_IS_TABLE}",
        rf"(?:how|where)\s+is\s+{_TABLE}\s+{_IS_TABLE}\s+(?:created|declared|defined)",
    )
)
_ADDED = whole_questions(
    (
        r"(?:what|which)\s+migrations?\s+(?:add(?:ed|s)?|creates?d?|introduce[ds]?)\s+(?:the\s+)?[`'\"]?(?P<column>\w+)[`'\"]?"
        r"(?:\s+(?:column|field|index))?(?:\s+(?:for|in|of|on|to)\s+.+)?",
    )
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
    rf"@(?:Entity|Table)\b[^)\n]{{{{0,80}}}}{_QUOTE}{{table}}",  # JPA, Room, TypeORM
    rf"\w*Table(?:\[\w+\])?\(\s*(?:tag,\s*)?{_QUOTE}{{table}}",  # SQLAlchemy, Slick, Drizzle
)
"""The ways in which a table is created, or bound to a type, not those in which it is altered or referred to."""
_BESIDE = ("table", "tablename", "schema", "entity")
"""Words one of which stands there beside the name."""
_ADDS = (
    r"\badd_?\s?(?:column|field|index|reference)\w*\b[^;]{{0,160}}?\b{column}",
    r"\balter\b[^;]{{0,200}}?\badd\b[^;]{{0,60}}?\b{column}",  # SQL without "column", Ecto
)
"""The ways in which a migration adds a column, on a line or a few."""


def asked_column(text: str) -> str | None:
    """Return the column of which a query asks the migration that adds it: a name that prose could not hold."""
    asked = read_by(_ADDED, text)
    named = asked_name(asked["column"]) if asked else None
    return named.name if named is not None and (named.is_sure or named.name.isupper()) else None


def asked_table(text: str) -> str | None:
    """Return the table whose columns or definition a query asks for."""
    asked = read_by(_FRAMES, text)
    return asked["table"] if asked else None


def tables_of(question: Question) -> list[Piece]:
    """Return the chunks in which the table of a query is defined, types before migrations; it may be called as many."""
    if column := asked_column(question.text):
        own = "_?".join(map(re.escape, split_identifier(column)))
        adds = "|".join(way.format(column=own) for way in _ADDS)
        return falling(sorted(_with(question, column, adds, ("add",)), key=_order)[:_MOST_PIECES], 1.0)
    table = asked_table(question.text)
    for name in (table, f"{table}s") if table else ():
        defines = "|".join(way.format(table=re.escape(name)) for way in _WAYS)
        if found := sorted(_with(question, name, defines, _BESIDE), key=_order):
            return falling(found[:_MOST_PIECES], 1.0)
    return []


def _order(piece: Piece) -> tuple[float, bool, str, int]:
    return -piece.score, "migrat" in piece.path.lower(), piece.path, piece.start_line


def _with(question: Question, name: str, ways: str, beside: Sequence[str]) -> Iterator[Piece]:
    """Yield the chunks with one of some ways to do something with a name, which one of some words stands beside."""
    expression = re.compile(rf"(?:{ways})\b", re.IGNORECASE)
    chunk_ids = np.unique(
        np.concatenate([question.corpus.holding([name, word], question.filters)[0] for word in beside])
    )
    for row in question.corpus.texts(chunk_ids) if len(chunk_ids) <= _MOST_CHUNKS else ():
        if found := expression.search(row.text):
            line = row.start_line + row.text.count("\n", 0, found.end())
            yield replace(piece_of(row, question.prior(row)), core=(line, line + 1))
