"""The full status of an index, which commands and editors ask for many times a second while it is made."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

from lsp_codebase.index.reporter import with_problems
from lsp_codebase.model import FileProblem, IndexStatus, Phase
from lsp_codebase.scan import Scan


def test_it_names_the_first_hundred_problems_and_counts_all_without_looking_at_every_file() -> None:
    refused = {f"{number:03}.py": row(f"{number:03}.py") for number in reversed(range(150))}
    store = SimpleNamespace(refused=refused, languages=Counter(python=7, rust=9))  # it knows no `files`
    found = Scan({}, (FileProblem("z.bin", "binary"),), (FileProblem("no.py", "permission denied"),))
    status = with_problems(IndexStatus("/root", Phase.READY), cast("Any", store), found)
    assert [problem.path for problem in status.problems] == ["no.py", *sorted(refused)[:99]]
    assert status.problems_total == 152
    assert status.languages[:2] == (("rust", 9), ("python", 7))


def row(path: str) -> SimpleNamespace:
    return SimpleNamespace(path=path, state="failed", reason="too deep")
