"""A literal or a pattern as one regular expression for RE2, and the places of its matches.

RE2, inside Arrow, takes linear time and gives one match a call; of several, each is looked for behind the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from lsp_codebase.arrays import Bools, bools, pc
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.indexes import Edge, Literal
from lsp_codebase.model import Span
from lsp_codebase.search.exact.pattern_text import has_capital, plain, spans_lines
from lsp_codebase.search.exact.prefilter import Prefilter
from lsp_codebase.search.exact.regex_literals import AllOf, Needle, of_pattern
from lsp_codebase.search.query.query_form import problem_of_pattern

_MOST_BYTES = 10_000_000  # read to find further matches: of lines as long as files, the first ones will do
_MOST_EMPTY = 1_000  # matches of nothing, one after the other, after which a text is left
_LINE_END = 10
# Characters of words: ASCII, then the blocks of Unicode that hold letters and digits, without those of punctuation,
# signs and emoji. RE2 takes three ms to compile the exact classes, at each call; for these 0.05.
_NO_WORD = (
    r"[^0-9A-Za-z_\x{AA}\x{B5}\x{BA}\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{1FFF}\x{2C00}-\x{2DFF}\x{3040}-\x{D7FF}"
    r"\x{F900}-\x{FDFF}\x{FE70}-\x{FEFE}\x{FF10}-\x{FF19}\x{FF21}-\x{FF3A}\x{FF41}-\x{FF5A}\x{FF66}-\x{FFDC}"
    r"\x{10000}-\x{1EFFF}\x{20000}-\x{3FFFF}]"
)
_ANY = r"(?s:.)"
_IGNORES_CASE = re.compile(r"\(\?[A-Za-z]*i")
_OF_BACKTRACKING = re.compile(r"invalid perl operator|invalid escape sequence: \\[1-9k]")  # as RE2 says it
_NOT_LINEAR = "look-around and back-references have no linear-time form"
_MEANT_LITERALLY = "the mode exact takes a text as it stands"

Stretch = tuple[int, int]
"""Where a match begins and ends, in bytes of UTF-8."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A literal or a pattern to look for.

    `source` is RE2 with its flags and without captures; a file that matches it anywhere `held` is worth a look, and
    holds `needle`. An expression that `spans_lines` is looked for in whole files. `word_ends` says at which ends of a
    match no word may go on.
    """

    source: str
    held: str
    needle: Needle
    ignores_case: bool
    spans_lines: bool
    word_ends: tuple[bool, bool]

    @classmethod
    def literal(cls, text: str, *, ignore_case: bool, whole_word: bool) -> Expression:
        """Return the expression of a text as it is; the end of a word counts only where the text ends with a word."""
        text = text.replace("\r\n", "\n").encode("utf-8", "replace").decode()  # no file holds half a surrogate pair
        lines = text.split("\n")
        word_ends = whole_word and _is_of_word(text[0]), whole_word and _is_of_word(text[-1])
        before, behind = (Edge.END if is_end else Edge.ANY for is_end in word_ends)
        source = f"(?i:{re.escape(text)})" if ignore_case else f"(?:{re.escape(text)})"
        return cls(
            source=source,
            held=source,
            needle=Literal(text, before, behind) if len(lines) == 1 else AllOf(tuple(map(Literal, lines))),
            ignores_case=ignore_case,
            spans_lines=len(lines) > 1,
            word_ends=word_ends,
        )

    @classmethod
    def pattern(cls, text: str, *, ignore_case: bool, whole_word: bool) -> Expression:
        """Return the expression of a regular expression.

        Raises:
            InvalidQuery: for one that RE2 cannot read, or that would match everywhere in a file.
        """
        if reason := problem_of_pattern(text):
            hint = _NOT_LINEAR if _OF_BACKTRACKING.match(reason) else _MEANT_LITERALLY
            raise InvalidQuery("query", f"not a regular expression ({reason}); {hint}")
        text = plain(text)
        is_of_files = spans_lines(text)
        flags = "i" * ignore_case + "m" * is_of_files
        made = cls(
            source=f"(?{flags}:{text})",
            held=f"(?m{'i' * ignore_case}){text}",  # a line end may be any that the file has
            needle=of_pattern(text),
            ignores_case=ignore_case or _IGNORES_CASE.search(text) is not None,
            spans_lines=is_of_files,
            word_ends=(whole_word, whole_word),
        )
        if problem_of_pattern(made._next):
            raise InvalidQuery("query", "not a regular expression that can be searched; simplify it")
        if is_of_files and made.matches_any([""]).any():
            raise InvalidQuery("query", "matches an empty text, and so every place of every file; ask for a character")
        return made

    def may_be_in(self, files: Sequence[bytes]) -> Bools:
        """Return which files, as UTF-8, are worth a look."""
        look = self._first_look
        parts = [look.part(data) for data in files]
        worthy = np.array([part is not None for part in parts], np.bool_)
        if worthy.any():
            texts = pa.array([part for part in parts if part is not None], pa.large_string())
            worthy[worthy] = bools(pc.match_substring_regex(texts, self.held))
        return worthy

    def matching_lines(self, lines: Sequence[str]) -> list[int]:
        """Return which lines of a file match."""
        rows = self._first_look.rows(lines)
        matches = self.matches_any([lines[row] for row in rows])
        return [rows[place] for place in np.flatnonzero(matches).tolist()]

    def matches_any(self, texts: Sequence[str]) -> Bools:
        """Return which texts match."""
        return bools(pc.match_substring_regex(pa.array(texts, pa.string()), self._first))

    def in_each(self, texts: Sequence[str], most: int) -> list[list[Stretch]]:
        """Return where each text matches, at most `most` times, in order; matches of nothing only if all are such."""
        data = [text.encode("utf-8", "replace") for text in texts]
        found: list[list[Stretch]] = [[] for _ in data]
        begins = dict.fromkeys(range(len(data)), 0)
        pattern, read = self._first, 0
        for _ in range(most):
            left = [data[place][begin:] for place, begin in begins.items()]
            spans = _first_spans(left, pattern)
            begun, begins = begins, {}
            for (place, begin), span in zip(begun.items(), spans, strict=True):
                if span is not None:
                    start, end = begin + span[0], begin + span[1]
                    found[place].append((start, end))
                    if end < len(data[place]):
                        begins[place] = _before(data[place], start, end)
            read += sum(map(len, left))
            if not begins or read > _MOST_BYTES:
                break
            pattern = self._next
        return [[one for one in stretches if one[0] < one[1]] or stretches[:1] for stretches in found]

    def in_file(self, lines: Sequence[str]) -> Iterator[Span]:
        """Yield where a file matches, given all its lines, in order; matches of nothing are left out."""
        data = "\n".join(lines).encode("utf-8", "replace")
        (ends,) = (np.frombuffer(data, np.uint8) == _LINE_END).nonzero()
        starts = np.append(0, ends + 1)

        def place(offset: int) -> tuple[int, int]:
            line = int(np.searchsorted(ends, offset))
            return line, offset - int(starts[line])

        for start, end in self._in_data(data):
            yield Span(*place(start), *place(end))

    def _in_data(self, data: bytes) -> Iterator[Stretch]:
        begin, pattern, empty = 0, self._first, 0
        while empty < _MOST_EMPTY:
            (span,) = _first_spans([data[begin:]], pattern)
            if span is None:
                return
            start, end = begin + span[0], begin + span[1]
            if start < end:
                yield start, end
            empty = 0 if start < end else empty + 1
            if end == len(data):
                return
            begin, pattern = _before(data, start, end), self._next

    @property
    def _first_look(self) -> Prefilter:
        return Prefilter.of(self.needle, ignores_case=self.ignores_case, by_line=not self.spans_lines)

    @property
    def _first(self) -> str:
        left, right = self.word_ends
        return (rf"(?:\A|{_NO_WORD})" if left else "") + self._match + (rf"(?:{_NO_WORD}|\z)" if right else "")

    @property
    def _next(self) -> str:
        """The same behind the first character of a text, which is there for patterns that look back."""
        left, right = self.word_ends
        before = rf"\A(?s:.*?){_NO_WORD if left else _ANY}"
        return before + self._match + (rf"(?:{_NO_WORD}|\z)" if right else "")

    @property
    def _match(self) -> str:
        return f"(?P<match>{self.source})"


def ignores_case(text: str, *, is_pattern: bool, case_sensitive: bool | None) -> bool:
    """Whether the case of letters is ignored: if not told, where the text has no capital ("smart case")."""
    if case_sensitive is not None:
        return not case_sensitive
    return not has_capital(text) if is_pattern else text == text.lower()


def _is_of_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _first_spans(texts: Sequence[bytes], pattern: str) -> list[Stretch | None]:
    found = pc.extract_regex_span(pa.array(texts, pa.string()), pattern)
    spans = found.field("match").values.to_numpy().reshape(-1, 2)[found.offset : found.offset + len(found)]
    return [
        (start, start + length) if matches else None
        for (start, length), matches in zip(spans.tolist(), found.is_valid().to_pylist(), strict=True)
    ]


def _before(data: bytes, start: int, end: int) -> int:
    """Return where the character begins behind which the next match may begin."""
    if start == end:
        return end  # after an empty match the search goes on behind the next character
    end -= 1
    while data[end] & 0xC0 == 0x80:
        end -= 1
    return end
