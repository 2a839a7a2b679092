"""A listing that says that it holds all of a kind holds all of it, and nothing else."""

from __future__ import annotations

import pytest
from codebases import indexed, places_of

from lsp_codebase.model import CancelToken, SearchQuery


def asked(tmp_path, files, query):
    with indexed(tmp_path, files) as codebase:
        answer = codebase.search(SearchQuery(query, limit=60), CancelToken())
        return answer, places_of(codebase, answer)


def listed(tmp_path, files, query):
    """Return the places of a listing, None if the answer is none."""
    answer, places = asked(tmp_path, files, query)
    return None if answer.total is None else places


def test_routes_that_a_gateway_serves_for_grpc_are_routes(tmp_path):
    files = {
        "proto/cart.proto": "service Carts {\n  rpc Pay(A) returns (B) {\n"
        '    option (google.api.http) = {get: "/v1/pay"};\n'
        '  }\n  rpc Buy(A) returns (B) {\n    option (google.api.http) = {\n      post: "/v1/buy"\n'
        '      body: "*"\n    };\n'
        "  }\n}\n",
        "server/main.go": 'package main\n\nfunc main() {\n\te.GET("/robots.txt", robots)\n}\n',
    }
    assert listed(tmp_path, files, "list all api endpoints") == [
        "proto/cart.proto:3",
        "proto/cart.proto:7",
        "server/main.go:4",
    ]


def test_answers_of_rails_are_no_routes_and_its_root_is(tmp_path):
    files = {
        "config/routes.rb": 'Rails.application.routes.draw do\n  resources :carts\n  root "pages#index"\nend\n',
        "app/controllers/pays_controller.rb": "class PaysController\n  def create\n    head :ok\n  end\nend\n",
    }
    assert listed(tmp_path, files, "list all routes") == ["config/routes.rb:2", "config/routes.rb:3"]


def test_a_route_of_the_scope_around_it_is_one_in_rust(tmp_path):
    files = {
        "src/routes.rs": 'fn config(cfg: &mut ServiceConfig) {\n  cfg.service(\n    scope("/cart")\n'
        '      .route("", get().to(get_cart))\n'
        '      .route("/icon", post().to(add_icon)),\n  ).service(resource("/search").route(get().to(search)));\n}\n',
    }
    assert listed(tmp_path, files, "list all routes") == ["src/routes.rs:4", "src/routes.rs:5", "src/routes.rs:6"]


LARAVEL = {
    "routes/api.php": "<?php\n\nRoute::get('carts', [CartController::class, 'index']);\nRoute::get(\n"
    "    'coins',\n    'all'\n);\n",
    "routes/web.php": "<?php\n\nRoute::get('/home', [HomeController::class, 'index']);\n",
}


def test_a_route_over_several_lines_is_listed_once(tmp_path):
    assert listed(tmp_path, LARAVEL, "list all routes") == ["routes/api.php:3", "routes/api.php:5", "routes/web.php:3"]


def test_routes_of_the_api_are_those_of_the_file_called_so(tmp_path):
    assert listed(tmp_path, LARAVEL, "list all api routes") == ["routes/api.php:3", "routes/api.php:5"]


def test_tables_of_migrations_may_be_gone_beside_the_schema_of_diesel(tmp_path):
    tables = "".join(
        f"diesel::table! {{\n    {name} (id) {{\n        id -> Int4,\n    }}\n}}\n\n" for name in ("cart", "coin")
    )
    files = {
        "src/schema.rs": f"{tables}diesel::table! {{\n    use diesel::sql_types::*;\n\n    jar (id) {{\n    }}\n}}\n",
        "migrations/2020_old/up.sql": "CREATE TABLE purse (id int);\n",
        "migrations/2020_old/down.sql": "CREATE TABLE bag (id int);\n",
    }
    assert listed(tmp_path, files, "list all tables") == ["src/schema.rs:2", "src/schema.rs:8", "src/schema.rs:16"]


def test_the_latest_schema_beside_migrations_tells_the_tables(tmp_path):
    files = {
        "store/migration/LATEST.sql": "CREATE TABLE cart (id int);\nCREATE TABLE coin (id int);\n"
        "CREATE TABLE jar (id int);\n",
        "store/migration/1/01__purse.sql": "CREATE TABLE purse (id int);\n",
    }
    assert listed(tmp_path, files, "list all tables") == [f"store/migration/LATEST.sql:{line}" for line in (1, 2, 3)]


