"""Answers as values for a program, under the names that the wire of the language server has for them.

Places are `path`, as the text names it, and lines from 1, as in the text. Unknown values are left out.
"""

# ruff: noqa: D101 -- the names of these types say it

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from typing_extensions import NotRequired, TypedDict

from lsp_codebase.model import (
    CallAnswer,
    CallSite,
    FileList,
    FileSymbols,
    FileText,
    HistoryAnswer,
    Hit,
    IndexStatus,
    SearchAnswer,
    Span,
    Symbol,
    SymbolAnswer,
    SymbolHit,
    SymbolKind,
    TreeAnswer,
)
from lsp_codebase.tools.places import Places


class Location(TypedDict):
    path: str
    startLine: int
    endLine: int


class IndexValues(TypedDict):
    folder: str
    phase: str
    indexed: int
    total: int
    stale: bool
    message: NotRequired[str]


class SymbolValues(TypedDict):
    location: Location
    name: str
    kind: str
    container: NotRequired[str]


class HitValues(TypedDict):
    location: Location
    score: float
    language: str
    name: NotRequired[str]
    kind: NotRequired[str]
    container: NotRequired[str]
    text: NotRequired[str]
    preview: NotRequired[str]
    copies: NotRequired[list[Location]]
    related: NotRequired[list[dict[str, Any]]]


class SearchValues(TypedDict):
    hits: list[HitValues]
    confidence: str
    truncated: bool
    index: IndexValues
    nextCursor: NotRequired[str]
    total: NotRequired[int]
    notes: NotRequired[list[str]]


class SymbolsValues(TypedDict):
    hits: list[SymbolValues]
    truncated: bool
    index: IndexValues
    notes: NotRequired[list[str]]


class BodyValues(TypedDict):
    definition: SymbolValues
    text: str
    truncated: bool
    others: list[SymbolValues]
    index: IndexValues


class OutlineValues(TypedDict):
    definitions: list[SymbolValues]
    index: IndexValues


class SiteValues(TypedDict):
    line: int
    text: str
    path: NotRequired[str]


class CallValues(TypedDict):
    location: Location
    sites: list[SiteValues]
    definitions: int
    name: NotRequired[str]
    kind: NotRequired[str]
    container: NotRequired[str]


class CallsValues(TypedDict):
    calls: list[CallValues]
    others: list[SymbolValues]
    truncated: bool
    index: IndexValues
    definition: NotRequired[SymbolValues]


class CommitValues(TypedDict):
    id: str
    time: str
    subject: str
    files: list[str]
    filesTotal: int
    body: NotRequired[str]
    score: NotRequired[float]


class HistoryValues(TypedDict):
    commits: list[CommitValues]
    truncated: bool
    index: IndexValues
    notes: NotRequired[list[str]]


class FileValues(TypedDict):
    location: Location
    text: str
    truncated: bool


class FilesValues(TypedDict):
    paths: list[str]
    truncated: bool


class TreeValues(TypedDict):
    text: str
    truncated: bool


class StatusValues(TypedDict):
    folders: list[IndexValues]


class BegunValues(TypedDict):
    begun: bool


def search(answer: SearchAnswer, places: Places) -> SearchValues:
    """Return the hits of a search, with their texts: most clients show a model nothing else."""
    found: SearchValues = {
        "hits": [_hit(hit, places) for hit in answer.hits],
        "confidence": answer.confidence.value,
        "truncated": answer.truncated,
        "index": _index(answer.status, places),
    }
    if answer.next_cursor:
        found["nextCursor"] = answer.next_cursor
    if answer.notes:
        found["notes"] = [*answer.notes]
    if answer.total is not None:
        found["total"] = answer.total
    return found


def symbols(answer: SymbolAnswer, places: Places) -> SymbolsValues:
    """Return definitions."""
    hits = [_symbol(hit.path, hit.symbol, places) for hit in answer.hits]
    found: SymbolsValues = {"hits": hits, "truncated": answer.is_cut, "index": _index(answer.status, places)}
    if answer.notes:
        found["notes"] = [*answer.notes]
    return found


def body(
    hit: SymbolHit, text: FileText, others: Sequence[SymbolHit], status: IndexStatus, places: Places
) -> BodyValues:
    """Return a definition with its code."""
    return {
        "definition": _symbol(hit.path, hit.symbol, places),
        "text": text.text,
        "truncated": text.truncated,
        "others": [_symbol(other.path, other.symbol, places) for other in others],
        "index": _index(status, places),
    }


