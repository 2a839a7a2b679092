"""The alternatives of a glob: `src/{a,b}.py` stands for `src/a.py` and `src/b.py`."""

from __future__ import annotations

from itertools import product

from lsp_codebase.globs.wildcard import behind_set

DEEPEST = 20
MOST = 1_000


class TooMany(ValueError):
    """A glob stands for more than `MOST` others."""


def nesting(glob: str) -> int:
    """Return the depth of a glob's nested braces."""
    if "{" not in glob:
        return 0
    deepest = depth = 0
    for char in glob:
        depth = max(depth + (char == "{") - (char == "}"), 0)
        deepest = max(deepest, depth)
    return deepest


def expand(glob: str) -> list[str]:
    """Return the globs that one stands for, in order. An escaped, enclosed (`[...]`) or unclosed brace is none.

    Raises:
        TooMany: if it stands for more than `MOST`.
    """
    if "{" not in glob:
        return [glob]
    return _Expansion(glob).between(0, len(glob))


class _Expansion:
    """The places where the groups of a glob begin, part and end."""

    def __init__(self, glob: str) -> None:
        self._glob = glob
        self._groups: dict[int, list[int]] = {}  # by the offset of the brace: those of its commas and its end
        opened: list[list[int]] = []
        at = 0
        while at < len(glob):
            char = glob[at]
            if char == "\\":
                at += 1
            elif char == "[":
                at = behind_set(glob, at + 1) - 1
            elif char == "{":
                opened.append([at])
            elif char == "," and opened:
                opened[-1].append(at)
            elif char == "}" and opened:
                start, *commas = opened.pop()
                self._groups[start] = [*commas, at]
            at += 1

    def between(self, at: int, end: int) -> list[str]:
        """Return the alternatives of the text between two offsets."""
        parts: list[list[str]] = []
        count, plain = 1, at
        while at < end:
            marks = self._groups.get(at)
            if marks is None:
                at += 1
                continue
            starts = [at, *marks[:-1]]
            inner = [one for start, mark in zip(starts, marks, strict=True) for one in self.between(start + 1, mark)]
            parts += [[self._glob[plain:at]], inner]
            at = plain = marks[-1] + 1
            count *= len(inner)
            if count > MOST:
                raise TooMany
        return ["".join(chosen) for chosen in product(*parts, [self._glob[plain:end]])]
