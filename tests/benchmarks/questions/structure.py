"""Ask for all code of some structure in Python, and compare with what Python's own parser finds.

    python -m tests.benchmarks.questions.structure OUT [--only NAME...] [--most 8]

OUT is a folder that `make` or `written` filled. Asked are the functions that return or take a type, the methods of a
long class, the classes with a method, the async functions and dataclasses of a file or folder, and the marks of work.
Right are the lines that `ast` and `tokenize` tell, without those of tests, documents and code of others; hits in other
languages do not count. Prints for each form how many questions there were, and the mean share of the right lines that
are found and of the found ones that are right.
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.scan import path_roles
from lsp_codebase.workspace import Workspace

Place = tuple[str, int]  # of the name, counted from 1
Groups = dict[str, set[Place]]  # the right places of each question

_ASIDE = frozenset({"docs", "example", "generated", "test", "translation", "vendored"})
_FEWEST = {"return": 2, "take": 2, "methods": 12, "having": 3, "async": 3, "dataclasses": 3, "marks": 1}
_LONG = 60  # lines of a class whose methods are asked for: a short one is shown whole
_LIMIT = 200


class _Reader(ast.NodeVisitor):
    """Collects what a module defines."""

    def __init__(self, path: str, forms: dict[str, Groups]) -> None:
        self._path, self._forms = path, forms

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        methods = [one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
        for one in methods:
            if not one.name.startswith("__") and "_" in one.name.strip("_"):
                self._add("having", f"which classes define {one.name}", one)
            if (node.end_lineno or 0) - node.lineno > _LONG:
                self._add("methods", f"methods of {node.name}", one)
        if any(re.search(r"\bdataclass\b", ast.unparse(one)) for one in node.decorator_list):
            for folder in Path(self._path).parents[:-1]:
                self._add("dataclasses", f"dataclasses in {folder.as_posix()}", node)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._add("async", f"async functions in {self._path}", node)
        self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        own = node.args
        every = (*own.posonlyargs, *own.args, *own.kwonlyargs, *filter(None, (own.vararg, own.kwarg)))
        for name in _names(node.returns):
            self._add("return", f"which functions return a {name}", node)
        for name in {name for one in every for name in _names(one.annotation)}:
            self._add("take", f"functions that take a {name}", node)
        self.generic_visit(node)

    def _add(self, form: str, question: str, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._forms[form][question].add((self._path, node.lineno))


def _names(annotation: ast.expr | None) -> Iterator[str]:
    """Yield the names of types in an annotation, which may be in quotes."""
    if annotation is None:
        return
    for node in ast.walk(annotation):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                yield from _names(ast.parse(node.value, mode="eval").body)
            except SyntaxError:
                continue
        elif isinstance(node, ast.Name | ast.Attribute):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if len(name) > 1 and name[0].isupper():
                yield name


def structures(tree: Path) -> dict[str, Groups]:
    """Return for each form its questions with their right places."""
    forms: dict[str, Groups] = defaultdict(lambda: defaultdict(set))
    defined: dict[str, int] = defaultdict(int)
    for file in sorted(tree.rglob("*.py")):
        path = file.relative_to(tree).as_posix()
        if not _ASIDE.isdisjoint(path_roles(path)):
            continue
        try:
            text = file.read_text("utf-8")
            module = ast.parse(text)
            comments = [
                one for one in tokenize.generate_tokens(io.StringIO(text).readline) if one.type == tokenize.COMMENT
            ]
        except (SyntaxError, ValueError, tokenize.TokenError):
            continue
        _Reader(path, forms).visit(module)
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                defined[node.name] += 1
        forms["marks"]["list all TODOs"] |= {(path, one.start[0]) for one in comments if "TODO" in one.string}
    for form in ("return", "take", "methods"):  # of types of the project, each the only one of its name
        forms[form] = {asked: right for asked, right in forms[form].items() if defined[asked.rpartition(" ")[2]] == 1}
    return forms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="+", default=(), help="names of repositories")
    parser.add_argument("--most", type=int, default=8, help="questions of a form and repository")
    args = parser.parse_args()
    measured: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for tree in sorted((args.out / "trees").iterdir()):
        if (args.only and tree.name not in args.only) or not any(tree.rglob("*.py")):
            continue
        forms = structures(tree.resolve())
        workspace = Workspace(Settings(index_location=str(args.out.resolve() / "index")))
        workspace.add_folder(tree.resolve())
        workspace.start()
        workspace.find(tree.resolve()).wait_until_idle(CancelToken())
        view = workspace.view(tree.resolve())
        for form, groups in sorted(forms.items()):
            asked = sorted(question for question, right in groups.items() if len(right) >= _FEWEST[form])
            for question in random.Random(f"{tree.name} {form}").sample(asked, min(args.most, len(asked))):
                hits = view.search(SearchQuery(question, limit=_LIMIT), CancelToken()).hits
                spans = [
                    (one.path.relative_to(tree.resolve()).as_posix(), one.span)
                    for one in hits
                    if one.language == "python"
                ]
                right = groups[question]
                held = [
                    {row for path, row in right if path == own and span.start_line < row <= span.last_line + 1}
                    for own, span in spans
                ]
                found = {(own, row) for (own, _), rows in zip(spans, held, strict=True) for row in rows}
                measured[form].append((len(found) / len(right), sum(map(bool, held)) / max(len(held), 1)))
        workspace.close()
    for form, values in sorted(measured.items()):
        recall, precision = (sum(column) / len(values) for column in zip(*values, strict=True))
        print(f"{form:12} {len(values):4} questions, found {recall:.2f}, right {precision:.2f}")


if __name__ == "__main__":
    main()
