"""Each link, anchor and setting of a document exists, each block can be parsed, each command that stands in a sentence
is one of ours. `services/test_documented_commands.py` runs the commands of the blocks."""

from __future__ import annotations

import html
import importlib
import json
import math
import re
import shlex
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import documents
import pytest
from documents import PAGES, REPOSITORY, SHOWN, anchors, blocks, inline_codes, links, name_of, prose
from given_settings import resolve

from lsp_codebase import config
from lsp_codebase.cli.parser import build_parser, commands_of, parse
from lsp_codebase.search.ranking.rank import Weights
from lsp_codebase.tools import Toolbox
from lsp_codebase.workspace import Workspace

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

KEYS = {option.key for option in config.OPTIONS}
MANIFEST = json.loads((REPOSITORY / "editors" / "vscode" / "package.json").read_text("utf-8"))
OF_VS_CODE = {key for entry in MANIFEST["contributes"]["configuration"] for key in entry["properties"]}
VARIABLES = {option.variable for option in config.OPTIONS} | {
    config.FILE_VARIABLE,
    config.TOKEN_VARIABLE,
    config.TEAM_TOKEN_VARIABLE,
    config.SIGNING_KEY_VARIABLE,
}
GROUPS = "|".join(sorted({key.partition(".")[0] for key in KEYS}))
COMMANDS = commands_of(build_parser()).keys()
PLACEHOLDERS = {"EDITOR": "vim", "SHELL": "bash"}
"""What stands for one of several words."""

each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)
each_shown_page = pytest.mark.parametrize("page", SHOWN, ids=name_of)


@each_page
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for link in links(page):
        if link.startswith(("https://", "http://127.0.0.1")):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert REPOSITORY in (target, *target.parents), link
        assert not anchor or anchor in anchors(target), link


def test_a_heading_that_is_not_there_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# `One` two: three\n\n## Same\n\n## Same\n\n[a](#one-two-three) `[b](c)`\n\n```\n[d](e)\n```\n", "utf-8"
    )
    assert anchors(page) == {"one-two-three", "same", "same-1"}
    assert links(page) == ["#one-two-three"]


@each_shown_page
def test_every_setting_that_is_named_is_one_of_ours(page: Path) -> None:
    text = documents.text_of(page)
    assert set(re.findall(r"\blspCodebase\.([a-z]+\.[a-z]\w+)", text)) <= KEYS | {
        key.partition(".")[2] for key in OF_VS_CODE
    }
    assert set(re.findall(r"\bLSP_CODEBASE_[A-Z_]+\b", text)) <= VARIABLES
    named = {
        found[0]
        for code in inline_codes(page)
        if (found := re.match(rf"(?:{GROUPS})\.(?!py\b)[a-z][A-Za-z]*(?= |=|$)", code))
    }
    assert named <= KEYS


@each_shown_page
def test_every_path_in_code_leads_to_a_file_of_this_repository(page: Path) -> None:
    for code in inline_codes(page):
        if re.fullmatch(
            r"(?:tests|scripts|docs|editors|lsp_codebase|server|model|search|scan|parse|config|index|indexes|cli|tools|attach|web)"
            r"/[\w./-]+",
            code,
        ):
            folders = (REPOSITORY, REPOSITORY / "lsp_codebase", page.parent)
            assert any((folder / code).exists() for folder in folders), code


@each_shown_page
def test_every_block_of_a_known_language_can_be_parsed(page: Path) -> None:
    for block in blocks(page):
        if block.language == "json":
            value = json.loads(block.text)
            check_starts(value)
            if isinstance(value, dict):
                check_settings({key: value[key] for key in value if key.startswith(f"{config.SECTION}.")})
        elif block.language == "toml":
            check_settings(tomllib.loads(block.text))
            check_starts(tomllib.loads(block.text))
        elif block.language in ("lua", "elisp", "vim", "python"):
            is_value = block.language == "lua" and block.text.startswith("{")
            assert not tree_of(block.language, "return " * is_value + block.text).root_node.has_error, block.text


def check_settings(table: Mapping[str, Any]) -> None:
    """Assert that a file of settings says nothing in vain; files of others are not looked at."""
    own = table.get("tool", {}).get("lsp-codebase", table)
    if own.keys() & {*(key.partition(".")[0] for key in KEYS), *(key for key in own if key.startswith(config.SECTION))}:
        assert not resolve(own)[1]


def check_starts(value: object) -> None:
    """Assert that every entry that starts our program gives it arguments that it takes."""
    if isinstance(value, dict):
        if value.get("command") == "lsp-codebase":
            arguments = ["x" if argument.startswith("$ZED") else argument for argument in value["args"]]
            assert arguments == ["--stdio"] or parse(arguments), value
        value = [*value.values()]
    for inner in value if isinstance(value, list) else ():
        check_starts(inner)


def tree_of(language: str, text: str) -> Any:
    from tree_sitter_language_pack import get_parser

    return get_parser(language).parse(text.encode())  # type: ignore[arg-type]


def test_what_is_wrong_in_a_block_is_noticed() -> None:
    assert tree_of("lua", "local a = {").root_node.has_error
    with pytest.raises(AssertionError):
        check_settings({"index": {"exlude": ["a"]}})
    with pytest.raises(AssertionError):
        check_settings({"lspCodebase.index.exlude": ["a"]})
    with pytest.raises(SystemExit):
        check_starts({"servers": [{"command": "lsp-codebase", "args": ["mcp", "--rot", "."]}]})


