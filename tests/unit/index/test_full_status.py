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
    assert [problem.path for problem in status.problems] == ["no.py", "z.bin", *sorted(refused)[:98]]
    assert status.problems_total == 152
    assert status.languages[:2] == (("rust", 9), ("python", 7))


def test_reasons_that_few_files_have_are_named_before_those_of_many() -> None:
    refused = {f"{number:03}.png": row(f"{number:03}.png", "binary") for number in range(120)}
    refused |= {name: row(name, "larger than 1000 bytes") for name in ("y.py", "x.py")}
    found = Scan({}, (FileProblem("z.env", "may hold secrets"),), ())
    store = SimpleNamespace(refused=refused, languages=Counter())
    status = with_problems(IndexStatus("/root", Phase.READY), cast("Any", store), found)
    assert [problem.path for problem in status.problems[:4]] == ["z.env", "x.py", "y.py", "000.png"]


def row(path: str, reason: str = "too deep") -> SimpleNamespace:
    return SimpleNamespace(path=path, state="failed", reason=reason)
