"""Names of the project and of its language in a question: they hold for all files, so they tell none from another.

"sidekiq retry of failed jobs", "in mitmproxy, how are flows saved?", "python read a file in chunks". Such a word still
meets code by chance, most of all names of files and definitions that repeat it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lsp_codebase.parse import languages_named, other_names, stem, words
from lsp_codebase.search.query.query_words import without_stop_words
from lsp_codebase.search.query.related_words import related_stems

_NAME_LINE = re.compile(r"\s*\"?name\"?\s*[:=]\s*[\"'](?:@[\w.-]+/)?(?P<name>[\w.-]+)[\"']")
MANIFESTS: Mapping[str, re.Pattern[str]] = {
    "Cargo.toml": _NAME_LINE,
    "composer.json": re.compile(r"\s*\"name\"\s*:\s*\"(?:[\w.-]+/)?(?P<name>[\w.-]+)\""),
    "go.mod": re.compile(r"module\s+(?:\S+/)?(?P<name>(?!v\d+\s*$)[\w.-]+)(?:/v\d+)?\s*$"),
    "mix.exs": re.compile(r"\s*app:\s*:(?P<name>\w+)"),
    "package.json": _NAME_LINE,
    "pyproject.toml": _NAME_LINE,
}
"""The files at the root that name the project, and the line that does so."""

_MOST_LINES = 60  # of a manifest, among which its name stands
_SHORTEST = 3  # characters of a name that is no chance
_AROUND = " \t\n,:;-"
_FEWEST_LEFT = 2  # words that say something
_LONGEST = 300  # characters of a question whose edges are read
# Words that name a language and mean something else as often: only "in go" is the language.
_AMBIGUOUS = frozenset({"c", "d", "go", "h", "node", "r", "v"})
_OPENING = re.compile(r"(?P<told>in\s+)?(?P<word>[\w+#]+)[\s,:]+", re.IGNORECASE)
_ENDING = re.compile(r"\s(?P<told>(?:in|using|with)\s+)?(?P<word>[\w+#]+)(?=[?.!]*\Z)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Own:
    """The names of a code base, as `project_names` gives them, and whether most of its code is in a language."""

    names: frozenset[str] = frozenset()
    is_mostly: Callable[[str], bool] = lambda _: False


NO_NAMES = Own()


class KeptNames:
    """The names of a project as its latest contents tell them. Any thread may ask: they are told by one assignment."""

    def __init__(self) -> None:
        self._known: tuple[Hashable, frozenset[str]] | None = None

    def of(self, contents: Hashable, read: Callable[[], frozenset[str]]) -> frozenset[str]:
        """Return the names of some contents: read anew only if others were asked for before."""
        known = self._known
        if known is None or known[0] != contents:
            known = self._known = contents, read()
        return known[1]


def project_names(folder: str, manifests: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Return the names of a project: of its folder, and those that the lines of its `manifests` give it.

    A word of programming, as of a folder `server`, is no name: a question that says it means something by it.
    """
    found = {folder}
    for path, lines in manifests.items():
        named = next(filter(None, map(MANIFESTS[path].match, lines[:_MOST_LINES])), None)
        found |= {named["name"]} if named else set()
    names = (name.lower() for name in found if len(re.sub(r"[\W_]", "", name)) >= _SHORTEST)
    return frozenset(name for name in names if not related_stems(stem(name)))


def without_own(text: str, own: Own) -> str:
    """Return a question without the names of the project and its language, if it says enough without them."""
    left = _names(own.names).sub(" ", text) if own.names else text
    left = _without_language(left.strip(_AROUND), own.is_mostly) if len(text) <= _LONGEST else left
    left = left.strip(_AROUND)
    is_shorter = len(left) < len(text.strip(_AROUND))
    return left if is_shorter and len(without_stop_words(words(left))) >= _FEWEST_LEFT else text


@lru_cache(maxsize=64)
def _names(names: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of the names where they are no parts of a path, of an address or of a longer name."""
    parts = (r"[\s_.-]?".join(map(re.escape, filter(None, re.split(r"[\W_]+", name)))) for name in sorted(names))
    return re.compile(
        rf"(?<![\w./:@#$`\"'\\-])(?:(?:for|in|inside|of|with|within)\s+)?(?:the\s+)?(?:{'|'.join(parts)})(?:'s)?"
        r"(?![\w/@#$`\"'\\(-]|[.:][\w:])",
        re.IGNORECASE,
    )


def _without_language(text: str, is_mostly: Callable[[str], bool]) -> str:
    """Return a question without the language at its beginning and end: "python hash a file", "hash a file in Go"."""
    opening = _OPENING.match(text)
    if opening and _says_language(opening, is_mostly):
        text = text[opening.end() :]
    ending = _ENDING.search(text)
    if ending and _says_language(ending, is_mostly):
        text = text[: ending.start()] + text[ending.end() :]
    return text


def _says_language(said: re.Match[str], is_mostly: Callable[[str], bool]) -> bool:
    word = said["word"].lower()
    if word in _AMBIGUOUS and not said["told"]:
        return False
    return any(word in (name, *other_names(name)) and is_mostly(name) for name in languages_named(word))
