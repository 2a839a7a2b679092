"""Asks the channels in turn: the first that finds anything leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from lsp_codebase.model import Mode, SearchQuery
from lsp_codebase.search.intents.about_names.callees import callees_of
from lsp_codebase.search.intents.about_names.components import components_of
from lsp_codebase.search.intents.about_names.defaults import defaults_of
from lsp_codebase.search.intents.about_names.environment import readers_asked_for, with_readers
from lsp_codebase.search.intents.about_names.flags import flags_of
from lsp_codebase.search.intents.about_names.importers import importers_of
from lsp_codebase.search.intents.about_names.quoted_names import handling, with_keys
from lsp_codebase.search.intents.about_names.styles import styles_of
from lsp_codebase.search.intents.about_names.subtypes import subtypes_of
from lsp_codebase.search.intents.about_names.tables import tables_of
from lsp_codebase.search.intents.about_names.tests_of import tests_of
from lsp_codebase.search.intents.about_names.uses import uses_of, uses_of_foreign
from lsp_codebase.search.intents.about_names.uses_within import uses_within
from lsp_codebase.search.intents.copied.keyed_texts import keyed_texts
from lsp_codebase.search.intents.copied.markup import written_by
from lsp_codebase.search.intents.copied.payloads import knowing_keys
from lsp_codebase.search.intents.copied.sql import tables_in_sql
from lsp_codebase.search.intents.names.additions import place_of_new
from lsp_codebase.search.intents.names.asked_names import asked_name
from lsp_codebase.search.intents.names.counterparts import counterparts_of
from lsp_codebase.search.intents.names.defined_names import (
    SURE_SYMBOL_SCORE,
    abbreviated,
    all_named,
    by_initials,
    named,
    named_by_all_words,
    named_member,
    owner_of,
)
from lsp_codebase.search.intents.names.file_modules import with_file_modules
from lsp_codebase.search.intents.names.headers import declared
from lsp_codebase.search.intents.names.hyphenated import hyphenated
from lsp_codebase.search.intents.names.named_kinds import named_of_kind
from lsp_codebase.search.intents.names.plain_words import meant_by_word
from lsp_codebase.search.intents.places.globbed_files import globbed_files
from lsp_codebase.search.intents.places.locations import named_places
from lsp_codebase.search.intents.places.named_folder import files_of_folder
from lsp_codebase.search.intents.places.routes import routes_of
from lsp_codebase.search.intents.project.entry_points import entry_points
from lsp_codebase.search.intents.project.project_files import files_of_project
from lsp_codebase.search.intents.project.root_files import root_files, with_root_files
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.described_tests import described_tests
from lsp_codebase.search.intents.texts.handlers import handlers_of
from lsp_codebase.search.intents.texts.imported import imported
from lsp_codebase.search.intents.texts.pasted import copied_from
from lsp_codebase.search.intents.texts.shown_texts import shown_in
from lsp_codebase.search.intents.texts.templates import printed_or_filled_in
from lsp_codebase.search.intents.texts.told_messages import told_messages
from lsp_codebase.search.intents.texts.translated_texts import translations_of
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.name_forms import name_of
from lsp_codebase.search.query.query_form import Understanding, joined_names
from lsp_codebase.search.ranking.priors import without_translations

_LONGEST_NAME_WORDS = 8

Channel = Callable[[Question], list[Piece]]

OF_ANY_TEXT: tuple[Channel, ...] = (named_places, files_of_folder, flags_of, keyed_texts)
OF_WORDS: tuple[Channel, ...] = (
    globbed_files,
    hyphenated,
    routes_of,
    translations_of,
    handlers_of,
    shown_in,
    entry_points,
    components_of,
    styles_of,
    subtypes_of,
    tables_of,
    place_of_new,
    named_of_kind,
    imported,
    described_tests,
    copied_from,
    tables_in_sql,
    printed_or_filled_in,
    told_messages,
    written_by,
    knowing_keys,
    readers_asked_for,
    tests_of,
    importers_of,
    defaults_of,
    uses_of,
    uses_within,
    callees_of,
    handling,
    declared,
    root_files,
    files_of_project,
    named_member,
    counterparts_of,
)
"""The channels that are asked in turn, of a name too, and of words or code alone."""


class Leading(NamedTuple):
    """The leading pieces, best first, and the query as read for those that follow.

    It `is_unknown` if it is a name that prose could not hold, and that stands nowhere.
    """

    pieces: Sequence[Piece]
    understood: Understanding
    is_unknown: bool = False


def leading(question: Question, query: SearchQuery) -> Leading:
    """Return the sure meaning; of one name the definitions nearest to the active file come first."""
    understood = question.understood
    found = _by_form(question) if query.mode is Mode.AUTO and not query.weights else []
    led = Leading(found, replace(understood, mode=Mode.HYBRID)) if found else _by_name(question, query)
    return led._replace(pieces=without_translations(led.pieces, understood)) if query.mode is Mode.AUTO else led


def _by_form(question: Question) -> list[Piece]:
    channels = (*OF_ANY_TEXT, *OF_WORDS) if question.understood.mode is Mode.HYBRID else OF_ANY_TEXT
    return next(filter(None, (channel(question) for channel in channels)), [])


def _by_name(question: Question, query: SearchQuery) -> Leading:
    """Return the pieces that names lead to."""
    understood = question.understood
    if query.mode is Mode.SYMBOL:
        return Leading(all_named(question, query.text), understood)
    if query.mode is Mode.AUTO and not query.weights and (joined := joined_names(query)):
        found = [piece for name in joined for piece in named(question, name)]
        if found:
            found.sort(key=lambda piece: -piece.score)
            return Leading(found, replace(understood, mode=Mode.HYBRID))
    if understood.mode is Mode.SYMBOL:
        found = named(question, name_of(question.text) or question.text)
        found = meant_by_word(question, question.text.strip(), found)
        for with_others in (with_readers, with_keys, with_root_files):
            found = with_others(question, found)
        found = with_file_modules(question, question.text.strip(), found)
        if not any(piece.score >= SURE_SYMBOL_SCORE for piece in found):
            found = by_initials(question, question.text) or found
        # A text that is no name is meant as words.
        if not found:
            found = owner_of(question, name_of(question.text) or "")
            found = found or abbreviated(question, question.text.strip())
            found = found or uses_of_foreign(question)
            understood = replace(understood, mode=Mode.HYBRID)
        asked = asked_name(question.text.strip()) if not found and question.filters.is_open else None
        return Leading(found, understood, is_unknown=asked is not None and asked.is_sure)
    if understood.mode is Mode.HYBRID and not query.weights and 2 <= understood.word_count <= _LONGEST_NAME_WORDS:
        return Leading(named_by_all_words(question), understood)
    return Leading((), understood)
