"""Questions for all of a kind, in code as frameworks have it: nothing called so by chance."""

from __future__ import annotations

import pytest
from codebases import indexed, places_of

from lsp_codebase.model import CancelToken, SearchQuery

KOTLIN = "app/src/main/kotlin/com/example/shop/"
PACKAGE = "package com.example.shop\n\n"


def listed(tmp_path, files, query):
    """Return the places of a listing, None if the answer is none."""
    with indexed(tmp_path, files) as codebase:
        answer = codebase.search(SearchQuery(query, limit=40), CancelToken())
        return None if answer.total is None else places_of(codebase, answer)


def test_pages_are_asked_for_where_no_framework_makes_them(tmp_path):
    files = {"src/Pages/Cart.vue": "<template>\n  <p>cart</p>\n</template>\n", "src/app.js": "const cart = 1;\n"}
    listed(tmp_path, files, "list all pages")


def test_pages_are_those_of_a_framework_without_what_lies_beside_them(tmp_path):
    files = {
        "next.config.js": "module.exports = {};\n",
        "pages/_app.tsx": "export default function App() {}\n",
        "pages/api/pay.ts": "export default function pay() {}\n",
        "pages/components/Bar.tsx": "export function Bar() {}\n",
        **{f"pages/{name}.tsx": f"export default function {name.title()}() {{}}\n" for name in ("cart", "home", "pay")},
    }
    assert listed(tmp_path, files, "list all pages") == [f"pages/{name}.tsx:1" for name in ("cart", "home", "pay")]


def test_the_tables_of_room_are_told_below_the_annotation(tmp_path):
    files = {
        f"{KOTLIN}Cart.kt": f'{PACKAGE}@Entity(\n    tableName = "carts",\n)\ndata class Cart(val id: Int)\n',
        f"{KOTLIN}Coin.kt": f'{PACKAGE}@Entity(\n    indices = [],\n    tableName = "coins",\n)\nclass Coin\n',
        f"{KOTLIN}Jar.kt": f'{PACKAGE}@Entity(tableName = "jars")\nclass Jar\n',
        "schemas/1.json": '{\n  "createSql": "CREATE TABLE IF NOT EXISTS old_jars (id INTEGER)"\n}\n',
    }
    found = [f"{KOTLIN}Cart.kt:4", f"{KOTLIN}Coin.kt:5", f"{KOTLIN}Jar.kt:3"]
    assert listed(tmp_path, files, "list all tables") == found


ENTITIES = {
    "src/Cart.java": "@Entity\n@Table(name = Names.CARTS)\npublic class Cart {\n}\n",
    "src/Coin.java": "@Entity\n@Table(name = Names.COINS)\npublic class Coin {\n}\n",
    "src/Jar.java": "@Entity\npublic class Jar {\n}\n",
}


def test_entities_imply_tables_by_a_constant_or_their_name(tmp_path):
    found = ["src/Cart.java:2", "src/Coin.java:2", "src/Jar.java:2"]
    assert listed(tmp_path, ENTITIES, "list all database tables") == found


def test_entities_imply_no_tables_beside_a_schema_that_tells_them(tmp_path):
    schema = "".join(f"CREATE TABLE {name} (\n  id int\n);\n" for name in ("carts", "coins", "jars"))
    found = ["db/schema.sql:1", "db/schema.sql:4", "db/schema.sql:7"]
    assert listed(tmp_path, {**ENTITIES, "db/schema.sql": schema}, "list all tables") == found


def test_the_models_of_django_are_its_tables(tmp_path):
    files = {
        "shop/models.py": "from django.db import models\n\n\nclass Base(models.Model):\n    class Meta:\n"
        "        abstract = True\n\n\nclass Cart(Base):\n    pass\n\n\nclass Coin(\n    Base,\n):\n    pass\n\n\n"
        "class Jar(models.Model):\n    pass\n",
        "shop/tables.py": "class CartTable(Table):\n    pass\n\n\nclass CoinTable(Table):\n    pass\n",
        "shop/migrations/0002_old.py": 'SQL = """\nCREATE TABLE shop_old (\n  id int\n);\n"""\n',
    }
    found = ["shop/models.py:9", "shop/models.py:13", "shop/models.py:19"]
    assert listed(tmp_path, files, "which database tables exist") == found


