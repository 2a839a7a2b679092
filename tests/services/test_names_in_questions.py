"""A question may name the project, and names of the code in small letters or with one wrong letter."""

import pytest
from codebases import indexed

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "pyproject.toml": '[project]\nname = "acmeshop"\n',
    "acmeshop/__init__.py": "from acmeshop.cart import CartHandler\n",
    "acmeshop/cart.py": (
        "class CartHandler:\n    def expand_aliases(self, words):\n"
        "        return [self.aliases[word] for word in words]\n"
    ),
    "acmeshop/stock.py": "def remove_stale(baskets):\n    return [one for one in baskets if not one.is_stale]\n",
    "acmeshop/acmeshop.py": "def acmeshop_of(name):\n    return name\n",
    "acmeshop/kinds.py": "from enum import Enum\n\n\nclass ParcelEntryKind(Enum):\n    PLAIN = 1\n",
    "acmeshop/entries.py": (
        '"""The kinds of parcel entries: of each parcel entry its kind."""\n\n\n'
        "def parcel_entry(kind):\n    return kind\n"
    ),
    "acmeshop/words.py": "def treat(definition):\n    return definition.strip()\n\n\nmimetype = 'a/b'\nmimeType = 1\n",
}


@pytest.fixture(scope="module")
def codebase(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("work") / "checkout", FILES, embedding_model="none") as codebase:
        yield codebase


def asked(codebase, text):
    answer = codebase.search(SearchQuery(text), CancelToken())
    return answer.hits[0].path.name, answer.notes


@pytest.mark.parametrize("text", ["acmeshop stale baskets removed", "python stale baskets removed in acmeshop"])
def test_the_project_and_its_language_are_no_words_to_look_for(codebase, text):
    hits = codebase.search(SearchQuery(text), CancelToken()).hits
    assert [hit.path.name for hit in hits] == ["stock.py"]


@pytest.mark.parametrize("text", ["how does expandaliases treat a definition", "how does Expandaliases treat a word"])
def test_a_name_in_small_letters_is_read_as_it_is_spelled(codebase, text):
    assert asked(codebase, text) == ("cart.py", ())


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("how does CartHanlder treat a definition", "“CartHanlder” stands nowhere: read as “CartHandler”"),
        ("how does expand_alaises treat a definition", "“expand_alaises” stands nowhere: read as “expand_aliases”"),
        ("how does carthandlr treat a definition", "“carthandlr” stands nowhere: read as “CartHandler”"),
    ],
)
def test_a_name_with_one_wrong_letter_is_read_as_the_one_that_was_meant_and_a_note_tells(codebase, text, read):
    assert asked(codebase, text) == ("cart.py", (read,))


def test_a_word_that_stands_in_the_code_stays_a_word(codebase):
    assert asked(codebase, "how does the mimetype treat a definition") == ("words.py", ())


def test_a_name_with_another_number_is_another_name(codebase):
    assert "read as" not in " ".join(asked(codebase, "how does CartHandler2 treat a definition")[1])


@pytest.mark.parametrize(
    "text", ["parcel entry kinds", "where are parcel entry kinds defined", "what are the parcel entry kinds"]
)
def test_things_in_the_plural_are_of_the_type_that_one_is_called_by(codebase, text):
    assert asked(codebase, text)[0] == "kinds.py"
