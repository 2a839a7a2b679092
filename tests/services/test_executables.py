"""A program starts where a manifest says that its command does."""

import pytest

FILES = {
    "panel/package.json": '{"bin": {"panel": "./dist/run.js"}, "scripts": {"start": "node main.js"}}\n',
    "panel/src/run.ts": "import { open } from './open';\n\nopen(process.argv);\n",
    "panel/src/open.ts": "export const open = (argv: string[]) => argv;\n",
    "pyproject.toml": '[project]\nname = "shop"\n\n[project.scripts]\nshop = "shop.commands:run_shop"\n\n'
    '[project.entry-points."shop.plugins"]\nnone = "shop.plugins:none"\n',
    "shop/commands.py": 'HELP = "help"\n\n\ndef helped():\n    return HELP\n\n\ndef run_shop():\n    return helped()\n',
    "shop/plugins.py": "def none():\n    pass\n",
    "shop/templates/main.html": "<html><body>The entry point of the shop starts here.</body></html>\n",
    "till.gemspec": "Gem::Specification.new do |gem|\n  gem.bindir = 'exe'\n  gem.executables = %w[till]\nend\n",
    "exe/till": "#!/usr/bin/env ruby\nrequire 'till'\nTill.open\n",
    "tools/main.py": "def main():\n    pass\n",
}


@pytest.mark.parametrize("question", ["entry point", "app entry point", "where does the program start"])
def test_what_manifests_name_starts_before_other_programs_and_no_page_does(ask, question):
    hits = ask(question)
    assert set(hits[:3]) == {"panel/src/run.ts", "shop/commands.py", "exe/till"}
    assert "shop/templates/main.html" not in hits[:4]


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("how does the panel command start", "panel/src/run.ts"),
        ("where does the shop command start", "shop/commands.py"),
        ("how does the till command start", "exe/till"),
    ],
)
def test_a_command_starts_where_its_manifest_says(ask, question, path):
    assert ask(question)[0] == path


def test_the_executables_of_a_manifest_are_asked_for(ask):
    assert ask("where is the executable that package.json names")[0] == "panel/src/run.ts"
    assert ask("scripts in pyproject.toml")[0] == "shop/commands.py"
    assert ask("executables of the gemspec")[0] == "exe/till"
