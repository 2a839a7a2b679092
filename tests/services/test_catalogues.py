"""A question for the texts of users, whole, is led by the files that hold them in the language that it names."""

import pytest

FILES = {
    "web/locales/en.json": '{"cart": "Cart", "empty": "The cart is empty"}\n',
    "web/locales/de.json": '{"cart": "Korb", "empty": "Der Korb ist leer"}\n',
    "web/locales/index.ts": "// english texts and german texts, where translations are\nexport const texts = load();\n",
    "app/src/main/res/values/strings.xml": '<resources><string name="cart">Cart</string></resources>\n',
    "app/src/main/res/values-de/strings.xml": '<resources><string name="cart">Korb</string></resources>\n',
    "config/i18n/messages.properties": "cart=Cart\n",
    "config/i18n/messages_de.properties": "cart=Korb\n",
    "lang/en/cart.php": "<?php return ['cart' => 'Cart'];\n",
    "shop/german.py": "def german_texts():\n    # where the german texts are translated\n    return translations\n",
}
ENGLISH = {
    "web/locales/en.json",
    "app/src/main/res/values/strings.xml",
    "config/i18n/messages.properties",
    "lang/en/cart.php",
}
GERMAN = {
    "web/locales/de.json",
    "app/src/main/res/values-de/strings.xml",
    "config/i18n/messages_de.properties",
}

SETTINGS = {"embedding_model": "none"}


@pytest.mark.parametrize(
    "question",
    [
        "where are the english texts defined",
        "where are the localized texts stored",
        "which files hold the translated strings?",
        "where are i18n error messages defined",
    ],
)
def test_the_texts_are_in_the_files_of_the_language_of_the_project(ask, question):
    assert set(ask(question)[: len(ENGLISH)]) == ENGLISH


@pytest.mark.parametrize("question", ["where are the german texts", "where is the german translation?"])
def test_the_texts_of_a_language_are_in_its_files(ask, question):
    assert set(ask(question)[: len(GERMAN)]) == GERMAN


@pytest.mark.parametrize("question", ["where are texts loaded", "where are german texts loaded"])
def test_what_is_done_with_texts_are_looked_for_in_code(ask, question):
    assert ask(question)[0] in ("shop/german.py", "web/locales/index.ts")
