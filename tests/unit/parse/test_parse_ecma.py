"""JavaScript and TypeScript: names that modern code defines in its own ways."""

import pytest

from lsp_codebase.model import SymbolKind, Visibility
from lsp_codebase.parse import parse_file


def paths(path: str, text: str) -> list[str]:
    symbols = parse_file(path, text.encode()).symbols
    return [f"{symbol.container}.{symbol.name}".lstrip(".") for symbol in symbols]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("export const { add, del: remove, MAX = 1 } = slice.actions;", ["add", "remove", "MAX"]),
        ("const [state, [inner], last = first, , ...others] = q;", ["state", "inner", "last", "others"]),
        ("let { a: { b, [key]: c = d }, ...rest } = q;", ["b", "c", "rest"]),
        ("var { a } = q;", ["a"]),
        ('const { read } = require("fs"), { join } = require("path").posix;', []),
        ('const { read } = await import("fs");', []),
        ("const { a } = requireAll();", ["a"]),
        ("function f({ a }) { const { b } = q; }\nif (q) { const { c } = q; }", ["f"]),
    ],
)
def test_the_names_that_destructuring_binds_at_top_level_are_symbols_unless_imported(
    text: str, names: list[str]
) -> None:
    assert paths("a.js", text) == paths("a.ts", text) == names


def test_a_function_that_is_wrapped_under_its_own_name_is_one_function() -> None:
    text = (
        "export const Button = memo(forwardRef(function Button(props, ref) { function press() {} }));\n"
        "const Row = memo(function Row() {});\n"
        "const rows = all.map(function toRow() {});\n"
    )
    found = parse_file("a.tsx", text.encode()).symbols
    assert [(f"{one.container}.{one.name}".lstrip("."), one.kind) for one in found] == [
        ("Button", SymbolKind.Function),
        ("Button.press", SymbolKind.Function),
        ("Row", SymbolKind.Function),
        ("rows", SymbolKind.Variable),
        ("rows.toRow", SymbolKind.Function),
    ]
    assert found[0].visibility is Visibility.PUBLIC


def test_a_destructured_name_spans_its_declaration_and_its_signature_reaches_to_it() -> None:
    text = "export const {\n  useOne,\n  useTwo,\n  MAX,\n} = api;\n"
    one, two, most = parse_file("a.ts", text.encode()).symbols
    assert one.span == two.span == (0, 0, 4, 8)
    assert two.name_span == (2, 2, 2, 8)
    assert two.signature == "export const { useOne, useTwo"
    assert two.visibility is Visibility.PUBLIC
    assert (two.kind, most.kind) == (SymbolKind.Variable, SymbolKind.Constant)


def test_the_signature_of_a_name_far_behind_the_first_line_is_that_line() -> None:
    text = "var first = 1,\n" + "  // why\n" * 40 + "  last = 2;\n"
    assert parse_file("a.js", text.encode()).symbols[1].signature == "var first = 1"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("export default function (a) { function inner() {} }", ["default", "default.inner"]),
        ("export default () => 1", ["default"]),
        ("export default class { run() {} }", ["default", "default.run"]),
        ("export default class Named {}", ["Named"]),
        ("module.exports = class Named { run() {} };", ["Named", "Named.run"]),
        ("module.exports = function named() {};", ["named"]),
        ("exports.given = function own() {};", ["given", "given.own"]),
        ("exports.MAX = 1; module.exports.all = [];", ["MAX", "all"]),
        ('exports.read = read; exports.fs = require("fs");', []),
        ("exports.draw = function draw() { function inner() {} };", ["draw", "draw.inner"]),
        ("Shop.prototype.open = function open() {}; exports.Cart = class Cart { add() {} };",
         ["Shop.open", "Cart", "Cart.add"]),
        ("const draw = function draw() {}; const all = { only: function only() {} };", ["draw", "all", "all.only"]),
        ("Shop.door = { open() {}, shut: function () {} };", ["Shop.door.open", "Shop.door.shut"]),
        ("module.exports = { open() {} }; exports.door = { shut() {} };", ["open", "door", "door.shut"]),
        ('const path = require("path"), read = require("fs").read; let late;', ["late"]),
        ('const log = require("debug")("shop");', ["log"]),
        ("function f() { exports.max = 1; }", ["f"]),
        ("Shop.prototype = { open() {}, close: function () {} };", ["Shop.open", "Shop.close"]),
        ("class K { constructor() { this.run = () => {}; } open() { this.shut = () => {}; } }",
         ["K", "K.constructor", "K.run", "K.open", "K.shut"]),
        ("function K() { this.run = function () {}; }", ["K", "K.run"]),
    ],
)  # fmt: skip
def test_what_a_file_exports_and_a_class_is_given_is_named_and_has_its_owner(text: str, names: list[str]) -> None:
    assert paths("a.js", text) == paths("a.ts", text) == names


