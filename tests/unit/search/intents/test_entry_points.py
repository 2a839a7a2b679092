import time

import pytest

from lsp_codebase.search.intents.project.entry_points import asked_start


@pytest.mark.parametrize(
    "question",
    [
        "entry point",
        "main entry point of the web application",
        "where is the main function?",
        "Where does the program start",
        "how does it start up",
        "where does execution begin",
        "application bootstrap",
        "startup sequence",
        "where does the poetry command begin",
        "where does the client begin running",
        "where does the command line program start",
        "how does the shop command line start",
        "where is the executable that package.json names",
        "scripts in pyproject.toml",
        "where are the console scripts of pyproject",
    ],
)
def test_a_question_where_a_program_starts_is_told_by_its_form(question):
    assert asked_start(question)


@pytest.mark.parametrize(
    "query",
    [
        "how does the server start",
        "where does the client begin",
        "entry point of a plugin",
        "main window",
        "start",
        "where does the app start a session",
    ],
)
def test_a_question_about_a_part_is_not_about_the_start(query):
    assert not asked_start(query)


@pytest.mark.parametrize(
    "text", ["where is the " * 4_000, "how does it " * 4_000, " " * 40_000, "entry" + " " * 40_000]
)
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    asked_start(text)
    assert time.process_time() - started < 0.5
