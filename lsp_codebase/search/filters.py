"""The filters of a query: checked before any work; `passing` then decides them for every channel at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

from lsp_codebase import globs
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs import Globs
from lsp_codebase.model import Mode, SearchQuery, SymbolKind, bounds
from lsp_codebase.nearest import did_you_mean
from lsp_codebase.parse import LANGUAGES, language_of_word
from lsp_codebase.scan import has_text_name
from lsp_codebase.store import quote

# Grammars that users think of as the same language; naming the first means the others too.
DIALECTS = {
    "javascript": {"jsx"},
    "typescript": {"tsx"},
    "json": {"jsonc"},
    "ocaml": {"ocaml_interface"},
    "fsharp": {"fsharp_signature"},
    "terraform": {"tfvars"},
}


@dataclass(frozen=True, slots=True)
class Filter:
    """What a hit must fulfil. Empty or None means no restriction.

    `where` is the same as SQL, for LanceDB; see `lets_more_pass`.
    """

    languages: frozenset[str] | None
    kinds: frozenset[SymbolKind]
    below: str  # the folder, with "/"
    include: Globs
    exclude: Globs
    where: str | None

    @property
    def lets_more_pass(self) -> bool:
        """Whether `where` is true of more than what passes."""
        return self.include.takes_back or self.exclude.takes_back

    def accepts_file(self, path: str, language: str) -> bool:
        """Whether a file passes, as far as kinds do not matter."""
        return (self.languages is None or language in self.languages) and self.accepts_path(path)

    def accepts_path(self, path: str) -> bool:
        """Whether a path relative to the root passes the globs and the folder."""
        if not path.startswith(self.below) or (self.include and not self.include.covers(path)):
            return False
        return not self.exclude.covers(path)


NO_FILTER = Filter(None, frozenset(), "", Globs(()), Globs(()), None)


def validate(query: SearchQuery) -> None:
    """Check ranges and names of a query.

    Raises:
        InvalidQuery: naming the wire field, the value and the fix.
    """
    if not query.text.strip():
        raise InvalidQuery("query", "must not be empty")
    if len(query.text) > bounds.QUERY_LENGTH.most:
        raise InvalidQuery(
            "query", f"must have at most {bounds.QUERY_LENGTH.most:,} characters, has {len(query.text):,}"
        )
    bounds.HITS.check("limit", query.limit)
    if query.max_chars is not None:
        bounds.HIT_CHARS.check("maxChars", query.max_chars)
    weights = query.weights
    if weights is not None and not (all(0 <= weight < inf for weight in weights) and any(weights)):
        raise InvalidQuery("weights", "lexical and vector must be finite, 0 or more, and not both 0")
    for field, is_set in (("caseSensitive", query.case_sensitive), ("wholeWord", query.whole_word)):
        mode = Mode.HYBRID if weights is not None and query.mode is Mode.AUTO else query.mode
        if is_set and mode not in (Mode.AUTO, Mode.EXACT, Mode.REGEX):
            raise InvalidQuery(field, f"{mode.value} finds other forms of a word, too; use mode exact or regex with it")
    check_languages(query.languages, "languages")
    check_languages(query.exclude_languages, "excludeLanguages")
    both = sorted(set(query.languages) & set(query.exclude_languages))
    if both:
        raise InvalidQuery("excludeLanguages", f"{', '.join(both)} is in languages too; name it in one of the two")
    kinds = {kind.name for kind in SymbolKind}
    for kind in query.kinds:
        if kind not in kinds:
            hint = did_you_mean(kind, kinds) or "; use LSP names such as Function, Class, Method"
            raise InvalidQuery("kinds", f"unknown kind {kind!r}{hint}")
    for field, written in (("include", query.include), ("exclude", query.exclude)):
        globs.check(field, written)


def check_languages(names: Sequence[str], field: str) -> None:
    """Raise `InvalidQuery` for the first name that is no language of the registry."""
    for name in names:
        if name not in LANGUAGES:
            known = language_of_word(name)  # who writes "js" means what is spelled otherwise
            hint = f"; did you mean {known}?" if known else did_you_mean(name, LANGUAGES)
            raise InvalidQuery(field, f"unknown language {name!r}{hint or '; use registry names such as python'}")


def compile_filter(query: SearchQuery, root: Path) -> Filter:
    """Turn the filters of a valid query into one predicate.

    The language set is (all, or the code languages with `source_code_only`), cut to `languages`, less
    `exclude_languages`: a positive list, so that every channel filters alike.

    Raises:
        InvalidQuery: for a folder that no index can name.
    """
    languages = _languages(query)
    kinds = frozenset(SymbolKind[name] for name in query.kinds)
    folder = "" if query.folder is None else query.folder.relative_to(root).as_posix().removeprefix(".")
    if not has_text_name(folder):
        raise InvalidQuery("folder", "its name is not UTF-8; the index has no file of such a folder")
    below = f"{folder}/" if folder else ""
    include, exclude = globs.compiled(query.include), globs.compiled(query.exclude)
    conditions = []
    if languages is not None:
        conditions.append(_one_of("language", languages))
    if below:
        conditions.append(f"starts_with(path, {quote(below)})")
    if include:
        conditions.append(f"({_like_any(include)})")
    if exclude:
        conditions.append("true" if exclude.takes_back else f"NOT ({_like_any(exclude)})")
    if kinds:
        conditions.append("(" + " OR ".join(f"array_has(kinds, {int(kind)})" for kind in sorted(kinds)) + ")")
    return Filter(
        languages=languages,
        kinds=kinds,
        below=below,
        include=include,
        exclude=exclude,
        where=" AND ".join(conditions) or None,
    )


def _languages(query: SearchQuery) -> frozenset[str] | None:
    if not (query.languages or query.exclude_languages or query.source_code_only):
        return None
    allowed = {name for name, language in LANGUAGES.items() if language.is_code or not query.source_code_only}
    if query.languages:
        allowed &= _with_dialects(query.languages)
    return frozenset(allowed - _with_dialects(query.exclude_languages).difference(query.languages))


def _with_dialects(names: Sequence[str]) -> set[str]:
    return set(names).union(*(DIALECTS.get(name, ()) for name in names))


def _one_of(column: str, values: Collection[str]) -> str:
    """W11: one value is an equality, several a list, none lets nothing pass."""
    literals = [quote(value) for value in sorted(values)]
    if not literals:
        return "false"
    return f"{column} = {literals[0]}" if len(literals) == 1 else f"{column} IN ({', '.join(literals)})"


def _like_any(globs: Globs) -> str:
    return " OR ".join([f"regexp_like(path, {quote(expression)})" for expression in globs.expressions]) or "false"
