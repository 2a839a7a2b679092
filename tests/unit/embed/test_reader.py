"""The built-in reader tells which of a few places answers a question."""

from __future__ import annotations

import numpy as np
import pytest

from lsp_codebase.embed import builtin_reader
from lsp_codebase.embed.reader import MOST_CODE

RETRIES = """def send_with_backoff(self, request):
    for attempt in range(self.retries):
        try:
            return self.transport.send(request)
        except ConnectionError:
            time.sleep(self.delay * 2 ** attempt)
    raise Unreachable(request.url)"""
PARSES = """def parse_header(line):
    name, _, value = line.partition(":")
    return name.strip().lower(), value.strip()"""
CLOSES = """def close(self):
    self.socket.close()
    self.is_open = False"""
PLACES = [("http/headers.py", PARSES), ("http/client.py", RETRIES), ("http/connection.py", CLOSES)]


def scores(question: str, *places: tuple[str, str]) -> list[float]:
    return [*builtin_reader().scores(question, places)]


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("wait longer after each failed attempt to send", "http/client.py"),
        ("split a header into its name and value", "http/headers.py"),
        ("shut down the socket", "http/connection.py"),
    ],
)
def test_the_place_that_answers_is_scored_best(question: str, path: str) -> None:
    found = scores(question, *PLACES)
    assert PLACES[int(np.argmax(found))][0] == path


def test_a_place_is_scored_alike_whatever_is_read_beside_it() -> None:
    question = "wait longer after each failed connection attempt"
    together = scores(question, *PLACES)
    assert together == [scores(question, place)[0] for place in PLACES]


def test_in_a_long_text_the_part_that_the_question_is_about_is_read() -> None:
    question = "wait longer after each failed connection attempt"
    filler = "\n".join(f"def color_{number}(palette):\n    return palette[{number}]" for number in range(30))
    assert len(filler.split()) > MOST_CODE / 2
    alone, behind, without = scores(question, ("a.py", RETRIES), ("a.py", f"{filler}\n{RETRIES}"), ("a.py", filler))
    assert behind > (alone + without) / 2


@pytest.mark.parametrize("question", ["", "!?", "where \ud800", "word " * 500, "バッファ"])
def test_any_question_and_any_text_has_a_score(question: str) -> None:
    found = scores(question, ("", ""), ("a/b.c", "\x00\ud800 {}"), ("a.py", RETRIES * 100), ("x" * 5000, PARSES))
    assert np.isfinite(found).all()
