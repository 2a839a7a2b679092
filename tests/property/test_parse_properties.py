"""Properties of parse_file that hold for any bytes under any name."""

import string
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lsp_codebase.model import ParsedFile
from lsp_codebase.parse import LANGUAGES, ParseLimits, parse_file
from lsp_codebase.parse.decoding import decode

SAMPLES = sorted(Path(__file__).parents[1].joinpath("unit", "parse", "samples").iterdir())
LIMITS = ParseLimits(max_chars=300, timeout_ms=500)
EXTENSIONS = sorted({ext for language in LANGUAGES.values() if language.grammar for ext in language.extensions[:1]})
TOKENS = [
    "{",
    "}",
    "(",
    ")",
    "\n",
    "\r\n",
    "\r",
    '"',
    "'",
    '"""',
    "/*",
    "*/",
    "//",
    "#",
    "\t",
    "é",
    "漢",
    "\ufeff",
    "\x00",
]

pytestmark = pytest.mark.filterwarnings("ignore")


def check(path: str, data: bytes, limits: ParseLimits = LIMITS) -> ParsedFile:
    """Parse, and assert everything that must hold whatever the file is."""
    parsed = parse_file(path, data, limits)
    lines = decode(data).lines
    assert parsed.line_count == len(lines)
    position = 0
    for chunk in parsed.chunks:
        assert chunk.start_line == position < chunk.end_line
        shown = [line[: limits.max_shown_line_chars] for line in lines[chunk.start_line : chunk.end_line]]
        assert chunk.text == "\n".join(shown)
        position = chunk.end_line
    assert position == len(lines)
    widths = [len(line.encode("utf-8", "replace")) for line in lines]
    places = []
    for symbol in parsed.symbols:
        span, name_span = symbol.span, symbol.name_span
        assert span.start <= name_span.start <= name_span.end <= span.end
        for place in (*span.start, *span.end):
            assert place >= 0
        assert span.end_line < len(lines)
        assert span.start_column <= widths[span.start_line]
        assert span.end_column <= widths[span.end_line]
        raw = lines[name_span.start_line].encode("utf-8", "replace")
        assert raw[name_span.start_column : name_span.end_column].decode("utf-8", "replace") == symbol.name
        assert symbol.name.strip()
        assert "\n" not in symbol.signature
        places.append(span.start)
    assert places == sorted(places)
    return parsed


@st.composite
def mutated_samples(draw: st.DrawFn) -> tuple[str, bytes]:
    sample = draw(st.sampled_from(SAMPLES))
    data = sample.read_bytes()
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        piece = draw(st.one_of(st.sampled_from(TOKENS).map(str.encode), st.binary(max_size=6)))
        data = data[:start] + piece + data[end:]
    return sample.name, data


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=400), st.sampled_from(EXTENSIONS))
def test_any_bytes_become_chunks(data: bytes, extension: str) -> None:
    check(f"dir/file.{extension}", data)


# The same examples each time: what takes how long is no matter of luck.
@settings(derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(min_size=1, max_size=60), st.integers(1, 2_000), st.sampled_from(EXTENSIONS))
def test_any_repeated_bytes_are_parsed_within_time_and_memory(piece: bytes, count: int, extension: str) -> None:
    data = piece * count
    parse_file(f"warm.{extension}", b"x")
    begin = time.thread_time()
    check(f"file.{extension}", data)
    assert time.thread_time() - begin < 2 * LIMITS.timeout_ms / 1_000 + 20e-6 * len(data)
    tracemalloc.start()
    try:
        parse_file(f"file.{extension}", data, LIMITS)
        # The parser's own stacks are counted too: 2 KB a byte for what no branch of a grammar fits.
        assert tracemalloc.get_traced_memory()[1] < 1_000_000 + 4_000 * len(data)
    finally:
        tracemalloc.stop()


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(st.sampled_from(TOKENS), st.text(string.ascii_letters, max_size=5)), max_size=60))
def test_any_text_becomes_chunks(pieces: list[str]) -> None:
    for extension in ("py", "c", "ts", "md", "hs"):
        check(f"file.{extension}", " ".join(pieces).encode())


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(mutated_samples())
def test_a_damaged_file_still_has_symbols_in_place(sample: tuple[str, bytes]) -> None:
    check(*sample)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_every_sample_holds_the_properties_in_every_encoding(sample: Path) -> None:
    text = sample.read_text("utf-8")
    names = [symbol.name for symbol in check(sample.name, sample.read_bytes()).symbols]
    for data in (
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + text.encode(),
        text.encode("utf-16"),
    ):
        assert [symbol.name for symbol in check(sample.name, data).symbols] == names


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_container_is_a_definition_of_the_file_or_says_so(sample: Path) -> None:
    parsed = parse_file(sample.name, sample.read_bytes())
    for symbol in parsed.symbols:
        around = [other for other in parsed.symbols if other is not symbol and other.span.contains(symbol.span)]
        around = [other for other in around if other.span != symbol.span]
        if around and not symbol.container:
            assert all(other.kind.name in ("Variable", "Constant", "Key", "Package", "String") for other in around)


def test_an_edit_at_the_top_leaves_the_chunks_below_as_they_are() -> None:
    sample = next(path for path in SAMPLES if path.name == "shop.wsgi").read_bytes() * 4
    before = [chunk.text for chunk in parse_file("shop.wsgi", sample).chunks]
    after = [chunk.text for chunk in parse_file("shop.wsgi", b"# one\n# two\nx = 1\n" + sample).chunks]
    assert len(set(before) - set(after)) <= 2
