"""Who changes a name has to see every place of it: the tools for a model tell of those that are no hits."""

import pytest
from codebases import opened, write

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken
from lsp_codebase.tools import Toolbox

USERS = 12
USER = "function count{number}(till) {{\n  const more = {number};\n  return till.spareCoins() + more;\n}}\n"
FILES = {
    "shop/till.js": "class Till {\n  spareCoins() {\n    return 1;\n  }\n}\n",
    **{f"shop/user{number}.js": USER.format(number=number) for number in range(USERS)},
    "shop/bell.js": "function ringBell() {\n  return 1;\n}\n",
}


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    folder = tmp_path_factory.mktemp("places")
    write(folder, FILES)
    settings = Settings(index_location=str(tmp_path_factory.mktemp("cache")), embedding_model="none")
    with opened(settings, folder) as workspace:
        yield lambda **arguments: Toolbox(workspace).call("search", arguments, CancelToken()).text


def test_the_other_files_that_hold_a_name_stand_above_its_definition(ask):
    above = ask(query="spareCoins").splitlines()[0]
    assert above.startswith("(spareCoins stands in 8 more files: shop/user")
    assert above.count(".js:3") == 6
    assert above.endswith('; mode="exact" lists the lines)')


@pytest.mark.parametrize("query", ["ringBell", "till", "where is spareCoins defined", '"spareCoins"'])
def test_nothing_is_told_of_what_all_hits_show_nor_of_words_and_literals(ask, query):
    assert "stands in" not in ask(query=query)


def test_what_filters_leave_out_is_not_told_of(ask):
    assert "shop/user1.js" not in ask(query="spareCoins", exclude=["**/user1.js"])


def test_every_use_of_a_name_is_shown_those_that_are_asked_for_first_with_code(ask):
    text = ask(query="who calls spareCoins")
    assert [f"shop/user{number}.js:" in text for number in range(USERS)] == [True] * USERS
    assert "shop/till.js" not in text
    assert "cursor" not in text


def test_a_limit_is_kept(ask):
    assert ask(query="who calls spareCoins", limit=3).count("user") == 3


@pytest.mark.parametrize("asked", [{"query": '"spareCoins"'}, {"query": "spare[A-Z]oins", "mode": "regex"}])
def test_the_other_files_of_a_literal_or_pattern_stand_above_its_first_lines(ask, asked):
    assert ask(**asked, limit=5).startswith("(this stands in 8 more files: shop/user")
