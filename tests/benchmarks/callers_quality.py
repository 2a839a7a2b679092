"""Callers beside what the language server of a tree knows: methods of types that have bases or subtypes.

  callers_quality.py --tree FOLDER --language python|typescript|cpp --server COMMAND --answers FILE.json [--number 150]

Asks for the callers of some methods by their place, and of inherited methods by name (`Sub.fetch`). The lines that the
server gives as references are right ones, if they call. A line is wrong if the server knows another definition there,
though it may give it: some give calls of all overrides of a base. It is not counted if the server knows none, or that
of a base or subtype: the call may come to this one, except on `super`. FILE keeps the answers of the server for the
next run. Prints the means over methods.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shlex
import statistics
import tempfile
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlparse

from native_symbols import CAPABILITIES, Editor

from lsp_codebase.config import Settings
from lsp_codebase.model import CallAnswer, CallQuery, CancelToken, Relation, Symbol, SymbolKind, bounds
from lsp_codebase.workspace import Workspace

MOST_JUDGED = 200
"""So many lines of a method that the server does not give are asked about."""
ENDINGS = {
    "python": {".py": "python"},
    "typescript": {".ts": "typescript", ".tsx": "typescriptreact", ".js": "javascript"},
    "cpp": {".cpp": "cpp", ".hpp": "cpp", ".h": "cpp", ".cc": "cpp"},
}
HEADS = {  # written apart from those that are measured
    "python": re.compile(r"^[ \t]*class\s+(\w+)\s*\(([^)]+)\)\s*:", re.MULTILINE),
    "typescript": re.compile(r"\bclass\s+(\w+)(?:<[^{]*?>)?\s+(?:extends|implements)\s+([^{]+)\{"),
    "cpp": re.compile(r"\b(?:class|struct)\s+(?:\w+\s+)?(\w+)(?:\s+final)?\s*:(?!:)\s*([^{;]+)\{"),
}
NAME = re.compile(r"[^\W\d]\w*")
ON_SUPER = re.compile(r"\bsuper\b|\b\w+::\w+\(")

Site = tuple[str, int]  # a file and a line


class Method(NamedTuple):
    """A definition that is asked about. `asked` is its name in a subtype that inherits it, else empty."""

    path: str
    symbol: Symbol
    asked: str = ""

    @property
    def place(self) -> tuple[int, int]:
        """Its line and column."""
        return self.symbol.name_span.start_line, self.symbol.name_span.start_column


class Server:
    """A language server that is asked each question once."""

    def __init__(self, command: str, tree: Path, language: str, answers: Path) -> None:
        self._command, self._tree, self._endings, self._file = command, tree, ENDINGS[language], answers
        self._known: dict[str, Any] = json.loads(answers.read_text()) if answers.exists() else {}

    @cached_property
    def _editor(self) -> Editor:
        editor = Editor(shlex.split(self._command), cwd=self._tree)
        folder = {"uri": self._tree.as_uri(), "name": self._tree.name}
        params = {"processId": None, "rootUri": folder["uri"], "workspaceFolders": [folder]}
        whole = {"tsserver": {"useSyntaxServer": "never"}}  # the other one does not wait until the tree is loaded
        editor.ask("initialize", {**params, "capabilities": CAPABILITIES, "initializationOptions": whole})
        editor.notify("initialized", {})
        return editor

    def places(self, request: str, path: str, line: int, column: int) -> set[Site]:
        """Return the lines that the server answers with."""
        key = f"{request} {path}:{line}:{column}"
        if key not in self._known:
            self._known[key] = sorted(self._ask(request, path, line, column))
        return {(path, line) for path, line in self._known[key]}

    def _ask(self, request: str, path: str, line: int, column: int) -> Iterator[Site]:
        file = self._tree / path
        document = {"uri": file.as_uri()}
        item = {**document, "languageId": self._endings[file.suffix], "version": 1, "text": file.read_text()}
        self._editor.notify("textDocument/didOpen", {"textDocument": item})
        params = {"textDocument": document, "position": {"line": line, "character": column}}
        params["context"] = {"includeDeclaration": False}
        found = self._editor.ask(f"textDocument/{request}", params) or []
        self._editor.notify("textDocument/didClose", {"textDocument": document})
        for one in found if isinstance(found, list) else [found]:
            place = Path(unquote(urlparse(one.get("uri") or one["targetUri"]).path))
            span = one.get("range") or one["targetSelectionRange"]
            own = place.relative_to(self._tree).as_posix() if place.is_relative_to(self._tree) else str(place)
            yield own, span["start"]["line"]

    def close(self) -> None:
        """Keep the answers."""
        self._file.write_text(json.dumps(self._known))
        if "_editor" in self.__dict__:
            self._editor.kill()


class Tree:
    """A tree with its index."""

    def __init__(self, root: Path, language: str, index: str) -> None:
        self.root, self._language = root, language
        self.workspace = Workspace(Settings(index_location=index, embedding_model="none"))
        self.workspace.add_folder(root)
        self.workspace.start()
        self.workspace.find(root).wait_until_idle(CancelToken())
        self._lines: dict[str, list[str]] = {}
        files = (path for path in sorted(root.rglob("*")) if path.suffix in ENDINGS[language] and path.is_file())
        inner = (path.relative_to(root) for path in files)
        self.files = [path.as_posix() for path in inner if not {"node_modules", "build"} & {*path.parts}]

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file."""
        if path not in self._lines:
            self._lines[path] = (self.root / path).read_text(errors="replace").split("\n")
        return self._lines[path]

    def calls_on(self, site: Site, name: str) -> int | None:
        """Return where a line calls a name, None if it does not."""
        path, line = site
        lines = self.lines(path) if (self.root / path).is_file() else []
        called = re.search(rf"(?<!def )\b{re.escape(name)}\s*(?:<[^()]*>)?\(", lines[line] if line < len(lines) else "")
        return called.start() if called and site not in self.defined.get(name, ()) else None

    @cached_property
    def defined(self) -> dict[str, set[Site]]:
        """Where each name is defined."""
        found: dict[str, set[Site]] = {}
        for path, symbol in self.symbols:
            found.setdefault(symbol.name, set()).add((path, symbol.name_span.start_line))
        return found

    @cached_property
    def symbols(self) -> list[tuple[str, Symbol]]:
        """All definitions of the language."""
        token = CancelToken()
        return [
            (path, one) for path in self.files for one in self.workspace.symbols_in(self.root / path, token).symbols
        ]

    @cached_property
    def heads(self) -> dict[str, list[str]]:
        """The bases that the heads of types name, by the names of these."""
        found: dict[str, list[str]] = {}
        for path in self.files:
            for head in HEADS[self._language].finditer("\n".join(self.lines(path))):
                found.setdefault(head[1], []).extend(NAME.findall(head[2]))
        return found

    def bases(self, name: str) -> set[str]:
        """Return the names of a type and of all its bases."""
        found, left = {name}, [name]
        while left:
            left += (more := {*self.heads.get(left.pop(), ())} - found)
            found |= more
        return found

    def may_be(self, method: Method, site: Site, known: set[Site]) -> bool:
        """Whether a call of definitions of bases or subtypes may come to a method."""
        path, line = site
        owner = last(method.symbol.container)
        owners = {
            last(one.container) for at in known for one in self.beside.get(at, ()) if one.name == method.symbol.name
        }
        related = any(owner in self.bases(one) or one in self.bases(owner) for one in owners)
        return related and not ON_SUPER.search(self.lines(path)[line])

    @cached_property
    def beside(self) -> dict[Site, list[Symbol]]:
        """The definitions whose names stand on a line."""
        found: dict[Site, list[Symbol]] = {}
        for path, symbol in self.symbols:
            found.setdefault((path, symbol.name_span.start_line), []).append(symbol)
        return found

    def methods(self, number: int) -> list[Method]:
        """Return some methods of types with bases or subtypes, and some that a type inherits."""
        related = {*self.heads, *(base for bases in self.heads.values() for base in bases)}
        own = [
            Method(path, one)
            for path, one in self.symbols
            if one.kind is SymbolKind.Method and last(one.container) in related and not one.name.startswith("__")
        ]
        members = {(last(one.symbol.container), one.symbol.name) for one in own}
        types = [one.name for _, one in self.symbols if one.kind in (SymbolKind.Class, SymbolKind.Struct)]
        inherited = [
            one._replace(asked=f"{name}.{one.symbol.name}")
            for one in own
            for name, bases in self.heads.items()
            if last(one.symbol.container) in bases and (name, one.symbol.name) not in members
            if types.count(name) == types.count(last(one.symbol.container)) == 1
            if not any((base, one.symbol.name) in members for base in bases if base != last(one.symbol.container))
        ]
        return [*some(own, number), *some(inherited, number // 3)]

    def callers(self, method: Method) -> CallAnswer:
        """Return our callers of a method."""
        line = method.symbol.name_span.start_line
        place = (method.asked,) if method.asked else (None, self.root / method.path, line)
        return self.workspace.calls(CallQuery(Relation.CALLER, *place, limit=bounds.HITS.most), CancelToken())

    def sites(self, answer: CallAnswer) -> set[Site]:
        """Return the lines of an answer, of this language."""
        called = ((call.place.path, site.line) for call in answer.calls for site in call.sites)
        inside = ((path.relative_to(self.root).as_posix(), line) for path, line in called)
        return {(path, line) for path, line in inside if path in set(self.files)}


def last(container: str | None) -> str:
    """Return the name of a type without those around it."""
    return (container or "").rpartition(".")[2]


def some(methods: list[Method], number: int) -> list[Method]:
    """Return always the same ones of some methods."""
    told = [(one, f"{one.path}:{one.place}:{one.asked}") for one in methods]
    return [one for one, _ in sorted(told, key=lambda pair: hashlib.sha256(pair[1].encode()).digest())[:number]]


class Score(NamedTuple):
    """How many lines are right, were to be found, and are wrong; whether the asked definition was meant."""

    method: Method
    right: set[Site]
    wanted: set[Site]
    wrong: set[Site]
    is_meant: bool


def scored(method: Method, tree: Tree, server: Server) -> Score:
    """Compare both answers for a method."""
    name, own = method.symbol.name, (method.path, method.symbol.name_span.start_line)
    given = server.places("references", method.path, *method.place)
    same = {own, *server.places("definition", method.path, *method.place)}

    def is_of_another(site: Site) -> bool:
        column = tree.calls_on(site, name)
        known = server.places("definition", *site, column) if column is not None else set()
        return bool(known) and not known & same and not tree.may_be(method, site, known)

    wanted = {site for site in given if tree.calls_on(site, name) is not None and not is_of_another(site)}
    answer = tree.callers(method)
    found, meant = tree.sites(answer), answer.definition
    is_meant = meant is not None and (meant.path, meant.symbol.name_span.start_line) == (tree.root / own[0], own[1])
    wrong = {*filter(is_of_another, sorted(found - wanted)[:MOST_JUDGED])}
    return Score(method, found & wanted, wanted, wrong, is_meant)


def main() -> None:
    """Ask both and print a row of the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, required=True)
    parser.add_argument("--language", choices=sorted(ENDINGS), required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--number", type=int, default=150)
    parser.add_argument("--show", action="store_true", help="the lines that differ, for trees that may be looked at")
    options = parser.parse_args()
    root = options.tree.resolve()
    server = Server(options.server, root, options.language, options.answers)
    with tempfile.TemporaryDirectory() as index:
        tree = Tree(root, options.language, index)
        scores = [scored(method, tree, server) for method in tree.methods(options.number)]
        tree.workspace.close()
    server.close()
    if options.show:
        for one in scores:
            lines = [f"  - {path}:{line + 1}" for path, line in sorted(one.wanted - one.right)]
            lines += [f"  + {path}:{line + 1}" for path, line in sorted(one.wrong)]
            if lines or not one.is_meant:
                name = one.method.asked or f"{one.method.symbol.container}.{one.method.symbol.name}"
                print(f"{name} {one.method.path}:{one.method.place[0] + 1} {one.is_meant}", *lines, sep="\n")
    print("| tree | asked | methods | meant | found | right of those found |\n|---|---|---:|---:|---:|---:|")
    for asked, chosen in (
        ("by place", [one for one in scores if not one.method.asked]),
        ("inherited", [one for one in scores if one.method.asked]),
    ):
        recall = [len(one.right) / len(one.wanted) for one in chosen if one.wanted]
        told = [one for one in chosen if one.right or one.wrong]
        precision = [len(one.right) / (len(one.right) + len(one.wrong)) for one in told]
        meant = sum(one.is_meant for one in chosen)
        means = " | ".join(f"{statistics.mean(values):.3f}" if values else "" for values in (recall, precision))
        print(f"| {root.name} | {asked} | {len(chosen)} | {meant} | {means} |")


if __name__ == "__main__":
    main()
