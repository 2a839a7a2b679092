"""Bodies of short functions and blocks of long ones are blanks for the parser, and nothing found in them is lost."""

import pytest

from lsp_codebase.parse import ParseLimits, file, parse_file
from lsp_codebase.parse.bodies import without_bodies

PLAIN = """static int start(struct port *port)
{
\tint error = -EINVAL;

\tif (port->irq)
\t\terror = request(port->irq, "line");
\treturn error;
}
"""
BEHIND = "\nint behind(void)\n{\n\treturn 0;\n}\n"


def with_body(*lines: str) -> str:
    return PLAIN.replace('"line");\n', '"line");\n' + "".join(f"\t{line}\n" for line in lines)) + BEHIND


GO = """package port

func Start(port *Port) (err error) {
\tif port.irq > 0 {
\t\t// one line of many
\t\terr = request(port.irq, map[string]bool{"line": true})
\t}
\treturn err
}
"""


def whole(_grammar: str, source: bytes, _max_chars: int) -> tuple[bytes, list[tuple[int, int]]]:
    """Stand for `without_bodies` where all is parsed."""
    return source, []


def left_out(text: str, max_chars: int = 1_200, grammar: str = "c") -> list[str]:
    """Return the lines of a text that the parser does not see."""
    seen = without_bodies(grammar, text.encode(), max_chars)[0].decode()
    assert list(map(len, seen.split("\n"))) == list(map(len, text.split("\n")))
    return [
        line for line, shown in zip(text.split("\n"), seen.split("\n"), strict=True) if line.strip() != shown.strip()
    ]


def test_a_plain_body_is_left_out() -> None:
    assert left_out(PLAIN) == [line for line in PLAIN.split("\n")[2:-2] if line]


@pytest.mark.parametrize(
    "line",
    [
        "struct pair { int a; };",
        "enum { ONE };",
        "typedef int number;",
        "#define LOCAL 1",
        '#include "cases.h"',
        "if (error) {",
    ],
)
def test_a_body_that_may_hold_a_definition_is_parsed(line: str) -> None:
    assert left_out(with_body(line)) == []


def test_a_body_with_conditions_of_the_preprocessor_is_left_out() -> None:
    assert "\t\tfree(port);" in left_out(with_body("#ifdef CONFIG_PM", "\tfree(port);", "#endif"))


def test_what_only_looks_like_a_function_is_parsed() -> None:
    assert left_out("struct pair __attribute__((packed))\n{\n\tint a_number_that_is_long;\n\tint b;\n};\n") == []


@pytest.mark.parametrize(
    "lines",
    [
        ["/* why it is so */"],
        ["// why it is so"],
        ["return 1; /* one */", "// two", 'say("/* three");', "c = '\\''; // four"],
        ['say("http://a.b/c"); /* one', "   and two */"],
    ],
)
def test_comments_of_a_body_are_those_of_the_whole_tree(lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = with_body(*lines)
    assert left_out(text)
    found = parse_file("port.c", text.encode())
    monkeypatch.setattr(file, "without_bodies", whole)
    assert found == parse_file("port.c", text.encode())
    assert found.chunks[0].comments


@pytest.mark.parametrize(
    "lines",
    [
        ["for_each_possible_cpu(cpu)", "\tif (error)", "\t\terror += count;"],
        ["for_each_possible_cpu(cpu) {", "\tfree(*port);", "}"],
    ],
)
def test_a_loop_that_a_macro_makes_hides_no_function_and_makes_none(lines: list[str]) -> None:
    text = with_body(*lines)
    assert [symbol.name for symbol in parse_file("port.c", text.encode()).symbols] == ["start", "behind"]


def test_a_plain_body_of_go_is_left_out_but_for_its_comments() -> None:
    assert [line.strip() for line in left_out(GO, grammar="go")] == [
        "if port.irq > 0 {",
        'err = request(port.irq, map[string]bool{"line": true})',
        "}",
        "return err",
    ]


def test_of_a_long_function_of_go_the_short_blocks_are_left_out() -> None:
    assert [line.strip() for line in left_out(GO, 130, grammar="go")] == [
        'err = request(port.irq, map[string]bool{"line": true})'
    ]


@pytest.mark.parametrize(
    "line",
    [
        "type pair struct{ a, b int }",
        "cases := []struct {\n\t\t\tname string\n\t\t}{{name}}",
        "var closer interface{ Close() }",
    ],
)
def test_a_block_of_go_that_may_hold_a_definition_is_parsed(line: str) -> None:
    text = GO.replace("\t\terr =", f"\t\t{line}\n\t\terr =")
    assert left_out(text, grammar="go") == []


@pytest.mark.parametrize(
    "above",
    [
        "// if started {\n//   stop(port)\n// }",
        "/*\nExample:\n\tif started {\n\t\tstop(port, with, many, arguments)\n\t}\n*/",
        "func values() []int {\n\treturn []int{\n\t\t1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,\n\t\t14}\n}",
        "func text() string {\n\treturn `a {\n\t\t\tb that goes on and on\n}\n` + `\n` + Name\n}",
        "func all() (found []int) {\n\tfor _, one := range each([]int{\n\t\t{1}, (func() int {\n\t\t\treturn 1"
        "\n\t\t})()}) {\n\t\tfound = append(found, one)\n\t}\n\treturn\n}",
        "func pick(n int) {\n\tswitch n {\n\tcase 1:\n\t\tcall(`{`, '`', one, two, three)\n\t}"
        "\nagain:\n\tgoto again\n}",
    ],
)
@pytest.mark.parametrize("max_chars", [100, 1_200])
def test_go_is_found_as_if_all_of_it_were_parsed(above: str, max_chars: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"package port\n\n{above}\n\nfunc behind() int {{\n\treturn 1 // the only one of its kind\n}}\n{GO[13:]}"
    limits = ParseLimits(max_chars=max_chars)
    found = parse_file("port.go", text.encode(), limits)
    monkeypatch.setattr(file, "without_bodies", whole)
    assert found == parse_file("port.go", text.encode(), limits)
    assert {"behind", "Start"} <= {symbol.name for symbol in found.symbols}
