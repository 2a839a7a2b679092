"""Branches of the preprocessor that open a block and do not close it: with all of them the file is no code.

    #ifdef UNIX
        for (i = 0; i < n; i++) {
    #else
        while (next(&i)) {
    #endif
            work(i);
        }

Of such a condition the first branch is read, as if it stood there alone; but none that is never compiled: `#if 0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lsp_codebase.parse.blanks import blanked
from lsp_codebase.parse.damage import HAVE_MACROS

# What nothing closes is passed with the rest: else each of many would be read to the end.
_TOKEN = re.compile(
    rb'"(?:[^"\\\n]|\\.)*"?|\'(?:[^\'\\\n]|\\.){1,8}\'|//[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/)?'
    rb"|#[ \t]*(?P<directive>\w+)(?P<rest>(?:[^\n]*\\\r?\n)*[^\n]*)|(?P<opens>\{)|(?P<closes>\})"
)
_CONDITION = re.compile(rb"#[ \t]*(?:(?P<begins>if)|(?P<ends>endif)|el)")
_NO_BRACES = bytes(sorted(set(range(256)) - set(b"{}")))
_MOST_BRACES = 400  # that are looked at between two directives: they may lie in each other
_NEVER = re.compile(rb"\s*(?:0|false)\s*(?:/[/*].*)?", re.DOTALL)
_IFS = frozenset({b"if", b"ifdef", b"ifndef"})
_ELSES = frozenset({b"elif", b"elifdef", b"elifndef", b"else"})


@dataclass(slots=True)
class _Branch:
    """Code between two directives: where it stands, and the blocks that it opens and closes."""

    start: int
    end: int = 0
    depth: int = 0
    least: int = 0
    is_never_read: bool = False

    def takes(self, depth: int, least: int) -> None:
        """Add what follows in the branch."""
        self.least = min(self.least, self.depth + least)
        self.depth += depth

    @property
    def is_torn(self) -> bool:
        return self.depth != 0 or self.least < 0


@dataclass(slots=True)
class _Condition:
    directives: list[tuple[int, int]] = field(default_factory=list)
    branches: list[_Branch] = field(default_factory=list)

    def begin(self, directive: re.Match[bytes]) -> None:
        if self.branches:
            self.branches[-1].end = directive.start()
        self.directives.append(directive.span())
        is_never_read = directive["directive"] in (b"if", b"elif") and _NEVER.fullmatch(directive["rest"]) is not None
        self.branches.append(_Branch(directive.end(), is_never_read=is_never_read))

    @property
    def read(self) -> _Branch | None:
        """The branch that is read where not all can be."""
        return next((branch for branch in self.branches if not branch.is_never_read), None)


def without_torn_branches(grammar: str, source: bytes) -> bytes:
    """Return a source with blanks for the directives of such conditions, and for all branches but one."""
    if grammar not in HAVE_MACROS or not _may_be_torn(source):
        return source
    unread: list[tuple[int, int]] = []
    outside = _Branch(0)
    around: list[_Condition] = []
    for token in _TOKEN.finditer(source):
        current = around[-1].branches[-1] if around else outside
        word = token["directive"]
        if token["opens"]:
            current.takes(1, 0)
        elif token["closes"]:
            current.takes(-1, -1)
        elif word in _IFS:
            around.append(_Condition())
            around[-1].begin(token)
        elif word in _ELSES and around:
            around[-1].begin(token)
        elif word == b"endif" and around:
            condition = around.pop()
            current.end = token.start()
            condition.directives.append(token.span())
            if any(branch.is_torn for branch in condition.branches):
                read = condition.read
                unread += condition.directives
                unread += [(branch.start, branch.end) for branch in condition.branches if branch is not read]
                if read is not None:
                    (around[-1].branches[-1] if around else outside).takes(read.depth, read.least)
    return blanked(source, _outermost(unread)) if unread else source


def _may_be_torn(source: bytes) -> bool:
    """Whether braces between two directives do not match; a cheap first look, which takes those in comments, too."""
    depth, last = 0, 0
    for directive in _CONDITION.finditer(source):
        if depth > 0 and not _matches(source[last : directive.start()]):
            return True
        depth += 1 if directive["begins"] else -1 if directive["ends"] else 0
        last = directive.end()
    return False


def _matches(text: bytes) -> bool:
    braces = text.translate(None, _NO_BRACES)
    while 0 < len(braces) <= _MOST_BRACES and b"{}" in braces:
        braces = braces.replace(b"{}", b"")
    return not braces


def _outermost(ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the ranges that lie in no other: thousands may lie in each other."""
    behind = -1
    for start, end in sorted(ranges, key=lambda one: (one[0], -one[1])):
        if end > behind:
            yield start, end
            behind = end
