"""A column of a database has another spelling in code: who asks for its uses sees the code that holds it."""

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
    "pages/Till.vue": '<template>\n  <input v-model="till.spareCoinsOnly" />\n</template>\n',
}


@pytest.fixture
def ask(codebase):
    return lambda text: found(codebase, text)


@pytest.mark.parametrize("asked", ["who uses spareCoinsOnly", "where is spareCoinsOnly used"])
def test_uses_of_a_name_that_is_defined_in_another_spelling_are_those_of_the_one_that_was_asked_for(ask, asked):
    assert set(ask(asked)[:3]) == {"server/till.js", "server/save.js", "pages/Till.vue"}


def test_a_spelling_that_stands_nowhere_leads_to_the_uses_of_the_definition(ask):
    assert ask("who uses spareCoins_Only")[0] == "db/first.js"
