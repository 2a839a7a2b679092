"""Every MCP tool, resource and prompt over two real indexes, asked by the SDK's own client in this process."""

import json
import re
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest
from anyio import to_thread
from codebases import opened, write
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from lsp_codebase.config import Settings
from lsp_codebase.mcp import build_server
from lsp_codebase.model import CancelToken, bounds
from lsp_codebase.tools import Reply, Toolbox

CART = '''from shop.money import with_tax


class Cart:
    """What a customer wants to buy."""

    def total_price(self):
        net = sum(self.prices)
        return with_tax(net)

    def is_empty(self):
        return not self.prices


def report(cart):
    return f"sum: {with_tax(cart.net)} {cart.total_price()}"
'''
MONEY = '''TAX_RATE = 0.2


def with_tax(amount):
    """Add the value added tax."""
    inner = amount * TAX_RATE
    return amount + inner
'''
FILES = {
    "shop/shop/cart.py": CART,
    "shop/shop/money.py": MONEY,
    "shop/readme.md": "# Shop\n\nSells things.\n",
    "depot/depot/store.go": "package depot\n\nfunc Store(place string) int {\n\treturn 1\n}\n",
    "depot/depot/shelf.go": "package depot\n\ntype Shelf struct {\n\tlength int\n}\n",
    "depot/depot/fill.go": 'package depot\n\nfunc (s *Shelf) Fill() {\n\tStore("top")\n}\n',
    "depot/depot/tax.py": MONEY.replace("0.2", "0.3"),
    "depot/depot/levy.py": MONEY.replace("with_tax", "with_levy"),
    "depot/.env": "PASSWORD=hunter2\n",
}
MOST_CHARACTERS_OF_TOOLS = 11_300
LONG_S = 60.0  # against "for ever"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mcp")
    write(folder, FILES)
    return folder


@pytest.fixture(scope="module")
def workspace(folder, tmp_path_factory):
    settings = Settings(index_location=str(tmp_path_factory.mktemp("cache")), embedding_model="none")
    with opened(settings, folder / "shop", folder / "depot") as workspace:
        yield workspace


class Asker:
    def __init__(self, client: Client) -> None:
        self.client = client

    async def ask(self, tool: str, **arguments: object) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content[0].text
        return result.content[0].text

    async def refused(self, tool: str, **arguments: object) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error
        return result.content[0].text


@asynccontextmanager
async def asking(workspace, **options) -> AsyncIterator[Asker]:
    async with Client(build_server(workspace, **options)) as client:
        yield Asker(client)


async def test_search_by_meaning_without_a_model_names_the_setting(workspace):
    async with asking(workspace) as asker:
        assert "embedding.model: " in await asker.refused("search", mode="vector", query="tax")
        assert "tax.py" in await asker.ask("search", query="tax")


@pytest.fixture
def one(workspace, folder):
    """The same with a single root: the other is closed and opened again."""
    workspace.remove_folder(folder / "depot")
    yield workspace
    workspace.add_folder(folder / "depot")
    workspace.find(folder / "depot").wait_until_idle(CancelToken())


async def test_paths_begin_with_the_name_of_their_root_where_there_are_several(workspace, folder):
    async with asking(workspace) as asker:
        assert "depot/depot/store.go:1-5" in await asker.ask("search", query="Store place")
        found = await asker.ask("search", query="def with_tax", mode="exact")
        assert re.findall(r"^(\S+):\d+", found, re.MULTILINE) == ["shop/shop/money.py", "depot/depot/tax.py"]
        for path in ("depot", "depot/depot", "depot/depot/tax.py", str(folder / "depot")):
            found = await asker.ask("search", query="def with_tax", mode="exact", path=path)
            assert re.findall(r"^(\S+):\d+", found, re.MULTILINE) == ["depot/depot/tax.py"], path
        read = await asker.ask("read_file", path="shop/shop/money.py", end_line=1)
        assert read.rstrip() == "shop/shop/money.py:1-1\nTAX_RATE = 0.2"
        assert "shop/readme.md" in await asker.ask("list_files")
        assert await asker.ask("list_files", path="depot", include=["st*.go"]) == "depot/depot/store.go"
        tree = await asker.ask("tree")
        assert tree.startswith("shop/\n")
        assert "\ndepot/\n" in tree
        assert "must begin with the name of a folder" in await asker.refused("read_file", path="attic/x.py")


