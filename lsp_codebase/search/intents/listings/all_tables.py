"""The tables of a database: the lines by which schemas, types and migrations define them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from lsp_codebase.indexes import Literal
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.exact.regex_literals import AllOf, AnyOf
from lsp_codebase.search.intents.pieces import in_calls, listed_line
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_CHUNKS = 8_000
_LONGEST_LINE = 400  # further characters are not looked at
_SIGNS = (
    *("create table", "create temp", "create unlogged", "create external", "create_table", "createTable", "table(:"),
    *("Schema::create(", 'schema "', 'schema("', "table!", "__tablename__", "db_table", "$table", "Table(", "Entity("),
)
_HOLDING = AllOf((AnyOf(tuple(map(Literal, _SIGNS))),))
_PRISMA = frozenset({"prisma"})
_NAME = r"[\"'`:](?P<name>[A-Za-z_]\w*)"
_TELLING = re.compile(r"[Tt]able|TABLE|[Ss]chema|Entity|model ")
_DUMP = re.compile(r"(.*/|)(?:schema\.rb|structure\.sql)")


class _Form(NamedTuple):
    """How a line defines a table, in some languages or, if none are told, in any."""

    line: re.Pattern[str]
    languages: frozenset[str] = frozenset()


_FORMS = (
    _Form(
        re.compile(
            r"(?i).*?\bcreate\s+(?:(?:external|foreign|global|local|or\s+replace|temp|temporary|unlogged)\s+)*table\s+"
            r"(?:if\s+not\s+exists\s+)?(?:[\[\"'`]?\w+[\]\"'`]?\.)?[\[\"'`]?(?P<name>\w+)[\]\"'`]?\s*(?:\(|$|as\b|on\b|\\n)"
        )
    ),
    _Form(re.compile(rf".*?\bcreate_?(?:table|Table)\b\s*\(?\s*{_NAME}")),  # of Rails, Knex, Sequelize
    _Form(re.compile(rf"\s*create(?:_if_not_exists)?[\s(]+table\(\s*{_NAME}"), frozenset({"elixir"})),
    _Form(re.compile(r"\s*<createTable\b.*?\btableName=\"(?P<name>\w+)"), frozenset({"xml"})),  # of Liquibase
    _Form(re.compile(rf".*?\bSchema::create\(\s*{_NAME}"), frozenset({"php"})),
    _Form(re.compile(rf"\s*schema\s*\(?\s*{_NAME}"), frozenset({"elixir"})),
    _Form(re.compile(r"\s*(?:diesel::)?table!\s*\{\s*(?:\w+\.)?(?P<name>\w+)"), frozenset({"rust"})),
    _Form(re.compile(rf"\s*(?:__tablename__|db_table)\s*(?::\s*\w+\s*)?=\s*{_NAME}"), frozenset({"python"})),
    _Form(re.compile(rf"\s*(?:protected|public)\s+(?:\??string\s+)?\$table\s*=\s*{_NAME}"), frozenset({"php"})),
    # Of JPA and Room; of Doctrine; of TypeORM and sequelize-typescript; of Entity Framework.
    _Form(
        re.compile(
            rf"\s*(?:@|#?\[)(?:\w+[:\\])?(?:Entity|Table)\(\s*(?:\{{\s*)?(?:(?:name|tableName)\s*[:=]\s*)?{_NAME}"
        )
    ),
    # Of Drizzle.
    _Form(re.compile(rf".*?[tT]able\(\s*{_NAME}[\"'`]\s*,\s*[{{(]"), frozenset({"javascript", "typescript"})),
    _Form(re.compile(r"\s*model\s+(?P<name>\w+)\s*\{"), _PRISMA),
)


def all_tables(question: Question) -> list[Piece]:
    """Return the line that defines each table, by files: that of a schema or a type before that of a migration.

    Beside a dump of the schema, as Rails keeps, migrations tell of tables that may be gone.
    """
    chunk_ids, _ = question.corpus.may_hold(_HOLDING, question.filters)
    of_prisma = question.holding("model", languages=_PRISMA)
    chunks = question.few(np.union1d(chunk_ids, of_prisma), _MOST_CHUNKS)
    dumped = tuple({dump[1] for chunk in chunks if (dump := _DUMP.fullmatch(chunk.path))})
    found: dict[str, Piece] = {}
    for chunk in sorted(chunks, key=lambda one: (-question.prior(one), _migrates(one), one.path)):
        if not (_migrates(chunk) and chunk.path.startswith(dumped)):
            for name, piece in _defined_in(chunk):
                found.setdefault(name.lower(), piece)
    return sorted(found.values(), key=lambda one: (one.path, one.start_line))


def _migrates(chunk: ChunkText) -> bool:
    return "migrat" in chunk.path.lower()


def _defined_in(chunk: ChunkText) -> Iterator[tuple[str, Piece]]:
    forms = [one.line for one in _FORMS if not one.languages or chunk.language in one.languages]
    above = ""
    for at, line in enumerate(in_calls(chunk.lines)):
        above, line = line, f"{above} {line}" if above.endswith("table! {") else line
        line = line[:_LONGEST_LINE]
        told = forms if _TELLING.search(line) else ()  # most tell nothing, and the forms take long
        if named := next(filter(None, (form.match(line) for form in told)), None):
            yield named["name"], listed_line(chunk, at)
