"""Emacs with eglot, or with lsp-mode, and another server in the same buffer (see `beside_eglot.el`, `lsp_mode.el`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def eglot(play: Callable[[str], Any]) -> Any:
    return play("beside_eglot.el")


@pytest.fixture(scope="module")
def lsp_mode(play: Callable[[str], Any]) -> Any:
    return play("lsp_mode.el")


def test_eglot_and_the_codebase_server_serve_the_same_buffer(eglot: Any) -> None:
    assert eglot["both"]["eglot"]
    assert eglot["both"]["codebase"]
    assert (eglot["search"]["file"], eglot["search"]["word"]) == ("json/decoder.py", "scanstring")


def test_xref_stays_with_eglot(eglot: Any) -> None:
    assert eglot["backend"] == "eglot"
    assert (eglot["definition_of_eglot"]["file"], eglot["definition_of_eglot"]["line"]) == ("json/decoder.py", 1)
    assert eglot["symbols_of_eglot"]["lines"][0] == "json/decoder.py"


def test_unsaved_text_is_found_beside_eglot(eglot: Any) -> None:
    assert eglot["unsaved"]["word"] == "beside_eglot_wombat"


def test_without_eglot_xref_comes_to_the_codebase_server(eglot: Any) -> None:
    assert eglot["after_eglot"]["managed"] is None
    assert eglot["after_eglot"]["backend"] == "lsp-codebase"
    assert eglot["after_eglot"]["place"]["word"] == "scanstring"


def test_lsp_mode_runs_the_server_beside_that_of_the_language(lsp_mode: Any) -> None:
    assert lsp_mode["servers"] == ["lsp-codebase", "other"]
    assert {"scanstring", "only_the_other_knows"} <= set(lsp_mode["symbols"])
    assert lsp_mode["definition_of_the_other"]["line"] == 1


def test_commands_ask_through_lsp_mode_and_start_no_server_of_their_own(lsp_mode: Any) -> None:
    assert (lsp_mode["own_processes"], lsp_mode["own_processes_at_the_end"]) == (0, 0)
    assert lsp_mode["search_from_a_file_of_no_server"]["word"] == "scanstring"
    assert lsp_mode["unsaved"]["word"] == "add_on_wombat"
    assert lsp_mode["similar"]["header"] == "Codebase: similar code"
    assert (lsp_mode["callers"]["line"], lsp_mode["callers"]["word"]) == (7, "wombat_price")
    assert re.search(r"languages +python \d+", lsp_mode["status"])


def test_columns_are_right_in_the_encoding_of_lsp_mode(lsp_mode: Any) -> None:
    assert lsp_mode["encoding"] == "utf-16"
    assert (lsp_mode["search"]["file"], lsp_mode["search"]["word"]) == ("measure.js", "measureWidth")


def test_settings_and_errors_pass_through_lsp_mode(lsp_mode: Any) -> None:
    assert lsp_mode["settings"] == 3
    assert lsp_mode["wrong"]["error"] == "Codebase: query: must have at most 10,000 characters, has 10,001"


def test_no_server_outlives_emacs_with_other_clients(eglot: Any, lsp_mode: Any, server_ended: bool) -> None:
    assert server_ended
