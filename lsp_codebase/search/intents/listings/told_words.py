"""Narrows what is of a kind: to a scope, and by the words that tell more of it, which may be those of a technology."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from lsp_codebase.parse import word_parts
from lsp_codebase.search.intents.listings.groups import Group, Holds, in_any_number, in_scope, narrowed
from lsp_codebase.search.intents.listings.kind_files import is_likely
from lsp_codebase.search.intents.project.subjects import MANIFESTS
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_TELLING_NOTHING = frozenset(
    "app application available background current custom database db different existing internal own project registered"
    " various".split()
)

_OF_ANY_PROGRAM = frozenset(
    "code command config configuration error event file key line log message name option process protocol query request"
    " response setting system task text user value".split()
)


def in_lines(question: Question, group: Group, scope: Sequence[str], place: str) -> Group:
    """Return the lines of a group that say some words, or are in the files, types and folders called so."""
    (inside,) = in_scope([group], scope, place)
    kept = {id(piece) for piece in inside.pieces}
    wanted = in_any_number(scope)

    def says(piece: Piece) -> bool:
        lines = question.calls.lines(piece.path)
        said = {*word_parts(lines[piece.start_line])} if piece.start_line < len(lines) else set()
        return all(not said.isdisjoint(one) for one in wanted)

    pieces = [one for one in group.pieces if id(one) in kept or says(one)]
    return group._replace(pieces=pieces, said=f"{group.said} about {place}")


def narrowed_by(question: Question, groups: Sequence[Group], telling: Sequence[str]) -> list[Group]:
    """Return groups narrowed to each word that tells more, which a path, a name or, of lines, the line says.

    Where nothing but tests and tools does, the word may be that of a technology, "Vuex stores". Otherwise nothing is
    left, as of "scheduled tasks" where tasks are things to do.
    """
    found = [*groups]
    for word in telling:
        if word in _TELLING_NOTHING:
            continue
        left = [
            in_lines(question, group, [word], word) if group.of_lines else narrowed([group], Holds([word]))[0]
            for group in found
        ]
        if not any(_is_own(piece) for group in left for piece in group.pieces):
            left = _of_technology(question, word, [group for group in found if group.takes_any])
        found = left
    return found


def _is_own(piece: Piece) -> bool:
    return is_likely(piece.path) and not piece.path.startswith(".")


def _in_languages(question: Question, groups: Sequence[Group], saying: Set[str]) -> list[Group]:
    """Return what is in the languages of which most files say a word, if there are such: those of the technology."""
    languages = {piece.path: piece.language for group in groups for piece in group.pieces}
    counts, said = Counter(languages.values()), Counter(languages[path] for path in saying)
    own = {language for language in said if 2 * said[language] >= counts[language]}
    return narrowed(groups, lambda piece: piece.language in own) if own else [*groups]


def _of_technology(question: Question, word: str, groups: Sequence[Group]) -> list[Group]:
    """Return what lies below a manifest that says the word of a technology; all, if none does but most of the files.

    A word for things of any program is none.
    """
    if word in _OF_ANY_PROGRAM:
        return []
    paths = {piece.path for group in groups for piece in group.pieces}
    _, file_ids = question.corpus.holding([word], question.filters)
    saying = {record.path for record in question.corpus.owners(file_ids)}
    manifests = [record.path for record in question.files(rf"(?:^|/)(?:{MANIFESTS})$") if record.path in saying]
    counts = {path: sum(line.lower().count(word) for line in question.calls.lines(path)) for path in manifests}
    # One that says it once by the way, at the root of all, is not that of the technology.
    folders = {path.rpartition("/")[0] for path in manifests if 4 * counts[path] >= max(counts.values())}
    if "" in folders or (not folders and 2 * len(paths & saying) >= len(paths)):
        return _in_languages(question, groups, paths & saying)
    below = tuple(f"{folder}/" for folder in folders)
    return narrowed(groups, lambda piece: piece.path.startswith(below)) if below else []
