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


@pytest.mark.parametrize("page", ["cart.blade.php", "cart.html", "_cart.scss", "cart.html.erb", "cart.twig"])
def test_a_page_or_style_comes_behind_code_if_a_question_asks_what_is_done(page: str) -> None:
    asked, unasked = understand("which template shows the cart"), understand("who may empty the cart")
    assert prior(page, "php", unasked) < prior("cart.php", "php", unasked)
    assert prior(page, "php", asked) == prior("cart.php", "php", asked)


@pytest.mark.parametrize("texts", ["lang/en/cart.php", "src/locales/en.ts", "app/i18n/en-US/cart.rb"])
def test_texts_of_users_are_no_code_in_any_language_of_code(texts: str) -> None:
    query = understand("who empties the cart")
    assert prior(texts, "php", query) < prior("src/cart.php", "php", query)


@pytest.mark.parametrize("code", ["app/translation/locale_manager.php", "lang/parser.ts", "src/en/cart.ts"])
def test_code_about_languages_is_code(code: str) -> None:
    query = understand("who empties the cart")
    assert prior(code, "php", query) == prior("src/cart.php", "php", query)


@pytest.mark.parametrize(
    "path",
    ["roles/till/tasks/main.yml", "ansible/roles/till/defaults/main.yaml", "handlers/main.yml", "playbooks/till.yml"],
)
def test_what_a_role_or_playbook_does_is_code_where_templates_lie_beside(path: str) -> None:
    query, of_page = understand("open the till"), understand("template of the till")
    assert prior(path, "yaml", query) == prior("src/till.py", "python", query)
    assert prior("deploy/till.yml", "yaml", query) < prior(path, "yaml", query)
    assert prior(path, "yaml", of_page) < prior("roles/till/templates/till.conf.j2", "jinja", of_page)
