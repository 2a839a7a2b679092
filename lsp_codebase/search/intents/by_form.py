"""Asks the channels in turn: the first that finds anything leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from lsp_codebase.model import CancelToken, Mode, SearchQuery
from lsp_codebase.search.call_graph.calls import Calls
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.intents.additions import place_of_new
from lsp_codebase.search.intents.callees import callees_of
from lsp_codebase.search.intents.components import components_of
from lsp_codebase.search.intents.counterparts import counterparts_of
from lsp_codebase.search.intents.defaults import defaults_of
from lsp_codebase.search.intents.defined_names import (
    SURE_SYMBOL_SCORE,
    abbreviated,
    all_named,
    by_initials,
    named,
    named_by_all_words,
    named_member,
    owner_of,
)
from lsp_codebase.search.intents.described_tests import described_tests
from lsp_codebase.search.intents.entry_points import entry_points
from lsp_codebase.search.intents.environment import readers_asked_for, with_readers
from lsp_codebase.search.intents.file_modules import with_file_modules
from lsp_codebase.search.intents.flags import flags_of
from lsp_codebase.search.intents.globbed_files import globbed_files
from lsp_codebase.search.intents.handlers import handlers_of
from lsp_codebase.search.intents.headers import declared
from lsp_codebase.search.intents.hyphenated import hyphenated
from lsp_codebase.search.intents.imported import imported
from lsp_codebase.search.intents.importers import importers_of
from lsp_codebase.search.intents.locations import named_places
from lsp_codebase.search.intents.named_folder import files_of_folder
from lsp_codebase.search.intents.named_kinds import named_of_kind
from lsp_codebase.search.intents.pasted import copied_from
from lsp_codebase.search.intents.plain_words import meant_by_word
from lsp_codebase.search.intents.project_files import files_of_project
from lsp_codebase.search.intents.quoted_names import handling, with_keys
from lsp_codebase.search.intents.root_files import root_files, with_root_files
from lsp_codebase.search.intents.routes import routes_of
from lsp_codebase.search.intents.shown_texts import shown_in
from lsp_codebase.search.intents.styles import styles_of
from lsp_codebase.search.intents.subtypes import subtypes_of
from lsp_codebase.search.intents.tables import tables_of
from lsp_codebase.search.intents.templates import printed_or_filled_in
from lsp_codebase.search.intents.tests_of import tests_of
from lsp_codebase.search.intents.translated_texts import translations_of
from lsp_codebase.search.intents.uses import uses_of, uses_of_foreign
from lsp_codebase.search.intents.uses_within import uses_within
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.name_forms import name_of
from lsp_codebase.search.query.query_form import Understanding, joined_names
from lsp_codebase.search.ranking.priors import without_translations

_LONGEST_NAME_WORDS = 8


class Leading(NamedTuple):
    """The leading pieces, best first, and the query as read for those that follow."""

    pieces: Sequence[Piece]
    understood: Understanding


def leading(
    calls: Calls,
    query: SearchQuery,
    understood: Understanding,
    active: str | None,
    filters: Filter,
    cancel: CancelToken,
) -> Leading:
    """Return the sure meaning; of one name the definitions nearest to the `active` file come first."""
    found = _by_form(calls, understood, filters, cancel) if query.mode is Mode.AUTO and not query.weights else []
    if found:
        led = Leading(found, replace(understood, mode=Mode.HYBRID))
    else:
        led = _by_name(calls, query, understood, active, filters, cancel)
    return led._replace(pieces=without_translations(led.pieces, understood)) if query.mode is Mode.AUTO else led


def _by_form(calls: Calls, understood: Understanding, filters: Filter, cancel: CancelToken) -> list[Piece]:
    corpus = calls.corpus
    channels: list[Callable[[Understanding, Filter], list[Piece]]]
    channels = [partial(named_places, corpus), partial(files_of_folder, corpus), partial(flags_of, corpus)]
    if understood.mode is Mode.HYBRID:
        channels += [
            partial(globbed_files, corpus),
            partial(hyphenated, corpus),
            partial(routes_of, corpus),
            partial(translations_of, corpus),
            partial(handlers_of, calls, cancel),
            partial(shown_in, corpus),
            partial(entry_points, corpus, calls.lines),
            partial(components_of, corpus, cancel),
            partial(styles_of, corpus),
            partial(subtypes_of, calls),
            partial(tables_of, corpus),
            partial(place_of_new, corpus, cancel),
            partial(named_of_kind, calls, cancel),
            partial(imported, corpus),
            partial(described_tests, corpus),
            partial(copied_from, corpus),
            partial(printed_or_filled_in, corpus),
            partial(readers_asked_for, corpus),
            partial(tests_of, calls),
            partial(importers_of, corpus),
            partial(defaults_of, calls),
            partial(uses_of, calls),
            partial(uses_within, calls),
            partial(callees_of, calls),
            partial(handling, calls),
            partial(declared, corpus),
            partial(root_files, corpus),
            partial(files_of_project, corpus, calls.lines),
            partial(named_member, calls),
            partial(counterparts_of, corpus, cancel),
        ]
    return next(filter(None, (channel(understood, filters) for channel in channels)), [])


def _by_name(
    calls: Calls,
    query: SearchQuery,
    understood: Understanding,
    active: str | None,
    filters: Filter,
    cancel: CancelToken,
) -> Leading:
    """Return the pieces that names lead to."""
    names = calls.corpus.names
    if query.mode is Mode.SYMBOL:
        return Leading(all_named(names, query.text, active, filters, cancel), understood)
    if query.mode is Mode.AUTO and not query.weights and (joined := joined_names(query)):
        found = [piece for name in joined for piece in named(calls, name, active, filters, cancel)]
        if found:
            found.sort(key=lambda piece: -piece.score)
            return Leading(found, replace(understood, mode=Mode.HYBRID))
    if understood.mode is Mode.SYMBOL:
        found = named(calls, name_of(understood.text) or understood.text, active, filters, cancel)
        found = meant_by_word(calls.corpus, understood.text.strip(), understood, filters, found)
        for with_others in (with_readers, with_keys, with_root_files):
            found = with_others(calls.corpus, understood, filters, found)
        found = with_file_modules(calls.corpus, understood.text.strip(), understood, filters, found)
        if not any(piece.score >= SURE_SYMBOL_SCORE for piece in found):
            found = by_initials(names, understood.text, filters, cancel) or found
        # A text that is no name is meant as words.
        if not found:
            found = owner_of(names, name_of(understood.text) or "", filters)
            found = found or abbreviated(names, calls.corpus.segments, understood.text.strip(), filters, cancel)
            found = found or uses_of_foreign(calls, understood, filters)
            understood = replace(understood, mode=Mode.HYBRID)
        return Leading(found, understood)
    if understood.mode is Mode.HYBRID and not query.weights and 2 <= understood.word_count <= _LONGEST_NAME_WORDS:
        return Leading(named_by_all_words(names, understood, filters, cancel), understood)
    return Leading((), understood)
