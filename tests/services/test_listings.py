"""A question for all of a kind is answered by all that are of it, in order, and their number."""

import pytest
from codebases import indexed, places_of

from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.search.query.query_language import parse_query

FILES = {
    "lib/stock.ex": "defmodule Shop.Stock do\n  use GenServer\n\n  def init(state), do: {:ok, state}\nend\n",
    "lib/tills.ex": "defmodule Shop.Tills do\n  @moduledoc false\n  use GenServer, restart: :temporary\nend\n",
    "pkg/faults.java": "class Fault extends Exception {}\n\nclass Lost extends RuntimeException {}\n\n"
    "class Kept implements HasException {}\n",
    "pkg/broken.java": "class Broken extends Lost {}\n",
    "pkg/Gone.java": "class Gone extends Broken {}\n\nclass Till extends Drawer {}\n",
    "lib/page.ex": "defmodule Shop.Page do\n  use ShopWeb, :live_view\nend\n",
    "lib/told.ex": "defmodule Shop.Told do\n  # use GenServer\n  def gen_server, do: nil\nend\n",
    "lib/router.ex": """defmodule Shop.Router do
  scope "/api" do
    get("/carts", CartController, :index)
    resources "/coins", CoinController
    # get("/old", CartController, :old)
  end
end
""",
    "test/stock_test.exs": "defmodule Shop.FakeStock do\n  use GenServer\nend\n",
    "lib/client.ex": 'defmodule Shop.Client do\n  def pay(till), do: post("/pay", %{till: till})\n\n  def ask do\n'
    '    post("/ask", %{})\n    [Till.delete(1) | get("/left", :all, 2)]\n  end\nend\n',
    "justfile": "set shell := ['sh']\n\n# Checks\n@vet level='1': build\n    go vet\n\n_hidden:\n    true\n",
    "Taskfile.yml": "version: 3\ntasks:\n  pack:\n    cmds: [tar]\n",
    "Makefile": "NAME = shop\n\nbuild: check\n\tgo build\n\ncheck:\n\tgo vet\n",
    "package.json": '{\n  "name": "shop",\n  "scripts": {\n    "dev": "vite",\n    "test": "vitest"\n  }\n}\n',
    "web/groups.go": 'package web\n\nfunc serve() {\n\tpaid.GET("", all)\n\tpaid.DELETE("/:id", drop)\n}\n',
    "web/asked.ts": "export const all = () => {\n  return (\n    get('/asked', {})\n  );\n};\n",
    "web/Coins.cs": 'class Coins {\n  [HttpGet("coins")]\n  int All() { return 1; }\n}\n',
    "web/server.js": "app.post('/pay', pay)\nconst name = store.get('/name')\naxios.get('/pay')\n",
    "web/users.ts": "@Controller('users')\nexport class UsersController {\n  @Get(':id')\n  one() {}\n}\n",
    "db/migrations/0001_carts.sql": "CREATE TABLE carts (id int);\n",
    "db/migrations/0002_coins.sql": "CREATE TABLE coins (id int);\n",
    "db/seed.ex": "defmodule Shop.SeedTable do\nend\n",
    "game/tool.gd": "class_name Tool\nextends Node\n\nsignal picked(name)\nsignal dropped\n\nfunc pick():\n\tpass\n",
    "game/brush.gd": "class_name Brush\nextends Tool\n",
    "game/options.go": "package game\n\ntype Options struct {\n\tBrushSize int\n\tBrushColor string\n\tZoom int\n}\n",
    "game/eraser.gd": "extends Tool\n\nvar size = 1\n",
    "game/layers.gd": "signal layer_added\n\nvar signal_count = 0\n",
    "game/brush.gd.uid": "uid://abc\n",
    "infra/queues.tf": 'resource "aws_sqs_queue" "jobs" {\n  name = "jobs"\n}\n\nresource "aws_sqs_queue" "dead" {\n}\n'
    'output "queue_url" {\n  value = 1\n}\n',
    "modules/net/main.tf": 'variable "cidr" {\n}\n',
    "modules/db/main.tf": 'variable "size" {\n}\n',
    "modules/README.md": "# Modules\n",
    "pkg/entities.java": "@Entity\npublic class Cart {}\n\n@Entity\nclass Coin {}\n\nclass Plain {}\n",
    "pkg/unit.kt": "enum class Unit {\n    GRAM,\n    OUNCE\n}\n",
    "pkg/settings.py": "import os\n\nURL = os.environ['SHOP_URL']\nNEW = os.getenv('SHOP_NEW')\n\n\ndef load(): ...\n",
    ".github/workflows/tests.yml": "name: tests\n",
    ".github/workflows/release.yml": "name: release\n",
    "examples/buy/run.py": "buy()\n",
    "examples/sell/run.py": "sell()\n",
    "docs/examples/buy.md": "# Buying\n",
    "store/store.go": "package store\n\ntype Store interface {\n\tGet()\n}\n\ntype Box struct{}\n",
    "lib/rules/no_tabs.js": "module.exports = { create() {} };\n",
    "tests/rules.js": "const rule = { create() {} };\n",
    **{f"shop/{name}.rb": f"module ShopCop\n  class {name.title()}\n  end\nend\n" for name in "abcdefghi"},
    "web/routes/jars/+server.ts": "export async function GET() {\n  cookies.delete({\n    path: '/',\n  });\n}\n",
    "settings.gradle.kts": 'rootProject.name = "shop"\n\ninclude(":till")\ninclude(":web")\n',
    "stats/shown.kt": "class Paths {\n    data class Ledgers(\n        val first: Int,\n"
    "        val last: Int,\n    )\n}\n",
    "stats/ledger.kt": "open class Ledger\n\nclass RedLedger : Ledger()\n\nclass BlueLedger : Ledger()\n",
    **{f"jobs/{name}.rb": f"def {name}\nend\n" for name in ("pay", "ship", "wrap", "send")},
    "ui/pay_dialog.dart": "class PayDialog {}\n",
    "ui/lost_dialog.dart": "class LostDialog {}\n",
    "ui/found_dialog.dart": "class FoundDialog {}\n",
}


