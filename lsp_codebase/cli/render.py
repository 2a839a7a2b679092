"""Answers as text for people and as JSON for programs. Lines are 1-based here, as terminals and editors show
them, and so are columns, in bytes of UTF-8.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from lsp_codebase.model import Check, CheckState, Confidence, Hit, IndexStatus, SearchAnswer, SymbolAnswer
from lsp_codebase.search import AcceptedLanguage
from lsp_codebase.tree import shown

_STATE_STYLES = {
    CheckState.OK: "green",
    CheckState.REPAIRED: "yellow",
    CheckState.DAMAGED: "bold red",
    CheckState.SKIPPED: "dim",
}


def print_hits(answer: SearchAnswer, root: Path, query: str) -> None:
    """Print ranked hits: place, symbol, score, then one line or the whole text."""
    out = console()
    if not answer.hits:
        out.print(f"nothing found for {query!r}", markup=False)
    elif answer.confidence is Confidence.NONE:
        out.print("nothing matches well; nearest:")
    for number, hit in enumerate(answer.hits, 1):
        out.print(
            f"[dim]{number:>2}.[/] [bold cyan]{escape(_place(hit, root))}[/]{_symbol(hit)} [dim]{hit.score:.2f}[/]"
        )
        body = hit.text.split("\n") if hit.text else [hit.preview]
        for line in body:
            out.print(f"    {line}", markup=False, style="" if hit.text else "green")
        if hit.signals:
            shares = sorted(hit.signals.items(), key=lambda item: -abs(item[1]))
            out.print("    " + "  ".join(f"{name} {value:.3f}" for name, value in shares if value), style="dim")
    if answer.status.message:
        out.print(answer.status.message, style="dim", markup=False)


def print_symbols(answer: SymbolAnswer, root: Path, pattern: str) -> None:
    """Print one symbol a line: kind, qualified name, place."""
    out = console()
    if not answer.hits:
        out.print(f"nothing found for {pattern!r}", markup=False)
    for hit in answer.hits:
        symbol = hit.symbol
        container = f"[dim]{escape(symbol.container)}.[/]" if symbol.container else ""
        place = f"{shown(relative(hit.path, root))}:{symbol.name_span.start_line + 1}"
        out.print(f"[dim]{symbol.kind.name:<13}[/]{container}[bold]{escape(symbol.name)}[/]  [cyan]{escape(place)}[/]")


def print_status(status: IndexStatus) -> None:
    """Print what is in the index and what is not."""
    out = console()
    model = status.vectors.model
    rows = {
        "root": status.root,
        "phase": status.phase.value + (f" ({status.message})" if status.message else ""),
        "files": f"{status.indexed:,} indexed, {status.skipped:,} skipped, {status.failed:,} failed",
        "chunks": f"{status.chunks:,}",
        "symbols": f"{status.symbols:,}",
        "vectors": f"{status.vectors.done:,} of {status.vectors.total:,} by {model}" if model else "none",
        "generation": f"{status.generation} ({status.role.value})",
        "languages": ", ".join(f"{name} {count:,}" for name, count in status.languages if count) or "none",
    }
    for name, value in rows.items():
        out.print(f"[bold]{name:<11}[/]{escape(value)}")
    for problem in status.problems:
        out.print(f"  {shown(problem.path)}: {problem.reason}", style="dim", markup=False)
    if more := status.problems_total - len(status.problems):
        out.print(f"  and {more:,} more", style="dim")


def print_checks(checks: Sequence[Check]) -> None:
    """Print one line for each part of the index that was checked."""
    out = console()
    for check in checks:
        style = _STATE_STYLES[check.state]
        out.print(f"[{style}]{check.state.value:<9}[/][bold]{check.name:<11}[/]{escape(check.detail)}")
    if any(check.state is CheckState.DAMAGED for check in checks):
        out.print("to put this right: lsp-codebase doctor --repair", style="dim")


def print_languages(languages: Sequence[AcceptedLanguage]) -> None:
    """Print one language a line: its name, the other words for it, the endings and names of its files."""
    names = max(len(one.name) for one in languages)
    aliases = max(len(" ".join(one.aliases)) for one in languages)
    out = console()
    for one in languages:
        files = " ".join([*(f".{ending}" for ending in one.extensions), *one.file_names])
        out.print(f"[bold]{one.name:<{names}}[/]  {' '.join(one.aliases):<{aliases}}  [dim]{escape(files)}[/]")


def languages_json(languages: Sequence[AcceptedLanguage]) -> list[dict[str, Any]]:
    """Return the languages as plain JSON values."""
    return [
        {
            "name": one.name,
            "aliases": [*one.aliases],
            "extensions": [*one.extensions],
            "fileNames": [*one.file_names],
            "isCode": one.is_code,
        }
        for one in languages
    ]


def check_json(check: Check) -> dict[str, Any]:
    """Return a check as plain JSON values."""
    return {"root": str(check.root), "name": check.name, "state": check.state.value, "detail": check.detail}


def answer_json(answer: SearchAnswer, root: Path) -> dict[str, Any]:
    """Return an answer as plain JSON values."""
    return {
        "hits": [_hit_json(hit, root) for hit in answer.hits],
        "mode": answer.mode.value,
        "confidence": answer.confidence.value,
        "truncated": answer.truncated,
        "index": status_json(answer.status),
        "tookMs": round(answer.took_ms, 1),
        "notes": [*answer.notes],
    } | ({"nextCursor": answer.next_cursor} if answer.next_cursor else {})


def symbols_json(answer: SymbolAnswer, root: Path) -> list[dict[str, Any]]:
    """Return matching symbols as plain JSON values."""
    return [
        {
            "path": relative(hit.path, root),
            "line": hit.symbol.name_span.start_line + 1,
            "name": hit.symbol.name,
            "kind": hit.symbol.kind.name,
            "container": hit.symbol.container,
            "language": hit.language,
            "score": round(hit.score, 4),
        }
        for hit in answer.hits
    ]


def status_json(status: IndexStatus) -> dict[str, Any]:
    """Return a status as plain JSON values."""
    return {
        "root": status.root,
        "phase": status.phase.value,
        "files": {
            "indexed": status.indexed,
            "total": status.total,
            "skipped": status.skipped,
            "failed": status.failed,
        },
        "chunks": status.chunks,
        "symbols": status.symbols,
        "vectors": {"done": status.vectors.done, "total": status.vectors.total, "model": status.vectors.model},
        "generation": status.generation,
        "role": status.role.value,
        "stale": status.stale,
        "message": status.message,
        "problems": [{"path": problem.path, "reason": problem.reason} for problem in status.problems],
        "problemsTotal": status.problems_total,
        **({"languages": dict(status.languages)} if status.languages else {}),
    }


class _Output(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the command line: rich would end the process as failed."""
        raise BrokenPipeError


