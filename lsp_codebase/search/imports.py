"""The import statements of a file that bring in what some lines of it use: real ones, not what is said of them.

By lines and by marks of comments and texts, without a parser: a hit is packed in a moment, in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lsp_codebase.parse import LANGUAGES

_MOST_LINES = 30  # of one statement
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
_WORD = re.compile(r"[^\W\d]\w+")
_OPENING, _CLOSING = re.compile(r"[({]"), re.compile(r"[)}]")

# Words of import statements themselves, in any language.
_KEYWORDS = frozenset(
    "as alias const crate extern from import include let local mod open package require require_relative self static "
    "super type use using var".split()
)

# What hides a line that looks like an import. Whatever of it has several lines, or is a comment, is blanked.
_SLASHES = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
_HASH = r"\$#|#[^\n]*"  # the first is an index in Perl
_DASHES = r"--[^\n]*"
_DOUBLE = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
_QUOTED = _DOUBLE + r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'"
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,9}?)'"
_TRIPLE = r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:"""|\Z)' + r"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*(?:'''|\Z)"
_BACKTICKS = r"`[^`\\]*(?:\\.[^`\\]*)*(?:`|\Z)"
_REGEX = r"[=(,:\[!&|?{};][ \t]*/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/"
_HERE_DOCUMENT = (
    r"<<(?:[<~-]|(?=[\"'A-Z]))(?P<mark>[\"']?)(?P<end>[A-Za-z_]\w*)(?P=mark)[^\n]*\n"
    r"(?:[^\n]*\n){0,200}?[ \t]*(?P=end)\b"  # not to the end of the file, for each that is none
)
_MARKUP = r"(?:\A|</script\b).*?(?:<script\b[^>]*>|\Z)"  # what is outside of scripts
_SCRIPT = (_SLASHES, _REGEX, _BACKTICKS, _QUOTED)
_CURLY = (_SLASHES, _TRIPLE, _QUOTED)
# Languages without imports, whose texts are often in languages that have them.
_WITHOUT = frozenset("bash bat cmake dockerfile fish make".split())
_HIDDEN = {
    "javascript jsx typescript tsx astro": _SCRIPT,
    "html vue svelte": (_MARKUP, *_SCRIPT),
    "go": (_SLASHES, _BACKTICKS, _DOUBLE, _CHARACTER),
    "rust": (_SLASHES, r'r(?P<fence>#*)".*?(?:"(?P=fence)|\Z)', r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)', _CHARACTER),
    "python starlark gdscript elixir r julia nim crystal": (_HASH, _TRIPLE, _QUOTED),
    "ruby": (r"^=begin\b.*?(?:^=end\b|\Z)", _HASH, _HERE_DOCUMENT, _QUOTED),
    "perl": (r"^=[a-z].*?(?:^=cut\b|\Z)", r"^__(?:END|DATA)__$.*", _HASH, _HERE_DOCUMENT, _QUOTED),
    "php": (_SLASHES, _HASH, _HERE_DOCUMENT, _QUOTED),
    "haskell elm purescript agda": (r"\{-.*?(?:-\}|\Z)", _DASHES, _DOUBLE),
    "ocaml ocaml_interface fsharp fsharp_signature": (
        r"\(\*(?!\)).*?(?:\*\)|\Z)",
        r"//[^\n]*",
        _TRIPLE,
        _DOUBLE,
        _CHARACTER,
    ),
    "lua luau": (r"(?:--)?\[(?P<level>=*)\[.*?(?:\](?P=level)\]|\Z)", _DASHES, _QUOTED),
}


def is_import(line: str) -> bool:
    """Whether a line looks like an import statement of some language."""
    return _IMPORT.match(line) is not None


def imports_of(lines: Sequence[str], words: set[str], language: str) -> Iterator[tuple[int, int]]:
    """Yield the lines of the import statements that bring in one of `words`."""
    if not LANGUAGES[language].is_code or language in _WITHOUT:
        return
    last = max((number for number, line in enumerate(lines) if _IMPORT.match(line)), default=-1)
    code = _code(lines[: last + _MOST_LINES], language) if last >= 0 else ()
    line = 0
    while line <= last:
        if not _IMPORT.match(code[line]):
            line += 1
            continue
        end = _statement_end(code, line)
        if not words.isdisjoint(set(_WORD.findall("\n".join(code[line:end]))) - _KEYWORDS):
            yield line, end
        line = end


def _code(lines: Sequence[str], language: str) -> list[str]:
    """Return the lines without comments, and without texts of several lines."""
    return _hidden(language).sub(_blank, "\n".join(lines)).split("\n")


def _blank(match: re.Match[str]) -> str:
    text = match[0]
    ends = text.count("\n")
    return "\n" * ends if ends or text.startswith(("#", "//", "/*", "--", "(*", "{-")) else text


@cache
def _hidden(language: str) -> re.Pattern[str]:
    parts = next((parts for names, parts in _HIDDEN.items() if language in names.split()), _CURLY)
    return re.compile("|".join(parts), re.DOTALL | re.MULTILINE)


def _statement_end(lines: Sequence[str], start: int) -> int:
    depth = 0
    for line in range(start, min(start + _MOST_LINES, len(lines))):
        depth += len(_OPENING.findall(lines[line])) - len(_CLOSING.findall(lines[line]))
        if depth <= 0:
            return line + 1
    return start + 1
