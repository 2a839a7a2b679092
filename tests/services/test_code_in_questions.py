"""A question about uses may hold code in the place of a name; a constant of a library may stand for what is handled."""

import pytest

FILES = {
    "app/orders.rb": "class Orders < Base\n  before_action :require_login\n\n  def index\n    all\n  end\nend\n",
    "app/pages.rb": "class Pages < Base\n  def login\n    require_login\n  end\nend\n",
    "web/row.ts": "import { tr } from './texts';\n\nexport const title = () => tr('cart.empty');\n",
    "web/other.ts": "import { tr } from './texts';\n\n// the empty cart\nexport const other = () => tr('cart.full');\n",
    "web/row.test.ts": "it('says so', () => expect(tr('cart.empty')).toBe('Empty'));\n",
    "docs/texts.md": "# Texts\n\nCall `tr('cart.empty')`.\n",
    "post/Clerk.java": "class Clerk {\n    @Inject\n    private Store store;\n}\n",
    "post/Store.java": "class Store {\n    // Inject one where you need it.\n}\n",
    "jobs/nightly.rb": "class NightlyJob < Job\n  def perform\n    NightlyJob.count\n  end\nend\n",
    "jobs/again.rb": "def again\n  NightlyJob.perform_later\nend\n",
    "config/recurring.yml": "production:\n  nightly:\n    class: NightlyJob\n    schedule: every day\n",
    "mods/till.lua": 'local many = core.settings:get_bool("many")\n',
    "mods/other.lua": "-- core settings get bool\nlocal settings = core.get_bool\n",
    "edit/keys.ts": "import { KEY_ENTER } from 'keys';\n\nexport function listen(editor: Editor) {\n"
    "  editor.registerCommand(KEY_ENTER, () => true);\n}\n",
    "edit/send.ts": "import { KEY_ENTER } from 'keys';\n\nexport const send = (editor: Editor) => {\n"
    "  editor.dispatch(KEY_ENTER);\n};\n",
}


SETTINGS = {"embedding_model": "none"}


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("where is tr('cart.empty') used", ["web/row.ts", "web/row.test.ts", "docs/texts.md"]),
        ("usages of `tr('cart.empty')`", ["web/row.ts", "web/row.test.ts", "docs/texts.md"]),
        ("which controllers use before_action :require_login?", ["app/orders.rb"]),
        ("where is @Inject used", ["post/Clerk.java"]),
        ("where is core.settings:get_bool called", ["mods/till.lua"]),
    ],
)
def test_the_lines_that_hold_the_code_lead(ask, question, paths):
    assert ask(question)[: len(paths)] == paths


@pytest.mark.parametrize(
    ("question", "words"), [("where is tr('cart.gone') used", "tr cart gone"), ("where is @Missing used", "Missing")]
)
def test_code_that_stands_nowhere_is_looked_for_as_words(ask, question, words):
    assert ask(question) == ask(words)


@pytest.mark.parametrize("question", ["what handles KEY_ENTER", "where is KEY_ENTER handled"])
def test_what_takes_a_constant_of_a_library_to_handle_it_leads(ask, question):
    assert ask(question)[0] == "edit/keys.ts"


def test_what_is_configured_leads_to_the_entry_of_settings_that_names_it(ask):
    assert ask("where is NightlyJob configured")[0] == "config/recurring.yml"
