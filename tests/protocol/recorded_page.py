"""The examples of PROTOCOL.md, held with a real server: what stands behind `→` is sent, and `←` is what comes back.

What differs from run to run (paths, times, hashes, numbers of commits) is replaced by fixed values. Scores may differ a
little between processors: one that is near to the recorded one is the recorded one.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from git_commits import git
from raw_client import TIMEOUT_S, RawClient
from shop_files import CART
from written_files import write

ROOT = "/home/me/shop"
FILES = {
    "README.md": "# Shop\n\nA cart, its total price and its taxes.\n",
    ".gitignore": "dist/\n",
    "dist/bundle.js": "var ignored = true;\n",
    "shop/cart.py": CART,
    "shop/money.py": '''"""Amounts of money."""

TAX_RATE = 0.19


def with_tax(amount):
    """Add the value added tax."""
    return amount * (1 + TAX_RATE)


def format_amount(amount, currency="EUR"):
    """Format an amount of money for display."""
    return f"{amount:.2f} {currency}"
''',
    "shop/checkout.py": """from shop.cart import Cart


def check_out(prices):
    cart = Cart()
    for price in prices:
        cart.add(price)
    return cart.total_price()
""",
    "tests/test_cart.py": """from shop.cart import Cart


def test_total_price():
    cart = Cart()
    cart.add(100)
    assert cart.total_price() == 119
""",
    "web/cart.js": "export function showCart(cart) {\n  return `${cart.items.length} items`;\n}\n",
}

_BLOCK = re.compile(r"<!-- (example|sent)(?: (\S+))? -->\n```\n(.*?)```\n<!-- /\1 -->", re.DOTALL)
_INDEX = re.compile(r'[^" ]*/lsp-codebase/indexes/[^" /]*')
_TOOK = re.compile(r"in \d+\.\d s\b")
_MODEL = re.compile(r"builtin@[0-9a-f]{12}")
_MEMBERS = ("id", "method", "params", "result", "error")
_TEXTS = {
    "files": 4,
    "bytes": 912,
    "hits": 10,
    "misses": 4,
    "mostRead": [{"uri": f"file://{ROOT}/shop/money.py", "reads": 5}],
}
_FIXED = {
    "tookMs": 1.5,
    "scanMs": 1.5,
    "cachedAt": "2026-01-01T09:00:00+00:00",
    "generation": 3,
    "bytesOnDisk": 98304,
    "bytesByPart": {"chunks": 40960, "words": 24576, "symbols": 20480, "files": 12288},
    "pid": 4711,
    "texts": _TEXTS,
    "nextCursor": "MiAwMTlmMDdhYjJlZjQ5OGVj",  # it names the folder, and that is elsewhere in each run
}
_ETAG = "5ad1c0de5ad1c0de5ad1c0de"
_NEAR = 0.025
_WIDTH = 110
_MARGIN = 2  # behind the arrow
_OF_INDEXING = "codebase/index/"


def make_workspace(root: Path) -> None:
    write(root, FILES)


def commit_all(root: Path) -> None:
    """Make two commits of the workspace, with ids that are the same everywhere."""
    git(root, "init", "-q")
    git(root, "add", ".gitignore", "README.md", "shop", "tests", "web", ":!shop/money.py")
    git(root, "commit", "-q", "-m", "Begin a shop with a cart")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "Add the value added tax to prices\n\nThe total was shown without it.", day=2)


def examples(page: str) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield what each example sends, and what it gets; a message that is no JSON as its text."""
    for block in _BLOCK.finditer(page):
        written = _messages(block[3])
        yield [sent for arrow, sent in written if arrow == "→"], [got for arrow, got in written if arrow == "←"]


