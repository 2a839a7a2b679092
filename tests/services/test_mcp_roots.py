"""Which folders an MCP server opens where it was given none, asked by the SDK's own client in this process."""

import os
from unittest.mock import Mock

import anyio
import pytest
from codebases import write
from command_line import run_command
from mcp import Client
from mcp_types import ListRootsResult, Root

from lsp_codebase.config import Settings
from lsp_codebase.mcp import build_server
from lsp_codebase.mcp.served_roots import ServedRoots
from lsp_codebase.workspace import Workspace

NO_FOLDER = "no folder is open; start the server in one or with --root DIR, or have the client name one that exists"
ERAS = ["legacy", "2026-07-28"]


@pytest.fixture
def workspace(settings: Settings):
    workspace = Workspace(settings)
    yield workspace
    workspace.close()


def client_of(workspace, project, era, folders=None):
    async def roots(_context):
        return ListRootsResult(roots=[Root(uri=folder.as_uri()) for folder in folders])

    server = build_server(workspace, middleware=[ServedRoots(workspace, project)])
    return Client(server, list_roots_callback=roots if folders is not None else None, mode=era)


async def listed(client):
    result = await client.call_tool("list_files", {})
    return result.content[0].text.split("\n")


@pytest.mark.parametrize("era", ERAS)
async def test_the_roots_of_the_client_are_opened_whichever_protocol_it_speaks(workspace, tmp_path, era):
    write(tmp_path, {"a/x.py": "", "b b/y.py": "", "elsewhere/z.py": ""})
    folders = [tmp_path / "a", tmp_path / "b b", tmp_path / "not there"]
    async with client_of(workspace, tmp_path / "elsewhere", era, folders) as client:
        assert await listed(client) == ["a/x.py", "b b/y.py"]


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_roots_that_change_are_followed(workspace, tmp_path):
    write(tmp_path, {"a/x.py": "", "b/y.py": ""})
    folders = [tmp_path / "a"]
    async with client_of(workspace, tmp_path, "legacy", folders) as client:
        assert await listed(client) == ["x.py"]
        folders[:] = [tmp_path / "b"]
        await client.send_roots_list_changed()
        with anyio.fail_after(30):
            while await listed(client) != ["y.py"]:
                await anyio.sleep(0.02)


@pytest.mark.parametrize("era", ERAS)
async def test_without_roots_the_project_that_the_server_was_started_in_is_served(workspace, tmp_path, era):
    write(tmp_path, {"net/x.py": "", "y.py": ""})
    for folders in (None, []):
        async with client_of(workspace, tmp_path, era, folders) as client:
            assert await listed(client) == ["y.py", "net/x.py"]


async def test_started_in_no_project_it_says_how_to_name_one(workspace):
    async with client_of(workspace, None, "legacy") as client:
        assert await listed(client) == [NO_FOLDER]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("name", ["not there", "elsewhere/z.py"])
async def test_no_other_folder_is_served_where_the_roots_of_the_client_are_not_here(workspace, tmp_path, era, name):
    write(tmp_path, {"elsewhere/z.py": ""})
    async with client_of(workspace, tmp_path / "elsewhere", era, [tmp_path / name]) as client:
        for tool, arguments in (("list_files", {}), ("status", {}), ("read_symbol", {"name": "z"})):
            result = await client.call_tool(tool, arguments)
            assert result.is_error
            assert result.content[0].text == NO_FOLDER


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
async def test_a_root_in_the_web_is_none(workspace, tmp_path):
    write(tmp_path, {"x.py": ""})

    async def roots(_context):
        return ListRootsResult.model_construct(roots=[Root.model_construct(uri="https://example.org/x")])

    server = build_server(workspace, middleware=[ServedRoots(workspace, tmp_path)])
    async with Client(server, list_roots_callback=roots, mode="legacy") as client:
        assert await listed(client) == [NO_FOLDER]


@pytest.mark.parametrize(("start", "project"), [("shop/src", "shop"), ("loose", "loose"), ("", None)])
def test_the_project_is_found_as_commands_find_theirs(tmp_path, monkeypatch, start, project):
    monkeypatch.setenv("USERPROFILE" if os.name == "nt" else "HOME", str(tmp_path))
    write(tmp_path, {"shop/lsp-codebase.toml": "", "shop/src/x.py": "", "loose/y.py": ""})
    monkeypatch.chdir(tmp_path / start)
    served = []
    monkeypatch.setattr("lsp_codebase.mcp.serve", lambda *_, project, **__: served.append(project))
    monkeypatch.setattr("lsp_codebase.cli.for_tools.open_answers", lambda *_, **__: Mock())
    assert run_command("mcp").returncode == 0
    assert served == [tmp_path / project if project is not None else None]


async def test_a_client_that_fails_to_tell_its_roots_is_served_all_the_same(workspace, tmp_path):
    write(tmp_path, {"x.py": ""})

    async def broken(_context):
        raise RuntimeError("no")

    server = build_server(workspace, middleware=[ServedRoots(workspace, tmp_path)])
    async with Client(server, list_roots_callback=broken, mode="legacy") as client:
        assert await listed(client) == ["x.py"]
