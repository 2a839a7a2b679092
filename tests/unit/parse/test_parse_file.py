"""parse_file: what a caller gets for ordinary and odd files."""

import subprocess
import sys

import pytest

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import ParseLimits, parse_file

PYTHON = '''\
"""Shapes."""
import math


class Circle:
    """A round thing."""

    def area(self, scale: float = 1.0) -> float:
        """Compute the area."""
        return math.pi * scale
'''

DEFINITIONS = {
    "a.py": (PYTHON, ["Circle", "Circle.area"]),
    "a.js": ("export const add = (a, b) => a + b;\nclass A { run() {} }\n", ["add", "A", "A.run"]),
    "a.jsx": ("export function App() { return <div/>; }\n", ["App"]),
    "a.ts": ("interface P { x: number }\nexport type Q = P | null;\n", ["P", "P.x", "Q"]),
    "a.tsx": ("export const App = (): JSX.Element => <div/>;\n", ["App"]),
    "A.java": ("package p;\nclass A {\n  int f;\n  A() {}\n  void run() {}\n}\n", ["p", "A", "A.f", "A.A", "A.run"]),
    "a.c": ("struct point { int x; };\nstatic int *find(int key) { return 0; }\n", ["point", "point.x", "find"]),
    "a.cpp": ("namespace n {\nclass A { void run(); };\nvoid A::run() {}\n}\n", ["n", "n.A", "n.A.run", "n.A.run"]),
    "a.cs": ("namespace N { class A { int P { get; } void Run() {} } }\n", ["N", "N.A", "N.A.P", "N.A.Run"]),
    "a.go": ("package p\n\ntype T struct{ a int }\n\nfunc (t *T) Run() {}\n", ["p", "T", "T.a", "T.Run"]),
    "a.rs": ("struct S;\nimpl S { fn run(&self) {} }\nenum E { A }\n", ["S", "S.run", "E", "E.A"]),
    "a.rb": ("module M\n  class A\n    def run; end\n  end\nend\n", ["M", "M.A", "M.A.run"]),
    "a.php": ("<?php\nclass A { const X = 1; function run() {} }\n", ["A", "A.X", "A.run"]),
    "a.kt": ("class A(val x: Int) {\n  fun run() {}\n}\nobject O\n", ["A", "A.x", "A.run", "O"]),
}


def paths(path: str, text: str) -> list[str]:
    symbols = parse_file(path, text.encode()).symbols
    return [f"{symbol.container}.{symbol.name}".lstrip(".") for symbol in symbols]


@pytest.mark.parametrize("path", DEFINITIONS)
def test_definitions_are_found_with_their_container(path: str) -> None:
    text, expected = DEFINITIONS[path]
    assert paths(path, text) == expected


def test_a_method_has_kind_signature_and_places() -> None:
    area = parse_file("shapes.py", PYTHON.encode()).symbols[1]
    assert area.kind is SymbolKind.Method
    assert area.signature == "def area(self, scale: float = 1.0) -> float"
    assert area.span == (7, 4, 9, 30)
    assert area.name_span == (7, 8, 7, 12)


def test_chunks_tile_the_file() -> None:
    text = PYTHON * 30
    parsed = parse_file("shapes.py", text.encode())
    assert "\n".join(chunk.text for chunk in parsed.chunks) == text.removesuffix("\n")
    assert parsed.chunks[0].start_line == 0
    assert parsed.chunks[-1].end_line == parsed.line_count


def test_an_oversized_class_is_split_at_its_methods_with_a_breadcrumb() -> None:
    method = "    def step_{0}(self, value: int) -> int:\n" + "        value += 1\n" * 25 + "        return value\n\n"
    text = "class Machine:\n" + "".join(method.replace("{0}", str(number)) for number in range(6))
    chunks = parse_file("machine.py", text.encode()).chunks
    assert len(chunks) == 6
    assert chunks[1].breadcrumb == "machine.py > Machine > step_1(self, value: int)"
    assert chunks[1].scopes == ("Machine",)
    assert chunks[1].names == ("step_1",)


def test_the_definition_behind_the_end_of_a_long_one_is_not_shown_as_part_of_it() -> None:
    text = "def long(x):\n" + "    x += 1\n" * 210 + "\n\ndef after():\n    return 1\n"
    last = parse_file("a.py", text.encode()).chunks[-1]
    assert last.names == ("after",)
    assert last.scopes == ("long",)
    assert last.breadcrumb == "a.py > long(x)"


