"""`index`, `status`, `doctor`, `clear`, `watch` and `languages`: the index itself."""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.cli import wire_json
from lsp_codebase.cli.configured import index_location, sources
from lsp_codebase.cli.exit_codes import DAMAGED, DONE, NOTHING
from lsp_codebase.cli.notices import tell
from lsp_codebase.cli.opening import of_host, of_host_or_unindexed, opened, root_of, unindexed
from lsp_codebase.cli.paint import Paint, display_width, fitted, page_width, paint_of
from lsp_codebase.location import index_bytes, index_directory, index_parts
from lsp_codebase.model import CancelToken, Check, CheckState, Host, IndexStatus, Phase, Role
from lsp_codebase.opening import open_answers
from lsp_codebase.tree import shown

if TYPE_CHECKING:
    from lsp_codebase.index import Progress

_TOP_LANGUAGES = 8
_TOP_PROBLEMS = 3
_CHECK_STYLES = {
    CheckState.OK: "good",
    CheckState.REPAIRED: "warning",
    CheckState.DAMAGED: "bad",
    CheckState.SKIPPED: "dim",
}


def index(options: argparse.Namespace) -> int:
    """Bring the index up to date, or build it anew."""
    with opened(options, root_of(options), wait=True, rebuild=options.rebuild, stays=True) as answers:
        (status,) = answers.status()
    _print_status(options, status)
    return DONE


def status(options: argparse.Namespace) -> int:
    """Show the state of the index, without changing it."""
    root = root_of(options)
    found = _status(options, root)
    if found is not None:
        _print_status(options, found)
        return DONE
    message = "not indexed yet: lsp-codebase index"
    if options.json:
        wire_json.print_json({"folder": root.as_uri(), "phase": None, "message": message})
    else:
        print(*_rows({"root": shown(str(root)), "state": message}, paint_of(options), is_whole=False), sep="\n")
    return NOTHING


def _status(options: argparse.Namespace, root: Path) -> IndexStatus | None:
    """Return the status by the process that has the index open, or else by the files."""
    with of_host(options, root) as answers:
        if answers is not None:
            return answers.status()[0]
    with unindexed(options, root) as workspace:
        return workspace.find(root).stored_status(CancelToken())


def _print_status(options: argparse.Namespace, found: IndexStatus) -> None:
    if options.json:
        wire_json.print_json(wire_json.status(found, is_full=True))
        return
    parts = index_parts(index_directory(Path(found.root), index_location(options)))
    for line in status_table(found, parts, paint_of(options), page_width(), has_all=options.all):
        print(line)


def _served(host: Host, role: Role) -> str:
    """Return the process that has an index open, and the others that it answers, but for us."""
    own, *others = [
        f"{shown(client.name)} (process {client.pid})" for client in host.clients if client.pid != os.getpid()
    ]
    writes = "another process writes it; " + own if role is Role.READER else f"{own} writes it and"
    return f"{writes} answers {', '.join(others) or 'whoever asks'}"


def status_table(
    found: IndexStatus, parts: Mapping[str, int], paint: Paint, width: int, *, has_all: bool
) -> Iterator[str]:
    """Yield a row for each fact of an index; then the files that are left out, all known ones or a few."""
    vectors = found.vectors
    left_out = ", ".join(f"{n:,} {why}" for n, why in ((found.skipped, "skipped"), (found.failed, "failed")) if n)
    by_part = ", ".join(f"{name} {_size(size)}" for name, size in parts.items())
    writer = "another process writes it" if found.role is Role.READER else "no other process writes it"
    rows = {
        "root": shown(found.root),
        "state": found.phase.value + (f": {found.message}" if found.message else ""),
        "files": f"{found.indexed:,} of {found.total:,}" + (f" ({left_out})" if left_out else ""),
        "chunks": f"{found.chunks:,}",
        "symbols": f"{found.symbols:,}",
        "vectors": f"{vectors.done:,} of {vectors.total:,} by {vectors.model}" if vectors.model else "none",
        "on disk": _size(sum(parts.values())) + (f" ({by_part})" if has_all and by_part else ""),
        "written": f"{_times(found.generation)}; {_served(found.host, found.role) if found.host else writer}",
    }
    yield from _rows(rows, paint, is_whole=found.phase is Phase.READY and not found.stale)
    yield from _languages_rows(found.languages, paint, width, has_all=has_all)
    yield from _problems_rows(found, paint, width, has_all=has_all)


def _rows(rows: Mapping[str, str], paint: Paint, *, is_whole: bool) -> Iterator[str]:
    for name, value in rows.items():
        style = ("good" if is_whole else "warning") if name == "state" else ""
        yield f"{paint('name', f'{name:<10}')} {paint(style, value) if style else value}"


def _languages_rows(languages: Sequence[tuple[str, int]], paint: Paint, width: int, *, has_all: bool) -> Iterator[str]:
    counted = [f"{name} {count:,}" for name, count in languages if count]
    if len(counted) > _TOP_LANGUAGES and not has_all:
        counted[_TOP_LANGUAGES:] = [f"{len(counted) - _TOP_LANGUAGES} more"]
    line, label = "", "languages"
    for part in counted or ["none"]:
        longer = f"{line}, {part}" if line else part
        if line and display_width(longer) > width - 12:
            yield f"{paint('name', f'{label:<10}')} {line},"
            line, label = part, ""
        else:
            line = longer
    yield f"{paint('name', f'{label:<10}')} {line}"


