"""The filters of a query: checked before any work; `filter_masks` then decides them for every channel at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from lsp_codebase import globs
from lsp_codebase.arrays import Bools, bools, pc
from lsp_codebase.errors import InvalidQuery, check_all
from lsp_codebase.globs import Globs
from lsp_codebase.model import Mode, SearchQuery, SymbolKind, bounds, kinds_named
from lsp_codebase.nearest import did_you_mean
from lsp_codebase.parse import LANGUAGE_WORDS, LANGUAGES, languages_named, other_names
from lsp_codebase.paths import relative_to
from lsp_codebase.scan import ROLES, has_text_name, path_roles
from lsp_codebase.search.filters.held_text import HeldText
from lsp_codebase.search.results.cursors import check_cursor
from lsp_codebase.symbols import SymbolContext

LANGUAGES_TAKEN = "names and file endings are taken, as in python and py"
KINDS_TAKEN = f"the kinds are {', '.join(SymbolKind.__members__)}"

# Grammars that users think of as the same language; naming the first means the others too.
DIALECTS = {
    "javascript": {"jsx"},
    "typescript": {"tsx"},
    "json": {"jsonc"},
    "ocaml": {"ocaml_interface"},
    "fsharp": {"fsharp_signature"},
    "terraform": {"tfvars"},
}

_LOGGED = "languages exclude_languages source_code_only exclude_roles include exclude kinds folder".split()


class AcceptedLanguage(NamedTuple):
    """A language that filters take: by its name, by other words and by the endings of its files, without the dot."""

    name: str
    aliases: tuple[str, ...]
    extensions: tuple[str, ...]
    file_names: tuple[str, ...]
    is_code: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions on a hit. Empty or None means no restriction.

    A path must match each of `include`.
    """

    languages: frozenset[str] | None
    kinds: frozenset[SymbolKind]
    below: str  # the folder, with "/"
    include: tuple[Globs, ...]
    exclude: Globs
    roles: frozenset[str]  # that no file may play
    text: HeldText

    @property
    def is_open(self) -> bool:
        """Whether everything passes."""
        return not (self.names_files or self.exclude or self.kinds or self.text)

    @property
    def names_files(self) -> bool:
        """Whether it says anything of files."""
        paths = bool(self.below or self.include or self.exclude.expressions or self.roles)
        return paths or self.languages is not None

    @property
    def for_lines(self) -> Filter:
        """The same without the texts of hits: where a hit is a line, the chunk around it may hold anything."""
        return replace(self, text=HeldText())

    def accepts_file(self, path: str, language: str) -> bool:
        """Whether a file passes, as far as kinds do not matter."""
        return (self.languages is None or language in self.languages) and self.accepts_path(path)

    def accepts_path(self, path: str) -> bool:
        """Whether a path relative to the root passes the globs and the folder."""
        if not path.startswith(self.below) or not all(globs.covers(path) for globs in self.include):
            return False
        return not self.exclude.covers(path) and (not self.roles or self.roles.isdisjoint(path_roles(path)))

    def accepted_paths(self, paths: pa.Array) -> Bools:
        """Tell the same of many paths: whole-array steps, where one after another takes microseconds each."""
        passing = bools(pc.starts_with(paths, self.below))
        for included in self.include:
            passing &= _covered(paths, included)
        passing &= ~_covered(paths, self.exclude)
        if self.roles:
            left = paths.filter(pa.array(passing)).to_pylist()
            passing[passing] = [self.roles.isdisjoint(path_roles(path)) for path in left]
        return passing

    def narrowed(self, context: SymbolContext) -> SymbolContext:
        """Return the context of a search of names, narrowed to symbols that pass."""
        return replace(
            context,
            languages=self.languages,
            kinds=self.kinds or None,
            accepts=self.accepts_path,
            accepted_paths=self.accepted_paths,
        )


