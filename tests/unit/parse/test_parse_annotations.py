"""Annotations belong to their definition, and its signature begins behind them."""

import time

import pytest

from lsp_codebase.parse import parse_file
from lsp_codebase.parse.signature import signature_of

RUST = """\
struct Point {
    #[serde(default)] pub x: u8,
    pub y: u8,
}
#[test] // fast
fn works() {}
#[deprecated] fn old() {}
fn young() {}
#[derive(Debug)]

#[repr(C)] struct Last;
"""


def test_an_attribute_belongs_to_the_next_definition_be_it_on_its_line_or_below() -> None:
    symbols = {symbol.name: symbol for symbol in parse_file("a.rs", RUST.encode()).symbols}
    assert {name: tuple(symbol.span) for name, symbol in symbols.items()} == {
        "Point": (0, 0, 3, 1),
        "x": (1, 4, 1, 31),
        "y": (2, 4, 2, 13),
        "works": (4, 0, 5, 13),
        "old": (6, 0, 6, 25),
        "young": (7, 0, 7, 13),
        "Last": (8, 0, 10, 23),
    }
    assert [name for name, symbol in symbols.items() if symbol.is_deprecated] == ["old"]
    assert [name for name, symbol in symbols.items() if symbol.is_test] == ["works"]


FSHARP = """\
module Tests
[<Fact>]
let ``adds up`` () = 1
[<Obsolete("use add")>]
type Old() = member _.Add x = x
let add x = x
"""


def test_an_attribute_of_fsharp_belongs_to_its_definition_and_marks_it() -> None:
    symbols = {symbol.name: symbol for symbol in parse_file("a.fs", FSHARP.encode()).symbols}
    assert {name: symbol.span.start_line for name, symbol in symbols.items()} == {
        "Tests": 0,
        "adds up": 1,
        "Old": 3,
        "Add": 4,
        "add": 5,
    }
    assert [name for name, symbol in symbols.items() if symbol.is_test] == ["adds up"]
    assert [name for name, symbol in symbols.items() if symbol.is_deprecated] == ["Old"]


@pytest.mark.parametrize(
    ("path", "text", "signature"),
    [
        ("a.php", "<?php\n#[Route('/x', methods: ['GET'])] function index($a) {}", "function index($a)"),
        ("a.php", "<?php\n#[Route('/]', '/[')]\nfunction index($a) {}", "function index($a)"),
        ("a.cs", "[InlineData(new int[] { 1 })] [Fact] // ]\nvoid Run() {}", "void Run()"),
        ("a.cs", '[Match("[\\"")]\n[Two(\')\')]\n(int, int) Run() { }', "(int, int) Run()"),
        ("a.py", "@first  # noqa: (\n@second\n# why\ndef run(x): pass", "def run(x)"),
        ("a.py", "@cases('a', [\n  (1, (2, (3, (4, [])))),  # it's )\n])\ndef run(x): pass", "def run(x)"),
        ("a.py", '@text("""\n(\n""")\ndef run(x): pass', "def run(x)"),
        ("A.java", "@A(b = @B({1, 2})) /* c */\nclass Run {}", "class Run"),
        ("a.swift", '@available(*, deprecated, message: "no :(")\nfunc run() {}', "func run()"),
    ],
)
def test_a_signature_begins_behind_annotations_whatever_is_in_their_brackets(path, text, signature) -> None:
    assert parse_file(path, text.encode()).symbols[0].signature == signature


@pytest.mark.parametrize(
    ("path", "text", "signature"),
    [
        ("a.py", "def run(x):  # noqa\n    # First it waits.\n    wait()", "def run(x)"),
        ("a.rb", "class Run # note\n  # It runs.\n  attr_reader :x\nend", "class Run"),
        ("a.lua", "function run(a, -- first\n  b) -- last\n  -- It waits.\n  wait()\nend", "function run(a, b)"),
        ("a.rs", "fn run(\n    x: u8, // first\n) {}", "fn run(x: u8)"),
        ("a.ts", "function run(/* none { */) {}", "function run()"),
        ("a.rb", "def pay(order) # now\n  # or later\n  1\nend\n", "def pay(order)"),
        ("a.rb", "module Shop # sells\n  # and buys\n  X = 1\nend\n", "module Shop"),
        ("a.rb", "RATES = { # of taxes\n  a: 1\n}\n", "RATES"),
        ("a.py", "def pay(order,  # what\n        now):  # when\n    return 1\n", "def pay(order, now)"),
        (
            "a.c",
            "int pay(int order /* what */, // which\n        int now) /* when */\n{\n}\n",
            "int pay(int order, int now)",
        ),
        ("a.php", "<?php\nfunction pay($order, // what\n  $now) // when\n{ }\n", "function pay($order, $now)"),
        ("a.py", "def pay(mark='# no comment'): pass\n", "def pay(mark='# no comment')"),
    ],
)
def test_a_signature_holds_no_comments(path, text, signature) -> None:
    assert parse_file(path, text.encode()).symbols[0].signature == signature


def test_signatures_full_of_comments_are_read_in_time_that_grows_with_their_number() -> None:
    text = b"int f(" + b"int a, /* c */\n" * 20_000 + b"int z) {}"
    began = time.process_time()
    assert parse_file("a.c", text).symbols[0].name == "f"
    assert time.process_time() - began < 5  # seconds


@pytest.mark.parametrize("text", ["@a(" + '"\\' * 200_000, "@a(" * 200_000, "@a//\n" * 200_000, '"""@a' * 200_000])
def test_annotations_are_read_in_time_that_grows_with_their_length(text) -> None:
    began = time.process_time()
    signature_of(text.encode(), 0, len(text), len(text), len(text), is_alias=False)
    assert time.process_time() - began < 5  # seconds; the square of the length takes minutes