async def test_no_answer_and_no_error_holds_an_absolute_path(workspace, folder):
    async with asking(workspace) as asker:
        answers = [
            await asker.ask("tree", path="shop"),
            await asker.ask("status"),
            await asker.refused("read_file", path=str(folder / "elsewhere.py")),
            await asker.refused("read_file", path="/etc/passwd"),
            await asker.refused("read_file", path="shop/../../x"),
            await asker.refused("read_file", path="shop/missing.py"),
            await asker.refused("read_file", path="shop"),
            await asker.refused("read_file", path="depot/.env"),
            await asker.refused("tree", path="shop/missing"),
            await asker.refused("search", query="x", path="shop/missing"),
            await asker.refused("outline", path="shop/missing.py"),
            await asker.refused("similar", path="shop/missing.py", start_line=1),
        ]
    for answer in answers:
        assert str(folder) not in answer
        assert not re.search(r"(^|[\s'\"(])/\w", answer), answer


async def test_the_body_of_a_definition_is_read_by_its_name(one):
    async with asking(one) as asker:
        assert await asker.ask("read_symbol", name="Cart.is_empty") == (
            "shop/cart.py:11-12  Cart.is_empty (Method)\n    def is_empty(self):\n        return not self.prices"
        )
        cut = await asker.ask("read_symbol", name="Cart", max_tokens=35)
        assert cut.startswith("shop/cart.py:4-12  Cart (Class)\nclass Cart:\n")
        assert "(cut at max_tokens; go on with read_file from line 7)" in cut
        assert "is_empty" not in cut
        unknown = await asker.refused("read_symbol", name="with_tx")
        assert unknown == "name: nothing is called with_tx; nearest:\n  shop/money.py:4-7  Function with_tax"
        assert await asker.refused("read_symbol", name="with_tax", path="shop/cart.py") == (
            "name: nothing is called with_tax in shop/cart.py; nearest:\n  shop/money.py:4-7  Function with_tax"
        )


@pytest.mark.parametrize(
    "name",
    ["with_tax()", "def with_tax(amount):", "with_tax(cart.net)", "`with_tax`", "shop/money.py:5", "shop/money.py:4-7"],
)
async def test_a_definition_is_named_as_it_is_declared_or_called_or_by_a_line_of_it(one, name):
    async with asking(one) as asker:
        assert (await asker.ask("read_symbol", name=name)).startswith("shop/money.py:4-7  with_tax (Function)")
        assert (await asker.ask("calls", name=name)).startswith("callers of shop/money.py:4-7")


async def test_of_several_definitions_of_a_name_the_others_are_listed(workspace):
    async with asking(workspace) as asker:
        text = await asker.ask("read_symbol", name="with_tax")
        assert text.splitlines()[-1] == "also depot/depot/tax.py:4-7  Function with_tax"
        text = await asker.ask("read_symbol", name="with_tax", path="depot/depot/tax.py")
        assert "also" not in text


async def test_a_folder_tells_which_definition_of_a_name_is_meant(workspace):
    async with asking(workspace) as asker:
        for path in ("depot", "depot/depot", "depot/depot/"):
            read = await asker.ask("read_symbol", name="with_tax", path=path)
            assert read.startswith("depot/depot/tax.py:4-7"), path
            called = await asker.ask("calls", name="with_tax", path=path)
            assert called.startswith("callers of depot/depot/tax.py:4-7"), path
        refused = await asker.refused("read_symbol", name="Store", path="shop/shop")
        assert refused.startswith("name: nothing is called Store in shop/shop")


async def test_the_root_as_folder_means_all_of_it(one):
    async with asking(one) as asker:
        assert (await asker.ask("read_symbol", name="with_tax", path=".")).startswith("shop/money.py:4-7")
        assert (await asker.ask("calls", name="with_tax", path=".")).startswith("callers of shop/money.py:4-7")


