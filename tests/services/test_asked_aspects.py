"""Questions for one side of a thing: its default, who may do it, where it is checked, its columns."""

import pytest
from codebases import found

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    # Defaults: registered with more behind, given as a literal, or in a key of small letters.
    "shelf/options.cpp": """static QMap<QString, Handler> options = {
    OPTION("shelfHeight", BoundedInt(0, 100, 75)),
    OPTION("shelfColour", Text("red")),
};
""",
    "shelf/window.cpp": """void Window::init() {
    m_height->setValue(Options().shelfHeight());
    m_height->setToolTip(tr("The height of the shelf"));
}
""",
    "shelf/window_test.cpp": "TEST(Window, opens) {\n    EXPECT_EQ(Options().shelfHeight(), 3);\n}\n",
    "shelf/dust.py": "dust_interval = 40\n\n\ndef wait():\n    settings.dust_interval = read_interval()\n",
    "shelf/label.rs": "settings! {\n    label_width: u32, true, def, 2_592;\n}\n\n"
    "fn print() { cut(CONFIG.label_width()) }\n",
    "conf/conf.go": 'package conf\n\nfunc init() {\n\tviper.SetDefault("scan.maxparcels", 7)\n}\n',
    "conf/scan.go": "package conf\n\nfunc isFull(n int) bool {\n\treturn n > conf.Server.MaxParcels\n}\n",
    # Permissions, checks, times and numbers, beside code that says more of the same words.
    "desk/member_list.ts": """export function showMembers(members: Member[]) {
  // a member is a person; a member who left is archived in the list of members
  return members.map((member) => archive(member, memberRow(member)));
}

export function archive(member: Member, row: Row) {
  row.title = `member ${member.name} archived`;
  return row;
}
""",
    "desk/member_routes.ts": """router.post('/m/:id/archive',
  guard(Role.Admin), archiveMember);
""",
    "desk/parcels.py": """def parcel_weight(parcel):
    # the weight of a parcel is that of the things in the parcel and of the box of the parcel
    return sum(thing.weight for thing in parcel.things) + parcel.box.weight
""",
    "desk/forms.py": """class Form:
    def clean(self):
        if self.parcel.weight > HEAVIEST:
            raise Invalid(self)
""",
    "desk/outbox.py": """def post(reports):
    # reports are sent to each reader of reports
    for report in reports:
        keep(report.send())
""",
    "desk/jobs.py": "def start(clock):\n    clock.every(30).minutes.do(send_reports)\n    clock.run()\n",
    # Registrations that stand in files of settings.
    "desk/ParcelClerk.php": "class ParcelClerk\n{\n    // registered once\n    public function take() {}\n}\n",
    "conf/services.yml": "services:\n    Shop\\Desk\\ParcelClerk:\n        arguments: ['@bell']\n",
    "conf/web.xml": "<web-app>\n  <listener-class>shop.desk.BellListener</listener-class>\n</web-app>\n",
    "desk/BellListener.java": "class BellListener {\n  void registered() {}\n}\n",
    "docs/desk.md": "# Desk\n\nParcelClerk and BellListener are registered at the start.\n",
    "conf/nested.py": 'DEFAULTS = {\n    "parcels": {\n        "path": None,\n        "in-desk": True,\n    },\n}\n',
    "tests/data/shop.toml": "[parcels]\nin-desk = false\n",
    "conf/asked.py": 'def stays(config):\n    return config.get("parcels.in-desk")\n',
    # Tables.
    "db/schema.rs": """table! {
    carts (id) {
        id -> Text,
        paid_at -> Nullable<Timestamp>,
    }
}
""",
    "db/cart_table.ts": "export function CartsTable() {\n  return table(carts.map((cart) => cart.id));\n}\n",
    "db/migrations/1/up.sql": "CREATE TABLE carts (\n    id TEXT PRIMARY KEY\n);\n",
    "desk/gift_table.rs": 'pub const M: &[M] = &[M::up(1, "CREATE TABLE `cart_gifts` (id TEXT)")];\n',
    "db/migrations/2/up.sql": "ALTER TABLE carts ADD COLUMN paid_at TIMESTAMP;\n",
    "db/box.ex": 'defmodule Box do\n  schema "boxes" do\n    field(:size, :integer)\n  end\nend\n',
    "db/3.xml": '<set>\n  <createTable tableName="LABELS">\n    <column name="ID"/>\n  </createTable>\n</set>\n',
    "db/4.xml": '<set>\n  <addColumn tableName="LABELS">\n    <column name="TEXT"/>\n  </addColumn>\n</set>\n',
    "db/5.xml": '<set>\n  <addColumn tableName="CARTS">\n    <column name="IS_GIFT"/>\n  </addColumn>\n</set>',
    "db/crates.sql": "CREATE TABLE [dbo].[Crate] (\n    [Id] INT\n)\n",
    "db/Crates.cs": 'class Up {\n  void Go(Builder b) {\n    b.Key(principalTable: "Crate");\n  }\n}\n',
    "db/model.prisma": 'model Ramp {\n  id Int @id\n\n  @@map("ramps")\n}\n',
    "db/ramps.sql": "CREATE TABLE ramps (id int);\n",
    "db/pallet.go": 'package db\n\ntype Pallet struct {\n\tID uint `gorm:"primaryKey"`\n}\n',
    "desk/Pallets.tsx": "export function Pallets() {\n  return <Table>the schema of the pallets table</Table>;\n}\n",
    "db/Bay.kt": "@Entity(tableName = Bay.BAY_TABLE)\ndata class Bay(val id: Int) {\n  companion object {\n"
    '    const val BAY_TABLE: String = "bays"\n  }\n}\n',
    **{f"db/versions/{at}.json": '{\n  "tableName": "bays"\n}\n' for at in (1, 2, 10)},
    "db/gift.py": "# A migration adds is_gift to each cart that is a gift.\nis_gift = Column()\n",
    "db/6.exs": "defmodule Up do\n  def change do\n    alter table(:boxes) do\n      add :lost_at, :date\n"
    "    end\n  end\nend\n",
    "db/lost.ex": "defmodule Lost do\n  # the migration adds lost_at\n  def lost_at, do: nil\nend\n",
    # What is done, and what makes things for tests.
    "flags/flags.py": "def parse_feature_flags(text):\n    return text.split(',')\n",
    "flags/feature_flags.py": "# Where the feature flags are that were parsed: feature flags are parsed once.\n"
    "class FeatureFlags:\n    parsed = {}\n",
    "tests/helpers.py": "def sent_receipts():\n    return outbox\n",
    "flags/post.py": "def deliver(receipts):\n    # Each of the receipts is sent: receipts are sent at once.\n"
    "    post(receipts)\n",
    "flags/main.py": "from flags import parse_feature_flags\n\n# feature flags are parsed first\n"
    "parsed = parse_feature_flags(read())\n",
    "mail/send.go": "package mail\n\nfunc SendWelcomeMail(to string) {\n\tpost(to)\n}\n",
    "mail/welcome_mail.go": "package mail\n\n// WelcomeMail is sent once: where a welcome mail was sent none is sent.\n"
    "type WelcomeMail struct {\n\tsent bool\n}\n",
    "test/factory.ex": "defmodule Factory do\n  def sales_offer_factory do\n    %Offer{of: sales()}\n  end\nend\n",
    "test/sales_offers_test.exs": 'defmodule SalesOffersTest do\n  test "sales offers of the factory" do\n'
    "    Factory.insert(:sales_offer)\n  end\nend\n",
    # Declared with a value, and spoken of elsewhere.
    "depot/Depot.cs": "namespace Depot;\n\npublic class Options\n{\n    public int GateWidth { get; set; } = 3;\n}\n",
    "depot/Gate.cs": "// The gate_width default is for gates.\nclass Gate { void Open() { open(o.GateWidth = 5); } }\n",
    "depot/main.tf": 'variable "gate_height" {\n  description = "of all gates"\n  default     = 4\n}\n',
    "depot/inner/main.tf": 'module "gate" {\n  gate_height = 7 # no default\n}\n',
    "depot/env.exs": 'gates = Env.get_integer("DEPOT_GATES", 5)\n',
    "depot/README.md": "# Depot\n\n| DEPOT_GATES | the number of gates, by default 5 |\n",
    "audit/audit.py": "def log_event(kind, who):\n    write(kind, who)\n",
    "audit/kinds.py": "# Each event that is logged.\nclass EventKind:\n    CartPaid = 1\n",
    "audit/pay.py": "from audit import log_event\n\n\n"
    "def pay(who):\n    log_event(\n        EventKind.CartPaid,\n        who,\n    )\n",
}


