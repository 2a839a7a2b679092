"""`tests/CAPABILITIES.md` has every row once and names tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
ROWS = {"V": 30, "A": 22, "M": 19, "U": 8, "K": 8, "B": 18, "W": 16}
IDS = [f"{letter}{number:02}" for letter, last in ROWS.items() for number in range(1, last + 1)]
STATES = {"works", "otherwise", "partly", "not applicable"}
TABLE = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (REPOSITORY / "tests" / "CAPABILITIES.md").read_text(encoding="utf-8").splitlines()
    if line.count("|") > 3 and not line.startswith(("| id ", "| what ", "| ---"))
]
NAMED = sorted({name for row in TABLE for name in row[-1].replace("`", "").split()})


@cache
def defined(path: str) -> frozenset[str]:
    """Return the tests of a file by what stands behind its path in their ids."""
    found = set()
    for node in ast.parse((REPOSITORY / path).read_text(encoding="utf-8")).body:
        for inner in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.add(inner.name if inner is node else f"{node.name}::{inner.name}")
    return frozenset(name for name in found if name.split("::")[-1].startswith("test_"))


def test_every_row_is_there_once_and_in_order():
    assert [row[0] for row in TABLE if re.fullmatch(r"[A-Z]\d\d", row[0])] == IDS


def test_every_row_says_something_and_has_a_state():
    for *_, sentence, state, _ in TABLE:
        assert sentence.endswith(".")
        assert state in STATES
        assert ("Not: " in sentence) == (state == "partly"), sentence


def test_every_row_that_works_names_a_test():
    assert all(row[-1] for row in TABLE if row[-2] != "not applicable")


@pytest.mark.parametrize("name", NAMED)
def test_a_test_that_is_named_exists(name):
    path, _, test = name.partition("::")
    assert test in defined(path)