@pytest.mark.parametrize(
    ("query", "names"),
    [("list all DAOs", ["CartDao", "CoinDao"]), ("list all composables", ["Bar", "Screen"])],
)
def test_annotations_say_what_types_and_functions_are(tmp_path, query, names):
    files = {
        **{f"{KOTLIN}{name}.kt": f"{PACKAGE}@Dao\ninterface {name}\n" for name in ("CartDao", "CoinDao")},
        **{f"{KOTLIN}{name}.kt": f"{PACKAGE}@Composable\nfun {name}() {{}}\n" for name in ("Bar", "Screen")},
        f"{KOTLIN}dao/Keys.kt": "package com.example.shop.dao\n\nval key = 1\n",
    }
    assert listed(tmp_path, files, query) == [f"{KOTLIN}{name}.kt:4" for name in names]


def test_the_head_of_a_type_of_kotlin_may_end_behind_its_parameters(tmp_path):
    head = "class {}(\n    val name: String,\n) : BaseJob(name) {{\n}}\n"
    files = {f"{KOTLIN}{name}.kt": PACKAGE + head.format(name) for name in ("Packing", "Paying")}
    assert listed(tmp_path, files, "list all jobs") == [f"{KOTLIN}{name}.kt:3" for name in ("Packing", "Paying")]


def test_use_cases_are_a_kind(tmp_path):
    files = {f"{KOTLIN}{name}.kt": f"{PACKAGE}class {name}UseCase\n" for name in ("Buy", "Pay", "Ship")}
    assert listed(tmp_path, files, "list all use cases") == [f"{KOTLIN}{name}.kt:3" for name in ("Buy", "Pay", "Ship")]


def test_a_kind_written_in_one_word_is_that_of_types_called_by_two(tmp_path):
    files = {
        "shop/filters.py": "class CartFilterSet(Base):\n    pass\n\n\nclass CoinFilterSet(CartFilterSet):\n    pass\n"
    }
    files["shop/base.py"] = "class Base(FilterSet):\n    pass\n"
    assert listed(tmp_path, files, "list all filtersets") == [
        "shop/base.py:1",
        "shop/filters.py:1",
        "shop/filters.py:5",
    ]


ROUTES = {
    "server/api/carts.ts": "router.post(\n  'carts.list',\n  auth(),\n  list\n);\nrouter.post('carts.add', add);\n",
    "server/api/coins.ts": "router.get('coins.info', info);\nconst name = store.get('name', 1);\n",
}


def test_routes_of_a_router_may_begin_without_a_slash(tmp_path):
    found = ["server/api/carts.ts:2", "server/api/carts.ts:6", "server/api/coins.ts:1"]
    assert listed(tmp_path, ROUTES, "list all API endpoints") == found


@pytest.mark.parametrize("query", ["which routes exist for coins", "list all routes of coins"])
def test_routes_about_something_are_those_whose_lines_say_it(tmp_path, query):
    files = {
        "routes/web.php": "<?php\nRoute::get('carts', 'CartController@all');\nRoute::get('coins/{coin}', 'C@one');\n"
    }
    assert listed(tmp_path, {**ROUTES, **files}, query) == ["routes/web.php:3", "server/api/coins.ts:1"]


def test_attributes_of_fields_are_no_routes(tmp_path):
    files = {
        "src/query.rs": "struct Query {\n    #[request(default, error = Bad)]\n    limit: u32,\n    #[options(short)]\n"
        "    all: bool,\n}\n",
        "src/carts.rs": '#[get("/carts")]\nasync fn carts() {}\n',
        "src/routes/jars.rs": '#[routes(\n    "" => [get(all)],\n  "/{id}" => get(one),\n)]\nstruct Jars;\n',
    }
    found = ["src/carts.rs:1", "src/routes/jars.rs:2", "src/routes/jars.rs:3"]
    assert listed(tmp_path, files, "list all routes") == found


def test_routers_of_django_rest_framework_register_routes(tmp_path):
    files = {"shop/urls.py": "router = Router()\nrouter.register('carts', CartViewSet)\nrouter.register('coins', C)\n"}
    assert listed(tmp_path, files, "list all routes") == ["shop/urls.py:2", "shop/urls.py:3"]


