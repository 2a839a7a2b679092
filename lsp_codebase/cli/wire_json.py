"""Answers as JSON for programs, with the names and values of PROTOCOL.md: one object a line.

Lines are 0-based, and columns in bytes of UTF-8: those of a client of the encoding `utf-8`. `server/wire.py` says the
same to clients; to load the protocol's library for it would take longer than most answers.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lsp_codebase.model import (
    Call,
    CallAnswer,
    Check,
    FileText,
    HistoryAnswer,
    Hit,
    Host,
    IndexStatus,
    PastCommit,
    Phase,
    Place,
    Position,
    SearchAnswer,
    Span,
    SymbolAnswer,
    SymbolHit,
    SymbolsCut,
    TreeAnswer,
    TreeNode,
    TreeStats,
    iso_time,
)

Object = dict[str, Any]


def print_json(value: Mapping[str, Any]) -> None:
    """Print an object as one line."""
    # where all can be printed a backslash stands for nothing but a bad byte
    is_utf8 = (sys.stdout.encoding or "").lower() in ("utf-8", "utf8")
    print(json.dumps(value, ensure_ascii=not is_utf8))


def hit(found: Hit) -> Object:
    """Return a `Hit`."""
    return _given(
        location=_location(found.path, found.span),
        language=found.language,
        score=round(found.score, 4),
        preview=found.preview,
        selectionRange=_range(found.name_span) if found.name_span else None,
        name=found.name,
        kind=found.kind and int(found.kind),
        container=found.container,
        matches=[_range(span) for span in found.matches] or None,
        text=found.text,
        signals={name: round(value, 4) for name, value in found.signals.items()} or None,
        context=[{"kind": piece.kind.value, "range": _range(piece.span), "text": piece.text} for piece in found.context]
        or None,
        copies=[_place(copy) for copy in found.copies] or None,
        related=[
            _given(
                relation=one.relation.value,
                location=_place(one.place),
                name=one.name,
                kind=int(one.kind),
                preview=one.preview,
                container=one.container,
            )
            for one in found.related
        ]
        or None,
        history=found.history
        and {"id": found.history.id, "time": iso_time(found.history.time), "subject": found.history.subject},
    )


def search_end(answer: SearchAnswer) -> Object:
    """Return the fields of a `HybridSearchResult` beside its hits: the last line."""
    return _given(
        mode=answer.mode.value,
        confidence=answer.confidence.value,
        truncated=answer.truncated,
        index=status(answer.status),
        tookMs=round(answer.took_ms, 1),
        nextCursor=answer.next_cursor,
        notes=[*answer.notes] or None,
        total=answer.total,
    )


def symbol(found: SymbolHit) -> Object:
    """Return a `SymbolHit`."""
    one = found.symbol
    definition = _given(
        name=one.name,
        kind=int(one.kind),
        range=_range(one.span),
        selectionRange=_range(one.name_span),
        container=one.container or None,
        visibility=one.visibility.value or None,
        isTest=one.is_test or None,
        isDeclaration=one.is_declaration or None,
        isDeprecated=one.is_deprecated or None,
    )
    return {
        "uri": found.path.as_uri(),
        "definition": definition,
        "language": found.language,
        "score": round(found.score, 4),
    }


def list_end(answer: SymbolAnswer | HistoryAnswer) -> Object:
    """Return the fields beside a list of symbols or commits: the last line."""
    return _given(truncated=answer.is_cut, index=status(answer.status), notes=[*answer.notes] or None)


def call(found: Call) -> Object:
    """Return a `Call`."""
    return _given(
        relation=found.relation.value,
        location=_place(found.place),
        name=found.name,
        kind=found.kind and int(found.kind),
        container=found.container,
        sites=[_given(line=site.line, text=site.text, uri=site.path and site.path.as_uri()) for site in found.sites],
        definitions=found.definitions,
    )


def calls_end(answer: CallAnswer) -> Object:
    """Return the fields beside the calls of a definition: the last line."""
    return _given(
        definition=answer.definition and symbol(answer.definition),
        others=[symbol(one) for one in answer.others],
        truncated=answer.is_cut,
        index=status(answer.status),
    )


def past_commit(found: PastCommit) -> Object:
    """Return a `PastCommit`."""
    return _given(
        id=found.id,
        time=found.made_at,
        subject=found.subject,
        body=found.body or None,
        files=[path.as_uri() for path in found.files],
        filesTotal=found.files_total,
        score=None if found.score is None else round(found.score, 4),
    )


def status(found: IndexStatus, *, is_full: bool = False) -> Object:
    """Return an `IndexStatus`; its problems and languages only if it is to be full."""
    root = Path(found.root)
    problems = [{"uri": (root / one.path).as_uri(), "reason": one.reason} for one in found.problems]
    return _given(
        folder=root.as_uri() if found.root else "",
        phase=found.phase.value,
        files={
            "indexed": found.indexed,
            "total": found.total,
            "skipped": found.skipped,
            "failed": found.failed,
        },
        chunks=found.chunks,
        symbols=found.symbols,
        vectors=_given(done=found.vectors.done, total=found.vectors.total, model=found.vectors.model),
        generation=found.generation,
        role=found.role.value,
        stale=found.stale,
        message=found.message,
        problems=problems if is_full and problems else None,
        problemsTotal=found.problems_total if is_full and problems else None,
        symbolsCut=_symbols_cut(found.symbols_cut) if is_full and found.symbols_cut else None,
        languages=dict(found.languages) if is_full else None,
        commit=found.commit if is_full else None,
        hasIndex=(found.phase is Phase.STARTING and found.has_index) or None,
        seeking=found.seeking or None,
        host=_host(found.host) if is_full and found.host else None,
    )


def _symbols_cut(cut: SymbolsCut) -> Object:
    return {"query": cut.pattern, "given": cut.given, "setting": "symbols.maxResults"}


def _host(host: Host) -> Object:
    return {"pid": host.pid, "clients": [{"name": one.name, "pid": one.pid} for one in host.clients]}


def check(found: Check) -> Object:
    """Return a `Check` of a `DoctorResult`."""
    return {"folder": found.root.as_uri(), "name": found.name, "state": found.state.value, "detail": found.detail}


def file_text(found: FileText, path: Path) -> Object:
    """Return a `ReadFileResult`, with the file it is of."""
    return {
        "uri": path.as_uri(),
        "text": found.text,
        "range": _range(found.span),
        "truncated": found.truncated,
        "encoding": found.encoding,
    }


def tree(answer: TreeAnswer) -> Object:
    """Return a `DirectoryTreeResult` of nodes."""
    files = answer.core_files
    return _given(
        truncated=answer.truncated,
        etag=answer.etag,
        stats=_stats(answer.stats),
        cutBy=[*answer.cut_by] or None,
        roots=None if answer.not_modified else [_node(node) for node in answer.roots or ()],
        coreFiles=None
        if files is None or answer.not_modified
        else [{"uri": one.path.as_uri(), "text": one.text, "truncated": one.truncated} for one in files],
        notModified=answer.not_modified or None,
    )


def _stats(stats: TreeStats) -> Object:
    return _given(
        entries=stats.entries,
        files=stats.files,
        directories=stats.directories,
        characters=stats.characters,
        maxDepth=stats.max_depth,
        scanMs=round(stats.scan_ms, 1),
        cachedAt=stats.cached_at,
        cacheHits=stats.cache_hits,
        totalScans=stats.total_scans,
        savedCalls=stats.saved_calls,
        error=stats.error or None,
    )


def _node(node: TreeNode) -> Object:
    return _given(
        name=node.name,
        uri=node.path.as_uri(),
        kind=node.kind.value,
        size=node.size,
        children=None if node.children is None else [_node(child) for child in node.children],
        omitted=node.omitted or None,
        excluded=node.excluded or None,
        symbols=[{"name": one.name, "kind": int(one.kind), "line": one.line} for one in node.symbols] or None,
        error=node.error or None,
    )


def _given(**fields: object) -> Object:
    """Return the fields that have a value: fields absent on the wire are absent here."""
    return {name: value for name, value in fields.items() if value is not None}


def _place(place: Place) -> Object:
    return _location(place.path, place.span)


def _location(path: Path, span: Span) -> Object:
    return {"uri": path.as_uri(), "range": _range(span)}


def _range(span: Span) -> Object:
    return {"start": _position(span.start), "end": _position(span.end)}


def _position(position: Position) -> Object:
    return {"line": position.line, "character": position.column}
