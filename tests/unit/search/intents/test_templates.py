"""Which strings of code a message may have been made from."""

import time

import pytest

from lsp_codebase.search.intents.texts import templates
from lsp_codebase.search.query.query_form import understand


def held(string: str, message: str) -> int:
    return templates.words_held(string, message.lower().split())


@pytest.mark.parametrize(
    ("string", "message", "words"),
    [
        ('"Unknown command %s"', "unknown command frobnicate", 2),
        ("\"unknown command '%-5.3s' of %(shop)s\\n\"", "unknown command frobnicate of till", 3),
        ('"no such option: {name!r}"', "no such option colour", 3),
        ("`no command ${kind} named ${name}`", "no command option named colour", 3),
        ('"no command #{kind} named #{name}"', "no command option named colour", 3),
        ('"no command \\(kind) named \\(name)"', "no command option named colour", 3),
        ('"no command $kind named $name"', "no command option named colour", 3),
        ('"could not read "', "fatal could not read carts", 3),
    ],
)
def test_what_stands_around_the_holes_of_a_string_stands_in_the_message(string, message, words):
    assert held(string, message) == words


@pytest.mark.parametrize(
    ("string", "message"),
    [
        ('"Unknown option %s"', "unknown command frobnicate"),
        ('"%s: unknown command or option"', "unknown command frobnicate"),
        ('"command unknown"', "unknown command frobnicate"),
        ('"value of %s"', "invalid value of port"),  # one word of it tells anything
        ('""', "unknown command frobnicate"),
        (f'"{"unknown command " * 99}"', "unknown command frobnicate"),
    ],
)
def test_a_string_with_another_word_is_no_template_of_it(string, message):
    assert held(string, message) == 0


@pytest.mark.parametrize(
    "text",
    ["Unknown command frobnicate", "cart: cannot open till", "The till is not found", "value of the port: abc"],
)
def test_a_sentence_that_tells_of_a_failure_is_read_as_a_message(text):
    assert templates._words_of_message(understand(text))


@pytest.mark.parametrize(
    "text",
    [
        "how is an unknown command handled",
        "tests for invalid values",
        "unknown command",
        "parse the header of a cart",
        "fix: open the till twice when asked",
        "the till reports that a cart is unknown",
        "Unknown command " + "frobnicate " * 30,
    ],
)
def test_other_questions_are_not(text):
    assert not templates._words_of_message(understand(text))


@pytest.mark.parametrize(
    "text", ["a" * 100_000, "a " * 50_000, "a: " * 30_000, "Invalid " * 20_000, "a" + " " * 99_999]
)
def test_a_question_of_any_length_is_told_in_linear_time(text):
    begin = time.thread_time()
    templates._IS_MESSAGE.match(text)
    assert time.thread_time() - begin < 1


@pytest.mark.parametrize("sign", ["%0", "%", "{", "${", "\\(", "$", "%(a", "a "])
def test_a_string_of_any_length_is_read_in_linear_time(sign):
    begin = time.thread_time()
    held(f'"{sign * 100_000}"', "unknown command frobnicate")
    held(f'"%{sign[-1] * 100_000}"', "unknown command frobnicate")
    assert time.thread_time() - begin < 2
