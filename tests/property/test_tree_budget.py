"""Any tree, any budget: nothing is exceeded, cut, invented or lost (V14, V18, A05, A21)."""

import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from lsp_codebase.model import TreeAnswer, TreeNode, TreeQuery
from lsp_codebase.tree import DirectoryTree
from lsp_codebase.tree.presets import PRESETS, resolve

NAMES = ["a", "b", "src", "test", "docs", "lib", "a b", "[id]", "x (2 files)", "… 3 more", "(a)", "· b", "star*", "ünï"]
NAMES += [
    " lead",
    "trail ",
    'qu"ote',
    "back\\slash",
    "line\nbreak",
    "bell\a",
    "\u202egnp",
    "\udcff",
    "日本",
    "vendor",
    "node_modules",
]
NAMES += [f"test_{number}.py" for number in range(12)] + [f"{number}.sql" for number in range(7)] + [".hidden", "A"]
LONG = ["n" * 120 + str(number) for number in range(3)]
SIMILAR = st.builds(
    lambda head, tail, below: {f"{head}{number}{tail}": below for number in range(9)},
    st.sampled_from(["v", "", "w_"]),
    st.sampled_from(["", ".sql"]),
    st.sampled_from([None, {}, {"a": None}, {"a": {"b": None}}]),
)
TREES = st.recursive(
    st.none(),
    lambda below: st.builds(
        lambda tree, similar: {**tree, **similar},
        st.dictionaries(st.sampled_from(NAMES + LONG), below, max_size=14),
        st.one_of(st.just({}), SIMILAR),
    ),
    max_leaves=40,
).map(lambda tree: tree or {})
BUDGETS = {"maxChars", "maxTokens", "maxEntries"}
NUMBERS = st.one_of(st.none(), st.integers(1, 30))
QUERIES = st.builds(
    TreeQuery,
    preset=st.sampled_from([*PRESETS]),
    max_depth=st.one_of(st.none(), st.integers(0, 5)),
    max_entries=NUMBERS,
    max_items_per_directory=NUMBERS,
    max_chars=st.one_of(st.none(), st.integers(1, 2_000)),
    max_tokens=st.one_of(st.none(), st.integers(1, 500)),
    priority=st.sampled_from([None, ("src",), ("lib/",)]),
)


def build(directory: Path, tree: dict[str, Any]) -> None:
    directory.mkdir()
    for name, below in tree.items():
        if below is None:
            (directory / name).touch()
        else:
            build(directory / name, below)


def unquoted(text: str) -> str:
    plain = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}

    def char(match: re.Match[str]) -> str:
        code = match.group(1)
        if code in plain:
            return plain[code]
        return chr(int(code[1:], 16) + (0xDC00 if code[0] == "x" else 0))

    return re.sub(r"\\(x..|u....|U........|.)", char, text)


def read_label(label: str) -> tuple[list[str], str]:
    """Split a line of the default preset into the names of its path ("" last for a directory) and its mark."""
    names, rest = [], label
    while True:
        quoted = re.match(r'"((?:[^"\\]|\\.)*)"', rest)
        if quoted:
            name, rest = unquoted(quoted.group(1)), rest[quoted.end() :]
        else:
            end = re.search(r"/| \(|$", rest).start()  # type: ignore[union-attr]
            name, rest = rest[:end], rest[end:]
        names.append(name)
        if not rest.startswith("/"):
            return names, rest
        rest = rest[1:]


def shown_by_default(text: str, root: Path) -> Iterator[Path]:
    """Yield the path of every line that stands for one, and check the others."""
    above: list[Path] = []
    counted: Counter[Path] = Counter()
    for line in text.splitlines():
        body = line.lstrip(" ")
        level = (len(line) - len(body)) // 2
        if level == 0:
            if not body.startswith("(") and body != "…":
                assert re.sub(r" \([^/]*\)$", "", body) == f"{root}/"
                above = [root]
                yield root
        elif body.startswith("… "):
            counted[above[level - 1]] += sum(map(int, re.findall(r"\d+", body)))
        else:
            names, mark = read_label(body)
            parent = above[level - 1]
            if "*" in names[0] and not body.startswith('"'):
                count = int(re.fullmatch(r" \((\d+) (?:files|folders)\)", mark).group(1))  # type: ignore[union-attr]
                assert sum(fnmatchcase(name, names[0]) for name in os.listdir(parent)) >= count
                counted[parent] += count
                continue
            for name in filter(None, names):
                counted[parent] += 1
                parent = parent / name
                yield parent
            closed = re.fullmatch(r" \((\d+) files?\)", mark)
            assert not closed or int(closed.group(1)) == sum(len(files) for _, _, files in os.walk(parent))
            assert parent.is_dir() == (names[-1] == "")
            above[level:] = [parent]
    assert all(count == len(os.listdir(path)) for path, count in counted.items())


def shown_by_glyphs(text: str, root: Path) -> Iterator[Path]:
    above = [root]
    for line in text.splitlines():
        glyph = re.match(r"((?:│   |    )*)[├└]── ", line)
        if glyph:
            name = line[glyph.end() :]
            if re.fullmatch(r"\(\d+ more items not shown\.\.\.\)", name):
                continue
            level = len(glyph.group(1)) // 4 + 1
            plain = re.fullmatch(r'"(.*)"(/?)', name)
            path = above[level - 1] / (unquoted(plain.group(1)) if plain else name.removesuffix("/"))
            assert path.is_dir() == line.endswith("/")
            yield path
            above[level:] = [path]


