"""Text that was made to keep a parser busy costs a bounded time, in every language and at every size."""

from __future__ import annotations

import itertools
import os
import resource
import signal
import sys
import time

import pytest

from lsp_codebase.index.content_rows import rows_of
from lsp_codebase.index.workers.resource_limits import leave_no_core, limit_memory
from lsp_codebase.parse import TIMED_OUT, ParseLimits, is_handwritten, parse_file
from lsp_codebase.parse.dialects import make_readable
from lsp_codebase.parse.strings import string_literals

LANGUAGES = "py c cpp js ts tsx lua java go rs rb php html css md yaml json toml sh kt swift scala hs sql".split()
SHAPES = {
    "open brackets, a line each": "(\n",
    "open braces, a line each": "{\n",
    "open lists, a line each": "[\n",
    "open brackets": "(" * 400 + "\n",
    "comments that open again and again": "/*" * 200 + "\n",
    "comments of markup": "<!--\n",
    "quotes": '"""\n',
    "an escaped line end": "\\\n",
    "generics": "a<b<c<" * 60 + "\n",
    "conditions": "#if A\n",
    "arrows": "a=>" * 130 + "\n",
    "tags": "<a>\n",
    "quoted quotations": "> " * 200 + "\n",
    "bullets": "* " * 200 + "\n",
    "links": "[[[[ " * 80 + "\n",
    "back ticks": "`\n",
    "headings and comments": "# c\n",
    "assignments of one name": "a=1\n",
    "functions without an end": "function f() {\n",
}
# The few that were worst, for every run of the tests: quadratic queries, quadratic scanners.
WORST = (
    ("py", "open brackets, a line each"),
    ("py", "an escaped line end"),
    ("py", "assignments of one name"),
    ("c", "open braces, a line each"),
    ("js", "open lists, a line each"),
    ("cpp", "open brackets, a line each"),
    ("ts", "open braces, a line each"),
    ("lua", "open brackets, a line each"),
    ("md", "headings and comments"),
    ("md", "quoted quotations"),
)

# All of them take a quarter of an hour: EVERY_BOMB=1 tries each, else one in seven, and no two of them side by side.
EVERY = 1 if os.environ.get("EVERY_BOMB") else 7
FULL_SIZE = [*itertools.product(LANGUAGES, SHAPES)][::EVERY]


def cost(path: str, text: str, timeout_ms: int) -> float:
    """Return the CPU seconds from the bytes of a file to its rows."""
    data = text.encode()
    parse_file(path, b"\n")  # loads the grammar
    begin = time.thread_time()
    parsed = parse_file(path, data, ParseLimits(timeout_ms=timeout_ms))
    rows_of(path, parsed)
    assert [chunk.start_line for chunk in parsed.chunks[1:]] == [chunk.end_line for chunk in parsed.chunks[:-1]]
    return time.thread_time() - begin


def filled(shape: str, size: int) -> str:
    text = SHAPES[shape]
    return text * (size // len(text))


@pytest.mark.parametrize(("extension", "shape"), WORST)
def test_a_small_file_that_was_made_to_be_slow_keeps_the_deadline(extension, shape):
    assert cost(f"bomb.{extension}", filled(shape, 60_000), 400) < 4 * 0.4


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds to the ceiling of memory")
@pytest.mark.parametrize(("extension", "shape"), FULL_SIZE)
def test_a_file_of_the_largest_size_keeps_the_deadline_or_meets_the_ceiling_of_its_worker(extension, shape):
    path, text = f"bomb.{extension}", filled(shape, 950_000)
    parse_file(path, b"\n")
    pid = os.fork()
    if not pid:
        resource.setrlimit(resource.RLIMIT_CPU, (16, 16))
        leave_no_core()
        limit_memory(is_parsing=True)
        os._exit(0 if cost(path, text, 2_000) < 8 * 2 else 1)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert status in (0, -signal.SIGSEGV, -signal.SIGABRT)


def test_definitions_among_thousands_of_open_brackets_are_found():
    text = "(\n" * 20_000 + "def needle():\n    return 1\n"
    parsed = parse_file("bomb.js", text.replace("def needle():", "function needle() {").encode())
    assert parsed.problem == ""
    assert parse_file("bomb.py", text.encode()).problem == ""


@pytest.mark.parametrize("line", ["\n", "\t/* a */\n", "label:\n", "#if A\n"])
def test_a_long_function_of_lines_that_tell_nothing_of_its_layout_is_cut_in_time(line):
    opening = "".join("\t" * depth + "if (a) {\n" for depth in range(1, 41))
    closing = "".join("\t" * depth + "}\n" for depth in range(40, 0, -1))
    text = f"int probe(void)\n{{\n{opening}{line * (300_000 // len(line))}{closing}\treturn 0;\n}}\n"
    parsed = parse_file("bomb.c", text.encode())
    assert parsed.problem == ""
    assert [symbol.name for symbol in parsed.symbols] == ["probe"]


@pytest.mark.parametrize("quote", ['\\"', "\\'"])
def test_quotes_without_an_end_in_a_body_are_read_in_time_that_grows_with_their_number(quote):
    text = f"int probe(void)\n{{\n\tint a; // b\n\t{quote * 40_000};\n\treturn 0;\n}}\n"
    assert cost("bomb.c", "int a;\n" * 4_000 + text, 500) < 5


def test_an_error_deep_in_code_is_looked_at_in_time_that_grows_with_its_depth():
    assert cost("bomb.cpp", "public:\n" * 12_000, 1_000) < 5


def test_a_heading_of_many_blanks_is_read_in_time_that_grows_with_their_number():
    assert cost("bomb.md", "text\n" * 40_000 + f"# a{' ' * 80_000}b\n", 500) < 5


@pytest.mark.parametrize(
    ("extension", "opening", "closing"), [("scala", "/*", "*/"), ("rkt", "#|", "|#"), ("ss", "#;(", ")")]
)
def test_comments_in_comments_are_read_once(extension, opening, closing):
    text = f"{opening}\n" * 4_000 + f"{closing}\n" * 4_000
    parsed = parse_file(f"bomb.{extension}", text.encode(), ParseLimits(timeout_ms=10_000))
    assert not parsed.problem
    assert 0 < sum(len(chunk.comments) for chunk in parsed.chunks) <= len(text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("bomb.py", 'x = """\n' + "=======\n" * 50_000 + '"""\ndef f(:\n'),
        ("bomb.html", "<script>a</script>\n" * 48_000),
        ("bomb.lua", "---@class A\n" + "---x\n" * 50_000),
        ("bomb.lua", f"local x = require{' ' * 100_000}(1)\n" + "local y = 1\n" * 10_000),
    ],
)
def test_what_is_done_with_a_tree_keeps_the_deadline(path, text):
    assert cost(path, text, 500) < 5


