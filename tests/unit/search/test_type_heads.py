"""The bases that the head of a type names, in many languages."""

import pytest

from lsp_codebase.search.call_graph.type_heads import Heads, bases_at, bases_by_type, bases_inside

HEADS = [
    ("python", "class X(Base[int, str], shop.Other, metaclass=Meta):\n    pass", ["Base", "shop.Other"]),
    ("python", "class X(\n    One,  # not Two\n    Three,\n): pass", ["One", "Three"]),
    ("python", "@implementer(IRow)\nclass X(Base):\n    pass", ["Base", "IRow"]),
    (
        "typescript",
        "export abstract class X<T extends Row> extends ns.Base<T> implements I, J {",
        ["ns.Base", "I", "J"],
    ),
    ("typescript", "class X<T = {}> extends Base<T> {", ["Base"]),
    (
        "typescript",
        "class X<\n  T extends { a: string },\n>\n  extends Base<T>\n  implements I<{ b: 1 }>\n{",
        ["Base", "I"],
    ),
    ("typescript", "class X {\n  a = { b: 1 }\n}\nclass Y extends Base {", []),
    ("javascript", "class X extends mixed(Base) {", ["mixed"]),
    ("java", "public class X<T extends Row> extends Base<T> implements I, a.b.J<K> {", ["Base", "I", "a.b.J"]),
    ("java", "class X // class Y extends Z\n  extends Base {", ["Base"]),
    ("kotlin", "class X(val a: Int = f()) : Base(a), I {", ["Base", "I"]),
    ("kotlin", "data class X(\n    // a base?\n    val a: Int,\n) : Base(a)\n\nclass Y : Z", ["Base"]),
    ("kotlin", "class X\n@Inject\nconstructor(\n    @Own private val a: Int,\n) :\n    Base(a), I {", ["Base", "I"]),
    ("kotlin", "interface X\n\n@Inject class Y : Z", []),
    ("solidity", "abstract contract X is Base, N.Own(msg.sender), I {\n    event E();", ["Base", "N.Own", "I"]),
    ("solidity", "contract X {\n}\ncontract Y is Base {", []),
    ("csharp", "partial class X<T> : Base<T>, N.I where T : new() {", ["Base", "N.I"]),
    ("csharp", "record X(int A) : Base(A);", ["Base"]),
    ("cpp", "class API X final : public virtual ns::Base<int>, private Other {", ["ns.Base", "Other"]),
    ("php", "class X extends \\Acme\\Base implements I {", ["Acme.Base", "I"]),
    ("ruby", "class Acme::X < Rows::Base\n  def one", ["Rows.Base"]),
    ("scala", "class X(a: Int) extends Base(a) with Mix {", ["Base", "Mix"]),
    ("swift", "extension X: P, Q {", ["P", "Q"]),
    ("dart", "class X extends Base with M implements I {", ["Base", "M", "I"]),
    ("rust", "pub trait X: Base + fmt::Other {", ["Base", "fmt.Other"]),
    ("julia", "struct X <: Base\n  a::Int\nend", ["Base"]),
    ("go", "type X struct {\n\tBase\n}", []),
    ("python", "class X:\n    pass\n\n\nclass Y(X):\n    pass", []),
]


@pytest.mark.parametrize(("language", "text", "bases"), HEADS)
def test_the_head_of_a_type_names_its_bases_in_order(language, text, bases):
    assert bases_at(text, text.index("X"), language) == bases


@pytest.mark.parametrize(("language", "text", "bases"), HEADS)
def test_what_is_read_as_a_base_is_one_by_whose_name_the_head_is_found(language, text, bases):
    for base in bases:
        assert [*Heads(base.rpartition(".")[2]).of(text, language)]


def test_a_line_in_a_type_names_a_base():
    text = "class X\n  include Acme::Comparable\n  extend Kept\n  # include Other\nend"
    assert [base for _, base in bases_inside(text, "ruby")] == ["Comparable", "Kept"]
    assert [*bases_inside(text, "python")] == []
    text = (
        "class X {\n    use Acme\\Saved;\n    use One, Two {\n        f as g;\n    }\n    function f() use ($x) {}\n}"
    )
    assert [base for _, base in bases_inside(text, "php")] == ["Saved", "Two"]
    text = "type X struct {\n\t*Base `json:1`\n\tnet.Conn // of\n\tsize int\n\trun func(\n\t)\n}"
    assert [base for _, base in bases_inside(text, "go")] == ["Base", "Conn"]


def test_the_bases_of_a_type_of_rust_stand_apart_from_it():
    text = "struct X;\n\nimpl fmt::Base<u8> for X<T> where T: Other {}\n\nimpl X {}\n\nimpl One for shop::Y {}\n"
    assert bases_by_type(text, "rust") == {"X": ["fmt.Base"], "Y": ["One"]}


def test_a_head_of_thousands_of_words_is_read_at_once():
    text = "class X(" + "a(" * 20_000 + ", ".join(f"B{at}" for at in range(20_000))
    assert len(bases_at(text, 6, "python")) < 1_000
    assert len(bases_at(text, 6, "java")) < 1_000
