"""The way from options, which may be of any shape, to settings.

Words: *options* are received; *settings* are resolved, complete and frozen. A *source* is a place that options
come from. A fault in one is told in the same words for any source, and stops nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lsp_codebase import globs
from lsp_codebase.config.table import OPTIONS, SECTION, Option, Settings, TextKind
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.nearest import did_you_mean

_DEEPEST = 4  # no key has more parts, the section included
_LONGEST_KEY = 60
_MOST_TOLD = 5  # of one kind: a file may hold thousands
_KEYS = {option.key: option for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Source:
    """Options, and their place.

    `name` begins the sentences about them, "" for the editor's; `origin` is the name of the place in `lsp-codebase
    config`, by default the name. `problems` are those of reading it.
    """

    name: str
    options: object = None
    origin: str = ""
    problems: tuple[str, ...] = ()
    is_root: bool = False

    @property
    def place(self) -> str:
        """The name of the place where settings are listed."""
        return self.origin or self.name


@dataclass(frozen=True, slots=True)
class Resolved:
    """Settings, the place of each one that is set (by key), and a sentence for each fault."""

    settings: Settings
    origins: Mapping[str, str]
    problems: tuple[str, ...]


class ProblemNotices:
    """Tells the user of faults, each once."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._told: set[str] = set()

    def once(self, sentence: str) -> None:
        """Tell it, unless it was told before."""
        if sentence not in self._told:
            self._told.add(sentence)
            self._tell(sentence)

    def settings(self, resolved: Resolved) -> Settings:
        """Return the resolved settings, after telling of their faults."""
        for problem in resolved.problems:
            self.once(problem)
        return resolved.settings


def resolve_all(sources: Sequence[Source]) -> Resolved:
    """Overlay the options of all sources, the weakest first, on the defaults; word what is not understood.

    Nested and dotted keys are equal, with or without the section name. `None` (an absent value, in LSP) keeps the
    weaker value. A bad value keeps it too: a typo in an editor's configuration stops nothing.
    """
    settings, origins, problems = Settings(), {}, []
    for source in sources:
        told = [*source.problems]
        if source.options is not None:
            settings, keys, wrong = _overlay(source, settings)
            origins.update(dict.fromkeys(keys, source.place))
            told += wrong
        problems += [f"{source.name}: {problem}" if source.name else problem for problem in told]
    return Resolved(settings, origins, tuple(problems))


def _overlay(source: Source, settings: Settings) -> tuple[Settings, list[str], list[str]]:
    """Return the settings with a source's values, the keys of these, and the faults."""
    if not isinstance(source.options, Mapping):
        return settings, [], [f"settings: expected an object, got {type(source.options).__name__}"]
    keys: list[str] = []
    problems: list[str] = []
    unknown: list[str] = []
    for dotted, value in _flatten(source.options):
        key = dotted.removeprefix(SECTION + ".")
        option = _KEYS.get(key)
        if option is None:
            unknown.append(key)
        elif source.is_root and not option.may_root:
            problems.append(f"{key}: {_not_for_a_root(option)}")
        elif value is not None:
            try:
                read, left_out = _read(option, value, of_root=source.is_root)
            except ValueError as error:
                problems.append(f"{key}: {error}; keeping {json.dumps(getattr(settings, option.field))}")
            else:
                settings = replace(settings, **{option.field: read})
                keys.append(key)
                problems += [f"{key}: {reason}; the others hold" for reason in left_out]
    problems += [f"{_shown(key)}: unknown setting{_hint(key)}" for key in unknown[:_MOST_TOLD]]
    return settings, keys, problems + _more(unknown, "unknown settings")


def _read(option: Option, value: object, *, of_root: bool) -> tuple[Any, list[str]]:
    """Return the value of an option without the words in it that cannot be read, and the reasons.

    Raises:
        ValueError: with the reason, if nothing of it holds.
    """
    read = option.read(value, of_root=of_root)
    if option.holds not in (TextKind.GLOBS, TextKind.LANGUAGES):
        return read, []
    problem = globs.problem if option.holds is TextKind.GLOBS else _language_problem
    bad = {word: reason for word in dict.fromkeys(read) if (reason := problem(word)) is not None}
    kept = tuple(word for word in read if word not in bad)
    if option.holds is TextKind.GLOBS:
        try:
            globs.check(option.key, kept)
        except InvalidQuery as error:
            raise ValueError(error.reason) from error
    return kept, [*bad.values()][:_MOST_TOLD] + _more([*bad], "that cannot be read")


def _language_problem(word: str) -> str | None:
    """Return why a word names no language, None if it does."""
    from lsp_codebase.parse import LANGUAGE_WORDS, languages_named

    if languages_named(word):
        return None
    return f"unknown language {word[:40]!r}{did_you_mean(word[:40], LANGUAGE_WORDS)}"


def _flatten(options: Mapping[str, Any], prefix: str = "", depth: int = 1) -> Iterator[tuple[str, Any]]:
    for key, value in options.items():
        if isinstance(value, Mapping) and depth < _DEEPEST:
            yield from _flatten(value, f"{prefix}{key}.", depth + 1)
        else:
            yield f"{prefix}{key}", value


def _hint(key: str) -> str:
    return did_you_mean(key[:_LONGEST_KEY], _KEYS) or "; `lsp-codebase config` lists all settings"


def _more(found: Sequence[str], kind: str) -> list[str]:
    rest = len(found) - _MOST_TOLD
    return [f"and {rest:,} more {kind}"] if rest > 0 else []


def _shown(key: str) -> str:
    """Return a key of a stranger in printable form: on one line, without signs that move a terminal."""
    cut = key if len(key) <= _LONGEST_KEY else key[:_LONGEST_KEY] + "…"
    return "".join(char if char.isprintable() else "�" for char in cut)


def _not_for_a_root(option: Option) -> str:
    from lsp_codebase.config.places import abbreviated, user_file

    where = f"{abbreviated(user_file())}, {option.variable}, the editor or --set"
    return f"the file of a folder may not set it; set it in {where}"
