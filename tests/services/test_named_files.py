"""Paths that a model gives a tool: near misses are answered with what was meant."""

import time
import unicodedata
from pathlib import Path
from unittest.mock import Mock

import pytest
from codebases import opened, write

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, FileList
from lsp_codebase.tools import Toolbox, ToolRefused
from lsp_codebase.tools.named_files import NamedFiles
from lsp_codebase.tools.places import Places

FILES = {
    "main/shop/carts/cart.py": "def total_price(prices):\n    return sum(prices)\n",
    "main/shop/taxes.py": "TAX_RATE = 0.2\n",
    "main/pages/[id]/page.ts": "export const id = 1;\n",
    "readme.md": "# Shop\n",
    unicodedata.normalize("NFD", "größe/maß.py"): "def measure():\n    return 1\n",
}


@pytest.fixture(scope="module")
def toolbox(tmp_path_factory):
    folder = tmp_path_factory.mktemp("named")
    write(folder / "store", FILES)
    settings = Settings(index_location=str(folder / "cache"), embedding_model="none")
    with opened(settings, folder / "store") as workspace:
        yield Toolbox(workspace)


def refused(toolbox, tool, **arguments):
    with pytest.raises(ToolRefused) as error:
        toolbox.call(tool, arguments, CancelToken())
    return str(error.value)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {"query": "total"}),
        ("find_symbols", {"pattern": "total"}),
        ("tree", {}),
        ("list_files", {}),
        ("history", {}),
        ("reindex", {}),
    ],
)
@pytest.mark.parametrize("path", ["shop/carts", "./shop/carts/", "main/shop/cart"])
def test_a_folder_that_is_not_there_is_answered_with_the_one_that_was_meant(toolbox, tool, arguments, path):
    said = refused(toolbox, tool, path=path, **arguments)
    assert said == f"path: there is no file or folder {path}; did you mean main/shop/carts?"


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("carts/cart.py", "main/shop/carts/cart.py"),
        ("main/shop/taxs.py", "main/shop/taxes.py"),
        ("[id]/page.ts", "main/pages/[id]/page.ts"),
    ],
)
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("read_file", {}), ("outline", {}), ("similar", {"start_line": 1}), ("calls", {"name": "x"})],
)
def test_a_file_that_is_not_there_is_answered_with_the_one_that_was_meant(toolbox, tool, arguments, path, meant):
    assert refused(toolbox, tool, path=path, **arguments).endswith(f"{path}; did you mean {meant}?")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_of_a_path_may_be_written_either_way(toolbox, form):
    folder = unicodedata.normalize(form, "größe")
    read = toolbox.call("read_file", {"path": unicodedata.normalize(form, "größe/maß.py")}, CancelToken())
    assert "def measure" in read.text
    assert "def measure" in toolbox.call("search", {"query": "measure", "path": folder}, CancelToken()).text
    assert "measure" in toolbox.call("find_symbols", {"pattern": f"measure in:{folder}"}, CancelToken()).text


def test_a_path_that_is_like_none_is_answered_without_a_guess(toolbox):
    assert refused(toolbox, "tree", path="zebra") == "path: there is no file or folder zebra"


def test_a_file_may_be_named_by_its_uri(toolbox):
    (root,) = toolbox.answers.roots
    uri = (root / "main/shop/carts/cart.py").as_uri()
    assert "total_price" in toolbox.call("outline", {"path": uri}, CancelToken()).text
    assert refused(toolbox, "outline", path="file:///elsewhere/x.py") == "path: …/x.py lies outside of every folder"


def test_a_path_that_is_not_there_is_compared_with_a_deep_tree_in_time_that_grows_with_its_files():
    paths = tuple(Path("/deep", *["d"] * depth, "f.py") for depth in range(2_000))
    answers = Mock()
    answers.list_files.side_effect = lambda _, query, __: FileList(() if query.include else paths, truncated=False)
    files = NamedFiles(answers, Places(lambda: [Path("/deep")]))
    begin = time.thread_time()
    said = str(files.missing("d/d/d/g.py", CancelToken()))
    assert "did you mean d/d/d/f.py?" in said
    assert time.thread_time() - begin < 5.0  # took half a minute


@pytest.mark.parametrize("letter", ["q", "q ", "q/", "\n", "(", "ä"])
def test_no_answer_repeats_a_very_long_argument(toolbox, letter):
    long = letter * 100_000
    needed = {
        "query": "total",
        "name": "total_price",
        "pattern": "total",
        "path": "main/shop/taxes.py",
        "start_line": 1,
    }
    for tool in toolbox.tools.values():
        asked = {name: needed[name] for name in tool.parameters.get("required", ())}
        for wrong in ({name: value} for name in [*tool.parameters["properties"], long] for value in (long, [long])):
            assert len(answered(toolbox, tool.name, asked | wrong)) < 3_000, (tool.name, next(iter(wrong))[:20])


def answered(toolbox, tool, arguments):
    try:
        return toolbox.call(tool, arguments, CancelToken()).text
    except ToolRefused as error:
        return str(error)
