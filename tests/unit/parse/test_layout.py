"""Long functions that the parser does not see are cut between statements, as those that it sees."""

import pytest

from lsp_codebase.parse import ParseLimits, file, parse_file

LIMITS = ParseLimits(max_chars=240)


def starts(*lines: str) -> list[str]:
    """Return the first lines of the chunks of a function with so many lines, but for its head."""
    text = "int probe(struct device *dev)\n{\n" + "".join(f"{line}\n" for line in lines) + "\treturn 0;\n}\n"
    rows = text.split("\n")
    return [rows[chunk.start_line].strip() for chunk in parse_file("probe.c", text.encode(), LIMITS).chunks[1:]]


def calls(count: int, depth: int = 1) -> list[str]:
    return ["\t" * depth + f"dev->state[{number}] = read_register(dev, {number});" for number in range(count)]


@pytest.mark.parametrize(
    ("lines", "first"),
    [
        ([*calls(3), "\tif (dev->irq) {", *calls(3, 2), "\t}", *calls(2)], "if (dev->irq) {"),
        ([*calls(4), "\tif (dev->irq)", "\t\tsetup(dev,", "\t\t      dev->flags);", *calls(2)], "if (dev->irq)"),
        ([*calls(4), "\t/*", "\t * why", "\t * it is", "\t * so", "\t */", *calls(4)], "/*"),
        ([*calls(3), "\tif (dev->irq) {", *calls(3, 2), "\t} else {", *calls(4, 2), "\t}"], "if (dev->irq) {"),
        ([*calls(3), "\tswitch (dev->irq) {", "\tcase 1:", *calls(2, 2), "\t\tbreak;", "\t}"], "switch (dev->irq) {"),
        ([*calls(4), "#ifdef CONFIG_PM", *calls(3), "#endif"], "dev->state[0] = read_register(dev, 0);"),
        ([*calls(3), "\tfor (;;) {", *calls(7, 2), "\t}"], "dev->state[1] = read_register(dev, 1);"),
    ],
    ids=["a block", "a statement of lines", "a comment", "an else", "a switch", "a directive", "more than a chunk"],
)
def test_a_chunk_ends_where_the_outermost_statement_that_fits_begins(lines: list[str], first: str) -> None:
    assert starts(*lines)[0] == first


@pytest.mark.parametrize(
    "lines",
    [
        calls(20),
        [*calls(3), "\tif (dev->irq) {", *calls(3, 2), "\t} else {", *calls(3, 2), "\t}", *calls(9)],
        [*calls(2), "\tfor (;;) {", *calls(3, 2), "", *calls(2, 2), "\t\tif (dev) {", *calls(3, 3), "\t\t}", "\t}"],
        [*calls(4), "\t/* one", "\t * two", "\t * three", "\t * four", "\t */", *calls(7)],
    ],
    ids=["calls", "an else", "a loop", "a comment"],
)
def test_it_is_cut_as_if_it_were_parsed(lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    cut = starts(*lines)
    monkeypatch.setattr(file, "without_bodies", lambda _grammar, source, _max_chars: (source, []))
    assert cut == starts(*lines)


def test_what_stands_around_long_functions_is_cut_by_the_tree() -> None:
    body = "".join(f"{line}\n" for line in calls(9))
    text = "".join(f"int probe{at}(void)\n{{\n{body}}}\n\nint small{at};\n\n" for at in range(3))
    found = parse_file("probe.c", text.encode(), LIMITS)
    rows = text.split("\n")
    assert [symbol.name for symbol in found.symbols] == ["probe0", "small0", "probe1", "small1", "probe2", "small2"]
    assert sum(rows[chunk.start_line].startswith("int probe") for chunk in found.chunks) == 3
