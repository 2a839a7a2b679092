"""A question in words for code like some lines is answered as `similar` answers it, with a note."""

import pytest
from codebases import indexed, write

from lsp_codebase.model import CancelToken, SearchQuery

COPY = """
def {name}(folder, target):
    files = sorted(folder.iterdir())
    for file in files:
        if file.suffix == ".{name}":
            target.joinpath(file.name).write_bytes(file.read_bytes())
    return len(files)
"""


@pytest.fixture(scope="module")
def codebase(tmp_path_factory):
    files = {f"src/{name}.py": COPY.format(name=name) for name in ("images", "sounds", "films")}
    files["src/other.py"] = "def total(prices):\n    return sum(prices)\n\n\ndef average(prices):\n    return 0\n"
    with indexed(tmp_path_factory.mktemp("alike"), files, embedding_model="none") as codebase:
        yield codebase


@pytest.mark.parametrize(
    "text",
    [
        "similar code to src/images.py:4",
        "code similar to src/images.py:2-7",
        "find code like line 4 of images.py",
        "what looks like images.py line 3?",
        "functions similar to `images()`",
        "duplicates of the function images",
    ],
)
def test_code_like_some_lines_or_a_definition_leads_and_these_lines_are_left_out(codebase, text):
    answer = codebase.search(SearchQuery(text, limit=2), CancelToken())
    assert {hit.path.name for hit in answer.hits} == {"sounds.py", "films.py"}
    assert answer.notes[0].startswith("code like src/images.py:")


@pytest.mark.parametrize(
    "text",
    [
        "what is similar to a cart",
        "which functions are similar to images",
        "code like src/missing.py:4",
        "code like src/images.py:99",
    ],
)
def test_words_and_places_that_are_not_there_are_looked_for_as_words(codebase, text):
    answer = codebase.search(SearchQuery(text), CancelToken())
    assert not any("code like" in note for note in answer.notes)


def test_filters_hold_for_it(codebase):
    answer = codebase.search(SearchQuery("similar code to src/images.py:4", include=("**/films*",)), CancelToken())
    assert {hit.path.name for hit in answer.hits} == {"films.py"}


def test_a_definition_is_taken_where_it_stands_by_now(tmp_path):
    files = {"src/images.py": COPY.format(name="images") + "\n\ndef total(prices):\n    return sum(prices)\n"}
    with indexed(tmp_path, files, embedding_model="none") as codebase:
        write(codebase.root, {"src/images.py": "# new\n" * 4 + files["src/images.py"]})
        answer = codebase.search(SearchQuery("duplicates of the function images"), CancelToken())
        assert answer.notes[0].startswith("code like src/images.py:6-11,")