@pytest.fixture(scope="module")
def codebase(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("listings"), FILES) as codebase:
        yield codebase


def asked(codebase, query, **fields):
    return codebase.search(SearchQuery(query, **fields), CancelToken())


def places(codebase, query):
    answer = asked(codebase, query, limit=50)
    assert answer.total in (None, len(answer.hits))
    return places_of(codebase, answer)


@pytest.mark.parametrize(
    "query", ["which GenServers are there", "list all gen servers", "what GenServers do we have?", "list of GenServers"]
)
def test_types_whose_heads_name_a_kind_are_all_of_it_but_those_of_tests(codebase, query):
    assert places(codebase, query) == ["lib/stock.ex:1", "lib/tills.ex:1"]


def test_types_of_a_sort_of_a_kind_are_of_it(codebase):
    assert places(codebase, "list all exceptions")[-2:] == ["pkg/faults.java:1", "pkg/faults.java:3"]


def test_subtypes_of_types_of_a_kind_and_theirs_are_of_it(codebase):
    found = ["pkg/Gone.java:1", "pkg/broken.java:1", "pkg/faults.java:1", "pkg/faults.java:3"]
    assert places(codebase, "list all exceptions") == found


@pytest.mark.parametrize("query", ["which exception types are there", "what kinds of exceptions do we have"])
def test_the_types_of_a_kind_may_be_asked_for_by_the_word_type(codebase, query):
    assert len(places(codebase, query)) == 4


def test_types_of_a_sort_are_no_files_of_a_folder_called_so(codebase):
    assert asked(codebase, "which job types exist").total is None


def test_types_of_a_sort_are_not_all_that_is_called_a_type(tmp_path):
    files = {"types.py": "class MoneyType(Type): ...\n\n\nclass CoinType(Type): ...\n"}
    with indexed(tmp_path, files) as codebase:
        assert asked(codebase, "which data types are supported").total is None


