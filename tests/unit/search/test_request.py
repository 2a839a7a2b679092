"""What a request is about, without the way of asking."""

import time

import pytest

from lsp_codebase.model import Mode
from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.query.request import without_asking, without_frame

ABOUT = "Baskets forget their owner when the session is renewed."


@pytest.mark.parametrize(
    "request_",
    [
        "Find the code that is responsible for this: {}",
        "I need to find where the following is implemented in this codebase: {}",
        "Help me find the relevant files for the following task.\n\n{}",
        "Which file should I edit for this? {}",
        "Task: {}",
        "User request: {}",
        "implementation of: {}",
        "{} Please make the necessary changes and make sure that all tests pass.",
        "{} Don't change anything yet, just tell me which files and functions are involved.",
        "Hi! I am new to this codebase and I'd like to understand the following: {} Thanks!",
    ],
)
def test_sentences_that_only_ask_are_left_out(request_):
    assert without_asking(request_.format(ABOUT)) == ABOUT
    assert understand(request_.format(ABOUT)).terms == understand(ABOUT).terms


@pytest.mark.parametrize(
    ("request_", "about"),
    [
        ("find the function that renews a session", "renews a session"),
        ("I need to understand the logic that renews a session", "renews a session"),
        ("we need to renew the session", "renew the session"),
        ("Please renew sessions of owners", "renew sessions of owners"),
        ("could you please help me to renew sessions of owners?", "renew sessions of owners?"),
        ("where should I make changes to renew sessions of owners", "renew sessions of owners"),
        ("what do I need to change to renew sessions of owners", "renew sessions of owners"),
        ("code responsible for renewing sessions", "renewing sessions"),
    ],
)
def test_an_opening_that_asks_for_code_is_left_out(request_, about):
    assert without_frame(request_) == about


@pytest.mark.parametrize(
    "text",
    [
        "List files of a folder",
        "find files that are new",
        "implementation of a session",  # would leave one word
        "If you need to renew a session of an owner, call the basket",
        "static: keep files",
        "Saved baskets: main",
        "files: skip what is hidden",
        "how do I renew the session of an owner",
        "indentation_to_check? at line 404",
        "Where is it?",
        "help",
        "a = find(code)\nshow(code)\nlist(files)\n",
        "",
    ],
)
def test_what_tells_of_code_stays(text):
    assert without_frame(without_asking(text)) == text


def test_a_question_stays_one_without_its_opening():
    asked = understand("Find the function that renews sessions of owners. Show me the code.")
    assert (asked.text, asked.is_question) == ("renews sessions of owners.", True)
    assert asked.said.startswith("Find the function")


def test_what_is_quoted_or_asked_for_just_so_is_taken_as_it_is():
    quoted = '"Session is renewed. Please try again."'
    assert understand(quoted).literal == quoted[1:-1]
    assert understand("Session is renewed. Please try again.", is_written=True).literal.endswith("again.")
    assert understand("Please renew sessions of owners", Mode.HYBRID).text == "Please renew sessions of owners"


def test_long_texts_take_no_time_that_grows_faster_than_they_do():
    for hostile in ("find ", "please ", "the code. ", "find: ", "\n", "a.b ", "to the code "):
        begun = time.process_time()
        text = hostile * (200_000 // len(hostile)) + "sessions of owners"
        without_frame(without_asking(text))
        assert time.process_time() - begun < 2, hostile
