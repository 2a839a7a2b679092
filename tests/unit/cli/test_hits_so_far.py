"""The first hits below a bar are a foretaste: that there are none yet ends no command."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from lsp_codebase.cli import early_hits
from lsp_codebase.cli.early_hits import EarlyHits
from lsp_codebase.cli.hits_text import Layout
from lsp_codebase.cli.paint import Paint
from lsp_codebase.cli.places import Places
from lsp_codebase.errors import CodebaseError, IndexUnavailable, InvalidQuery
from lsp_codebase.model import SearchQuery


@pytest.mark.parametrize(
    "error", [IndexUnavailable("its tables are not open yet", "ask again"), InvalidQuery("mode", "there is no model")]
)
def test_a_question_that_an_unfinished_index_cannot_answer_shows_nothing_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: CodebaseError
) -> None:
    monkeypatch.setattr(early_hits, "_FIRST_S", 0.0)
    asked: list[SearchQuery] = []

    class Unfinished:
        def search(self, query: SearchQuery, *_: Any) -> Any:
            asked.append(query)
            raise error

    foretaste = EarlyHits(SearchQuery("zebra"), Layout(Places(tmp_path, tmp_path), Paint(is_on=False)))
    assert [*foretaste(cast("Any", Unfinished()))] == [*foretaste(cast("Any", Unfinished()))] == []
    assert len(asked) == 1