def test_a_namesake_of_a_type_of_a_kind_has_no_subtypes_of_it(tmp_path):
    files = {
        "nodes.py": "class Node: ...\n\n\nclass Template(Node): ...\n",
        "views.py": "class Template: ...\n",
        "native.py": "from views import Template\n\n\nclass Native(Template): ...\n",
        "inner.py": "from nodes import Template\n\n\nclass Inner(Template): ...\n",
    }
    with indexed(tmp_path, files) as codebase:
        assert places(codebase, "list all nodes") == ["inner.py:4", "nodes.py:4"]


def test_where_a_thing_called_in_the_plural_is_defined_lists_none_of_a_kind(codebase):
    assert asked(codebase, "where is cart_routes defined").total is None


def test_a_module_is_of_the_kind_that_it_takes_from_one_of_its_project(codebase):
    assert places(codebase, "list all live views") == ["lib/page.ex:1"]


def test_scripts_that_extend_a_class_without_a_head_are_its_subclasses(codebase):
    found = places(codebase, "subclasses of Tool")
    assert found[:2] == ["game/brush.gd:1", "game/eraser.gd:1"]


def test_what_is_declared_by_the_word_of_a_kind_is_all_of_it(codebase):
    assert places(codebase, "list all signals") == ["game/layers.gd:1", "game/tool.gd:4", "game/tool.gd:5"]


@pytest.mark.parametrize("query", ["where are the signals", "where are the signals defined?"])
def test_where_they_are_is_told_too_of_what_the_language_declares(codebase, query):
    assert places(codebase, query) == ["game/layers.gd:1", "game/tool.gd:4", "game/tool.gd:5"]


def test_where_the_routes_are_is_told_by_the_lines_that_define_them(codebase):
    assert places(codebase, "where are the routes defined") == places(codebase, "list all routes")


def test_tables_are_those_that_statements_create(codebase):
    assert places(codebase, "list the tables") == ["db/migrations/0001_carts.sql:1", "db/migrations/0002_coins.sql:1"]


def test_blocks_are_of_the_type_that_they_say(codebase):
    assert places(codebase, "which SQS queues are created") == ["infra/queues.tf:1", "infra/queues.tf:5"]


def test_the_word_of_a_kind_may_stand_behind_the_name(codebase):
    assert places(codebase, "list all interfaces") == ["store/store.go:3"]


def test_what_only_tests_declare_is_no_kind_of_the_project(codebase):
    assert places(codebase, "list all rules") == ["lib/rules/no_tabs.js:1"]


def test_a_namespace_opened_in_many_files_is_called_like_no_kind(codebase):
    assert asked(codebase, "list all cops").total is None


def test_a_scope_narrows_what_is_listed(codebase):
    assert places(codebase, "list all signals of Tool") == ["game/tool.gd:4", "game/tool.gd:5"]
    assert places(codebase, "which signals are in the layers department") == ["game/layers.gd:1"]
    assert places(codebase, "which functions are in settings.py") == ["pkg/settings.py:7"]
    assert places(codebase, "list all functions in pkg/settings.py") == ["pkg/settings.py:7"]
    assert places(codebase, "list all signals in game/layers.gd") == ["game/layers.gd:1"]
    assert places(codebase, "which variables does the net module have") == ["modules/net/main.tf:1"]


def test_types_with_the_annotation_of_a_kind_are_of_it(codebase):
    assert places(codebase, "all entities") == ["pkg/entities.java:2", "pkg/entities.java:5"]


def test_the_values_of_an_enumeration_are_all_of_it(codebase):
    assert places(codebase, "which units are there") == ["pkg/unit.kt:2", "pkg/unit.kt:3"]


def test_what_a_type_in_the_plural_holds_is_not_of_a_narrower_kind(codebase):
    assert asked(codebase, "which brush options are there").total is None


def test_what_a_type_in_the_plural_has_beside_types_of_the_kind_is_none_of_it(codebase):
    assert places(codebase, "list all ledgers") == ["stats/ledger.kt:3", "stats/ledger.kt:5"]


def test_the_modules_of_a_build_are_told_by_its_settings(codebase):
    answer = asked(codebase, "which gradle modules are there")
    assert answer.total is None
    assert answer.hits[0].path.name == "settings.gradle.kts"