def test_whether_people_wrote_a_large_file_is_told_in_time_that_grows_with_its_size():
    code = b"".join(b"%s(a)%s;\n" % (b"{" * (number % 40), b"+" * (number % 37)) for number in range(20_000))
    begin = time.thread_time()
    is_handwritten("a.js", code + b'\\"' * 60_000 + b"\n" + code)
    assert time.thread_time() - begin < 5


def test_what_is_cut_short_is_cut_by_lines_and_says_so():
    parsed = parse_file("bomb.py", filled("an escaped line end", 60_000).encode(), ParseLimits(timeout_ms=50))
    assert parsed.problem == TIMED_OUT
    assert not parsed.symbols
    assert parsed.chunks


# A long line among short ones: such a file is not minified, so that expressions meet all of the line.
LONG = 150_000


A_TEST = "it('b', () => {})\n"


@pytest.mark.parametrize(
    ("path", "outer", "inner"),
    [
        ("bomb.test.ts", f"describe('{'a ' * LONG}', () => {{\n", A_TEST),
        ("bomb.test.ts", f"describe(`{'${a} ' * (LONG // 5)}`, () => {{\n", A_TEST),
        ("bomb.test.ts", "".join(f"describe('{'a' * 900}{at}', () => {{\n" for at in range(50)), A_TEST),
        ("bomb.ts", f"class {'A' * LONG} {{\n", "m() {}\n"),
        ("bomb.cpp", f"namespace {'A' * LONG} {{\n", "int f() {}\n"),
        ("bomb.md", f"# {'h ' * LONG}\n", "## x\n"),
    ],
)
def test_a_name_of_any_length_is_not_said_again_by_each_definition_inside(path, outer, inner):
    text = outer + inner * 5_000 + ("})" if "(" in outer else "}") * outer.count("{\n")
    symbols = parse_file(path, text.encode()).symbols
    assert len(symbols) >= 5_000
    assert sum(len(symbol.container) for symbol in symbols) <= 1_000 * len(symbols)


@pytest.mark.parametrize(
    ("grammar", "path", "text"),
    [
        ("cpp", "a.cpp", "BEGIN_NAMESPACE" * (LONG // 15) + "!\n"),
        ("objc", "a.m", "#if " + "__cplusplus" * (LONG // 11) + "\n"),
        ("ocaml", "a.ml", "<:a<" * (LONG // 4)),
        ("fortran", "a.f", "!c\n" * (LONG // 3)),
        ("fortran", "a.f", "      x" + " ," * (LONG // 2) + "y\n     &z\n"),
        ("c", "a.c", ") A_B(x" * (LONG // 7)),
        ("c", "a.c", "_" * LONG),
        ("cpp", "a.cpp", "\nA_B((x)" * (LONG // 8)),
        ("cpp", "a.cpp", "enum [[" * (LONG // 7)),
        ("cpp", "a.cpp", "f() A_B;" * (LONG // 2)),
        ("kotlin", "a.kt", "{" + " val" * (LONG // 4)),
        ("scss", "a.scss", "$a:(b:\n" * (LONG // 7)),
        ("sql", "a.sql", "".join(f"DELIMITER x{number}\n" for number in range(LONG // 2))),
    ],
)
def test_a_source_is_made_readable_in_time_that_grows_with_its_size(grammar, path, text):
    begin = time.thread_time()
    readable = make_readable(grammar, path, text.encode())
    assert time.thread_time() - begin < 5
    assert len(readable) == len(text)


@pytest.mark.parametrize(
    "line", ["function" + "\n" * LONG, "type a " * (LONG // 7) + "\n", "x" + "){" * (LONG // 2) + "\n"]
)
@pytest.mark.parametrize("extension", ["py", "js"])
def test_words_are_looked_for_in_time_that_grows_with_the_size(extension, line):
    assert cost(f"bomb.{extension}", "a = 1\n" * (LONG // 6) + line, 500) < 5


def test_escaped_quotes_without_an_end_are_read_in_time_that_grows_with_their_number():
    begin = time.thread_time()
    string_literals(('"' + '\\"' * 10_000 + "\n") * 3)
    assert time.thread_time() - begin < 5
