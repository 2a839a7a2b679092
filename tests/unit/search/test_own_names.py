"""Names of the project and its language in a question tell none of its files from another."""

import time

import pytest

from lsp_codebase.search.query.own_names import MANIFESTS, KeptNames, Own, project_names, without_own
from lsp_codebase.search.query.query_form import understand

OWN = Own(frozenset({"acmeshop", "fast-cart"}), lambda language: language in ("python", "go"))
ABOUT = "how are stale baskets removed"


@pytest.mark.parametrize(
    "text",
    [
        "acmeshop {}",
        "In AcmeShop, {}",
        "acmeshop: {}",
        "within the acmeshop {}",
        "{} in acmeshop",
        "fast-cart {}",
        "Fast Cart: {}",
        "python {}",
        "in go, {}",
        "{} in Go",
        "{} golang",
        "python acmeshop {}",
    ],
)
def test_they_are_no_words_to_look_for(text):
    assert without_own(text.format(ABOUT), OWN) == ABOUT
    read = understand(text.format(ABOUT), own=lambda: OWN)
    assert (read.terms, read.meaning, read.is_question) == (understand(ABOUT).terms, ABOUT, True)


def test_documents_name_the_project_where_they_tell_of_it():
    read = understand("docs on removing stale acmeshop baskets", own=lambda: OWN)
    assert "acmeshop" in {term.token for term in read.terms}


def test_the_question_mark_and_the_words_around_stay():
    assert without_own("how does AcmeShop's basket expire in python?", OWN).split() == "how does basket expire?".split()


@pytest.mark.parametrize(
    "text",
    [
        "acmeshop",
        "acmeshop baskets",  # one word would be left
        "acmeshop/cart empties baskets early",
        "AcmeShop::Cart empties baskets early",
        "acmeshop.cart empties baskets early",
        "`acmeshop` empties baskets early",
        "acmeshop_cart empties baskets early",
        "go to the basket of a customer",  # no language
        "rust of a basket handle",  # of which little code here is
        "how python starts the worker of baskets",  # amid a sentence it may mean something
        "",
    ],
)
def test_a_longer_name_and_a_question_that_would_say_too_little_stay(text):
    assert without_own(text, OWN) == text


def test_a_project_is_called_as_its_folder_and_its_manifests_say():
    manifests = {
        "go.mod": ["module github.com/acme/acmeshop/v2"],
        "package.json": ["{", '  "private": true,', '  "name": "@acme/shopfront",'],
        "pyproject.toml": ["[project]", 'name = "pyshop"'],
        "Cargo.toml": ["[package]", 'name = "rustshop"'],
        "composer.json": ["{", '    "name": "acme/phpshop",'],
        "mix.exs": ["  def project do", "    [", "      app: :exshop,"],
    }
    assert manifests.keys() == MANIFESTS.keys()
    named = {"acmeshop", "shopfront", "pyshop", "rustshop", "phpshop", "exshop"}
    assert project_names("Acmeworks", manifests) == {"acmeworks", *named}


def test_a_word_of_programming_is_no_name():
    assert project_names("server", {"package.json": ['"name": "client"']}) == set()
    assert project_names("fd", {}) == project_names("-----", {}) == set()


@pytest.mark.parametrize("text", ["in " * 20_000, " " * 100_000 + "python", "acmeshop " * 10_000, "in the " * 10_000])
def test_it_takes_linear_time(text):
    begun = time.thread_time()
    without_own(text, OWN)
    assert time.thread_time() - begun < 2


def test_the_names_of_a_project_are_read_once_for_the_same_contents():
    kept, read = KeptNames(), []
    found = [kept.of(contents, lambda: frozenset({f"shop{read.append(1) or len(read)}"})) for contents in (1, 1, 2)]
    assert found == [{"shop1"}, {"shop1"}, {"shop2"}]
