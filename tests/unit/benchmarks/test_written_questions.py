"""The questions that were written by reading code."""

from collections import Counter
from pathlib import Path

from benchmarks.questions.repository import listed
from benchmarks.questions.written import query_rows, written

RESERVED = Path(__file__).parents[3] / "training/reserved.txt"


def test_they_are_about_repositories_that_nothing_else_is_about():
    lines = (line for line in RESERVED.read_text("utf-8").splitlines() if not line.startswith("#"))
    reserved = {name.lower() for line in lines for name in line.split()}
    slugs = {source.slug.lower() for source in written()}
    assert reserved
    assert not slugs & {source.slug.lower() for source in listed()}
    assert not reserved & {name for slug in slugs for name in (slug, slug.split("/")[1])}


def test_half_of_the_repositories_are_held_out():
    assert Counter(source.split for source in written()) == {"development": 11, "held": 11}


def test_each_has_a_place_that_answers_and_a_number_of_its_own():
    for source, questions in written().items():
        rows = query_rows(source, questions)
        assert len({row["id"] for row in rows}) == len(rows) == 13
        assert all(0 < place["start"] <= place["end"] for row in rows for place in row["answers"])
        assert all(row["answers"] for row in rows)
