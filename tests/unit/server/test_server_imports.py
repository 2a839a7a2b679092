"""Modules that import each other, be it for types only, cannot be read or changed one at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import lsp_codebase

PACKAGE = Path(lsp_codebase.__file__).parent
LARGEST_KNOT = 3
FEATURES = "lsp_codebase.server.features"


def name_of(module: Path) -> str:
    return ".".join(["lsp_codebase", *module.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__")


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py")}


def imports_of(source: str, names: Mapping[str, object]) -> Iterator[str]:
    """Yield the modules that a source names, those for type checking and those inside functions too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from [name for name in (inner, node.module) if name in names][:1]


def knots(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """Return the strongly connected components of more than one module."""
    reached = {start: reachable(graph, start) for start in graph}
    components = {frozenset(other for other in reached[one] if one in reached[other]) | {one} for one in graph}
    return [set(component) for component in components if len(component) > 1]


def reachable(graph: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


@pytest.fixture(scope="module")
def graph() -> dict[str, set[str]]:
    """Which of our modules each of them imports."""
    return {name: {*imports_of(path.read_text("utf-8"), MODULES)} for name, path in MODULES.items()}


def test_a_knot_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}
    assert sorted(map(sorted, knots(graph))) == [["a", "b", "c"], ["d", "e"]]
    source = "if TYPE_CHECKING:\n    from a.b import c\ndef f():\n    import d\nfrom a import other"
    assert {*imports_of(source, {"a": 0, "a.b": 0, "a.b.c": 0, "d": 0})} == {"a", "a.b.c", "d"}


def test_no_more_than_three_modules_import_each_other_in_a_circle(graph: dict[str, set[str]]) -> None:
    assert [sorted(knot) for knot in knots(graph) if len(knot) > LARGEST_KNOT] == []


def test_a_feature_imports_no_other_feature(graph: dict[str, set[str]]) -> None:
    features = {name for name in graph if name.startswith(f"{FEATURES}.")}
    assert {name: graph[name] & {*features, FEATURES} for name in features} == {name: set() for name in features}


def test_only_the_language_server_knows_the_features(graph: dict[str, set[str]]) -> None:
    outside = {name for name, imported in graph.items() if FEATURES in imported and name != FEATURES}
    assert outside == {"lsp_codebase.server.language_server"}
