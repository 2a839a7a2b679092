"""Asks the channels in turn: the first that finds anything leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import NamedTuple, TypeVar

from lsp_codebase.model import Mode, SearchQuery
from lsp_codebase.search.intents.about_names.asked_uses import asked_text, asked_use
from lsp_codebase.search.intents.about_names.callees import asked_caller, callees_of
from lsp_codebase.search.intents.about_names.code_uses import lines_holding
from lsp_codebase.search.intents.about_names.components import asked_component, components_of
from lsp_codebase.search.intents.about_names.defaults import defaults_of
from lsp_codebase.search.intents.about_names.environment import asked_variable, readers_asked_for, with_readers
from lsp_codebase.search.intents.about_names.flags import asked_flag, flags_of
from lsp_codebase.search.intents.about_names.importers import asked_path, importers_of
from lsp_codebase.search.intents.about_names.message_headers import lines_with_header, message_header
from lsp_codebase.search.intents.about_names.quoted_names import handling, with_keys
from lsp_codebase.search.intents.about_names.styles import asked_class, styles_of
from lsp_codebase.search.intents.about_names.subtypes import subtypes_of
from lsp_codebase.search.intents.about_names.tables import tables_of
from lsp_codebase.search.intents.about_names.tests_of import tests_of, tests_of_place
from lsp_codebase.search.intents.about_names.uses import uses_asked_for, uses_of_foreign, with_uses_of_keys
from lsp_codebase.search.intents.about_names.uses_within import asked_use_within, uses_within
from lsp_codebase.search.intents.copied.android_resources import asked_resource, resources
from lsp_codebase.search.intents.copied.commands import asked_command, asked_recipe, run_as_recipe, run_by
from lsp_codebase.search.intents.copied.keyed_texts import dotted_key, keyed_texts
from lsp_codebase.search.intents.copied.markup import attributes_of, written_by
from lsp_codebase.search.intents.copied.missing_modules import missing_module
from lsp_codebase.search.intents.copied.payloads import keys_of, knowing_keys
from lsp_codebase.search.intents.copied.sql import tables_in_sql, tables_named
from lsp_codebase.search.intents.listings.model_parts import asked_event, parts_by_event
from lsp_codebase.search.intents.names.additions import asked_addition, place_of_new
from lsp_codebase.search.intents.names.asked_names import asked_name
from lsp_codebase.search.intents.names.compared import compared
from lsp_codebase.search.intents.names.counterparts import asked_counterpart, counterparts_of
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
from lsp_codebase.search.intents.names.headers import declared, declared_name
from lsp_codebase.search.intents.names.hyphenated import hyphenated
from lsp_codebase.search.intents.names.named_kinds import named_of_kind
from lsp_codebase.search.intents.names.plain_words import meant_by_word
from lsp_codebase.search.intents.names.undefined import defined_elsewhere, undefined_name
from lsp_codebase.search.intents.places.asked_routes import asked_route
from lsp_codebase.search.intents.places.globbed_files import globbed_files
from lsp_codebase.search.intents.places.locations import named_places
from lsp_codebase.search.intents.places.named_folder import files_of_folder, folder_alone
from lsp_codebase.search.intents.places.routes import routes_of
from lsp_codebase.search.intents.places.written_places import places
from lsp_codebase.search.intents.project.asked_subject import subject_of, target_of
from lsp_codebase.search.intents.project.entry_points import entry_points
from lsp_codebase.search.intents.project.project_files import files_of_project, with_manifests
from lsp_codebase.search.intents.project.root_files import file_asked, root_files, with_root_files
from lsp_codebase.search.intents.project.tool_settings import asked_settings, settings_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.catalogues import asked_catalogue, catalogues
from lsp_codebase.search.intents.texts.described_tests import described_tests
from lsp_codebase.search.intents.texts.handlers import asked_click, handlers_of
from lsp_codebase.search.intents.texts.imported import imported, module_at
from lsp_codebase.search.intents.texts.pasted import copied_from, copied_lines
from lsp_codebase.search.intents.texts.shown_texts import shown_in
from lsp_codebase.search.intents.texts.templates import printed_or_filled_in
from lsp_codebase.search.intents.texts.told_messages import told_messages
from lsp_codebase.search.intents.texts.translated_texts import translations_of
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.name_forms import name_of
from lsp_codebase.search.query.query_form import Understanding, joined_names
from lsp_codebase.search.ranking.priors import without_translations

_LONGEST_NAME_WORDS = 8

_Asked = TypeVar("_Asked")
Channel = Callable[[Question], list[Piece]]


def form(
    reads: Callable[[str], _Asked | None], finds: Callable[[Question, _Asked], list[Piece]], *, of_files: bool = False
) -> Channel:
    """Return the channel of a form: the text tells what it asks for, which then is looked for.

    Files have no kinds: where kinds are wanted, a form `of_files` means nothing.
    """

    @wraps(finds)
    def channel(question: Question) -> list[Piece]:
        asked = None if of_files and question.filters.kinds else reads(question.text)
        return finds(question, asked) if asked else []

    return channel


def tests_of_named_place(question: Question) -> list[Piece]:
    """Return the tests of the file, or of the definition at the line, whose tests a query asks for."""
    asked = question.understood.asked_role
    if asked is None or asked.role != "test" or question.filters.kinds:
        return []
    place = next(iter(named_places(question, places(asked.said))), None)
    return tests_of_place(question, place) if place else []


OF_ANY_TEXT = (
    tests_of_named_place,
    form(places, named_places, of_files=True),
    form(folder_alone, files_of_folder, of_files=True),
    form(asked_flag, flags_of),
    form(asked_resource, resources),
    form(dotted_key, keyed_texts),
)
OF_WORDS = (
    globbed_files,
    form(asked_command, run_by, of_files=True),
    form(asked_recipe, run_as_recipe, of_files=True),
    hyphenated,
    form(asked_route, routes_of),
    translations_of,
    form(asked_catalogue, catalogues, of_files=True),
    form(asked_click, handlers_of),
    shown_in,
    entry_points,
    form(asked_component, components_of, of_files=True),
    form(asked_class, styles_of),
    subtypes_of,
    tables_of,
    compared,
    form(asked_addition, place_of_new),
    named_of_kind,
    imported,
    described_tests,
    form(copied_lines, copied_from),
    form(tables_named, tables_in_sql),
    form(missing_module, module_at, of_files=True),
    form(undefined_name, defined_elsewhere),
    printed_or_filled_in,
    told_messages,
    form(attributes_of, written_by, of_files=True),
    form(keys_of, knowing_keys),
    form(asked_variable, readers_asked_for),
    tests_of,
    form(asked_path, importers_of),
    defaults_of,
    form(message_header, lines_with_header),
    form(asked_use, uses_asked_for),
    form(asked_text, lines_holding),
    form(asked_use_within, uses_within),
    form(asked_event, parts_by_event),
    form(target_of, files_of_project, of_files=True),
    form(asked_caller, callees_of),
    handling,
    form(declared_name, declared, of_files=True),
    form(asked_settings, settings_of, of_files=True),
    form(file_asked, root_files, of_files=True),
    form(subject_of, files_of_project, of_files=True),
    named_member,
    form(asked_counterpart, counterparts_of, of_files=True),
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
    found = _by_any_form(question) if query.is_free else []
    led = Leading(found, replace(understood, mode=Mode.HYBRID)) if found else _by_name(question, query)
    return led._replace(pieces=without_translations(led.pieces, understood)) if query.mode is Mode.AUTO else led


def _by_any_form(question: Question) -> list[Piece]:
    """Return the pieces that a question leads to as it was said, or as it is understood."""
    understood = question.understood
    found: list[Piece] = []
    if understood.said != understood.text:
        found = _by_form(replace(question, understood=replace(understood, text=understood.said)))
    return found or _by_form(question)


def _by_form(question: Question) -> list[Piece]:
    channels = (*OF_ANY_TEXT, *OF_WORDS) if question.understood.mode is Mode.HYBRID else OF_ANY_TEXT
    return next(filter(None, (channel(question) for channel in channels)), [])


def _by_name(question: Question, query: SearchQuery) -> Leading:
    """Return the pieces that names lead to."""
    understood = question.understood
    if query.mode is Mode.SYMBOL:
        return Leading(all_named(question, query.text), understood)
    if query.is_free and (joined := joined_names(query)):
        found = [piece for name in joined for piece in named(question, name)]
        if found:
            found.sort(key=lambda piece: -piece.score)
            return Leading(found, replace(understood, mode=Mode.HYBRID))
    if understood.mode is Mode.SYMBOL:
        found = named(question, name_of(question.text) or question.text)
        for with_others in (meant_by_word, with_readers, with_keys, with_uses_of_keys, with_root_files, with_manifests):
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
