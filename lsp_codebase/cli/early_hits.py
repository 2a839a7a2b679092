"""The first hits of a search, to be seen below the bar while a first index is still made."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from lsp_codebase.answers import Answers
from lsp_codebase.cli.hits_text import Layout, grep_lines
from lsp_codebase.errors import CodebaseError
from lsp_codebase.model import CancelToken, Confidence, Effort, Pack, SearchQuery

_HITS = 3
_FIRST_S = 1.0  # most waits are over by then
_EVERY = 20  # times as long as the last question took, so that it slows indexing little
_SHORTEST_S = 1.0


class EarlyHits:
    """Asks now and then; nothing is shown before there is something sure."""

    def __init__(self, query: SearchQuery, layout: Layout) -> None:
        self._query = replace(query, limit=_HITS, pack=Pack.CHUNK, effort=Effort.FAST)
        self._layout = layout
        self._due = time.monotonic() + _FIRST_S
        self._lines: Sequence[str] = ()

    def __call__(self, answers: Answers) -> Sequence[str]:
        """Return the lines to show by now."""
        began = time.monotonic()
        if began < self._due:
            return self._lines
        try:
            found = answers.search(self._query, CancelToken())
        except CodebaseError:  # told, if it is still so, when the index is there: until then the model may not be
            found = None
        if found is not None and found.hits and found.confidence is not Confidence.NONE:
            places = (" ".join(line.split()) for line in grep_lines(found.hits, self._layout))  # of one line each
            self._lines = ["so far:", *places]
        ended = time.monotonic()
        self._due = ended + max(_EVERY * (ended - began), _SHORTEST_S)
        return self._lines
