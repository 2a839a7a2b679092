"""How often the directory a reader would need is visible in a tree of limited size.

  python tests/benchmarks/tree_usefulness.py --eval DIR --trees DIR [--chars 10000] [--indexed]

The development queries of kind `commit` name the files a later commit changed. A file counts when its directory has a
line in the tree (`dir`) or when it has one itself (`file`). DIR of --eval holds `data/*.jsonl` and `*.repos.json`, that
of --trees the checkouts as its `layout.py` lays them out. With --indexed each is indexed first, in a temporary
directory, and `default` weighs directories by their symbols.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, EntryKind, TreeAnswer, TreeNode, TreeQuery
from lsp_codebase.tree import DirectoryTree
from lsp_codebase.workspace import Workspace

PRESETS = ("default", "void", "aigne")


def targets(data: Path) -> dict[tuple[str, str], list[str]]:
    """Return the right files of the commit queries, with repetitions, by repository and commit."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for file in sorted(data.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            query = json.loads(line)
            if query["kind"] == "commit":
                found[query["repo"], query["commit"]] += sorted({place["path"] for place in query["relevant"]})
    return found


def paths(node: TreeNode) -> Iterator[tuple[Path, bool]]:
    yield node.path, node.kind is EntryKind.DIRECTORY
    for child in node.children or ():
        yield from paths(child)


def indexed(root: Path, queries: Sequence[TreeQuery]) -> list[TreeAnswer]:
    with tempfile.TemporaryDirectory() as cache:
        workspace = Workspace(Settings(index_location=cache, embedding_model="none"))
        try:
            workspace.add_folder(root)
            workspace.start()
            workspace.find(root).wait_until_idle(CancelToken())
            return [workspace.tree(root, query, CancelToken()) for query in queries]
        finally:
            workspace.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--eval", type=Path, required=True)
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--chars", type=int, default=10_000)
    parser.add_argument("--indexed", action="store_true")
    arguments = parser.parse_args()
    sums: dict[str, list[int]] = {preset: [0, 0] for preset in PRESETS}
    total = 0
    print("| repository | files asked for |" + "".join(f" {preset} dir | {preset} file |" for preset in PRESETS))
    print("|---|--:|" + "--:|" * 2 * len(PRESETS))
    for (name, commit), wanted in sorted(targets(arguments.eval / "data").items()):
        root = arguments.trees / f"{name}-{commit[:12]}"
        row = f"| {name} | {len(wanted)} |"
        total += len(wanted)
        queries = [TreeQuery(preset=preset, format="json", max_chars=arguments.chars) for preset in PRESETS]
        answers = (
            indexed(root, queries) if arguments.indexed else [DirectoryTree([root]).render(root, q) for q in queries]
        )
        for preset, answer in zip(PRESETS, answers, strict=True):
            assert answer.stats.characters <= arguments.chars
            shown = dict(paths((answer.roots or ())[0]))
            directories = sum(shown.get((root / path).parent, False) for path in wanted)
            files = sum(root / path in shown for path in wanted)
            sums[preset][0] += directories
            sums[preset][1] += files
            row += f" {directories / len(wanted):.3f} | {files / len(wanted):.3f} |"
        print(row)
    print(f"| **all** | {total} |" + "".join(f" **{d / total:.3f}** | {f / total:.3f} |" for d, f in sums.values()))


if __name__ == "__main__":
    main()
