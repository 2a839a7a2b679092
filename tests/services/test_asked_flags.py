"""A flag of a command line leads to the code that defines it, in any way of doing so."""

import pytest
from codebases import found

FILES = {
    "py/cli.py": """import argparse


def parser():
    made = argparse.ArgumentParser()
    made.add_argument(
        "-p",
        "--pretend",
        action="store_true",
    )
    return made
""",
    "py/serve.py": """import click


@click.option("-j/-J", "--jobs/--no-jobs", default=1)
@click.option("--port", default=80, help="not together with --pretend")
def serve(jobs, port):
    ...
""",
    "py/git.py": """import subprocess


def pretend(args):
    subprocess.run(["git", "clean", "--pretend", "--oneline"])
    return args["pretend"], "use the '--pretend all' option"
""",
    "py/app.py": """import typer


def main(
    dry_sync: bool = typer.Option(False),
):
    ...
""",
    "py/old.py": """import sys

IS_LOUD = "--loud" in sys.argv
""",
    "go/pr/create.go": """package create

func New() *cobra.Command {
	cmd.Flags().BoolVarP(&opts.WebMode, "web", "w", false, "Open the browser")
	cmd.MarkFlagsMutuallyExclusive("web", "draft")
}
""",
    "go/list/list.go": """package list

func New() *cobra.Command {
	cmd.Flags().BoolVarP(&opts.WebMode, "web", "w", false, "List in the browser")
}
""",
    "go/check.go": """package check

func Check(cmd *cobra.Command) bool {
	return cmd.Flags().Changed("web")
}
""",
    "rust/derived.rs": """#[derive(Parser)]
struct Cli {
    /// Delete the branch
    #[arg(short, long)]
    #[cfg(unix)]
    pub delete_branch: bool,
    #[arg(short)]
    keep: bool,
}
""",
    "rust/flags.rs": """impl Flag for Hidden {
    fn name_long(&self) -> &'static str {
        "hidden"
    }
}

fn hidden(path: &Path) -> bool {
    path.starts_with(".")
}
""",
    "rust/args.rs": """fn parse(args: Args) {
    match arg {
        "--tutor" => load_tutor(),
        _ => {}
    }
}
""",
    "rust/main.rs": """const HELP: &str = "
    -t, --tutor <FILE>    Load the tutorial
        --quick           Load nothing
";
""",
    "js/cli.js": """program
  .command("build")
  .option("-m, --minify <level>", "make it small");

function minify(code) {
  return code.trim();
}
""",
    "java/App.java": """class App {
    @Option(names = {"-c", "--charset"}, description = "of the output")
    String charset;
}
""",
    "c/main.c": """static const struct option options[] = {
    {"backtrace", no_argument, NULL, 'b'},
};
""",
    "ruby/cli.rb": """parser.on("-r", "--[no-]recurse", "Walk into folders") { |it| recurse = it }
""",
    "swift/Cli.swift": """struct Cli: ParsableCommand {
    @Flag(name: .long, help: "Say all")
    var sayAll = false
}
""",
    "php/Wipe.php": """<?php

class Wipe extends Command
{
    protected $signature = 'shop:wipe
                            {--external-stock-id= : The stock of another system}
                            {--s|shelves : Wipe shelves, too}';

    protected $description = 'Wipe stock';
}
""",
    "php/ClearsShelves.php": """<?php

trait ClearsShelves
{
    public function clear()
    {
        return $this->option('shelves') ? 'shelves' : $this->option('external-stock-id');
    }
}
""",
    "ex/main.ex": """defmodule Main do
  @options [strict: [cookie: :string, sync_all: :boolean]]
end
""",
    "go/kong/main.go": """package main

type cli struct {
	NoBrowser bool `help:"Do not start a browser" env:"NOBROWSER"`
	Pick      bool `name:"pick-one" help:"Pick one"`
	Unsigned  bool `long:"allow-unsigned" description:"Take all"`
}
""",
    "py/options.py": """def add_options(options):
    options.add_option("ssl_insecure", bool, False, "Do not verify")
""",
    "sh/build": """#!/bin/bash
case "$1" in
  -f | --force) force=1 ;;
  --target=*) target="${1#*=}" ;;
esac
""",
    "tests/test_cli.py": """def test_it_pretends():
    run("--pretend", "--port", "80")
""",
    "docs/usage.md": """# Usage

`--pretend` and `--web` change nothing.
""",
}

NAMES = """
pretend jobs port dry_sync loud web delete_branch hidden tutor quick minify charset backtrace recurse say_all
force target external_stock_id shelves
"""
FILES |= {  # each says all words of a question about its flag
    f"lib/{name}.py": f"""# Where the {name} flag is defined, handled, parsed and read: what the option does.
def {name}({name}):
    \"\"\"The {name} flag of pr create and of list: see --{name.replace("_", "-")}.\"\"\"
    return {name}
"""
    for name in NAMES.split()
}


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("where is the --pretend flag defined", "py/cli.py"),
        ("--pretend", "py/cli.py"),
        ("what does `-p/--pretend` do?", "py/cli.py"),
        ("how is the -p, --pretend option parsed", "py/cli.py"),
        ("--jobs", "py/serve.py"),
        ("what reads the --port=8080 option", "py/serve.py"),
        ("where is --dry-sync handled", "py/app.py"),
        ("which code handles --loud", "py/old.py"),
        ("--web flag of list", "go/list/list.go"),
        ("where does pr create define --web", "go/pr/create.go"),
        ("what does the --delete-branch option do", "rust/derived.rs"),
        ("Where is the --hidden flag defined?", "rust/flags.rs"),
        ("where is --tutor handled", "rust/args.rs"),
        ("--quick", "rust/main.rs"),
        ("how does --minify work", "js/cli.js"),
        ("--charset option", "java/App.java"),
        ("which file defines --backtrace", "c/main.c"),
        ("--recurse", "ruby/cli.rb"),
        ("--no-recurse", "ruby/cli.rb"),
        ("--say-all", "swift/Cli.swift"),
        ("where is --external-stock-id defined", "php/Wipe.php"),
        ("which command has the --shelves option", "php/Wipe.php"),
        ("--sync-all", "ex/main.ex"),
        ("--cookie command line option", "ex/main.ex"),
        ("--no-browser flag", "go/kong/main.go"),
        ("--pick-one", "go/kong/main.go"),
        ("--allow-unsigned", "go/kong/main.go"),
        ("--ssl-insecure flag", "py/options.py"),
        ("what does --force mean", "sh/build"),
        ("--target", "sh/build"),
    ],
)
def test_a_flag_leads_to_its_definition(codebase, question, place):
    assert found(codebase, question)[0] == place


def test_flags_that_many_commands_have_are_told_from_all_of_them_before_the_code_that_reads_them(codebase):
    told = found(codebase, "which commands take --web")
    assert told[:3] == ["go/list/list.go", "go/pr/create.go", "go/check.go"]


@pytest.mark.parametrize("question", ["--oneline", "make --pretend print less in the log", "where is pretend defined"])
def test_texts_about_anything_else_do_not_ask_for_a_flag(codebase, question):
    assert found(codebase, question)[0] != "py/cli.py"