def test_without_a_grammar_a_file_is_cut_every_32_lines() -> None:
    parsed = parse_file("notes.unknown-kind", b"short line\n" * 100)
    assert parsed.language == "unknown"
    assert [chunk.start_line for chunk in parsed.chunks] == [0, 32, 64, 96]


def test_a_file_that_parses_too_slowly_is_cut_by_lines_and_says_so() -> None:
    data = b"x = [" + b"(1, 2), " * 20_000 + b"\n]\n" + b"y = 1\n" * 20_000
    parsed = parse_file("slow.py", data, ParseLimits(timeout_ms=0, max_shown_line_chars=10**9))
    assert parsed.problem == "parse timed out"
    assert parsed.symbols == ()
    assert parsed.chunks


def test_importing_the_package_loads_no_grammar() -> None:
    code = "import sys, lsp_codebase.parse; print([name for name in sys.modules if 'tree_sitter' in name])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        (
            "a.js",
            "class A { [Symbol.iterator]() {} ['quoted']() {} [made]() {} }",
            ["A", "[Symbol.iterator]", "quoted"],
        ),
        ("a.ts", "class A { get [Symbol.toStringTag]() { return 1 } }", ["A", "[Symbol.toStringTag]"]),
        ("a.rb", "def render\n  def model.to_key() [1] end\nend\n", ["render", "to_key"]),
        ("a.fs", "module M\nlet ``is on`` flag = true\n", ["M", "is on"]),
        ("a.fs", "module M\nlet rec private ( * ) a b = a\n", ["M", "*"]),
        ("a.dart", "class A { A._(); int _ = 1; operator []=(int i, int v) {} }", ["A", "_", "[]="]),
        ("A.java", "@NonNull\npackage a.b;\n", ["a.b"]),
        ("a.lua", "sinks['keep-open'] = function(sock) end\nsinks[name] = function() end\n", ["keep-open"]),
        ("a.rb", "attr_reader :_cart\nalias_method :_old, :new\nalias_method :<<, :add\n", ["_cart", "_old", "<<"]),
        (
            "a.rb",
            "ONE = TWO = 2\nFOUR ||= 4\nShop::FIVE = 5\nSIX, SEVEN = 6, 7\n",
            "ONE TWO FOUR FIVE SIX SEVEN".split(),
        ),
        (
            "a.rb",
            "def_delegators :@all, :size, :first\ndef_delegator :@all, :each\ndef_delegator :@all, :[], :at\n",
            ["size", "first", "each", "at"],
        ),
        ("a.php", '<?php define(\'ONE\', 1); \\define("TWO", 2); define("$made", 3);', ["ONE", "TWO"]),
        ("a.cs", "class A { public static implicit operator int(A a) => 1; }", ["A", "operator int"]),
        (
            "a.cpp",
            "template <class T> template <class U> constexpr A<T>::operator A<U>() const { return 1; }",
            ["operator A<U>"],
        ),
        ("a.ml", "let first, second = pair\nlet (=/), (</) = Num.((=/), (</))\n", ["first", "second", "=/", "</"]),
    ],
)
def test_names_that_are_written_in_an_unusual_way_are_found(path: str, text: str, names: list[str]) -> None:
    assert [symbol.name for symbol in parse_file(path, text.encode()).symbols] == names


@pytest.mark.parametrize(
    ("path", "text", "ends"),
    [
        ("a.fs", "module M\nlet one =\n    1\n\n/// The second.\nlet two = 2\n", {"one": 3, "two": 6}),
        ("a.fs", "module M\nlet one =\n    // deeper\n    1\n    // still of one\nlet two = 2\n", {"one": 5, "two": 6}),
        ("A.scala", "trait A {\n  def one =\n    1\n\n  def two = 2\n}\n", {"A": 6, "one": 3, "two": 5}),
        ("a.yaml", "jobs:\n  one:\n    - 1\n\n  # The second.\n  two:\n    - 2\n", {"jobs": 7, "one": 3, "two": 7}),
    ],
)
def test_a_definition_ends_before_what_stands_in_front_of_the_next(path: str, text: str, ends: dict[str, int]) -> None:
    found = {symbol.name: symbol.span.end_line + 1 for symbol in parse_file(path, text.encode()).symbols}
    assert {name: found[name] for name in ends} == ends


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("A.scala", "object A {\n  val b = {\n    val c = 1\n    var d = c\n    d\n  }\n}\n", ["A", "b"]),
        ("a.fs", "module M\nlet b =\n    let c = 1\n    c\n", ["M", "b"]),
    ],
)
def test_values_of_the_block_that_computes_a_value_are_no_symbols(path: str, text: str, names: list[str]) -> None:
    assert [symbol.name for symbol in parse_file(path, text.encode()).symbols] == names