def test_migrations_for_each_of_some_databases_are_all_listed(tmp_path):
    files = {
        f"store/migration/{database}/{number:02}__cart.sql": f"ALTER TABLE cart ADD COLUMN c{number} int;\n"
        for database in ("mysql", "sqlite")
        for number in range(12)
    }
    assert len(listed(tmp_path, files, "list all database migrations")) == 24


def test_folders_called_so_elsewhere_hold_something_about_models(tmp_path):
    files = {
        **{
            f"app/Models/{name}.php": f"<?php\n\nclass {name} extends Model\n{{\n}}\n"
            for name in ("Cart", "Coin", "Jar")
        },
        "app/Http/Controllers/Models/StoreController.php": "<?php\n\nclass StoreController extends Controller\n{\n}\n",
        "config/locales/models/cart/en.yml": "en:\n  cart: Cart\n",
    }
    assert listed(tmp_path, files, "list all models") == [
        f"app/Models/{name}.php:3" for name in ("Cart", "Coin", "Jar")
    ]


def test_models_of_rails_are_those_of_its_base_wherever_they_lie(tmp_path):
    files = {
        "app/models/application_record.rb": "class ApplicationRecord < ActiveRecord::Base\nend\n",
        "app/models/cart.rb": "class Cart < ApplicationRecord\nend\n",
        "app/models/import/row.rb": "class Import::Row < ApplicationRecord\nend\n",
        "db/migrate/2020_add_indexes_to_models.rb": "class AddIndexesToModels < ActiveRecord::Migration[7.2]\nend\n",
    }
    places = listed(tmp_path, files, "list all models")
    assert {"app/models/cart.rb:1", "app/models/import/row.rb:1"} <= {*places}
    assert not any(place.startswith("db/") for place in places)


def test_controllers_of_a_technology_are_in_the_language_that_imports_it(tmp_path):
    files = {
        "Gemfile": 'gem "stimulus-rails"\n',
        **{
            f"app/javascript/controllers/{name}_controller.js": 'import { Controller } from "@hotwired/stimulus"\n\n'
            "export default class extends Controller {\n}\n"
            for name in ("cart", "coin", "jar")
        },
        **{
            f"app/controllers/{name}_controller.rb": f"class {name.title()}Controller < ApplicationController\nend\n"
            for name in ("cart", "coin", "jar")
        },
    }
    places = listed(tmp_path, files, "list all stimulus controllers")
    assert len(places) == 3
    assert all(".js:" in place for place in places)


FLAGS = {
    "core/FeatureFlag.kt": "data class FeatureFlag(\n    val key: String,\n    val enabled: Boolean = false,\n)\n",
    "cart/CartFeatureFlags.kt": 'object CartFeatureFlags {\n    val NewCart = FeatureFlagKey("new_cart")\n}\n',
    "app/Factory.kt": 'fun flags() = listOf(\n    FeatureFlag("big_coin".toFeatureFlagKey(), enabled = true),\n)\n',
}


def test_the_fields_of_a_flag_are_no_flags_and_those_that_are_only_asked_about_are(tmp_path):
    assert listed(tmp_path, FLAGS, "list all feature flags") == ["app/Factory.kt:2", "cart/CartFeatureFlags.kt:2"]


DECLINE = {
    "src/main/scala/shop/Cli.scala": 'object Cli {\n  val box = option[File]("box", "A box")\n'
    "  val jars = options[Uri](\n"
    '    "jars",\n    "Jars"\n  )\n  val sign = flag("sign", "Whether to sign").orFalse\n}\n',
    "src/main/scala/shop/Slurp.scala": "sealed trait SlurpOption\ncase object Whole extends SlurpOption\n"
    "case object Half extends SlurpOption\n",
}


def test_options_of_decline_are_those_of_the_command_line(tmp_path):
    cli = "src/main/scala/shop/Cli.scala"
    assert listed(tmp_path, DECLINE, "list all command line options") == [f"{cli}:2", f"{cli}:4", f"{cli}:7"]


def test_words_for_things_of_any_program_are_no_technology(tmp_path):
    files = {**DECLINE, "build.sbt": 'name := "shop"\n// reads a config file\n'}
    assert listed(tmp_path, files, "list all config file options") is None


