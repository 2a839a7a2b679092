"""Work that is not committed, or that the branch holds: its changed parts, or something in the files that hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from lsp_codebase import globs
from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.history.work import ChangedPlaces, changes_of_branch, uncommitted_changes
from lsp_codebase.search.intents.places.asked_work import Since, asked_work
from lsp_codebase.search.intents.places.named_folder import Narrowed
from lsp_codebase.search.pack import Piece


def narrowed_to_work(
    corpus: Corpus,
    query: SearchQuery,
    filters: Filter,
    places: Callable[[str], ChangedPlaces],
    root: Path,
    cancel: CancelToken,
) -> Narrowed | None:
    """Return a query for work that is not committed, or of the branch, as one for the parts that changed; `places`
    finds those since a commit.

    Raises:
        Cancelled: if asked to stop.
    """
    asked = asked_work(query)
    if asked is None:
        return None
    changes_since = changes_of_branch if asked.since is Since.BASE else uncommitted_changes
    changes = changes_since(root, corpus.state.files.by_path, cancel)
    found = (record for path in changes.files if (record := corpus.file(path)) is not None)
    records = [one for one in found if filters.accepts_file(one.path, one.language)]
    if asked.said and changes.work is not None and records:
        include = globs.compiled(tuple(globs.path_glob(one.path) for one in records))
        narrowed = replace(filters, include=(*filters.include, include))
        return Narrowed(replace(query, text=asked.said), narrowed, changes.note)
    if (asked.said and changes.work is None) or (asked.may_be_words and changes.is_none):
        return Narrowed(replace(query, text=asked.said or query.text), filters, changes.note)
    pieces = _of_kinds(corpus, filters, places(changes.commit).of(() if asked.said else records))
    return Narrowed(query, filters, changes.note, pieces, is_whole=True)


def _of_kinds(corpus: Corpus, filters: Filter, pieces: Iterable[Piece]) -> Iterable[Piece]:
    """Return the pieces whose change touches a definition of a wanted kind."""
    if not filters.kinds:
        return pieces
    return (
        piece
        for piece in pieces
        if any(one.symbol.kind in filters.kinds for one in corpus.names.in_file(piece.path, piece.core))
    )
