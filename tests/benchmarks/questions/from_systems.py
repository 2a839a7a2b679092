"""Queries as people copy them from a running system: variables, metrics, calls, elements, SQL, data, keys of texts.

Each is made of a line of the tree that alone has what it names.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from lsp_codebase.parse import detect_language
from lsp_codebase.scan.roles import path_roles

from .candidate import Candidate
from .definitions import Answer

_READ = re.compile(
    r"(?:getenv\(|process\.env\.|os\.environ(?:\.get\(|\[)|\bENV(?:\[|\.fetch\()|\benv\(|System\.get_env\(|LookupEnv\()"
    r"[\"']?([A-Z][A-Z0-9]*_[A-Z0-9_]+)"
)
_METRIC = re.compile(r"[\"']([a-z]+(?:_[a-z]+){1,5}_(?:total|seconds|bytes|count))[\"']")
_ELEMENT = re.compile(r"<([a-z]\w*)[^<>]*?\b(?:class|className)=[\"']([\w\s-]{6,80})[\"']")
_TABLE = re.compile(
    r"create_table[ (]+[:\"](\w+)|create\s+table\s+(?:if\s+not\s+exists\s+)?[`\"]?(\w+)|Schema::create\('(\w+)"
    r"|create table\(:(\w+)|__tablename__\s*=\s*[\"'](\w+)",
    re.IGNORECASE,
)
_KEY = re.compile(r"[\"'](\w{4,30})[\"']\s*(?::|=>)|\bjson:\"(\w{4,30})[\",]")
_RPC = re.compile(r"\s*(service|rpc)\s+(\w+)|package\s+([\w.]+);")
_WRITES_ELEMENTS = frozenset("embeddedtemplate heex html javascript jsx php svelte tsx twig vue".split())
_NEAR = 12  # lines between keys of one value

Places = dict[str, set[Answer]]


def candidates(texts: dict[str, str]) -> Iterator[Candidate]:
    """Yield all that is made of the texts of a tree."""
    code = {path: text for path, text in texts.items() if "test" not in path_roles(path)}
    yield from _around(code, _READ, {"variable, set": "{}=x7", "variable, of a container": "docker run -e {}=1 shop"})
    labels = '{{job="shop",status="500"}}'
    yield from _around(
        code, _METRIC, {"metric, sample": f"{{}}{labels} 12", "metric, query": f"rate({{}}{labels}[5m])"}
    )
    yield from _around(
        code,
        _TABLE,
        {
            "SQL, statement": "SELECT id, created_at FROM {} WHERE id = $1 ORDER BY created_at DESC LIMIT 10",
            "SQL, error": 'ERROR: relation "{}" does not exist at character 15',
        },
    )
    yield from _elements(code)
    yield from _data(code)
    for path, text in texts.items():
        if path.endswith(".proto"):
            yield from _calls(path, text)
        elif path.endswith(".json") and re.search(r"(?:^|[/_.-])en(?:\.json|/)", path):
            yield from _keys(path, text)


def _around(code: dict[str, str], expression: re.Pattern[str], forms: dict[str, str]) -> Iterator[Candidate]:
    """Yield forms around what an expression finds in one file, or two of them."""
    found: Places = defaultdict(set)
    for path, text in code.items():
        for row, line in enumerate(text.split("\n"), 1):
            for match in expression.finditer(line):
                found[next(filter(None, match.groups()))].add(Answer(path, row, row))
    for name, places in found.items():
        if len({place.path for place in places}) == 1 and len(name) > 3:
            right = tuple(sorted(places, key=lambda place: place.start or 0))
            for kind, form in forms.items():
                yield Candidate(kind, form.format(name), right, f"{right[0].path} {name}")


def _elements(code: dict[str, str]) -> Iterator[Candidate]:
    found: dict[tuple[str, str], set[Answer]] = defaultdict(set)
    for path, text in code.items():
        for row, line in enumerate(text.split("\n"), 1) if detect_language(path) in _WRITES_ELEMENTS else ():
            for tag, classes in _ELEMENT.findall(line):
                found[tag, " ".join(classes.split())].add(Answer(path, row, row))
    for (tag, classes), places in found.items():
        if len(places) == 1 and "-" in classes:
            right = tuple(places)
            yield Candidate("element", f'<{tag} class="{classes}">3 items</{tag}>', right, right[0].path)
            yield Candidate("selector", ".".join([tag, *classes.split()]), right, right[0].path)


def _data(code: dict[str, str]) -> Iterator[Candidate]:
    """Yield data of three keys that stand together in one file."""
    rows: dict[str, dict[str, int]] = defaultdict(dict)
    for path, text in code.items():
        if detect_language(path) not in ("json", "yaml", "markdown"):
            for row, line in enumerate(text.split("\n"), 1):
                rows[path] |= dict.fromkeys(chain.from_iterable(filter(None, key) for key in _KEY.findall(line)), row)
    holding: dict[str, set[str]] = defaultdict(set)
    for path, keys in rows.items():
        for key in keys:
            holding[key].add(path)
    for path, keys in rows.items():
        for three in zip(*(list(keys)[at::3] for at in range(3)), strict=False):
            lines = sorted(keys[key] for key in three)
            if lines[-1] - lines[0] <= _NEAR and set.intersection(*(holding[key] for key in three)) == {path}:
                query = json.dumps(dict(zip(three, (1, "abc", None), strict=True)))
                yield Candidate("data", query, (Answer(path, lines[0], lines[-1]),), f"{path}:{lines[0]}")


def _calls(path: str, text: str) -> Iterator[Candidate]:
    package = service = ""
    for row, line in enumerate(text.split("\n"), 1):
        if found := _RPC.match(line):
            package = found[3] or package
            service = found[2] if found[1] == "service" else service
            if found[1] == "rpc":
                yield Candidate("call of gRPC", f"/{package}.{service}/{found[2]}", (Answer(path, row, row),), path)


def _keys(path: str, text: str) -> Iterator[Candidate]:
    try:
        texts = json.loads(text)
    except ValueError:
        return
    for key in _dotted(texts):
        if "." in key and re.fullmatch(r"[\w.-]+", key):
            yield Candidate("key of a text", key, (Answer(path),), path)


def _dotted(value: object, before: str = "") -> Iterator[str]:
    for key, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, str):
            yield f"{before}{key}"
        yield from _dotted(inner, f"{before}{key}.")