def test_types_that_are_called_so_are_of_a_kind(codebase):
    expected = ["ui/found_dialog.dart:1", "ui/lost_dialog.dart:1", "ui/pay_dialog.dart:1"]
    assert places(codebase, "what dialogs exist") == expected


@pytest.mark.parametrize(
    "query",
    ["list all migrations", "all database migrations", "which migrations are there", "how many migrations exist"],
)
def test_files_in_the_folder_of_a_kind_are_all_of_it(codebase, query):
    assert places(codebase, query) == ["db/migrations/0001_carts.sql:1", "db/migrations/0002_coins.sql:1"]


def test_a_workflow_is_one_whatever_its_name(codebase):
    assert places(codebase, "list the GitHub workflows") == [
        ".github/workflows/release.yml:1",
        ".github/workflows/tests.yml:1",
    ]


def test_folders_with_a_file_of_the_same_name_each_are_one_of_the_kind(codebase):
    assert places(codebase, "list all modules") == ["modules/db/main.tf:1", "modules/net/main.tf:1"]


def test_folders_of_examples_are_examples(codebase):
    assert places(codebase, "which examples are there") == ["examples/buy/run.py:1", "examples/sell/run.py:1"]


def test_routes_are_the_lines_that_define_some(codebase):
    assert places(codebase, "list all routes") == [
        "lib/router.ex:3",
        "lib/router.ex:4",
        "web/Coins.cs:2",
        "web/groups.go:4",
        "web/groups.go:5",
        "web/routes/jars/+server.ts:1",
        "web/server.js:1",
        "web/users.ts:1",
        "web/users.ts:3",
    ]


def test_variables_of_the_environment_are_those_that_code_reads(codebase):
    assert places(codebase, "which env vars does it need") == ["pkg/settings.py:3", "pkg/settings.py:4"]
    assert places(codebase, "list all environment variables") == ["pkg/settings.py:3", "pkg/settings.py:4"]
    assert places(codebase, "which env vars are read") == ["pkg/settings.py:3", "pkg/settings.py:4"]
    assert places(codebase, "which environment variables does the program read") == [
        "pkg/settings.py:3",
        "pkg/settings.py:4",
    ]


def test_variables_of_a_subject_say_it_in_their_name_or_path(codebase):
    assert places(codebase, "env vars for settings") == ["pkg/settings.py:3", "pkg/settings.py:4"]
    assert asked(codebase, "env vars for the url").total is None  # a sole one
    assert asked(codebase, "env vars for coins").total is None


def test_the_number_of_all_is_told_though_a_page_shows_less(codebase):
    answer = asked(codebase, "list all routes", limit=2)
    assert (len(answer.hits), answer.total) == (2, 9)
    assert answer.next_cursor
    assert answer.notes == ("9 in all: 9 lines that define routes",)


def test_what_is_gone_from_a_changed_file_is_not_counted(tmp_path):
    with indexed(tmp_path, {"pkg/unit.kt": FILES["pkg/unit.kt"], ".github/workflows/a.yml": "name: a\n"}) as codebase:
        (codebase.root / "pkg/unit.kt").write_text("enum class Unit {\n    GRAM,\n}\n")
        answer = asked(codebase, "list all units")
        assert places(codebase, "list all units") == ["pkg/unit.kt:2"]
        assert (answer.total, answer.notes) == (1, ("1 in all: 1 values of unit",))
        (codebase.root / ".github/workflows/a.yml").unlink()
        assert asked(codebase, "list all workflows").total is None


def test_what_holds_a_word_that_is_ruled_out_is_not_counted(codebase):
    answer = asked(codebase, "list all units", narrowing=parse_query("list all units -OUNCE").narrowing)
    assert [hit.span.start_line for hit in answer.hits] == [1]
    assert (answer.total, answer.notes) == (1, ("1 in all: 1 values of unit",))


def test_pages_together_hold_all_of_a_kind_once(codebase):
    first = asked(codebase, "list all routes", limit=2)
    second = asked(codebase, "list all routes", limit=10, cursor=first.next_cursor)
    pages = [(hit.path, hit.span.start_line) for answer in (first, second) for hit in answer.hits]
    assert len(pages) == len({*pages}) == second.total == 9


