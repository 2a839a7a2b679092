"""The filters of a query: checked before any work; `passing` then decides them for every channel at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import inf
from pathlib import Path

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import SearchQuery, SymbolKind
from lsp_codebase.nearest import did_you_mean
from lsp_codebase.parse import LANGUAGES
from lsp_codebase.parse.languages import language_of_word
from lsp_codebase.scan import has_text_name
from lsp_codebase.store import quote

MOST_HITS = 100  # in one answer
_MOST_CHARACTERS = 10_000

# Grammars that users think of as the same language; naming the first means the others too.
DIALECTS = {
    "javascript": {"jsx"},
    "typescript": {"tsx"},
    "json": {"jsonc"},
    "ocaml": {"ocaml_interface"},
    "fsharp": {"fsharp_signature"},
    "terraform": {"tfvars"},
}
_MOST_GLOB = 1_000
_MOST_NESTED = 20  # braces in each other; LanceDB's regular expressions end at 250 groups, Python's below 500
_LONGEST_PATTERN = 4_000  # RE2 takes a hundred times as long for one of ten times the size, or refuses it

Patterns = tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """What a hit must fulfil. Empty or None means no restriction; `where` is the same as SQL, for LanceDB."""

    languages: frozenset[str] | None
    kinds: frozenset[SymbolKind]
    below: str  # the folder, with "/"
    include: Patterns
    exclude: Patterns
    where: str | None

    def accepts_file(self, path: str, language: str) -> bool:
        """Whether a file passes, as far as kinds do not matter."""
        return (self.languages is None or language in self.languages) and self.accepts_path(path)

    def accepts_path(self, path: str) -> bool:
        """Whether a path relative to the root passes the globs and the folder."""
        if not path.startswith(self.below) or (self.include and not _any_matches(self.include, path)):
            return False
        return not _any_matches(self.exclude, path)


NO_FILTER = Filter(None, frozenset(), "", (), (), None)


def validate(query: SearchQuery) -> None:
    """Check ranges and names of a query.

    Raises:
        InvalidQuery: naming the wire field, the value and the fix.
    """
    if not query.text.strip():
        raise InvalidQuery("query", "must not be empty")
    if len(query.text) > _MOST_CHARACTERS:
        raise InvalidQuery("query", f"must have at most {_MOST_CHARACTERS:,} characters, has {len(query.text):,}")
    check_limit(query.limit)
    if query.max_chars is not None and not 1 <= query.max_chars <= 200_000:
        raise InvalidQuery("maxChars", f"must be between 1 and 200000, is {query.max_chars}")
    weights = query.weights
    if weights is not None and not (all(0 <= weight < inf for weight in weights) and any(weights)):
        raise InvalidQuery("weights", "lexical and vector must be finite, 0 or more, and not both 0")
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
    for field, globs in (("include", query.include), ("exclude", query.exclude)):
        for glob in globs:
            if not glob or len(glob) > _MOST_GLOB or "\0" in glob or not _is_readable(glob):
                raise InvalidQuery(field, f"{glob[:40]!r} is not a glob")
            if _nesting(glob) > _MOST_NESTED:
                reason = f"nests braces deeper than {_MOST_NESTED}; give its alternatives as globs of their own"
                raise InvalidQuery(field, f"{glob[:40]!r} {reason}")


def check_limit(limit: int) -> None:
    """Raise `InvalidQuery` for a number of hits that is not allowed."""
    if not 1 <= limit <= MOST_HITS:
        raise InvalidQuery("limit", f"must be between 1 and {MOST_HITS}, is {limit}")


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
    include = _patterns(query.include)
    exclude = _patterns(query.exclude)
    conditions = []
    if languages is not None:
        conditions.append(_one_of("language", languages))
    if below:
        conditions.append(f"starts_with(path, {quote(below)})")
    if include:
        conditions.append(f"({_like_any(include)})")
    if exclude:
        conditions.append(f"NOT ({_like_any(exclude)})")
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


def _is_readable(glob: str) -> bool:
    """Whether the sets of characters of a glob are ones: `[z-a]` and `[!]` are not."""
    if "[" not in glob:
        return True
    try:
        re.compile(glob_to_regex(glob))
    except re.error:
        return False
    return True


def _nesting(glob: str) -> int:
    """Return how deep the braces of a glob stand in each other."""
    return max(accumulate(glob, lambda depth, char: max(depth + (char == "{") - (char == "}"), 0), initial=0))


def _patterns(globs: Sequence[str]) -> Patterns:
    """Return patterns of whole paths that one of the globs matches: few, but none so large that it is slow."""
    groups: list[str] = []
    for glob in globs:
        regex = f"(?:{glob_to_regex(glob)})"
        if groups and len(groups[-1]) + len(regex) < _LONGEST_PATTERN:
            groups[-1] += f"|{regex}"
        else:
            groups.append(regex)
    return tuple(_compiled(f"(?:{group})$") for group in groups)


@lru_cache(maxsize=256)  # an editor sends the same globs with every request
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


def _any_matches(patterns: Patterns, path: str) -> bool:
    return any(pattern.match(path) for pattern in patterns)


def _like_any(patterns: Patterns) -> str:
    return " OR ".join(f"regexp_like(path, {quote(f'^{pattern.pattern}')})" for pattern in patterns)


def glob_to_regex(glob: str) -> str:
    """Translate a glob over "/" paths to a regular expression that Python and Rust read alike.

    `*` and `?` stay within a name, `**` crosses directories, `{a,b}` and `[a-z]` work as in editors. A glob without "/"
    matches the name at any depth; one that names a directory matches everything below it.
    """
    body = glob.removeprefix("./")
    anchored = "/" in body.rstrip("/")
    body = body.strip("/")
    out, i, depth = [], 0, 0
    while i < len(body):
        char = body[i]
        if body.startswith("**/", i):
            out.append("(?:.*/)?")
            i += 3
            continue
        if body.startswith("**", i):
            out.append(".*")
            i += 2
            continue
        end = body.find("]", i + 2) if char == "[" else -1
        if char == "*":
            out.append("[^/]*")
        elif char == "?":
            out.append("[^/]")
        elif end > 0:
            inside = re.sub(r"([\\\[\]&~|])", r"\\\1", body[i + 1 : end])
            out.append("[" + ("^" + inside[1:] if inside.startswith("!") else inside) + "]")
            i = end
        elif char == "{" and "}" in body[i:]:
            out.append("(?:")
            depth += 1
        elif char == "," and depth:
            out.append("|")
        elif char == "}" and depth:
            out.append(")")
            depth -= 1
        else:
            out.append(re.escape(char))
        i += 1
    return ("" if anchored else "(?:.*/)?") + "".join(out) + ")" * depth + "(?:/.*)?"
