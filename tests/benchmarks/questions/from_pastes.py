"""Queries as people paste them: import statements, messages, lines of logs, names of tests, hyphenated names.

Each is made of the tree alone, and only where one place is right.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath

from lsp_codebase.model import Symbol, SymbolKind
from lsp_codebase.parse import detect_language, parse_file, split_identifier
from lsp_codebase.scan.roles import path_roles

from .candidate import Candidate
from .definitions import Answer, Code, place_of

MESSAGES = (
    "TypeError: x.{} is not a function",
    "NameError: name '{}' is not defined",
    "./cmd/cart.go:12:3: undefined: {}",
    "error[E0425]: cannot find function `{}` in this scope",
    "error: use of undeclared identifier '{}'",
    "error: cannot find symbol\n  symbol:   method {}(String)",
    "error CS0103: The name '{}' does not exist in the current context",
    "TypeError: {}() missing 1 required positional argument: 'value'",
    "TypeError: {}() got an unexpected keyword argument 'value'",
    "undefined local variable or method '{}' for main:Object",
    "PHP Fatal error:  Uncaught Error: Call to undefined function {}()",
    "error TS2304: Cannot find name '{}'.",
    "undefined reference to `{}'",
    "warning: implicit declaration of function ‘{}’",
    "ImportError: cannot import name '{}' from 'shop'",
    "AttributeError: module 'shop' has no attribute '{}'",
    "Uncaught TypeError: Cannot read properties of undefined (reading '{}')",
    "E0599: no method named `{}` found for struct `Foo` in the current scope",
    "not enough arguments in call to {}",
    "'{}' is deprecated",
)
"""Of runtimes and compilers, around the name of a function."""

LINES = {
    "alone": "{}",
    "json": '{{"level":"error","ts":1712.5,"msg":{quoted},"cart":12}}',
    "fields": "time=2026-11-29T10:00:00Z level=error msg={quoted} cart=12",
    "log4j": "2026-03-14 09:15:22.008 ERROR [http-nio-8080-exec-3] c.a.Fetcher - {}",
    "syslog": "Jul 02 11:04:55 web-3 shop[2217]: {}",
    "container": "shop-web-1  | [error] {}",
    "exception": "ValueError: {}",
    "java": 'Exception in thread "main" java.lang.IllegalStateException: {}',
    "question": 'why do I get "{}"?',
    "seen": "users see the error {} when they log in",
    "crash": "it crashes with {} after the upgrade, any idea?",
    "said": "where does the server say {} and stop",
    "got": "getting {} on startup",
}
"""What stands around a message of the program."""

REPORTS: dict[str, Callable[[str, list[str], str], str]] = {
    "jest": lambda path, owners, name: " › ".join([*owners, name]),
    "vitest": lambda path, owners, name: f"FAIL {path} > {' > '.join([*owners, name])}",
    "rspec": lambda path, owners, name: " ".join([*owners, name]),
    "mocha": lambda path, owners, name: f"✓ {' '.join([*owners, name])} (5 ms)",
}
_DESCRIBED = frozenset({"javascript", "jsx", "ruby", "tsx", "typescript"})

_RAISED = re.compile(
    r"(?:\braise\s+[\w.]+\(|\bthrow\s+new\s+[\w.]+\(|\b(?:errors|fmt)\.(?:New|Errorf)\(|\b(?:panic|bail)!?\(|\braise\s+[\w:]+,\s*)"
    r"\s*f?([\"'])((?:(?!\1)[^\\\n%{}#$])+)\1"
)
_HYPHENATED = re.compile(r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+){1,3}(?![\w-])")
_GIVEN = re.compile(
    r"""\s*(?:- )?["']?(?:name|id|key)["']?\s*[:=]\s*["']?([a-z][a-z0-9]*(?:-[a-z0-9]+){1,3})["']?,?\s*"""
)
_MOST_HOLDING = 8  # files that hold a hyphenated name: more say that it is a common word
_PROSE = frozenset({"markdown", "rst", "text"})
_MOST_BYTES = 400_000

_PYTHON = re.compile(r"from (\.*[\w.]+) import (\w+)")
_SCRIPT = re.compile(r"(?:import \{ (\w+) \} from |const \{ (\w+) \} = require\()['\"](\.{1,2}/[\w./-]+)['\"]\)?;?")
_JAVA = re.compile(r"import ([\w.]+)\.(\w+);")
_RUST = re.compile(r"use (?:crate|super)::([\w:]+)::([A-Z]\w+);")


def texts_of(tree: Path, paths: Iterable[str]) -> dict[str, str]:
    """Return the texts of a tree that are not large."""
    files = ((path, tree / path) for path in paths)
    return {
        path: file.read_text("utf-8", "replace")
        for path, file in files
        if file.is_file() and file.stat().st_size <= _MOST_BYTES
    }