@pytest.mark.parametrize(
    "query",
    [
        "list all parcels",
        "list of migrations",
        "where is the list of dialogs",
        "which carts are weighed on sundays",
        "the routes of a cart",
    ],
)
def test_other_questions_are_answered_by_what_fits_best(codebase, query):
    assert asked(codebase, query).total is None


def test_what_a_build_file_defines_is_listed(codebase):
    assert places(codebase, "which makefile targets exist") == ["Makefile:3", "Makefile:6"]
    assert places(codebase, "list all npm scripts") == ["package.json:4", "package.json:5"]
    assert places(codebase, "which just recipes are there") == ["justfile:4"]
    assert places(codebase, "list all recipes") == ["justfile:4"]
    assert places(codebase, "list all taskfile tasks") == ["Taskfile.yml:3"]


def test_the_largest_files_are_those_of_most_lines_and_a_note_tells_how_many(tmp_path):
    files = {
        "net/big.py": "x = 1\n" * 30,
        "net/small.py": "x = 1\n" * 3,
        "middle.py": "x = 1\n" * 20,
        "tests/test_big.py": "x = 1\n" * 90,
        "data.json": "{\n" + '"a": 1,\n' * 90 + '"b": 2}\n',
    }
    with indexed(tmp_path, files) as codebase:
        answer = asked(codebase, "largest files")
        found = [hit.path.relative_to(codebase.root).as_posix() for hit in answer.hits]
        assert found == ["net/big.py", "middle.py", "net/small.py"]
        assert "net/big.py has 30 lines, middle.py has 20 lines" in answer.notes[0]
        assert len(asked(codebase, "the 2 longest files in net").hits) == 2
        assert asked(codebase, "longest test files").hits[0].path == codebase.root / "tests/test_big.py"


FLAGS = {
    "src/flags.cs": 'static class FeatureFlagKeys\n{\n    public const string QuickPay = "quick-pay";\n'
    "    static bool Known(string key) => true;\n}\n",
    "src/settings.rs": "struct FeatureFlags {\n    single_coin: bool,\n}\n\nstruct Flag {\n    raised: bool,\n}\n",
    "web/uiFeatureFlags.ts": 'export const bigFont = persisted(true, "big-font")\n',
}
CALLED_FLAGS = {
    "app/till.rb": "def pay\n  Flipper.enabled?(:quick_pay)\n  Flipper.enabled?(:quick_pay, user)\nend\n",
    "web/till.ts": "if (useFeatureFlag('bigFont')) {}\nif (config.featureFlags['smallFont']) {}\n"
    "if (flag('other')) {}\n",
}


def test_feature_flags_are_listed_where_they_are_declared(tmp_path):
    with indexed(tmp_path, FLAGS) as codebase:
        assert places(codebase, "which feature flags exist") == [
            "src/flags.cs:3",
            "src/settings.rs:2",
            "web/uiFeatureFlags.ts:1",
        ]


def test_feature_flags_that_are_declared_nowhere_are_listed_where_code_asks_about_them(tmp_path):
    with indexed(tmp_path, CALLED_FLAGS) as codebase:
        assert places(codebase, "list all feature toggles") == ["app/till.rb:2", "web/till.ts:1", "web/till.ts:2"]


UNUSED = {
    "shop/cart.py": """from abc import ABC

from flask import Flask

app = Flask(__name__)


class Cart:
    def total(self):
        return self._sum()

    def _sum(self):
        return 1

    # forget: all of it
    def forget(self):
        return self.total()

    def by_key(self):
        return 1


class Gone(ABC):
    def emit(self): ...


@app.route("/carts")
def all_carts():
    return {"by": "by_key"}


def main():
    return Cart()
""",
    "shop/carts.py": "def count_again():\n    return 2\n",
    "src/Coin.java": "class Coin {\n  private int weight;\n  int getWeight() { return weight; }\n"
    "  @Override public String toString() { return null; }\n  void polish() {}\n}\n",
    "src/Mint.kt": "class Mint : Base() {\n    override fun strike() = Coin()\n}\n",
    "web/coins.ts": "export default function Coins() {}\nsocket.onopen = () => {};\n"
    "const keys = { onClose: () => {} };\nexport function shine() {}\n",
    "net/coin.h": "int coin_melt(int heat);\nint coin_cast(int heat);\n",
    "net/coin.c": "int coin_melt(int heat) { return heat; }\n\nint coin_cast(int heat) { return heat; }\n",
    "net/forge.c": '#include "coin.h"\n\nint main(void) { return coin_cast(2); }\n',
    "tests/test_carts.py": "from shop.carts import Mint\n\n\ndef helper(): ...\n",
}