@pytest.mark.parametrize("query", ["list all scheduled tasks", "which cron jobs are there"])
def test_what_is_scheduled_is_no_task_of_another_sort(tmp_path, query):
    files = {
        "routes/console.php": "<?php\nSchedule::command('model:prune')->daily();\n$schedule->job(new Pay)->hourly();\n",
        "src/Stats.java": 'class Stats {\n    @Scheduled(cron = "0 * * * *")\n    public void print() {}\n}\n',
        "shop/settings.py": 'BEAT = {\n    "clean": {\n        "schedule": crontab(hour=1),\n    },\n}\n',
        "src/cron.ts": "class Cron {\n  @Cron('0 * * * *')\n  pay() {}\n}\n",
        **{f"app/Tasks/{name}.php": f"<?php\nclass {name}\n{{\n}}\n" for name in ("Add", "Drop", "Edit", "Show")},
    }
    found = ["routes/console.php:2", "routes/console.php:3", "shop/settings.py:3", "src/Stats.java:3", "src/cron.ts:3"]
    assert listed(tmp_path, files, query) == found


def test_a_word_that_says_nothing_of_what_is_called_so_asks_for_something_else(tmp_path):
    files = {f"app/tasks/{name}.py": f"def {name}():\n    return 1\n" for name in ("add", "drop", "edit", "show")}
    assert listed(tmp_path, files, "list all marketing tasks") is None
    assert len(listed(tmp_path / "other", files, "list all tasks")) == 4


def test_a_word_of_a_technology_is_one_that_manifests_or_files_say(tmp_path):
    stores = {f"src/stores/{name}.js": "export default { state: {} };\n" for name in ("a", "b", "c", "d")}
    files = {**stores, "package.json": '{\n  "dependencies": {\n    "vuex": "4"\n  }\n}\n'}
    assert len(listed(tmp_path, files, "list all Vuex stores")) == 4


def test_a_folder_of_a_kind_holds_no_tests_styles_and_helpers_of_it(tmp_path):
    model = "import {{ Model }} from './base';\nexport class {} extends Model {{}}\n"
    files = {
        **{f"src/models/{name}.ts": model.format(name) for name in ("Cart", "Coin", "Jar")},
        "src/models/Cart.test.ts": "test('cart', () => {});\n",
        "src/models/helpers/money.ts": "export const money = () => 1;\n",
        "src/models/index.ts": "export * from './Cart';\n",
        "src/components/Bar.tsx": "export const Bar = () => <p />;\n",
        "src/components/Bar.scss": ".bar {\n  color: red;\n}\n",
        "src/components/Cell.tsx": "export const Cell = () => <p />;\n",
        "src/components/Cell.test.tsx": "test('cell', () => {});\n",
        "src/components/Row.tsx": "export const Row = () => <p />;\n",
        "src/components/Tab.tsx": "export const Tab = () => <p />;\n",
    }
    with indexed(tmp_path, files) as codebase:
        for query, found in {
            "list all models": [f"src/models/{name}.ts:2" for name in ("Cart", "Coin", "Jar")],
            "list all components": [f"src/components/{name}.tsx:1" for name in ("Bar", "Cell", "Row", "Tab")],
        }.items():
            answer = codebase.search(SearchQuery(query, limit=40), CancelToken())
            assert places_of(codebase, answer) == found


def test_one_that_is_called_like_a_kind_is_not_all_of_it_beside_those_of_tests(tmp_path):
    files = {
        "shop/search.py": "class CartQuery:\n    pass\n",
        "tests/test_search.py": "".join(f"class {name}Query:\n    pass\n\n\n" for name in ("A", "B", "C", "D")),
    }
    assert listed(tmp_path, files, "list all GraphQL queries") is None


def test_the_packages_of_a_repository_of_many_are_told_by_one_file_of_each(tmp_path):
    files = {
        "packages/tsconfig.base.json": '{\n  "strict": true\n}\n',
        **{
            f"packages/{name}/package.json": f'{{\n  "name": "{name}"\n}}\n'
            for name in ("cart", "coin", "jar", "shelf")
        },
        **{f"packages/{name}/src/{name}.ts": "export const one = 1;\n" for name in ("cart", "coin", "jar", "shelf")},
    }
    found = [f"packages/{name}/package.json:1" for name in ("cart", "coin", "jar", "shelf")]
    assert listed(tmp_path, files, "list all packages") == found


