"""Rust: what macros hold, and what a module of tests holds."""

import pytest

from lsp_codebase.model import Symbol, SymbolKind, Visibility
from lsp_codebase.parse import parse_file


def symbols(text: str) -> dict[str, Symbol]:
    found = parse_file("a.rs", text.encode()).symbols
    return {f"{symbol.container}.{symbol.name}".lstrip("."): symbol for symbol in found}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("lazy_static! {\n    /// Kept.\n    pub static ref CACHE: Map = Map::new();\n}", ["CACHE"]),
        ("thread_local! {\n    static LOCAL: Cell<u32> = Cell::new(1);\n}", ["LOCAL"]),
        ("cfg_if::cfg_if! {\n    if #[cfg(unix)] { fn here() {} } else { fn there() {} }\n}", ["here", "there"]),
        ("kinds! {\nimpl Kind {\n    pub const FILE: Kind = Kind(1);\n}\n}", ["Kind.FILE"]),
        ("mod inner {\n    lazy_static! { static ref DEEP: u32 = 1; }\n}", ["inner", "inner.DEEP"]),
        ("criterion_main!(benches);\ninclude!(\"a.rs\");", []),
        ("fn body() { select! { x = go() => { fn local() {} } } }", ["body"]),
    ],
)  # fmt: skip
def test_the_items_in_a_macro_are_symbols_but_for_those_in_a_body(text: str, names: list[str]) -> None:
    assert [*symbols(text)] == names


def test_flags_are_a_struct_with_constants() -> None:
    found = symbols(
        "bitflags::bitflags! {\n"
        "    /// Where lines are.\n"
        "    #[derive(Clone)]\n"
        "    pub struct Borders: u8 {\n"
        "        const TOP = 0b01;\n"
        "        const ALL = Self::TOP.bits() | 0b10;\n"
        "    }\n"
        "}\n"
    )
    assert [*found] == ["Borders", "Borders.TOP", "Borders.ALL"]
    assert [symbol.kind for symbol in found.values()] == [SymbolKind.Struct, SymbolKind.Constant, SymbolKind.Constant]
    assert found["Borders"].visibility is Visibility.PUBLIC
    assert found["Borders"].signature == "pub struct Borders: u8"
    assert found["Borders"].span.end_line == 6


@pytest.mark.parametrize(
    "mark",
    [
        "#[cfg(test)]", "#[cfg(test)]\n/// Told below.", "/// Told above.\n#[cfg(test)]\n#[allow(dead_code)]",
        "#[cfg(all(test, unix))]", "#[cfg(all(unix, test))]", "#[test]", "#[tokio::test(flavor = \"current_thread\")]",
        "#[rstest]", "#[wasm_bindgen_test]", "#[test_case(1; \"one\")]",
    ],
)  # fmt: skip
@pytest.mark.parametrize("item", ["fn help() {}", "impl Shop {\n    fn help() {}\n}"])
def test_an_item_that_only_tests_compile_is_a_test(mark: str, item: str) -> None:
    found = symbols(f"struct Shop;\n{mark}\n{item}\nfn sell() {{}}\n")
    assert [symbol.name for symbol in found.values() if symbol.is_test] == ["help"]


@pytest.mark.parametrize("mark", ["#[cfg(not(test))]", "#[cfg(any(test, windows))]", "#[latest]", "#[cfg(attested)]"])
def test_an_item_that_others_compile_too_is_no_test(mark: str) -> None:
    assert not symbols(f"#[test]\nfn sells() {{}}\n{mark}\nfn sell() {{}}\n")["sell"].is_test


def test_all_of_a_module_of_tests_is_a_test() -> None:
    found = symbols(
        "struct Shop;\nimpl Shop { fn open(&self) {} }\n"
        "#[cfg(test)]\nmod tests {\n    struct Fake;\n    impl Fake { fn open(&self) {} }\n    fn help() {}\n"
        "    quickcheck! { fn sums(a: u32) -> bool { true } }\n}\n"
    )
    assert [name for name, symbol in found.items() if symbol.is_test] == [
        "tests", "tests.Fake", "tests.Fake.open", "tests.help", "tests.sums"
    ]  # fmt: skip
