"""What a request is about, without the way of asking."""

import time

import pytest

from lsp_codebase.model import Mode
from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.query.request import without_asking

ABOUT = "Baskets forget their owner when the session is renewed."


@pytest.mark.parametrize(
    "request_",
    [
        "Find the code that is responsible for this: {}",
        "I need to find where the following is implemented in this codebase: {}",
        "Help me find the relevant code for this.\n\n{}",
        "Which file should I look at for this? {}",
        "{} Don't change anything yet, just tell me where I should look.",
        "{} Any idea where I could find that?",
        "Hi! I am new here and I'd like to understand the following: {} Thanks!",
        "You are an expert at navigating large repositories. Find the code described here. {}",
    ],
)
def test_an_opening_and_an_end_that_only_ask_are_left_out(request_):
    assert without_asking(request_.format(ABOUT)) == ABOUT
    assert understand(request_.format(ABOUT)).terms == understand(ABOUT).terms


@pytest.mark.parametrize(
    ("request_", "about"),
    [
        ("find the function that renews sessions", "renews sessions"),
        ("I need to understand the code that renews sessions", "renews sessions"),
        ("could you please help me find the place where sessions are renewed?", "sessions are renewed?"),
        ("code responsible for renewing sessions", "renewing sessions"),
    ],
)
def test_it_may_end_amid_a_sentence(request_, about):
    assert without_asking(request_) == about


@pytest.mark.parametrize(
    "text",
    [
        "List files of a folder",
        "find files that are new",
        "implementation of a session",  # would leave one word
        "how do I renew the session of an owner",
        "what does renew_session change about how owners are found",
        "indentation_to_check? at line 404",
        "Where is it?",
        "help",
        "a = find(code)\nshow(code)\nlist(files)\n",
        "find me " * 200 + ABOUT,  # no request
        "",
    ],
)
def test_what_tells_of_code_stays(text):
    assert without_asking(text) == text


def test_a_word_that_stands_nowhere_in_the_code_tells_nothing_of_it():
    request = f"My colleague left a wistful farewell yesterday. {ABOUT}"
    assert without_asking(request, lambda word: word in ABOUT.lower()) == ABOUT
    assert without_asking(request) == request


def test_a_question_stays_one_without_its_opening():
    asked = understand("Find the function that renews sessions of owners. Show me the code.")
    assert (asked.text, asked.is_question) == ("renews sessions of owners.", True)
    assert asked.said.startswith("Find the function")


def test_what_is_quoted_or_asked_for_just_so_is_taken_as_it_is():
    quoted = '"Session is renewed. Please find me the code."'
    assert understand(quoted).literal == quoted[1:-1]
    assert understand(quoted[1:-1], is_written=True).literal == quoted[1:-1]
    request = "find the function that renews sessions"
    assert understand(request, Mode.HYBRID).text == request


def test_long_texts_take_no_time_that_grows_faster_than_they_do():
    for hostile in ("find ", "please ", "the code. ", "find: ", "\n", "a.b ", "to the code ", "find'", "-> ", ":::"):
        begun = time.process_time()
        without_asking(hostile * (200_000 // len(hostile)) + "sessions of owners")
        assert time.process_time() - begun < 2, hostile