def test_values_of_a_block_that_the_body_of_a_type_runs_are_no_members_of_it() -> None:
    text = """trait Routes {
  val own = 1
  get("/cart") { form =>
    val closure = load(form)
    var (one, other) = pair
  }
  for (x <- xs) { val loop = x }
  if (own > 0) { val branch = 1 }
  post("/cart"):
    val indented = 1
  receive { case Paid(cart) => val matched = cart }
}
val top = 1
"""
    names = [symbol.name for symbol in parse_file("Routes.scala", text.encode()).symbols]
    assert names == ["Routes", "own", "top"]


def test_a_clojure_file_that_continues_a_namespace_belongs_to_it() -> None:
    symbols = parse_file("a.clj", b"(in-ns 'shop.core)\n\n(defn total [items] 1)\n").symbols
    assert [(symbol.container, symbol.name) for symbol in symbols] == [("", "shop.core"), ("shop.core", "total")]


@pytest.mark.parametrize(
    ("path", "text", "kinds"),
    [
        ("A.java", "class A { static final int MAX = 1; private final static int LEAST = 2; final int n = 3; }", "CCF"),
        ("a.cs", "class A { public const int Max = 1, Least = 2; static readonly int N = 3; }", "CCF"),
    ],
)
def test_a_field_that_never_changes_and_belongs_to_its_class_is_a_constant(path: str, text: str, kinds: str) -> None:
    names = {"C": SymbolKind.Constant, "F": SymbolKind.Field}
    assert [symbol.kind for symbol in parse_file(path, text.encode()).symbols[1:]] == [names[kind] for kind in kinds]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.cpp", "namespace one::two { class Cart { void pay(); }; }"),
        ("a.php", "<?php\nnamespace one\\two { class Cart { function pay() {} } }"),
    ],
)
def test_the_parts_of_a_namespace_are_parted_like_all_others(path: str, text: str) -> None:
    assert parse_file(path, text.encode()).symbols[-1].container == "one.two.Cart"


def test_the_type_before_the_name_of_a_variable_is_not_within_it() -> None:
    text = b"struct size { int x; } small, big;\nstruct box { enum kind { A } kind; struct { int y; } in; };\n"
    paths = [f"{symbol.container}.{symbol.name}" for symbol in parse_file("a.c", text).symbols]
    assert paths == [
        ".small",
        ".big",
        ".size",
        "size.x",
        ".box",
        "box.kind",
        "box.kind",
        "box.kind.A",
        "box.in",
        "box.in.y",
    ]


def test_a_definition_whose_name_is_missing_costs_no_other() -> None:
    text = b"static MAKE_GETTER(802_3)\n{\n\treturn 1;\n}\n\nint paid(void)\n{\n\treturn 1;\n}\n"
    assert [symbol.name for symbol in parse_file("a.c", text).symbols] == ["paid"]


def test_a_name_of_a_struct_with_its_body_elsewhere_is_a_declaration_of_it() -> None:
    text = b"typedef struct cart cart;\ntypedef struct _item item;\nstruct cart { int n; };\n"
    declared = [(symbol.name, symbol.kind.name, symbol.is_declaration) for symbol in parse_file("a.h", text).symbols]
    assert declared[:3] == [("cart", "Class", True), ("item", "Class", False), ("cart", "Struct", False)]


def test_a_prototype_gives_its_name_to_no_chunk_of_the_file_that_has_the_body() -> None:
    body = b"static int pay(int order);\nint sell(int order);\n\nstatic int pay(int order)\n{\n    return order;\n}\n"
    assert parse_file("a.c", body).chunks[0].names == ("sell", "pay")
