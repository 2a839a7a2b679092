"""Earlier commits that added one more of a kind, as their subjects say: "Add the vtsls language server"."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from posixpath import dirname, split

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.indexes import History
from lsp_codebase.parse import stem

_SCOPES = r"(?:\[[^\]]*\] ?|[\w./@+*-]+(?:\([^)]*\))?!?: )*"  # `feat(lsp): `, `[core] `
_ADDING = (
    r"(?:add(?:ed|ing|s)?|create[ds]?|implement(?:ed|s)?|introduc(?:e[ds]?|ing)|new|register(?:ed|s)?|support(?:ed|s)?)"
)
_ADDED = re.compile(
    rf"{_SCOPES}{_ADDING}:? (?:(?:basic|initial) )?(?:support (?:for|of) )?(?P<added>.+)", re.IGNORECASE
)
_REST = re.compile(  # of a subject, behind the thing that it adds
    r" (?:and|as|at|by|for|from|if|in|into|of|on|so|that|to|via|when|which|with)\b| \(|[;,]|:\s|\.\s|\.?$",
    re.IGNORECASE,
)
_LITTLE = frozenset("a additional an another extra few missing more new some support the two".split())
_NAME = re.compile(r".*[\d_/.-].*|`.+|['\"].+|[A-Z].*|.+[a-z][A-Z].*")
_QUOTES = "`'\"(),:"
_MOST_COMMITS = 30  # the newest
_WIDEST = 30  # files of one: more are no sign of what belongs to it
_FEWEST = 3  # commits: two may have little in common
_SHARE = 0.34  # of the commits, at least, changed a file that belongs to it


@dataclass(frozen=True, slots=True)
class Addition:
    """One of the commits: its place in the history, and the names that its subject gives to the added thing."""

    row: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Additions:
    """The commits, newest first, and what they have in common.

    `changed` are the files that most changed, with the number of commits; `beside` the latest of the files that they
    added to one folder, or by one name to folders beside each other, with the number of commits that did.
    """

    commits: Sequence[Addition]
    changed: Sequence[tuple[str, int]]
    beside: Sequence[tuple[str, int]]


def additions_of(history: History, thing: Sequence[str]) -> Additions | None:
    """Return the earlier additions of a thing, by the words for one of it; None if there are too few."""
    wanted = [stem(word.lower()) for word in thing]
    commits = [*_commits(history, wanted)][:_MOST_COMMITS]
    if len(commits) < _FEWEST:
        return None
    fewest = max(2, math.ceil(_SHARE * len(commits)))
    files = {one.row: history.files_of(one.row).tolist() for one in commits}
    counts = Counter(place for places in files.values() for place in places)
    changed = [(history.paths[place], count) for place, count in counts.most_common() if count >= fewest]
    return Additions(commits, changed, _beside(history, files, fewest)) if counts else None


def _beside(history: History, files: Mapping[int, Sequence[int]], fewest: int) -> list[tuple[str, int]]:
    """Return the latest file of each place to which that many of some commits, newest first, added one."""
    first = _first_rows(history)
    added: dict[str, dict[int, int]] = defaultdict(dict)  # by place and commit
    for row, places in files.items():
        for place in places:
            if first[place] == row:
                for where in _places_of(history.paths[place]):
                    added[where].setdefault(row, place)
    latest = {
        next(iter(by_commit.values())): len(by_commit) for by_commit in added.values() if len(by_commit) >= fewest
    }
    return [(history.paths[place], count) for place, count in latest.items()]


def _places_of(path: str) -> Iterator[str]:
    """Yield the folder of a file, and the place of files of its name in the folders beside that one."""
    folder, name = split(path)
    yield folder
    if outer := dirname(folder):
        yield f"{outer}/*/{name}"


def _commits(history: History, wanted: Sequence[str]) -> Iterator[Addition]:
    holding = history.of_tokens[history.postings(wanted[-1])]
    for row in np.unique(holding).tolist():
        added = added_thing(history.messages[row].partition("\n")[0])
        if added and history.widths[row] <= _WIDEST:
            names = _names(added.split(), wanted)
            if names is not None:
                yield Addition(row, names)


def added_thing(subject: str) -> str:
    """Return the words for what a commit adds, as its subject says; "" if it says that it does something else."""
    added = _ADDED.match(" ".join(subject.split()))
    return thing_at_start(added["added"]) if added else ""


def thing_at_start(text: str) -> str:
    """Return the words for a thing that part of a subject begins with: not where, for what, or how."""
    return _REST.split(text, maxsplit=1)[0]


def _names(words: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...] | None:
    """Return how one more of the wanted things is called that some words name; None if they name something else."""
    said = [word for word in words if word.strip(_QUOTES) and word.lower() not in _LITTLE]
    stems = [stem(word.strip(_QUOTES).lower()) for word in said]
    count = len(wanted)
    if stems[-count:] == wanted and len(said) > count:
        names = [*filter(_NAME.fullmatch, said[:-count])] or said[:-count]
    elif stems[:count] == wanted and len(said) > count and _NAME.fullmatch(said[count]):
        names = said[count : count + 1]
    else:
        return None
    return tuple(name.strip(_QUOTES) for name in names)


def _first_rows(history: History) -> NDArray[np.int64]:
    """Return the oldest commit that touched each file."""
    first = np.zeros(len(history.paths), np.int64)
    np.maximum.at(first, history.files, np.repeat(np.arange(len(history)), history.widths))
    return first
