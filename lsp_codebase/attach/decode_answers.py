"""Answers that came over the wire, as values of `model`. Positions were asked for in UTF-8, so they are ours.

The wire does not say whether a file is ASCII: `is_ascii` is false, which is always safe.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from lsp_codebase.model import (
    Call,
    CallAnswer,
    CallSite,
    Check,
    CheckState,
    Confidence,
    ContextKind,
    ContextPiece,
    FileProblem,
    FileSymbols,
    HistoryAnswer,
    Hit,
    Host,
    HostClient,
    IndexStatus,
    Mode,
    PastCommit,
    Phase,
    Place,
    Related,
    Relation,
    Role,
    SearchAnswer,
    Span,
    Symbol,
    SymbolAnswer,
    SymbolHit,
    SymbolKind,
    SymbolsCut,
    TellingCommit,
    VectorStatus,
    Visibility,
)
from lsp_codebase.uris import to_path

Json = Mapping[str, Any]


def search_answer(wire: Json) -> SearchAnswer:
    """Return the answer of `codebase/hybridSearch` or `codebase/similar`."""
    return SearchAnswer(
        hits=tuple(map(_hit, wire["hits"])),
        mode=Mode(wire["mode"]),
        status=index_status(wire["index"]),
        truncated=wire["truncated"],
        next_cursor=wire.get("nextCursor"),
        took_ms=wire["tookMs"],
        confidence=Confidence(wire["confidence"]),
        notes=tuple(wire.get("notes", ())),
        total=wire.get("total"),
    )


def symbol_answer(wire: Json) -> SymbolAnswer:
    """Return the answer of `codebase/symbols`."""
    return SymbolAnswer(
        hits=tuple(map(_symbol_hit, wire["hits"])),
        status=index_status(wire["index"]),
        is_cut=wire["truncated"],
        notes=tuple(wire.get("notes", ())),
    )


def file_symbols(wire: Json) -> FileSymbols:
    """Return the answer of `codebase/fileSymbols`."""
    return FileSymbols(tuple(map(_symbol, wire["definitions"])), index_status(wire["index"]))


def call_answer(wire: Json) -> CallAnswer:
    """Return the answer of `codebase/calls`."""
    return CallAnswer(
        definition=_symbol_hit(wire["definition"]) if "definition" in wire else None,
        calls=tuple(map(_call, wire["calls"])),
        others=tuple(map(_symbol_hit, wire["others"])),
        status=index_status(wire["index"]),
        is_cut=wire["truncated"],
    )


def history_answer(wire: Json) -> HistoryAnswer:
    """Return the answer of `codebase/history`."""
    return HistoryAnswer(
        commits=tuple(map(_past_commit, wire["commits"])),
        status=index_status(wire["index"]),
        is_cut=wire["truncated"],
        notes=tuple(wire.get("notes", ())),
    )


def index_status(wire: Json) -> IndexStatus:
    """Return the state of one index."""
    root = to_path(wire["folder"]) if wire["folder"] else None
    files, vectors, cut, host = wire["files"], wire["vectors"], wire.get("symbolsCut"), wire.get("host")
    return IndexStatus(
        root=str(root or ""),
        phase=Phase(wire["phase"]),
        indexed=files["indexed"],
        total=files["total"],
        skipped=files["skipped"],
        failed=files["failed"],
        chunks=wire["chunks"],
        symbols=wire["symbols"],
        vectors=VectorStatus(vectors["done"], vectors["total"], vectors.get("model")),
        generation=wire["generation"],
        role=Role(wire["role"]),
        stale=wire["stale"],
        message=wire.get("message"),
        problems=tuple(_problem(problem, root) for problem in wire.get("problems", ())),
        languages=tuple(wire.get("languages", {}).items()),
        problems_total=wire.get("problemsTotal", 0),
        symbols_cut=cut and SymbolsCut(cut["query"], cut["given"]),
        has_index=wire.get("hasIndex", False),
        seeking=wire.get("seeking", False),
        commit=wire.get("commit"),
        host=host and Host(host["pid"], tuple(HostClient(one["name"], one["pid"]) for one in host["clients"])),
    )


def checks(wire: Json) -> list[Check]:
    """Return the answer of `codebase/doctor`."""
    return [
        Check(to_path(one["folder"]), one["name"], CheckState(one["state"]), one["detail"]) for one in wire["checks"]
    ]


def span(wire: Json) -> Span:
    """Return a range."""
    start, end = wire["start"], wire["end"]
    return Span(start["line"], start["character"], end["line"], end["character"])


def _problem(wire: Json, root: Path | None) -> FileProblem:
    path = to_path(wire["uri"])
    return FileProblem((path.relative_to(root) if root else path).as_posix(), wire["reason"])


def _hit(wire: Json) -> Hit:
    name_range = wire.get("selectionRange")
    return Hit(
        path=to_path(wire["location"]["uri"]),
        span=span(wire["location"]["range"]),
        language=wire["language"],
        score=wire["score"],
        preview=wire["preview"],
        is_ascii=False,
        name=wire.get("name"),
        kind=SymbolKind(wire["kind"]) if "kind" in wire else None,
        container=wire.get("container"),
        name_span=span(name_range) if name_range else None,
        matches=tuple(map(span, wire.get("matches", ()))),
        text=wire.get("text"),
        signals=wire.get("signals", {}),
        context=tuple(
            ContextPiece(ContextKind(piece["kind"]), span(piece["range"]), piece["text"])
            for piece in wire.get("context", ())
        ),
        copies=tuple(map(_place, wire.get("copies", ()))),
        related=tuple(map(_related, wire.get("related", ()))),
        history=_telling_commit(wire["history"]) if "history" in wire else None,
    )


def _symbol(wire: Json) -> Symbol:
    return Symbol(
        name=wire["name"],
        kind=SymbolKind(wire["kind"]),
        span=span(wire["range"]),
        name_span=span(wire["selectionRange"]),
        container=wire.get("container", ""),
        visibility=Visibility(wire.get("visibility", "")),
        is_test=wire.get("isTest", False),
        is_declaration=wire.get("isDeclaration", False),
        is_deprecated=wire.get("isDeprecated", False),
    )


def _symbol_hit(wire: Json) -> SymbolHit:
    return SymbolHit(to_path(wire["uri"]), _symbol(wire["definition"]), wire["language"], wire["score"], is_ascii=False)


def _call(wire: Json) -> Call:
    return Call(
        relation=Relation(wire["relation"]),
        place=_place(wire["location"]),
        name=wire.get("name"),
        kind=SymbolKind(wire["kind"]) if "kind" in wire else None,
        container=wire.get("container"),
        sites=tuple(
            CallSite(site["line"], site["text"], to_path(site["uri"]) if "uri" in site else None)
            for site in wire["sites"]
        ),
        definitions=wire["definitions"],
    )


def _past_commit(wire: Json) -> PastCommit:
    return PastCommit(
        id=wire["id"],
        time=_time(wire["time"]),
        subject=wire["subject"],
        body=wire.get("body", ""),
        files=tuple(map(to_path, wire["files"])),
        files_total=wire["filesTotal"],
        score=wire.get("score"),
    )


def _telling_commit(wire: Json) -> TellingCommit:
    return TellingCommit(wire["id"], _time(wire["time"]), wire["subject"])


def _time(wire: str) -> int:
    return int(datetime.fromisoformat(wire).timestamp())


def _place(wire: Json) -> Place:
    return Place(to_path(wire["uri"]), span(wire["range"]), is_ascii=False)


def _related(wire: Json) -> Related:
    return Related(
        relation=Relation(wire["relation"]),
        place=_place(wire["location"]),
        name=wire["name"],
        kind=SymbolKind(wire["kind"]),
        container=wire.get("container"),
        preview=wire["preview"],
    )
