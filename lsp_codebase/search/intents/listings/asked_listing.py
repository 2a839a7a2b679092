"""Reads a question for all of a kind: "list all routes", "which GenServers are there", "all enums of Global"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from lsp_codebase.parse import word_parts
from lsp_codebase.search.intents.names.asked_names import short_reader
from lsp_codebase.search.query.plurals import is_plural, plurals, singulars
from lsp_codebase.search.query.query_words import STOP_WORDS

_LIST = r"(?:count|display|enumerate|find|get|give|list|name|print|show)\s+(?:me\s+|us\s+)?"
_ALL = r"(?:a\s+list\s+of\s+|all|each|every)(?:\s+of)?(?:\s+(?:our|the|these|your))?\s+"
_THING = r"(?P<thing>[^\W\d][\w.+#-]*(?:[\s/]+[\w.+#-]+){0,3}?)"
_OF = (
    r"(?:\s+(?:(?:that|which)\s+(?:are|is)\s+)?(?:for|from|in|inside|of|on|under|within)"
    r"\s+(?:our\s+|the\s+|this\s+)?(?P<scope>[\w./:-]+(?:\s+[\w./:-]+){0,3}?))?"
)
_SORTS = r"(?:different\s+)?(?:(?:kind|sort|type)s?\s+of\s+)?"
_DONE = (
    r"(?:available|(?:configur|creat|declar|defin|expos|implement|install|offer|provid|queu|register|schedul|support)(?:e?ed)"
    r"|built[\s-]in|known|used)"
)
_THERE = rf"(?:are\s+(?:(?:present|there)(?:\s+{_DONE})?|{_DONE})|exist|do\s+(?:I|we|you)\s+have|are(?=\s+in\b))"
_OWNED = r"(?:do|does)\s+(?:our\s+|the\s+|this\s+)?(?P<owner>[\w./:-]+(?:\s+[\w./:-]+){0,3}?)\s+"

_stored = short_reader(
    rf"where\s+are\s+(?:all\s+)?(?:of\s+)?(?:our\s+|the\s+)?{_THING}\s+(?:declared|defined)",  # not "where is `x`"
    rf"where\s+(?:are|do|does|is)\s+(?:all\s+)?(?:of\s+)?(?:our\s+|the\s+)?{_THING}"
    r"(?:\s+(?:files\s+)?(?:kept|live|located|placed|put|stored))?",
)
"""Asks where files of a kind are, or what the program keeps so."""
_as_list = short_reader(
    rf"(?:(?:{_LIST}|where\s+is\s+)(?:a\s+|the\s+)?)?list\s+of\s+(?:all\s+)?(?:the\s+)?{_THING}(?:\s+{_THERE})?{_OF}",
)
"""Asks for all of a kind, or for a list that the program keeps."""
_framed = short_reader(
    rf"(?:{_LIST})?{_ALL}{_SORTS}{_THING}(?:\s+(?:that\s+|which\s+)?{_THERE})?{_OF}",
    rf"(?:enumerate|list)\s+(?:our\s+|the\s+){_SORTS}{_THING}{_OF}",
    rf"(?:how\s+many|what|which)\s+{_SORTS}{_THING}\s+{_THERE}{_OF}",
    rf"what\s+are\s+(?:all\s+)?(?:of\s+)?(?:our|the)\s+{_SORTS}{_THING}{_OF}",
    rf"(?:how\s+many|what|which)\s+{_THING}\s+{_OWNED}(?:contain|declare|define|expect|expose|have|hold|need|provide|read|request|require|support|use)",
)
_by_clock = short_reader(
    rf"(?:{_LIST})?what\s+(?:is\s+(?:run\s+)?|runs\s+)(?:by\s+(?:the\s+clock|cron)|on\s+(?:a|the)\s+schedule|periodically|regularly|scheduled){_OF}",
)
"""Asks for what the clock does without a word for it."""
_RELATIONS = frozenset(
    "callee caller call child children class dependency descendant dependent file function implementation implementer"
    " implementor inheritor instance line method occurrence place reference subclass subtype thing type usage use"
    " user way".split()
)
"""What a thing has to do with another one, and words for code of any kind: other channels read them."""
_OF_FILES = frozenset({"class", "function", "method", "type"})
"""Words for code of any kind that a file holds."""
_OF_OTHERS = frozenset("crate dependency framework gem library package".split())
"""What a project has of others: its manifest tells them."""
_OF_BUILDS = frozenset("cargo gradle maven npm pnpm sbt workspace yarn".split())
_MEMBERS = frozenset("crate member module package project subproject workspace".split())
_BUILDS = frozenset("build monorepo solution workspace".split())
"""What a build is made of: its manifest tells that, too."""
_HOLDERS = frozenset(
    "area category class code component crate department directory enum file folder group interface layer module"
    " package section service struct subsystem type".split()
)
_STOPPING = STOP_WORDS - {"just"}  # the tool
_USE_CASES = ["use", "cases"]
_ACRONYMS = re.compile(r"\b([A-Z]{2,})s\b")  # in the plural: DAOs
_ITSELF = frozenset({"it", "this", "we", "you"})
WHOLE = frozenset("app application code codebase it program project repo repository this tool we you".split())
"""Words for all of the project: what is asked of it is asked of everything."""
_NOWHERE = frozenset("app application code codebase database db project repo repository system there whole".split())
"""Scopes that leave nothing out."""


class AskedListing(NamedTuple):
    """The words of a kind in the singular, as `split_identifier` has them, those that only tell more, and a scope.

    `words` may be read as a kind from any of its words on: of "tenant migrations" the first tells more of migrations.
    """

    words: tuple[str, ...]
    scope: tuple[str, ...] = ()
    written: str = ""
    place: str = ""  # the scope as it is written, which may be a path
    of_files: bool = False  # whether a place of files is asked for
    may_be_data: bool = False  # whether the program may keep a list of such things


def asked_listing(text: str) -> AskedListing | None:
    """Return the kind of which a query asks for all, None if it asks for something else."""
    if (by_clock := _by_clock(text)) is not None:
        place = by_clock["scope"] or ""
        return AskedListing(("scheduled", "job"), tuple(words_of_scope(place)), "jobs", place)
    stored, as_list = _stored(text), _as_list(text)
    framed = stored or as_list or _framed(text)
    if framed is None:
        return None
    said = _ACRONYMS.sub(lambda one: f"{one[1].capitalize()}s", framed["thing"]).split()
    # A name in front, "GitHub workflows", is that of a technology.
    words = [*(word.lower() for word in said[:-1] if word.isalnum()), *word_parts(said[-1])]
    if not words or not is_plural(words[-1]) or (not _STOPPING.isdisjoint(words) and words[-2:] != _USE_CASES):
        return None
    last = singulars(words[-1])
    groups = framed.groupdict()
    is_scoped = last[0] in _OF_FILES and groups.get("scope")
    is_of_tests = last[0] in ("spec", "test") and groups.get("scope")
    if is_of_tests or (not _RELATIONS.isdisjoint(last) and len(words) == 1 and not is_scoped):
        return None
    place = groups.get("scope") or groups.get("owner") or ""
    scope = words_of_scope(place)
    if groups.get("owner") and last[0] in _OF_OTHERS and not scope:
        return None
    if last[0] in _MEMBERS and (not _OF_BUILDS.isdisjoint(words[:-1]) or not _BUILDS.isdisjoint(word_parts(place))):
        return None
    return AskedListing((*words[:-1], last[0]), tuple(scope), said[-1], place, framed is stored, framed is as_list)


def words_of_scope(place: str) -> list[str]:
    """Return the words of a scope, none if it leaves nothing out; "the webhook module" is one called webhook."""
    words = [one for one in word_parts(place) if one not in _NOWHERE | _ITSELF]
    return words[:-1] if len(words) > 1 and words[-1] in _HOLDERS else words


def ends_so(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Whether parts of a name end with the words of a kind, in the singular or plural."""
    end = [*parts[-len(words) :]]
    return len(end) == len(words) and end[:-1] == [*words[:-1]] and end[-1] in plurals(words[-1])
