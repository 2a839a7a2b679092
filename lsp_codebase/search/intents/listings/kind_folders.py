"""The files of the folders that are called as a kind."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence, Set

from lsp_codebase.parse import STYLES, word_parts
from lsp_codebase.scan import is_translation, path_roles
from lsp_codebase.search.intents.listings.asked_listing import ends_so
from lsp_codebase.search.intents.listings.kind_files import PROSE, is_likely, spelled
from lsp_codebase.search.intents.question import PROGRAMS, Question
from lsp_codebase.search.query.plurals import UNCOUNTED
from lsp_codebase.store import FileRecord

_MOST_FILES = 3_000
_ENTRIES = frozenset({"__init__", "index", "lib", "main", "mod", "package"})
_INDEXES = frozenset({"__init__", "index", "mod"})
_OF_TESTS = frozenset({"cassette", "factory", "fake", "fixture", "helper", "mock", "snapshot", "stub"})
"""What tests keep in folders of their own."""
_MOST_COMMON = 8  # names of files that folders share which are things of a kind each
_FEWEST_TYPES = 2  # whose heads say a kind: folders called nearly so say less
_MANIFESTS = frozenset({"Cargo.toml", "go.mod", "package.json", "pom.xml", "pyproject.toml"})
"""Files of a package: one that is called by a kind and more, `jobs-panel`, is about the kind."""
_WITH_PACKAGES = frozenset({"go", "java", "kotlin", "rust", "scala"})
"""Languages whose folders are packages: one that is called by a word in the singular is about it."""


def in_folders(question: Question, words: Sequence[str], types: Collection[str] = ()) -> list[FileRecord]:
    """Return the files of the folders that are called as a kind: `middleware`, `jobs`.

    Where `types` of the kind are known, by their files, they are those of folders called exactly so, and below one that
    holds some of them the folders that do, too: others hold what these types are made with.
    """
    inside = _by_folder(question, words)
    # What a folder is for says nothing against it: "which examples are there".
    likely = {folder: records for folder, records in inside.items() if is_likely(f"{_parent(folder)}/.")}
    likely = _holding_types(likely, types)
    takes_tests = bool(likely) or words[-1] in _OF_TESTS
    found: list[FileRecord] = []
    for folder, records in (likely or inside).items():
        called = word_parts(folder.rpartition("/")[2])
        is_plural = called != [*words] or words[-1] in UNCOUNTED
        is_exact = (is_plural and len(called) == len(words)) or called == [*words[:-1]]
        if (
            (takes_tests or "test" not in path_roles(f"{_parent(folder)}/."))
            and (is_exact or len(types) < _FEWEST_TYPES)
            and not _is_package_about(folder, records, words)
        ):
            found += _of_folder(folder, _of_kind(folder, records, types))
    return found[:_MOST_FILES]


def _by_folder(question: Question, words: Sequence[str]) -> dict[str, list[FileRecord]]:
    """Return the folders that are called as a kind, or as a sort of it below one called so, and all files of each."""
    inside: dict[str, list[FileRecord]] = defaultdict(list)
    called_so: dict[str, str | None] = {}
    sorts = f"|{spelled(words[-1:])}/{'.?'.join(map(re.escape, words[:-1]))}" if words[1:] else ""
    for record in question.files(rf"(?:{spelled(words)}{sorts})[^/]*/"):
        around, _, name = record.path.rpartition("/")
        if around not in called_so:
            called_so[around] = _folder_called(around, words)
        folder = called_so[around]
        if folder and not name.startswith(".") and not is_translation(record.path):
            inside[folder].append(record)
    return inside


def _is_package_about(folder: str, records: Sequence[FileRecord], words: Sequence[str]) -> bool:
    """Whether a folder is a package that is about a kind: called in the singular, or by more words with a manifest."""
    called = word_parts(folder.rpartition("/")[2])
    if called == [*words] and words[-1] not in UNCOUNTED:
        (most, _), *_ = Counter(one.language for one in records).most_common(1)
        return most in _WITH_PACKAGES
    return len(called) > len(words) and any(one.path.removeprefix(f"{folder}/") in _MANIFESTS for one in records)


def _holding_types(folders: dict[str, list[FileRecord]], types: Collection[str]) -> dict[str, list[FileRecord]]:
    """Return folders without those that hold none of the types of a kind, where most of these lie in the others.

    Such a one is of a language of these types, or data: it holds something about the kind, as `locales/models` does.
    """
    holding = {folder: {one.path for one in records} & {*types} for folder, records in folders.items()}
    inside = {path for paths in holding.values() for path in paths}
    if len(inside) < _FEWEST_TYPES or 2 * len(inside) < len(types):
        return folders
    languages = {one.language for records in folders.values() for one in records if one.path in inside}
    return {
        folder: records
        for folder, records in folders.items()
        if holding[folder] or _has_other_programs(records, languages)
    }


def _has_other_programs(records: Sequence[FileRecord], languages: Set[str]) -> bool:
    """Whether some files are programs, and none of them of some languages."""
    own = {one.language for one in records}
    return languages.isdisjoint(own) and not PROGRAMS.isdisjoint(own)


def _of_kind(folder: str, records: Sequence[FileRecord], types: Collection[str]) -> list[FileRecord]:
    """Return the files of a folder that may be of its kind: no tests, styles and indexes beside them."""
    own = [*records]
    if any(one.language in PROGRAMS for one in own):
        is_of_tests = "test" in path_roles(f"{folder}/.")
        own = [one for one in own if one.language not in STYLES and (is_of_tests or "test" not in path_roles(one.path))]
    holding = {_parent(path) for path in types}
    if folder in holding:
        own = [one for one in own if _parent(one.path) in holding]
    named = [one for one in own if _parent(one.path) != folder or _stem(one) not in _INDEXES]
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
    if len(below) == 1 and not beside:
        (only,) = below
        return _of_folder(f"{folder}/{only}", own)  # such as `src`
    common = sorted((name for name, count in names.items() if 2 * count >= len(below)), key=_by_entry)
    programs = [one for one in beside if one.language in PROGRAMS]
    is_of_variants = len(common) > max(_MOST_COMMON, len(below))  # the same files for each of some databases
    if (
        common and not is_of_variants and all(one.path.endswith(f"/{common[0]}") for one in programs)
    ):  # such as one CMakeLists.txt for all
        return [next((one for one in ones if one.path.endswith(f"/{common[0]}")), ones[0]) for ones in below.values()]
    return own if len(own) > 1 or not below else []


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


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _stem(record: FileRecord) -> str:
    return record.path.rpartition("/")[2].partition(".")[0]


def _by_entry(name: str) -> tuple[bool, str]:
    """Return what sorts names of files: those that tell what a folder is come first."""
    return name.partition(".")[0].lower() not in _ENTRIES, name
