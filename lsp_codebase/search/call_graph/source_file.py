"""One file as calls are read from it: its lines, comments and strings, imports and words, each found when asked for."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from lsp_codebase.model import Position, Span, byte_length, line_starts
from lsp_codebase.search.call_graph.bindings import Binding, bindings_before, bindings_in
from lsp_codebase.search.call_graph.comments_and_strings import CommentsAndStrings
from lsp_codebase.search.call_graph.exports import begun, exports
from lsp_codebase.search.call_graph.imports import MOST_LINES, RELATIVE, names_of, packages_of, statements
from lsp_codebase.search.call_graph.stretches import Stretches, united
from lsp_codebase.search.corpus import Corpus

_WORD = re.compile(r"[^\W\d]\w*")
_ROOT = re.compile(r"\s*(?:from|import)\s+(\w+)")
_ALL = re.compile(r"^\s*from\s+\S+\s+import\s+\*")
LONGEST = 1 << 30


class Source:
    """A file at one moment. `language` is the one that its lines are written in."""

    def __init__(self, lines: Sequence[str], language: str) -> None:
        self.lines = [*lines]  # cut once: all of them are gone through
        self.language = language
        self._bound: dict[str, bool] = {}
        self.heads: dict[Span, int] = {}
        """Where the parameters of its functions end, by the places of their names."""
        self._handed_on: dict[int, tuple[int | None, Stretches]] = {}  # by lines: one may name something often

    @cached_property
    def asides(self) -> CommentsAndStrings:
        """Its comments and strings."""
        return CommentsAndStrings(self.text, self.line_starts, self.language)

    @cached_property
    def _statements(self) -> Sequence[tuple[int, int, set[str]]]:
        return [*statements(self.lines, self.language)]

    @cached_property
    def imports(self) -> list[tuple[frozenset[str], bool]]:
        """The words of each import statement, and whether it names a place by the way from this file."""
        return [
            (frozenset(words), any(map(RELATIVE.search, self.lines[start:end])))
            for start, end, words in self._statements
        ]

    @cached_property
    def brought(self) -> frozenset[str]:
        """The names that import statements define."""
        texts = ("\n".join(self.lines[start:end]) for start, end, _ in self._statements)
        return frozenset(name for text in texts for name in names_of(text, self.language))

    @cached_property
    def packages(self) -> dict[str, str]:
        """The paths of the packages of Go that it imports, by the names that they have in it."""
        texts = ("\n".join(self.lines[start:end]) for start, end, _ in self._statements)
        return dict(one for text in texts for one in packages_of(text))

    def roots_of(self, name: str) -> frozenset[str]:
        """Return the words that imports of a name of Python begin with: a module is reached by way of all before it."""
        if self.language != "python":
            return frozenset()
        found = (_ROOT.match(self.lines[start]) for start, _, words in self._statements if name in words)
        return frozenset(one[1] for one in found if one)

    @cached_property
    def imports_all(self) -> bool:
        """Whether it imports all that a module defines."""
        return any(map(_ALL.search, self.lines))

    def imports_all_as(self, name: str) -> bool:
        """Whether it imports all of a module under a name: `import * as carts from "./carts"`."""
        return re.search(rf"\*\s*as\s+{re.escape(name)}\b", self.text) is not None

    @cached_property
    def imported(self) -> frozenset[str]:
        """The words of all import statements."""
        return frozenset().union(*(words for words, _ in self.imports))

    @cached_property
    def text(self) -> str:
        """All of its lines."""
        return "\n".join(self.lines)

    @cached_property
    def line_starts(self) -> Sequence[int]:
        """Where each line begins in the text."""
        return line_starts(self.lines)

    def indent(self, line: int) -> int:
        """Return how far a line is indented; one without code as far as can be."""
        content = self.lines[line]
        own = len(content) - len(content.lstrip())
        return own if own < len(content) and not self.asides.hold(line, own) else LONGEST

    def bindings(self, name: str, first: int = 0, last: int | None = None) -> Iterator[Binding]:
        """Yield where code in a stretch of the text gives a name a value or a type, in order."""
        found = bindings_in(self.text, name, self.language, first, len(self.text) if last is None else last)
        return (one for one in found if not self.asides.hold(*self.place(one.start)))

    def bindings_before(self, name: str, first: int, last: int) -> Iterator[Binding]:
        """Yield where code in a stretch of the text gives a name a value or a type, the last first."""
        found = bindings_before(self.text, name, self.language, first, last)
        return (one for one in found if not self.asides.hold(*self.place(one.start)))

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the character in it of a place in the text."""
        line = bisect_right(self.line_starts, offset) - 1
        return line, offset - self.line_starts[line]

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the file."""
        return frozenset(_WORD.findall(self.text))

    def binds(self, name: str) -> bool:
        """Whether a line gives a name a value that may be any: no function of its own, but `const { total } = cart`."""
        if name not in self._bound:
            own = rf"(?<![\w.$]){re.escape(name)}"
            value = rf"{own}\s*=(?![=>]|\s*(?:async\b|function\b|lambda\b|\([^()]*(?:\)[^=]*=>|$)|\w+\s*=>))"
            parts = rf"[(\[]\s*{own}\s*[,\])].*=|[{{,:]\s*{own}\s*[,}}]|^\s*{own},?\s*$"
            bound = re.compile(f"{value}|{parts}")
            self._bound[name] = any(map(bound.search, (line for line in self.lines if name in line)))
        return self._bound[name]

    def hands_on(self, line: int, character: int) -> bool:
        """Whether a place stands in an import, or in a list that exports names: what stands there is not used."""
        if line not in self._handed_on:
            start = begun(self.lines, line)
            around = self.lines[start : line + MOST_LINES] if start is not None else ()
            starts = line_starts(around)
            brought = [(starts[first], starts[end]) for first, end, _ in statements(around, self.language)]
            found = united([*brought, *exports("\n".join(around))])
            self._handed_on[line] = start, Stretches(starts, found)
        start, stretches = self._handed_on[line]
        return start is not None and stretches.hold(line - start, character)

    def places(self, line: int, content: str, written: re.Pattern[str]) -> Iterator[tuple[int, Position]]:
        """Yield the characters, and their places, where code of a line, not a comment or string, is written so."""
        character = column = 0
        for found in written.finditer(content):
            if not self.asides.hold(line, found.start()):
                column += byte_length(content[character : found.start()])
                character = found.start()
                yield character, Position(line, column)

    def inside(self, line: int, span: Span) -> tuple[int, int]:
        """Return the first character of a line that lies in a span, and the one behind the last."""
        content = self.lines[line]
        first = _characters(content, span.start_column) if line == span.start_line else 0
        return first, _characters(content, span.end_column) if line == span.end_line else len(content)


class Sources:
    """The files of one state of the index. Each is read once.

    An object of its own: were it a method of what asks, both would stay until the collector finds them, and the state.
    """

    def __init__(self, corpus: Corpus, lines: Callable[[str], Sequence[str]]) -> None:
        self._corpus = corpus
        self._lines = lines
        self._read: dict[str, Source] = {}

    def __call__(self, path: str) -> Source:
        """Return a file as it was when it was first asked for."""
        if path not in self._read:
            record = self._corpus.file(path)
            self._read[path] = Source(self._lines(path), record.language if record is not None else "unknown")
        return self._read[path]


def _characters(content: str, column: int) -> int:
    return len(content.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))
