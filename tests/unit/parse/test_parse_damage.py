"""What the grammar does not know costs the place where it stands, not what is around it."""

import pytest

from lsp_codebase.parse import ParseLimits, damage, file, parse_file
from lsp_codebase.parse.deadline import Deadline

KOTLIN = """package shop

@Serializable
class Cart(private val store: Store) {{
    val size = 1

    fun add(item: Item): Int {{
        return size + 1
    }}

{damage}
    fun clear() = 3

    private var last: String = ""
}}

class Order {{
    fun send() {{}}
}}
"""
AROUND = {
    ("", "Cart"),
    ("Cart", "store"),
    ("Cart", "size"),
    ("Cart", "add"),
    ("Cart", "clear"),
    ("Cart", "last"),
    ("", "Order"),
    ("Order", "send"),
}


def names(path: str, text: str, **limits: int) -> set[tuple[str, str]]:
    return {
        (symbol.container, symbol.name) for symbol in parse_file(path, text.encode(), ParseLimits(**limits)).symbols
    }


@pytest.mark.parametrize(
    "damage",
    [
        "    @Audited(\n    fun pay() {}",
        "    @@audited[A B]\n    fun pay() {}",
        "    fun pay(x: \n",
        "    fun pay() {\n        if (x) {\n",
        '    val pay = "unclosed\n',
        "<<<<<<< HEAD\n    fun pay() {}\n=======\n    fun pay(x: Int) {}\n>>>>>>> theirs",
    ],
)
def test_a_damaged_member_leaves_those_around_it(damage: str) -> None:
    assert names("Cart.kt", KOTLIN.format(damage=damage)) >= AROUND


def test_the_member_behind_an_unknown_annotation_is_kept_in_its_class() -> None:
    assert ("Cart", "pay") in names("Cart.kt", KOTLIN.format(damage="    @Audited(\n    fun pay() {}"))


def test_both_sides_of_a_merge_conflict_are_read() -> None:
    sides = "<<<<<<< HEAD\n    def mine(self): pass\n=======\n    def theirs(self): pass\n>>>>>>> x\n"
    text = f"class A:\n{sides}\n    def b(self): pass\n"
    assert names("a.py", text) == {("", "A"), ("A", "mine"), ("A", "theirs"), ("A", "b")}


@pytest.mark.parametrize(
    ("path", "text", "kept"),
    [
        ("a.ts", "class A {{\n  one() {{}}\n{}  two() {{}}\n}}\nfunction three() {{}}\n", "  half(x"),
        ("a.rb", "class A\n  def one; end\n{}  def two; end\nend\ndef three; end\n", "  def half(x\n    if x"),
        (
            "a.php",
            "<?php\nclass A {{\n    function one() {{}}\n{}    function two() {{}}\n}}\nfunction three() {{}}\n",
            "    #[Half(",
        ),
        (
            "a.cs",
            "class A\n{{\n    void one() {{ }}\n{}    void two() {{ }}\n}}\nclass three {{ }}\n",
            "    void half() {\n        if (x) {",
        ),
        ("a.java", "class A {{\n    void one() {{}}\n{}    void two() {{}}\n}}\nclass three {{}}\n", '    x = "half'),
        (
            "a.cpp",
            "namespace n {{\nclass A {{\npublic:\n  void one();\n{}  void two();\n}};\nvoid three();\n}}\n",
            "  void half() {\n    if (x) {",
        ),
    ],
)
def test_a_line_that_is_being_typed_leaves_the_rest_in_its_place(path: str, text: str, kept: str) -> None:
    whole = names(path, text.format(""))
    assert len(whole) >= 4
    assert names(path, text.format(f"{kept}\n")) >= whole


def test_what_is_damaged_is_not_left_out_of_the_chunks() -> None:
    parsed = parse_file("Cart.kt", KOTLIN.format(damage="    @Audited(\n    fun pay() {}").encode())
    assert "@Audited(" in "".join(chunk.text for chunk in parsed.chunks)


def test_a_file_in_an_unknown_dialect_is_read_as_before_within_its_time() -> None:
    text = "class A {\n" + "  @@x[A B]\n  fun f() {}\n" * 3_000 + "}\n"
    parsed = parse_file("a.kt", text.encode(), ParseLimits(timeout_ms=20_000))
    assert parsed.problem == ""
    assert len(parsed.symbols) >= 3_000


DRIVER = """struct port {
	int irq;
};

static int start(struct port *port)
{
	list_for_each_entry(port, &ports, list) {
		if (port->irq)
			return 1;
	}
	return 0;
}
"""


def test_a_loop_that_a_macro_makes_is_no_function() -> None:
    assert names("port.c", DRIVER) == {("", "port"), ("port", "irq"), ("", "start")}


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("struct clock *\nregister_clock(const struct map *map,\n\t     void __iomem *base)", "register_clock"),
        ("static int __init\nstart_clock(void __user *from)", "start_clock"),
    ],
)
def test_a_type_in_a_line_of_its_own_belongs_to_the_function_below_it(head: str, name: str) -> None:
    found = parse_file("clock.c", f"{DRIVER}\n{head};\n".encode()).symbols
    assert [symbol.name for symbol in found] == ["port", "irq", "start", name]
    assert found[-1].span.start_line == DRIVER.count("\n") + 1


def test_a_conflict_in_an_intact_definition_is_read_from_both_sides() -> None:
    sides = "<<<<<<< HEAD\n\tint mine;\n=======\n\tint theirs;\n>>>>>>> x\n"
    found = names("port.c", DRIVER.replace("\tint irq;\n", sides))
    assert found >= {("", "port"), ("port", "mine"), ("port", "theirs"), ("", "start")}


@pytest.mark.parametrize(("functions", "is_searched"), [(20, True), (2_000, False)])
def test_a_large_file_with_macros_is_not_searched(
    functions: int, is_searched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []

    def parse_tree(grammar: str, *_: object) -> None:
        searched.append(grammar)

    monkeypatch.setattr(damage, "parse_tree", parse_tree)
    text = "static int half(int x\n\n" + "int one(void)\n{\n\treturn 1;\n}\n\n" * functions
    assert damage.find_damage("c", text.encode(), [], Deadline(1.0)) == []
    assert bool(searched) is is_searched


def test_assembler_is_not_searched_since_no_symbols_are_found_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "find_damage", None)
    assert parse_file("a.S", b"ENTRY(x)\n\tmov (r0, \n)(\n").symbols == ()