@pytest.fixture(scope="module")
def unused(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("unused"), UNUSED) as codebase:
        yield codebase


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (
            "unused functions",
            ["net/coin.c:1", "shop/cart.py:16", "shop/carts.py:1", "src/Coin.java:5", "web/coins.ts:4"],
        ),
        ("which functions are never called", 5),
        ("find methods that nobody calls in shop", ["shop/cart.py:16", "shop/carts.py:1"]),
        ("is there any dead code in shop?", ["shop/cart.py:16", "shop/cart.py:23", "shop/carts.py:1"]),
        ("which classes in shop are not used anywhere", ["shop/cart.py:23"]),
    ],
)
def test_code_is_unused_whose_name_stands_nowhere_else(unused, query, found):
    answer = asked(unused, query)
    assert "whose name stands nowhere else" in answer.notes[0]
    assert (places(unused, query) if isinstance(found, list) else answer.total) == found


def test_where_nothing_is_unused_a_note_says_so(unused):
    answer = asked(unused, "which structs in web are never used")
    assert (answer.total, answer.notes[0]) == (0, "none found: structs whose name stands nowhere else")
    assert asked(unused, "unused functions in elsewhere").total is None


def test_code_of_a_file_that_is_shorter_by_now_is_not_told_to_be_unused(tmp_path):
    files = {"shop.py": "x = 1\n" * 20 + "def forgo(): ...\n", "coins.py": "def polish(): ...\n"}
    with indexed(tmp_path, files) as codebase:
        (codebase.root / "shop.py").write_text("x = 1\n")
        assert [hit.path.name for hit in asked(codebase, "unused functions").hits] == ["coins.py"]


def test_sorts_of_a_kind_are_what_lies_in_a_folder_of_the_kind_called_so(tmp_path):
    files = {f"src/core_jobs/nightly/{name}.cpp": f"void {name}() {{}}\n" for name in ("count", "empty", "weigh")}
    files |= {"src/core_jobs/hourly/ring.cpp": "void ring() {}\n", "src/nightly/other.cpp": "void other() {}\n"}
    with indexed(tmp_path, files) as codebase:
        told = [f"src/core_jobs/nightly/{name}.cpp:1" for name in ("count", "empty", "weigh")]
        assert places(codebase, "list all nightly jobs") == told


@pytest.mark.parametrize("others", [3, 150])
def test_a_word_of_a_language_tells_a_kind_unless_hardly_anything_is_written_in_it(tmp_path, others):
    files = {f"src/c{number}.py": f"def c{number}(): ...\n" for number in range(others)}
    files |= {f"src/extensions/{name}.py": f"def {name}(): ...\n" for name in ("coins", "notes")}
    files["apple/Till.swift"] = "public extension Till {\n  func close() {}\n}\n"
    with indexed(tmp_path, files) as codebase:
        told = places(codebase, "which extensions are there")
        assert told == (
            ["apple/Till.swift:1"] if others == 3 else ["src/extensions/coins.py:1", "src/extensions/notes.py:1"]
        )


def test_objects_of_a_type_called_like_a_kind_are_of_it(tmp_path):
    one = "export const {0}: ShopPlugin<{0}> = {{\n  id: '{0}',\n}};\nexport let {0}s: ShopPlugin;\n"
    files = {f"web/{name}.ts": one.format(name) for name in ("cart", "coin", "till")}
    with indexed(tmp_path, files) as codebase:
        assert places(codebase, "which plugins exist") == ["web/cart.ts:1", "web/coin.ts:1", "web/till.ts:1"]


