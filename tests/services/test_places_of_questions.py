"""A line of a file that several files may be, or none is."""

from dataclasses import replace

import pytest
from codebases import seen

from lsp_codebase.cli.hit_lines import telling_line
from lsp_codebase.model import CancelToken, SearchQuery

LONG = "def form(a):\n    return a\n" * 30
FILES = {f"shop/{name}/views.py": LONG for name in ("carts", "items", "orders", "people")} | {
    "shop/carts/models.py": LONG,
    "shop/items/models.py": "size = 1\n",
    "shop/orders/models.py": "size = 2\n",
    "shop/people/models.py": "size = 3\n",
    "docs/words.md": "Views and models stand on line 30.\n",
}


def first_lines(codebase, text):
    found = seen(codebase).search(SearchQuery(text), CancelToken())
    paths = [hit.path.relative_to(codebase.root).as_posix() for hit in found.hits]
    at = [hit.span.start_line <= 29 < hit.span.end_line + 1 for hit in found.hits]
    return [*zip(paths, at, strict=True)], found.notes


def test_a_line_is_one_of_the_only_file_that_has_so_many(codebase):
    hits, _ = first_lines(codebase, "models.py:30")
    assert hits[0] == ("shop/carts/models.py", True)


def test_a_line_alone_is_shown_in_each_of_the_files_that_it_may_be_of(codebase):
    hits, _ = first_lines(codebase, "views.py:30")
    assert hits[:4] == [(f"shop/{name}/views.py", True) for name in ("carts", "items", "orders", "people")]


@pytest.mark.parametrize(
    ("asked", "path", "note"),
    [
        ("veiws.py:30", "shop/carts/views.py", "no indexed file is called veiws.py: read as views.py:30"),
        (
            "shop/carts/modles.py:30",
            "shop/carts/models.py",
            "no indexed file is called modles.py: read as shop/carts/models.py:30",
        ),
        (
            "shop/carts/modles.py",
            "shop/carts/models.py",
            "no indexed file is called modles.py: read as shop/carts/models.py",
        ),
    ],
)
def test_a_misspelled_file_is_read_as_the_one_that_was_meant_and_told(codebase, asked, path, note):
    hits, notes = first_lines(codebase, asked)
    assert (hits[0][0], notes) == (path, (note,))


@pytest.mark.parametrize("asked", ["basket.py:30", "shop/basket.py"])
def test_a_file_that_is_like_none_is_said_to_be_missing(codebase, asked):
    assert first_lines(codebase, asked)[1] == ("no indexed file is called basket.py",)


@pytest.mark.parametrize("asked", ["views.js", "Cart.views", "models.py", "veiws.py stands in a sentence"])
def test_no_file_is_missed_in_other_texts(codebase, asked):
    assert not any("file" in note for note in first_lines(codebase, asked)[1])


@pytest.mark.parametrize("line", [1, 2, 30, 58, 59])
def test_the_line_that_was_asked_for_is_the_one_to_jump_to_among_equal_ones(codebase, line):
    found = seen(codebase).search(SearchQuery(f"shop/carts/models.py:{line + 1}"), CancelToken())
    hit = found.hits[0]
    assert [span.start_line for span in hit.matches] == [line]
    assert hit.preview == LONG.split("\n")[line].strip()
    assert telling_line(replace(hit, text=LONG.split("\n", hit.span.start_line)[-1])).number == line
