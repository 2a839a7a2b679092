"""What a search answers to questions that are told by their form: which files they ask for, and where they lie."""

import pytest
from codebases import found, indexed

from lsp_codebase.model import CancelToken, Effort, SearchQuery

FILES = {
    "src/cart.py": '''"""The cart of a shop."""


class Cart:
    """What a customer buys."""

    def total_price(self):
        """Return the total price of the cart."""
        return sum(item.price for item in self.items)
''',
    "tests/test_cart.py": "from cart import Cart\n\n\ndef test_the_sum():\n    assert Cart().total_price() == 0\n",
    "docs/cart.md": "# Cart\n\nA customer puts goods into it.\n",
    "CHANGELOG.md": "# 2.1\n\nThe cart of a customer: the cart is emptied. The cart has a total.\n",
    "README.md": "# Shop\n\nSells things.\n\n## Building\n\nRun make.\n",
    "LICENSE": "Permission is hereby granted, free of charge, to any person.\n",
    "SECURITY.md": "# Reporting\n\nWrite to us.\n",
    ".github/CODE_OF_CONDUCT.md": "Be kind.\n",
    "Makefile": "all:\n\tpython -m build\n\ntest:\n\tpython -m pytest\n",
    "pyproject.toml": '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "shop"\nversion = "2.1.0"\n'
    'dependencies = [\n  "requests",\n]\n\n[tool.ruff]\nline-length = 100\n',
    "examples/small/pyproject.toml": '[project]\nname = "small"\nversion = "0.0.1"\ndependencies = ["shop"]\n',
    "gems/README.md": "# Gems\n\n<summary>Compile from source</summary>\n\nRun `rake`.\n",
    "gems/till.gemspec": 'Gem::Specification.new do |gem|\n  gem.required_ruby_version = ">= 3.2.0"\n'
    '  gem.add_dependency "coin-box", ">= 0.29.0"\nend\n',
    "gems/Gemfile": '# See https://gems.example/coin-box/2\ngem "coin-box"\ngem "till_ruby"\n',
    "panel/package.json": '{\n  "description": "a box of coins, 2 or more",\n'
    '  "devDependencies": {\n    "@shop/drawer": "^5.1",\n    "typescript": "~5.4"\n  }\n}\n',
    "panel/composer.json": '{\n  "require": {\n    "php": "^8.1"\n  }\n}\n',
    "jvm/build.gradle.kts": 'plugins {\n    kotlin("jvm").version(libs.versions.kotlin)\n}\n'
    "kotlin {\n    jvmToolchain(17)\n}\n",
    "jvm/gradle/libs.versions.toml": '[versions]\nkotlin = "2.3.0"\n',
    "chart/Chart.yaml": "apiVersion: v2\nname: shop\ndescription: of a shop\nversion: 7.0.1\n",
    "src/coin_box.py": 'def coin_box_version(drawer):\n    """Return the version of a coin box that is used."""\n',
    ".github/workflows/greet.yml": "name: greet\non: issues\njobs: {}\n",
    ".github/workflows/checks.yml": "name: checks\non: push\njobs:\n  all:\n    steps:\n      - run: make test\n",
    "src/checks.py": 'def run_tests(command):\n    """Run the tests of a project by a command."""\n'
    "    return command()\n\n\ndef license_version(project):\n"
    '    """Return the current version of the license of a project and its dependencies."""\n'
    "    return project.license\n",
    "cmd/shop/main.go": 'package main\n\nimport "os"\n\nvar name = os.Args[0]\n\nfunc main() {\n\tserve(name)\n}\n',
    "src/commands/report.py": 'def report_command(sales):\n    """Start to report what was sold, by command."""\n'
    "    return sales\n",
    "docs/settings.md": "# Configuration sources\n\nThe configuration is read from files, then from variables of the "
    "environment. How it is read from files: the configuration of the user is read last.\n",
    "src/settings.py": "def load_settings(paths, environment):\n    found = {}\n    for path in paths:\n"
    "        found.update(read_configuration(path))\n    found.update(environment)\n    return found\n",
    "till.yml": "# The till.\ncolour: red\ndrawer: wide\nlanguages:\n  - en\n  - de\n",
    "src/tills.py": 'def colour_of(till):\n    """Return the colour and drawer of a till."""\n    return till.colour\n',
    "src/scales.rs": "//! Scales.\n\n/// Return what goods weigh.\npub fn weigh(goods: &[u32]) -> u32 {\n"
    "    let mut sum = 0;\n    for one in goods {\n        sum += one;\n    }\n    sum\n}\n\n"
    "#[cfg(test)]\nmod tests {\n    use super::*;\n\n"
    "    /// Goods weigh nothing on empty scales.\n    #[test]\n    fn empty_scales_weigh_no_goods() {\n"
    + "        // Empty scales weigh goods as nothing.\n        assert_eq!(weigh(&[]), 0);\n" * 12
    + "    }\n}\n",
    "src/admin.py": "def main():\n    pass\n",
    "examples/main.py": "def main():\n    pass\n",
    ".release/main.py": "def main():\n    pass\n",
    "scripts/main.py": "def main():\n    pass\n",
    "docs/main.md": "# The main function of the application\n",
    "src/start.py": 'class ApplicationStart:\n    """Where the application and its program start up."""\n',
    "src/web/basket.py": "class WebCart:\n    def price(self):\n        return self.total\n",
    "src/web/wide.py": "".join(f"def step_{at}(total):\n    return total + {at}\n\n\n" for at in range(80)),
    "src/web/__init__.py": "from web.basket import WebCart\n",
    "native/till.c": '#include "till.h"\n\n/* Opens the till, as its header says. */\n'
    "int till_open(struct till *one)\n{\n    return till_unlock(one) && till_slide(one);\n}\n",
    "native/till.h": "struct till;\nint till_open(struct till *);\n",
    "native/coins.c": "/* The header of coins. */\nint coins_count(void)\n{\n    return 0;\n}\n",
    "src/guard.py": "class security:\n    license = None\n\n\n"
    "def build_project(instructions):\n    return instructions\n",
}


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("tests for the total price", "tests/test_cart.py"),
        ("where is the total price of the cart tested", "tests/test_cart.py"),
        ("documentation of the cart", "docs/cart.md"),
        ("what do the docs say about the cart", "docs/cart.md"),
        ("changelog entries about the cart", "CHANGELOG.md"),
        ("where is the total price of the cart", "src/cart.py"),
    ],
)
def test_the_files_that_a_query_asks_for_by_its_frame_come_first(codebase, query, path):
    assert found(codebase, query)[0] == path


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("docs about the price of a cart", ["docs/cart.md", "src/cart.py"]),
        # The first are beside the code that they test.
        ("tests for the weight of goods", ["src/scales.rs", "tests/test_cart.py"]),
    ],
)
def test_no_code_comes_before_them_when_the_first_hits_are_looked_at_again(codebase, query, paths):
    assert found(codebase, query, effort=Effort.THOROUGH)[:2] == paths


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("how do scales weigh goods", "weigh"),
        ("tests for scales that weigh goods", "empty_scales_weigh_no_goods"),
        ("test that scales weigh goods", "empty_scales_weigh_no_goods"),
    ],
)
def test_tests_beside_the_code_that_they_test_come_behind_it_unless_asked_for(codebase, query, name):
    hits = codebase.search(SearchQuery(query), CancelToken()).hits
    assert (hits[0].path.name, hits[0].name) == ("scales.rs", name)


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("how is the configuration read from files and the environment", "src/settings.py"),
        ("documentation of the configuration sources", "docs/settings.md"),
        ("till colour and drawer config", "till.yml"),
    ],
)
def test_a_question_about_configuration_asks_for_code_and_settings_and_not_for_documents(codebase, query, path):
    assert found(codebase, query)[0] == path


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("license", "LICENSE"),
        ("licence", "LICENSE"),
        ("the license file", "LICENSE"),
        ("where is the makefile", "Makefile"),
        ("code of conduct", ".github/CODE_OF_CONDUCT.md"),
        ("the security file", "SECURITY.md"),
    ],
)
def test_a_file_at_the_root_is_found_by_its_name(codebase, query, path):
    assert found(codebase, query)[0] == path


