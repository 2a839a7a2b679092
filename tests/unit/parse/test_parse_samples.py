"""Golden tests: what is found in real-looking files of every language with a query.

`python tests/unit/parse/test_parse_samples.py` writes the expectations anew; read the difference before committing it.
"""

from pathlib import Path

import pytest

from lsp_codebase.parse import parse_file

SAMPLES = Path(__file__).with_name("samples")
EXPECTED = Path(__file__).with_name("expected")


def listing(sample: Path) -> str:
    """Return one line for each symbol: lines, kind, path, flags, then signature."""
    lines = []
    for symbol in parse_file(sample.name, sample.read_bytes()).symbols:
        flags = [symbol.visibility.value, "test" * symbol.is_test, "declared" * symbol.is_declaration]
        flags.append("deprecated" * symbol.is_deprecated)
        path = f"{symbol.container}.{symbol.name}" if symbol.container else symbol.name
        words = [f"{symbol.span.start_line + 1}-{symbol.span.end_line + 1}", symbol.kind.name, path, *flags]
        text = f"{' '.join(filter(None, words))} | {symbol.signature}"
        lines.append(text.rstrip())
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("sample", sorted(SAMPLES.iterdir()), ids=lambda sample: sample.name)
def test_the_definitions_of_a_sample_are_found(sample: Path) -> None:
    assert listing(sample) == (EXPECTED / f"{sample.name}.txt").read_text("utf-8")


if __name__ == "__main__":
    EXPECTED.mkdir(exist_ok=True)
    for each in sorted(SAMPLES.iterdir()):
        (EXPECTED / f"{each.name}.txt").write_text(listing(each), "utf-8")
