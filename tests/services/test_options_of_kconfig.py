"""An option of Kconfig is one name, whether code writes it with CONFIG_ in front or Kconfig writes it without."""

import pytest
from codebases import found, indexed

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "Kconfig": """config TILL_SAVE
    bool "Save #1"

config TILL_SAVE_DELAY
    int "Milliseconds before a payment is saved"
    default 60000
    depends on TILL_SAVE

config TILL_LIMIT
    int "Most tills"
""",
    "boards/Kconfig.defconfig": "if BOARD_SMALL\n\nconfig TILL_SAVE_DELAY\n    default 90000\n\nendif\n",
    "boards/small.conf": "CONFIG_TILL_SAVE=y\nCONFIG_TILL_SAVE_DELAY=90000\n",
    "src/till.c": """int save(struct till *till) {
    return schedule(&till->work, MS(CONFIG_TILL_SAVE_DELAY));
}
""",
    "src/delay.c": """/* The delay before a till is saved. */
void till_save_delay_init(struct till *till) {
    till->save = 0;
}
""",
}


@pytest.fixture(scope="module")
def codebase(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("kconfig"), FILES) as codebase:
        yield codebase


@pytest.fixture
def ask(codebase):
    return lambda text: found(codebase, text)


@pytest.mark.parametrize(
    "asked",
    [
        "CONFIG_TILL_SAVE_DELAY",
        "TILL_SAVE_DELAY",
        "where is CONFIG_TILL_SAVE_DELAY defined",
        "default value of CONFIG_TILL_SAVE_DELAY",
        "CONFIG_TILL_SAVE",
    ],
)
def test_an_option_leads_to_its_definition_in_either_spelling(ask, asked):
    assert ask(asked)[0] == "Kconfig"


@pytest.mark.parametrize("asked", ["who uses TILL_SAVE_DELAY", "who uses CONFIG_TILL_SAVE_DELAY"])
def test_the_uses_of_an_option_are_those_of_code_in_either_spelling(ask, asked):
    assert ask(asked)[0] == "src/till.c"


def test_an_option_that_only_kconfig_names_is_known(codebase):
    answer = codebase.search(SearchQuery("where is CONFIG_TILL_LIMIT set"), CancelToken())
    assert not answer.notes
    assert answer.hits[0].path.name == "Kconfig"
