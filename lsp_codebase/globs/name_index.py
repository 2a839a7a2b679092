"""The last of many patterns that matches a name, and those of many names that one could match at all."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from lsp_codebase.globs.automaton import Automaton, in_blocks
from lsp_codebase.globs.wildcard import STAR, Chars, Segment, Token, literal

_MOST_IN_EXPRESSION = 256  # patterns; with more, looking up each name costs a text less
_MOST_IN_CHUNK = 8  # tokens that a sieve looks at on either side of a `*`: they tell apart all but odd names


class Names:
    """Patterns of names, by ascending numbers. Most are texts, endings or beginnings: their number costs no time."""

    def __init__(self, patterns: Iterable[tuple[int, Segment]]) -> None:
        self._texts: dict[str, int] = {}
        endings: defaultdict[int, dict[str, int]] = defaultdict(dict)
        beginnings: defaultdict[int, dict[str, int]] = defaultdict(dict)
        wild: defaultdict[tuple[str, str], list[tuple[int, Segment]]] = defaultdict(list)
        for number, tokens in patterns:
            if (text := literal(tokens)) is not None:
                self._texts[text] = number
            elif tokens[-1] == STAR and (text := literal(tokens[:-1])) is not None:
                beginnings[len(text)][text] = number
            elif tokens[0] == STAR and (text := literal(tokens[1:])) is not None:
                endings[len(text)][text] = number
            else:
                wild[_letter(tokens[0]), _letter(tokens[-1])].append((number, tokens))
        self._endings, self._beginnings = list(endings.items()), list(beginnings.items())
        self._wild = {letters: in_blocks(several, Automaton) for letters, several in wild.items()}
        outlines: set[str] = set()
        for tokens in (tokens for several in wild.values() for _, tokens in several):
            outlines.add(_outline(tokens))
            if len(outlines) > _MOST_IN_EXPRESSION:
                break
        is_few = 0 < len(outlines) <= _MOST_IN_EXPRESSION
        self._may_be_wild = re.compile("|".join(sorted(outlines)), re.DOTALL).fullmatch if is_few else bool

    def last(self, name: str) -> int:
        """Return the highest number of a pattern that matches a name (not ""), -1 for none."""
        found = self._texts.get(name, -1)
        for length, endings in self._endings:
            number = endings.get(name[-length:], -1)
            if number > found:
                found = number
        for length, beginnings in self._beginnings:
            number = beginnings.get(name[:length], -1)
            if number > found:
                found = number
        if self._wild and self._may_be_wild(name):
            for letters in ((name[0], name[-1]), (name[0], ""), ("", name[-1]), ("", "")):
                for automaton in self._wild.get(letters, ()):
                    found = max(found, automaton.last(name))
        return found


class NameFilter:
    """Finds the few names that one of some patterns could match.

    Looks through the text of many names at once, several times as fast as asking each name, by regular expressions that
    are made of an outline of each pattern: at most one `*` with at most 8 tokens behind it, so that no name costs more
    than its length times that. An outline matches more than its pattern does; `names`, which hold the patterns, decide.
    """

    def __init__(self, patterns: Sequence[Segment], names: Names) -> None:
        texts = [(tokens, literal(tokens)) for tokens in patterns]
        self._texts = {text for _, text in texts if text is not None}
        ends: set[str] = set()
        outlines: set[str] = set()
        for tokens in {tokens for tokens, text in texts if text is None}:
            text = literal(tokens[1:]) if tokens[0] == STAR else None
            if text:
                ends.add(text[-_MOST_IN_CHUNK:])
            else:
                outlines.add(_outline(tokens))
            if len(ends) + len(outlines) > _MOST_IN_EXPRESSION:
                break
        self._names = names if len(ends) + len(outlines) > _MOST_IN_EXPRESSION else None
        if self._names is not None:
            ends, outlines = set(), set()
        self._ends = tuple(sorted(ends))
        self._has_end = re.compile(f"(?:{'|'.join(map(re.escape, self._ends))})/").search if ends else None
        self._outlines = re.compile(f"/({'|'.join(sorted(outlines))})(?=/)", re.DOTALL) if outlines else None

    def may_find(self, text: str) -> bool:
        """Whether a pattern may match any of the names, each with a "/" behind."""
        if self._names is not None:
            return any(self._names.last(name) >= 0 for name in set(text.split("/")) if name)
        if self._has_end is not None and self._has_end(text) is not None:
            return True
        if self._texts and not self._texts.isdisjoint(text.split("/")):
            return True
        return self._outlines is not None and self._outlines.search("/" + text) is not None

    def candidates(self, names: Sequence[str]) -> set[str]:
        """Return the names that a pattern may match."""
        if self._names is not None:
            return set(names)
        found = self._texts.intersection(names)
        if self._ends:
            found.update([name for name in names if name.endswith(self._ends)])
        if self._outlines is not None and names:
            found.update(self._outlines.findall("/" + "/".join(names) + "/"))
        return found


def regexes(tokens: Iterable[Token]) -> Iterator[str]:
    """Yield a regular expression for each token, read alike by Python, RE2 and Rust."""
    for token in tokens:
        if isinstance(token, Chars):
            ranges = (f"{re.escape(first)}-{re.escape(last)}" for first, last in token.ranges)
            yield f"[{'^' * token.negated}{''.join(ranges)}]"
        else:
            yield re.escape(token) if token != STAR else "[^/]*"


def _letter(token: Token) -> str:
    return "" if isinstance(token, Chars) else token


def _outline(tokens: Segment) -> str:
    """Return an expression for everything that a pattern matches, and more."""
    chunks: list[list[Token]] = [[]]
    for token in tokens:
        if token == STAR:
            chunks.append([])
        else:
            chunks[-1].append(token)
    most = _MOST_IN_CHUNK
    first: list[Token] = chunks[0][:most]
    rest: list[Token] = []
    if len(chunks) == 1:
        rest = [STAR] if len(chunks[0]) > most else []
    elif chunks[-1]:
        rest = [STAR, *chunks[-1][-most:]]
    else:
        rest = [STAR, *chunks[1][:most], STAR] if chunks[1] else [STAR]
    return "".join(regexes([*first, *rest]))
