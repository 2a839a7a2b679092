"""What answers the questions: the product, and plain BM25 over functions to compare it with."""

from __future__ import annotations

import heapq
import math
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, Effort, SearchQuery
from lsp_codebase.parse import tokenize
from lsp_codebase.workspace import Workspace

from .definitions import is_definition, read_code
from .metrics import HITS, Hit

COMMITS_S = 120.0


class System(Protocol):
    def search(self, text: str) -> list[Hit]: ...

    def close(self) -> None: ...


class Product:
    """The search of this package, asked in this process; its index lies in `index` and is taken up again."""

    def __init__(self, tree: Path, index: Path, settings: Mapping[str, Any], effort: Effort = Effort.FAST) -> None:
        self._tree, self._effort = tree, effort
        self._workspace = Workspace(Settings(index_location=str(index), **settings))
        self._workspace.add_folder(tree)
        self._workspace.start()
        self._workspace.find(tree).wait_until_idle(CancelToken())
        self._wait_for_commits()

    def search(self, text: str) -> list[Hit]:
        answer = self._workspace.view(self._tree).search(
            SearchQuery(text, limit=HITS, effort=self._effort), CancelToken()
        )
        return [
            Hit(
                hit.path.relative_to(self._tree).as_posix(),
                hit.span.start_line + 1,
                hit.span.last_line + 1,
                len(hit.text or ""),
            )
            for hit in answer.hits
        ]

    def _wait_for_commits(self) -> None:
        """They are read beside: on a busy machine they come late."""
        codebase, begun = self._workspace.find(self._tree), time.monotonic()
        while (
            codebase.settings.index_history
            and (self._tree / ".git").exists()
            and codebase.published.history is None
            and time.monotonic() - begun < COMMITS_S
        ):
            time.sleep(0.05)

    def close(self) -> None:
        self._workspace.close()


class FunctionBm25:
    """Okapi BM25 over functions and types as documents, each with the words of its path, identifiers split.

    A file without definitions is one document.
    """

    def __init__(self, tree: Path) -> None:
        code = read_code(tree, (path.relative_to(tree).as_posix() for path in sorted(tree.rglob("*"))))
        self._places: list[Hit] = []
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._sizes: list[int] = []
        for path, symbols in code.symbols.items():
            lines = code.lines(path)
            spans = [(one.span.start_line, one.span.last_line) for one in symbols if is_definition(one)]
            for first, last in spans or [(0, len(lines) - 1)]:
                self._add(path, first, last, "\n".join(lines[first : last + 1]))
        self._average = sum(self._sizes) / max(len(self._sizes), 1)

    def _add(self, path: str, first: int, last: int, text: str) -> None:
        counts = Counter(tokenize(f"{path}\n{text}"))
        for token, count in counts.items():
            self._postings[token].append((len(self._places), count))
        self._places.append(Hit(path, first + 1, last + 1, len(text)))
        self._sizes.append(sum(counts.values()))

    def search(self, text: str) -> list[Hit]:
        scores: dict[int, float] = defaultdict(float)
        for token in set(tokenize(text)):
            found = self._postings.get(token, [])
            rarity = math.log(1 + (len(self._places) - len(found) + 0.5) / (len(found) + 0.5))
            for place, count in found:
                norm = 1.2 * (0.25 + 0.75 * self._sizes[place] / self._average)
                scores[place] += rarity * count * 2.2 / (count + norm)
        return [self._places[place] for place, _ in heapq.nlargest(HITS, scores.items(), key=lambda pair: pair[1])]

    def close(self) -> None:
        """Nothing is open."""
