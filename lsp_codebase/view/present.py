"""What answers are made of: an engine over one state, and definitions, with the files as they stand now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import islice

from lsp_codebase.codebase import Codebase
from lsp_codebase.indexes import State, SymbolMatch
from lsp_codebase.model import CancelToken, Phase
from lsp_codebase.scan import Redactor
from lsp_codebase.search import GONE, Corpus, Drift, Engine, Lineage

_WITHOUT_TEXTS = {Phase.STARTING, Phase.FAILED}  # names answer before, or without, the tables that hold these
_MOST_COMPARED = 128  # changed files of an answer, of the best symbols: each is read twice, from the disk and the index


def engine_of(codebase: Codebase, state: State, redactor: Redactor) -> Engine:
    """Return the engine of a state: the index, and the open documents in front of it."""

    @cache  # one answer sees one state of a file
    def lines(path: str) -> Sequence[str]:
        live = state.documents.lines(path)
        if live is not None:
            return live
        # A file that is gone with its disk, or is just being written, is shown as it was indexed.
        return codebase.file_lines(path) or (() if is_gone(path) else state.stored_lines(path))

    def is_gone(path: str) -> bool:
        return not codebase.changed([path], state).get(path, True)

    @cache
    def shown(path: str) -> Sequence[str]:
        return redactor.lines(path, lines(path))

    def texts(paths: Sequence[str]) -> list[bytes]:
        stored = [path for path in paths if path not in state.documents.files]
        found = dict(zip(stored, codebase.file_texts(stored), strict=True))
        return [found.get(path) or "\n".join(lines(path)).encode("utf-8", "replace") for path in paths]

    @cache
    def drift(path: str) -> Drift | None:
        now = lines(path)  # before the check whether these are other lines
        return _drifts(state, codebase.changed([path], state), {path: now}).get(path)

    def lines_as_indexed(path: str) -> Sequence[str] | None:
        return lines(path) if drift(path) is None else None

    corpus = Corpus(state, lines_as_indexed)
    lineage = partial(lineage_of, codebase, state, redactor)
    status, kept = codebase.status_of(state), codebase.kept_names
    return Engine(codebase.root, corpus, lines, shown, texts, status, lineage, drift=drift, kept_names=kept)


def lineage_of(codebase: Codebase, state: State, redactor: Redactor, cancel: CancelToken) -> Lineage:
    """Return the answers about commits up to the checked-out one.

    Raises:
        Cancelled: if asked to stop.
    """

    def lines(path: str) -> Sequence[str]:
        live = state.documents.lines(path)
        return live if live is not None else codebase.file_lines(path)

    state = codebase.with_new_commits(state, cancel)
    return Lineage(codebase.root, state, codebase.settings.index_history, lines, redactor.text, cancel)


def present_now(
    found: Sequence[SymbolMatch], codebase: Codebase, state: State, cancel: CancelToken
) -> Sequence[SymbolMatch]:
    """Return definitions as they stand now, without those that are gone; see `_MOST_COMPARED`."""
    changed = codebase.changed(dict.fromkeys(match.path for match in found), state)
    if not changed:
        return found
    most = 0 if codebase.status().phase in _WITHOUT_TEXTS else _MOST_COMPARED
    here = islice((path for path, is_here in changed.items() if is_here), most)
    # An empty file is mostly just being written.
    now = {path: lines for path in here if (lines := codebase.file_lines(path))}
    cancel.check()
    drifts = _drifts(state, changed, now)
    present: list[SymbolMatch | None] = []
    for match in found:
        cancel.check()
        present.append(drifts[match.path].symbol(match) if match.path in drifts else match)
    return [*filter(None, present)]


def _drifts(state: State, changed: Mapping[str, bool], now: Mapping[str, Sequence[str]]) -> Mapping[str, Drift]:
    """Return the drift of files that `changed`, as `Codebase.changed` tells it: those gone, and those read `now`."""
    before = state.stored_lines_of(path for path in now if changed.get(path))
    drifts = {path: Drift(lines, now[path]) for path, lines in before.items() if lines}
    return drifts | {path: GONE for path, is_here in changed.items() if not is_here}