def console() -> Console:
    """Return standard output: colours in a terminal only, long lines whole."""
    return _Output(highlight=False, soft_wrap=True, emoji=False)


def relative(path: Path, root: Path) -> str:
    """Return a path below the root as JSON has it; text shows it so that it can neither break a line nor mislead."""
    return path.relative_to(root).as_posix()


def _place(hit: Hit, root: Path) -> str:
    """Return the lines of a hit; of one line, the place where the query stands, which editors and terminals jump to."""
    path, span = shown(relative(hit.path, root)), hit.span
    if hit.matches and span.start_line == span.end_line:
        return f"{path}:{span.start_line + 1}:{hit.matches[0].start_column + 1}"
    return f"{path}:{span.start_line + 1}-{span.end_line + 1}"


def _symbol(hit: Hit) -> str:
    if hit.name is None or hit.kind is None:
        return ""
    qualified = f"{hit.container}.{hit.name}" if hit.container else hit.name
    return f" [bold]{escape(qualified)}[/] [dim]{hit.kind.name}[/]"


def _hit_json(hit: Hit, root: Path) -> dict[str, Any]:
    found: dict[str, Any] = {
        "path": relative(hit.path, root),
        "startLine": hit.span.start_line + 1,
        "endLine": hit.span.end_line + 1,
        "language": hit.language,
        "score": round(hit.score, 4),
        "preview": hit.preview,
    }
    if hit.name is not None and hit.kind is not None:
        found |= {"name": hit.name, "kind": hit.kind.name, "container": hit.container or ""}
    if hit.matches:
        found["matches"] = [
            {
                "startLine": match.start_line + 1,
                "startColumn": match.start_column + 1,
                "endLine": match.end_line + 1,
                "endColumn": match.end_column + 1,
            }
            for match in hit.matches
        ]
    if hit.text is not None:
        found["text"] = hit.text
    if hit.signals:
        found["signals"] = {name: round(value, 4) for name, value in hit.signals.items()}
    return found
