"""The files that introduce a project, with their texts: given beside a tree, since a reader asks for them next.

After the core files that AIGNE shares with a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from lsp_codebase.errors import InvalidQuery, UnknownRoot
from lsp_codebase.model import CoreFile, FileText
from lsp_codebase.tree.content import within

_README = frozenset("readme readme.md readme.markdown readme.rst readme.txt readme.adoc readme.org".split())
_OTHERS = """agents.md package.json deno.json deno.jsonc pyproject.toml setup.cfg setup.py requirements.txt pipfile
    cargo.toml go.mod go.work pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts build.sbt
    project.clj composer.json gemfile mix.exs rebar.config pubspec.yaml package.swift cmakelists.txt meson.build
    makefile build.zig dune-project stack.yaml project.toml description""".split()
_RANKS = {**dict.fromkeys(_README, 0), **{name: rank for rank, name in enumerate(_OTHERS, 1)}}


def core_names(names: Iterable[str]) -> list[str]:
    """Return those of the names in a directory that are core files: introductions to a project, then build files."""
    return sorted((name for name in names if name.lower() in _RANKS), key=lambda name: (_RANKS[name.lower()], name))


def core_files(paths: Sequence[Path], max_chars: int, read: Callable[[Path, int], FileText]) -> tuple[CoreFile, ...]:
    """Return the texts of files, in their order, cut at line ends; forbidden and unreadable files are left out.

    Short ones are whole, and the rest of their shares goes to the longer ones.
    """
    found: dict[Path, FileText] = {}
    for path in paths:
        try:
            found[path] = read(path, max_chars)
        except (InvalidQuery, UnknownRoot):  # a secret, no text, or gone by now, with its folder or alone
            continue
    texts: dict[Path, str] = {}
    for path in sorted(found, key=lambda path: len(found[path].text)):
        texts[path] = within(found[path].text, max_chars // (len(found) - len(texts)))
        max_chars -= len(texts[path])
    return tuple(
        CoreFile(path, texts[path], file.truncated or len(texts[path]) < len(file.text)) for path, file in found.items()
    )
