"""The channel of files at the root: `license`, `the readme file` or `code of conduct` lead to the file called so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import CODE
from lsp_codebase.search.call_graph.bases import HOLDERS
from lsp_codebase.search.intents.pieces import heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.store import FileRecord

_LONGEST = 100  # characters of a query that is but a name
_HOMES = ("", ".github", "docs")  # where a hoster looks for files about a project
_CODE = HOLDERS | {SymbolKind.Function, SymbolKind.Method}

_ASKED = re.compile(
    r"\s*(?:(?:find|open|show|where\s+is)\s+(?:me\s+)?)?(?:the\s+)?(\w[\w.-]*(?:\s+\w[\w.-]*){0,3}?)(\s+file)?\s*\??\s*",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^a-z0-9]+")


class FileAsked(NamedTuple):
    """The letters of a file's name, and whether the query says that it is a file."""

    name: str
    is_called_file: bool


def file_asked(text: str) -> FileAsked | None:
    """Return the file that a query may mean, if it is all that the query says."""
    asked = _ASKED.fullmatch(text) if len(text) <= _LONGEST and "\n" not in text.strip() else None
    return None if asked is None else FileAsked(_joined(asked[1]).replace("licence", "license"), asked[2] is not None)


def root_files(question: Question, asked: FileAsked) -> list[Piece]:
    """Return the heads of the files in a home of the project whose name, without its ending, is the whole query.

    Code counts only where a "file" is asked for: its names are those of definitions there.
    """
    found = []
    for path in question.corpus.state.files.near_root:
        home, _, name = path.rpartition("/")
        if home not in _HOMES or asked.name not in (_joined(name), _joined(name.lstrip(".").partition(".")[0])):
            continue
        record = question.corpus.file(path)
        if record is not None and question.passes(record) and (asked.is_called_file or not _is_code(record)):
            found.append((_HOMES.index(home), len(name), path, record))
    return heads(question.corpus, (record for *_, record in sorted(found)))


def with_root_files(question: Question, named: Sequence[Piece]) -> list[Piece]:
    """Return the meaning of a name; files of that name at the root come behind modules, types and functions."""
    asked = None if question.filters.kinds else file_asked(question.text)
    files = root_files(question, asked) if asked else []
    if not files:
        return [*named]
    own = [piece for piece in named if _is_defined(question, piece)]
    ordered = [*own, *files, *(piece for piece in named if piece not in own)]
    return falling(ordered, max(piece.score for piece in ordered))


def _is_defined(question: Question, piece: Piece) -> bool:
    own = piece.definition
    if own is None:
        return True  # a module of that name, or code that reads or holds the name
    return own.name.lower() == question.text.strip().lower() and own.kind in _CODE and question.is_main(piece)


def _is_code(record: FileRecord) -> bool:
    """Whether a file is source of a program; one without an ending, as a `Makefile`, is known by its name."""
    has_ending = "." in record.path.rpartition("/")[2].lstrip(".")
    return has_ending and record.language in CODE


def _joined(name: str) -> str:
    return _LETTERS.sub("", name.lower())
