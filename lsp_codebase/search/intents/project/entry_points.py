"""The channel of entry points: a question where a program starts is led by its `main`, or its like."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lsp_codebase.model import SymbolKind
from lsp_codebase.scan import path_roles
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.pieces import heads_or_lines
from lsp_codebase.search.intents.project.executables import executables
from lsp_codebase.search.intents.question import PROGRAMS, Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.store import FileRecord

_MOST_MAINS = 200
_PROGRAM = r"(?:(?:the|this)\s+)?(?:(?:command[\s-]line|\w+)\s+)?(?:app|application|code|program|project)"
_COMMAND = (
    r"(?:(?:the|this)\s+)?(?:(?:\w+\s+)?(?:binary|cli|executable)"
    r"|(?:(?P<command>\w[\w-]*)\s+)?command(?:[\s-]line(?:\s+(?:interface|tool))?)?)"
)
_PROCESS = r"(?:(?:the|this)\s+)?(?:\w+\s+)?(?:client|daemon|server|service|tool)"  # one that starts may be connecting
_MANIFEST = r"(?:package\.json|composer\.json|pyproject(?:\.toml)?|setup\.(?:py|cfg)|cargo\.toml|[\w-]*\.?gemspec)"
asked_start = reader(
    r"(?:(?:find|show|(?:what|where)\s+(?:are|is)|(?:what|which)\s+file\s+(?:contains|has|is))\s+)?(?:(?:all|the)\s+)?(?:(?:app|application|main|program)\s+)?"
    rf"entry[\s-]?points?(?:\s+(?:for|into|of|to)\s+{_PROGRAM})?",
    r"(?:(?:find|show|where\s+is)\s+)?(?:the\s+)?main\s+(?:class|file|function|method|module|program)"
    rf"(?:\s+of\s+{_PROGRAM})?",
    rf"(?:how|where)\s+does\s+(?:everything|execution|it|{_PROGRAM}|{_COMMAND})\s+(?:begin|boot|bootstrap|start)"
    r"(?:\s+(?:executing|running|up))?",
    rf"where\s+does\s+{_PROCESS}\s+(?:begin|start)\s+(?:executing|running|to\s+run)",
    r"(?:the\s+)?(?:app|application|program)\s+(?:bootstrap(?:ping)?|initiali[sz]ation|start-?up)",
    r"(?:the\s+)?start-?up\s+(?:code|process|sequence)",
    r"(?:(?:what|where|which)\s+(?:are\s+|is\s+)?)?(?:the\s+)?(?:bin|binary|command|executable|script)s?\s+(?:that\s+|which\s+)?"
    rf"(?:the\s+)?(?P<manifest>{_MANIFEST})\s+(?:declares?|defines?|exports?|installs?|names?|provides?)",
    r"(?:(?:what|where)\s+(?:are|is)\s+)?(?:the\s+)?(?:(?:console|entry)\s+)?(?:bin|binary|command|executable|script)s?"
    rf"\s+(?:in|named\s+by|of)\s+(?:the\s+)?(?P<manifest>{_MANIFEST})",
)
"""Reads how a query asks where a program starts; its `command` may be one of many that a program has."""
_CALLABLE = frozenset({SymbolKind.Function, SymbolKind.Method})
_MAINS = ("main", "Main")
_START = "start"  # in the application module of Erlang and Elixir
_ABOVE_PROGRAMS = ("bin", "cmd", "src")

# Names of files that a program starts in, by the habits of its language; an index may be that of a library as well.
_STARTS = (
    r"__main__\.py|main\.[a-z]+|program\.(?:cs|fs|vb)|\w*application\.(?:ex|java|kt)|\w+_app\.erl|manage\.py|config\.ru"
)
_INDEXES = r"index\.(?:[cm]?[jt]sx?|php)|(?:app|server)\.(?:[cm]?[jt]s|py|rb)|\w*app\.swift|appdelegate\.\w+"
_STARTED = re.compile(rf"(?:.*/)?(?:(?P<surely>{_STARTS})|{_INDEXES})", re.IGNORECASE)
_TOOLS = frozenset("build ci contrib dev hack release script scripts tool tools util utils".split())
_ASIDE = frozenset({"docs", "example", "generated", "test", "vendored"})


def entry_points(question: Question) -> list[Piece]:
    """Return where programs start: files named for it, then others with a `main`, the nearest to the root first.

    What a manifest names comes before them; the starts of tests, examples and tools of the developers come last.
    """
    asked = None if question.filters.kinds or "example" in question.understood.wants else asked_start(question.text)
    if asked is None:
        return []
    manifest, command = (asked.groupdict().get(name) for name in ("manifest", "command"))
    named_by = [one for one in executables(question) if (manifest or "").lower() in one.manifest.lower()]
    of_command = [one for one in named_by if one.command == command]
    if not of_command and not _is_program(question, command):
        return []
    records = ((question.corpus.file(one.path), one.line) for one in of_command or named_by)
    places = [(record, line) for record, line in records if record and question.passes(record)]
    if not of_command and not manifest:
        known = {record for record, _ in places}
        places += [place for place in _started_in(question) if place[0] not in known]
    return heads_or_lines(question.corpus, places)


def _started_in(question: Question) -> list[tuple[FileRecord, int | None]]:
    """Return the files that programs start in, by their names and functions, and the lines."""
    mains = _mains(question)
    named = question.corpus.with_path(rf"(?:^|/)(?:{_STARTS}|{_INDEXES})$")
    found = []
    for record in {*named, *filter(None, map(question.corpus.file, mains))}:
        kind, line = _started(record.path, mains)
        if kind is not None and record.language in PROGRAMS and question.passes(record):
            folders = record.path.split("/")[:-1]
            is_of_tools = not _TOOLS.isdisjoint(folders[:1]) or record.path[0] == "."
            is_aside = is_of_tools or not _ASIDE.isdisjoint(path_roles(record.path))
            # Of several at one depth the larger is no mere helper.
            found.append((is_aside, kind, len(folders), -record.chunks, record.path, record, line))
    return [(record, line) for *_, record, line in sorted(found, key=lambda one: one[:5])]


def _is_program(question: Question, command: str | None) -> bool:
    """Whether a command is the program itself, no part of it: a folder at the top, or among programs, is called so."""
    if command is None or command in ("main", "root"):
        return True
    outer = rf"^(?:(?:{'|'.join(_ABOVE_PROGRAMS)})/)?{re.escape(command)}/"
    return any(re.match(outer, record.path) for record in question.corpus.with_path(outer))


def _mains(question: Question) -> dict[str, tuple[str, int]]:
    """Return the name and line of the first function in each file that may be an entry point."""
    found: dict[str, tuple[str, int]] = {}
    for name in (*_MAINS, _START):
        for match in question.defined(name, _MOST_MAINS):
            if match.symbol.kind in _CALLABLE and not match.symbol.is_declaration:
                found.setdefault(match.path, (name, match.symbol.span.start_line))
    return found


def _started(path: str, mains: Mapping[str, tuple[str, int]]) -> tuple[int | None, int | None]:
    """Return how sure it is that a program starts in a file, 0 for most, and the line; None if none does."""
    name, line = mains.get(path, (None, None))
    started = _STARTED.fullmatch(path)
    if started and started["surely"]:
        return 0, line
    if name in _MAINS:
        return 1, line
    return (1 if started else None), None
