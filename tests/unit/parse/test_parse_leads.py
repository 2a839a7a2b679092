"""Annotations that a grammar keeps beside a definition: they belong to the one directly behind them."""

import pytest

from lsp_codebase.model import Symbol
from lsp_codebase.parse import parse_file

ANNOTATED = {
    "a.ts": "class A {\n  /** @deprecated use y */\n  @Post()\n  @Code(1) run() {}\n}\n",
    "a.dart": "class A {\n  /// @deprecated\n  @override // of B\n  @a void run() {}\n}\n",
    "a.rs": "impl A {\n  /// Deprecated: use y\n  #[inline] // why\n  #[must_use] fn run() {}\n}\n",
    "between.ts": "class A {\n  /* other */\n  @Post()\n  /** @deprecated use y */\n  run() {}\n}\n",
}


def named(path: str, text: str, name: str) -> Symbol:
    return next(symbol for symbol in parse_file(path, text.encode()).symbols if symbol.name == name)


@pytest.mark.parametrize("path", ANNOTATED)
def test_a_definition_begins_with_its_annotations_and_has_the_comment_above_or_behind_them(path: str) -> None:
    run = named(path, ANNOTATED[path], "run")
    assert run.span.start == (2, 2)
    assert run.is_deprecated


@pytest.mark.parametrize(
    ("path", "text", "name", "column"),
    [
        ("a.ts", "class A {\n  @Inject()\n  constructor(private db: Db) {}\n}\n", "db", 14),
        ("a.rs", "enum E {\n  #[error]\n  Bad { cause: Cause },\n}\n", "cause", 8),
    ],
)
def test_annotations_do_not_belong_to_a_definition_within_the_next_one(
    path: str, text: str, name: str, column: int
) -> None:
    assert named(path, text, name).span.start == (2, column)


def test_between_damaged_lines_an_annotation_that_holds_a_definition_belongs_to_no_later_one() -> None:
    """The order of symbols is that of the file."""
    damaged = """  @moduledoc \"""
  \"""
  @spec open(String.t(e GenServer
  def describe(value)
  def describe(account), do: account.owner
"""
    text = f"{damaged}defmodule Bank.Owner do\nend\ndefmodule Bank.Loan do"
    found = [one for one in parse_file("a.ex", text.encode()).symbols if one.name.startswith("Bank.")]
    assert [(one.name, one.span.start) for one in found] == [("Bank.Owner", (5, 0)), ("Bank.Loan", (7, 0))]
