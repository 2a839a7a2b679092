"""How much the part that a file plays lowers it."""

from __future__ import annotations

import pytest

from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.ranking.priors import prior


@pytest.mark.parametrize("ending", ["d.ts", "d.cts", "d.mts", "pyi"])
def test_a_file_of_declarations_alone_comes_behind_the_code_that_it_declares(ending: str) -> None:
    stub, language = f"src/cart.{ending}", "python" if ending == "pyi" else "typescript"
    asked, unasked = understand("declaration of Cart"), understand("how is a cart emptied")
    assert prior(stub, language, unasked) < prior("src/cart.ts", "typescript", unasked)
    assert prior(stub, language, asked) == prior("src/cart.ts", "typescript", asked)
