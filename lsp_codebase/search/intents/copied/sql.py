"""The channel of SQL: a pasted statement, or the error of a database, leads to the tables that it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, islice

from lsp_codebase.search.intents.about_names.row_types import types_of_rows
from lsp_codebase.search.intents.about_names.tables import defining
from lsp_codebase.search.intents.pieces import definitions
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_LONGEST = 20_000  # characters
_MOST_TABLES = 3
_MOST_PIECES = 5

_QUOTE = r"[\"'`\[]?"
_NAME = rf"{_QUOTE}(?:\w+[\"'`\]]?\.{_QUOTE})?(\w+)"
_STATEMENT = re.compile(
    r"\s*(?:(?:explain|prepare)\b[^;]{0,80}?)?(?:select\b.+\bfrom\s|insert\s+into\s|update\s.+\bset\s|delete\s+from\s"
    r"|with\s.+\bas\s*\(\s*select\s|(?:alter|create|drop|truncate)\s+table\s)",
    re.IGNORECASE | re.DOTALL,
)
"""As in `SELECT name FROM users`, `with old as (select ...`."""
_IS_NO_PROSE = re.compile(
    r"[*=;(]|\b(?:ALTER|CREATE|DELETE|DROP|INSERT|SELECT|TRUNCATE|UPDATE|WITH)\b|\b(?i:join|order\s+by|values|where)\b"
)
_TABLE = re.compile(
    rf"\b(?:from|join|into|update|table)\s+(?:(?:if\s+(?:not\s+)?exists|only)\s+)?{_NAME}", re.IGNORECASE
)
_ERROR = re.compile(
    rf"\b(?:relation|table)\s+{_NAME}[\"'`\]]?\s+(?:already\s+exists|do(?:es)?(?:n't|\s+not)\s+exist|has\s+no\s+column)"
    rf"|\bno\s+such\s+table:\s+{_NAME}|\bconstraint\s+failed:\s+(\w+)\.|\binvalid\s+object\s+name\s+{_NAME}"
    rf"|\b(?:of\s+relation|(?:on|unknown)\s+table)\s+(?=[\"'`]){_NAME}",
    re.IGNORECASE,
)
"""As in `relation "users" does not exist`, `no such table: users`, `UNIQUE constraint failed: users.email`."""
_MEANS_NONE = frozenset({"dual", "information_schema", "lateral", "only", "select", "unnest", "values"})


def tables_in_sql(question: Question, tables: Sequence[str]) -> list[Piece]:
    """Return where the tables of a statement or of an error are defined, and the types called like their rows."""
    found = chain.from_iterable(
        (*defining(question, table), *definitions(question.names, types_of_rows(question, table))) for table in tables
    )
    return falling([*found][:_MOST_PIECES], 1.0)


def tables_named(text: str) -> list[str]:
    """Return the first tables that a statement, or the error of a database, names."""
    if len(text) > _LONGEST:
        return []
    places = _TABLE if _STATEMENT.match(text) and _IS_NO_PROSE.search(text) else _ERROR
    names = (next(filter(None, named.groups())) for named in places.finditer(text))
    return [*islice(dict.fromkeys(name for name in names if name.lower() not in _MEANS_NONE), _MOST_TABLES)]