def _covered(paths: pa.Array, by: Globs) -> Bools:
    covered = np.zeros(len(paths), np.bool_)
    for expression in by.expressions:
        covered |= bools(pc.match_substring_regex(paths, expression))
    if by.takes_back:
        covered[covered] = [*map(by.covers, paths.filter(pa.array(covered)).to_pylist())]
    return covered


NO_FILTER = Filter(None, frozenset(), "", (), Globs(()), frozenset(), HeldText())


def validate(query: SearchQuery) -> None:
    """Check ranges and names of a query.

    Raises:
        InvalidQuery: naming for each wrong value the wire field, the value and the fix.
    """
    optional = () if query.max_chars is None else (partial(bounds.HIT_CHARS.check, "maxChars", query.max_chars),)
    check_all(
        partial(_check_text, query.text),
        partial(bounds.HITS.check, "limit", query.limit),
        partial(check_cursor, query.cursor),
        partial(_check_weights, query.weights),
        partial(_check_written, query),
        partial(check_languages, query.languages, "languages"),
        partial(check_languages, query.exclude_languages, "excludeLanguages"),
        partial(_check_not_in_both, query.languages, query.exclude_languages),
        *(partial(_check_role, role) for role in query.exclude_roles),
        partial(globs.check, "include", query.include),
        partial(globs.check, "exclude", query.exclude),
        partial(globs.check_some_match, "include", query.include, instead="exclude"),
        partial(globs.check_some_match, "exclude", query.exclude, instead="include"),
        *(partial(_check_kind, kind) for kind in query.kinds),
        *optional,
    )


def check_languages(words: Sequence[str], field: str) -> None:
    """Raise `InvalidQuery` with every word that names no language."""
    check_all(*(partial(_check_language, word, field) for word in words))


def unknown_language(word: str) -> str:
    """Return the error of a word that names no language."""
    return f"unknown language {word[:40]!r}{did_you_mean(word[:40], LANGUAGE_WORDS) or f'; {LANGUAGES_TAKEN}'}"


def unknown_kind(word: str) -> str:
    """Return the error of a word that names no kind of symbol."""
    return f"unknown kind {word[:40]!r}{did_you_mean(word[:40], SymbolKind.__members__) or f'; {KINDS_TAKEN}'}"


def _check_text(text: str) -> None:
    if not text.strip():
        raise InvalidQuery("query", "must not be empty")
    check_length(text)


def check_length(text: str) -> None:
    """Raise `InvalidQuery` for a text that is too long to be asked."""
    if len(text) > bounds.QUERY_LENGTH.most:
        raise InvalidQuery("query", f"must have at most {bounds.QUERY_LENGTH.most:,} characters, has {len(text):,}")


def _check_weights(weights: tuple[float, float] | None) -> None:
    if weights is not None and not (all(0 <= weight < inf for weight in weights) and any(weights)):
        raise InvalidQuery("weights", "lexical and vector must be finite, 0 or more, and not both 0")


def _check_written(query: SearchQuery) -> None:
    mode = Mode.HYBRID if query.weights is not None and query.mode is Mode.AUTO else query.mode
    if mode in (Mode.AUTO, Mode.EXACT, Mode.REGEX):
        return
    reason = f"{mode.value} finds other forms of a word, too; use mode exact or regex with it"
    given = (("caseSensitive", query.case_sensitive), ("wholeWord", query.whole_word))
    problems = [(field, reason) for field, is_set in given if is_set]
    if problems:
        raise InvalidQuery(*problems[0], *problems[1:])


def _check_language(word: str, field: str) -> None:
    if not languages_named(word):
        raise InvalidQuery(field, unknown_language(word))


def _check_not_in_both(languages: Sequence[str], excluded: Sequence[str]) -> None:
    both = sorted(_all_named(languages) & _all_named(excluded))
    if both:
        raise InvalidQuery("excludeLanguages", f"{', '.join(both)} is in languages too; name it in one of the two")


