"""Bodies of short C functions are blanks for the parser, and nothing that was found in them is lost."""

import pytest

from lsp_codebase.parse import file, parse_file
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


def left_out(text: str, max_chars: int = 1_200) -> list[str]:
    """Return the lines of a text that the parser does not see."""
    seen = without_bodies("c", text.encode(), max_chars).decode()
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
        "if (error) {",
    ],
)
def test_a_body_that_may_hold_a_definition_is_parsed(line: str) -> None:
    assert left_out(with_body(line)) == []


def test_a_function_that_is_longer_than_a_chunk_is_parsed() -> None:
    assert left_out(PLAIN, 100) == []


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
    monkeypatch.setattr(file, "without_bodies", lambda _grammar, source, _chars: source)
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
