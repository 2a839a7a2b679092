"""Questions for the commands of a command line: all of them, or those below one."""

from __future__ import annotations

import pytest
from codebases import indexed, places

from lsp_codebase.model import CancelToken, SearchQuery

COBRA = 'package {0}\n\nfunc New() *cobra.Command {{\n\treturn &cobra.Command{{\n\t\tUse: "{0} <coin>",\n\t}}\n}}\n'
FILES = {
    "pkg/cmd/coin/coin.go": COBRA.format("coin"),
    "pkg/cmd/coin/mint/mint.go": COBRA.format("mint"),
    "pkg/cmd/coin/melt/melt.go": COBRA.format("melt"),
    "pkg/cmd/coin/melt/melt_test.go": COBRA.format("tested"),
    "pkg/store.go": 'package pkg\n\nvar s = Shelf{\n\tUse: "books", // no command\n}\n',
    "till/main.py": 'commands = parser.add_subparsers()\ncommands.add_parser("open")\n'
    'commands.add_parser(\n    "close",\n)\n',
    "till/shop.py": "@cli.command()\n@click.option('--name')\ndef greet_customer(name): ...\n",
    "books/management/commands/lend.py": 'class Command(BaseCommand):\n    """\n    class Command(Example)\n    """\n',
    "app/Pay.php": "<?php\nclass Pay extends Command\n{\n}\n",
    "web/cli.ts": "program\n  .command('serve <dir>', { hidden: true })\n  .action(() => run());\n",
    "src/old.rs": 'fn f() {\n    App::new("x")\n        .subcommand(SubCommand::with_name("post"))\n}\n',
    "src/run.rs": 'fn run() {\n    Command::new("git").arg("--version");\n}\n',
    "src/Sell.java": '@Command(name = "sell", description = "Sell it")\nclass Sell implements Runnable {\n}\n',
    "src/cli.rs": "#[derive(Subcommand)]\nenum Action {\n    Weigh,\n    /// A command.\n    Ship { to: String },\n}\n",
}
COIN = [f"pkg/cmd/coin/{name}/{name}.go:5" for name in ("melt", "mint")]
ALL = [
    "app/Pay.php:2",
    "books/management/commands/lend.py:1",
    "pkg/cmd/coin/coin.go:5",
    *COIN,
    "src/Sell.java:1",
    "src/cli.rs:3",
    "src/cli.rs:5",
    "src/old.rs:2",
    "src/old.rs:3",
    "till/main.py:2",
    "till/main.py:4",
    "till/shop.py:3",
    "web/cli.ts:2",
]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("commands"), FILES) as codebase:
        yield codebase


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("list all commands", ALL),
        ("which commands are there?", ALL),
        ("what CLI commands does this tool support", ALL),
        ("which subcommands does coin have", COIN),
        ("what subcommands does shop coin have?", COIN),
        ("subcommands of the coin command", COIN),
    ],
)
def test_the_commands_are_listed(shop, query, told):
    assert places(shop, query) == told


@pytest.mark.parametrize("query", ["commands of Elsewhere", "which subcommands does serve have", "commands"])
def test_where_none_are_known_the_words_are_searched_for(shop, query):
    assert shop.search(SearchQuery(query), CancelToken()).total is None
