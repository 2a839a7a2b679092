"""Live search in the real pickers, with real keys.

Their sources are on no package registry, so that these tests skip without the environment variable `NVIM_PLUGINS`: a
folder with clones of nvim-telescope/telescope.nvim, nvim-lua/plenary.nvim, ibhagwan/fzf-lua (which needs `fzf`),
folke/snacks.nvim and echasnovski/mini.nvim. Neovim's own `vim.ui.select` is always there.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from neovims import SHIPPED, newest
from typed_session import TypedSession

pytestmark = pytest.mark.editor


class Picker(NamedTuple):
    """How to get a picker, and how to look into it from outside."""

    sources: tuple[str, ...]
    setup: str
    places: str
    """Lua that returns the `file:line` of its items, from the first, as far as they are shown."""
    preview: str = ""
    """Keys that show the preview, where it is not always there."""


PICKERS = {
    "telescope": Picker(
        ("plenary.nvim", "telescope.nvim"),
        "require('telescope').setup({})",
        "local picker = require('telescope.actions.state').get_current_picker(vim.api.nvim_get_current_buf()) "
        "local out = {} if not picker then return out end "
        "for entry in picker.manager:iter() do table.insert(out, entry.filename .. ':' .. entry.lnum) end return out",
    ),
    "fzf-lua": Picker(
        ("fzf-lua",),
        "require('fzf-lua').setup({})",
        "local out = {} for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do "
        "local file, number = line:match('(%S+):(%d+):%d+: ') "
        "if file then table.insert(out, vim.fn.fnamemodify(file, ':p') .. ':' .. number) end end return out",
    ),
    "snacks": Picker(
        ("snacks.nvim",),
        "require('snacks').setup({ picker = { enabled = true } })",
        "local picker, out = require('snacks').picker.get()[1], {} if not picker then return out end "
        "for _, item in ipairs(picker.list.items) do table.insert(out, item.file .. ':' .. item.pos[1]) end return out",
    ),
    "mini": Picker(
        ("mini.nvim",),
        "require('mini.pick').setup({})",
        "local matches, out = require('mini.pick').get_picker_matches() or {}, {} "
        "for _, item in ipairs(matches.all or {}) do table.insert(out, item.path .. ':' .. item.lnum) end return out",
        "<Tab>",
    ),
}

READY = (
    "local client = vim.lsp.get_clients({ name = 'lsp_codebase' })[1] "
    "if not client then vim.cmd('silent Codebase status') return false end "
    "local answer = client:request_sync('codebase/status', vim.empty_dict(), 5000, 0) "
    "return answer and answer.result and answer.result[1].phase == 'ready'"
)
HITS = (
    "local client = vim.lsp.get_clients({ name = 'lsp_codebase' })[1] "
    "local params = { query = 'decode a document', limit = 50, pack = 'none' } "
    "return client:request_sync('codebase/hybridSearch', params, 30000, 0).result.hits"
)
PLACE = "return { vim.fn.expand('%:t'), vim.fn.line('.'), vim.fn.col('.') }"


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    return (json,)


def open_session(name: str, workspace: Path, environment: dict[str, str], place: Path) -> TypedSession:
    """Return a session on the start screen, its index ready and a picker set."""
    picker = PICKERS.get(name, Picker((), "", ""))
    folder = Path(os.environ.get("NVIM_PLUGINS", "none"))
    sources = [folder / source for source in picker.sources]
    if missing := [source.name for source in sources if not source.is_dir()]:
        pytest.skip(f"needs {' and '.join(missing)} in the folder that NVIM_PLUGINS names")
    if name == "fzf-lua" and shutil.which("fzf") is None:
        pytest.skip("needs fzf: `apt-get install fzf`")
    session = TypedSession(newest((0, 11)), [SHIPPED, *sources], workspace, environment, place)
    session.lua(picker.setup)
    session.lua(f"require('lsp_codebase').setup({{ picker = '{name}' }})")
    session.wait(READY)
    return session


@pytest.fixture(scope="module", params=PICKERS)
def session(
    request: pytest.FixtureRequest,
    workspace: Path,
    server_environment: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[TypedSession, Picker]]:
    opened = open_session(request.param, workspace, server_environment, tmp_path_factory.mktemp("session"))
    yield opened, PICKERS[request.param]
    opened.close()


def wait_for_places(session: TypedSession, picker: Picker, count: int) -> list[str]:
    """Return what a picker lists once it lists so many."""
    session.wait(f"return #(function() {picker.places} end)() >= {count}")
    return list(session.lua(picker.places))


def place_of(hit: Any) -> str:
    """Return where a hit is opened: at its name, else at the first match, else at its first line."""
    spans = [hit.get("selectionRange"), *hit.get("matches", []), hit["location"]["range"]]
    line = next(span for span in spans if span)["start"]["line"] + 1
    return f"{hit['location']['uri'].replace('%20', ' ').removeprefix('file://')}:{line}"


def test_a_live_search_lists_and_previews_hits_and_opens_one_at_its_name(session: Any) -> None:
    typed, picker = session
    typed.keys(":Codebase search<CR>")
    typed.wait("return #vim.api.nvim_list_wins() > 1")
    typed.keys("measureWidth")
    (place,) = wait_for_places(typed, picker, 1)
    assert place.endswith("measure.js:2")
    typed.keys(picker.preview)
    typed.wait(
        "for _, window in ipairs(vim.api.nvim_list_wins()) do "
        "if vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, 1, false)[1] == 'const unit = 1;' "
        "then return true end end return false"
    )
    typed.keys("<CR>")
    typed.wait("return vim.fn.expand('%:t') == 'measure.js'")
    assert typed.lua(PLACE) == ["measure.js", 2, 36]
    typed.keys(":enew<CR>")


def test_hits_stand_in_the_order_of_the_server(session: Any) -> None:
    typed, picker = session
    typed.keys(":Codebase! search decode a document<CR>")
    places = wait_for_places(typed, picker, 10)
    typed.keys("<Esc><Esc>")
    typed.wait("return #vim.api.nvim_list_wins() == 1")
    hits = typed.lua(HITS)
    assert places == [place_of(hit) for hit in hits[: len(places)]]


def test_a_picker_says_that_nothing_matches_well(session: Any) -> None:
    typed, _ = session
    typed.keys(":Codebase search<CR>")
    typed.wait("return #vim.api.nvim_list_wins() > 1")
    typed.keys("zzqx flurb wombat")
    typed.wait(
        "local texts = {} for _, window in ipairs(vim.api.nvim_list_wins()) do "
        "local frame = vim.api.nvim_win_get_config(window) "
        "table.insert(texts, vim.inspect({ frame.title, frame.footer })) "
        "vim.list_extend(texts, vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, 60, false)) end "
        "return table.concat(texts, ' '):find('Nothing matches well', 1, true) ~= nil"
    )
    typed.keys("<Esc><Esc>")


def test_definitions_are_picked_live(session: Any) -> None:
    typed, picker = session
    typed.keys(":Codebase symbols<CR>")
    typed.wait("return #vim.api.nvim_list_wins() > 1")
    typed.keys("JSONDecodeE")
    assert wait_for_places(typed, picker, 1)[0].endswith("json/decoder.py:20")
    typed.keys("<Esc><Esc>")


def test_a_list_with_a_bang_is_shown_in_the_picker(session: Any) -> None:
    typed, picker = session
    typed.keys(":edit json/decoder.py<CR>:call search('def raw_decode')<CR>:Codebase! similar<CR>")
    assert wait_for_places(typed, picker, 3)
    typed.keys("<Esc><Esc>")
    typed.wait("return #vim.api.nvim_list_wins() == 1")


def test_telescope_has_an_extension_that_takes_its_options(session: Any) -> None:
    typed, picker = session
    if "telescope.nvim" not in picker.sources:
        pytest.skip("is of Telescope alone")
    typed.keys(":Telescope lsp_codebase symbols default_text=JSONDecodeE<CR>")
    assert wait_for_places(typed, picker, 1)[0].endswith("json/decoder.py:20")
    typed.keys("<Esc><Esc>")


def test_without_a_picker_the_query_is_asked_for_and_a_hit_chosen_by_number(
    workspace: Path, server_environment: dict[str, str], tmp_path: Path
) -> None:
    typed = open_session("select", workspace, server_environment, tmp_path)
    try:
        typed.keys(":Codebase search<CR>measureWidth<CR>")
        typed.wait("return vim.api.nvim_get_mode().mode ~= 'n'")
        typed.keys("1<CR>")
        typed.wait("return vim.fn.expand('%:t') == 'measure.js'")
        assert typed.lua(PLACE) == ["measure.js", 2, 36]
    finally:
        typed.close()
