"""A text that users see leads to where it stands as a whole, and to the code that shows it by its key."""

import pytest

from lsp_codebase.search.intents.texts.shown_texts import shown_text

FILES = {
    "app/messages.properties": "cart.empty=The cart is empty\nerror.connect=Could not connect to host {0}\n",
    "app/messages_de.properties": "cart.empty=Der Wagen ist leer\nerror.connect=Keine Verbindung zu {0}\n",
    "app/Net.java": """class Net {
  void open(String host) {
    throw new NetException(messages.get("error.connect", host));
  }
}
""",
    # So many entries hold the words that only the whole text tells the one.
    "web/locale/messages.de.xlf": "".join(
        f"<trans-unit id='{at}'>\n  <source>Weigh the goods of shelf {at} first, then pay for them there</source>\n"
        f"  <target>Ware von Regal {at} wiegen, dann zahlen</target>\n</trans-unit>\n" * 8
        for at in range(90)
    )
    + "<trans-unit id='w'>\n  <source>Weigh &amp; pay</source>\n  <target>Wiegen</target>\n</trans-unit>\n",
    "app/scales.py": '"""German scales, a translation: weigh and pay."""\n\n\ndef weigh_and_pay(german):\n    pass\n',
    "app/Hosts.java": "class Hosts {\n  // Could not connect to host of a cart.\n  void connectHost() {}\n}\n",
    "res/values/strings.xml": """<resources>
  <string name="no_shelf">Unable to open shelf %1$s now</string>
  <string name="hello">Hello there</string>
</resources>
""",
    "app/Shelf.kt": """class Shelf {
  fun open(name: String) {
    toast(getString(R.string.no_shelf, name))
  }
}
""",
    "lang/en.yml": 'en:\n  till:\n    closed: "Cannot open the till %{name} today"\n',
    "app/till.rb": 'class Till\n  def open\n    raise t("till.closed", name: name)\n  end\nend\n',
    "web/locales/en.json": """{
  "alerts": {
    "pay": "Checkout",
    "leaveBasket": "Leave without paying for the basket?",
    "priceChanged": "The price of an item has changed."
  }
}
""",
    "web/locales/de.json": """{
  "alerts": {
    "leaveBasket": "Den Warenkorb verlassen, ohne zu bezahlen?",
    "priceChanged": "Der Preis einer Ware hat sich verändert."
  }
}
""",
    "web/leave.ts": """export function onLeave(event: Event) {
  return ask(t("alerts.leaveBasket"), event);
}
""",
    "web/basket.html": """<div class="basket">
  <p translate>
    There is nothing left to pay for
  </p>
</div>
""",
    "web/prices.ts": """// Leave without paying for the price of an item.
export function prices(basket: Basket) {
  return basket.items.map((item) => item.price);
}
""",
    "server/Messages.properties": "Basket.Too-Large=No basket holds so many items\n",
    "server/Basket.java": """class Basket {
    void add(Item item) {
        throw new Refused(Messages.Basket_Too_Large());
    }
}
""",
    "server/Limits.java": """class Limits {
    static final int NO_BASKET_HOLDS_SO_MANY_ITEMS = 1000;
}
""",
    "server/Orders.java": """class Orders {
    /** Send every order that waits for its payment. */
    void send() {
        log("order sent, waiting for its payment");
    }
}
""",
    "server/Outbox.java": """class Outbox {
    // Send every order that waits for its payment.
    void flush() {
        sendAll();
    }
}
""",
    "web/members.hbs": """<table>
  <td><button class="small" data-member>Sign out everywhere</button></td>
</table>
""",
    "web/members.js": """// Signing out: the button that is shown signs the member out everywhere.
export function signOut(button, member) {
  button.onclick = () => signOutMember(member);
}
""",
    "i18n/app_de.ts": """<TS language="de">
  <message>
    <source>Save the basket</source>
    <translation>Korb sichern</translation>
  </message>
</TS>
""",
    "i18n/app_fr.ts": """<TS language="fr">
  <message>
    <source>Save the basket</source>
    <translation>Garder le panier</translation>
  </message>
</TS>
""",
    "res/values-de/strings.xml": '<resources>\n  <string name="hello">Hallo</string>\n</resources>\n',
    "lang/de.yml": 'de:\n  till:\n    closed: "Die Kasse %{name} ist zu"\n    open: "Offen"\n',
    "src/basket.ui": "<ui><string>Keep the basket for &amp;later</string></ui>\n",
    "docs/basket.md": "# Basket\n\nThere is nothing left to pay for\n",
    "tests/basket.test.ts": 'it("There is nothing left to pay for", () => {});\n',
}


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("Leave without paying for the basket?", ["web/locales/en.json", "web/leave.ts"]),
        ("which component shows leave without paying for the basket", ["web/locales/en.json", "web/leave.ts"]),
        ("No basket holds so many items", ["server/Messages.properties", "server/Basket.java"]),
        ("There is nothing left to pay for", ["web/basket.html"]),
        ("Keep the basket for later", ["src/basket.ui"]),
        ("Der Preis einer Ware hat sich verändert.", ["web/locales/de.json"]),
        ('where is "The price of an item has changed." shown?', ["web/locales/en.json"]),
    ],
)
def test_a_text_leads_to_where_it_stands_and_to_the_code_that_names_its_key(ask, question, paths):
    assert ask(question)[: len(paths)] == paths


