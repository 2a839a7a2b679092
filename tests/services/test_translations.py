"""Texts that are told in many languages are found in the first of them, and in another one where that is asked for."""

import json

import pytest
from codebases import opened, write

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, SearchQuery

TEXTS = {
    "ar": "A",
    "bg": "B",
    "cs": "C",
    "da": "D",
    "de": "Der Korb ist leer",
    "el": "E",
    "en": "The basket is empty",
    "es": "F",
    "fr": "Le panier est vide",
}
FILES = {
    **{
        f"web/locales/{language}.json": json.dumps({"alerts": {"basketIsEmpty": text}}, ensure_ascii=False)
        for language, text in TEXTS.items()
    },
    "web/basket.ts": 'export const warn = (basket: Basket) => show(t("alerts.basketIsEmpty"), basket);\n',
}


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    folder = tmp_path_factory.mktemp("translations")
    write(folder / "shop", FILES)
    with opened(
        Settings(index_location=str(folder / "cache")), folder / "shop"
    ) as workspace:  # with the built-in model

        def paths(text, **rest):
            hits = workspace.search(SearchQuery(text, **rest), CancelToken()).hits
            return [hit.path.relative_to(folder / "shop").as_posix() for hit in hits]

        yield paths


@pytest.mark.parametrize("question", ["basket is empty", "basketIsEmpty"])
def test_translations_do_not_fill_the_answer(ask, question):
    assert set(ask(question)[:2]) == {"web/locales/en.json", "web/basket.ts"}


def test_a_text_of_a_translation_is_found_in_it(ask):
    assert ask('"Der Korb ist leer"')[0] == "web/locales/de.json"


def test_translations_are_left_out_where_one_says_so(ask):
    assert ask("basket is empty", exclude_roles=("translation",))
    assert set(ask("basket is empty", exclude_roles=("translation",))) == {"web/locales/en.json", "web/basket.ts"}