QUOTED = """\
class A {
  "run-it"() {}
  ["made"]() {}
  [Symbol.iterator]() {}
  "field" = 1
}
const all = { "a b": function () {}, "p:exit"() {} }
"""


def test_members_named_by_strings_are_symbols_and_their_signatures_have_the_name() -> None:
    for path in ("a.js", "a.ts"):
        found = [(symbol.name, symbol.signature) for symbol in parse_file(path, QUOTED.encode()).symbols][1:]
        assert found[:4] == [
            ("run-it", '"run-it"()'),
            ("made", '["made"]()'),
            ("[Symbol.iterator]", "[Symbol.iterator]()"),
            ("field", '"field" = 1'),
        ]
        assert found[5:] == [("a b", '"a b": function ()'), ("p:exit", '"p:exit"()')]


def test_properties_named_by_strings_are_symbols() -> None:
    text = 'interface A { "content-type": string; "go"(): void }\ntype B = { "x-y": 1; "z"(): void };'
    assert paths("a.ts", text) == ["A", "A.content-type", "A.go", "B", "B.x-y", "B.z"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("type B = Base & { extra: string; run(): void };", ["B", "B.extra", "B.run"]),
        ('type A = { kind: "a" } | { kind: "b" } | { rest: 1 } | null;', ["A", "A.kind", "A.kind", "A.rest"]),
        ("type C = Readonly<{ size: number; run(): void }>;", ["C", "C.size", "C.run"]),
        ("interface I { given: A | { inner: 1 }; run(a: A & { inner: 1 }): void }", ["I", "I.given", "I.run"]),
        ("const run = (a: A & { inner: 1 }) => a;\nexpect<A | { inner: 1 }>();", ["run"]),
    ],
)
def test_members_of_joined_types_are_symbols_only_directly_within_a_named_type(text: str, names: list[str]) -> None:
    assert paths("a.ts", text) == names


@pytest.mark.parametrize(
    ("text", "signature"),
    [
        ("type B = Base & { extra: string };", "type B = Base & { extra: string }"),
        ("type B = {\n  extra: string;\n};", "type B"),
        ("type F = (\n  a: string,\n) => void;", "type F = (a: string) => void"),
    ],
)
def test_the_signature_of_an_alias_is_its_first_complete_line(text: str, signature: str) -> None:
    assert parse_file("a.ts", text.encode()).symbols[0].signature == signature


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('export const S = { A: "a", "b-c": -1, run: () => 1 } as const;', ["S", "S.A", "S.b-c", "S.run"]),
        ("const S = { A: f(), b: { c: 1 } } as const;", ["S", "S.A", "S.b"]),
        ("export const S = { A: 1 } as const satisfies T;", ["S", "S.A"]),
        ("export const S = { A: 1 } satisfies T;", ["S"]),
        ("test(() => { const S = { A: 1 } as const; });", []),
    ],
)
def test_members_of_a_constant_object_at_top_level_are_symbols(text: str, names: list[str]) -> None:
    assert paths("a.ts", text) == names


def test_functions_of_a_nested_object_have_its_path() -> None:
    text = "const api = { all: { read() {}, old: { write: () => 1 } }, get() {} };\nf({ on: { click() {} } });"
    names = ["api", "api.all.read", "api.all.old.write", "api.get", "on.click"]
    assert paths("a.js", text) == paths("a.ts", text) == names
