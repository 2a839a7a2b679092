"""Questions for the tables of a database, as schemas, types and migrations of many frameworks define them."""

from __future__ import annotations

import pytest
from codebases import indexed, places_of

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "db/schema.rb": 'ActiveRecord::Schema.define do\n  create_table "carts", force: :cascade do |t|\n  end\nend\n',
    "db/migrate/1_carts.rb": "class Carts\n  def change\n    create_table :carts\n    create_table :gone\n  end\nend\n",
    "lib/item.ex": 'defmodule Item do\n  schema "items" do\n    field :name\n  end\nend\n',
    "priv/migrations/2_items.exs": "defmodule M do\n  def change do\n    create table(:items) do\n    end\n"
    "    create table(:prices) do\n    end\n  end\nend\n",
    "knex/init.js": 'async function up(knex) {\n  await knex.schema.createTable("sellers", (table) => {});\n}\n',
    "app/migrations/Shops.php": "<?php\nSchema::create('shops', function ($table) {});\n",
    "app/Models/Key.php": "<?php\nclass Key extends Model\n{\n    protected $table = 'keys';\n}\n",
    "shop/models.py": 'class Coin(Base):\n    """Create table coins for it."""\n    __tablename__ = "coins"\n',
    "shop/notes.py": "# We create the table so that it is there; create table or not.\n"
    "SAID = 'create table often enough'\n",
    "src/Pay.java": '@Entity\n@Table(name = "payments")\npublic class Pay {\n}\n',
    "src/schema.rs": "diesel::table! {\n    weights (id) {\n        id -> Integer,\n    }\n}\n"
    "diesel::table! { labels (id) { id -> Integer, } }\n",
    "web/schema.ts": 'export const stamps = pgTable("stamps", {\n  id: serial("id"),\n});\n',
    "web/user.entity.ts": '@Entity("users")\nexport class User {\n}\n',
    "prisma/schema.prisma": "model Team {\n  id String @id\n}\n",
    "sql/init.sql": "CREATE TABLE IF NOT EXISTS shop.`orders` (\n  id int\n);\n"
    "create unlogged table lines\n(\n  id int\n);\n",
    "sql/changes.xml": '<changeSet>\n  <createTable tableName="returns">\n  </createTable>\n</changeSet>\n',
}
ALL = [
    "app/Models/Key.php:4",
    "app/migrations/Shops.php:2",
    "db/schema.rb:2",
    "knex/init.js:2",
    "lib/item.ex:2",
    "prisma/schema.prisma:1",
    "priv/migrations/2_items.exs:5",
    "shop/models.py:3",
    "sql/changes.xml:2",
    "sql/init.sql:1",
    "sql/init.sql:4",
    "src/Pay.java:2",
    "src/schema.rs:2",
    "src/schema.rs:6",
    "web/schema.ts:1",
    "web/user.entity.ts:1",
]


@pytest.mark.parametrize("query", ["list all tables", "which database tables exist", "what tables are there in the db"])
def test_the_tables_of_a_database_are_listed(tmp_path, query):
    with indexed(tmp_path, FILES) as codebase:
        answer = codebase.search(SearchQuery(query, limit=40), CancelToken())
        assert places_of(codebase, answer) == ALL
