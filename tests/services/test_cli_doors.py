"""The command line as scripts, shells, editors and models use it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import pytest
from codebases import write
from command_line import ASKS, run_command

from lsp_codebase.cli import file_options
from lsp_codebase.cli.completion import commands
from lsp_codebase.model import TreePreset
from lsp_codebase.server.messages import (
    CallsResult,
    DirectoryTreeResult,
    DoctorResult,
    Hit,
    HybridSearchResult,
    IndexStatus,
    SymbolsResult,
)
from lsp_codebase.server.structure import strict_converter

CART = '''class Cart:
    """A cart, its prices and their total."""

    def total(self):
        return sum(self.prices) + sum(self.fees)  # sum(all)


def check_out(cart):
    return cart.total()
'''


@pytest.fixture(scope="module")
def shop(tmp_path_factory) -> Path:
    shop = tmp_path_factory.mktemp("doors") / "shop"
    write(shop, {"lsp-codebase.toml": "", "src/cart.py": CART, "src/größe.py": "def größe(): pass\n", "-x.md": "-x\n"})
    write(shop, {"src/shelf.go": "package src\n\ntype Shelf struct{}\n\nfunc (s *Shelf) Sort() { count() }\n"})
    write(shop, {"src/fill.go": "package src\n\nfunc (s *Shelf) Fill() { count() }\n\nfunc count() {}\n"})
    write(shop, {"notes/key.txt": "token = 'ghp_" + "a1B2" * 9 + "'\nthe next line\n"})
    return shop


@pytest.fixture
def ask(shop, monkeypatch):
    """Run a command in the folder of the shop."""
    monkeypatch.chdir(shop)
    settings = ("--set", f"index.location={shop.parent / 'indexes'}", "--set", "embedding.model=none")

    def run(command: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return run_command(command, *(("--wait",) if command in ASKS else ()), *settings, *arguments)

    return run


def objects(printed: str) -> list[dict]:
    return [json.loads(line) for line in printed.splitlines()]


@pytest.mark.parametrize("query", [("total", "--explain"), ("größe", "-F"), ("sum\\(.*\\n.*\\n", "-E")])
def test_each_line_of_json_is_what_the_protocol_says(ask, query):
    *hits, end = objects(ask("search", *query, "--json").stdout)
    converter = strict_converter()
    assert hits
    for hit in hits:
        assert converter.structure(hit, Hit).location.uri.startswith("file:///")
    assert converter.structure({"hits": [], **end}, HybridSearchResult).mode == end["mode"]


@pytest.mark.parametrize("command", ["callers total", "callees check_out", "callers Cart", "callees Shelf"])
def test_definitions_and_calls_in_json_are_what_the_protocol_says(ask, command):
    converter = strict_converter()
    *calls, end = objects(ask(*command.split(), "--json").stdout)
    found = converter.structure({"calls": calls, **end}, CallsResult)
    assert found.definition.definition.name == command.split()[1]
    *hits, end = objects(ask("symbols", "total", "--json").stdout)
    found = converter.structure({"hits": hits, **end}, SymbolsResult)
    assert [(one.definition.container, one.definition.name) for one in found.hits] == [("Cart", "total")]


@pytest.mark.parametrize(
    ("asked", "printed"),
    [
        ("callers src/cart.py:5", "src/cart.py:9: return cart.total()\n"),
        ("callers src/cart.py:5:9", "src/cart.py:9: return cart.total()\n"),
        ("callees src/cart.py:8-9", "src/cart.py:4: method Cart.total\n"),
    ],
)
def test_calls_are_those_of_the_definition_at_a_line(ask, asked, printed):
    assert ask(*asked.split()).stdout == printed


@pytest.mark.parametrize(
    ("place", "code", "said"),
    [
        ("src/cart.py:7", 1, "no definition stands around src/cart.py:7\n"),
        ("src/card.py:7", 2, "FILE:LINE: there is no file or folder src/card.py\n"),
        ("src/cart.py:0", 2, "FILE:LINE: lines begin with 1, and the first comes before the last\n"),
    ],
)
def test_a_line_without_a_definition_and_a_file_that_is_not_there_are_told(ask, place, code, said):
    done = ask("callers", place)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr.replace(os.sep, "/")


def test_a_page_of_calls_names_the_file_of_a_member_that_stands_elsewhere(ask):
    printed = ask("callees", "Shelf", "--pretty", "--color", "never").stdout
    assert printed.splitlines()[2:] == [
        "src/fill.go",
        "  count  function, line 5",
        "    5: func (s *Shelf) Sort() { count() }",
        "    src/fill.go",
        "    3: func (s *Shelf) Fill() { count() }",
    ]


def test_other_answers_in_json_are_what_the_protocol_says(ask):
    converter = strict_converter()
    assert converter.structure(objects(ask("status", "--json").stdout)[0], IndexStatus).phase == "ready"
    assert converter.structure(objects(ask("tree", "--json").stdout)[0], DirectoryTreeResult).roots
    assert converter.structure(objects(ask("doctor", "--json").stdout)[0], DoctorResult).checks


def test_a_pattern_and_a_path_may_begin_with_a_minus(ask):
    for arguments in (("-F", "-e", "-x"), ("-F", "--", "-x"), ("-F", "-l", "-x", "--"), ("-e-x", "-F", "--", "-x.md")):
        if arguments[2] == "-x" and arguments[1] == "-l":
            assert ask("search", *arguments).returncode == 2  # no option, and not behind the two minuses
            continue
        assert ask("search", *arguments).stdout == "-x.md:1:1: -x\n"
    assert ask("read", "--", "-x.md").stdout == "-x\n"


def test_options_may_stand_between_pattern_and_paths(ask):
    assert ask("search", "total", "-F", "src", "-c", "notes").stdout == "src/cart.py:3\n"
    assert ask("search", "-F", "total", "-g", "!src").stdout == ""
    assert ask("search", "-F", "total", "-g", "*.py", "notes", "src/cart.py", "-c").stdout == "src/cart.py:3\n"
    assert ask("search", "-F", "total", "-T", "py", "-c").returncode == 1


def test_vimgrep_gives_a_line_for_each_match_and_others_one_for_each_line(ask):
    done = ask("search", "-F", "sum(", "--vimgrep")
    assert [line.split(":")[2] for line in done.stdout.splitlines()] == ["16", "35", "53"]
    assert [line.split(":")[2] for line in ask("search", "-F", "sum(").stdout.splitlines()] == ["16"]


def test_files_and_counts_are_complete_without_being_asked_for_more(ask, shop):
    write(shop, {f"many/m{number}.txt": "needle\n" * 12 for number in range(12)})
    assert len(ask("search", "-F", "needle").stdout.splitlines()) == 10
    done = ask("search", "-F", "-c", "needle")
    assert (len(done.stdout.splitlines()), {line[-3:] for line in done.stdout.splitlines()}) == (12, {":12"})
    assert done.stderr == ""
    assert len(ask("search", "-F", "-l", "-0", "needle").stdout.split("\0")) == 13
    shutil.rmtree(shop / "many")


def test_lines_around_a_hit_hide_secrets_as_the_hit_does(ask):
    done = ask("search", "-F", "the next line", "-B", "1")
    assert "[redacted" in done.stdout.splitlines()[0]
    assert "ghp_" not in done.stdout


def test_a_model_gets_no_more_than_it_asked_for_and_hears_what_is_left_out(ask, shop):
    write(shop, {f"src/cart_{number}.py": CART.replace("Cart", f"Cart{number}") * 2 for number in range(9)})
    for tokens in (150, 400, 2_000):
        text = ask("context", "total of the cart", "--max-tokens", str(tokens)).stdout
        assert len(text.encode()) <= 4 * tokens
        assert text.startswith("# Code for: total of the cart\n")
        assert text.count("```") % 2 == 0
    assert "Left out for want of room: " in ask("context", "total of the cart", "--max-tokens", "400").stdout
    for number in range(9):
        (shop / f"src/cart_{number}.py").unlink()


@pytest.mark.parametrize(("words", "offered"), [
    ("se", "search serve"),
    ("search --mo", "--mode"),
    ("search --mode ex", "exact"),
    ("search --mode = ex", "exact"),
    ("search foo -t typesc", "typescript"),
    ("completion ", "bash zsh fish powershell"),
    ("tree --preset v", "void"),
    ("read foo", ""),
])  # fmt: skip
def test_bash_completes_commands_options_and_values(words, offered, tmp_path):
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    script = run_command("completion", "bash").stdout
    quoted = " ".join(f"'{word}'" for word in ("lsp-codebase", *words.split(" ")))
    ask = f'COMP_WORDS=({quoted}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _lsp_codebase; echo "${{COMPREPLY[*]}}"'
    done = subprocess.run(["bash", "-u", "-c", f"{script}\n{ask}"], capture_output=True, text=True, cwd=tmp_path)
    assert (done.stdout.rstrip("\n"), done.stderr) == (offered, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_of_all_shells_are_read_by_them_and_name_every_option(shell, tmp_path):
    script = run_command("completion", shell).stdout
    for command in commands():
        for option in command.options:
            assert all(name.lstrip("-") in script for name in option.names)
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    (tmp_path / "script").write_text(script)
    done = subprocess.run([shell, "-n", str(tmp_path / "script")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_script_of_powershell_has_no_error_and_names_every_option():
    from tree_sitter_language_pack import get_parser

    script = run_command("completion", "powershell").stdout
    assert not get_parser("powershell").parse(script.encode()).root_node.has_error
    assert script.isascii()  # whatever the code page
    for command in commands():
        for option in command.options:
            assert all(f"'{name}|" in script for name in option.names)


def test_the_manual_page_is_read_without_a_warning_and_has_every_command(tmp_path):
    page = run_command("man").stdout
    for command in commands():
        assert f'.SS "lsp-codebase {command.name}"' in page
    if shutil.which("groff") is None:
        pytest.skip("needs groff")
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=page, capture_output=True, text=True)
    assert done.stderr == ""
    assert "EXIT STATUS" in re.sub(".\x08", "", done.stdout)  # bold letters are written twice


def test_every_option_says_in_help_what_it_does(capsys):
    for command in commands():
        for option in command.options:
            assert option.help, f"{command.name} {option.names}"


@pytest.mark.parametrize("command", [["--help"], ["search", "--help"], ["search"], ["completion", "--help"]])
def test_help_and_wrong_arguments_load_no_core(command):
    code = "import sys\nfrom lsp_codebase.cli import main\ntry: main(sys.argv[1:])\nexcept SystemExit: pass\n"
    code += "print(*(name for name in ('numpy', 'rich', 'pygls', 'lsp_codebase.model') if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == ""


def test_each_preset_of_a_tree_can_be_named():
    assert get_args(TreePreset) == file_options.PRESETS


def test_what_prints_hits_loads_neither_arrays_nor_rich():
    modules = "search names files tree context hits_text wire_json opening run"
    code = (
        f"import sys, importlib\nfor name in {modules!r}.split(): importlib.import_module('lsp_codebase.cli.' + name)\n"
    )
    code += "print(*(name for name in ('numpy', 'rich', 'pygls', 'lancedb', 'pyarrow') if name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_alone_on_a_terminal_it_shows_help_and_does_not_wait_for_an_editor():
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "lsp_codebase"]
    done = subprocess.run(command, stdin=theirs, capture_output=True, text=True, timeout=240)
    os.close(ours)
    os.close(theirs)
    assert (done.returncode, done.stdout) == (2, "")
    assert "search code by words" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_watch_says_what_changes_and_ends_with_ctrl_c(tmp_path):
    root = tmp_path / "root"
    write(root, {"a.py": CART})
    settings = ["--set", f"index.location={tmp_path / 'indexes'}", "--set", "embedding.model=none"]
    command = [sys.executable, "-m", "lsp_codebase", "watch", "--root", str(root), *settings]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == f"watching {root}; Ctrl+C ends\n"
            assert "1 files" in process.stdout.readline()
            time.sleep(0.5)  # the watcher stands
            write(root, {"b.py": CART})
            assert "2 files (+1)" in process.stdout.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0, "or the tests run where this signal is ignored, as behind an `&`"
        finally:
            process.kill()  # else a failure would wait for it


@pytest.mark.parametrize("command", commands())
def test_the_usage_of_a_command_is_a_line_and_every_line_of_help_fits_a_terminal(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    first, *others = run_command(command.name, "--help").stdout.splitlines()
    assert first.startswith(f"usage: lsp-codebase {command.name} [OPTION ...]")
    assert others[0] == ""
    assert all(len(line) <= 80 or "completion bash >" in line for line in others)


@pytest.mark.parametrize("arguments", ["serach x", "search", "search x --mode foo", "search x --nonsense", "read"])
def test_wrong_arguments_are_told_in_one_line_that_says_where_to_look(arguments):
    done = run_command(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(" --help\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("context", "lsp-codebase context: the following arguments are required: QUERY; see"),
        (
            "similar src/cart.py:99",
            "lsp-codebase: FILE:LINE: there is no code at this place; choose lines that hold some",
        ),
        ("read src", "lsp-codebase: FILE: src is a folder; lsp-codebase files lists what is in it"),
        ("files nowhere", "lsp-codebase: PATH: there is no file or folder nowhere\n"),
    ],
)
def test_what_is_wrong_is_named_in_the_words_of_the_command(ask, arguments, said):
    done = ask(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(said)


def test_ctrl_c_while_a_command_is_loaded_leaves_no_trace(monkeypatch, capsys):
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("lsp_codebase.cli.parser.parse", interrupted)
    done = run_command("search", "x")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_few_changes_are_in_the_very_next_answer_and_many_are_told_of_with_their_number(shop, ask, monkeypatch):
    settings = ("--set", f"index.location={shop.parent / 'indexes'}", "--set", "embedding.model=none")
    ask("index")
    late = shop / "src/late.py"
    try:
        for text in ("def late(): pass", "def late(): return 1"):
            late.write_text(text + "\n")
            at_once = run_command("search", "-F", "late", *settings)
            assert (at_once.stdout, at_once.stderr) == (f"src/late.py:1:5: {text}\n", "")
        late.unlink()
        at_once = run_command("search", "-F", "late", *settings)
        assert (at_once.stdout, at_once.stderr) == ("", "lsp-codebase: nothing found for 'late'\n")
        monkeypatch.setattr("lsp_codebase.index.early_scan._FEW", 1)
        write(shop, {"src/late.py": "def late(): pass\n", "src/later.py": "def later(): pass\n"})
        many = run_command("search", "-F", "late", *settings)
        assert many.stdout == ""
        told = "index: changes in 2 files are not read (--wait reads them); this answer is from what is there"
        assert told in many.stderr
        monkeypatch.setattr("lsp_codebase.index.early_scan._LONGEST_S", -1.0)
        unknown = run_command("search", "-F", "late", *settings)
        assert "index: changes since it was last open are not read (--wait reads them); this" in unknown.stderr
        assert ask("search", "-F", "late", "-l").stdout.split() == ["src/late.py", "src/later.py"]
    finally:
        late.unlink(missing_ok=True)
        (shop / "src/later.py").unlink(missing_ok=True)


def test_servers_for_tools_find_their_folder_as_commands_do(shop, monkeypatch):
    served = []
    monkeypatch.setattr("lsp_codebase.mcp.serve", lambda *_, project, **__: served.append(project))
    monkeypatch.setenv("HOME", str(shop.parent))
    monkeypatch.setenv("USERPROFILE", str(shop.parent))
    monkeypatch.chdir(shop / "src")
    assert run_command("mcp").returncode == 0
    monkeypatch.chdir(shop.parent)
    assert run_command("mcp").returncode == 0
    assert served == [shop, None]
    refused = run_command("serve", "--http", "127.0.0.1:0")
    assert (refused.returncode, "name it with --root" in refused.stderr) == (2, True)