def _problems_rows(found: IndexStatus, paint: Paint, width: int, *, has_all: bool) -> Iterator[str]:
    problems = found.problems if has_all else found.problems[:_TOP_PROBLEMS]
    for problem in problems:
        text = f"  {shown(problem.path)}: {problem.reason}"
        yield paint("dim", text if has_all else fitted(text, (), width)[0])
    if more := found.problems_total - len(problems):
        yield paint("dim", f"  and {more:,} more" + ("" if has_all else "; lsp-codebase status --all"))


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def _size(size: int) -> str:
    amount, unit = float(size), "bytes"
    for unit in ("bytes", "kB", "MB", "GB"):
        if amount < 1000 or unit == "GB":
            break
        amount /= 1000
    return f"{amount:,.0f} {unit}" if unit in ("bytes", "kB") else f"{amount:,.1f} {unit}"


def doctor(options: argparse.Namespace) -> int:
    """Check the index against itself and the files, and repair it if asked to."""
    checks = _checks(options, root_of(options))
    is_damaged = any(one.state is CheckState.DAMAGED for one in checks)
    if options.json:
        wire_json.print_json({"checks": [wire_json.check(one) for one in checks]})
        return DAMAGED if is_damaged else DONE
    paint = paint_of(options)
    for one in checks:
        state = paint(_CHECK_STYLES[one.state], f"{one.state.value:<9}")
        print(f"{state} {paint('name', f'{one.name:<12}')} {one.detail}".rstrip())
    if is_damaged:
        tell("to put this right: lsp-codebase doctor --repair")
    return DAMAGED if is_damaged else DONE


def _checks(options: argparse.Namespace, root: Path) -> list[Check]:
    """Let the process that has the index open check it, and perhaps repair it, or else do it here."""
    with of_host_or_unindexed(options, root) as answers:
        return answers.doctor(None, CancelToken(), repair=options.repair)


def clear(options: argparse.Namespace) -> int:
    """Delete the index, in the process that has it open if there is one."""
    root = root_of(options)
    directory = index_directory(root, index_location(options))
    before = index_bytes(directory)
    with of_host_or_unindexed(options, root) as answers:
        answers.clear(root, CancelToken())
    freed = max(0, before - index_bytes(directory))
    if options.json:
        wire_json.print_json({"folder": root.as_uri(), "freedBytes": freed})
    else:
        print(f"{shown(str(root))}: " + (f"the index is deleted, {_size(freed)}" if before else "there is no index"))
    return DONE


def watch(options: argparse.Namespace) -> int:
    """Keep the index up to date until Ctrl+C, with a line for each change of it."""
    root = root_of(options)
    print(f"watching {shown(str(root))}; Ctrl+C ends", flush=True)
    listener, name = _Watching(), "lsp-codebase watch"
    answers = open_answers(
        root, sources(options), name=name, may_attach=False, stays=True, listener=listener, tell=tell
    )
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        return DONE
    finally:
        answers.close()


class _Watching:
    """An `IndexListener` that prints a line for each commit, and one when nothing is left to read."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told: IndexStatus | None = None

    def on_started(self, root: Path) -> None:
        """Ignore it: commits tell."""

    def on_progress(self, root: Path, progress: Progress) -> None:
        """Ignore it: commits tell."""

    def on_ended(self, root: Path, message: str) -> None:
        """Ignore it: commits tell."""

    def on_status(self, status: IndexStatus) -> None:
        """Print the changes of a commit, or of another phase that work ends in."""
        with self._lock:
            if (line := change_line(self._told, status)) is not None:
                self._told = status
                print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)


def change_line(before: IndexStatus | None, now: IndexStatus) -> str | None:
    """Return the line about changes of an index since the last one, None if there is nothing to tell."""
    if now.phase in (Phase.FAILED, Phase.DISABLED):
        is_known = before is not None and (before.phase, before.message) == (now.phase, now.message)
        return None if is_known else f"{now.phase.value}: {now.message or 'index.enabled is false'}"
    if now.phase is not Phase.READY or now.stale:
        return None
    if before is not None and (before.generation, before.phase) == (now.generation, now.phase):
        return None
    counts = {"files": now.indexed, "chunks": now.chunks, "symbols": now.symbols}
    then = {"files": before.indexed, "chunks": before.chunks, "symbols": before.symbols} if before else counts
    told = (f"{count:,} {name}" + (f" ({count - then[name]:+,})" if count != then[name] else "")
            for name, count in counts.items())  # fmt: skip
    follows = "; another process writes it" if now.role is Role.READER else ""
    return f"{', '.join(told)}{follows}"


def languages(options: argparse.Namespace) -> int:
    """List the languages that filters take, with all words for them."""
    from lsp_codebase.search import accepted_languages

    listed = [*accepted_languages()]
    if options.json:
        for one in listed:
            wire_json.print_json(
                {
                    "name": one.name,
                    "aliases": [*one.aliases],
                    "extensions": [*one.extensions],
                    "fileNames": [*one.file_names],
                    "isCode": one.is_code,
                }
            )
        return DONE
    paint = paint_of(options)
    names = max(len(one.name) for one in listed)
    aliases = max(len(" ".join(one.aliases)) for one in listed)
    for one in listed:
        files = " ".join([*(f".{ending}" for ending in one.extensions), *one.file_names])
        name, others = paint("name", f"{one.name:<{names}}"), f"{' '.join(one.aliases):<{aliases}}"
        print(f"{name}  {others}  {paint('dim', files)}".rstrip())
    return DONE
