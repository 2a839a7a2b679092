"""Every tool whose answers grow keeps to `max_tokens`, and tells how much is left out, over a real index."""

import re
from collections.abc import Iterator

import pytest
from codebases import opened, write
from git_commits import git
from mcp import Client

from lsp_codebase.config import Settings
from lsp_codebase.mcp import build_server
from lsp_codebase.workspace import Workspace

CHARACTERS_A_TOKEN = 4
COMMITS = 12
CALLER = "def caller_{0}(amount):\n    first = target(amount)\n    return target(first) + {0}\n\n\n"
FILES = {
    "target.py": "def target(amount):\n    return amount\n",
    "a_many.py": "def many(amount):\n" + "    amount += target(amount)\n" * 8,
    "callers.py": "".join(map(CALLER.format, range(40))),
    **{f"same/copy_{number}.py": "def same_name(amount):\n    return amount\n" for number in range(60)},
    "wide.py": "".join(f'def wide_{n}():\n    return "価格の合計を計算する関数の説明"\n\n\n' for n in range(60)),
    "README.md": "# A shop\n\n" + "It sells things.\n" * 400,
    "setup.cfg": "[metadata]\n" + "name = shop\n" * 400,
}
ASKED = {
    "search": {"query": "target", "mode": "exact", "limit": 100},
    "read_symbol": {"name": "same_name"},
    "calls": {"name": "target", "limit": 100},
    "outline": {"path": "callers.py"},
    "find_symbols": {"pattern": "caller", "limit": 100},
    "similar": {"path": "callers.py", "start_line": 1, "limit": 100},
    "history": {"limit": 100},
    "list_files": {},
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root = tmp_path_factory.mktemp("shop")
    write(root, FILES)
    git(root, "init", "-q")
    git(root, "add", ".")
    for number in range(COMMITS):
        git(root, "commit", "-q", "--allow-empty", "-m", f"Change the price a {number}th time\n\nIt was too low.")
    settings = Settings(index_location=str(tmp_path_factory.mktemp("cache")), embedding_model="none")
    with opened(settings, root) as workspace:
        yield workspace


async def answer(workspace: Workspace, tool: str, **arguments: object) -> str:
    async with Client(build_server(workspace)) as client:
        result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content[0].text
    return result.content[0].text


@pytest.mark.parametrize("tokens", [60, 150])
@pytest.mark.parametrize("tool", ASKED)
async def test_an_answer_is_cut_at_the_end_of_an_entry_and_tells_how_much_is_left(workspace, tool, tokens):
    whole = await answer(workspace, tool, **ASKED[tool], max_tokens=50_000)
    cut = await answer(workspace, tool, **ASKED[tool], max_tokens=tokens)
    assert len(cut) <= tokens * CHARACTERS_A_TOKEN < len(whole)
    assert re.search(r"\(\d+ more [a-z ]+ did not fit: .*raise max_tokens", cut)
    assert "did not fit" not in whole
    lines = re.sub(r"  \(\d+ of \d+ lines\)$|(?<=\(Function\))  def .*$", "", cut, flags=re.MULTILINE).splitlines()
    entries = {line for line in lines if not line.startswith(("(", "callers.py:"))}
    assert entries - {""} <= set(whole.splitlines())


async def test_a_search_shows_five_hits_and_goes_on_with_a_cursor(workspace):
    text = await answer(workspace, "search", query="the amount that callers return first", max_tokens=50_000)
    assert len(re.findall(r"^\S+:\d+-\d+  \d\.\d\d  ", text, flags=re.MULTILINE)) == 5
    assert '(there are more: go on with cursor="' in text


@pytest.mark.parametrize(("tool", "limit"), [("calls", 10), ("find_symbols", 10), ("history", 10), ("list_files", 40)])
async def test_more_is_left_than_was_counted_where_a_limit_ended_the_count(workspace, tool, limit):
    cut = await answer(workspace, tool, **{**ASKED[tool], "limit": limit}, max_tokens=60)
    assert re.search(r"\(at least \d+ more [a-z ]+ did not fit: ", cut)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {"query": "説明", "mode": "exact", "limit": 100}),
        ("search", {"query": "wide_7", "limit": 20}),
        ("read_file", {"path": "wide.py"}),
        ("read_symbol", {"name": "wide_9"}),
        ("similar", {"path": "wide.py", "start_line": 1, "limit": 20}),
    ],
    ids=str,
)
async def test_letters_of_several_bytes_count_as_many(workspace, tool, arguments):
    text = await answer(workspace, tool, **arguments, max_tokens=150)
    assert "説明" in text
    assert len(text.encode()) <= 150 * CHARACTERS_A_TOKEN


@pytest.mark.parametrize("tokens", [200, 600])
async def test_core_files_are_part_of_the_budget_of_a_tree(workspace, tokens):
    tree = await answer(workspace, "tree", core_files=True, max_tokens=tokens)
    assert len(tree) <= tokens * CHARACTERS_A_TOKEN
    assert "same/" in tree
    assert "It sells things." in tree


async def test_values_are_cut_as_the_text_is(workspace):
    async with Client(build_server(workspace, is_structured=True)) as client:
        result = await client.call_tool("calls", {**ASKED["calls"], "max_tokens": 100})
    values = result.structured_content
    lines = [line for line in result.content[0].text.splitlines() if line.startswith("    ")]
    assert values["truncated"]
    assert sum(len(call["sites"]) for call in values["calls"]) == len(lines)


async def test_a_caller_with_many_lines_hides_no_other_where_not_all_fit(workspace):
    text = await answer(workspace, "calls", name="target", limit=100, max_tokens=400)
    assert "a_many.py:1-9  many  (3 of 8 lines)" in text
    assert text.count(": amount += target(amount)") == 3
    assert re.search(r"\(\d+ more lines did not fit: raise max_tokens\)", text)


async def test_all_lines_of_a_caller_are_shown_where_there_is_room(workspace):
    text = await answer(workspace, "calls", name="target", limit=100, max_tokens=10_000)
    assert text.count(": amount += target(amount)") == 8
