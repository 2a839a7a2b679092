"""How similar names are folded into globs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from lsp_codebase.tree.quoting import shown_strictly

_HEAD = re.compile(r"(?=[0-9])|[^\W_]+[_\-.]|[A-Z]?[a-z]+(?=[A-Z0-9])")
# fewer similar names are listed one by one: a folded line hides more than it saves
_LEAST_FOLDED = 5

Groups = dict[str, list[str]]
# with the names that it stands for
Glob = tuple[str, list[str]]
# names to show one by one, and globs for the others
Folded = tuple[list[str], list[Glob]]


def by_extension(names: Iterable[str]) -> Groups:
    """Return the names in groups of one extension, in which `fold` and `fold_by_extension` look for similar ones."""
    groups: Groups = defaultdict(list)
    for name in names:
        dot = name.rfind(".")
        groups[name[dot:] if dot > 0 else ""].append(name)
    return groups


def may_fold(groups: Groups) -> bool:
    """Whether any group is large enough for a glob."""
    return any(len(members) >= _LEAST_FOLDED for members in groups.values())


def fold(groups: Groups) -> Folded:
    """Return, unsorted, names one by one, and five or more similar ones as one glob with all its names.

    Similar: the same first word and the same extension (`test_*.py`), or a number first (`[0-9]*.py`).
    """
    single: list[str] = []
    globs: list[Glob] = []
    for tail, members in groups.items():
        if len(members) < _LEAST_FOLDED:
            single += members
            continue
        heads: Groups = defaultdict(list)
        for name in members:
            heads[_head(name[: len(name) - len(tail)])].append(name)
        for head, similar in heads.items():
            _add_group(head, tail, similar, single, globs)
    return single, globs


def fold_by_extension(groups: Groups) -> Folded:
    """Fold as `fold` does, with five or more of one extension as one glob (`*.py`)."""
    single: list[str] = []
    globs: list[Glob] = []
    for tail, members in groups.items():
        _add_group("", tail, members, single, globs)
    return single, globs


def _add_group(head: str, tail: str, names: list[str], single: list[str], globs: list[Glob]) -> None:
    fixed = head.removeprefix("[0-9]") + tail
    if len(names) >= _LEAST_FOLDED and (head or tail) and _is_foldable(fixed):
        globs.append((f"{head}*{tail}", names))
    else:
        single += names


def _is_foldable(fixed: str) -> bool:
    """Whether the fixed part of a glob can be shown without quotes."""
    inside = f"x{fixed}x"
    return shown_strictly(inside) == inside and not set("[?") & set(fixed)


def _head(stem: str) -> str:
    head = _HEAD.match(stem)
    return (head.group() or "[0-9]") if head else stem
