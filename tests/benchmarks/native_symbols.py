"""Symbol search beside the native server of a language: the same tree, queries and client, in the same run.

  native_symbols.py --queries FILE.jsonl --tree FOLDER [--open FILE] --server NAME=COMMAND --server NAME=COMMAND ...

FILE holds queries (`kind` "identifier": query, form, root, relevant) about the tree; FOLDER/root is the workspace. Each
server is asked `workspace/symbol` once its answers have settled, `--open` is opened before: some load a project only
then. Prints file NDCG@10 by form (ten symbols folded to their files), and the wall time of a query.
"""

from __future__ import annotations

import argparse
import collections
import json
import queue
import shlex
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "protocol"))
from raw_client import RawClient
from symbols_quality import DEPTH, ndcg

SETTLED_S = 4.0
LONGEST_START_S = 240.0
CAPABILITIES = {
    "workspace": {"symbol": {}, "workspaceFolders": True, "configuration": True},
    "window": {"workDoneProgress": True},
    "general": {"positionEncodings": ["utf-16"]},
}


class Editor(RawClient):
    """A client that answers what servers ask, with nothing. `busy` holds the tokens of work that they show."""

    def __init__(self, command: Sequence[str], **popen: Any) -> None:
        super().__init__(command, **popen)
        self.busy: set[Any] = set()

    def ask(self, method: str, params: Any) -> Any:
        """Return the result of a request; None when it is refused or takes a minute."""
        msg_id = self.start(method, params)
        while True:
            try:
                message = self.read()
            except queue.Empty:
                return None
            if "method" in message and "id" in message:
                items = message["params"].get("items") if message["method"] == "workspace/configuration" else None
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": items and [None] * len(items)})
            elif message.get("method") == "$/progress":
                kind = message["params"]["value"].get("kind")
                (self.busy.discard if kind == "end" else self.busy.add)(message["params"]["token"])
            elif message.get("id") == msg_id:
                return message.get("result")

    def symbols(self, query: str) -> list[Any]:
        """Return the answer to a symbol query."""
        return self.ask("workspace/symbol", {"query": query}) or []


def started(command: str, root: Path, opened: Path | None, probe: list[str]) -> tuple[Editor, float]:
    """Return a server whose answers have settled, and the seconds that took."""
    begin = time.monotonic()
    editor = Editor(shlex.split(command), cwd=root)
    folder = {"uri": root.as_uri(), "name": root.name}
    params = {"processId": None, "rootUri": root.as_uri(), "workspaceFolders": [folder], "capabilities": CAPABILITIES}
    editor.ask("initialize", params)
    editor.notify("initialized", {})
    if opened is not None:
        kinds = {".py": "python", ".ts": "typescript", ".tsx": "typescriptreact", ".c": "c", ".cpp": "cpp"}
        item = {"uri": opened.as_uri(), "languageId": kinds[opened.suffix], "version": 1, "text": opened.read_text()}
        editor.notify("textDocument/didOpen", {"textDocument": item})
    counts: list[int] = []
    settled = time.monotonic()
    while time.monotonic() - begin < LONGEST_START_S:
        now = [len(editor.symbols(query)) for query in probe]
        if now != counts or not sum(now) or editor.busy:
            counts, settled = now, time.monotonic()
        elif time.monotonic() - settled > SETTLED_S:
            break
        time.sleep(0.5)
    return editor, settled - begin


def files_of(symbols: list[Any], tree: Path) -> list[str]:
    """Return the distinct files of the first ten symbols, relative to the tree."""
    paths = [Path(unquote(urlparse(symbol["location"]["uri"]).path)) for symbol in symbols[:DEPTH]]
    return list(dict.fromkeys(path.relative_to(tree).as_posix() for path in paths if path.is_relative_to(tree)))


def main() -> None:
    """Ask every server every query and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=Path, required=True)
    parser.add_argument("--tree", type=Path, required=True)
    parser.add_argument("--open", type=Path)
    parser.add_argument("--server", action="append", required=True, metavar="NAME=COMMAND")
    options = parser.parse_args()
    tree = options.tree.resolve()
    queries = [query for query in map(json.loads, options.queries.open()) if query["kind"] == "identifier"]
    root = tree / queries[0]["root"]
    forms = sorted({query["form"] for query in queries})
    print("| server | all |", " | ".join(forms), "| p50 ms | p95 ms | symbols an answer | ready after s |")
    print("|---|" + "---:|" * (len(forms) + 5))
    for server in options.server:
        name, _, command = server.partition("=")
        exact = [query["query"] for query in queries if query["form"] == "exact"]
        editor, ready = started(command, root, options.open and options.open.resolve(), exact[:3])
        scores: dict[str, list[float]] = collections.defaultdict(list)
        took, lengths = [], []
        for query in queries:
            begin = time.perf_counter()
            symbols = editor.symbols(query["query"])
            took.append((time.perf_counter() - begin) * 1e3)
            lengths.append(len(symbols))
            value = ndcg(files_of(symbols, tree), {target["path"] for target in query["relevant"]})
            scores[query["form"]].append(value)
            scores["all"].append(value)
        editor.kill()
        values = " | ".join(f"{statistics.mean(scores[form]):.3f}" for form in ("all", *forms))
        times = f"{statistics.median(took):.1f} | {sorted(took)[int(len(took) * 0.95)]:.1f}"
        print(f"| {name} | {values} | {times} | {statistics.median(lengths):.0f} | {ready:.1f} |", flush=True)


if __name__ == "__main__":
    main()
