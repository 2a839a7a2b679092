"""Queries from later commits: subjects, titles of pull requests, and whole messages of fixes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from lsp_codebase.parse import parse_file

from .candidate import Candidate
from .definitions import Answer, Code, enclosing, is_source, same_definitions
from .prose import clean_message, clean_subject, is_prose, says_nothing
from .repository import Commit, changed_lines, git, texts_of

MOST_FILES, MOST_SOURCES = 12, 3
_MERGED = re.compile(r"Merge pull request #\d+ from \S+|Merge #\d+|Merge branch '[^']+'( into \S+)?")
_SQUASHED = re.compile(r"(.+) \(#\d+\)")
_FIXES = re.compile(
    r"\b(fix(es|ed)?|bugs?|crash(es|ed)?|regressions?|wrong(ly)?|incorrect(ly)?|fail(s|ed|ure)?|broken|errors?|panics?"
    r"|leaks?|races?|deadlocks?|hangs?|unexpected(ly)?|exceptions?|no longer|should(n't| not)?)\b",
    re.IGNORECASE,
)


def title_of(message: str) -> str:
    """Return the title of the pull request that a commit closes, "" if it tells none.

    A merge says it below its subject; a squashed one is its subject, with the number.
    """
    subject, _, body = message.partition("\n")
    if _MERGED.fullmatch(subject):
        below = next((line.strip() for line in body.splitlines() if line.strip()), "")
        return re.sub(r"^\d+: | r=\S+.*$", "", below)
    squashed = _SQUASHED.fullmatch(subject.strip())
    return squashed[1] if squashed else ""


def is_report(message: str) -> bool:
    """Whether a cleaned message tells at length of a fault, in prose rather than as a list of squashed commits."""
    subject, _, body = message.partition("\n")
    listed = sum(line.startswith(("* ", "- ")) for line in body.splitlines())
    return (
        40 <= len(message.split()) <= 600 and bool(_FIXES.search(message)) and listed < 3 and not says_nothing(subject)
    )


def texts(commit: Commit) -> Iterator[tuple[str, str]]:
    """Yield the kinds of query that a commit makes, with their texts."""
    title = title_of(commit.message)
    subject = title or commit.message.partition("\n")[0]
    if says_nothing(subject):
        return
    short = clean_subject(subject)
    if is_prose(short, 4, 20) and (title or len(commit.parents) == 1):
        yield "title" if title else "subject", short
    whole = clean_message(commit.message)
    if len(commit.parents) == 1 and is_report(whole):
        yield "report", whole[:6000]


def sources(commit: Commit) -> list[str]:
    """Return the source files that a small commit changes; none if it makes or deletes one, or changes too many."""
    found = [(status, path) for status, path in commit.changes if is_source(path)]
    is_small = 1 <= len(found) <= MOST_SOURCES and len(commit.changes) <= MOST_FILES
    return [path for _, path in found] if is_small and all(status == "M" for status, _ in found) else []


def answers(clone: Path, commit: Commit, paths: list[str], code: Code) -> tuple[Answer, ...]:
    """Return the definitions of the snapshot that a commit changed; none if any file or all of them are gone."""
    if not all(path in code.symbols for path in paths):
        return ()
    parent = commit.parents[0]
    diff = git(clone, "-c", "core.quotePath=false", "diff", "--no-ext-diff", "-U0", parent, commit.sha, "--", *paths)
    lines = changed_lines(diff)
    found: list[Answer] = []
    for path, text in texts_of(clone, parent, paths).items():
        changed = enclosing(parse_file(path, text).symbols, lines.get(path, ()))
        found += same_definitions(path, changed, code.symbols) or [Answer(path)]
    return tuple(found) if any(answer.start for answer in found) else ()


def candidates(clone: Path, commits: list[Commit], code: Code, most: Callable[[str], int]) -> Iterator[Candidate]:
    """Yield up to `most` of each kind, in their stable order; git is asked about no more commits than that takes."""
    kinds: dict[str, list[tuple[Candidate, Commit, list[str]]]] = {}
    for commit in commits:
        if paths := sources(commit):
            for kind, text in texts(commit):
                kinds.setdefault(kind, []).append((Candidate(kind, text, (), commit.sha), commit, paths))
    for kind, found in kinds.items():
        made = 0
        for candidate, commit, paths in sorted(found, key=lambda one: one[0].order):
            if made == most(kind):
                break
            if places := answers(clone, commit, paths, code):
                made += 1
                yield Candidate(candidate.kind, candidate.query, places, candidate.source)