@each_shown_page
def test_every_command_in_a_sentence_is_one_of_ours(page: Path) -> None:
    for code in inline_codes(page):
        if code.startswith("lsp-codebase "):
            words = shlex.split(re.split(r" (?:>>|>|\|) ", code)[0])[1:]
            if words[0] not in COMMANDS | {"--help", "--version", "--stdio"}:
                pytest.fail(f"there is no {code}")
            if len(words) > 1:
                parse([PLACEHOLDERS.get(word, word) for word in words])


def test_a_page_shows_the_weights_of_today() -> None:
    text = documents.text_of(REPOSITORY / "docs" / "ranking.md").split("<!-- weights -->")[1]
    shown = dict(re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", text, re.MULTILINE))
    weights = Weights()
    most = {re.sub("_(.)", lambda found: found[1].upper(), name): value for name, value in asdict(weights).items()}
    of_all = {name: value for name, value in most.items() if value and name != "history"}
    assert shown == {name: f"{value / weights.total:.3f}" for name, value in of_all.items()}


def test_the_picture_of_a_terminal_shows_the_commands_that_are_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(REPOSITORY / "scripts"))
    recorder = importlib.import_module("record_terminal")
    picture = recorder.PICTURE.read_text("utf-8")
    seen = html.unescape(re.sub("<[^>]+>", "", picture)).replace("\xa0", " ")
    for command, comment in recorder.COMMANDS.items():
        parse(shlex.split(command)[1:])
        assert command in seen
        assert comment in seen
    assert not re.search(r'(?:href|src|url)[=(]"?https?:', picture)  # nothing is loaded from elsewhere
    assert len(picture) < 30_000


def test_every_figure_stands_in_the_measurement_that_it_leads_to() -> None:
    """A link into the measurements vouches for the numbers of its own text, or else of its cell or paragraph."""
    checked = 0
    for page in (REPOSITORY / "README.md", *(REPOSITORY / "docs" / name for name in ("performance.md", "scale.md"))):
        for piece in re.split(r"\n\n|\n- | \| ", prose(page)):
            for text, link in re.findall(r"\[([^\]]+)\]\(([^)]*tests/benchmarks/[^)]*#[^)]*)\)", piece):
                source = text if re.search(r"\d", text) else re.sub(r"\]\([^)]*\)|\d+\.\d+ or newer", "", piece)
                target, _, anchor = link.partition("#")
                section = documents.section((page.parent / target).resolve(), anchor)
                for number in re.findall(r"(?<![@\w.])\d[\d.,]*\d|(?<![@\w.])\d", source):
                    assert re.search(rf"(?<![\d.,]){re.escape(number)}(?!\d|[.,]\d)", section), (number, link)
                    checked += 1
    assert checked > 30


def test_the_plan_for_large_trees_follows_from_what_was_measured() -> None:
    page = documents.text_of(REPOSITORY / "docs" / "scale.md")
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("|")]
    said = {label: [re.sub(r"\[(.*)\]\(.*", r"\1", value).replace(",", "") for value in row] for label, *row in cells}
    files, cpu_s, mb, ms, own, mapped = (
        float(said[label][0])
        for label in (
            "files",
            "CPU seconds of a first index",
            "MB of its index",
            "CPU milliseconds of a question to a replica (median)",
            "MiB of a replica, its own",
            "MiB of mapped files, after questions",
        )
    )
    cores = 16
    for column, wanted in enumerate((10_000_000, 100_000_000)):
        parts = math.ceil(wanted / files)
        machines = math.ceil(parts / cores)
        build_h = wanted / files * cpu_s / 3_600
        question_s = parts * ms / 1_000
        plan = {
            "parts": parts,
            "storage, GB": wanted / files * mb / 1_000,
            "CPU hours of a first index": build_h,
            "machines that serve": machines,
            "GiB of memory in use on each, of 64": cores * (own + mapped) / 1_024,
            "CPU seconds of a question to all parts": question_s,
            "questions to all parts, each second": machines * cores / question_s,
            "questions to one part, each second": machines * cores / (ms / 1_000),
            "CPU seconds to index 1,000 changed files": 1_000 / files * cpu_s,
        }
        assert {label: round(value) for label, value in plan.items()} == {
            label: int(said[label][column]) for label in plan
        }
        assert float(said["hours on ten machines of 16 cores"][column]) == round(build_h / 160, 1)


def test_the_page_of_the_terminal_names_every_command() -> None:
    named = {
        code.split()[1]
        for code in inline_codes(REPOSITORY / "docs" / "terminal.md")
        if code.startswith("lsp-codebase ")
    }
    assert named == COMMANDS


def test_the_page_for_agents_names_every_tool() -> None:
    lines = documents.section(REPOSITORY / "docs" / "agents.md", "tools").splitlines()
    cells = [line.split("|")[1] for line in lines if line.startswith("| `")]
    with closing(Workspace(config.Settings())) as workspace:
        assert set(re.findall(r"`(\w+)`", " ".join(cells))) == Toolbox(workspace).tools.keys()


def test_every_page_of_docs_is_in_its_list() -> None:
    listed = links(REPOSITORY / "docs" / "README.md")
    for page in REPOSITORY.glob("docs/*.md"):
        assert page.name == "README.md" or page.name in {link.partition("#")[0] for link in listed}, page.name


def test_the_documents_name_no_platform_as_tested_but_linux() -> None:
    for page in SHOWN:
        assert not re.search(r"[Tt]ested on (?!Linux)", prose(page)), page
