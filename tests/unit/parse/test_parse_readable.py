"""Dialects are made readable without moving a byte."""

import pytest

from lsp_codebase.parse import parse_file
from lsp_codebase.parse.dialects import make_readable

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

OBJECTIVE_C = """\
#if defined(__cplusplus)
extern "C" {
#endif
NS_ASSUME_NONNULL_BEGIN
LIB_EXPORT_CLASS LIB_ROOT_CLASS
@interface Table : NSObject
{
#if LIB_MODERN
@public int rows;
#endif
}
#if LIB_VERSION(10, 2)
- (id) init NS_DESIGNATED_INITIALIZER;
#endif
@end
typedef NS_ENUM(NSInteger, Order) {
  OrderSame = 0
};
"""
VERILOG = """\
`ifdef SIM
(* keep = "yes" *)
`endif
module first (input [3:0] a `DEFAULT(4'h0), output y);
  specify
    (a => y) = 1;
  endspecify
  always @(*) y = a;
endmodule
module second (input b);
endmodule
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


def test_an_objective_c_header_full_of_macros_has_its_class() -> None:
    symbols = parse_file("Table.m", OBJECTIVE_C.encode()).symbols
    assert [f"{symbol.kind.name} {symbol.name} {symbol.container}".rstrip() for symbol in symbols] == [
        "Class Table",
        "Field rows Table",
        "Method init Table",
        "Enum Order",
        "EnumMember OrderSame Order",
    ]


def test_verilog_modules_behind_attributes_and_timing_are_found() -> None:
    names = [symbol.name for symbol in parse_file("cells.v", VERILOG.encode()).symbols]
    assert [name for name in names if len(name) > 1] == ["first", "second"]


def test_a_class_holds_its_members_where_its_constructor_begins_on_the_next_line() -> None:
    symbols = parse_file("A.kt", KOTLIN_CONSTRUCTORS.encode()).symbols
    assert {symbol.name: symbol.container for symbol in symbols if symbol.name in ("total", "twice", "last")} == {
        "total": "Cart",
        "twice": "Cart.Row",
        "last": "",
    }
    assert symbols[0].signature == (
        "public class Cart<T : Any> @Inject private constructor(private val rows: List<T>) : Named by rows, Sized"
    )


@pytest.mark.parametrize(
    ("grammar", "path", "text"),
    [
        ("fortran", "a.f", FIXED),
        ("cpp", "a.cpp", EXPORTED),
        ("objc", "a.m", OBJECTIVE_C),
        ("verilog", "a.v", VERILOG),
    ],
)
def test_no_byte_moves(grammar: str, path: str, text: str) -> None:
    source = text.encode()
    readable = make_readable(grammar, path, source)
    assert readable != source
    assert [len(line) for line in readable.split(b"\n")] == [len(line) for line in source.split(b"\n")]


def test_other_languages_stay_as_they_are() -> None:
    source = EXPORTED.encode()
    assert make_readable("java", "A.java", source) is source


ZSH = """\
_make_list ()
{
  local -a list
  list=(${${(0)"$(git config -z)"}#alias.})
  list=( ${=_all_commands} )
}
_main () { echo "${words[@]}" }
"""
CAMLP4 = """\
let type_of patt = match patt with
  | <:patt< $tup:x$ >> -> Tuple x
  | <:expr@loc< fun $lid:y$ ->
      $e$ >> -> Variable
let next = 1
"""
MACROS = """\
@interface Stream : NSObject
IVARS
/** Describe it. */
- (NSString*) description;
- init;
+ (id) NS_RETURNS_RETAINED leak: (id)object;
@end
"""


KBUILD = """\
obj-y := main.o
obj-$(CONFIG_USB) += usb.o \\
        hub.o
obj-${CONFIG_NET}:= net.o
$(obj)/table.h: $(src)/table.txt
\t$(call make_table) mode=$(MODE)
ifdef CONFIG_ARM
targets = arm
else ifdef CONFIG_ARC
targets = arc
else
targets = other
endif
all: main
"""
KOTLIN = """\
interface Keys { companion object { const val ID = 1 } }
object Limits { private val most = 10 }
class Last { var x: Int = listOf(1) }
"""
SQL = """\
/*
CREATE PROCEDURE old AS SELECT 1
*/
CREATE PROC [dbo].[ä] @Id INT
AS
BEGIN
    SELECT 'x' FROM [a b]
END
GO
CREATE PROCEDURE p;
CREATE TABLE [t] ([Id] INT IDENTITY(1, 1), [Text] NVARCHAR(MAX)) ON [PRIMARY]
CREATE DOMAIN d AS text;
CREATE OR REPLACE PACKAGE pkg AS
  PROCEDURE member(a NUMBER);
END pkg;
/
"""
SCSS = """\
$sizes: (
  small: 1px, // ä
  large: (x: 2px),
);
$after: 1px;
"""

KOTLIN_CONSTRUCTORS = """\
public class Cart<T : Any>
@Inject
private constructor(private val rows: List<T>) : Named by rows, Sized {
    fun total() = 1
    class Plain
    class Row
    internal constructor(val price: Int) {
        fun twice() = 2
    }
}
fun last() {}
"""
KOTLIN_2 = """\
class Cart {
    fun label() = $$"$$name costs $price"
    fun kind(row: Any) = when (row) {
        is Row if row.price > limit(row) -> { 1 }
        else if row == null -> 2
        else -> 3
    }
    fun names(a: Int) {
        if (a > 1) print(a)
        else if (a > 2) listOf(a).map { x -> x }
    }
    fun text() = $$$___$$${name}___
    fun last() {}
}
""".replace("_", '"')
SWIFT = """\
public protocol Channel {
    #if !os(Windows)
    @available(*, deprecated, renamed: "join")
    func joinGroup(_ group: String)
    #endif

    func leave()
}
#if os(Linux)
struct Poll { func wait() {} }
#else
struct Queue { func wait() {} }
#endif
final class Reader {
    nonisolated(unsafe) var count = 0
    func read() async throws(ReadError) -> Int {
        if let first = try await next() { return first }
        switch try? await next() { default: return 0 }
    }
    func close() {}
}
"""
DBT = """\
{# Adds the tax. #}
{% macro with_tax(column) -%}
    {{ return(adapter.dispatch('with_tax')(column)) }}
{%- endmacro %}

{%- macro default__with_tax(column) -%}
    case when {{ column }} > "0" then {{ column }} * 1.2 end
{%- endmacro -%}

{% test is_positive(model, column_name) %}
select * from {{ model }} where {{ column_name }} < 0
{% endtest %}
create table paid (tax int);
{% macro unclosed(a) %}
create table shown (a int);
"""
SWIFT_TYPES = ["Poll", "wait", "Queue", "wait", "Reader", "count", "read", "close"]


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("A.kt", KOTLIN_CONSTRUCTORS, ["Cart", "rows", "total", "Plain", "Row", "price", "twice", "last"]),
        ("a.swift", SWIFT, ["Channel", "joinGroup", "leave", *SWIFT_TYPES]),
        ("A.kt", KOTLIN_2, ["Cart", "label", "kind", "names", "text", "last"]),
        ("A.kt", KOTLIN, ["Keys", "ID", "Limits", "most", "Last", "x"]),
        ("a.sql", SQL, ["ä", "t", "Id", "Text", "d", "pkg", "member"]),
        ("a.sql", DBT, ["with_tax", "default__with_tax", "is_positive", "paid", "tax", "shown", "a"]),
        ("a.scss", SCSS, ["$sizes", "$after"]),
        ("Makefile", KBUILD, ["obj-y", "targets", "targets", "targets", "all"]),
        ("_git.zsh", ZSH, ["_make_list", "_main"]),
        (".zshrc", ZSH, ["_make_list", "_main"]),
        ("a.ml", CAMLP4, ["type_of", "next"]),
        ("a.m", MACROS, ["Stream", "description", "init", "leak"]),
    ],
)
def test_what_a_grammar_does_not_know_hides_no_definition(path: str, text: str, names: list[str]) -> None:
    assert [symbol.name for symbol in parse_file(path, text.encode()).symbols] == names


@pytest.mark.parametrize(
    ("grammar", "path", "text"),
    [
        ("bash", "_git.zsh", ZSH),
        ("ocaml", "a.ml", CAMLP4),
        ("make", "a.mk", KBUILD),
        ("kotlin", "A.kt", KOTLIN),
        ("kotlin", "A.kt", KOTLIN_CONSTRUCTORS),
        ("kotlin", "A.kt", KOTLIN_2),
        ("swift", "a.swift", SWIFT),
        ("sql", "a.sql", SQL),
        ("sql", "a.sql", DBT),
        ("scss", "a.scss", SCSS),
    ],
)
def test_what_is_made_readable_keeps_its_length_and_lines(grammar: str, path: str, text: str) -> None:
    source = text.encode()
    readable = make_readable(grammar, path, source)
    assert readable != source
    assert [len(line) for line in readable.split(b"\n")] == [len(line) for line in source.split(b"\n")]
    assert make_readable(grammar, "a.sh", b"let x = ${y}\n") == b"let x = ${y}\n"


def test_a_number_sign_in_a_string_of_kconfig_hides_nothing_behind_it():
    source = b'config A\n    bool "Save #1"\n\nconfig B\n    bool "b"  # "c\n'
    assert len(make_readable("kconfig", "Kconfig", source)) == len(source)
    assert [symbol.name for symbol in parse_file("Kconfig", source).symbols] == ["A", "B"]