def candidates(code: Code, texts: dict[str, str]) -> Iterator[Candidate]:
    """Yield all that is made of a tree."""
    yield from of_imports(code, texts)
    yield from of_names(code)
    yield from of_raised(code, texts)
    yield from of_tests(texts)
    yield from of_hyphenated(texts)


def of_imports(code: Code, texts: dict[str, str]) -> Iterator[Candidate]:
    """Yield import statements, each with the one file that defines what it brings in."""
    for path in code.symbols:
        for row, line in enumerate(texts.get(path, "").split("\n"), 1):
            found = _imported(path, line, code)
            if found and len(right := [one for one in found[1] if _defines(code, one, found[0])]) == 1:
                yield Candidate("import", line, (Answer(right[0]),), f"{path}:{row}")


def _imported(path: str, line: str, code: Code) -> tuple[str, list[str]] | None:
    """Return the name that a statement brings in, and the files that may define it; None if it is no statement."""
    language, files = detect_language(path), code.symbols
    folder = PurePosixPath(path).parent.as_posix()
    if language == "python" and (said := _PYTHON.fullmatch(line)):
        module = said[1].lstrip(".").replace(".", "/")
        inside = folder if said[1].startswith(".") else ""
        ends = (f"/{module}.py", f"/{module}/__init__.py")
        return said[2], [one for one in files if one.startswith(inside) and f"/{one}".endswith(ends)]
    if language in _DESCRIBED and (said := _SCRIPT.fullmatch(line)):
        target = re.sub(r"\.[jt]sx?$", "", normpath(f"{folder}/{said[3]}"))
        return said[1] or said[2], [one for one in files if re.sub(r"\.\w+$", "", one) == target]
    if language == "java" and (said := _JAVA.fullmatch(line)):
        end = f"/{said[1].replace('.', '/')}/{said[2]}.java"
        return said[2], [one for one in files if f"/{one}".endswith(end)]
    if language == "rust" and (said := _RUST.fullmatch(line)):
        module = said[1].split("::")[-1]
        return said[2], [one for one in files if f"/{one}".endswith((f"/{module}.rs", f"/{module}/mod.rs"))]
    return None


def _defines(code: Code, path: str, name: str) -> bool:
    return any(symbol.name == name and not symbol.container for symbol in code.symbols[path])


def of_names(code: Code) -> Iterator[Candidate]:
    """Yield messages of runtimes and compilers around names of functions that are defined once."""
    kinds = (SymbolKind.Function, SymbolKind.Method)
    for name, places in code.by_name.items():
        if len(places) == 1 and places[0][1].kind in kinds and name.isidentifier() and len(split_identifier(name)) > 1:
            path, symbol = places[0]
            for message in MESSAGES:
                yield Candidate("message", message.format(name), (place_of(path, symbol),), f"{path} {name}")


def of_raised(code: Code, texts: dict[str, str]) -> Iterator[Candidate]:
    """Yield lines around messages without values that one place raises."""
    found: dict[str, list[Answer]] = defaultdict(list)
    for path in code.symbols:
        for row, line in enumerate(texts.get(path, "").split("\n"), 1):
            for raised in _RAISED.finditer(line):
                found[raised[2].strip()].append(Answer(path, row, row))
    for message, places in found.items():
        if len(places) == 1 and 3 <= len(message.split()) <= 20:
            for form, around in LINES.items():
                said = around.format(message, quoted=json.dumps(message))
                yield Candidate(f"log, {form}", said, (places[0],), f"{places[0].path}:{places[0].start}")


def of_tests(texts: dict[str, str]) -> Iterator[Candidate]:
    """Yield described tests as four tools report them."""
    for path, text in texts.items():
        if detect_language(path) in _DESCRIBED and "test" in path_roles(path):
            for symbol in parse_file(path, text.encode()).symbols:
                if " " in symbol.name and symbol.container and len(symbol.name) > 8:
                    yield from _reported(path, symbol)


def _reported(path: str, symbol: Symbol) -> Iterator[Candidate]:
    for tool, reported in REPORTS.items():
        said = reported(path, symbol.container.split("."), symbol.name)
        yield Candidate(f"test, {tool}", said, (place_of(path, symbol),), f"{path} {symbol.name}")


def of_hyphenated(texts: dict[str, str]) -> Iterator[Candidate]:
    """Yield hyphenated names that a line gives something, of at most two files that do so and few that hold them."""
    held: Counter[str] = Counter()
    given: dict[str, set[str]] = defaultdict(set)
    for path, text in texts.items():
        if detect_language(path) not in _PROSE:
            held.update(set(_HYPHENATED.findall(text)))
            for line in text.split("\n"):
                if said := _GIVEN.fullmatch(line):
                    given[said[1]].add(path)
    for name, paths in given.items():
        if len(paths) <= 2 and held[name] <= _MOST_HOLDING:
            yield Candidate("hyphenated", name, tuple(map(Answer, sorted(paths))), min(paths))