def test_an_option_that_a_parameter_may_be_is_no_base(tmp_path):
    parameters = "".join(f"    private val box{number}: Option[List[Box]] = None,\n" for number in range(90))
    files = {
        "shop/Config.scala": f"final case class Config(\n{parameters}) {{\n  def box = 1\n}}\n",
        "shop/Slurp.scala": "sealed trait SlurpOption\ncase object Whole extends SlurpOption\n"
        "case object Half extends SlurpOption\n",
    }
    assert not any("Config.scala" in place for place in listed(tmp_path, files, "list all options") or ())


def test_case_classes_are_listed(tmp_path):
    files = {"shop/Cart.scala": "final case class Cart(size: Int)\n\nclass Till\n\ncase class Coin(value: Int)\n"}
    assert listed(tmp_path, files, "list all case classes") == ["shop/Cart.scala:1", "shop/Cart.scala:5"]


C = {
    "cmd.c": "const struct cmd_entry *cmd_table[] = {\n\t&cmd_pay_entry,\n\tNULL\n};\n",
    **{
        f"cmd-{name}.c": f'const struct cmd_entry cmd_{name}_entry = {{\n\t.name = "{name}",\n}};\n'
        for name in ("buy", "pay", "sell")
    },
    "options.c": 'static const char *options_table_status_list[] = {\n\t"off", "on"\n};\n\n'
    'const struct options_entry options_table[] = {\n\t{ .name = "size",\n\t  .default_num = 10,\n\t},\n\n'
    '\t{ .name = "unit",\n'
    '\t  .default_str = "kg",\n\t},\n\tSHOP_HOOK("paid", ""),\n\tSHOP_HOOK("sold", ""),\n\tSHOP_HOOK("lost", ""),\n'
    "\t{ .name = NULL }\n};\n",
    "protocol.h": "enum msgtype {\n\tMSG_HELLO = 1,\n\tMSG_BYE,\n\tMSG_PAY\n};\n",
    "shop.c": 'int main(int argc, char **argv)\n{\n\twhile ((opt = getopt(argc, argv, "f:v")) != -1) {\n'
    "\t\tswitch (opt) {\n"
    "\t\tcase 'f':\n\t\t\tfile = optarg;\n\t\t\tbreak;\n\t\tcase 'v':\n\t\t\tverbose = 1;\n\t\t\tbreak;\n"
    "\t\tdefault:\n\t\t\tusage();\n"
    "\t\t}\n\t}\n\tswitch (key) {\n\tcase 'q':\n\t\treturn 0;\n\t}\n}\n",
    "macros.h": '#define SHOP_AFTER(name) \\\n\tSHOP_HOOK("after-" name, \\\n\t"")\n',
    "window.c": "/* size is read by default */\n",
}


def test_options_of_c_may_be_long(tmp_path):
    long = C["shop.c"].replace('getopt(argc, argv, "f:v")', 'getopt_long(argc, argv, "f:v", long_options, NULL)')
    assert listed(tmp_path, {**C, "shop.c": long}, "list all command line options") == ["shop.c:5", "shop.c:8"]


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("list all commands", ["cmd-buy.c:1", "cmd-pay.c:1", "cmd-sell.c:1"]),
        ("list all options", [f"options.c:{line}" for line in (6, 10, 13, 14, 15)]),
        ("list all hooks", [f"options.c:{line}" for line in (13, 14, 15)]),
        ("list all message types", [f"protocol.h:{line}" for line in (2, 3, 4)]),
        ("list all command line options", ["shop.c:5", "shop.c:8"]),
    ],
)
def test_c_keeps_what_is_of_a_kind_in_arrays_macros_and_cases(tmp_path, query, places):
    assert listed(tmp_path, C, query) == places


def test_error_codes_are_the_values_of_the_only_enumeration_called_so(tmp_path):
    files = {"src/error.rs": "pub enum ShopErrorType {\n  NotFound,\n  TooMany,\n  Lost,\n}\n"}
    assert listed(tmp_path, files, "list all error codes") == [f"src/error.rs:{line}" for line in (2, 3, 4)]


def test_permissions_are_those_of_code_and_of_manifests_of_android(tmp_path):
    files = {
        "app/Permission.kt": "enum class Permission {\n    Contacts,\n    Camera,\n}\n",
        "app/src/main/AndroidManifest.xml": '<manifest>\n    <uses-permission android:name="a.INTERNET" />\n'
        "</manifest>\n",
    }
    assert listed(tmp_path, files, "list all permissions") == [
        "app/Permission.kt:2",
        "app/Permission.kt:3",
        "app/src/main/AndroidManifest.xml:2",
    ]


