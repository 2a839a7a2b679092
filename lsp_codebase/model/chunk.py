"""The results of parsing a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lsp_codebase.model.symbol import Symbol


class Chunk(NamedTuple):
    """A run of whole lines of a file; the chunks of a file tile it without gap or overlap.

    `start_line` is 0-based, `end_line` exclusive. `text` is shown to users: the lines as they stand, joined by
    "\\n". `breadcrumb` is kept beside it, never inside: `path > Class > method(signature)`. `names` are the
    definitions that begin in this chunk, without prototypes of functions that the file defines; `scopes` the names of
    the definitions that enclose its start, outermost first. `signatures` are the one-line signatures of those that
    begin in this chunk; `comments` the comments and docstrings, whose words make the lexical field of that name.
    """

    start_line: int
    end_line: int
    text: str
    breadcrumb: str = ""
    names: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    comments: str = ""


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """The symbols and chunks of one file, both in file order.

    `language` is the registry name ("unknown" without one). `is_ascii` tells that UTF-8 columns equal every other
    encoding's. `is_generated` marks minified and machine-written files. `problem` says, in one phrase, why a
    grammar was not used although the language has one ("parse timed out"), or is "".
    """

    language: str
    symbols: tuple[Symbol, ...]
    chunks: tuple[Chunk, ...]
    line_count: int
    is_ascii: bool
    is_generated: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A file that could not be indexed, and the reason; data, never an exception."""

    path: str
    reason: str
