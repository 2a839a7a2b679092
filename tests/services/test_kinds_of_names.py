"""A query of a kind and a name is led by what has this name and is of this kind, in the words of any language."""

import pytest
from codebases import found, seen

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "till/till.h": "typedef struct Till Till;\nvoid till_open(Till *till);\n",
    "till/drawer.h": "struct Drawer {\n    int coins;\n};\n\n",
    "till/till.c": '#include "till.h"\n\nstruct Till {\n    int coins;\n};\n\nstatic int till;\n\n'
    "void till_open(Till *till)\n{\n    struct Till *other = till;\n    struct Till *last = other;\n}\n",
    "till/purse.h": "typedef struct purse_s {\n    int coins;\n} purse_t;\n\nvoid fill(purse_t *purse, int coins);\n",
    "till/purse.c": '#include "purse.h"\n\n// Fills a purse: the purse struct holds the coins.\n'
    "void fill(purse_t *purse, int coins)\n{\n    purse->coins = coins;\n}\n",
    "shop/till.hpp": "/// class shop::Desk counts coins.\nnamespace shop {\nclass Desk {\n    int n;\n};\n}\n",
    "shop/sale.cpp": "// See class shop::Desk for what a till is.\nvoid sell() {}\n",
    "docs/price.md": "# Price strategy interface\n\nThe price strategy interface says what a price is.\n",
    "src/PriceStrategy.php": "<?php\ninterface PriceStrategy\n{\n    public function of($item);\n}\n",
    "src/ListPriceStrategy.php": "<?php\nclass ListPriceStrategy implements PriceStrategy\n{\n"
    "    // The price strategy interface of lists.\n    public function of($item) { return 1; }\n}\n",
    "lib/vault.rb": "module Vault\n  def self.closed?\n    true\n  end\n\n  def self.closed\n    1\n  end\nend\n",
    "lib/keys.rb": "# Keys of the vault module: a key opens the Vault module.\n"
    "class VaultModuleKeys\n  def vault; end\nend\n",
    **{f"parts/part{at}.rb": f"module Parts\n  class Part{at}; end\nend\n" for at in range(8)},
}


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("struct Till", "till/till.c"),
        ("till struct", "till/till.c"),
        ("the purse struct", "till/purse.h"),
        ("struct purse", "till/purse.h"),
        ("struct for the purse", "till/purse.h"),
        ("class Drawer", "till/drawer.h"),  # where there are no classes
        ("where is the Till struct defined?", "till/till.c"),
        ("price strategy interface", "src/PriceStrategy.php"),
        ("PriceStrategy interface", "src/PriceStrategy.php"),
        ("Vault module", "lib/vault.rb"),
        ("class shop::Desk", "shop/till.hpp"),
        ("shop::Desk class", "shop/till.hpp"),
    ],
)
def test_a_kind_and_a_name_lead_to_the_definition_of_that_kind(codebase, query, path):
    assert found(codebase, query)[0] == path


def test_the_body_of_a_struct_comes_before_the_name_that_a_header_gives_it(codebase):
    assert found(codebase, "Till")[:2] == ["till/till.c", "till/till.h"]


def test_a_module_that_is_opened_again_in_many_files_is_no_one_place(codebase):
    hits = seen(codebase).search(SearchQuery("Parts module", explain=True), CancelToken()).hits
    assert hits
    assert not any("symbol" in hit.signals for hit in hits)


@pytest.mark.parametrize("query", ["closed?", "def closed?", "Vault.closed?", "Vault#closed?"])
def test_the_sign_at_the_end_is_part_of_a_name_of_ruby(codebase, query):
    hits = seen(codebase).search(SearchQuery(query), CancelToken()).hits
    assert (hits[0].name, hits[0].path.name) == ("closed?", "vault.rb")