@pytest.fixture(scope="module")
def ask(codebase):
    return lambda text: found(codebase, text, limit=30)


@pytest.mark.parametrize("question", ["default value of shelfHeight", "shelfHeight default", "default shelfHeight"])
def test_a_default_is_where_the_name_is_registered_with_more_behind(ask, question):
    assert ask(question)[0] == "shelf/options.cpp"


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("what is the default of dust_interval?", "shelf/dust.py"),
        ("what does label_width default to", "shelf/label.rs"),
        ("what is the default of MaxParcels", "conf/conf.go"),
        ("default of GateWidth", "depot/Depot.cs"),
        ("default value of gate_height", "depot/main.tf"),
        ("default of DEPOT_GATES", "depot/env.exs"),
        ("default value of parcels.in-desk", "conf/nested.py"),
    ],
)
def test_a_default_is_a_literal_that_a_name_gets_or_the_default_of_its_key_in_any_case(ask, question, path):
    assert ask(question)[0] == path


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("who may archive a member", "desk/member_routes.ts"),
        ("where is the weight of a parcel checked", "desk/forms.py"),
        ("how often are reports sent", "desk/jobs.py"),
    ],
)
def test_a_question_for_one_side_of_a_thing_is_led_by_lines_that_tell_it_beside_its_words(ask, question, path):
    assert ask(question)[0] == path