async def test_who_asks_for_calls_of_what_is_not_defined_is_told_of_search(one):
    async with asking(one) as asker:
        assert (await asker.refused("calls", name="with_tx")).endswith(
            "\n  (search for `who uses with_tx` finds what is defined elsewhere)"
        )


@pytest.mark.parametrize("max_tokens", [50, 200, 1_000])
async def test_a_file_keeps_to_its_budget_with_the_line_that_tells_how_to_go_on(workspace, folder, max_tokens):
    write(folder, {"shop/long.txt": "".join(f"line {number}\n" for number in range(2_000))})
    async with asking(workspace) as asker:
        text = await asker.ask("read_file", path="shop/long.txt", max_tokens=max_tokens)
    assert "(cut at max_tokens; go on with start_line=" in text
    assert max_tokens < len(text) <= max_tokens * 4


@pytest.mark.parametrize(
    ("tool", "named", "said_apart"),
    [
        ("read_file", {"path": "shop/cart.py:7-9"}, {"path": "shop/cart.py", "start_line": 7, "end_line": 9}),
        ("read_file", {"path": "shop/cart.py:8"}, {"path": "shop/cart.py", "start_line": 8, "end_line": 8}),
        ("read_file", {"path": "shop/cart.py:7-9", "start_line": 15}, {"path": "shop/cart.py", "start_line": 15}),
        ("similar", {"path": "shop/cart.py:7-9"}, {"path": "shop/cart.py", "start_line": 7, "end_line": 9}),
        ("calls", {"path": "shop/money.py:4-7"}, {"path": "shop/money.py", "line": 4}),
        ("calls", {"name": "with_tax", "path": "shop/money.py:4-7"}, {"name": "with_tax", "path": "shop/money.py"}),
        ("outline", {"path": "shop/cart.py:4"}, {"path": "shop/cart.py"}),
        ("search", {"query": "tax", "path": "shop/money.py:4-7"}, {"query": "tax", "path": "shop/money.py"}),
    ],
)
async def test_a_place_of_an_answer_may_be_given_back_as_a_path(one, tool, named, said_apart):
    async with asking(one) as asker:
        assert await asker.ask(tool, **named) == await asker.ask(tool, **said_apart)


@pytest.mark.skipif(sys.platform == "win32", reason="no name holds a colon there")
async def test_a_file_whose_name_ends_like_lines_is_that_file(one, folder):
    write(folder, {"shop/notes:7": "seven\n"})
    async with asking(one) as asker:
        assert "seven" in await asker.ask("read_file", path="notes:7")
        assert "did you mean shop/money.py?" in await asker.refused("read_file", path="shop/mony.py:7")
    (folder / "shop/notes:7").unlink()


async def test_the_outline_of_a_file_is_indented_without_what_functions_hold(one):
    async with asking(one) as asker:
        assert await asker.ask("outline", path="shop/cart.py") == (
            "shop/cart.py:\n4-12 Class Cart\n  7-9 Method total_price\n  11-12 Method is_empty\n15-16 Function report"
        )
        short = await asker.ask("outline", path="shop/cart.py", max_tokens=10)
        assert "Cart" in short
        assert "total_price" not in short
        for tool in ("outline", "calls", "read_symbol"):
            name = {} if tool == "outline" else {"name": "with_tax"}
            assert "did you mean shop/money.py?" in await asker.refused(tool, path="shop/mony.py", **name)
            assert (await asker.refused(tool, path="zzz", **name)).startswith("path: there is no file ")
        said = "path: shop is a folder; list_files tells which files are in it"
        assert await asker.refused("outline", path="shop") == said
        assert await asker.refused("calls", path="shop", line=2) == said


