"""How answers to the development questions are measured and compared."""

import pytest
from benchmarks.questions.metrics import Hit, interval, measure, within
from benchmarks.questions.score import compare, groups, table


def answer(path, start=None, end=None):
    return {"path": path, "start": start, "end": end}


def row(number, file_ndcg, span_ndcg=None, kind="report", **more):
    return {
        "id": f"r/{kind}/{number}", "kind": kind, "repository": f"r{number % 2}", "file_ndcg": file_ndcg,
        "span_ndcg": span_ndcg, "file_rank": 1, "span_rank": None, "tokens": None, "ms": 1.0, **more,
    }  # fmt: skip


class TestMeasure:
    def test_a_file_counts_at_its_place_among_files_and_lines_among_hits(self):
        hits = [Hit("b", 1, 9, 400), Hit("b", 20, 29, 400), Hit("a", 1, 9, 400), Hit("a", 20, 29, 400)]
        found = measure([answer("a", 25, 26)], hits)
        assert (found["file_rank"], found["span_rank"]) == (2, 4)
        assert found["file_ndcg"] == pytest.approx(0.631, abs=0.001)
        assert found["span_ndcg"] == pytest.approx(0.431, abs=0.001)
        assert found["tokens"] == 400

    def test_several_places_in_one_file_are_one_target(self):
        assert measure([answer("a", 1, 2), answer("a", 5, 6)], [Hit("a", 5, 5, 1)])["span_ndcg"] == 1

    def test_of_two_files_one_alone_is_not_all(self):
        found = measure([answer("a"), answer("b")], [Hit("a", 1, 2, 4)])
        assert found["file_ndcg"] == pytest.approx(0.613, abs=0.001)
        assert (found["span_ndcg"], found["tokens"]) == (None, 1)

    def test_a_folder_is_found_by_any_file_below_it(self):
        assert measure([answer("net/")], [Hit("network/a.py", 1, 2, 4), Hit("net/x/a.py", 1, 2, 4)])["file_rank"] == 2

    def test_what_is_not_found_has_no_rank_and_costs_all_that_was_read(self):
        found = measure([answer("a", 1, 2)], [Hit("a", 5, 6, 40)])
        assert (found["file_rank"], found["span_rank"], found["tokens"], found["read"]) == (1, None, None, 10)
        assert measure([answer("a")], [])["file_ndcg"] == 0


class TestMeans:
    def test_an_interval_is_as_wide_as_repositories_differ(self):
        mean, low, high = interval([1.0, 1.0, 0.0, 0.0], ["a", "a", "b", "b"])
        assert (mean, low, high) == (0.5, 0.0, 1.0)
        assert interval([0.5, 0.5], ["a", "b"]) == (0.5, 0.5, 0.5)

    def test_a_share_leaves_out_questions_without_right_lines(self):
        assert within("span_rank", 5)(row(1, 1.0)) is None
        assert within("span_rank", 5)(row(1, 1.0, 0.0)) == 0
        assert within("file_rank", 1)(row(1, 1.0)) == 1

    def test_a_table_has_a_line_a_kind_and_one_for_all(self):
        rows = [row(1, 1.0, 0.5), row(2, 0.0, kind="title")]
        assert list(groups(rows)) == ["report", "title", "**all**"]
        assert "| **all** | 2 | 0.500 (0.00 to 1.00) |" in table(rows)
        assert len(table([]).splitlines()) == 2

    def test_a_comparison_is_of_the_questions_that_both_were_asked(self):
        before, after = [row(1, 0.0), row(2, 0.5), row(3, 1.0)], [row(1, 1.0), row(2, 0.5), row(4, 1.0)]
        assert "| report | 2 | +0.500 (+0.000 to +1.000) | – | 1 / 0 |" in compare(before, after)
