"""What a prompt of several lines is about."""

import time

import pytest

from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.query.request import without_asking

ABOUT = "how are stale baskets removed from the cart"


@pytest.mark.parametrize(
    "prompt",
    [
        "# Task\n\nAnswer a question for the agent that called you.\n\n# Question\n\n{}\n\n# Output\n\n- file paths",
        "Search query: {}\nMaximum number of results: 10\nSort by: relevance",
        "<task>\nLocate the implementation relevant to the request.\n</task>\n<query>{}</query>\n<depth>quick</depth>",
        "**Goal:** {}\n**Why:** required to plan the next change\n**Format:** Markdown list, file and lines",
        '{{\n  "task": "explore",\n  "query": "{}",\n  "return": "files"\n}}',
        "{}\n\nPlease look through the codebase and report:\n- the main files involved\n- the key functions",
        "I need to understand one part of this codebase before I make changes.\n\n{}\n\nThoroughness: medium.",
        "I'm new to this project. Please help me out.\n\n> {}\n\nReturn file paths and lines, do not edit files.",
    ],
)
def test_the_line_that_tells_it_is_looked_for_alone(prompt):
    text = prompt.replace("{{", "{").replace("}}", "}").replace("{}", ABOUT)
    assert without_asking(text) == ABOUT
    read = understand(text)
    assert (read.terms, read.is_report) == (understand(ABOUT).terms, False)


@pytest.mark.parametrize(
    "text",
    [
        "Baskets are lost\n\nAfter the owner renews a session, baskets disappear.\nThe stock counts them twice.",
        "def remove(baskets):\n    return baskets\n",
        "Traceback (most recent call last):\n  File 'cart.py', line 3, in remove\nKeyError: 'basket'",
        "please\nhelp me",
    ],
)
def test_a_report_and_code_are_left_as_they_are(text):
    assert without_asking(text) == text


def test_all_topics_behind_labels_are_told():
    text = "Title: stale baskets crash\nPriority: high\nDescription: checkout counts stock\nPlease find the file."
    assert without_asking(text) == "stale baskets crash\ncheckout counts stock"


@pytest.mark.parametrize("text", ["task " * 140 + "\n:", "\n" * 50_000 + ABOUT, "# \n" * 100 + "query " * 40 + "\n"])
def test_it_takes_linear_time(text):
    begun = time.thread_time()
    without_asking(text)
    assert time.thread_time() - begun < 1