def outline(path: Path, found: FileSymbols, places: Places) -> OutlineValues:
    """Return the definitions of a file."""
    definitions = [_symbol(path, symbol, places) for symbol in found.symbols]
    return {"definitions": definitions, "index": _index(found.status, places)}


def calls(answer: CallAnswer, places: Places) -> CallsValues:
    """Return the calls of a definition."""
    index = _index(answer.status, places)
    found: CallsValues = {"calls": [], "others": [], "truncated": answer.is_cut, "index": index}
    if answer.definition is not None:
        found["definition"] = _symbol(answer.definition.path, answer.definition.symbol, places)
    found["others"] = [_symbol(other.path, other.symbol, places) for other in answer.others]
    for call in answer.calls:
        one: CallValues = {
            "location": _location(call.place.path, call.place.span, places),
            "sites": [_site(site, places) for site in call.sites],
            "definitions": call.definitions,
        }
        one.update(_named(call.name, call.kind, call.container))  # type: ignore[typeddict-item]
        found["calls"].append(one)
    return found


def history(answer: HistoryAnswer, places: Places) -> HistoryValues:
    """Return earlier commits."""
    found: HistoryValues = {"commits": [], "truncated": answer.is_cut, "index": _index(answer.status, places)}
    for commit in answer.commits:
        one: CommitValues = {
            "id": commit.id,
            "time": commit.made_at,
            "subject": commit.subject,
            "files": [places.shown(path) for path in commit.files],
            "filesTotal": commit.files_total,
        }
        if commit.body:
            one["body"] = commit.body
        if commit.score is not None:
            one["score"] = round(commit.score, 3)
        found["commits"].append(one)
    if answer.notes:
        found["notes"] = [*answer.notes]
    return found


def file(found: FileText, path: str) -> FileValues:
    """Return a stretch of a file."""
    location: Location = {"path": path, "startLine": found.span.start_line + 1, "endLine": found.span.last_line + 1}
    return {"location": location, "text": found.text, "truncated": found.truncated}


def files(found: FileList, places: Places) -> FilesValues:
    """Return paths."""
    return {"paths": [places.shown(path) for path in found.paths], "truncated": found.truncated}


def tree(answer: TreeAnswer) -> TreeValues:
    """Return a tree, which is text for programs, too."""
    return {"text": answer.text or "", "truncated": answer.truncated}


def statuses(found: Sequence[IndexStatus], places: Places) -> StatusValues:
    """Return the state of each folder."""
    return {"folders": [_index(status, places) for status in found]}


def _hit(hit: Hit, places: Places) -> HitValues:
    found: HitValues = {
        "location": _location(hit.path, hit.span, places),
        "score": round(hit.score, 3),
        "language": hit.language,
    }
    found.update(_named(hit.name, hit.kind, hit.container))  # type: ignore[typeddict-item]
    if hit.text:
        found["text"] = hit.text
    else:
        found["preview"] = hit.preview
    if hit.copies:
        found["copies"] = [_location(copy.path, copy.span, places) for copy in hit.copies]
    if hit.related:
        found["related"] = [
            {
                "relation": one.relation.value,
                "location": _location(one.place.path, one.place.span, places),
                **_named(one.name, one.kind, one.container),
            }
            for one in hit.related
        ]
    return found


def _site(site: CallSite, places: Places) -> SiteValues:
    found: SiteValues = {"line": site.line + 1, "text": site.text}
    if site.path:
        found["path"] = places.shown(site.path)
    return found


def _symbol(path: Path, symbol: Symbol, places: Places) -> SymbolValues:
    found: SymbolValues = {
        "location": _location(path, symbol.span, places),
        "name": symbol.name,
        "kind": symbol.kind.name,
    }
    if symbol.container:
        found["container"] = symbol.container
    return found


def _named(name: str | None, kind: SymbolKind | None, container: str | None) -> Mapping[str, str]:
    known = {"name": name, "kind": kind.name if kind else None, "container": container}
    return {key: value for key, value in known.items() if value}


def _location(path: Path, span: Span, places: Places) -> Location:
    return {"path": places.shown(path), "startLine": span.start_line + 1, "endLine": span.last_line + 1}


def _index(status: IndexStatus, places: Places) -> IndexValues:
    found: IndexValues = {
        "folder": places.name_of(status.root),
        "phase": status.phase.value,
        "indexed": status.indexed,
        "total": status.total,
        "stale": status.stale,
    }
    if status.message:
        found["message"] = places.hidden(status.message)
    return found
