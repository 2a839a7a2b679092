"""Who answers after a host has ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lsp_codebase.config import Sources
from lsp_codebase.model import IndexStatus, Phase
from lsp_codebase.opening import opener as module
from lsp_codebase.opening.opener import Opener


def test_a_process_that_claims_an_index_whose_next_host_is_there_by_now_is_served_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed: list[Path] = []
    host: Any = object()

    def claim(index: Path) -> bool:
        claimed.append(index)  # the next host has opened its door since it was last looked for
        return True

    monkeypatch.setattr(module, "claim", claim)
    monkeypatch.setattr(module, "settle", claimed.remove)
    monkeypatch.setattr(Opener, "attached", lambda opener, roots: host if claimed else None)
    monkeypatch.setattr(Opener, "_own", lambda opener, roots: pytest.fail("one index, two processes that have it open"))
    opener = Opener(Sources(), "a test", None, True, False, True, lambda _: None)
    assert opener.open([tmp_path]) is host
    assert not claimed


class Indexing:
    """A host whose index comes to have all files, a step with each look at its status."""

    def __init__(self, *steps: IndexStatus) -> None:
        self.steps = [*steps, IndexStatus("root", Phase.READY, 100, 100)]

    def status(self) -> list[IndexStatus]:
        return [self.steps.pop(0)]


@pytest.mark.parametrize(
    ("steps", "waits"),
    [
        ([IndexStatus("root", Phase.SCANNING), IndexStatus("root", Phase.INDEXING, 70, 100)], True),
        ([IndexStatus("root", Phase.INDEXING, 4, 100), IndexStatus("root", Phase.EMBEDDING, 100, 100)], True),
        ([IndexStatus("root", Phase.INDEXING, 70, 100)], False),
        ([IndexStatus("root", Phase.STARTING, has_index=True)], False),
        ([IndexStatus("root", Phase.EMBEDDING, 100, 100)], False),
    ],
)
@pytest.mark.parametrize("stays", [False, True])
def test_a_question_waits_for_all_of_a_first_index_that_another_process_has_just_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: list[IndexStatus], waits: bool, stays: bool
) -> None:
    host: Any = Indexing(*steps)
    monkeypatch.setattr(Opener, "attached", lambda opener, roots: host)
    opener = Opener(Sources(), "a test", None, True, False, stays, lambda _: None)
    answers: Any = opener.open([tmp_path])
    assert answers is host
    assert (not host.steps) == (waits and not stays)
