import time

import pytest

from lsp_codebase.search.intents.places.named_folder import in_folder


@pytest.mark.parametrize(
    ("query", "folder", "said"),
    [
        ("total price in src/web", "src/web", "total price"),
        ("total price, only in `src/web/`?", "src/web", "total price"),
        ("where is Cart used below ./src/web", "src/web", "where is Cart used"),
        (r"where is Cart used below .\src\web", "src/web", "where is Cart used"),
        ("Cart within web/", "web", "Cart"),
        ("in src/web: total price", "src/web", "total price"),
        ("precio total en src/web", "src/web", "precio total"),
        ("где цена в src/web", "src/web", "где цена"),
        ("only in src/web, total price", "src/web", "total price"),
    ],
)
def test_a_folder_is_named_at_the_end_or_the_beginning(query, folder, said):
    assert in_folder(query) == (folder, said)


@pytest.mark.parametrize(
    "query",
    [
        "errors in web",
        "in src/web",
        "total price src/web",
        "put src/web in order",
        "in src/web the total price is wrong",
        "first line\nerror in src/web",
        "total price in src/*",
    ],
)
def test_other_words_name_no_folder(query):
    assert in_folder(query) is None


@pytest.mark.parametrize(
    "text", ["in a/" * 8_000, "a in " * 8_000, " " * 40_000, "in " + "a/" * 20_000, "a in " + "a/" * 20_000 + "*"]
)
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    in_folder(text)
    assert time.process_time() - started < 0.5
