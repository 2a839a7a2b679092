"""Dialects are made readable without moving a byte."""

import pytest

from lsp_codebase.parse import parse_file
from lsp_codebase.parse.readable import make_readable

FIXED = """\
*> \\brief a comment
C     another
      SUBROUTINE SOLVE( N, A,
     $                  LDA )
      INTEGER N
 10   CONTINUE
      END
      REAL FUNCTION NORM(X)
      NORM = X +
     1       X
      END
"""
EXPORTED = """\
LIB_BEGIN_NAMESPACE
class LIB_EXPORT Table : public Base {
 public:
  bool ok() const { return true; }
};
struct ALIGNED(8) Row final { int x; };
LIB_END_NAMESPACE
"""


def test_fixed_form_fortran_has_its_procedures() -> None:
    symbols = parse_file("solve.f", FIXED.encode()).symbols
    assert [(symbol.name, symbol.name_span.start_line) for symbol in symbols] == [("SOLVE", 2), ("NORM", 7)]
    assert symbols[0].signature == "SUBROUTINE SOLVE(N, A, $ LDA)"


def test_a_class_behind_an_export_macro_is_a_class() -> None:
    symbols = parse_file("table.cpp", EXPORTED.encode()).symbols
    assert [f"{symbol.kind.name} {symbol.name}" for symbol in symbols] == [
        "Class Table",
        "Method ok",
        "Struct Row",
        "Field x",
    ]


def test_both_branches_of_a_haskell_conditional_are_seen() -> None:
    text = "module M where\n\n#if A\nf :: Int\nf = 1\n#else\ng :: Int\ng = 2\n#endif\n"
    assert [symbol.name for symbol in parse_file("M.hs", text.encode()).symbols] == ["M", "f", "g"]


@pytest.mark.parametrize(("grammar", "path", "text"), [("fortran", "a.f", FIXED), ("cpp", "a.cpp", EXPORTED)])
def test_no_byte_moves(grammar: str, path: str, text: str) -> None:
    source = text.encode()
    readable = make_readable(grammar, path, source)
    assert readable != source
    assert [len(line) for line in readable.split(b"\n")] == [len(line) for line in source.split(b"\n")]


def test_other_languages_stay_as_they_are() -> None:
    source = EXPORTED.encode()
    assert make_readable("java", "A.java", source) is source
