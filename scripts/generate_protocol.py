"""Write the tables of PROTOCOL.md from the declarations that the server reads and enforces.

    python scripts/generate_protocol.py           rewrite the tables
    python scripts/generate_protocol.py --check   say whether they are stale, exit code 1 if so

A table stands between `<!-- fields Hit -->` and `<!-- /fields -->`; the text around it is written by hand. The examples
are recorded from a running server by `tests/protocol/test_page_examples.py`, not here.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs

from lsp_codebase import model
from lsp_codebase.parse import LANGUAGES
from lsp_codebase.server import messages
from lsp_codebase.server.structure import camel_case
from lsp_codebase.tree import PRESETS

PAGE = Path(__file__).resolve().parents[1] / "PROTOCOL.md"
LSP = "https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/"
_TABLE = re.compile(r"<!-- (fields|values|commands|presets|languages|kinds)(?: (\w+))? -->\n.*?<!-- /\1 -->", re.DOTALL)
_JSON_NAMES = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null", Any: "value"}


def page(text: str) -> str:
    """Return the page with its tables renewed."""

    def renewed(table: re.Match[str]) -> str:
        kind, name = table.groups()
        return f"<!-- {kind}{' ' + name if name else ''} -->\n{_TABLES[kind](name)}\n<!-- /{kind} -->"

    return _TABLE.sub(renewed, text)


def descriptions(declared: type) -> Mapping[str, str]:
    """Return the text below each attribute of a class, on one line."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(declared))).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for attribute, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(attribute, ast.AnnAssign):
            target: ast.expr = attribute.target
        elif isinstance(attribute, ast.Assign):
            (target,) = attribute.targets
        else:
            continue
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            found[ast.unparse(target)] = " ".join(str(below.value.value).split())
    return found


def message_types() -> Mapping[str, type]:
    """Return every type of the contract by its name."""
    declared = {name: getattr(messages, name) for name in messages.__all__}
    return {name: kind for name, kind in declared.items() if attrs.has(kind)}


def received_types() -> Sequence[type]:
    """Return the types that a client sends: those whose fields have defaults that matter."""
    return [*messages.PARAMS.values(), messages.Weights, messages.CoreFiles, messages.ChosenPlace]


def _fields(name: str) -> str:
    declared = message_types()[name]
    is_received = declared in received_types()
    hints, told = get_type_hints(declared), descriptions(declared)
    rows = []
    for field in attrs.fields(declared):
        wire, is_optional = camel_case(field.name), field.default is None
        kind = _type(field.metadata.get("one_of", hints[field.name]), is_optional=is_optional)
        meaning = told[field.name] + _limits(field.metadata)
        if is_received:
            rows.append((f"`{wire}`", kind, _default(field.default), meaning))
        else:
            rows.append((f"`{wire}`" + (" (optional)" if is_optional else ""), kind, meaning))
    return _table(("field", "type", "default", "meaning") if is_received else ("field", "type", "meaning"), rows)


def _type(kind: Any, *, is_optional: bool = False) -> str:
    if kind in _JSON_NAMES:
        return _JSON_NAMES[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(f'`"{choice}"`' for choice in inner)
    if inner and issubclass(origin if isinstance(origin, type) else object, Sequence):
        return f"list of {_type(inner[0])}"
    if inner and issubclass(origin if isinstance(origin, type) else object, Mapping):
        return f"object of {_type(inner[1])} by name"
    if inner:  # a union
        return " or ".join(_type(one) for one in inner if not (is_optional and one is type(None)))
    name = kind.__name__
    is_of_lsp = kind.__module__.startswith("lsprotocol")
    if is_of_lsp:
        return f"[`{name}`]({LSP}#{name[0].lower()}{name[1:]})"
    # The params of a request stand below its own heading.
    method = next((method for method, params in messages.PARAMS.items() if params is kind), name)
    return f"[`{name}`](#{method.replace('/', '').lower()})"


def _default(default: Any) -> str:
    if default is attrs.NOTHING:
        return "required"
    return "" if default is None else f"`{json.dumps(default)}`"


def _limits(metadata: Mapping[str, Any]) -> str:
    if "within" in metadata:
        return f" From {metadata['within'].least:,} to {metadata['within'].most:,}."
    if "length" in metadata:
        return f" From {metadata['length'].least:,} to {metadata['length'].most:,} characters."
    return ""


def _values(name: str) -> str:
    enumeration = getattr(model, name)
    told = descriptions(enumeration)
    return _table(("value", "meaning"), [(f"`{one.value}`", told[one.name]) for one in enumeration])


def _commands(_: str) -> str:
    return _table(("request", "command"), [(f"`{method}`", f"`{name}`") for name, method in messages.COMMANDS.items()])


def _presets(_: str) -> str:
    names = ("max_chars", "max_entries", "include_hidden", "priority")
    rows = [
        (f"`{preset}`", *("" if (value := getattr(query, name)) is None else _default(value) for name in names))
        for preset, query in PRESETS.items()
    ]
    return _table(("preset", *(f"`{camel_case(name)}`" for name in names)), rows)


def _languages(_: str) -> str:
    def listed(*, is_code: bool) -> str:
        return ", ".join(f"`{name}`" for name, language in LANGUAGES.items() if language.is_code is is_code)

    return f"Code: {listed(is_code=True)}.\n\nOther: {listed(is_code=False)}."


def _kinds(_: str) -> str:
    return ", ".join(f"`{kind.name}` {kind.value}" for kind in model.SymbolKind) + "."


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


_TABLES: Mapping[str, Callable[[str], str]] = {
    "fields": _fields,
    "values": _values,
    "commands": _commands,
    "presets": _presets,
    "languages": _languages,
    "kinds": _kinds,
}


def main() -> int:
    """Rewrite the page, or check it; return the exit code."""
    parser = argparse.ArgumentParser(description="Generate the tables of PROTOCOL.md from the server's declarations.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 when something is stale")
    is_check = parser.parse_args().check
    written = PAGE.read_text("utf-8")
    renewed = page(written)
    if renewed == written:
        return 0
    print(f"{'stale' if is_check else 'written'}: {PAGE.name}")
    if not is_check:
        PAGE.write_text(renewed, "utf-8", newline="\n")
    return 1 if is_check else 0


if __name__ == "__main__":
    raise SystemExit(main())
