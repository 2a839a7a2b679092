"""The external tools of IntelliJ, run as the IDE runs them: no shell, the environment of a desktop."""

from __future__ import annotations

import email
import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from intellij_rules import arguments_of_tool, expanded, place_of_link

FILE = Path(__file__).parents[3] / "editors" / "intellij" / "tools" / "Codebase.xml"
ATTRIBUTES = set(
    "name description showInMainMenu showInEditor showInProject showInSearchPopup disabled useConsole "
    "showConsoleOnStdOut showConsoleOnStdErr synchronizeAfterRun".split()
)
TOOLS = {tool.attrib["name"]: tool for tool in ElementTree.parse(FILE).getroot()}


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    return email, json


@pytest.fixture(scope="module")
def desktop(server_environment: dict[str, str]) -> dict[str, str]:
    """The environment of a program that a desktop starts: the server is where `uv` and `pipx` put it, not on PATH."""
    home = Path(server_environment["HOME"])
    (home / ".local").mkdir()
    (home / ".local" / "bin").symlink_to(home / "bin")
    return {**server_environment, "PATH": os.defpath}


def options(element: ElementTree.Element | None) -> dict[str, str]:
    assert element is not None
    return {option.attrib["name"]: option.attrib.get("value", "") for option in element.iter("option")}


def run(name: str, environment: Mapping[str, str], workspace: Path, **macros: str) -> list[str]:
    """Return the lines that a tool prints."""
    given = options(TOOLS[name].find("exec"))
    known = {"USER_HOME": environment["HOME"], "ProjectFileDir": str(workspace), **macros}
    arguments = arguments_of_tool(given["PARAMETERS"], known)
    done = subprocess.run(
        [expanded(given["COMMAND"], known), *arguments], cwd=expanded(given["WORKING_DIRECTORY"], known),
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.splitlines()


def link(name: str, line: str) -> tuple[Path, int, int] | None:
    return place_of_link(options(TOOLS[name].find("filter"))["REGEXP"], line)


def test_every_element_is_one_that_the_ide_reads() -> None:
    root = ElementTree.parse(FILE).getroot()
    assert (root.tag, root.attrib) == ("toolSet", {"name": "Codebase"})
    assert len(TOOLS) == len(root)
    for tool in root:
        assert tool.attrib.keys() == ATTRIBUTES
        assert [child.tag for child in tool] == ["exec", "filter"]
        assert options(tool.find("exec")).keys() == {"COMMAND", "PARAMETERS", "WORKING_DIRECTORY"}
        assert options(tool.find("filter")).keys() == {"NAME", "DESCRIPTION", "REGEXP"}
        assert (tool.attrib["disabled"], tool.attrib["useConsole"]) == ("false", "true")


@pytest.mark.slow
def test_a_search_prints_lines_that_the_console_makes_links(desktop: dict[str, str], workspace: Path) -> None:
    for name, macro in (("Search…", "Prompt"), ("Search for Selection", "SelectedText")):
        hits = run(name, desktop, workspace, **{macro: "measureWidth text"})
        assert link(name, hits[0])[:2] == (workspace / "measure.js", 1)


@pytest.mark.slow
def test_code_like_the_definition_at_the_caret_is_found(desktop: dict[str, str], workspace: Path) -> None:
    decoder = workspace / "json" / "decoder.py"
    hits = run("Find Similar", desktop, workspace, FilePath=str(decoder), LineNumber="284")
    assert all(link("Find Similar", hit) for hit in hits)
    assert hits


@pytest.mark.slow
def test_callers_are_links_too(desktop: dict[str, str], workspace: Path) -> None:
    lines = run("Callers of Selection", desktop, workspace, SelectedText="JSONDecodeError")
    assert any(link("Callers of Selection", line) for line in lines)


@pytest.mark.slow
def test_tree_status_and_doctor_print_what_they_are_for(desktop: dict[str, str], workspace: Path) -> None:
    assert any("decoder.py" in line for line in run("Directory Tree", desktop, workspace))
    assert any("files" in line for line in run("Index Status", desktop, workspace))
    assert run("Check the Index", desktop, workspace)
    assert run("Rebuild Index", desktop, workspace)
