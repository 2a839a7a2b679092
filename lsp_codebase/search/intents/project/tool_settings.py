"""The channel of the settings of tools: "vitest config" leads to `vitest.config.ts`, or to `[tool.vitest]`."""

from __future__ import annotations

import re

from lsp_codebase.parse import CODE
from lsp_codebase.scan import path_roles
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.names.defined_names import spelled
from lsp_codebase.search.intents.pieces import heads_or_lines
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.query_words import STOP_WORDS
from lsp_codebase.store import FileRecord

_MOST_FILES = 5
_TOOL = r"(?:the\s+)?(?P<tool>[^\W\d_][\w+]*(?:-[\w+]+)*)"
_asked = reader(
    rf"(?:(?:find|open|show(?:\s+me)?|what\s+is|where\s+(?:are|is))\s+)?{_TOOL}\s+(?:config(?:s|uration)?|conf|settings)"
    r"(?:\s+files?)?(?:\s+(?:kept|located|stored))?",
    rf"(?:how|where)\s+is\s+{_TOOL}\s+(?:configured|set\s+up)",
    longest=100,
)
_WITH_SECTIONS = r"(?:^|/)(?:package\.json|pyproject\.toml|setup\.cfg|tox\.ini)$"


def asked_settings(text: str) -> str | None:
    """Return the tool whose settings a query asks for."""
    asked = _asked(text)
    return asked["tool"].lower() if asked and asked["tool"].lower() not in STOP_WORDS else None


def settings_of(question: Question, tool: str) -> list[Piece]:
    """Return the files that are called so as settings of a tool are, the nearest to the root first, then its sections.

    None if code defines what the words name: the `CacheConfig` of "cache config".
    """
    named = (f"{tool} {word}" for word in ("config", "settings", "configuration"))
    if any(match.language in CODE for words in named for match in spelled(question, words, _MOST_FILES)):
        return []
    own = re.escape(tool)
    files = _nearest_first(
        question,
        rf"(?:^|/)(?:\.?{own}[.-]conf(?:ig)?(?:\.[\w.]+)?|\.{own}rc(?:\.\w+)?|\.?{own}\.(?:cfg|conf|ini|toml|ya?ml)"
        rf"|\.{own}\.json[c5]?|\.{own})$",
    )
    section = re.compile(rf"\s*\[(?:tool[.:])?{own}(?:[.:\]])|\s*\"{own}\"\s*:\s*\{{", re.IGNORECASE)
    told = ((record, _line_of(question, record, section)) for record in _nearest_first(question, _WITH_SECTIONS))
    places = [(record, None) for record in files] + [(record, line) for record, line in told if line is not None]
    return heads_or_lines(question.corpus, places[:_MOST_FILES])


def _nearest_first(question: Question, form: str) -> list[FileRecord]:
    """Return the files of the project itself whose paths are of a form, those nearest to the root first."""
    found = (one for one in question.files(form) if not path_roles(one.path))
    return sorted(found, key=lambda one: (one.path.count("/"), one.path))


def _line_of(question: Question, record: FileRecord, section: re.Pattern[str]) -> int | None:
    lines = question.calls.lines(record.path)
    return next((at for at, line in enumerate(lines) if section.match(line)), None)
