"""An answer to a question about a name that stands nowhere says so: an agent would take the hits for its uses."""

import pytest
from codebases import indexed, opened

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "cart.py": "def empty_cart(cart):\n    cart.items.clear()\n\n\ndef total(cart):\n    return empty_cart(cart)\n",
    "basket.py": "def empty_basket_of_cart(basket):\n    basket.calls.clear()\n",
    "shop.md": "# Shop\n\nSet `maxItems` to 3.\n",
}
TOLD = "stands nowhere: looked for by its parts"


SETTINGS = {"embedding_model": "none"}


def notes(codebase, text):
    return [note for note in codebase.search(SearchQuery(text), CancelToken()).notes if TOLD in note]


@pytest.mark.parametrize(
    "text",
    [
        "where is emptyBag used",
        "who calls empty_bag",
        "what is the default of cartLimit",
        "where is the option cart_limit handled",
        "tests for emptyBag",
        "usages of emptyBag",
    ],
)
def test_a_name_that_stands_nowhere_is_told(codebase, text):
    assert len(notes(codebase, text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "where is emptyCart used",  # in another case
        "who calls empty_cart",
        "where is maxItems set",  # in a document
        "how is the cart emptied",
        "TypeError: emptyBasket is not a function",  # a message of another program, perhaps
        "add an option cartLimit to the cart so that no more than so many items fit into it",
    ],
)
def test_no_other_text_is_said_to_hold_one(codebase, text):
    assert notes(codebase, text) == []


@pytest.mark.parametrize(
    "text", ["do we use redux?", "is anything using redux", "is redux used anywhere", "are we using redux"]
)
def test_a_word_whose_use_is_asked_for_and_that_stands_nowhere_is_told(codebase, text):
    assert "“redux” stands nowhere" in codebase.search(SearchQuery(text), CancelToken()).notes


@pytest.mark.parametrize("text", ["is the cart used anywhere", "do we use a basket", "is it used by the shop"])
def test_a_word_that_stands_somewhere_is_not_said_to_be_missing(codebase, text):
    assert not [note for note in codebase.search(SearchQuery(text), CancelToken()).notes if "nowhere" in note]


def test_what_only_fits_the_words_has_less_than_half_the_score_of_what_was_asked_for(codebase):
    first, *others = codebase.search(SearchQuery("who calls empty_cart"), CancelToken()).hits
    assert first.name == "total"
    assert others
    assert all(hit.score < first.score / 2 for hit in others)


def test_it_is_told_that_there_are_no_tests_of_what_tests_are_asked_for(tmp_path):
    told = "no test of this was found"
    with indexed(tmp_path, FILES | {"tests/test_total.py": "def test_total():\n    assert total([])\n"}) as codebase:
        assert told not in codebase.search(SearchQuery("tests for total"), CancelToken()).notes
    with indexed(tmp_path / "bare", FILES) as codebase:
        assert told in codebase.search(SearchQuery("which tests cover empty_cart"), CancelToken()).notes
        assert told not in codebase.search(SearchQuery("where is empty_cart used"), CancelToken()).notes


def test_a_name_that_stands_in_one_of_two_folders_is_known(tmp_path):
    for name, text in {"a": "def empty_cart(): ...\n", "b": "def other_thing(): ...\n"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.py").write_text(text)
    settings = Settings(index_location=str(tmp_path / "cache"), embedding_model="none")
    with opened(settings, tmp_path / "a", tmp_path / "b") as workspace:
        assert notes(workspace, "where is empty_cart used") == []
        assert len(notes(workspace, "where is empty_basket used")) == 1