def test_words_that_only_sound_like_a_text_lead_to_what_they_name(ask):
    assert ask("no basket holds so many items")[0] == "server/Limits.java"


def test_a_sentence_that_a_comment_holds_is_looked_for_by_words(ask):
    assert ask("Send every order that waits for its payment.")[0] == "server/Orders.java"


@pytest.mark.parametrize(
    ("message", "paths"),
    [
        ("Could not connect to host alpha", ["app/messages.properties", "app/Net.java"]),
        ("com.acme.NetException: Could not connect to host 10.0.0.1:80", ["app/messages.properties", "app/Net.java"]),
        ("Unable to open shelf mystery now", ["res/values/strings.xml", "app/Shelf.kt"]),
        ("Cannot open the till seven today", ["lang/en.yml", "app/till.rb"]),
    ],
)
def test_a_message_made_from_an_entry_of_a_resource_leads_to_it_and_to_the_code_that_names_its_key(ask, message, paths):
    assert ask(message)[:2] == paths


@pytest.mark.parametrize(
    "question",
    ['which template has the "Sign out everywhere" button', "what does the 'sign out everywhere' button do?"],
)
def test_a_text_of_few_words_is_found_where_a_question_quotes_it_and_says_what_shows_it(ask, question):
    assert ask(question)[0] == "web/members.hbs"


@pytest.mark.parametrize("wish", ['add a "Hello there" button', 'rename the "Hello there" label'])
def test_a_wish_for_a_change_quotes_texts_that_may_not_be_there_yet(wish):
    assert shown_text(wish).text != "Hello there"


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ('german translation of "Save the basket"', "i18n/app_de.ts"),
        ("how is 'Save the basket' translated into French?", "i18n/app_fr.ts"),
        ('german translation of "Leave without paying for the basket?"', "web/locales/de.json"),
        ('"The cart is empty" in german', "app/messages_de.properties"),
        ('the german text of "Hello there"', "res/values-de/strings.xml"),
        ('german translation of "Weigh & pay"', "web/locale/messages.de.xlf"),
        ('german version of "Cannot open the till %{name} today"', "lang/de.yml"),
    ],
)
def test_the_translation_of_a_text_is_the_entry_in_the_files_of_the_language(ask, question, path):
    assert ask(question)[0] == path


@pytest.mark.parametrize("question", ['where is the text "Checkout" defined', 'where is "Checkout" shown?'])
def test_a_text_of_one_word_is_looked_for_in_the_texts_of_users(ask, question):
    assert ask(question)[0] == "web/locales/en.json"
