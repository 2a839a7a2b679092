"""Our default keys in VS Code against its own, on Linux, macOS and Windows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.editor

MANIFEST = Path(__file__).parents[3] / "editors" / "vscode" / "package.json"
SYSTEMS = ("linux", "mac", "win")
IN_A_QUICK_PICK = re.compile(r"\binQuickInput\b|\binQuickOpen\b")
TAKEN_OVER = ("quickInput.", "workbench.action.closeQuickOpen")
"""In front of a quick pick of ours: to close it, to accept a row, to go to the next group of rows."""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nothing")


@pytest.fixture(scope="module")
def defaults(play: Callable[..., Any]) -> dict[str, list[dict[str, str]]]:
    """What VS Code binds by default, without what extensions do: by system, name and key."""
    found: dict[str, list[dict[str, str]]] = {}
    for system, text in play("keys")["keys"].items():
        listed = re.sub(r"^\s*//.*$", "", text[: text.rindex("]") + 1], flags=re.MULTILINE)
        found[system] = [one for one in json.loads(listed) if not one["command"].startswith("lspCodebase.")]
    return found


def ours(system: str) -> list[dict[str, str]]:
    bindings = json.loads(MANIFEST.read_text("utf-8"))["contributes"]["keybindings"]
    return [{**one, "key": in_order(one.get(system, one["key"]))} for one in bindings]


def in_order(key: str) -> str:
    """A key with its modifiers in the order in which VS Code writes them."""
    modifiers = ["ctrl", "shift", "alt", "cmd"]
    strokes = [stroke.split("+") for stroke in key.split()]
    return " ".join("+".join([*sorted(parts[:-1], key=modifiers.index), parts[-1]]) for parts in strokes)


def test_the_systems_differ(defaults: Any) -> None:
    assert all(len(defaults[system]) > 800 for system in SYSTEMS)
    assert any(one["key"].startswith("cmd+k ") for one in defaults["mac"])
    assert not any("cmd+" in one["key"] for one in defaults["linux"] + defaults["win"])


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_key_that_opens_the_search_is_free(defaults: Any, system: str) -> None:
    (opens,) = [one for one in ours(system) if one["command"] == "lspCodebase.search"]
    first, _ = opens["key"].split()
    for other in defaults[system]:
        assert other["key"] != opens["key"]
        assert not other["key"].startswith(f"{opens['key']} ")
        if other["key"] == first:  # as in a terminal: ours must not wait there for the second stroke
            assert never_both(opens["when"], other.get("when", "")), other


def never_both(ours: str, theirs: str) -> bool:
    """Whether each alternative of their condition holds something that ours rules out."""
    excluded = [term.removeprefix("!").replace("!=", "==") for term in ours.split(" && ")]
    return theirs == "false" or all(any(term in other for term in excluded) for other in theirs.split("||"))


@pytest.mark.parametrize("system", SYSTEMS)
def test_keys_of_the_search_take_nothing_but_keys_of_a_quick_pick(defaults: Any, system: str) -> None:
    for one in ours(system):
        if "lspCodebase.inSearch" in one.get("when", ""):
            others = [other for other in defaults[system] if other["key"] == one["key"]]
            in_pick = [other["command"] for other in others if IN_A_QUICK_PICK.search(other.get("when", ""))]
            assert all(command.startswith(TAKEN_OVER) for command in in_pick), (one, in_pick)