def test_a_package_that_is_called_by_a_kind_and_more_is_about_it(tmp_path):
    files = {f"web/drawers-panel/{name}.ts": f"export function {name}() {{}}\n" for name in ("open", "shut", "count")}
    with indexed(tmp_path / "folder", files) as codebase:
        assert len(places(codebase, "list all drawers")) == 3
    with indexed(tmp_path / "package", {**files, "web/drawers-panel/package.json": "{}\n"}) as codebase:
        assert asked(codebase, "list all drawers").total is None


def test_where_most_files_of_a_folder_have_a_class_of_one_name_others_help_them(tmp_path):
    one = "class {}Options: ...\n\n\nclass Command(Base):\n    class Meta: ...\n"
    files = {f"shop/management/commands/{name}.py": one.format(name) for name in ("count", "ring", "weigh")}
    files["shop/management/commands/base.py"] = "class _Buffer: ...\n\n\nclass Base: ...\n"
    with indexed(tmp_path, files) as codebase:
        told = [f"shop/management/commands/{name}.py:4" for name in ("count", "ring", "weigh")]
        assert places(codebase, "list all management commands") == told


def test_a_table_called_like_a_kind_holds_none_of_it(tmp_path):
    files = {f"app/Jobs/{name}.php": f"<?php\nclass {name} implements Queued {{}}\n" for name in ("Count", "Ring")}
    files["schema.sql"] = (
        "CREATE TABLE jobs (\n  id bigint,\n  queue text\n);\nCREATE TABLE failed_jobs (\n  id bigint\n);\n"
    )
    with indexed(tmp_path, files) as codebase:
        assert places(codebase, "list all jobs") == ["app/Jobs/Count.php:2", "app/Jobs/Ring.php:2"]


def test_features_of_a_crate_are_the_keys_of_its_manifest(tmp_path):
    manifest = (
        '[package]\nname = "{}"\n\n[features]\ndefault = []\n{}_lock = ["default"]\n\n[dependencies]\nserde = "1"\n'
    )
    files = {f"crates/{name}/Cargo.toml": manifest.format(name, name) for name in ("till", "till-panel")}
    with indexed(tmp_path, files) as codebase:
        own = ["crates/till/Cargo.toml:5", "crates/till/Cargo.toml:6"]
        assert places(codebase, "list all cargo features")[2:] == own
        assert places(codebase, "list all crate features of the till crate") == own


@pytest.mark.parametrize("query", ["which RPCs does the shop service have", "list all RPCs in ShopService"])
def test_what_a_service_has_is_in_it_not_what_says_its_words(tmp_path, query):
    call = (
        "service {0}Service {{\n  rpc Find{1}Cart(Asked) returns (Told);\n  rpc Empty{0}(Asked) returns (Told);\n}}\n"
    )
    with indexed(tmp_path, {"api/all.proto": call.format("Admin", "Shop") + call.format("Shop", "")}) as codebase:
        assert places(codebase, query) == ["api/all.proto:6", "api/all.proto:7"]


def test_options_of_a_build_and_permissions_of_android_are_the_lines_that_define_them(tmp_path):
    files = {
        "CMakeLists.txt": 'project(till)\noption(WITH_LOCK "Lock it" ON)\nset(OPTION 1)\n',
        "cmake/rest.cmake": 'cmake_dependent_option(WITH_KEY "Key" ON "WITH_LOCK" OFF)\n',
        "meson_options.txt": "option('lock', type: 'boolean')\n",
        "app/AndroidManifest.xml": '<manifest>\n  <uses-permission android:name="CAMERA" />\n</manifest>\n',
    }
    with indexed(tmp_path, files) as codebase:
        cmake = ["CMakeLists.txt:2", "cmake/rest.cmake:1"]
        assert places(codebase, "list all cmake options") == cmake
        assert places(codebase, "which build options are there") == [*cmake, "meson_options.txt:1"]
        assert places(codebase, "list all android permissions") == ["app/AndroidManifest.xml:2"]