def test_a_type_comes_before_the_file_at_the_root_that_is_called_like_it(codebase):
    assert found(codebase, "security")[:2] == ["src/guard.py", "SECURITY.md"]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("what is the current version", "pyproject.toml"),
        ("which libraries does the project depend on", "pyproject.toml"),
        ("what libraries does this project use", "pyproject.toml"),
        ("which external packages are used", "pyproject.toml"),
        ("what test framework is used", "pyproject.toml"),
        ("which database do we use?", "pyproject.toml"),
        ("do we already use coin-box", "gems/till.gemspec"),
        ("is anything using typescript", "panel/package.json"),
        ("how is the project structured", "README.md"),
        ("where should I start reading?", "README.md"),
        ("explain the architecture", "README.md"),
        ("which version of coin-box is needed", "gems/till.gemspec"),
        ("which version of the drawer package does it use?", "panel/package.json"),
        ("which coin-box version is used", "gems/till.gemspec"),
        ("what version of typescript do we use", "panel/package.json"),
        ("which ruby version is required", "gems/till.gemspec"),
        ("which shop version is installed", "panel/package.json"),
        ("which kotlin version is used", "jvm/gradle/libs.versions.toml"),
        ("which version of coin-box is installed", "gems/till.gemspec"),
        ("where is the @shop/drawer version pinned", "panel/package.json"),
        ("what are the dependencies of panel", "panel/composer.json"),
        ("which packages does the panel package depend on?", "panel/composer.json"),
        ("linter configuration", "pyproject.toml"),
        ("how to build the project", "README.md"),
        ("how do I compile the coin box from source", "gems/README.md"),
        ("what is this project", "README.md"),
        ("What does this repo do?", "README.md"),
        ("what's this about", "README.md"),
        ("project overview", "README.md"),
        ("tell me about this codebase", "README.md"),
        ("how do I run this", "README.md"),
        ("how to start the app locally", "README.md"),
        ("how do I set up a development environment", "README.md"),
        ("how do I run the tests", "Makefile"),
        ("CI configuration", ".github/workflows/checks.yml"),
    ],
)
def test_a_question_about_the_project_is_led_by_the_file_that_tells(codebase, query, path):
    assert found(codebase, query)[0] == path


