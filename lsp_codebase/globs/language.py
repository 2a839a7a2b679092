"""The language of every glob that a client sends or a setting holds: a `.gitignore` at the root, and `{a,b}`.

    *.py            that name, in any directory        src/*.py, /a      below the root, since it has a slash
    src/            a directory and all in it          src/**/x, **/x    `**` is any number of directories
    {a,b}.py        a.py and b.py                      [a-z] [!a] ? *    within a name
    !x              takes back what an earlier glob matched; the last one that matches decides
    größe           that name, with `ö` as one character or as two

A glob matches a path and all below it. `.gitignore` files themselves are read by `scan.ignore`, with the same `Rules`.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs.braces import DEEPEST, MOST, TooMany, expand, nesting
from lsp_codebase.globs.name_index import regexes
from lsp_codebase.globs.rule_file import Rules
from lsp_codebase.globs.wildcard import DEEP, Pattern, fold, parse

_WILD = re.compile(r"[*?\[]")
_SPECIAL = re.compile(r"[\\*?\[\]{} ]")
_LONGEST = 1_000
_MOST_PATTERNS = 20_000
_MOST_WILD_CHARS = 200_000  # names cost time for each: all of a large project some seconds
_LONGEST_EXPRESSION = 4_000  # RE2 takes a hundred times as long for ten times the size, or refuses it
_MOST_KEPT = 10_000  # directories


def spellings(path: str) -> tuple[str, ...]:
    """Return a path or glob as it is written, and with its accents as one character and as two: a disk may have either.

    Of a set in brackets the latter would be two letters, so a glob with one has no such form.
    """
    if path.isascii():
        return (path,)
    composed, parted = unicodedata.normalize("NFC", path), unicodedata.normalize("NFD", path)
    return tuple(dict.fromkeys([path, composed] if "[" in path else [path, composed, parted]))


def typed_glob(glob: str) -> str:
    """Return a glob as people and models type it: where "\\" parts folders, it makes no sign plain, as in ripgrep."""
    return glob.replace(os.sep, "/")


@lru_cache(maxsize=4096)
def problem(glob: str) -> str | None:
    """Return why a glob cannot be read, None if it can."""
    name = repr(glob[:40])
    if len(glob) > _LONGEST:
        return f"{name} is longer than {_LONGEST:,} characters"
    if nesting(glob) > DEEPEST:
        return f"{name} nests braces deeper than {DEEPEST}; give its alternatives as globs of their own"
    if "\0" in glob:
        return f"{name} is not a glob"
    try:
        hint = "; a [ needs its ], or a \\ before it" if "[" in glob else ""
        return None if all(_read(glob)) else f"{name} is not a glob{hint}"
    except TooMany:
        return f"{name} stands for more than {MOST:,} globs"


def check(field: str, globs: Sequence[str]) -> None:
    """Raise `InvalidQuery`, naming the field, with every glob that cannot be read."""
    reasons = [reason for glob in globs if (reason := problem(glob)) is not None]
    if reasons:
        raise InvalidQuery(field, reasons[0], *((field, reason) for reason in reasons[1:]))
    if sum(len(_read(glob)) for glob in globs) > _MOST_PATTERNS:
        raise InvalidQuery(field, f"stands for more than {_MOST_PATTERNS:,} globs")
    if sum(len(glob) for glob in globs if _WILD.search(glob)) > _MOST_WILD_CHARS:
        raise InvalidQuery(field, f"its globs with wildcards have more than {_MOST_WILD_CHARS:,} characters")


def check_some_match(field: str, globs: Sequence[str], *, instead: str) -> None:
    """Raise `InvalidQuery` for a first glob that takes back; `instead` is the field for its paths."""
    if globs and globs[0].startswith("!"):
        taken_back = globs[0][1:41]
        reason = f"'!{taken_back}' takes back what a glob before it matched, and there is none"
        raise InvalidQuery(field, f"{reason}; put '{taken_back}' in {instead}")


def path_glob(path: str) -> str:
    """Return the glob of one path, given relative to the root; with "/" behind it, of everything in that folder."""
    return "/" + _SPECIAL.sub(r"\\\g<0>", path)


def patterns(globs: Iterable[str]) -> Iterator[Pattern]:
    """Yield the patterns of globs, the weakest first; an unreadable glob has none."""
    for glob in globs:
        if problem(glob) is None:
            yield from filter(None, _read(glob))


class Globs:
    """Some globs, asked about paths relative to the root, with "/"."""

    def __init__(self, globs: Sequence[str], *, folds_case: bool = os.name == "nt") -> None:
        self._globs = tuple(globs)
        self._folds_case = folds_case
        self._rules = Rules(patterns(globs), folds_case=folds_case)
        self._covered: dict[str, bool] = {"": False}

    def __bool__(self) -> bool:
        return bool(self._globs)

    def has(self, path: str, *, is_directory: bool) -> bool:
        """Whether the globs match the path itself."""
        directory, slash, name = (fold(path) if self._folds_case else path).rpartition("/")
        return bool(name) and self._rules.verdict(directory + slash, name, is_directory) is True

    def covers(self, path: str) -> bool:
        """Whether the globs match a file or a directory above it."""
        return self._covers_directory(path.rpartition("/")[0]) or self.has(path, is_directory=False)

    def covered(self, directory: str, names: Sequence[str]) -> list[str]:
        """Return those of some names of files in a directory that are covered: only the likely ones are asked for."""
        if self._covers_directory(directory):
            return [*names]
        base = f"{directory}/" if directory else ""
        likely = names if self._folds_case else self._rules.candidates(base, names)
        return [name for name in names if name in likely and self.has(base + name, is_directory=False)]

    def _covers_directory(self, path: str) -> bool:
        known = self._covered.get(path)
        if known is None:
            ends = [at for at, char in enumerate(path) if char == "/"]
            known = any(self.has(path[:end], is_directory=True) for end in (*ends, len(path)))
            if len(self._covered) >= _MOST_KEPT:
                self._covered = {"": False}
            self._covered[path] = known
        return known

    @property
    def takes_back(self) -> bool:
        """Whether a glob begins with `!`: then `expressions` match more than the globs do."""
        return any(glob.startswith("!") for glob in self._globs)

    @cached_property
    def expressions(self) -> tuple[str, ...]:
        """Regular expressions in the syntax of RE2 and Rust, one of which matches each path of a file that is covered.

        Few, but none so large that it is slow. Not for Python, whose engine takes exponential time for some.
        """
        groups: list[str] = []
        for glob in self._globs:
            alternatives = [_pieces(pattern) for pattern in patterns([glob]) if not pattern.negated]
            if not alternatives:
                continue
            expression = _joined(alternatives)
            if groups and len(groups[-1]) + len(expression) < _LONGEST_EXPRESSION:
                groups[-1] += f"|{expression}"
            else:
                groups.append(expression)
        return tuple(f"{'(?si)' if self._folds_case else '(?s)'}^(?:{group})$" for group in groups)


@lru_cache(maxsize=256)  # an editor sends the same globs with every request
def compiled(globs: tuple[str, ...]) -> Globs:
    """Return `Globs`, the same ones for the same globs."""
    return Globs(globs)


@lru_cache(maxsize=4096)
def _read(glob: str) -> tuple[Pattern | None, ...]:
    mark = "!" if glob.startswith("!") else ""
    return tuple(
        parse(mark + one.removeprefix("./")) for given in expand(glob[len(mark) :]) for one in spellings(given)
    )


def _pieces(pattern: Pattern) -> list[str]:
    """Return the expression of a pattern and of all below its matches, piece by piece."""
    pieces: list[str] = []
    for segment in (DEEP,) if pattern.directory is None else pattern.directory:
        pieces += ["(?:.*/)?"] if segment == DEEP else [*regexes(segment), "/"]
    return [*pieces, *regexes(pattern.name), "/.*" if pattern.directory_only else "(?:/.*)?"]


def _joined(alternatives: list[list[str]]) -> str:
    """Return one expression for several, their common beginnings and ends written once."""
    if len(alternatives) == 1:
        return "".join(alternatives[0])
    shortest = min(map(len, alternatives))
    first = next((at for at in range(shortest) if len({pieces[at] for pieces in alternatives}) > 1), shortest)
    last = next(
        (at for at in range(shortest - first) if len({pieces[-1 - at] for pieces in alternatives}) > 1),
        shortest - first,
    )
    one = alternatives[0]
    middles = dict.fromkeys("".join(pieces[first : len(pieces) - last]) for pieces in alternatives)
    return "".join([*one[:first], f"(?:{'|'.join(middles)})", *one[len(one) - last :]])