CLOCK = {
    "config/schedule.yml": 'import:\n  cron: "0 22 * * 1-5"\n  class: ImportJob\nclean:\n  cron: "0 * * * *"\n'
    "  class: CleanJob\n",
    ".github/workflows/night.yml": "on:\n  schedule:\n    - cron: '0 0 * * *'\n",
    "src/tasks.rs": "fn plan() {\n  scheduler.every(CTimeUnits::hour(1)).run(clean);\n}\n",
}


@pytest.mark.parametrize("query", ["what runs on a schedule?", "list all scheduled tasks"])
def test_what_is_scheduled_by_a_file_or_a_scheduler_is_listed(tmp_path, query):
    assert listed(tmp_path, CLOCK, query) == ["config/schedule.yml:2", "config/schedule.yml:5", "src/tasks.rs:2"]


def test_variables_of_ci_and_headers_of_a_request_are_no_variables_of_the_program(tmp_path):
    files = {
        ".github/workflows/release.yml": 'run: echo "${REF_NAME}"\n',
        "app/hooks.rb": 'signature = request.env["HTTP_SIGNATURE"]\nurl = ENV["SHOP_URL"]\nkey = ENV["SHOP_KEY"]\n',
    }
    assert {*listed(tmp_path, files, "list all environment variables")} == {"app/hooks.rb:2", "app/hooks.rb:3"}


SWIFT = {
    "Package.swift": "// swift-tools-version:6.1\nlet package = Package(\n    targets: [\n        .target(\n"
    '            name: "Shop",\n            dependencies: ["Till"]\n        ),\n        .target(name: "Till"),\n'
    '        .testTarget(\n            name: "ShopTests",\n            dependencies: ["Shop"]\n        ),\n    ]\n)\n',
    "Sources/Shop/Shop.swift": "struct Shop {}\n",
    "Sources/Till/Till.swift": "struct Till {}\n",
}


def test_modules_of_swift_are_the_targets_of_its_package(tmp_path):
    assert listed(tmp_path, SWIFT, "list all modules") == ["Package.swift:5", "Package.swift:8"]


@pytest.mark.parametrize(
    ("files", "query", "line"),
    [
        (SWIFT, "what does Shop depend on", 'name: "Shop",'),
        (SWIFT, "which modules does Till need", '.target(name: "Till"),'),
        (
            {
                "build.sbt": "lazy val docs = project.dependsOn(core)\n\n"
                'lazy val core = project.settings(name := "core")\n'
            },
            "what does the core module depend on",
            'lazy val core = project.settings(name := "core")',
        ),
    ],
)
def test_what_a_module_depends_on_is_where_the_build_file_defines_it(tmp_path, files, query, line):
    assert asked(tmp_path, files, query)[0].hits[0].preview.strip() == line


def test_the_default_of_an_option_with_a_hyphen_is_where_it_is_registered(tmp_path):
    files = {
        "a.c": 'char *shown =\n\t"escape-time   [default] ";\n',
        "options.c": 'struct entry table[] = {\n\t{ .name = "escape-time",\n\t  .default_num = 10,\n\t},\n};\n',
        "keys.c": 'int delay(void)\n{\n\treturn get_number("escape-time");\n}\n',
    }
    assert (
        asked(tmp_path, files, "default value of escape-time")[0].hits[0].preview.strip() == '{ .name = "escape-time",'
    )


def test_settings_within_settings_are_listed(tmp_path):
    files = {
        "src/settings.rs": "pub struct Settings {\n  pub database: DatabaseConfig,\n  pub port: u16,\n}\n\n"
        "pub struct DatabaseConfig {\n  pub url: String,\n  pub size: u8,\n}\n",
    }
    assert listed(tmp_path, files, "list all settings") == [f"src/settings.rs:{line}" for line in (2, 3, 7, 8)]


def test_code_in_a_package_called_so_comes_before_data_of_that_name(tmp_path):
    files = {
        **{
            f"crates/activities/src/{name}.rs": f"pub struct {name.title()} {{}}\n"
            for name in ("block", "follow", "lib")
        },
        **{f"assets/{name}/activities/{name}.json": "{}\n" for name in ("lemmy", "mbin")},
    }
    answer, places = asked(tmp_path, files, "list all activities")
    assert len(places) == 5
    assert [place.partition("/")[0] for place in places] == ["crates"] * 3 + ["assets"] * 2
    assert "2 files of data" in " ".join(answer.notes)