async def test_callers_and_callees_are_told_with_their_lines(one):
    async with asking(one) as asker:
        assert await asker.ask("calls", name="with_tax") == (
            "callers of shop/money.py:4-7  Function with_tax\n\n"
            "shop/cart.py:7-9  Cart.total_price\n    9: return with_tax(net)\n"
            'shop/cart.py:15-16  report\n    16: return f"sum: {with_tax(cart.net)} {cart.total_price()}"'
        )
        callees = await asker.ask("calls", path="shop/cart.py", line=16, direction="callees")
        assert callees.startswith("calls made by shop/cart.py:15-16  Function report\n")
        assert "shop/cart.py:7-9  Cart.total_price\n    16: " in callees
        assert "(there are more: raise limit)" in await asker.ask("calls", name="with_tax", limit=1)
        assert "nothing is called with_tx; nearest:" in await asker.refused("calls", name="with_tx")
        assert (
            await asker.refused("calls")
            == "name: is missing; give the name of a definition, or its file and a line in it"
        )
        assert "line: no definition stands around it" in await asker.refused("calls", path="shop/cart.py", line=2)
        place = await asker.refused("read_symbol", name="shop/cart.py:2")
        assert place == "name: no definition stands around shop/cart.py:2; see outline"
        said = "nothing found\n(code may name it without a call: search for `who uses TAX_RATE`)"
        assert (await asker.ask("calls", name="TAX_RATE")).endswith(said)


async def test_filters_that_are_unknown_are_told_of(one):
    async with asking(one) as asker:
        said = "(lang:pythn is taken as words: unknown language 'pythn'; did you mean python?)"
        assert await asker.ask("find_symbols", pattern="with_tax lang:pythn") == f"nothing found\n{said}"


async def test_code_like_a_definition_is_found_by_its_place(workspace):
    async with asking(workspace) as asker:
        assert "depot/depot/levy.py:1-7" in await asker.ask("similar", path="depot/depot/tax.py", start_line=5)
        unlike = await asker.ask("similar", path="depot/depot/store.go", start_line=3)
        assert unlike.startswith("(no hit is like most of it)\n")  # not: it may be in other words
        assert "start_line: there is no code at this place" in await asker.refused(
            "similar", path="shop/shop/cart.py", start_line=2, end_line=3
        )


async def test_context_brings_headers_and_calls_with_the_hits(one):
    async with asking(one) as asker:
        text = await asker.ask("search", query="total_price", with_context=True, limit=1)
        assert "\nenclosing 4: class Cart:\n" in text
        assert "\ncalls shop/money.py:4-7  with_tax" in text
        assert "\ncalled by shop/cart.py:15-16  report" in text


async def test_behind_the_definition_of_a_name_hits_take_a_line_each(one):
    async with asking(one) as asker:
        text = await asker.ask("search", query="with_tax")
        assert text.startswith("shop/money.py:4-7")
        assert "return amount + inner" in text
        kinds = await asker.ask("search", query="cart total", kinds=["class"])
        assert "report" not in kinds.splitlines()[0]


async def test_lines_found_as_written_take_a_line_each_and_more_come_at_once(one, folder):
    path = folder / "shop/many.py"
    path.write_text("\n".join(f"print({number}, 'a penny')" for number in range(15)))
    one.mark_changed([path])
    async with asking(one) as asker:
        with anyio.fail_after(30):  # it is found at once, with a note as long as the index does not have it
            while "a penny" not in (text := await asker.ask("search", query='"a penny"')) or "not complete" in text:
                await anyio.sleep(0.02)
        assert re.fullmatch(r"(many\.py:\d+  1\.00  print\(\d+, 'a penny'\)\n?){15}", text)
    path.unlink()
    one.mark_changed([path])


async def test_the_status_tells_what_is_open(one):
    async with asking(one) as asker:
        with anyio.fail_after(30):
            while "3 of 3 files" not in (status := await asker.ask("status")):
                await anyio.sleep(0.02)
        assert status.startswith("shop: ready; 3 of 3 files, 7 symbols, 3 chunks\nlanguages: python 2, markdown 1\n")


async def test_the_tools_are_described_in_few_words(workspace):
    """They are read at the beginning of every conversation: some 2,800 tokens."""
    async with asking(workspace) as asker:
        tools = [tool.model_dump(exclude_none=True, by_alias=True) for tool in (await asker.client.list_tools()).tools]
    assert len(json.dumps(tools)) < MOST_CHARACTERS_OF_TOOLS


