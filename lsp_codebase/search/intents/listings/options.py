"""Options of a command, a client or a component: "which flags does pr create have", "options of HttpClient"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import word_parts
from lsp_codebase.search.call_graph.bases import scope_of
from lsp_codebase.search.intents.listings.declarations import (
    declared_below,
    each_once,
    line_at,
    line_of,
    types_called,
)
from lsp_codebase.search.intents.listings.groups import Group
from lsp_codebase.search.intents.listings.kind_files import is_likely
from lsp_codebase.search.intents.listings.line_forms import LONGEST_LINE, OF_C
from lsp_codebase.search.intents.names.asked_names import LIST, short_reader
from lsp_codebase.search.intents.pieces import in_calls, opens_call
from lsp_codebase.search.intents.question import PROGRAMS, Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.store import FileRecord

_MOST_FILES = 8  # of one command: more are called so by chance
_FEWEST = 2  # options of a command: a sole one may stand in a file that is called so by chance

_SUCH = (
    r"(?P<such>(?:(?:CLI|command(?:[\s-]line)?|config(?:uration)?)\s+)?(?:arguments|args|flags|options|parameters|props|settings"
    r"|switches))"
)
_OWNER = (
    r"(?:our\s+|the\s+)?[`\"']?(?P<owner>[A-Za-z][\w.:-]*(?:\s+[A-Za-z][\w-]*){0,3}?)[`\"']?"
    r"(?:\s+(?:class|client|command|component|constructor|hook|sub-?command))?"
)
_LIST = rf"{LIST}(?:available\s+)?"
_TAKES = "(?:accept|have|know|offer|provide|support|take|understand)"
_asked = short_reader(
    rf"(?:how\s+many|what|which)\s+{_SUCH}\s+(?:can|do|does)\s+{_OWNER}\s+{_TAKES}",
    rf"(?:what|which)\s+{_SUCH}\s+are\s+(?:available|there)\s+(?:for|in|of|on)\s+{_OWNER}",
    rf"{_LIST}{_SUCH}\s+(?:for|of)\s+{_OWNER}",
    rf"{_LIST}{_OWNER}\s+(?P<such>(?:(?:CLI|command(?:[\s-]line)?)\s+(?:arguments|args|options)|flags|switches))",
)
_OF_PROGRAM = r"(?P<such>(?:CLI|command[\s-]line)\s+(?:arguments|args|flags|options|switches))"
_asked_all = short_reader(
    rf"(?:what|which)\s+{_OF_PROGRAM}\s+(?:are\s+(?:available|supported|there)|exist)",
    rf"{_LIST}{_OF_PROGRAM}(?:\s+(?:of|in)\s+(?:the|this)\s+(?:app|program|project|tool))?",
)
_HELD_IN = ("options", "config", "settings", "params", "props", "args", "opts", "configuration", "parameters")
"""What the types that hold the options of something are called, behind its name."""
_FIELDS = frozenset({SymbolKind.Field, SymbolKind.Property})
_CALLED = frozenset({SymbolKind.Constructor, SymbolKind.Function, SymbolKind.Method})
_OF_COMMANDS = frozenset({"flags", "switches"})
_OF_CALLS = frozenset({"arguments", "args", "parameters"})
_COMMAND = frozenset({"cli", "cmd", "command", "commands"})
_SHELLS = frozenset({"bash", "fish", "powershell"})
_TYPED = r"(?:Bool|Count|Duration|Float|Int|Map|Path|String|Text|Time|Uint)\w*"
_DEFINES = re.compile(
    r"\s*(?:.*?(?<!\w)(?:"
    # Of Go: pflag, cobra, kingpin.
    rf"(?:Persistent)?[Ff]lags\(\)\.(?:{_TYPED}|VarP?)\(|(?:f|fl|flags?|flagset|fs)\.(?:{_TYPED}|VarP?)\("
    rf"|\w+\.{_TYPED}VarP?\(\s*&|cmdutil\.\w*Flags?\("
    # Of argparse, click and typer; of commander and yargs; of poetry's cleo; of clap.
    r"|add_argument\(\s*[\"']|(?:click|typer)\.(?:Argument|Option|argument|option)\("
    r"|(?:(?!this\b)\w+)?\.(?:argument|option|positional|requiredOption)\(\s*[\"'`]"
    r"|(?<![>.$])(?:argument|option)\(\s*[\"']|Arg::(?:new|with_name)\(|arg!\("
    # Of Symfony; of optparse; of clikt.
    r"|add(?:Argument|Option)\(|new\s+Input(?:Argument|Option)\(|\w*\.on\(\s*[\"']-|by\s+(?:argument|flag|option)\("
    # Of decline and scopt.
    r"|(?:Opts\.)?(?:arguments?|opt|options?)\[[^()=]{1,80}\]\(|(?<!\.)flags?\(\s*\"[\w-]+\",\s*s?\""
    # Of Thor; of Laravel; of getopt.
    r")|(?:class_|method_)?option\s+:|\{--?\w|\{\s*\"[\w-]+\",\s*(?:no|optional|required)_argument)"
)
_GETOPT = re.compile(r"\bgetopt(?:_long(?:_only)?)?\(\s*\w+,\s*\w+,\s*\"([^\"]+)\"")
_CASE = re.compile(r"\s*case\s+'(.)'\s*:")
_LINES_BEHIND = 200
_MOST_OF_GETOPT = 500  # chunks
_FILES_OF_PROGRAM = r"arg|bin/|cli|cmd|command|console|flag|main|option"
"""The paths of files that may define options of the program, in any case."""
_MOST_OF_PROGRAM = 1_000
_SAYS_COMMAND = re.compile(r"(?i)\b(?:CLI|command)\b")
_ABOVE = re.compile(r"\s*(?:#\[(?:arg|clap|structopt)\(|@(?:\w+\.)?(?:Argument|Flag|Option|Parameters?)\b)")
"""An annotation above the field of an option."""


def options_of(question: Question, text: str) -> Group | None:
    """Return the fields of the type that holds the options of something, or the lines that define those of a command.

    None if a query asks for none, or none are found.
    """
    if (of_program := _asked_all(text)) is not None:
        files = [one for one in question.files(_FILES_OF_PROGRAM) if _is_own(one)][:_MOST_OF_PROGRAM]
        pieces = [piece for record in files for piece in _defined_in(question, record)]
        pieces = pieces if len(pieces) >= _FEWEST else [*_read_by_getopt(question)]
        return Group(pieces, of_program["such"], is_sure=True) if len(pieces) >= _FEWEST else None
    asked = _asked(text)
    if asked is None:
        return None
    owner, such = asked["owner"], asked["such"].lower().split()[-1]
    if such in _OF_CALLS and any(one.symbol.kind in _CALLED for one in question.defined(owner.rpartition(" ")[2], 1)):
        return None  # its head tells them
    is_of_command = such in _OF_COMMANDS or _SAYS_COMMAND.search(text) is not None
    for held in ("", *_HELD_IN) if not is_of_command else ():
        fields = _fields(question, owner, held)
        if len(fields) >= _FEWEST and (name := fields[0].definition):
            return Group(fields, f"fields of {name.container.rpartition('.')[2]}", is_sure=True)
    pieces = each_once(_of_command(question, _called(owner)))
    fewest = 1 if is_of_command or len(_called(owner)) > 1 else _FEWEST
    return Group(pieces, f"{such} of {owner}", is_sure=True) if len(pieces) >= fewest else None


def _fields(question: Question, owner: str, held: str) -> list[Piece]:
    """Return the fields of the types that hold options, called by both names or, if these have more fields, by the
    second in a file that is called by the first; without a second name the first ends with a word for options itself.
    """
    if not held and word_parts(owner)[-1:] not in [[one] for one in _HELD_IN]:
        return []
    called = types_called(question, f"{owner} {held}".strip())
    within = types_called(question, held) if held else ()
    words = word_parts(owner)
    named = (one for one in within if word_parts(one.path.rpartition(".")[0])[-len(words) :] == words)
    return max(_fields_of(question, called), _fields_of(question, named), key=len)


def _fields_of(question: Question, types: Iterable[SymbolMatch]) -> list[Piece]:
    inside = chain.from_iterable(question.names.inside(scope_of(one), path=one.path) for one in types)
    return each_once(line_of(field) for field in inside if field.symbol.kind in _FIELDS)


def _of_command(question: Question, words: Sequence[str]) -> Iterator[Piece]:
    """Yield the lines that define options in the files of a command, the first words of which may name the program."""
    for at in range(len(words)):
        files = [*islice(_files_of(question, words[at:]), _MOST_FILES + 1)]
        if files and len(files) <= _MOST_FILES:
            for record in files:
                yield from _defined_in(question, record)
            return


def _is_own(record: FileRecord) -> bool:
    return record.language in PROGRAMS - _SHELLS and is_likely(record.path)


def _files_of(question: Question, words: Sequence[str]) -> Iterator[FileRecord]:
    """Yield the files of code whose folders and name are called by the words of a command, the last one by the name."""
    for record in question.files(f"{re.escape(words[-1])}[^/]*(?:/[^/]*)?$"):
        if not _is_own(record):
            continue
        *folders, name = record.path.rpartition(".")[0].split("/")
        last = _called(name)
        if [*words[-len(last) :]] == last and _follow(words, [*word_parts("/".join(folders)), *last]):
            yield record


def _called(name: str) -> list[str]:
    """Return the words of the name of a file, or of a command, that tell which command it is."""
    parts = word_parts(name)
    return [word for word in parts if word not in _COMMAND] or parts


def _follow(words: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether parts hold some words, in their order."""
    left = iter(parts)
    return all(word in left for word in words)


def _read_by_getopt(question: Question) -> Iterator[Piece]:
    """Yield the cases of the options that a program of C reads: a string of their letters tells them all."""
    chunks = question.few(question.holding("getopt", languages=OF_C), _MOST_OF_GETOPT)
    for chunk in (one for one in chunks if is_likely(one.path)):
        for row, line in enumerate(chunk.lines, chunk.start_line):
            if (letters := _GETOPT.search(line[:LONGEST_LINE])) is None:
                continue
            known = {*letters[1]}
            lines = question.calls.lines(chunk.path)[row : row + _LINES_BEHIND]
            for at, case in enumerate(map(_CASE.match, lines), row):
                if case is not None and case[1] in known:
                    known.remove(case[1])
                    yield line_at(chunk.path, chunk.language, at)


def _defined_in(question: Question, record: FileRecord) -> Iterator[Piece]:
    lines = question.calls.lines(record.path)
    for row, line in enumerate(in_calls(lines)):
        if opens_call(lines, row):
            continue
        if _DEFINES.match(line[:LONGEST_LINE]):
            yield line_at(record.path, record.language, row)
        elif _ABOVE.match(line):
            yield from declared_below(question, record.path, row)