def _check_role(word: str) -> None:
    if word not in ROLES:
        raise InvalidQuery("excludeRoles", f"unknown role {word[:40]!r}; the roles are {', '.join(ROLES)}")


def _check_kind(word: str) -> None:
    if not kinds_named(word):
        raise InvalidQuery("kinds", unknown_kind(word))


def accepted_languages() -> Iterator[AcceptedLanguage]:
    """Yield every language, by name, with all words that mean it."""
    for name in sorted(LANGUAGES):
        row = LANGUAGES[name]
        yield AcceptedLanguage(name, other_names(name), row.extensions, row.file_names, row.is_code)


def languages_meant(words: Iterable[str]) -> set[str]:
    """Return the languages that some words mean, each with its dialects."""
    return _with_dialects(_all_named(words))


def _all_named(words: Iterable[str]) -> set[str]:
    return {name for word in words for name in languages_named(word)}


def compile_filter(query: SearchQuery, root: Path) -> Filter:
    """Turn the filters of a valid query into one predicate.

    The language set is (all, or the code languages with `source_code_only`), cut to `languages`, less
    `exclude_languages`: a positive list, so that every channel filters alike.

    Raises:
        InvalidQuery: for a folder that no index can name.
    """
    narrowing = query.narrowing
    kinds = _kinds(query)
    languages = _languages(query) if kinds is not None else frozenset[str]()
    folder = "." if query.folder is None else relative_to(query.folder, root)
    if not has_text_name(folder):
        raise InvalidQuery("folder", "its name is not UTF-8; the index has no file of such a folder")
    below = "" if folder == "." else f"{folder}/"
    include = tuple(map(globs.compiled, filter(None, (query.include, *narrowing.paths))))
    exclude = globs.compiled((*query.exclude, *narrowing.exclude))
    text = HeldText(narrowing.held, narrowing.absent)
    return Filter(
        languages=languages,
        kinds=kinds or frozenset(),
        below=below,
        include=include,
        exclude=exclude,
        roles=frozenset(query.exclude_roles),
        text=text,
    )


def conditions(query: SearchQuery) -> str:
    """Return the filters that a query sets, as its log line tells them; "all" where it sets none."""
    fields = {name: getattr(query, name) for name in _LOGGED} | {"operators": query.narrowing.written}
    return ", ".join(f"{name} {value}" for name, value in fields.items() if value) or "all"


def contradiction(query: SearchQuery) -> str | None:
    """Return the filters of a query that leave nothing of any files, None if something may be left."""
    if _kinds(query) is None:
        return "the kinds of the query and the field kinds exclude each other"
    if _languages(query) != frozenset():
        return None
    if query.source_code_only and _languages(replace(query, source_code_only=False)):
        return "sourceCodeOnly leaves out every language that is asked for: none of them is code"
    return "the languages asked for exclude each other"


def _kinds(query: SearchQuery) -> frozenset[SymbolKind] | None:
    """Return the kinds wanted, all if there are none, None if no kind is in both the query and its text."""
    groups = [
        frozenset(kind for word in words for kind in kinds_named(word))
        for words in (query.kinds, query.narrowing.kinds)
        if words
    ]
    wanted = frozenset.intersection(*groups) if groups else frozenset[SymbolKind]()
    return wanted if wanted or not groups else None


def _languages(query: SearchQuery) -> frozenset[str] | None:
    fields = (query.languages, query.exclude_languages)
    typed = (query.narrowing.languages, query.narrowing.exclude_languages)
    if not (any(fields) or any(typed) or query.source_code_only):
        return None
    allowed = {name for name, language in LANGUAGES.items() if language.is_code or not query.source_code_only}
    for wanted, unwanted in (fields, typed):
        if wanted:
            allowed &= languages_meant(wanted)
        allowed -= languages_meant(unwanted) - _all_named(wanted)
    return frozenset(allowed)


def _with_dialects(names: Collection[str]) -> set[str]:
    return set(names).union(*(DIALECTS.get(name, ()) for name in names))
