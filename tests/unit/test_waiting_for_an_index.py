"""Who waits for an index asks the less often the longer it takes: each answer costs who makes it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from lsp_codebase.model import CancelToken, IndexStatus, Phase
from lsp_codebase.opening import waiting


@pytest.mark.parametrize(("takes_s", "most_asked"), [(0.1, 7), (10.0, 350), (600.0, 2_000)])
def test_a_long_index_is_asked_for_seldom_and_its_end_is_seen_soon(
    monkeypatch: pytest.MonkeyPatch, takes_s: float, most_asked: int
) -> None:
    slept = [0.0]
    monkeypatch.setattr(waiting, "time", SimpleNamespace(monotonic=lambda: sum(slept), sleep=slept.append))
    asked = []

    def status() -> list[IndexStatus]:
        asked.append(sum(slept))
        return [IndexStatus("/root", Phase.READY if asked[-1] >= takes_s else Phase.INDEXING)]

    waiting.wait_until_indexed(SimpleNamespace(status=status), CancelToken())  # type: ignore[arg-type]
    assert len(asked) <= most_asked
    assert asked[-1] - takes_s <= max(0.02 * takes_s, 0.02) + 0.001
