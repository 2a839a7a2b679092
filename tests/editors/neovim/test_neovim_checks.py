"""`:checkhealth`, `:help`, options, obstacles, and what is said while the index is made."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from neovims import SHIPPED

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def seen_while_indexing(play: Any) -> Any:
    """The first session of the module: there is no index yet (see `indexing.lua`)."""
    return play("indexing.lua")


@pytest.fixture(scope="module")
def seen(seen_while_indexing: Any, play: Any) -> Any:
    """What one session saw (see `checks.lua`)."""
    return play("checks.lua")


def test_hits_say_how_far_the_index_is_until_it_is_complete(seen_while_indexing: Any) -> None:
    *before, last = seen_while_indexing["titles"]
    assert any(re.search(r"still indexing, \d+ %", title) for title in before), before
    assert last == "Codebase: decode"


def test_the_first_question_of_all_ends_with_hits_though_no_file_is_read_yet(
    play: Any, server_environment: dict[str, str], tmp_path: Path
) -> None:
    seen = play("first_question.lua", environment={**server_environment, "XDG_CACHE_HOME": str(tmp_path)})
    assert "measureWidth" in seen["title"]
    assert {*seen["told"]} <= {"lsp-codebase: no hits yet for measureWidth; it is asked again as files are read"}


def test_indexing_is_stopped_and_goes_on(seen_while_indexing: Any) -> None:
    assert seen_while_indexing["stopped"] == "lsp-codebase: indexing is stopped; `:Codebase resume` goes on"


def test_a_live_question_waits_for_the_keys_to_rest_and_gives_up_the_one_before(seen_while_indexing: Any) -> None:
    sent = seen_while_indexing["sent"]
    assert sent[:2] == ["pending", "cancel"]
    assert sent.count("pending") == 2
    assert seen_while_indexing["answered"] == ["deco"]


def test_checkhealth_tells_of_the_program_before_the_server_runs(seen: Any) -> None:
    assert re.search(r"OK lsp-codebase \d+\.\d+\S*, \S+/bin/lsp-codebase", seen["before"])
    assert "no server runs; the first `:Codebase` command starts it for " in seen["before"]


def test_a_link_in_the_tree_is_a_file_and_a_hit_beyond_the_end_leads_to_it(seen: Any) -> None:
    assert seen["link"] == ["/r/src/a"]
    assert seen["row"] == 2


def test_checkhealth_tells_of_the_index_and_of_the_pickers(seen: Any, workspace: Path) -> None:
    assert f"serves {workspace} (" in seen["after"]
    assert re.search(rf"OK {workspace.name}: ready, \d+ of \d+ files", seen["after"])
    assert "select: installed" in seen["after"]
    assert re.search(r"ERROR telescope is set and not installed", seen["after"])


def test_an_option_that_is_wrong_is_an_error_that_names_it(seen: Any) -> None:
    assert "there is no option `limits`; there are context_tokens, debounce_ms, limit, " in seen["wrong_name"]
    assert seen["wrong_type"] == "lsp-codebase: setup: `limit` must be a number, is a string"
    assert "`picker` must be 'auto' or one of telescope, fzf-lua, snacks, mini, select" in seen["wrong_picker"]


def test_the_help_has_its_tags_and_names_all_subcommands_mappings_and_options(seen: Any) -> None:
    assert {"lsp-codebase", ":Codebase", "lsp-codebase-pickers", "lsp-codebase-options"} <= set(seen["tags"])
    assert seen["help"] == "lsp_codebase.txt"
    for subcommand in seen["subcommands"]:
        assert f":Codebase-{subcommand}" in seen["tags"], subcommand
    for mapping in seen["plugs"]:
        assert mapping in seen["help_text"]
    options = (SHIPPED / "lua" / "lsp_codebase" / "config.lua").read_text("utf-8")
    for option in re.findall(r"^  (\w+) = .*, --", options, re.MULTILINE):
        assert f"  {option} = " in seen["help_text"], option


def test_the_readme_names_all_subcommands(seen: Any) -> None:
    readme = (SHIPPED / "README.md").read_text("utf-8")
    for subcommand in seen["subcommands"]:
        assert f":Codebase {subcommand}" in readme or f":Codebase! {subcommand}" in readme, subcommand


def test_a_program_that_is_missing_is_told_with_the_way_to_get_it(
    play: Any, server_environment: dict[str, str], tmp_path: Path
) -> None:
    lost = {**server_environment, "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    seen = play("obstacles.lua", environment=lost)
    assert seen["told"].startswith("lsp-codebase: there is no program `lsp-codebase` on PATH; install it with `uv tool")
    assert "ERROR there is no program `lsp-codebase` on PATH" in seen["health"]


def test_another_program_of_the_name_is_found_out_by_checkhealth(
    play: Any, server_environment: dict[str, str], tmp_path: Path
) -> None:
    program = tmp_path / "lsp-codebase"
    program.write_text("#!/bin/sh\necho I am another; sleep 1\n")
    program.chmod(0o755)
    seen = play("obstacles.lua", environment={**server_environment, "PATH": f"{tmp_path}:/usr/bin:/bin"})
    assert "is another program: asked for its version it says" in seen["health"]
    assert seen["told"] == "lsp-codebase: the server has ended; `:Codebase log` shows why"


def test_a_home_directory_is_not_indexed(play: Any, server_environment: dict[str, str]) -> None:
    home = Path(server_environment["HOME"])
    seen = play("obstacles.lua", folder=home)
    assert seen["told"] == f"lsp-codebase: {home} is no codebase; go into one (:cd), or open a file of it"
