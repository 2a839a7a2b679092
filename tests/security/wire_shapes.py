"""Params of every message the server takes, made from the types it declares, and ways to spoil them.

A method that is new in `messages.PARAMS` or in the server's handlers is made without being named here.
"""

from __future__ import annotations

import sys
import types as python_types
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from enum import Enum
from functools import cache
from random import Random
from typing import Any, Literal, Union, get_args, get_origin

import attrs
from lsprotocol import types
from lsprotocol.converters import get_converter

from lsp_codebase.config import OPTIONS
from lsp_codebase.server import messages
from lsp_codebase.server.features import HANDLERS
from lsp_codebase.server.structure import camel_case

get_converter()  # resolves the forward references of lsprotocol's types

RAW = "\ue000raw:"  # a string that begins so is written without its quotes
"""JSON can say numbers that Python cannot: 1e400 has no other way in."""

ENDS = (types.SHUTDOWN, types.EXIT)
"""After these nothing is left to be asked."""

NOTIFICATIONS = tuple(
    method
    for method in (
        *HANDLERS,
        types.SET_TRACE,
        types.CANCEL_REQUEST,
    )
    if method not in ENDS and method in types.METHOD_TO_TYPES and types.METHOD_TO_TYPES[method][1] is None
)
REQUESTS = (
    *messages.PARAMS,
    types.INITIALIZE,
    types.WORKSPACE_SYMBOL,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
    types.WORKSPACE_EXECUTE_COMMAND,
    types.TEXT_DOCUMENT_HOVER,  # the server has none
)

QUERIES = (
    "where is the lock taken", "def needle",
    "needle_5", "NeedleClass", "nc", "needle.py:3", "kind:class needle", "/needle_\\d/", '"return value"',
    "lang:python -test", 'File "pkg/module_1.py", line 3, in needle_1', "@@ -1,3 +1,4 @@", "锁在哪里", "*", "a" * 600,
    "(", "[", "\\", "(a+)+$", "(a|a)*b" * 9, "x{1,1000}{1,1000}", "\x00", "'; DROP TABLE files; --", "%s%n{0}",
    "é" * 40, "\u202e\u200b",
)  # fmt: skip
GLOBS = (
    "**/*.py", "*.py", "pkg/**", "!*.md", "*a" * 12 + "b", "**/a/" * 20 + "b", "[", "[!", "[a-", "{a,{b,c}}",
    "{" * 40, "**" * 60, "../**", "/etc/*", "\\", "[[:alpha:]]*", "?" * 300, "", "a/**/" * 30, "*" * 500 + "b",
    "\x00*",
)  # fmt: skip
FOREIGN = (
    "file:///etc/passwd", "file:///proc/self/environ", "file:///dev/zero", "file:///", "file://host/share/x",
    "file:///%00", "file:", "untitled:1", "http://127.0.0.1:9/x", "relative/path", "file:///%zz",
    "file:///..%2f..%2fetc/passwd", "vscode-remote://a/b", "", "//", "file:///C:/Windows", "file:///\ud800",
    "file:///" + "a/" * 3000,
)  # fmt: skip
WORDS = ("python", "rust", "function", "class", "x", "needle", "", "default", "text", "json", "cursor", "9" * 30, "ÿ")


class Shapes:
    """Valid params of a method, from its type; `files` and `folders` are the URIs that mean something to the server."""

    def __init__(self, random: Random, files: Sequence[str], folders: Sequence[str]) -> None:
        self.random = random
        self._files, self._folders = files, folders

    def params(self, method: str) -> Any:
        """Return params that the server should accept."""
        if method == types.WORKSPACE_DID_CHANGE_CONFIGURATION:
            return {"settings": self.settings()}
        if method == types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS:
            return {"event": {side: self._folder_list() for side in ("added", "removed")}}
        if method == types.WORKSPACE_EXECUTE_COMMAND:
            command = self.random.choice([*messages.COMMANDS])
            return {"command": command, "arguments": [self.params(messages.COMMANDS[command])]}
        if method == types.INITIALIZE:
            return {"processId": None, "rootUri": self.random.choice(self._folders), "capabilities": {}}
        if method == types.TEXT_DOCUMENT_HOVER:
            return {}
        kind = messages.PARAMS.get(method) or types.METHOD_TO_TYPES[method][2]
        return self._value(kind, "")

    def settings(self) -> Any:
        """Return some settings, some of them wrong; none that names a file or a program of this machine."""
        chosen: dict[str, Any] = {}
        for option in self.random.sample(OPTIONS, self.random.randrange(4)):
            values: list[Any] = [option.default, None, [], {}, {"a": {}}, True, -1, 1.5, RAW + "1e400", 10**30]
            if option.json_type in ("integer", "number"):
                values += [option.minimum, -1, 10**9, "5"]
            if option.choices:
                values += [*option.choices, "no such"]
            if option.json_type == "array":
                values += [[glob] for glob in GLOBS]
            chosen["lspCodebase." * self.random.randrange(2) + option.key] = self.random.choice(values)
        return chosen

    def _folder_list(self) -> list[Any]:
        return [
            {"uri": self.random.choice(self._folders), "name": self.random.choice(WORDS)}
            for _ in range(self.random.randrange(3))
        ]

    def _value(self, kind: Any, name: str) -> Any:
        origin, choose = get_origin(kind), self.random.choice
        if attrs.has(kind):
            return self._object(kind)
        if origin is Literal:
            return choose(get_args(kind))
        if origin in (Union, python_types.UnionType):
            return self._value(choose([one for one in get_args(kind) if one is not type(None)]), name)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return choose([member.value for member in kind])
        makers: dict[Any, Callable[[], Any]] = {
            bool: lambda: self.random.random() < 0.5,
            int: lambda: choose((0, 1, 2, 5, 10, 80, 1000, 50_000)),
            float: lambda: choose((0, 0.5, 1)),
            str: lambda: self._text(name),
        }
        if kind in makers:
            return makers[kind]()
        if isinstance(origin, type) and issubclass(origin, Sequence):
            return [self._value(get_args(kind)[0], name) for _ in range(self.random.randrange(4))]
        return {"a": choose(WORDS)} if self.random.random() < 0.5 else choose((1, None, [], "x"))

    def _object(self, kind: type) -> dict[str, Any]:
        made = {}
        for wire, name, field_type, is_optional in _fields(kind):
            if not is_optional or self.random.random() < 0.35:
                made[wire] = self._value(field_type, name)
        return made

    def _text(self, name: str) -> str:
        choose = self.random.choice
        if name.endswith("uri"):
            return choose(self._files)
        if name == "folder":
            return choose(self._folders)
        if name == "query":
            return choose(QUERIES)
        if name in ("include", "exclude", "priority", "include_hidden", "pattern"):
            return choose(GLOBS)
        if name == "text":
            return choose(("", "def typed():\n    return 1\n", "é\U0001f600\r\nx\ry" * 20, "(\n" * 300))
        return choose(WORDS)


