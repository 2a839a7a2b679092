"""The files in folders that are called as a kind: `middleware`, `jobs`; of a folder of folders, one file of each."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from lsp_codebase.parse import STYLES, word_parts
from lsp_codebase.scan import path_roles
from lsp_codebase.search.call_graph.bases import folder_of
from lsp_codebase.search.intents.listings.asked_listing import ends_so
from lsp_codebase.search.intents.listings.kind_files import PROSE, is_likely, spelled_in_path
from lsp_codebase.search.intents.question import PROGRAMS, Question
from lsp_codebase.search.query.plurals import UNCOUNTED
from lsp_codebase.store import FileRecord

_MOST_FILES = 3_000
_ENTRIES = frozenset({"__init__", "index", "lib", "main", "mod", "package"})
_INDEXES = frozenset({"__init__", "index", "mod"})
_OF_TESTS = frozenset({"cassette", "factory", "fake", "fixture", "helper", "mock", "snapshot", "stub"})
"""What tests keep in folders of their own."""
_FEWEST_TYPES = 2  # whose heads say a kind: folders called nearly so say less
_MANIFESTS = frozenset({"Cargo.toml", "go.mod", "package.json", "pom.xml", "pyproject.toml"})
"""Files of a package: one that is called by a kind and more, `jobs-panel`, is about the kind."""
_WITH_PACKAGES = frozenset({"go", "java", "kotlin", "rust", "scala"})
"""Languages whose folders are packages: one that is called by a word in the singular is about it."""


def in_folders(question: Question, words: Sequence[str], types: Collection[str] = ()) -> list[FileRecord]:
    """Return the files of the folders that are called as a kind.

    Where `types` of the kind are known, by their files, they are those of folders called exactly so, and below one that
    holds some of them the folders that do, too: others hold what these types are made with.
    """
    only_exact = len(types) >= _FEWEST_TYPES
    found: list[FileRecord] = []
    for folder, records in _likely(_by_folder(question, words), words).items():
        called = word_parts(folder.rpartition("/")[2])
        is_plural = called != [*words] or words[-1] in UNCOUNTED
        is_exact = (is_plural and len(called) == len(words)) or called == [*words[:-1]]
        is_subject = (
            _is_package(records) if not is_plural else len(called) > len(words) and _has_manifest(folder, records)
        )
        if not is_subject and (is_exact or not only_exact):
            found += _of_folder(folder, _of_kind(folder, records, types))
    return found[:_MOST_FILES]


def _by_folder(question: Question, words: Sequence[str]) -> Mapping[str, list[FileRecord]]:
    """Return the files in each of the outermost folders that are called as a kind."""
    inside: dict[str, list[FileRecord]] = defaultdict(list)
    called_so: dict[str, str | None] = {}
    sorts = f"|{spelled_in_path(words[-1:])}/{'.?'.join(map(re.escape, words[:-1]))}" if words[1:] else ""
    for record in question.files(rf"(?:{spelled_in_path(words)}{sorts})[^/]*/"):
        around, _, name = record.path.rpartition("/")
        if around not in called_so:
            called_so[around] = _folder_called(around, words)
        folder = called_so[around]
        if folder and not name.startswith("."):
            inside[folder].append(record)
    return inside


def _likely(inside: Mapping[str, list[FileRecord]], words: Sequence[str]) -> Mapping[str, list[FileRecord]]:
    """Return the folders in code of the project itself, or else others: of tests alone what tests keep so.

    The purpose of a folder says nothing against it: "which examples are there".
    """
    likely = {folder: records for folder, records in inside.items() if is_likely(f"{folder_of(folder)}/.")}
    if likely or words[-1] in _OF_TESTS:
        return likely or inside
    return {folder: records for folder, records in inside.items() if "test" not in path_roles(f"{folder_of(folder)}/.")}


def _is_package(records: Sequence[FileRecord]) -> bool:
    """Whether a folder called by a word in the singular is a package, and so about it: by most of its files."""
    return Counter(one.language for one in records).most_common(1)[0][0] in _WITH_PACKAGES


def _has_manifest(folder: str, records: Sequence[FileRecord]) -> bool:
    return any(one.path.removeprefix(f"{folder}/") in _MANIFESTS for one in records)


def _of_kind(folder: str, records: Sequence[FileRecord], types: Collection[str]) -> list[FileRecord]:
    """Return the files of a folder that may be of its kind: no tests, styles and indexes beside them."""
    own = [*records]
    if any(one.language in PROGRAMS for one in own):
        is_of_tests = "test" in path_roles(f"{folder}/.")
        own = [one for one in own if one.language not in STYLES and (is_of_tests or "test" not in path_roles(one.path))]
    holding = {folder_of(path) for path in types}
    if folder in holding:
        own = [one for one in own if folder_of(one.path) in holding]
    named = [one for one in own if folder_of(one.path) != folder or _stem(one) not in _INDEXES]
    return named or own or [*records]


def _of_folder(folder: str, records: Sequence[FileRecord]) -> list[FileRecord]:
    """Return what a folder holds: of one of folders, each with a file of the same name, this file of each."""
    paths = {one.path for one in records}
    own = [one for one in records if one.path.rpartition(".")[0] not in paths]  # `cart.tscn.uid` of `cart.tscn`
    own = [one for one in own if one.language not in PROSE and one.chunks] or own
    below: dict[str, list[FileRecord]] = defaultdict(list)
    names: Counter[str] = Counter()
    beside: list[FileRecord] = []
    for one in own:
        first, _, rest = one.path[len(folder) + 1 :].partition("/")
        if rest:
            below[first].append(one)
            names[rest] += 1
        else:
            beside.append(one)
    common = sorted((name for name, count in names.items() if 2 * count >= len(below)), key=_by_entry)
    programs = [one for one in beside if one.language in PROGRAMS]
    if common and all(one.path.endswith(f"/{common[0]}") for one in programs):  # such as one CMakeLists.txt for all
        return [next((one for one in ones if one.path.endswith(f"/{common[0]}")), ones[0]) for ones in below.values()]
    return own if len(own) > 1 or not below else []


def _stem(record: FileRecord) -> str:
    return record.path.rpartition("/")[2].partition(".")[0]


def _by_entry(name: str) -> tuple[bool, str]:
    """Return what sorts names of files: those that tell what a folder is come first."""
    return name.partition(".")[0].lower() not in _ENTRIES, name


def _folder_called(folder: str, words: Sequence[str]) -> str | None:
    """Return the outermost of nested folders that is called as a kind, perhaps over two levels.

    Either may be the outer one: `mix/tasks`, and `jobs/nightly` of nightly jobs.
    """
    folders = folder.split("/")
    most, before = len(words), list[str]()
    for at, own in enumerate(map(word_parts, folders)):
        is_longer = len(own) > most and own[-1] != words[-1] and ends_so(own, words)
        is_begun = len(own) > most and own[most - 1] != words[-1] and ends_so(own[:most], words)
        is_sort = own == [*words[:-1]] and ends_so(before, words[-1:])
        is_split = len(own) < most and (_is(before + own, words) or is_sort)
        if is_longer or is_begun or is_split or _is(own, words):
            return "/".join(folders[: at + 1])
        before = own
    return None


def _is(parts: Sequence[str], words: Sequence[str]) -> bool:
    return len(parts) == len(words) and ends_so(parts, words)
