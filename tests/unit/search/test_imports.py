"""Which lines of a file are import statements that bring in what a hit uses."""

import re

import pytest

from lsp_codebase.search.call_graph.imports import imports_of


def imports(language: str, text: str, *words: str) -> list[str]:
    """Return the import statements of a text that bring in one of the words (none given: any of the text)."""
    lines = text.split("\n")
    found = imports_of(lines, set(words or re.findall(r"\w+", text)), language)
    return ["\n".join(lines[start:end]) for start, end in found]


PYTHON = """import os, sys
from json import (
    dumps,
    loads,
)
importance = 5
user = os
"""


def test_an_import_is_found_by_a_name_it_brings_whole():
    assert imports("python", PYTHON, "loads") == ["from json import (\n    dumps,\n    loads,\n)"]
    assert imports("python", PYTHON, "os") == ["import os, sys"]
    assert imports("rust", "use std::collections::HashMap;", "HashMap")
    assert imports("cpp", "#include <vector.h>", "vector")
    assert imports("javascript", 'const path = require("path");', "path")
    assert imports("typescript", 'import { readFile,\n  writeFile } from "fs";', "writeFile")
    assert imports("csharp", "using System.Text;", "Text")
    assert imports("go", 'import (\n\t"fmt"\n\t"os"\n)\n', "fmt") == ['import (\n\t"fmt"\n\t"os"\n)']


def test_what_only_begins_like_an_import_is_none():
    assert imports("python", PYTHON, "importance", "user", "import", "from") == []


@pytest.mark.parametrize(
    ("language", "statement"),
    [
        ("python", "from . import names"),
        ("python", "    import json  # slow"),
        ("javascript", "import'./side-effect.js';"),
        ("javascript", 'require("./polyfill")'),
        ("typescript", 'import type { Answer } from "./a"'),
        ("vue", 'import Button from "./Button.vue"'),
        ("ocaml", "open Batteries"),
        ("ocaml", "open Command (* no longer needed *)"),
        ("fsharp", "open System.IO // files"),
        ("elixir", "  alias Mix.Tasks.Compile"),
        ("elixir", "  require Logger"),
        ("perl", "use Mojo::Util qw(secure_compare);"),
        ("perl", "require configurehelp;"),
        ("php", "use Composer\\Json\\JsonFile;"),
        ("php", "require __DIR__ . '/autoload.php';"),
        ("ruby", "require_relative 'engine'"),
        ("haskell", "import qualified Data.Map as Map"),
        ("r", "require(shiny)"),
        ("objc", "#import <Foundation/NSString.h>"),
        ("cpp", "using namespace std;"),
        ("scss", '@import "plugins/drag_drop";'),
        ("lua", 'local fetch = require("luarocks.fetch")'),
    ],
)
def test_imports_are_known_in_every_language(language, statement):
    page = f"<script>\n{statement}\n</script>" if language == "vue" else statement
    assert imports(language, f"{page}\n\n") == [statement]


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("python", '"""What it does.\n\nimport example\nfrom example import thing\n"""'),
        ("python", "def f():\n    r'''\n    import example\n    '''"),
        ("python", "# include the model\n#import os"),
        ("python", "open(path)\nalias = None\nusing=using,\nfrom_date = 1\nfrom the_model"),
        ("javascript", "/**\n * An example:\nimport { thing } from 'example';\n */"),
        ("javascript", "const shader = `\n#include <common>\n`;"),
        ("javascript", "const quotes = /[`'\"]/;\nconst text = `\nimport thing from 'thing';\n`;"),
        ("javascript", "const open = `\nimport thing from 'thing';\n"),
        ("javascript", "import: compiler.module,\nuse(context)\nopen(seed);\nfrom = to + 1;"),
        ("typescript", "  from,\n  alias: other.alias,\n  use(f) {"),
        ("c", "/*\n   from either of them.\n   using the other\n#include <old.h>\n*/"),
        ("c", "open(name, O_RDONLY);\nuse = 1;\nfrom->top -= n;"),
        ("csharp", "using(MemoryStream stream = new MemoryStream()) {"),
        ("csharp", "using var stream = Open();\nusing FileStream file = Open();"),
        ("kotlin", "open class Base\nalias(libs.plugins.android)"),
        ("go", "const text = `\nimport x\n`\nrequire.NoError(t, err)"),
        ("rust", 'const TEXT: &str = r#"\nuse std::env;\n"#;'),
        ("rust", 'const TEXT: &str = "\nuse std::env;\n"; // \'"\''),
        ("elixir", '@doc """\n    alias My.Module\n    import List\n"""\nopen = color(1)'),
        ("ruby", "code = <<~RUBY\n  require 'logger'\nRUBY\nalias :month :months"),
        ("ruby", "=begin\nrequire 'logger'\n=end"),
        ("perl", "open my $file, '<', $name;\nopen IN, $name;\n=head1 SYNOPSIS\n\n  use Mojo::Base;\n\n=cut"),
        ("perl", "__DATA__\nuse strict;"),
        ("php", "$code = <<<'EOF'\nuse Some\\Thing;\nEOF;"),
        ("haskell", "{- |\nimport Data.Example\n-}"),
        ("ocaml", "(* An example:\nopen Example\n*)"),
        ("lua", "local text = [==[\nrequire 'x'\n]==]\nuse = true"),
        ("bash", "cat <<EOF\nfrom functools import partial\nEOF"),
        ("html", "<p>\nuse the other\nimport the file\n</p>"),
        ("markdown", "use the other\n\n```\nimport example\n```"),
    ],
)
def test_what_is_said_of_imports_and_what_has_their_words_is_none(language, code):
    assert imports(language, code) == []


def test_an_import_below_what_hides_others_is_found():
    assert imports("python", '"""An example:\nimport one\n"""\nimport two\n', "one", "two") == ["import two"]
    assert imports("perl", "my $last = $#names;\nuse Real::Thing;\n") == ["use Real::Thing;"]
    assert imports("ruby", 't.libs << "test"\nrequire "blade"\n') == ['require "blade"']
