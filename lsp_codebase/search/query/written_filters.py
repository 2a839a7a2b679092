"""Filters as they are written in a query text: `lang:python`, `-path:tests`, `kind:class`.

Many words look like one: URLs, code, `key:value`. So a filter is read only if its value makes sense. A text like
one that is not read is a word, and a note says why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from lsp_codebase import globs
from lsp_codebase.model import kinds_named
from lsp_codebase.parse import languages_named
from lsp_codebase.search.filters.filters import KINDS_TAKEN, LANGUAGES_TAKEN, unknown_kind, unknown_language
from lsp_codebase.search.query.query_words import is_sentence

JOINTS = frozenset({"OR", "AND", "NOT"})
"""Words that join or negate filters and words."""
PHRASE = re.compile(r"\"(?=\s*[^\s\"])([^\"]+)\"")

_FILTER = re.compile(r"(-?)(lang|language|path|file|kind):(?!//|:)(.+)")
_WITHOUT_VALUE = re.compile(r"-?(lang|language|kind):")
_FOREIGN = re.compile(r"-?(repo|rev|case|sym|symbol|content|select|count|patterntype|archived|fork|org):\S")
_UNKNOWN_CHANGE = re.compile(r"(?!changed:(?:uncommitted|branch)$)-?changed:\w+")
_REGEX = re.compile(r"^\^|\$$|\\[.\-_/]")
_NO_PATH = re.compile(r"[:<>|;=\"'()+^$\\]|\.\*")
_IS_WILD = re.compile(r"[*?\[{]")


@dataclass
class WrittenFilters:
    """The filters of a text, and the tokens `left`, which are none. `written` holds the filters with their NOT."""

    left: list[str] = field(default_factory=list)
    languages: list[str] = field(default_factory=list)
    exclude_languages: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    paths: list[tuple[str, ...]] = field(default_factory=list)
    exclude: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_filters(tokens: Sequence[str]) -> WrittenFilters:
    """Read the filters among the tokens of a text, and the words that join or negate them."""
    reading = WrittenFilters()
    tokens, left = _with_values(tokens, reading.notes), reading.left
    plain = [at for at, token in enumerate(tokens) if not _FILTER.fullmatch(token) and token not in JOINTS]
    amid = range(plain[0], plain[-1]) if plain and is_sentence([tokens[at] for at in plain]) else range(0)
    follows_filter = False  # with at most a joint between
    for at, token in enumerate(tokens):
        joint = left[-1] if left and left[-1] in JOINTS else ""
        is_joined = follows_filter and joint in ("OR", "AND")
        problem: str | None = "it stands amid a sentence"
        if at not in amid or not _FILTER.fullmatch(token):
            problem = _read_filter(token, reading, negate=joint == "NOT", widen=is_joined and joint == "OR")
        if problem is None:
            if is_joined or joint == "NOT":
                left.pop()
            reading.written.append(f"NOT {token}" if joint == "NOT" else token)
        else:
            if problem:
                reading.notes.append(f"{token[:60]} is taken as words: {problem}")
            left.append(token)
        follows_filter = problem is None or (follows_filter and token in JOINTS)
    return reading


def _with_values(tokens: Sequence[str], notes: list[str]) -> list[str]:
    """Join `kind:` and `lang:` with the token behind a blank that is a value of theirs: `kind: class cart`.

    Two tokens alone are a line of YAML: `language: python`.
    """
    joined: list[str] = []
    for token in tokens:
        lacking = _WITHOUT_VALUE.fullmatch(joined[-1]) if joined and len(tokens) > 2 else None
        if lacking and (kinds_named if lacking[1] == "kind" else languages_named)(token):
            notes.append(f"{joined[-1]} {token} is read as {joined[-1]}{token}")
            joined[-1] += token
        else:
            joined.append(token)
    if lacking := _WITHOUT_VALUE.fullmatch(joined[-1] if joined else ""):
        taken = KINDS_TAKEN if lacking[1] == "kind" else LANGUAGES_TAKEN
        notes.append(f"{lacking[0]} is taken as words: it has no value; {taken}")
    return joined


def _read_filter(token: str, reading: WrittenFilters, *, negate: bool, widen: bool) -> str | None:
    """Read a token that is a filter; return None if it is, else why it is none, "" if it does not look like one.

    `negate` is for a NOT in front of it; `widen` for an OR between it and another filter.
    """
    match = _FILTER.fullmatch(token)
    if match is None:
        if _UNKNOWN_CHANGE.fullmatch(token):
            return "changed:uncommitted and changed:branch are read"
        foreign = _FOREIGN.match(token)
        return f"{foreign[1]}: is no operator here; lang:, path:, file:, kind: and changed: are" if foreign else ""
    minus, name, value = match.groups()
    value = phrase[1] if (phrase := PHRASE.fullmatch(value)) else value
    if '"' in value:
        return ""
    leaves_out = (minus == "-") != negate
    if name in ("path", "file"):
        return _read_path(value, reading, leaves_out=leaves_out, widen=widen)
    values = value.split(",")
    if name == "kind":
        if leaves_out:
            return "kinds cannot be left out; name those that are wanted"
        return _take(values, kinds_named, unknown_kind, reading.kinds)
    into = reading.exclude_languages if leaves_out else reading.languages
    return _take(values, languages_named, unknown_language, into)


def _take(
    values: Sequence[str], named: Callable[[str], object], unknown: Callable[[str], str], into: list[str]
) -> str | None:
    wrong = next((value for value in values if not named(value)), None)
    if wrong is not None:
        return unknown(wrong)
    into += values
    return None


def _read_path(value: str, reading: WrittenFilters, *, leaves_out: bool, widen: bool) -> str | None:
    glob = glob_meant(value)
    if glob is None:
        return "its value is neither a part of a path nor a glob"
    if leaves_out:
        reading.exclude.append(glob)
    elif widen and reading.paths:
        reading.paths[-1] += (glob,)
    else:
        reading.paths.append((glob,))
    return None


def glob_meant(value: str) -> str | None:
    r"""Return the glob of the paths that a value means, None if it means none.

    A plain text may stand anywhere in the path; a "/" in front ties it to the root. A glob may begin in any
    directory. Of regular expressions `^src/`, `\.go$` and the like are understood.
    """
    ends = is_rooted = False
    if _REGEX.search(value):
        ends, is_rooted = value.endswith("$"), value.startswith("^")
        value = re.sub(r"\\([.\-_/])", r"\1", value.removeprefix("^").removesuffix("$"))
        if _NO_PATH.search(value) or _IS_WILD.search(value):
            return None
    value = value.replace("\\", "/")
    value = value[1:] if value.startswith("./") else value
    if _NO_PATH.search(value):
        return None
    is_rooted |= value.startswith("/")
    body = value.lstrip("/")
    if not body.strip("/ "):
        return None
    if not _IS_WILD.search(body):
        begin, end = "" if is_rooted else "*", "" if ends or body.endswith("/") else "*"
        body = begin + (body.removesuffix("/") + end if end else body)
    lead = "/" if is_rooted else "**/" if "/" in body.rstrip("/") and not body.startswith("**/") else ""
    glob = lead + body
    return None if glob.startswith(("!", "#")) or globs.problem(glob) else glob