async def test_the_tree_and_files_are_resources(workspace, folder):
    async with asking(workspace) as asker:
        client = asker.client
        assert [resource.uri for resource in (await client.list_resources()).resources] == ["codebase://tree"]
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "codebase://file/{+path}"
        (tree,) = (await client.read_resource("codebase://tree")).contents
        assert tree.text.startswith("shop/\n")
        (file,) = (await client.read_resource("codebase://file/shop/shop/money.py")).contents
        assert file.text == MONEY
        for path in ("shop/missing.py", "depot/.env", "attic/x"):
            with pytest.raises(Exception, match="path: ") as refused:
                await client.read_resource(f"codebase://file/{path}")
            assert str(folder) not in str(refused.value)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("similar", {"path": "shop", "start_line": 1}, "path: shop is a folder; list_files tells"),
        ("similar", {"path": "shop/mony.py", "start_line": 1}, "path: there is no file shop/mony.py; did you mean"),
        ("read_file", {"path": "."}, "path: . is a folder; list_files tells"),
        ("read_file", {"path": ""}, "path: . is a folder; list_files tells"),
        ("outline", {"path": ""}, "path: . is a folder; list_files tells"),
        ("read_file", {"path": "shop/money.py", "start_line": 8}, "start_line: shop/money.py has only 7 lines"),
        ("history", {"path": "shop/mony.py"}, "path: there is no file or folder shop/mony.py; did you mean"),
        ("history", {"path": "shop/mony.py", "start_line": 2}, "path: there is no file shop/mony.py; did you mean"),
        ("list_files", {"path": "/"}, "path: / lies outside of every folder"),
        ("tree", {"path": "shop/money.py"}, "path: shop/money.py is a file; name the folder that it is in"),
        ("find_symbols", {"pattern": "x", "path": "shop/money.py"}, "path: shop/money.py is a file; outline lists"),
    ],
)
async def test_an_error_names_the_argument_that_is_wrong_and_its_cause(one, tool, arguments, said):
    async with asking(one) as asker:
        assert (await asker.refused(tool, **arguments)).startswith(said)


@pytest.mark.parametrize(("name", "said"), [("nosuch", "nosuch"), ("find_where", "what")])
async def test_a_wrong_prompt_is_an_error_of_who_asks(workspace, name, said):
    async with asking(workspace) as asker:
        with pytest.raises(MCPError, match=said) as refused:
            await asker.client.get_prompt(name, {})
    assert refused.value.code == INVALID_PARAMS


async def test_prompts_say_how_to_go_about_it_and_their_names_are_completed(workspace):
    async with asking(workspace) as asker:
        client = asker.client
        prompts = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
        assert prompts.keys() == {"explain_codebase", "find_where", "impact_of"}
        assert all(prompt.description and prompt.title for prompt in prompts.values())
        (message,) = (await client.get_prompt("impact_of", {"name": "with_tax"})).messages
        assert "`with_tax`" in message.content.text
        tools = {tool.name for tool in (await client.list_tools()).tools}
        for name, arguments in (("explain_codebase", {}), ("find_where", {"what": "tax is added"})):
            (message,) = (await client.get_prompt(name, arguments)).messages
            named = set(re.findall(r"`(\w+)`", message.content.text))
            assert named
            assert named <= tools
        ref = {"type": "ref/prompt", "name": "impact_of"}
        done = await client.complete(ref, {"name": "name", "value": "wit"})
        assert "with_tax" in done.completion.values
        done = await client.complete(ref, {"name": "name", "value": "cart.tot"})
        assert done.completion.values == ["Cart.total_price"]
        ref = {"type": "ref/resource", "uri": "codebase://file/{+path}"}
        done = await client.complete(ref, {"name": "path", "value": "money"})
        assert done.completion.values == ["shop/shop/money.py"]