def test_the_plugins_of_a_folder_are_told_by_one_file_of_each_beside_one_for_all(tmp_path):
    names = ("cart", "coin", "jar")
    files = {
        "plugins/CMakeLists.txt": "add_subdirectory(cart)\n",
        **{f"plugins/{name}/CMakeLists.txt": f"add_library({name} MODULE)\n" for name in names},
        **{f"plugins/{name}/{name}.c": f"int {name}_load(void) {{\n  return 1;\n}}\n" for name in names},
    }
    found = [f"plugins/{name}/CMakeLists.txt:1" for name in names]
    assert listed(tmp_path, files, "list all plugins") == found


def test_folders_that_sort_files_of_a_kind_are_not_one_of_it_each(tmp_path):
    names = ("carts/Edit", "carts/Index", "coins/Index", "coins/Show", "Home")
    files = {f"src/screens/{name}.vue": "<template>\n  <p>one</p>\n</template>\n" for name in names}
    assert len(listed(tmp_path, files, "list all screens")) == 5


def test_variables_of_c_describe_one_of_a_kind_each(tmp_path):
    files = {
        "plugins/carts.c": "struct shop_cart_info box_cart = {\n  .id = 1,\n};\n"
        "static const struct shop_cart_info jar = {\n};\n",
        "plugins/more.c": "struct shop_cart_info bag_cart = {\n  .id = 3,\n};\n",
        "ui/wizard.hpp": "class Wizard {\n  enum class Cart {\n    Box,\n    Bag,\n  };\n};\n",
    }
    found = ["plugins/carts.c:1", "plugins/carts.c:4", "plugins/more.c:1"]
    assert listed(tmp_path, files, "list all carts") == found


def test_a_type_that_does_something_holds_no_values_of_what_it_is_called_by(tmp_path):
    files = {
        "src/Fonts.ts": "export class Fonts {\n  public static readonly CACHE = 1;\n  private scene: number;\n\n"
        "  load() {}\n  register() {}\n  drop() {}\n}\n",
        "src/keys.ts": "const A = {\n  [WideFont]: 1,\n  [TallFont]: 2,\n};\n\nexport function best() {}\n",
        "src/Colors.ts": "export class Colors {\n  static readonly RED = 1;\n  static readonly BLUE = 2;\n}\n",
    }
    assert listed(tmp_path, files, "list all fonts") is None
    assert listed(tmp_path / "other", files, "list all colors") == ["src/Colors.ts:2", "src/Colors.ts:3"]


def test_a_technology_is_that_of_the_folder_whose_manifest_says_it(tmp_path):
    files = {
        "pom.xml": "<project>\n  <exclude>angular.html</exclude>\n</project>\n",
        "web/package.json": "{\n"
        + "".join(f'  "@angular/{name}": "20",\n' for name in ("cdk", "cli", "core", "forms", "router"))
        + '  "name": "web"\n}\n',
        **{f"web/src/{name}.ts": f"@Component({{}})\nexport class {name} {{}}\n" for name in ("Bar", "Cell", "Row")},
        **{f"app/src/main/java/{name}.java": f"@Component\nclass {name} {{\n}}\n" for name in ("Cart", "Coin", "Jar")},
    }
    assert listed(tmp_path, files, "list all Angular components") == [
        f"web/src/{name}.ts:2" for name in ("Bar", "Cell", "Row")
    ]


def test_decorated_functions_are_of_their_kind_whatever_tools_are_called(tmp_path):
    files = {
        "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["celery"]\n',
        ".lint/celery/rule.py": "@app.task\ndef without_queue():\n    return 1\n",
        "shop/tasks.py": "@app.task(queue='a')\ndef pay():\n    return 1\n\n\n"
        "@shared_task\ndef ship():\n    return 1\n",
    }
    found = ["shop/tasks.py:2", "shop/tasks.py:7", ".lint/celery/rule.py:2"]
    assert listed(tmp_path, files, "which celery tasks are there") == found


def test_what_a_type_has_may_be_asked_with_one_word(tmp_path):
    fields = "".join(f"    private int field{at};\n" for at in range(50))
    files = {"src/Cart.java": f"class Cart {{\n{fields}}}\n"}
    assert len(listed(tmp_path, files, "which fields has Cart")) == 40