@cache
def _fields(kind: type) -> tuple[tuple[str, str, Any, bool], ...]:
    """Return wire name, name, type and whether it may be left out, for each field."""
    space = vars(sys.modules[kind.__module__]) if kind.__module__.startswith(messages.__name__) else vars(types)
    attrs.resolve_types(kind, space)
    fields = attrs.fields(kind)
    return tuple((camel_case(f.name), f.name, f.type, f.default is not attrs.NOTHING) for f in fields)


class Spoiler:
    """Changes one or a few places of a JSON value into what no friendly client writes."""

    def __init__(self, random: Random, files: Sequence[str]) -> None:
        self.random = random
        self._plain: tuple[Any,
            ...] = (
            None, True, False, 0, -1, 1.5, -0.0, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**64,
            -(2**63), 10**40, 1e308, RAW + "1e400", RAW + "-1e400", RAW + "1E-400", "", " ", "\x00", "\ud800",
            "a\udc00b", "psychic", "5", "true", [], {}, [[]], [None], {"": None}, ["x"] * 50, *FOREIGN, *GLOBS,
            *QUERIES, *files,
        )  # fmt: skip

    def spoil(self, value: Any) -> Any:
        """Return the value with one to three changes; it may be changed in place."""
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            value = self._spoil_once(value)
        return value

    def junk(self) -> Any:
        """Return any JSON value: mostly small, rarely long or deep."""
        roll = self.random.random()
        if roll < 0.97:
            return deepcopy(self.random.choice(self._plain))
        if roll < 0.99:
            return self.random.choice("aé\U0001f600\n*(") * int(10 ** self.random.uniform(2, 4.5))
        return nested(self.random.randrange(2, 100), self.random.random() < 0.5)

    def _spoil_once(self, value: Any) -> Any:
        parent, key = self._place(value)
        if parent is None:
            return self.junk()
        action = self.random.random()
        if action < 0.6:
            parent[key] = self.junk()
        elif action < 0.75:
            del parent[key]
        elif isinstance(parent, dict):
            parent[self.random.choice(("extra", "", "__class__", key.upper(), key + "x", "jsonrpc"))] = self.junk()
        else:
            parent.insert(key, self.junk())
        return value

    def _place(self, value: Any) -> tuple[Any, Any]:
        """Return a container and a key of it, at any depth; None for the whole value."""
        parent, key = None, None
        while isinstance(value, dict | list) and value and (parent is None or self.random.random() < 0.6):
            parent = value
            key = self.random.choice([*value]) if isinstance(value, dict) else self.random.randrange(len(value))
            value = value[key]
        return (None, None) if self.random.random() < 0.04 else (parent, key)


def nested(depth: int, is_list: bool) -> Any:
    """Return a value of this many levels."""
    value: Any = "core"
    for _ in range(depth):
        value = [value] if is_list else {"a": value}
    return value


def is_harmless(method: str, params: Any, folders: Sequence[str]) -> bool:
    """Whether a message opens no folder of this machine: a server asked to would index all of it."""
    if method != types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS or not isinstance(params, Mapping):
        return True
    event = params.get("event")
    added = event.get("added") if isinstance(event, Mapping) else None
    if not isinstance(added, list):
        return True
    uris = [folder.get("uri") for folder in added if isinstance(folder, Mapping)]
    return all(not isinstance(uri, str) or uri in folders or not uri.lower().startswith(("file:", "/")) for uri in uris)
