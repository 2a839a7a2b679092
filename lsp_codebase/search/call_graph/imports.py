"""The import statements of a file that some lines of it use: real ones, not mentions of them in texts.

By lines and by marks of comments and texts, without a parser: a hit is packed in a moment, in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lsp_codebase.parse import CODE
from lsp_codebase.search.call_graph.comments_and_strings import is_comment, marks_of

MOST_LINES = 30
"""Of one statement."""
_IMPORT = re.compile(
    r"\s*(?:"
    r"import(?:\s+[\w.@$<(\"'{*]|\s*[\"'{*]|\(\s*[\"'`])"
    r"|from\s+\S+\s+c?import\b"
    r"|use\s+[\w:\\{\"']"
    r"|using\s+(?!var\b|[\w.<>]+\s+\w+\s*=)[\w:]"
    r"|open!?\s+(?:import\b|(?:type\s+)?[A-Z][\w.']*\s*(?:$|;|//|\(\*|in\b|using\b|hiding\b|renaming\b|public\b))"
    r"|require(?:_relative|_once)?(?:\s+[\w$\"'\\]|\s*\(\s*(?:[\"']|\w+\s*\)))"
    r"|(?:const|let|var|local)\b.*=\s*require\b"
    r"|alias\s+[A-Z_]|extern\s+crate\b|#\s*(?:include|import)\s*[<\"]|@import\b"
    r")"
)
"""The beginning of a statement: `from shop import Cart`, `const cart = require("./cart")`, `#include <cart.h>`."""
_BEGINNINGS = (*"import from use using open require const let var local alias extern # @import".split(),)
RELATIVE = re.compile(r"from\s+\.|[\"']\.{1,2}[/\"']|\b(?:crate|self|super)::")
"""Stands in a line of an import that names a place by the way from its own file."""
_WORD = re.compile(r"[^\W\d]\w*")
_OPENING, _CLOSING = re.compile(r"[({]"), re.compile(r"[)}]")

# Words of import statements themselves, in any language.
_OF_GO = re.compile(r"(?:(?!import\b)\b(\w+)[ \t]+)?\"([^\"\n]+)\"")
_VERSION = re.compile(r"(?<=.)[/.]v\d+\Z")
_IMPORT_WORD = re.compile(r"\bimport\b")
_BEFORE_AS = re.compile(r"\w+\s+as\b|[\"'][^\"'\n]*[\"']")
_KEYWORDS = frozenset(
    "as alias const crate extern from import include let local mod open package require require_relative self static "
    "super type use using var".split()
)

# Languages without imports, whose texts are often in languages that have them.
_WITHOUT = frozenset("bash bat cmake dockerfile fish make".split())


def is_import(line: str) -> bool:
    """Whether a line looks like an import statement of some language."""
    return _IMPORT.match(line) is not None


def words_of(statement: str) -> list[str]:
    """Return the words that an import statement is made of, each once, in order."""
    return [word for word in dict.fromkeys(_WORD.findall(statement)) if word not in _KEYWORDS]


def imports_of(lines: Sequence[str], words: set[str], language: str) -> Iterator[tuple[int, int]]:
    """Yield the lines of the import statements that bring in one of `words`."""
    return ((start, end) for start, end, brought in statements(lines, language) if not words.isdisjoint(brought))


def statements(lines: Sequence[str], language: str) -> Iterator[tuple[int, int, set[str]]]:
    """Yield the lines of each import statement, end exclusive, with the words it is made of."""
    if language not in CODE or language in _WITHOUT:
        return
    last = max((number for number in _candidates(lines) if _IMPORT.match(lines[number])), default=-1)
    code = _code(lines[: last + MOST_LINES], language) if last >= 0 else ()
    end = 0
    for line in _candidates(code):
        if language == "php" and code[line][:1].isspace():
            continue  # a class takes in a trait
        if end <= line <= last and _IMPORT.match(code[line]):
            end = _statement_end(code, line)
            yield line, end, set(words_of("\n".join(code[line:end])))


def _candidates(lines: Sequence[str]) -> list[int]:
    """Return the lines that begin like an import statement: a pattern takes longer to pass the others."""
    return [number for number, line in enumerate(lines) if line.lstrip().startswith(_BEGINNINGS)]


def names_of(statement: str, language: str) -> Iterator[str]:
    """Yield the names that an import statement defines: `carts` of `import shop.carts as carts`."""
    if language == "go":
        yield from (name for name, _ in packages_of(statement))
        return
    if language == "python":
        for part in re.split(r"[,()\n]", _IMPORT_WORD.split(statement, maxsplit=1)[-1]):
            whole, _, alias = part.partition(" as ")
            yield (alias or whole.partition(".")[0]).strip()
        return
    yield from _WORD.findall(_BEFORE_AS.sub("", statement))


def packages_of(statement: str) -> Iterator[tuple[str, str]]:
    """Yield the names that an import statement of Go defines, with the paths of their packages."""
    return ((alias or _named_by(path), path) for alias, path in _OF_GO.findall(statement))


def _named_by(path: str) -> str:
    """Return the name that a package of Go has by its path: a version is none, as in `acme.dev/shop/v2`."""
    return _VERSION.sub("", path).rpartition("/")[2]


def _code(lines: Sequence[str], language: str) -> list[str]:
    """Return the lines without comments, and without texts of several lines."""
    return marks_of(language).sub(_blank, "\n".join(lines)).split("\n")


def _blank(match: re.Match[str]) -> str:
    text = match[0]
    ends = text.count("\n")
    return "\n" * ends if ends or is_comment(text) else text


def _statement_end(lines: Sequence[str], start: int) -> int:
    depth = 0
    for line in range(start, min(start + MOST_LINES, len(lines))):
        depth += len(_OPENING.findall(lines[line])) - len(_CLOSING.findall(lines[line]))
        if depth <= 0:
            return line + 1
    return start + 1
