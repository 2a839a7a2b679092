"""What a definition calls and who calls it, told by names and postings, not by types.

A call of a name that several definitions share leads to the nearest of them, or nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.symbols import SymbolContext, find_exact

CALLABLE = frozenset(
    {
        SymbolKind.Function,
        SymbolKind.Method,
        SymbolKind.Constructor,
        SymbolKind.Class,
        SymbolKind.Struct,
        SymbolKind.Operator,
    }
)
MOST_DEFINITIONS = 3
"""More definitions of one name are too many to say which is meant."""

_ARGUMENTS = r"(?:::)?(?:<[\w\s,<>&:]*>)?\("
_CALL = re.compile(rf"([^\W\d]\w+[?!]?){_ARGUMENTS}")
_WORD = re.compile(r"(?<![\w@$:.\"'])(?:\w+\.)*([^\W\d]\w+[?!]?)")
_COMMENT = re.compile(r"\s*(?:# |//|/?\* |-- |;|\"\"\")")
_BARE = frozenset(
    """bash clojure coffeescript commonlisp crystal elisp elixir elm fennel fish fsharp haskell janet nim ocaml perl
    powershell purescript racket ruby scheme tcl""".split()
)
"""Languages whose calls need no parentheses, or have them before the name: there each mention counts."""


class Called(NamedTuple):
    """A definition that some lines call: the likeliest of `definitions` of its name."""

    match: SymbolMatch
    definitions: int
    lines: list[int]


class Caller(NamedTuple):
    """A line with a call, and the innermost definition around it that can call, None outside of any."""

    path: str
    line: int
    around: SymbolMatch | None


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls in one state of the index."""

    corpus: Corpus
    lines: Callable[[str], Sequence[str]]

    def made_by(self, path: str, own: range) -> Iterator[Called]:
        """Yield what some lines of a file call that is defined elsewhere in the codebase, in the order of the calls."""
        text = self.lines(path)[own.start : own.stop]
        called: dict[str, list[int]] = {}
        name_of = _WORD if self._is_bare(path) else _CALL
        for line, content in enumerate(text, own.start):
            for written in name_of.finditer(content):
                if _is_code(content[: written.start()]):
                    called.setdefault(written[1], []).append(line)
        for name, lines in called.items():
            found = self._meant_by(name, path, own) or self._meant_by(name.rstrip("?!"), path, own)
            if found:
                yield Called(found[0], len(found), list(dict.fromkeys(lines)))

    def to(self, name: str, path: str, own: range, most_chunks: int) -> Iterator[Caller]:
        """Yield the lines that call a definition, nearest files first, but its own and other definitions of the name.

        At most so many chunks that mention the name are read.
        """
        call = re.compile(rf"(?<![\w-]){re.escape(name)}[?!]?{_ARGUMENTS}")
        mention = re.compile(rf"(?:(?<![\w:-])|(?<=::)){re.escape(name)}(?![\w?!-])")
        for chunk in self.corpus.mentioning(name.rstrip("?!"), path)[:most_chunks]:
            lines = self.lines(chunk.path)
            written = mention if self._is_bare(chunk.path) else call
            for line in range(chunk.start_line, min(chunk.end_line, len(lines))):
                if chunk.path == path and line in own:
                    continue
                if not any(_is_code(lines[line][: found.start()]) for found in written.finditer(lines[line])):
                    continue
                around = self.corpus.names.in_file(chunk.path, (line, line + 1))
                is_definition = any(
                    match.symbol.name == name and match.symbol.name_span.start_line == line for match in around
                )
                if not is_definition:
                    yield Caller(chunk.path, line, innermost(around))

    def _is_bare(self, path: str) -> bool:
        record = self.corpus.file(path)
        return record is not None and record.language in _BARE

    def _meant_by(self, name: str, path: str, own: range) -> list[SymbolMatch]:
        """Return the definitions that a call of a name may mean, likeliest first; none if those are its own lines."""
        matches = find_exact(self.corpus.names, name, limit=16, context=SymbolContext(path, None, CALLABLE))
        if any(match.path == path and match.symbol.name_span.start_line in own for match in matches):
            return []
        definitions = [match for match in matches if not match.symbol.is_declaration] or matches
        return [match for match in definitions if match.path == path] if _is_common(name) else definitions


def innermost(matches: Sequence[SymbolMatch]) -> SymbolMatch | None:
    """Return the innermost of the definitions around a line that can call something."""
    around = [match for match in matches if match.symbol.kind in CALLABLE]
    return max(around, key=lambda match: match.symbol.span.start_line, default=None)


def _is_code(before: str) -> bool:
    """Whether something stands neither in a comment nor in a string, as far as the line before it tells."""
    if _COMMENT.match(before):
        return False
    return before.count('"') % 2 == 0 or "{" in before[before.rindex('"') :]  # a string may hold code in braces


def _is_common(name: str) -> bool:
    """Whether a name is a single plain word, such as `join`: what is called by it is more often a library's."""
    return name.islower() and "_" not in name