def test_what_functions_of_the_web_make_is_of_their_kind(tmp_path):
    files = {
        "src/state.ts": "export const cartAtom = atom(0);\nexport const coinAtom = atom<Coin | null>(null);\n"
        "const jarAtom = atom('');\nconst other = atomic(1);\nconst CartContext = React.createContext(null);\n",
        "src/page.ts": "const A = document.createElement('a');\nconst B = document.createElement('b');\n"
        "const C = document.createElement('c');\n",
        "src/theme.tsx": "const Theme = createContext('red');\nexport const Bar = createContext<Bar>(null);\n",
        "package.json": '{\n  "dependencies": {\n    "jotai": "2"\n  }\n}\n',
    }
    with indexed(tmp_path, files) as codebase:
        for query, found in {
            "list all jotai atoms": [f"src/state.ts:{line}" for line in (1, 2, 3)],
            "list all contexts": ["src/state.ts:5", "src/theme.tsx:1", "src/theme.tsx:2"],
            "list all elements": None,
        }.items():
            answer = codebase.search(SearchQuery(query, limit=40), CancelToken())
            assert (None if answer.total is None else places_of(codebase, answer)) == found


def test_hooks_are_functions_that_are_called_so_wherever_they_lie(tmp_path):
    files = {
        "src/hooks/useCart.ts": "export const useCart = () => {\n  const useless = 1;\n  return useless;\n};\n",
        "src/hooks/cart.test.tsx": "export const useFake = () => null;\n",
        "src/App.tsx": "export function useCoin() {\n  return 1;\n}\nexport const Bar = () => <p />;\n",
        "src/jar.tsx": "export default function useJar() {\n  return 1;\n}\nconst used = 1;\n",
    }
    found = ["src/App.tsx:1", "src/hooks/useCart.ts:1", "src/jar.tsx:1"]
    assert listed(tmp_path, files, "list all hooks") == found


def test_flags_are_the_values_of_their_enumeration_not_the_fields_of_what_reads_them(tmp_path):
    files = {
        "src/FeatureFlags.ts": "export enum Feature {\n  newCart = 'newCart',\n}\n\nexport class FeatureFlags {\n"
        "  private static cache = new Set();\n\n  static isEnabled() {}\n  static enable() {}\n}\n"
    }
    assert listed(tmp_path, files, "which feature flags exist") == ["src/FeatureFlags.ts:2"]


def test_configuration_and_attributes_read_variables_of_the_environment(tmp_path):
    files = {
        "src/main/resources/shop.yml": 'kafka:\n  url: "${SHOP_KAFKA:localhost:9092}"\n'
        "  on: ${SHOP_ON:true}\n  at: ${shop.at}\n",
        "src/option.rs": "struct Options {\n    #[clap(long, env = SHOP_ADDRESS, short)]\n    address: String,\n}\n",
        "app/Avatar.php": "<?php\n$themes['env'] = ['#DFFF00'];\nputenv('APP_MODE=testing');\n",
        "src/glad.c": "void load(void) {\n  glProgramEnvColor = (PFNCOLORPROC)load();\n}\n",
    }
    found = ["src/main/resources/shop.yml:2", "src/main/resources/shop.yml:3", "src/option.rs:2"]
    assert listed(tmp_path, files, "list all environment variables") == found


def test_the_scopes_of_a_model_of_sequelize_stand_above_it(tmp_path):
    files = {
        "models/Cart.ts": "@DefaultScope(() => ({\n  where: {},\n}))\n@Scopes(() => ({\n  paid: {},\n}))\n@Table\n"
        "export class Cart extends Model {\n  @HasMany(() => Coin)\n  coins: Coin[];\n}\n"
    }
    assert listed(tmp_path, files, "scopes of Cart") == ["models/Cart.ts:1", "models/Cart.ts:4"]


@pytest.mark.parametrize("query", ["what happens when a cart is emptied", "what does an emptied cart look like"])
def test_words_of_a_frame_find_no_comments(tmp_path, query):
    files = {
        "src/carts.py": "def empty(cart):\n    cart.items.clear()\n    cart.emptied = True\n",
        "src/odd.py": "# this should never happen, when it happens a cart looks like one\n# what happens: it looks so\n"
        "def odd(cart):\n    return cart\n",
    }
    with indexed(tmp_path, files) as codebase:
        answer = codebase.search(SearchQuery(query), CancelToken())
        assert answer.hits[0].path.name == "carts.py"
