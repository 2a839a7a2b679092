import time

import pytest

from lsp_codebase.search.query.asked_role import asked_role


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("tests for the cart", "cart"),
        ("Show me all unit tests of Cart", "Cart"),
        ("unit test of check out", "check out"),
        ("test of the cart", "cart"),
        ("where is the total price tested?", "the total price"),
        ("which tests cover check_out", "check_out"),
        ("is check_out tested?", "check_out"),
        ("which tests break if I change check_out?", "check_out"),
        ("what tests should I run after changing shop/cart.py", "shop/cart.py"),
        ("which tests are affected when I rename Cart.total", "Cart.total"),
    ],
)
def test_tests_of_something_are_asked_for_by_the_frame(query, said):
    assert asked_role(query) == ("test", said)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("documentation of the cart", "cart"),
        ("docs on how to export", "how to export"),
        ("cart docs", "cart"),
        ("where are prices documented for users", "prices"),
        ("what do the docs say about prices", "prices"),
        ("which docs mention the price of a cart?", "the price of a cart"),
        ("which pages of the documentation tell about prices", "prices"),
        ("man page of shop", "man page of shop"),
        ("how to deploy behind nginx", "how to deploy behind nginx"),
        ("how do I install it", "how do I install it"),
        ("how do I run the backend locally", "how do I run the backend locally"),
        ("how can I run this locally with podman", "how can I run this locally with podman"),
        ("how to flash the firmware", "how to flash the firmware"),
        ("how do I build it for the small board", "how do I build it for the small board"),
        ("running the app locally", "running the app locally"),
        ("how do I run the tests for one shop", "how do I run the tests for one shop"),
        ("how do I upgrade to v2.20", "how do I upgrade to v2.20"),
        ("how to migrate from version 1", "how to migrate from version 1"),
    ],
)
def test_documents_are_asked_for_by_the_frame(query, said):
    assert asked_role(query) == ("docs", said)


@pytest.mark.parametrize("query", ["release notes of v2", "changelog entries about prices"])
def test_a_change_log_is_no_documentation(query):
    assert asked_role(query) == ("changes", query)


@pytest.mark.parametrize(
    ("query", "role"),
    [
        ("which migration adds cart_size", "migration"),
        ("the database migration that creates the carts table", "migration"),
        ("migration for the cart_size column", "migration"),
        ("where is cart_size renamed in a migration", "migration"),
        ("where is redis started in CI", "ci"),
        ("how are images published by GitHub Actions", "ci"),
        ("which CI job runs the long tests", "ci"),
        ("the github workflow for releases", "ci"),
        ("where is SHOP_PORT set in docker compose", "container"),
        ("which compose file starts redis", "container"),
        ("where is curl installed in the Dockerfile", "container"),
        ("where is the memory limit set in the helm chart", "chart"),
        ("which helm value sets the number of replicas", "chart"),
        ("default image tag in values.yaml", "chart"),
        ("where is the bucket created in the terraform files", "terraform"),
        ("which terraform resource creates the database", "terraform"),
        ("terraform variable for the region", "terraform"),
    ],
)
def test_files_of_one_purpose_are_asked_for_by_the_frame_whose_words_stand_in_their_paths(query, role):
    assert asked_role(f"{query}?") == (role, query)


@pytest.mark.parametrize(
    "query",
    [
        "migration guide for carts",
        "how does a migration work",
        "run migrations",
        "where are documents moved in the pipeline",
        "compose two functions",
        "how does helm render a template",
        "where is a plan made in terraform",
        "tooltip of the chart",
        "CI",
    ],
)
def test_a_word_of_such_a_purpose_alone_asks_for_none(query):
    assert asked_role(query) is None


@pytest.mark.parametrize(
    "query",
    [
        "test for an empty cart",
        "connection test query",
        "run the tests",
        "where is the cart",
        "how to install a plugin",
        "how to run a job in the background",
        "how does the server start",
        "how to start the timer",
        "how to upgrade to websockets",
        "how to migrate the tables",
        "where are the docs",
        "documentation",
        "write a test for Cart",
        "cart docs\nand more",
    ],
)
def test_a_word_amid_others_asks_for_no_kind_of_file(query):
    assert asked_role(query) is None


@pytest.mark.parametrize(
    "text",
    [
        "which migration " * 5_000,
        "in CI " * 5_000,
        "where is a " * 5_000,
        "a docs " * 5_000,
        "the " * 9_000,
        " " * 40_000,
        "where are " * 5_000,
        "a" + " " * 30_000,
    ],
)
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    asked_role(text)
    assert time.process_time() - started < 0.5