class Recorder:
    """One session with a server that has not been sent anything."""

    def __init__(self, client: RawClient, root: Path) -> None:
        self._client = client
        self._root = root
        self._etag = _ETAG
        self._from_server: list[Any] = []

    def recorded(self, page: str) -> str:
        """Return the page as this server would have it."""
        return _BLOCK.sub(self._block, page)

    def _block(self, block: re.Match[str]) -> str:
        kind, method, body = block.groups()
        written = _messages(body)
        known = [message for arrow, message in written if arrow == "←"]
        if kind == "sent":
            shown = [("←", self._fixed(message)) for message in self._sent_by_server(method)]
        else:
            shown = list(self._held([message for arrow, message in written if arrow == "→"]))
        answers = iter(known)
        lines = [
            f"{arrow} {as_text(near(message, next(answers, None)) if arrow == '←' else message)}\n"
            for arrow, message in shown
        ]
        name = f"{kind} {method}" if method else kind
        return f"<!-- {name} -->\n```\n{''.join(lines)}```\n<!-- /{kind} -->"

    def _held(self, messages: list[Any]) -> Iterator[tuple[str, Any]]:
        """Send messages, and yield them with what comes back."""
        after = [*messages[1:], None]
        for message, following in zip(messages, after, strict=True):
            yield "→", message
            if isinstance(message, str):
                self._client.write(f"Content-Length: {len(message)}\r\n\r\n{message}".encode())
                yield from self._answer(None)
                continue
            real = json.dumps({"jsonrpc": "2.0", **message}).replace(ROOT, str(self._root)).replace(_ETAG, self._etag)
            self._client.send(json.loads(real))
            method = message["method"]
            if method == "$/cancelRequest":
                yield from self._answer(message["params"]["id"])
            elif "id" in message and not (isinstance(following, dict) and following["method"] == "$/cancelRequest"):
                yield from self._answer(message["id"])
            if method in ("initialized", "codebase/reindex"):
                self._wait_for_phase("ready", "disabled")
            elif method == "workspace/didChangeConfiguration":
                self._wait_for_phase("disabled")

    def _answer(self, msg_id: Any) -> Iterator[tuple[str, Any]]:
        """Yield what is sent on behalf of a request, its answer last."""
        while True:
            message = self._read()
            if "method" not in message and message["id"] == msg_id:
                yield "←", self._fixed(message)
                return
            if message.get("method") == "$/progress" and not _is_of_indexing(message):
                yield "←", self._fixed(message)

    def _wait_for_phase(self, *phases: str) -> None:
        """Return when the index has been in such a phase at two looks: indexing may begin after the first."""
        looks, deadline = 0, time.monotonic() + TIMEOUT_S
        while looks < 2:
            assert time.monotonic() < deadline, f"the index is never {phases}"
            self._client.send({"jsonrpc": "2.0", "id": "look", "method": "codebase/status", "params": {}})
            while (answer := self._read()).get("id") != "look":
                pass
            (status,) = answer["result"]
            looks = looks + 1 if status["phase"] in phases and not status["stale"] else 0

    def _sent_by_server(self, method: str) -> list[Any]:
        """Return what the server sent without being asked: the progress of its first run, or the latest message."""
        while True:
            found = [message for message in self._from_server if message["method"] == method]
            if method == "$/progress":
                run = [one for one in found if _is_of_indexing(one) and one["params"]["value"]["kind"] != "report"]
                if len(run) > 1:
                    return run[:2]
            elif method == "codebase/indexStatus":
                latest = found[-1]["params"] if found else {}
                if latest.get("phase") == "ready" and not latest["stale"]:  # a cleared index is ready, and stale
                    return found[-1:]
            elif found:
                return found[:1]
            self._read()

    def _read(self) -> Any:
        message = self._client.read()
        if "method" in message:
            self._from_server.append(message)
            if "id" in message:
                self._client.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        return message

    def _fixed(self, message: Any) -> Any:
        text = json.dumps({key: message[key] for key in _MEMBERS if key in message})
        text = _TOOK.sub("in 1.5 s", _MODEL.sub("builtin@0123456789ab", text))
        text = _INDEX.sub("/home/me/.cache/lsp-codebase/indexes/shop", text).replace(str(self._root), ROOT)
        return json.loads(text, object_hook=self._fixed_object)

    def _fixed_object(self, value: dict[str, Any]) -> dict[str, Any]:
        fixed = {key: _FIXED.get(key, item) for key, item in value.items()}
        if "etag" in value:
            self._etag, fixed["etag"] = value["etag"], _ETAG
        if "score" in value:
            fixed["score"] = round(value["score"], 2)
        if "characters" in value:  # the first line of a tree holds the path of its root
            fixed["characters"] = value["characters"] - len(str(self._root)) + len(ROOT)
        if value.get("name") in ("manifest", "row index"):  # versions, and what is built when there is time
            fixed["detail"] = "…"
        if "phase" in value and "languages" in value:  # the page would be a list of languages without files
            fixed["languages"] = {name: count for name, count in value["languages"].items() if count}
        if "serverInfo" in value:
            fixed["serverInfo"] = {**value["serverInfo"], "version": "…"}
        if "method" in value and "id" in value:
            fixed["id"] = "…"
        return fixed


def _messages(body: str) -> list[tuple[str, Any]]:
    """Return the messages of an example with their arrows."""
    entries = re.split(r"^(?=[→←] )", body, flags=re.MULTILINE)[1:]
    return [(entry[0], _parsed(entry[2:].strip())) for entry in entries]


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _is_of_indexing(message: Any) -> bool:
    return str(message["params"]["token"]).startswith(_OF_INDEXING)


def near(value: Any, known: Any) -> Any:
    """Return a value with the known one in place of each fraction that is close to it."""
    if isinstance(value, dict) and isinstance(known, dict):
        return {key: near(item, known.get(key)) for key, item in value.items()}
    if isinstance(value, list) and isinstance(known, list):
        return [near(item, known[at] if at < len(known) else None) for at, item in enumerate(value)]
    is_close = isinstance(value, float) and isinstance(known, float) and abs(value - known) < _NEAR
    return known if is_close else value


def as_text(value: Any, indent: int = _MARGIN) -> str:
    """Return JSON on one line where it is short, else an entry a line; text that is none as it is."""
    return value if isinstance(value, str) else _as_json(value, indent)


def _as_json(value: Any, indent: int) -> str:
    short = json.dumps(value, ensure_ascii=False)
    if indent + len(short) <= _WIDTH or not isinstance(value, dict | list) or not value:
        return short
    inner = indent + 2
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_as_json(item, inner)}" for key, item in value.items()]
    else:
        parts = [_as_json(item, inner) for item in value]
    pad = " " * inner
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    lines = ",\n".join(pad + part for part in parts)
    return f"{opening}\n{lines}\n{' ' * indent}{closing}"
