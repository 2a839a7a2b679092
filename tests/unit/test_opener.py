"""Who answers after a host has ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lsp_codebase.config import Sources
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