async def test_values_stand_beside_the_text_for_programs_only_if_asked_for(one):
    async with asking(one) as asker:
        assert (await asker.client.call_tool("search", {"query": "with_tax"})).structured_content is None
        assert all(tool.output_schema is None for tool in (await asker.client.list_tools()).tools)
    async with asking(one, is_structured=True) as asker:
        tools = {tool.name: tool for tool in (await asker.client.list_tools()).tools}
        assert all(tool.output_schema["type"] == "object" for tool in tools.values())
        asked = {
            "search": {"query": "with_tax", "limit": 1},
            "read_symbol": {"name": "with_tax"},
            "calls": {"name": "with_tax"},
            "outline": {"path": "shop/cart.py"},
            "find_symbols": {"pattern": "cart"},
            "similar": {"path": "shop/money.py", "start_line": 5},
            "history": {"query": "tax"},
            "tree": {},
            "list_files": {},
            "read_file": {"path": "shop/money.py"},
            "status": {},
            "reindex": {},
        }
        assert asked.keys() == tools.keys()
        values = {}
        for name, arguments in asked.items():  # the client checks each against its schema
            result = await asker.client.call_tool(name, arguments)
            assert not result.is_error, result.content
            values[name] = result.structured_content
        (hit,) = values["search"]["hits"]
        assert hit["location"] == {"path": "shop/money.py", "startLine": 4, "endLine": 7}
        assert hit["text"].startswith("def with_tax")
        assert values["calls"]["calls"][0]["sites"] == [{"line": 9, "text": "return with_tax(net)"}]


async def test_calls_of_a_member_in_another_file_are_told_with_that_file(workspace):
    async with asking(workspace, is_structured=True) as asker:
        result = await asker.client.call_tool("calls", {"name": "Shelf", "direction": "callees"})
    assert result.content[0].text.endswith('depot/depot/store.go:3-5  Store\n    depot/depot/fill.go:4: Store("top")')
    (call,) = result.structured_content["calls"]
    assert call["sites"] == [{"line": 4, "text": 'Store("top")', "path": "depot/depot/fill.go"}]


async def test_a_reindex_builds_the_index_anew(one):
    before = one.status()[0].generation
    async with asking(one) as asker:
        assert await asker.refused("reindex", path="mony") == "path: there is no file or folder mony"
        assert "being built again" in await asker.ask("reindex")
        with anyio.fail_after(60):
            while one.status()[0].generation == before or "with_tax" not in await asker.ask(
                "find_symbols", pattern="tax"
            ):
                await anyio.sleep(0.05)


async def test_a_flood_of_questions_leaves_threads_on_which_answers_are_written(workspace, monkeypatch):
    held, waiting = threading.Event(), []

    def answer(*_: object) -> Reply:
        waiting.append(1)
        held.wait(LONG_S)
        return Reply("answered")

    monkeypatch.setattr(Toolbox, "call", answer)
    said = []

    async def ask(client):
        said.append((await client.call_tool("list_files", {})).content[0].text)

    async with Client(build_server(workspace)) as client, anyio.create_task_group() as asking:
        for _ in range(60):
            asking.start_soon(ask, client)
        threads = to_thread.current_default_thread_limiter()
        try:
            with anyio.fail_after(LONG_S):
                while len(waiting) < 2:
                    await anyio.sleep(0.01)
            await anyio.wait_all_tasks_blocked()
            assert threads.available_tokens > 0  # the SDK reads and writes on these
        finally:
            held.set()
    assert said == ["answered"] * 60


async def test_of_too_many_calls_that_wait_the_oldest_are_dropped_as_over_lsp(workspace, monkeypatch):
    monkeypatch.setattr(bounds, "MOST_WAITING", 3)
    held, begun = threading.Event(), []

    def answer(_: object, __: object, arguments: dict[str, object], *___: object) -> Reply:
        begun.append(arguments["path"])
        held.wait(LONG_S)
        return Reply("answered")

    monkeypatch.setattr(Toolbox, "call", answer)
    said = {}

    async def ask(client, number):
        said[number] = (await client.call_tool("list_files", {"path": str(number)})).content[0].text

    async with Client(build_server(workspace)) as client, anyio.create_task_group() as asking:
        for number in range(10):
            asking.start_soon(ask, client, number)
            with anyio.fail_after(LONG_S):
                while len(begun) < min(number + 1, 2):
                    await anyio.sleep(0.01)
        with anyio.fail_after(LONG_S):
            while len(said) < 5:
                await anyio.sleep(0.01)
        held.set()
    dropped = sorted(number for number, text in said.items() if text != "answered")
    assert len(dropped) == 5  # two are being answered, three wait
    assert not {0, 1} & {*dropped}
    assert said[dropped[0]] == "more than 3 requests tools/call wait, and later ones go first"
