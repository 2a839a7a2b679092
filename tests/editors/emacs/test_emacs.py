"""Emacs, driven through the package we ship, without any other client (see `alone.el` and `failures.el`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def seen(play: Callable[[str], Any]) -> Any:
    return play("alone.el")


@pytest.fixture(scope="module")
def failures(play: Callable[[str], Any]) -> Any:
    return play("failures.el")


def test_a_search_while_the_index_is_built_says_so(seen: Any) -> None:
    assert re.search(r"scanstring; (opening the index|still indexing, \d+ %)", seen["while_indexing"])
    assert re.match(r" Codebase(…|:\d+%%)", seen["lighter_while_indexing"])
    assert re.search(r"state +(opening the index|still indexing, \d+ %|found by words)", seen["status_while_indexing"])


def test_the_mode_line_is_quiet_once_the_index_is_complete(seen: Any) -> None:
    assert seen["lighter"] == " Codebase"


def test_hits_stand_in_an_xref_buffer_best_first_and_open_at_the_name(seen: Any) -> None:
    assert seen["name"]["header"] == "Codebase: scanstring"
    assert seen["name"]["lines"][0] == "json/decoder.py"
    assert (seen["name_opened"]["file"], seen["name_opened"]["word"]) == ("json/decoder.py", "scanstring")
    assert (seen["back"]["file"], seen["back"]["line"]) == ("json/decoder.py", seen["name_opened"]["line"])


def test_hits_are_asked_for_again_even_after_their_origin_is_closed(seen: Any) -> None:
    assert seen["refreshed"]["lines"] == seen["name"]["lines"]


def test_a_column_counts_characters_after_text_that_is_not_ascii(seen: Any, workspace: Path) -> None:
    line = (workspace / "measure.js").read_text("utf-8").splitlines()[1]
    place = seen["measure"]
    assert (place["file"], place["line"], place["word"]) == ("measure.js", 2, "measureWidth")
    assert "measureWidth" in line


def test_a_search_in_words_finds_by_meaning(seen: Any) -> None:
    assert seen["meaning"]["lines"][0] == "json/decoder.py"


def test_the_echo_area_says_how_a_query_was_read_and_that_nothing_matches_well(seen: Any) -> None:
    assert seen["weak"] == "Codebase: zzqx flurb wombat; nothing matches well, these are the nearest"
    assert "lang:klingon is taken as words: unknown language 'klingon'" in seen["noted"]


def test_what_the_server_refuses_is_an_error_that_names_the_field(seen: Any) -> None:
    assert seen["wrong"]["error"] == "Codebase: query: must have at most 10,000 characters, has 10,001"


def test_unsaved_text_is_found(seen: Any) -> None:
    assert seen["unsaved"]["word"] == "unsaved_wombat_function"


def test_after_many_small_edits_the_server_has_the_text_of_the_buffer(seen: Any) -> None:
    assert seen["edits"] is True
    assert seen["reverted"] is True


def test_a_saved_function_is_found_after_its_buffer_is_closed(seen: Any) -> None:
    assert (seen["saved"]["file"], seen["saved"]["word"]) == ("json/decoder.py", "freshly_saved_function")


def test_xref_asks_the_server_where_no_other_backend_is(seen: Any) -> None:
    assert seen["apropos"]["lines"][0] == "json/decoder.py"
    assert "scanstring  variable" in seen["apropos"]["lines"][1]
    assert (seen["definition"]["file"], seen["definition"]["word"]) == ("json/decoder.py", "py_scanstring")


def test_names_complete_in_the_order_of_the_server(seen: Any) -> None:
    assert seen["completion"]["all"][:2] == ["JSONDecoder", "JSONDecodeError"]
    assert re.fullmatch(r"  class  json/decoder\.py:\d+", seen["completion"]["annotation"])
    assert (seen["symbols"]["file"], seen["symbols"]["word"]) == ("json/decoder.py", "JSONDecodeError")


@pytest.mark.parametrize("what", ["similar", "similar_region"])
def test_similar_code_is_found_for_the_definition_and_for_the_region(seen: Any, what: str) -> None:
    assert seen[what]["header"] == "Codebase: similar code"
    assert len(seen[what]["lines"]) > 3


def test_callers_are_listed_by_line_and_open_at_the_call(seen: Any) -> None:
    assert seen["callers"]["header"] == "Codebase: callers of wombat_price"
    assert [line.split(": ")[0].strip() for line in seen["callers"]["lines"]] == ["calls.py", "7", "12"]
    assert (seen["caller_opened"]["line"], seen["caller_opened"]["word"]) == (7, "wombat_price")


def test_callees_are_those_of_the_definition_around_point_where_no_name_is(seen: Any) -> None:
    callees = seen["callees_of_the_definition_around_point"]
    assert callees["header"] == "Codebase: callees of zoo_bill"
    assert [line.split(": ")[0].strip() for line in callees["lines"]] == ["calls.py", "6", "1"]
    assert seen["callers_of_nothing"]["error"] == "Codebase: no definition of that name, or around point"


def test_the_tree_has_buttons_symbols_and_a_budget(seen: Any) -> None:
    assert "  json/\n" in seen["tree"]
    assert "decoder.py" in seen["tree"]
    assert "JSONDecoder  class" not in seen["tree"]
    assert "      __all__  variable" in seen["tree_symbols"]
    assert seen["tree_below"]["text"].startswith("json/\n")
    assert seen["tree_opened"]["file"] == "json/decoder.py"
    assert seen["tree_above"]["error"] == "Codebase: this is the root of the project"
    assert seen["tree_budget"]["header"].endswith("(cut: + shows more)")
    assert seen["tree_budget"]["size"] < 1_000


def test_context_is_markdown_with_places_and_callers(seen: Any) -> None:
    assert seen["context"]["said"].startswith("Codebase: copied 1 hit")
    assert seen["context"]["text"].startswith("## calls.py:1-3 (wombat_price)\n```python\ndef wombat_price(weight):")
    assert "- caller: calls.py:6-7 `def wombat_total(weights):`" in seen["context"]["text"]


def test_context_of_a_region_holds_the_region_and_what_goes_with_it(seen: Any) -> None:
    assert seen["context_of_region"].startswith("## calls.py:6-12\n```\ndef wombat_total(weights):")
    assert seen["context_of_region"].count("## ") > 1


def test_status_doctor_and_log_are_pages(seen: Any, workspace: Path) -> None:
    assert re.search(r"state +ready", seen["status"])
    assert re.search(r"languages +python \d+", seen["status"])
    assert re.search(r"disk +ok", seen["doctor"])
    assert workspace.name in seen["log"]


def test_a_restarted_server_is_another_process(seen: Any) -> None:
    assert seen["restart"] == {"said": "Codebase: the server of my work is started", "another": True}
    assert seen["reindex"].startswith("Codebase: building the index")


def test_after_a_crash_the_next_command_starts_the_server_and_it_knows_the_unsaved_text(seen: Any) -> None:
    assert seen["crash"]["word"] == "after_the_crash_wombat"


def test_the_server_ends_with_the_last_file_of_its_project_and_comes_back(seen: Any) -> None:
    assert seen["closed"] is True
    assert seen["again"]["word"] == "wombat_price"


def test_a_missing_program_is_an_error_that_says_how_to_install_it(failures: Any) -> None:
    hint = "no program ‘no-such-program’ found; install it with ‘uv tool install .’"
    assert hint in failures["missing"]["error"].replace("`", "‘").replace("'", "’")
    assert failures["missing_before_a_live_search"] == failures["missing"]
    assert "no-such-program" in failures["missing_with_the_mode"]
    assert failures["mode_after_that"] is None


def test_a_program_that_ends_or_is_another_one_is_named(failures: Any) -> None:
    assert "the server did not start" in failures["ends_at_once"]["error"]
    assert "codebase-show-log" in failures["ends_at_once"]["error"]
    assert "is not lsp-codebase" in failures["another_program"]["error"]
    assert failures["right_again"]["word"] == "wombat_price"


def test_where_a_command_has_nothing_to_ask_about_it_says_so(failures: Any) -> None:
    assert "another machine" in failures["remote"]["error"]
    assert failures["no_file"]["error"] == "Codebase: this buffer visits no file"
    assert "no symbol at point" in failures["no_symbol"]["error"]


def test_a_folder_without_version_control_can_be_searched(failures: Any) -> None:
    assert failures["outside_any_project"]["word"] == "lonely_wombat"


def test_settings_reach_the_server(failures: Any) -> None:
    assert "indexing is off" in failures["settings"]
    assert "did you mean index.exclude?" in failures["wrong_setting"]


def test_no_server_outlives_emacs(seen: Any, failures: Any, server_ended: bool) -> None:
    assert server_ended
