"""A question is answered from the one state it began with, whatever is committed or typed meanwhile."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from codebases import settle, write

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener
from lsp_codebase.index.dirty import DirtySet
from lsp_codebase.index.reporter import Reporter
from lsp_codebase.indexes import Published, State
from lsp_codebase.model import CancelToken, Mode, Phase, SearchAnswer, SearchQuery, Span
from lsp_codebase.model.document import Document
from lsp_codebase.search import Corpus, Engine, Lineage
from lsp_codebase.search import answer as page_of

SEARCHED = ("/lsp_codebase/search/", "/lsp_codebase/indexes/", "/lsp_codebase/symbols/", "codebase.py")
QUERIES = {Mode.HYBRID: "flush the pending ledger", Mode.EXACT: "pending ledger", Mode.SYMBOL: "flush_ledger"}


def source(version: int) -> str:
    return f"def flush_ledger():\n    return 'flush the pending ledger, version {version}'\n"


def _no_commits(root: Path, state: State, cancel: CancelToken) -> Lineage:
    return Lineage(root, state, False, lambda _: (), str, cancel)


@pytest.fixture
def codebase(root: Path, open_codebase: Callable[..., Codebase]) -> Codebase:
    write(root, {"a.py": source(0), "b.py": "def other():\n    return 'nothing of the kind'\n"})
    return open_codebase()


def commit(codebase: Codebase, version: int) -> None:
    """Save another version of a file and wait until it is committed."""
    before = codebase.status().generation
    write(codebase.root, {"a.py": source(version)})
    codebase.mark_changed([codebase.root / "a.py"])
    settle(codebase, lambda status: status.generation > before)


def interrupted(ask: Callable[[], SearchAnswer], at: int, interrupt: Callable[[], None]) -> tuple[SearchAnswer, int]:
    """Ask, and interrupt the question at the n-th call of a function of ours; return how many calls there were."""
    calls = 0

    def on_call(frame: FrameType, event: str, _: Any) -> None:
        nonlocal calls
        if event == "call" and any(room in frame.f_code.co_filename for room in SEARCHED):
            calls += 1
            if calls == at:
                sys.setprofile(None)
                interrupt()
                sys.setprofile(on_call)

    sys.setprofile(on_call)
    try:
        return ask(), calls
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("mode", QUERIES)
def test_a_commit_at_any_step_of_a_search_loses_nothing(codebase: Codebase, mode: Mode) -> None:
    query = SearchQuery(QUERIES[mode], mode=mode)

    def ask() -> SearchAnswer:
        return codebase.search(query, CancelToken())

    _, calls = interrupted(ask, -1, lambda: None)
    for version, at in enumerate(range(1, calls, max(calls // 12, 1)), start=1):
        answer, _ = interrupted(ask, at, lambda version=version: commit(codebase, version))
        assert [hit.path.name for hit in answer.hits][:1] == ["a.py"], f"interrupted at call {at} of {calls}"


def test_an_edit_at_any_step_of_a_search_leaves_its_places_right(codebase: Codebase) -> None:
    document = Document(source(0))
    path = codebase.root / "a.py"
    codebase.open_document(path, document)

    def ask() -> SearchAnswer:
        return codebase.search(SearchQuery(QUERIES[Mode.HYBRID]), CancelToken())

    def type_a_line() -> None:
        before = codebase.serial
        document.edit(Span(0, 0, 0, 0), "# one more line\n")
        codebase.document_changed(path)
        end = time.monotonic() + 60
        while codebase.serial == before and time.monotonic() < end:
            time.sleep(0.01)

    _, calls = interrupted(ask, -1, lambda: None)
    for at in range(1, calls, max(calls // 8, 1)):
        answer, _ = interrupted(ask, at, type_a_line)
        (hit, *_) = answer.hits
        assert hit.path == path
        assert document.line(hit.name_span.start_line if hit.name_span else -1) == b"def flush_ledger():"


def test_answers_during_a_storm_of_commits_are_those_of_the_state_they_name(codebase: Codebase) -> None:
    states: dict[int, State] = {}
    published = codebase._published
    publish = published.publish

    def remembered(**changes: Any) -> None:
        publish(**changes)
        states.setdefault(published.state.generation, published.state)

    states[published.state.generation] = published.state
    published.publish = remembered  # type: ignore[method-assign]
    is_over = threading.Event()

    def storm() -> None:
        for version in range(1, 15):
            commit(codebase, version)
            write(codebase.root, {f"n{version}.py": f"def flush_ledger_{version}():\n    return 'ledger {version}'\n"})
            codebase.mark_changed([codebase.root / f"n{version}.py"])
        is_over.set()

    threading.Thread(target=storm, daemon=True).start()
    answers = []
    while not is_over.is_set():
        for mode, text in QUERIES.items():
            answers.append((mode, text, codebase.search(SearchQuery(text, mode=mode, limit=50), CancelToken())))
    assert len({answer.status.generation for *_, answer in answers}) > 5
    for mode, text, answer in answers:
        state = states[answer.status.generation]
        texts = (lambda _: (), lambda _: (), lambda _: b"")
        engine = Engine(codebase.root, Corpus(state), *texts, answer.status, partial(_no_commits, codebase.root, state))
        if mode is Mode.SYMBOL:  # decided by names alone; texts may have been tidied away since
            query = SearchQuery(text, mode=mode, limit=50)
            again = page_of(query, [engine.find(query, CancelToken())], CancelToken())
            assert [hit.path for hit in again.hits] == [hit.path for hit in answer.hits]
        assert {hit.path.relative_to(codebase.root).as_posix() for hit in answer.hits} <= set(state.files.by_path)


def test_files_are_never_shown_without_the_vectors_made_while_they_were_read(
    root: Path, settings: Settings, open_codebase: Callable[..., Codebase], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: set[tuple[int, int]] = set()
    publish = Published.publish

    def publish_and_note(published: Published, **changes: Any) -> None:
        publish(published, **changes)
        shown.add((published.state.embedded, published.state.files.counts.get("chunks", 0)))

    monkeypatch.setattr(Published, "publish", publish_and_note)
    write(root, {f"{n}.py": source(n) for n in range(60)})
    codebase = open_codebase(settings=replace(settings, embedding_model="builtin"))
    settle(codebase, lambda status: status.vectors.done == 60)
    assert (60, 60) in shown
    assert {embedded - chunks for embedded, chunks in shown} == {0}


def test_a_phase_is_never_told_with_an_older_state(tmp_path: Path) -> None:
    class Watched(Published):
        """The indexer goes on just after somebody took the state."""

        on_look: Callable[[], None] | None = None

        @property
        def state(self) -> State:
            seen, on_look = self._state, self.on_look
            self.on_look = None
            if on_look is not None:
                on_look()
            return seen

        @state.setter
        def state(self, state: State) -> None:
            self._state = state

    published = Watched()
    reporter = Reporter(tmp_path, SilentListener(), DirtySet(), published)
    reporter.model = "a model"
    files = replace(published.state.files, counts=Counter(chunks=63))
    published.publish(files=files, embedded=62, texts=object())
    reporter.enter(Phase.EMBEDDING)

    def finish() -> None:
        published.publish(embedded=63)
        reporter.enter(Phase.READY)

    published.on_look = finish
    during, after = reporter.status(), reporter.status()
    assert (during.phase, during.vectors.done) in {(Phase.EMBEDDING, 62), (Phase.EMBEDDING, 63), (Phase.READY, 63)}
    assert (after.phase, after.vectors.done) == (Phase.READY, 63)
