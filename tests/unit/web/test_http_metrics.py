"""The text that Prometheus reads, where a small server does not show it."""

import os

from lsp_codebase.model import IndexStatus, Phase
from lsp_codebase.web.metrics import Metrics


def test_a_folder_may_have_any_name():
    slash = "\\" if os.name == "posix" else ""  # of Windows it would end the name of a folder
    status = IndexStatus(f'/home/me/a "b"{slash}c\nd\udcff', Phase.READY)
    assert f'lsp_codebase_chunks{{root="a \\"b\\"{slash * 2}c\\nd?"}} 0\n' in Metrics([]).text([status], {})


def test_a_time_on_a_bound_is_counted_below_it_and_sums_are_exact():
    metrics = Metrics([])
    for seconds in (0.005, 0.006, 60.0):
        metrics.note_request("search_code", "ok", seconds)
    text = metrics.text([], {})
    for end in ('bucket{method="search_code",le="0.005"} 1', 'le="0.01"} 2', 'le="10.0"} 2', 'le="+Inf"} 3'):
        assert f"{end}\n" in text
    assert 'lsp_codebase_request_seconds_sum{method="search_code"} 60.011' in text


def test_large_numbers_keep_their_digits():
    status = IndexStatus("/root", Phase.READY, chunks=123_456_789)
    assert 'lsp_codebase_chunks{root="root"} 123456789\n' in Metrics([]).text([status], {})


def test_paths_nobody_knows_are_one_label():
    metrics = Metrics(["/health"])
    for path in ("/health", "/a", "/b"):
        metrics.note_answer(path, 404)
    text = metrics.text([], {})
    assert 'http_answers_total{path="/health",status="404"} 1' in text
    assert 'http_answers_total{path="other",status="404"} 2' in text
    assert "/a" not in text