def test_the_lines_of_a_long_answer_are_those_that_tell_the_aspect(codebase):
    query = SearchQuery("where is the weight of a parcel checked", explain=True)
    hits = codebase.search(query, CancelToken()).hits
    assert hits[0].signals["aspect"] > 0
    plain = codebase.search(SearchQuery("the weight of a parcel", explain=True), CancelToken()).hits
    assert all(hit.signals.get("aspect", 0) == 0 for hit in plain)


@pytest.mark.parametrize(
    "question", ["columns of the carts table", "carts table schema", "which columns does the cart table have"]
)
def test_a_table_is_where_it_is_bound_to_a_type_then_where_it_is_created(ask, question):
    assert ask(question)[:2] == ["db/schema.rs", "db/migrations/1/up.sql"]


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("fields of the boxes table", "db/box.ex"),
        ("where is the LABELS table created", "db/3.xml"),
        ("columns of the Crate table", "db/crates.sql"),
        ("schema of table ramps", "db/model.prisma"),
        ("prisma model for ramp", "db/model.prisma"),
        ("what is the schema of the pallets table", "db/pallet.go"),
    ],
)
def test_a_table_is_found_in_the_ways_of_its_framework(ask, question, path):
    assert ask(question)[0] == path


def test_code_that_defines_a_table_comes_before_data_and_of_that_the_last_version(ask):
    expected = ["db/Bay.kt", "db/versions/10.json", "db/versions/2.json"]
    assert ask("what columns does bays have")[:3] == expected


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("where are the feature flags parsed", "flags/flags.py"),
        ("how are feature flags parsed?", "flags/flags.py"),
        ("where are receipts sent", "flags/post.py"),
        ("where is the welcome mail sent", "mail/send.go"),
    ],
)
def test_what_is_done_leads_to_the_definition_that_is_called_so(ask, question, path):
    assert ask(question)[0] == path


def test_a_factory_is_found_by_the_plain_words_of_what_it_makes(ask):
    assert ask("factory for sales offers in the tests")[0] == "test/factory.ex"


def test_a_verb_of_three_letters_leads_to_its_lines_without_the_doubled_one(ask):
    assert ask("where is the CartPaid event logged")[0] == "audit/pay.py"


@pytest.mark.parametrize(
    ("question", "path"),
    [("where is ParcelClerk registered", "conf/services.yml"), ("where is BellListener enabled?", "conf/web.xml")],
)
def test_a_file_of_settings_registers_what_it_names(ask, question, path):
    assert ask(question)[0] == path


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("which migration adds the IS_GIFT column to carts", "db/5.xml"),
        ("what migration added isGift?", "db/5.xml"),
        ("which migration adds lost_at", "db/6.exs"),
        ("which migration creates the carts table", "db/migrations/1/up.sql"),
        ("which migration adds cart_gifts", "desk/gift_table.rs"),
    ],
)
def test_the_migration_that_adds_a_column_is_found_wherever_migrations_lie(ask, question, path):
    assert ask(question)[0] == path
