"""The executables that the manifests of a project name: the `bin` of package.json, the scripts of pyproject.toml."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from lsp_codebase.scan import path_roles
from lsp_codebase.search.intents.question import Question

_MOST_MANIFESTS = 40
_DEEPEST = 3  # folders above a manifest: those of a repository of many packages
_ASIDE = frozenset({"example", "generated", "test", "vendored"})
_MANIFEST = r"(?:^|/)(?:package\.json|composer\.json|pyproject\.toml|setup\.(?:py|cfg)|cargo\.toml|[\w-]+\.gemspec)$"

_SECTION = re.compile(r"\s*\[+([\w.\"-]+)\]+")
_OF_SCRIPTS = re.compile(r"(?:project|tool\.poetry)\.(?:gui-)?scripts")
_SCRIPTS_BEGIN = re.compile(r"(?:console|gui)_scripts")
_SCRIPT = re.compile(r"[\s\"',\[]*([\w.-]+)[\"']?\s*=\s*[\"']?([\w.]+):([\w.]+)")  # `shop = "shop.cli:main"`
_CRATE_PATH = re.compile(r"\s*path\s*=\s*\"([^\"]+\.rs)\"")
_GEM = re.compile(r"executables\s*(?:=|<<)\s*(.*)")
_GEM_NAME = re.compile(r"[\w.-]+")
_BUILT = re.compile(r"^(?:\./)?(?:build|dist|lib|out)/")
_BINARIES = ("bin", "exe")


class Executable(NamedTuple):
    """An executable by the name of its command, the file and line that it starts in, and the manifest."""

    command: str
    path: str
    line: int | None = None
    manifest: str = ""


def executables(question: Question) -> list[Executable]:
    """Return the executables that the manifests near the root name, if this codebase has their files."""
    manifests = [record.path for record in question.corpus.with_path(_MANIFEST)]
    near = [path for path in manifests if path.count("/") <= _DEEPEST and _ASIDE.isdisjoint(path_roles(path))]
    found: list[Executable] = []
    for path in sorted(near, key=lambda one: (one.count("/"), one))[:_MOST_MANIFESTS]:
        found += [one._replace(manifest=path) for one in _named_in(question, path, question.calls.lines(path))]
    return found


def _named_in(question: Question, path: str, text: Sequence[str]) -> Iterator[Executable]:
    folder, _, name = path.lower().rpartition("/")
    folder = path[: len(folder)]
    if name.endswith(".json"):
        return _of_json(question, folder, text)
    if name == "cargo.toml":
        return _of_paths(question, folder, ((_stem(one[1]), one[1]) for one in map(_CRATE_PATH.match, text) if one))
    return _of_gem(question, folder, text) if name.endswith(".gemspec") else _of_python(question, folder, text)


def _of_json(question: Question, folder: str, text: Sequence[str]) -> Iterator[Executable]:
    """Yield what `bin` names: a file, files, or files by their commands; of a built one its source."""
    manifest: object = None
    with suppress(ValueError, RecursionError):
        manifest = json.loads("\n".join(text))
    named = manifest.get("bin") if isinstance(manifest, dict) else None
    if isinstance(named, str):
        named = [named]
    if isinstance(named, list):
        named = {_stem(one): one for one in named if isinstance(one, str)}
    if isinstance(named, dict):
        yield from _of_paths(question, folder, ((str(key), str(path)) for key, path in named.items()))


def _of_paths(question: Question, folder: str, named: Iterator[tuple[str, str]]) -> Iterator[Executable]:
    for command, path in named:
        own = path.removeprefix("./")
        source = _BUILT.sub("src/", own)
        stem = source.rpartition(".")[0] if "." in source.rpartition("/")[2] else source
        files = [question.corpus.file(_below(folder, own))]
        files += question.corpus.with_path(rf"^{re.escape(_below(folder, stem))}\.[cm]?[jt]sx?$")
        if record := next(filter(None, files), None):
            yield Executable(command, record.path)


def _of_python(question: Question, folder: str, text: Sequence[str]) -> Iterator[Executable]:
    """Yield the functions that scripts call: `shop = "shop.cli:main"`."""
    is_told = False
    for line in text:
        if section := _SECTION.fullmatch(line.rstrip()):
            is_told = _OF_SCRIPTS.fullmatch(section[1]) is not None
        is_told |= _SCRIPTS_BEGIN.search(line) is not None
        if is_told and (script := _SCRIPT.match(line)):
            module = re.escape(script[2].replace(".", "/"))
            for record in question.corpus.with_path(
                rf"^{re.escape(_below(folder, ''))}(?:[^/]+/)?{module}(?:/__init__)?\.py$"
            ):
                called = question.defined(script[3].partition(".")[0], _MOST_MANIFESTS)
                starts = (one.symbol.span.start_line for one in called if one.path == record.path)
                yield Executable(script[1], record.path, next(starts, None))
                break


def _of_gem(question: Question, folder: str, text: Sequence[str]) -> Iterator[Executable]:
    for named in filter(None, map(_GEM.search, text)):
        for name in _GEM_NAME.findall(named[1]):
            files = (question.corpus.file(_below(folder, f"{binaries}/{name}")) for binaries in _BINARIES)
            if record := next(filter(None, files), None):
                yield Executable(name, record.path)


def _below(folder: str, path: str) -> str:
    return f"{folder}/{path}" if folder else path


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]
