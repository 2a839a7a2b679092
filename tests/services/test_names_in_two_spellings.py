"""What a name is defined by may not be code: a column with another spelling there, or keys of data that code reads."""

import pytest
from codebases import found

FILES = {
    "db/add-spare-coins.sql": "ALTER TABLE till\n    ADD spare_coins_only BOOLEAN default 1 not null;\n",
    "db/first.js": """async function createTables(knex) {
  await knex.raw(`ALTER TABLE till ADD spare_coins_only BOOLEAN`);
}
""",
    "server/till.js": """class Till {
  count() {
    return Boolean(this.spareCoinsOnly) ? this.spare() : this.all();
  }
}
""",
    "server/save.js": """function save(bean, till) {
  bean.spareCoinsOnly = till.spareCoinsOnly;
  return bean;
}
""",
    "answers/read.json": '{"till_drawer_id": 1, "till_bell_id": 2}\n',
    "answers/list.json": '{"till_drawer_id": 1}\n',
    "answers/update.json": '{"till_drawer_id": 1}\n',
    "server/drawer.py": "def drawer_of(till):\n    return till.till_drawer_id or till.till_bell_id\n",
    "pages/Till.vue": '<template>\n  <input v-model="till.spareCoinsOnly" />\n</template>\n',
}


@pytest.fixture
def ask(codebase):
    return lambda text: found(codebase, text)


@pytest.mark.parametrize(
    "asked",
    [
        "who uses spareCoinsOnly",
        "where is spareCoinsOnly used",
        "who uses spare_coins_only",
        "who uses spareCoins_Only",
    ],
)
def test_uses_of_a_column_are_those_of_the_spelling_that_code_has_for_it(ask, asked):
    assert set(ask(asked)[:3]) == {"server/till.js", "server/save.js", "pages/Till.vue"}


def test_code_that_holds_a_name_comes_behind_the_first_of_the_keys_of_data_that_have_it(ask):
    first, second, *_ = ask("till_drawer_id")
    assert first.startswith("answers/")
    assert second == "server/drawer.py"


def test_a_key_alone_stays_the_meaning_of_its_name(ask):
    assert ask("till_bell_id")[0] == "answers/read.json"
