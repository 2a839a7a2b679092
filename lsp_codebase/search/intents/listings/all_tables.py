"""The tables of a database: the lines by which schemas, types and migrations define them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from lsp_codebase.parse import CODE, STYLES
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.exact.regex_literals import any_of
from lsp_codebase.search.intents.listings import declarations
from lsp_codebase.search.intents.listings.line_forms import LONGEST_LINE, LineForm, forms_for
from lsp_codebase.search.intents.pieces import in_calls, listed_line
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_MOST_CHUNKS = 8_000
_SIGNS = (
    *("create table", "create temp", "create unlogged", "create external", "create_table", "createTable", "table(:"),
    *("Schema::create(", 'schema "', 'schema("', "table!", "__tablename__", "db_table", "$table", "Table(", "@Entity"),
)
_HOLDING = any_of(_SIGNS)
_SURELY = (
    ("create", "table"),
    ("entity", "table"),
    ("table", "name"),
)  # words of the chunks, where very many may hold a sign
_PRISMA = frozenset({"prisma"})
_DEFINING = (CODE - STYLES - {"html"}) | {"xml"}
_DATA = frozenset({"json"})  # copies of schemas
_NAME = r"[\"'`:](?P<name>[A-Za-z_]\w*)"
_TELLING = re.compile(r"[Tt]able|TABLE|[Ss]chema|Entity|model ")
_DUMP = re.compile(r"(?i)(.*/|)(?:schema\.rb|(?:latest|schema|structure)\.sql)")
_OF_DIESEL = re.compile(r"(?:.*/)?(?:down|up)\.sql")
_UNDOES = re.compile(r"(?:.*[/.])?down\.sql")


class _Table(NamedTuple):
    """A table by its name, or by the constant or type that implies it."""

    name: str
    piece: Piece
    is_told: bool


_FORMS = (
    LineForm(
        re.compile(
            r"(?i).*?\bcreate\s+(?:(?:external|foreign|global|local|or\s+replace|temp|temporary|unlogged)\s+)*table\s+"
            r"(?:if\s+not\s+exists\s+)?(?:[\[\"'`]?\w+[\]\"'`]?\.)?[\[\"'`]?(?P<name>\w+)[\]\"'`]?\s*(?:\(|$|as\b|on\b|\\n)"
        )
    ),
    LineForm(re.compile(rf".*?\bcreate_?(?:table|Table)\b\s*\(?\s*{_NAME}")),  # of Rails, Knex, Sequelize
    LineForm(re.compile(rf"\s*create(?:_if_not_exists)?[\s(]+table\(\s*{_NAME}"), frozenset({"elixir"})),
    LineForm(re.compile(r"\s*<createTable\b.*?\btableName=\"(?P<name>\w+)"), frozenset({"xml"})),  # of Liquibase
    LineForm(re.compile(rf".*?\bSchema::create\(\s*{_NAME}"), frozenset({"php"})),
    LineForm(re.compile(rf"\s*schema\s*\(?\s*{_NAME}"), frozenset({"elixir"})),
    LineForm(re.compile(r"\s*(?:diesel::)?table!\s*\{\s*(?:\w+\.)?(?P<name>\w+)"), frozenset({"rust"})),
    LineForm(re.compile(rf"\s*(?:__tablename__|db_table)\s*(?::\s*\w+\s*)?=\s*{_NAME}"), frozenset({"python"})),
    LineForm(re.compile(rf"\s*(?:protected|public)\s+(?:\??string\s+)?\$table\s*=\s*{_NAME}"), frozenset({"php"})),
    # Of JPA and Room; of Doctrine; of TypeORM and sequelize-typescript; of Entity Framework.
    LineForm(
        re.compile(
            rf"\s*(?:@|#?\[)(?:\w+[:\\])?(?:Entity|Table)\(\s*(?:\{{\s*)?(?:(?:name|tableName)\s*[:=]\s*)?"
            rf"(?:{_NAME}|(?:\w+\.)*(?P<constant>[A-Z][A-Z\d_]+)\b)"
        )
    ),
    # Of Drizzle.
    LineForm(re.compile(rf".*?[tT]able\(\s*{_NAME}[\"'`]\s*,\s*[{{(]"), frozenset({"javascript", "typescript"})),
    LineForm(re.compile(r"\s*model\s+(?P<name>\w+)\s*\{"), _PRISMA),
)
_IMPORTS = re.compile(r"\s*(?:use\s.*)?$")  # above the name of a table of Diesel
_PYTHON = frozenset({"python"})
_BASE = "models.Model"
_ABSTRACT = ("abstract = True", "proxy = True")
_ARGUMENT = re.compile(r"\s*(?:name|tableName)\s*[:=]")
_OPENING = ("Entity(", "Entity({", "Table(", "Table({")
_UNNAMED = re.compile(r"\s*@(?:\w+\.)?Entity(?:\(\s*\))?\s*$")
_TYPE = re.compile(r"\s*(?:\w+\s+){0,4}class\s+(?P<name>\w+)")
_MOST_BETWEEN = 6  # lines from an annotation to its argument, or to its type


def all_tables(question: Question) -> list[Piece]:
    """Return the line that defines each table, by files: that of a schema or a type before that of a migration.

    Beside a dump of the schema, as Rails and Diesel keep, migrations tell of tables that may be gone.
    """
    chunk_ids, file_ids = question.corpus.may_hold(_HOLDING, question.filters)
    if len(chunk_ids) > _MOST_CHUNKS:
        own = [one.file_id for one in question.corpus.owners(file_ids, _DEFINING) if question.is_main(one)]
        chunk_ids = chunk_ids[np.isin(file_ids, own)]
    if len(chunk_ids) > _MOST_CHUNKS:
        chunk_ids = np.intersect1d(chunk_ids, np.concatenate([question.holding(*words) for words in _SURELY]))
    of_prisma = question.holding("model", languages=_PRISMA)
    chunks = question.few(np.union1d(chunk_ids, of_prisma), _MOST_CHUNKS)
    dumped = tuple({dump[1] for chunk in chunks if (dump := _DUMP.fullmatch(chunk.path))})
    is_of_diesel = any("table! {" in chunk.text for chunk in chunks if chunk.path.endswith("schema.rs"))
    found: dict[str, Piece] = {}
    implied: dict[str, Piece] = {}
    for chunk in sorted(chunks, key=lambda one: (-question.prior(one), _migrates(one), one.path)):
        is_old = _migrates(chunk) and chunk.path.startswith(dumped) and not _DUMP.fullmatch(chunk.path)
        is_undone = (_OF_DIESEL if is_of_diesel else _UNDOES).fullmatch(chunk.path) is not None
        if not (is_old or is_undone) and chunk.language not in _DATA:
            for table in _defined_in(chunk):
                (found if table.is_told else implied).setdefault(table.name.lower(), table.piece)
    # Where a schema tells most names, the others are among these.
    found |= implied if len(implied) > len(found) else {}
    return sorted(found.values(), key=lambda one: (one.path, one.start_line))


def models_with_table(question: Question) -> list[Piece]:
    """Return the lines of the models of Django that have a table of their own, which takes its name from theirs."""
    chunks = declarations.saying(question, ("model",), _PYTHON)
    if not any(_BASE in one.text for one in chunks):
        return []
    based = [*declarations.based(question, chunks, ("model",), "models")]
    found = declarations.each_once((*based, *declarations.below(question, based, "model")))
    return [one for one in found if one.language in _PYTHON and not _is_abstract(question, one)]


def _is_abstract(question: Question, one: Piece) -> bool:
    if one.symbol is None:
        return False
    span = one.symbol.symbol.span
    lines = question.calls.lines(one.path)[span.start_line : span.last_line + 1]
    return any(line.strip().startswith(_ABSTRACT) for line in lines)


def _migrates(chunk: ChunkText) -> bool:
    return "migrat" in chunk.path.lower()


def _defined_in(chunk: ChunkText) -> Iterator[_Table]:
    forms = [one.line for one in forms_for(_FORMS, chunk)]
    above = ""
    lines = chunk.lines
    for at, line in enumerate(in_calls(lines)):
        if above.endswith("table! {") and _IMPORTS.match(line):
            continue
        above, line = line, f"{above} {line}" if above.endswith("table! {") else line
        line = line[:LONGEST_LINE]
        if _ARGUMENT.match(line):
            opening = (one for one in lines[max(at - _MOST_BETWEEN, 0) : at] if one.rstrip().endswith(_OPENING))
            line = f"{next(opening, '')[:LONGEST_LINE]}{line}"
        likely = forms if _TELLING.search(line) else ()  # most tell nothing, and the forms take long
        if named := next(filter(None, (form.match(line) for form in likely)), None):
            told = named["name"]
            yield _Table(told or named["constant"], listed_line(chunk, at), is_told=bool(told))
        elif _UNNAMED.match(line):
            yield from _called_as_type(chunk, at)


def _called_as_type(chunk: ChunkText, at: int) -> Iterator[_Table]:
    """Yield the type below an annotation in a line by the name of which a table is called, if no other one tells it."""
    for row, line in enumerate(chunk.lines[at + 1 : at + _MOST_BETWEEN], at + 1):
        if "Table(" in line:
            return
        if named := _TYPE.match(line[:LONGEST_LINE]):
            yield _Table(named["name"], listed_line(chunk, row), is_told=False)
            return