@pytest.mark.parametrize("query", ["which version of a box is used", "which version of the coin box is used"])
def test_a_version_of_something_that_no_manifest_requires_is_looked_for_in_code(codebase, query):
    assert found(codebase, query)[0] == "src/coin_box.py"


def test_the_version_of_a_chart_is_not_that_of_its_format(codebase):
    query = SearchQuery("what is the current version", include=("chart/**",))
    first = codebase.search(query, CancelToken()).hits[0]
    assert (first.path.name, first.preview) == ("Chart.yaml", "version: 7.0.1")


def test_the_line_that_tells_is_shown(codebase):
    first = codebase.search(SearchQuery("linter configuration"), CancelToken()).hits[0]
    assert "[tool.ruff]" in first.text


@pytest.mark.parametrize(
    "query",
    [
        "where does the program start",
        "main function",
        "what is the entry point of the application?",
        "startup sequence",
        "where does the shop command start",
        "where does the command line program start",
    ],
)
def test_a_question_where_a_program_starts_is_led_by_its_main(codebase, query):
    answer = codebase.search(SearchQuery(query), CancelToken())
    assert [hit.path.name for hit in answer.hits[:2]] == ["main.go", "admin.py"]
    assert answer.hits[0].name == "main"


def test_where_one_of_the_commands_of_a_program_starts_is_no_question_about_the_program(codebase):
    assert found(codebase, "where does the report command start")[0] == "src/commands/report.py"


@pytest.mark.parametrize("query", ["total price of the cart in src/web", "only in src/web/: total price of the cart"])
def test_a_folder_named_in_words_is_searched_alone(codebase, query):
    answer = codebase.search(SearchQuery(query), CancelToken())
    assert answer.hits[0].path.name == "basket.py"
    assert {hit.path.parent.name for hit in answer.hits} == {"web"}
    assert answer.notes == ("only in src/web: the query was read as total price of the cart path:/src/web/",)


def test_text_in_quotes_is_found_in_the_folder_that_is_named(codebase):
    answer = codebase.search(SearchQuery('"return self" in src/web'), CancelToken())
    assert [hit.path.name for hit in answer.hits] == ["basket.py"]
    assert answer.notes == ('only in src/web: the query was read as "return self" path:/src/web/',)


def test_a_name_is_found_in_the_folder_that_is_named(codebase):
    paths = found(codebase, "WebCart in src/web")
    assert paths[0] == "src/web/basket.py"
    assert all(path.startswith("src/web/") for path in paths)


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("total price of the cart in src/nowhere", {}),
        ("total price of the cart in src/web", {"include": ("src/*.py",)}),
    ],
)
def test_a_folder_that_holds_nothing_is_but_words(codebase, query, fields):
    answer = codebase.search(SearchQuery(query, **fields), CancelToken())
    assert answer.hits[0].path.name == "cart.py"
    assert not answer.notes


@pytest.mark.parametrize("query", ["src/web", r"src\web", "what does src/web do", "overview of the web folder"])
def test_a_folder_alone_shows_the_files_that_say_most_of_it(codebase, query):
    assert found(codebase, query)[:3] == ["src/web/__init__.py", "src/web/wide.py", "src/web/basket.py"]


@pytest.mark.parametrize(
    "query", ["header of till_open", "the header file of till", "till header file", "where is till_open declared?"]
)
def test_a_header_that_is_asked_for_comes_before_what_it_declares(codebase, query):
    assert found(codebase, query)[0] == "native/till.h"


def test_a_name_without_a_file_of_declarations_has_no_header(codebase):
    assert found(codebase, "header of coins_count")[0] == "native/coins.c"


def test_the_version_of_a_project_without_a_manifest_is_that_of_a_constant(tmp_path):
    files = {
        "server/const.go": 'package server\n\nconst (\n\tVERSION = "2.3.0-dev"\n\tPROTO = 1\n)\n',
        "server/opts.go": "package server\n\n// The version is defined here by users, the version of options.\n"
        "func version(defined string) string {\n\treturn defined\n}\n",
        "server/const_test.go": 'package server\n\nconst Version = "0.0.1"\n',
    }
    with indexed(tmp_path, files) as codebase:
        for query in ("where is the version defined", "what is the current version"):
            first = codebase.search(SearchQuery(query), CancelToken()).hits[0]
            assert (first.path.name, first.preview) == ("const.go", 'VERSION = "2.3.0-dev"')
