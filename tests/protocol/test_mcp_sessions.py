"""What an MCP client has beside tools: roots that come and go, log messages, calls that it cancels."""

import os
import re
import sys

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp_session import SECONDS, Asker, make_files
from mcp_types import ListRootsResult, Root

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")


@pytest.fixture
def folders(tmp_path):
    for name in ("first", "second"):
        make_files(tmp_path / name)
        (tmp_path / name / "root").rename(tmp_path / name / name)
    return [tmp_path / name / name for name in ("first", "second")]


class Session(Asker):
    """A client with the folders of a user, who opens and closes some. It speaks the protocol of 2025."""

    def __init__(self, tmp_path, folders, *arguments):
        self.folders = folders
        self.logged = []
        self.asked = 0
        command = ["-m", "lsp_codebase", "mcp", "--set", f"index.location={tmp_path / 'cache'}", *map(str, arguments)]
        server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ), cwd=tmp_path)
        super().__init__(Client(server, list_roots_callback=self.roots, logging_callback=self.log, mode="legacy"))

    async def roots(self, _context):
        self.asked += 1
        return ListRootsResult(roots=[Root(uri=folder.as_uri()) for folder in self.folders])

    async def log(self, params):
        self.logged.append((params.level, params.data))


@pytest.mark.slow  # the same in one process: test_mcp_roots.py
async def test_the_folders_of_the_client_are_opened_where_none_were_given_and_followed(tmp_path, folders):
    asker = Session(tmp_path, folders)
    async with asker.client:
        listed = (await asker.ask("list_files", include=["**/*.go"])).split("\n")
        assert listed == ["first/net/socket.go", "second/net/socket.go"]
        assert asker.asked == 1
        asker.folders = folders[1:]
        await asker.client.send_roots_list_changed()
        with anyio.fail_after(SECONDS):
            while await asker.ask("list_files", include=["**/*.go"]) != "net/socket.go":
                await anyio.sleep(0.05)


async def test_given_roots_are_served_and_a_cancelled_call_leaves_the_server_answering(tmp_path, folders):
    for number in range(100):
        (folders[0] / f"many_{number}.py").write_text(f"def numbered_{number}(): return {number}\n" * 10)
    asker = Session(tmp_path, folders[:1], "--root", folders[0], "--root", folders[1])
    async with asker.client:
        with pytest.raises(TimeoutError), anyio.fail_after(0.3):  # the index is being built
            await asker.ask("search", query="numbered")
        assert re.search(r"^first: \w+; ", await asker.ask("status"))
        for root in ("first", "second"):
            assert f"{root}/net/retry.py:1-5" in await asker.ask("search", query="wait longer", path=root)
        assert asker.asked == 0
        assert ("info", "waiting for the index of first, second") in asker.logged
        # A machine with other work to do may not be worth the wait: it is told so, and the files that match are read.
        assert any(re.match(r"the index is complete|\(index not complete: ", told) for _, told in asker.logged)
        asker.logged.clear()
        await asker.client.set_logging_level("error")
        await asker.ask("reindex")
        await asker.wait_for("numbered_99", "search", query="numbered_99")  # a busy machine opens it more slowly
        assert not asker.logged