def nodes(node: TreeNode) -> Iterator[TreeNode]:
    yield node
    for child in node.children or ():
        yield from nodes(child)


def answers(tree: dict[str, Any], query: TreeQuery) -> Iterator[tuple[Path, TreeAnswer, TreeAnswer]]:
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary).resolve() / "root"
        build(root, tree)
        directory = DirectoryTree([root])
        yield root, directory.render(root, query), directory.render(root, replace(query, format="json"))


@given(tree=TREES, query=QUERIES)
def test_every_answer_is_within_its_budget_and_tells_the_truth(tree: dict[str, Any], query: TreeQuery) -> None:
    for root, answer, as_nodes in answers(tree, query):
        text = answer.text
        assert text, "an answer that shows nothing says so"
        limit = resolve(query)[1].max_chars
        assert limit is None or len(text) <= limit
        assert query.max_tokens is None or len(text.encode()) <= 4 * query.max_tokens
        assert answer.stats.entries <= (query.max_entries or 1_000_000)
        assert answer.stats.characters == len(text)
        assert answer.stats.max_depth <= (
            64 if query.max_depth is None else query.max_depth + (query.preset == "aigne")
        )

        parse = shown_by_default if query.preset == "default" else shown_by_glyphs
        shown = list(parse(text, root))
        assert all(os.path.lexists(path) for path in shown)
        assert len(shown) == len(set(shown))
        listed = [node for top in as_nodes.roots or () for node in nodes(top)]
        assert {node.path for node in listed} - {root} == set(shown) - {root}
        assert answer.stats.entries == len({*shown} - {root})

        if listed:
            found = answer.stats.files + answer.stats.directories
            assert len(listed) - 1 + sum(node.omitted for node in listed) == found
        if listed and query.preset == "default":
            assert found == sum(len(folders) + len(files) for _, folders, files in os.walk(root))
            assert answer.truncated or answer.cut_by or len(listed) - 1 == found - in_closed(root)


def in_closed(root: Path) -> int:
    """Count what is below folders that are never opened."""
    inside = 0
    for path, folders, _ in os.walk(root):
        if "node_modules" in folders:
            inside += sum(len(folders) + len(files) for _, folders, files in os.walk(Path(path, "node_modules")))
            folders.remove("node_modules")
    return inside


@example(
    tree={"a": dict.fromkeys([*NAMES[:11], "star*", *(f"v{number}.sql" for number in range(9))])},
    query=TreeQuery(max_items_per_directory=1, max_tokens=53),
)
@example(
    tree={"a": {"a": None, **{f"v{number}": None for number in range(9)}}},
    query=TreeQuery(max_items_per_directory=1, max_tokens=26),
)
@example(
    tree={"a": {"a": None, **{f"v{number}": {} for number in range(9)}}},
    query=TreeQuery(max_items_per_directory=9, max_tokens=47),
)
@given(tree=TREES, query=QUERIES)
def test_a_tree_is_truncated_where_a_larger_budget_shows_more(tree: dict[str, Any], query: TreeQuery) -> None:
    query = replace(query, preset="default")
    ample = replace(query, max_chars=1_000_000, max_tokens=None, max_entries=None)
    for root, answer, as_nodes in answers(tree, query):
        whole = DirectoryTree([root]).render(root, replace(ample, format="json"))
        assert not whole.truncated
        assert answer.truncated == (not BUDGETS.isdisjoint(answer.cut_by))
        assert {*answer.cut_by} - BUDGETS <= {*whole.cut_by}
        if not answer.truncated:
            assert as_nodes.roots == whole.roots
        elif query.max_items_per_directory is None:  # else it is not always known which of the two it was
            assert answer.stats.entries < whole.stats.entries or answer.stats.entries == 0


@given(tree=TREES)
def test_an_ample_budget_shows_everything(tree: dict[str, Any]) -> None:
    query = TreeQuery(max_chars=1_000_000, priority=("node_modules",))  # which stays closed unless asked for
    for root, answer, _ in answers(tree, query):
        everything = sum(len(folders) + len(files) for _, folders, files in os.walk(root))
        assert not answer.truncated
        assert answer.stats.entries == answer.stats.files + answer.stats.directories == everything


@given(trees=st.lists(TREES, min_size=2, max_size=3), query=QUERIES, message=st.sampled_from([None, "ask for more"]))
def test_several_folders_share_one_budget(trees: list[dict[str, Any]], query: TreeQuery, message: str | None) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        roots = [Path(temporary).resolve() / f"root{number}" for number in range(len(trees))]
        for root, tree in zip(roots, trees, strict=True):
            build(root, tree)
        answer = DirectoryTree(roots).render(None, replace(query, cut_off_message=message))
    limit = resolve(query)[1].max_chars
    assert answer.text, "an answer that shows nothing says so"
    assert limit is None or len(answer.text) <= limit
    assert query.max_tokens is None or len(answer.text.encode()) <= 4 * query.max_tokens
    assert answer.stats.entries <= (query.max_entries or 1_000_000)
