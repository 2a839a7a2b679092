"""What the built-in model may be trained on: the committed list keeps its promises."""

from __future__ import annotations

import re
from pathlib import Path

TRAINING = Path(__file__).parents[3] / "training"
PERMISSIVE = {"MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "PostgreSQL", "PSF-2.0", "PSF-like", "Zlib"}

LINES = [line for line in (TRAINING / "packages.tsv").read_text("utf-8").splitlines() if not line.startswith("#")]
ROWS = [line.split("\t") for line in LINES]
TRAINED = [row for row in ROWS if row[4] == "train"]


def reserved() -> set[str]:
    lines = (TRAINING / "reserved.txt").read_text("utf-8").splitlines()
    return {name for line in lines if not line.startswith("#") for name in line.split()}


def test_every_package_is_pinned_and_listed_once() -> None:
    assert all(len(row) == 6 and all(row) and row[2] != "-" for row in ROWS)
    assert len({row[1] for row in ROWS}) == len(ROWS)


def test_only_permissively_licensed_packages_are_trained_on() -> None:
    for _, name, _, licence, *_ in TRAINED:
        assert set(licence.split(" OR ")) <= PERMISSIVE, name


def test_no_project_kept_for_evaluation_is_trained_on() -> None:
    for _, name, *_ in TRAINED:
        short = re.sub(r"^(golang-github-|librust-|libruby|ruby-|php-|python3?-)|-dev$", "", name)
        assert not reserved() & {name, short, *name.strip("@").split("/")}, name


def test_questions_are_about_projects_that_are_not_trained_on() -> None:
    held_out = {(row[4], row[1]) for row in ROWS if row[4] != "train"}
    for file in ("questions.tsv", "questions_few_words.tsv"):
        for line in (TRAINING / file).read_text("utf-8").splitlines():
            if not line.startswith("#"):
                role, package, question, answers = line.split("\t")
                assert (role, package) in held_out
                assert question
                assert answers
