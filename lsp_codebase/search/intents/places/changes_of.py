"""Questions for the commits that changed something: "what changed in the cart lately", "which commit added Cart.total".

They lead to that code, or the files that these commits changed, and a note tells the commits. Asked of words that name
no file, folder or definition are the commits that say them; where the words may be about the program ("when was the
till added"), they are searched for as they stand, and the note is all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from lsp_codebase import globs
from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import HistoryQuery, Mode, PastCommit, SearchQuery, Span
from lsp_codebase.parse import tokenize, words
from lsp_codebase.paths import relative_to
from lsp_codebase.search.call_graph.definitions import definitions_named
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.history.additions import added_thing, thing_at_start
from lsp_codebase.search.history.lineage import Lineage, told
from lsp_codebase.search.intents.names.asked_names import asked_name, reader
from lsp_codebase.search.intents.pieces import definition_piece, heads
from lsp_codebase.search.intents.places.locations import path_of
from lsp_codebase.search.intents.places.named_folder import Narrowed, is_folder
from lsp_codebase.search.pack import falling
from lsp_codebase.search.query.query_words import STOP_WORDS

_MOST_COMMITS = 5
_MOST_DEFINITIONS = 5
_MOST_FILES = 5  # of one name: more are none in particular
_LEAST_SCORE = 0.05  # of a file that nothing in the messages tells of
_MOST_LOOKED_AT = 1_000  # commits, for the first one
_LONGEST = 300  # characters of a question
_MOST_COMPARED = 100  # commits that fit some words, the best
_MOST_SAID = 3  # commits in a note that is all
_WHOLE = 0.8  # of a file: a definition of so much of it is the file

_OF = r"(?P<of>\S+(?:\s+\S+){0,6}?)"
_LATELY = (
    r"(?:last|lately|most\s+recently|recently"
    r"|(?:during|in|over|within)\s+(?:the\s+)?(?:last|past)\s+(?:\w+\s+)?(?:commits?|days?|months?|weeks?|years?))"
)
_SHOW = r"(?:(?:find|list|show(?:\s+me)?|tell\s+me|what\s+(?:are|is|was|were))\s+)?(?:all\s+)?(?:the\s+)?"
_NEW = r"(?:last|latest|most\s+recent|newest|recent)"
_DID = (
    r"(?:affect|broke|chang|delet|edit|fix|mov|modif|refactor|remov|renam|rewr|touch|updat)"
    r"(?:ed|ied|en|es|ies|e|ote|s|ing)?"
)
_COMMIT = r"(?:which|what)\s+(?:commit|merge\s+request|mr|pr|pull\s+request)s?"
_ADDED = r"(?:added|brought|created|implemented|introduced|wrote|written)"
# `words`: it says that commits are meant, so that plain words may be their subject. Else these ask what the program
# does: "when was the order created".
_latest = reader(
    r"what(?:'s|\s+(?:has|is|was))?\s+(?:been\s+)?(?:changed|happened|modified|new|touched)\s+(?:(?:lately|recently)\s+)?(?:in|inside|on|to|with|within)"
    rf"\s+(?:the\s+)?{_OF}(?:\s+(?P<words>{_LATELY}))?",
    rf"what\s+(?P<words>{_LATELY})\s+(?:changed|happened)\s+(?:in|to)\s+(?:the\s+)?{_OF}",
    rf"{_SHOW}(?P<words>{_NEW})\s+(?:(?:\d+|few)\s+)?(?:changes?|commits?|edits?|modifications?|updates?)"
    rf"\s+(?:affecting|for|in|of|on|to|touching|within|that\s+{_DID})\s+(?:the\s+)?{_OF}",
    rf"{_SHOW}(?:changes|commits|edits|modifications)\s+(?:in|of|on|to|touching)\s+(?:the\s+)?{_OF}",
    rf"{_SHOW}(?:(?:change|commit|edit|git)\s+)?(?:history|log)\s+(?:for|of)\s+(?:the\s+)?{_OF}",
    rf"git\s+(?:blame|log)\s+(?:--\s+)?{_OF}",
    rf"(?P<words>{_COMMIT})\s+(?:have\s+)?(?:(?:last|recently)\s+)?{_DID}\s+(?:the\s+)?{_OF}(?:\s+{_LATELY})?",
    rf"(?P<words>{_SHOW}commits?)\s+(?:that\s+)?{_DID}\s+(?:the\s+)?{_OF}",
    rf"who\s+{_LATELY}\s+{_DID}\s+(?:on\s+)?{_OF}",
    rf"who\s+{_DID}\s+{_OF}\s+{_LATELY}",
    rf"when\s+(?:did|has|was|were)\s+{_OF}\s+(?:been\s+)?(?:{_LATELY}\s+)?{_DID}(?:\s+{_LATELY})?",
    rf"why\s+(?:did|was|were)\s+{_OF}\s+{_DID}(?:\s+{_LATELY})?",
    longest=_LONGEST,
)
_first = reader(
    rf"when\s+(?:was|were)\s+{_OF}\s+(?:first\s+)?{_ADDED}",
    rf"when\s+did\s+(?:we\s+|you\s+)?{_OF}\s+(?:get\s+{_ADDED}|appear|land|ship)",
    rf"when\s+did\s+(?:we|you)\s+(?:add|implement|introduce)\s+{_OF}",
    rf"(?P<words>{_COMMIT})\s+(?:first\s+)?{_ADDED}\s+(?:the\s+)?{_OF}",
    rf"who\s+(?:first\s+)?{_ADDED}\s+{_OF}",
    rf"since\s+when\s+(?:do|does|has|have|is|are)\s+(?:there\s+)?{_OF}(?:\s+(?:been\s+there|exist|there))?",
    longest=_LONGEST,
)
_DOING = {
    verb: re.compile(rf"(?:^|(?<=[\s:(]))(?:{said})\w*", re.IGNORECASE)
    for verb, said in (("remove", "delet|drop|remov"), ("rename", "mov|renam"), ("fix", "fix"))
}
_SAYING_LITTLE = STOP_WORDS | frozenset("code feature functionality layer logic option part support".split())
_FOLDER = re.compile(r"(\S+?)/?\s+(?:directory|folder|module|package)", re.IGNORECASE)
_FILE = re.compile(r"\s+files?$", re.IGNORECASE)


class Subject(NamedTuple):
    """What commits are asked of: files, one folder, or a definition that is not all of its file."""

    paths: Sequence[str]
    definition: SymbolMatch | None = None
    is_folder: bool = False


def narrowed_to_changes(
    corpus: Corpus,
    query: SearchQuery,
    filters: Filter,
    lineage_now: Callable[[], Lineage],
    present: Callable[[SymbolMatch], SymbolMatch | None],
) -> Narrowed | None:
    """Return a query for the commits that changed something as one for what they changed there, with a note on them.

    `present` tells where a definition stands now; asked of one that is gone are the commits of its file.

    Raises:
        Cancelled: if asked to stop.
    """
    if not query.is_free:
        return None
    first = _first(query.text)
    asked = first or _latest(query.text)
    if asked is None:
        return None
    said = _FILE.sub("", asked["of"].strip("`\"'?"))
    by_words = asked.groupdict().get("words") is not None
    subject = subject_of(corpus, filters, said) if by_words or _is_name(said) else None
    lineage = lineage_now()
    if subject is None and not by_words:
        return _with_note(query, filters, lineage, said, is_first=first is not None)
    if subject is None:
        return _of_words(corpus, query, filters, lineage, said)
    now = present(subject.definition) if subject.definition is not None else None
    if now is not None and now.symbol.span.start_line >= len(lineage.lines(now.path)):
        now = None  # the file is just being written
    commits, note = _commits_of(lineage, subject.paths, now, is_first=first is not None)
    if now is not None and subject.definition is not None:
        return Narrowed(query, filters, note, [definition_piece(subject.definition, corpus.names)], is_whole=True)
    changed = (relative_to(path, lineage.root) for commit in commits for path in commit.files)
    within = [*dict.fromkeys(path for path in changed if _lies_in(path, subject))] or subject.paths
    return _narrowed(corpus, query, filters, within, commits, note)


def _is_name(said: str) -> bool:
    """Whether words name a file, a folder, or what prose could not hold."""
    named = asked_name(said)
    return "/" in said or _FOLDER.fullmatch(said) is not None or (named is not None and named.is_sure)


def subject_of(corpus: Corpus, filters: Filter, said: str) -> Subject | None:
    """Return what some words name: files, else a folder, else a definition."""
    name = said.removeprefix("./").rstrip("/")
    if " " not in name:
        of_name = (one.path for one in corpus.with_path(path_of({name})) if filters.accepts_path(one.path))
        found = sorted(of_name, key=lambda path: (path.count("/"), path))
        exact = [path for path in found if f"/{path}".endswith(f"/{name}")] or found
        if 0 < len(exact) <= _MOST_FILES:
            return Subject(exact)
    folder = named[1] if (named := _FOLDER.fullmatch(said)) else name
    if folders := _folders(corpus, folder, is_said=named is not None or "/" in said):
        return Subject(folders, is_folder=True)
    asked = asked_name(said)
    matches = definitions_named(corpus.names, asked.name, None, _MOST_DEFINITIONS) if asked is not None else []
    for match in matches:
        if filters.accepts_file(match.path, match.language):
            span, chunks = match.symbol.span, corpus.chunk_lines(match.path)
            is_whole = bool(chunks) and span.end_line + 1 - span.start_line >= _WHOLE * chunks[-1][1]
            return Subject([match.path], None if is_whole else match)
    return None


def _folders(corpus: Corpus, name: str, *, is_said: bool) -> list[str]:
    """Return the folder of a path from the root, or the only one that is called so, if words say that it is one."""
    if is_folder(corpus, name):
        return [name]
    end = f"/{name.lower()}/"
    below = (one.path for one in corpus.with_path(rf"(?:^|/){re.escape(name)}/")) if is_said else ()
    found = {path[: f"/{path.lower()}".index(end) + len(name)] for path in below}
    return [*found] if len(found) == 1 else []


def _lies_in(path: str, subject: Subject) -> bool:
    return path in subject.paths or (subject.is_folder and path.startswith(f"{subject.paths[0]}/"))


def _commits_of(
    lineage: Lineage, paths: Sequence[str], definition: SymbolMatch | None, *, is_first: bool
) -> tuple[Sequence[PastCommit], str]:
    """Return the newest commits that touched something, or the one known first, and the note that tells them."""
    own = definition.symbol.span if definition is not None else None
    span = own and Span.of_lines(own.start_line, own.last_line)
    found: dict[str, PastCommit] = {}
    notes: list[str] = []
    is_cut = False
    for path in paths:
        limit = _MOST_LOOKED_AT if is_first else _MOST_COMMITS
        commits, notes = lineage.of(HistoryQuery(path=lineage.root / path, span=span, limit=limit))
        found |= {commit.id: commit for commit in commits}
        is_cut |= len(commits) > limit
    newest = sorted(found.values(), key=lambda commit: -commit.time)
    if not newest:
        return (), "; ".join(notes)
    if is_first and not is_cut:
        aside = "" if definition is not None else ", commits of very many files aside"
        return newest[-1:], f"first known of it{aside}: {told(newest[-1:])}"
    return newest[:_MOST_COMMITS], "; ".join((f"changed by: {told(newest[:_MOST_COMMITS])}", *lineage.doubts))


def _of_words(corpus: Corpus, query: SearchQuery, filters: Filter, lineage: Lineage, said: str) -> Narrowed | None:
    """Return a query for what was changed by the commits that say some words best."""
    commits = [one for one in lineage.of(HistoryQuery(text=said, limit=_MOST_COMMITS))[0] if one.files]
    if not commits:
        return None
    commits = commits[:_MOST_COMMITS]
    within = [*dict.fromkeys(relative_to(path, lineage.root) for commit in commits for path in commit.files)]
    return _narrowed(corpus, query, filters, within, commits, f"said by: {told(commits)}")


def _with_note(query: SearchQuery, filters: Filter, lineage: Lineage, said: str, *, is_first: bool) -> Narrowed | None:
    """Return a query as it stands, with a note of the commits whose subjects say all that some words do.

    They do what is asked for as well: the first one adds something, those that removed something remove.
    """
    wanted = {token for word in words(said) if word.lower() not in _SAYING_LITTLE for token in tokenize(word)}
    if not wanted:
        return None
    doing = "add" if is_first else next((verb for verb in _DOING if _DOING[verb].search(query.text)), "")
    commits = lineage.of(HistoryQuery(text=said, limit=_MOST_COMPARED))[0]
    such = [one for one in commits if wanted <= {*tokenize(_object(one.subject, doing))}]
    such.sort(key=lambda commit: -commit.time)
    if not such:
        return None
    return Narrowed(
        query, filters, f"{'first ' if is_first else ''}said by: {told(such[-1:] if is_first else such[:_MOST_SAID])}"
    )


def _object(subject: str, verb: str) -> str:
    """Return the words of a commit's subject that it adds, removes, renames or fixes; all of them for another verb."""
    if verb == "add":
        return added_thing(subject)
    if verb not in _DOING:
        return subject
    done = _DOING[verb].search(subject)
    return thing_at_start(subject[done.end() :].lstrip(": ")) if done else ""


def _narrowed(
    corpus: Corpus,
    query: SearchQuery,
    filters: Filter,
    within: Sequence[str],
    commits: Sequence[PastCommit],
    note: str,
) -> Narrowed:
    include = (*filters.include, globs.compiled(tuple(map(globs.path_glob, within))))
    records = (one for path in within if filters.accepts_path(path) and (one := corpus.file(path)) is not None)
    text = " ".join(commit.subject for commit in commits) or query.text
    others = [] if filters.kinds else falling(heads(corpus, records), _LEAST_SCORE)
    mode = Mode.HYBRID if commits else query.mode
    return Narrowed(replace(query, text=text, mode=mode), replace(filters, include=include), note, others, is_sure=True)
