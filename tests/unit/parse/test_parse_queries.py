"""Queries: each compiles for its grammar, in a process of its own, for a bad query can end the process."""

import subprocess
import sys

import pytest

from lsp_codebase.parse.captures import QUERIES, split_patterns
from lsp_codebase.parse.languages import LANGUAGES

SHARED = {"ecma"}
NAMES = sorted(path.stem for path in QUERIES.glob("*.scm"))
CODE = """
import sys
from lsp_codebase.parse.captures import load_query
from lsp_codebase.parse.languages import LANGUAGES
for name in sys.argv[1:]:
    query = load_query(name, LANGUAGES[name].grammar)
    print(name, len(query.patterns), flush=True)
"""


def test_every_query_belongs_to_a_language() -> None:
    assert set(NAMES) - SHARED <= set(LANGUAGES)


def test_every_query_compiles() -> None:
    names = [name for name in NAMES if name not in SHARED]
    shown = subprocess.run([sys.executable, "-c", CODE, *names], capture_output=True, text=True)
    assert shown.returncode == 0, f"after {shown.stdout.splitlines()[-1:]}: {shown.stderr[-800:]}"
    assert len(shown.stdout.splitlines()) == len(names)


@pytest.mark.parametrize("name", NAMES)
def test_every_pattern_yields_something(name: str) -> None:
    for pattern in split_patterns((QUERIES / f"{name}.scm").read_text("utf-8")):
        assert "@" in pattern


def test_patterns_are_split_at_balanced_brackets() -> None:
    source = '; c (\n(a "(" @x) @y ; z\n[(b) (c)] @w\n'
    assert split_patterns(source) == ['(a "(" @x) @y', "[(b) (c)] @w"]
