from dataclasses import fields

import numpy as np
import pytest

from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.ranking.features import Candidates
from lsp_codebase.search.ranking.rank import decayed_order, nearby, normalised_similarity, path_mention, weights_for


def test_further_chunks_of_a_file_give_way_to_other_files():
    order = list(decayed_order([1.0, 0.9, 0.8], ["a", "a", "b"], 0.7))
    assert [row for row, _ in order] == [0, 2, 1]
    assert [score for _, score in order] == pytest.approx([1.0, 0.8, 0.63])


def test_without_decay_the_order_is_that_of_the_scores_and_ties_are_stable():
    assert [row for row, _ in decayed_order([0.5, 0.9, 0.5], ["a", "a", "a"], 1.0)] == [1, 0, 2]


def test_similarity_is_scaled_between_the_best_and_the_hundredth():
    values = np.linspace(1.0, 0.0, 201)
    scaled = normalised_similarity(values)
    assert scaled[0] == 1.0
    assert scaled[99] == pytest.approx(0.0)
    assert scaled[-1] == pytest.approx(-0.3)


def test_a_chunk_without_a_vector_counts_as_unremarkable():
    assert normalised_similarity(np.array([0.9, np.nan, 0.1]))[1] == 0.0


def test_similarity_of_nothing_is_nothing():
    assert not normalised_similarity(np.array([np.nan, np.nan])).any()


def chunks(*found: tuple[int, int, float]) -> Candidates:
    """Return candidates of these lines (end exclusive) and BM25 scores."""
    starts, ends, lexical = map(np.array, zip(*found, strict=True))
    rest = {field.name: np.zeros(len(found)) for field in fields(Candidates)}
    return Candidates(**rest | {"start_lines": starts, "end_lines": ends, "lexical": lexical})


def test_a_question_asks_for_what_is_meant_and_not_for_names_that_hold_its_words():
    found = chunks((0, 10, 1.0))
    text = "an upload that has failed is tried once more after a pause"
    described, asked = (weights_for(understand(one), found) for one in (text, f"how is it told that {text}"))
    assert (asked.names, asked.called) < (described.names, described.called)
    assert (asked.vector, asked.file, asked.file_lexical) > (described.vector, described.file, described.file_lexical)
    named = chunks((0, 10, 1.0)).take([0])
    named.defined[0] = 1.0
    assert weights_for(understand(f"how is it told that {text}"), named).vector < described.vector


def test_who_asks_for_tests_does_not_ask_for_what_they_call():
    found = chunks((0, 10, 1.0))
    described, asked = (
        weights_for(understand(f"{begun} an upload that has failed is tried once more after a pause"), found)
        for begun in ("code for", "test for")
    )
    assert asked.called == 0.0 < described.called


def test_what_is_found_close_by_in_a_file_speaks_for_a_chunk_the_closer_the_more():
    found = chunks((0, 10, 1.0), (10, 20, 0.0), (20, 40, 0.0), (40, 60, 0.0), (60, 70, 0.0))
    near = nearby(found, np.zeros(5, int))
    assert near == pytest.approx([0.0, 1.0, 0.625, 0.125, 0.0])


def test_what_is_found_in_another_file_does_not():
    found = chunks((0, 10, 1.0), (10, 20, 0.0), (0, 10, 1.0), (10, 20, 0.0))
    assert nearby(found, np.array([0, 1, 2, 2])) == pytest.approx([0.0, 0.0, 0.0, 1.0])


@pytest.mark.parametrize(
    ("path", "mentioned", "least", "most"),
    [
        ("src/net/http.py", "src/net/http.py", 1.0, 1.0),
        ("src/net/http.py", "net/http.py", 1.0, 1.0),
        ("src/net/http.py", "http.py", 1.0, 1.0),
        ("src/net/xhttp.py", "http.py", 0.0, 0.0),
        ("sphinx/ext/autodoc.py", "sphinx/ext/autodoc", 1.0, 1.0),
        ("sphinx/ext/other.py", "sphinx/ext/autodoc", 0.1, 0.9),
        ("a/b.py", "c", 0.0, 0.0),
    ],
)
def test_a_mentioned_path_counts_by_its_components(path, mentioned, least, most):
    assert least <= path_mention(path, [mentioned]) <= most
