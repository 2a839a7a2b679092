"""Queries from documents and manifests: what they say of a file or folder, and sentences that name a definition."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from lsp_codebase.model import Symbol
from lsp_codebase.scan.roles import path_roles

from .candidate import Candidate, Hidden
from .definitions import Answer, Code, place_of
from .prose import first_sentence, is_prose, sentences, unmarked
from .repository import git, texts_of

_DOCUMENT = re.compile(r"\.(md|mdx|markdown|rst|adoc|org|txt)$", re.IGNORECASE)
_NEWS = re.compile(
    r"change|history|news|release|licen[cs]e|whatsnew|whats_new|unreleased|todo|migrat|upgrad", re.IGNORECASE
)
_TOLD = re.compile(
    r"^\s*(?:[-*+•]|\d+\.|\||[│├└─|\s`+-]*)?\s*"  # bullet, number, cell, branch of a drawn tree
    r"(?:\*\*|\[)*`*(?P<path>[\w.@+/-]*[\w-](?:\.[a-z]{1,5}|/))`*(?:\*\*|\])*(?:\([^)\s]*\))?(?:\*\*)?"
    r"\s*(?P<between>:|--?|–|—|=>|->|\||\#|//|\s{2,}|is|are|contains?|holds?|implements?|defines?|provides?|handles?)"
    r"(?<!\s)(?=\s)(?P<told>.+)$",
)
_NAMED = re.compile(r":[a-z:]+:`~?\.?([\w.]+)(?:\(\))?`|``?(\w[\w.:]*)(?:\(\))?``?")
_NAME_FORM = re.compile(r"[a-z0-9]+_[a-z0-9_]+|[A-Z]?[a-z0-9]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*")
_OPTION = re.compile(r"\b(options?|settings?|fields?|parameters?|arguments?|keys?|flags?|variables?)\b", re.IGNORECASE)
_DESCRIBES = re.compile(r"\b(is|are|provides?|contains?|implements?|holds?|defines?|handles?|adds?)\b")
_GOES_ON = re.compile(r"\s*[a-z(]")  # a line that ends no sentence
_MANIFEST = re.compile(r"^(Cargo\.toml|pyproject\.toml|package\.json|composer\.json)$|\.(cabal|gemspec)$")
_SAID = re.compile(r'^\s*(?:\w+\.)?"?(?:description|synopsis|summary)"?\s*[:=]\s*"?([^"]+?)"?,?\s*$')
MOST_PER_DOCUMENT = 4  # sentences with a name
MOST_FILES_IN_FOLDER = 40

Documents: TypeAlias = Mapping[str, str]
"""Text by path."""


def documents_at(clone: Path, commit: str) -> Documents:
    """Return the documents of a commit that say how things are: no changelogs, licences or lists of what to do."""
    paths = git(clone, "ls-tree", "-r", "-z", "--name-only", commit).split("\0")
    wanted = [path for path in paths if _DOCUMENT.search(path) and not _NEWS.search(path) and not _vendored(path)]
    return {path: text.decode("utf-8", "replace") for path, text in texts_of(clone, commit, wanted).items()}


def _vendored(path: str) -> bool:
    return bool(path_roles(path) & {"vendored", "test"})


def told_of_place(line: str) -> tuple[str, str] | None:
    """Return the path with which a line begins and what it says of it, None if it is no such line."""
    found = _TOLD.match(line)
    if found is None:
        return None
    told = found["told"].split("|")[0] if found["between"] == "|" else found["told"]
    verb = f"{found['between']} " if found["between"].isalpha() else ""
    return found["path"].removeprefix("./"), sentences(unmarked(verb + told.strip(" -:–—#/=>")))[0]


def place_meant(path: str, document: str, known: Iterable[str]) -> str | None:
    """Return the one place that a path in a document means: from the root, from the document, or by its end."""
    beside = (PurePosixPath(document).parent / path).as_posix()
    end = f"/{path.strip('/')}"
    found = [place for place in known if f"/{place.rstrip('/')}".endswith(end)]
    exact = [place for place in found if place.rstrip("/") in (path.rstrip("/"), beside)]
    return (exact or found)[0] if exact or len(found) == 1 else None


def folders(code: Code) -> list[str]:
    """Return the folders, with "/" at their end, that hold so few source files that one is a place to begin with."""
    held: Counter[str] = Counter()
    for path in code.symbols:
        held.update(f"{folder}/" for folder in PurePosixPath(path).parents if folder.name)
    return [folder for folder, count in held.items() if count <= MOST_FILES_IN_FOLDER]


def of_places(documents: Documents, code: Code) -> Iterator[Candidate]:
    """Yield lines that tell of a file or folder, and first sentences of the READMEs of folders."""
    small = folders(code)
    for document, text in documents.items():
        lines = [*text.split("\n"), ""]
        for row, line in enumerate(lines[:-1]):
            told = told_of_place(line)
            if told is None or _GOES_ON.match(lines[row + 1]) or not is_prose(told[1], 4, 40):
                continue
            place = place_meant(told[0], document, small if told[0].endswith("/") else code.symbols)
            if place is not None and PurePosixPath(place).stem.lower() not in told[1].lower():
                yield Candidate("file", told[1], (Answer(place),), f"{document}:{row + 1}", Hidden(document))
        folder, _, name = document.rpartition("/")
        if f"{folder}/" in small and name.lower().startswith("readme.") and not path_roles(f"{folder}/x"):
            row, paragraph = next(paragraphs(text.split("\n")), (0, ""))
            sentence = first_sentence(paragraph)
            if is_prose(sentence, 6, 40) and _DESCRIBES.search(sentence):
                yield Candidate("file", sentence, (Answer(f"{folder}/"),), f"{document}:{row + 1}", Hidden(document))


def of_manifests(paths: Iterable[str], code: Code) -> Iterator[Candidate]:
    """Yield what the manifests of packages inside a repository say of their folders."""
    small = set(folders(code))
    for path in paths:
        folder, _, name = path.rpartition("/")
        file = code.tree / path
        if f"{folder}/" not in small or not _MANIFEST.search(name) or path_roles(path) or not file.is_file():
            continue
        lines = file.read_text("utf-8", "replace").split("\n")
        row, said = next(((row, found[1]) for row, line in enumerate(lines) if (found := _SAID.match(line))), (0, ""))
        sentence = first_sentence(said)
        if is_prose(sentence, 4, 40):
            yield Candidate("file", sentence, (Answer(f"{folder}/"),), f"{path}:{row + 1}", Hidden(path, row, row))


def paragraphs(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the plain paragraphs of a document, each with the 0-based row of its first line.

    Code blocks, headings, lists, tables, quotes and directives are left out.
    """
    taken: list[str] = []
    in_block = False
    for row, line in enumerate([*lines, ""]):
        is_fence = line.lstrip().startswith(("```", "~~~"))
        in_block ^= is_fence
        if is_fence or in_block or not line.strip() or line.startswith((" ", "\t", *"#=-~^.|>*+:<")):
            if taken:
                yield row - len(taken), " ".join(taken)
            taken = []
        else:
            taken.append(line.strip())


def named_in(sentence: str, code: Code) -> tuple[str, Symbol] | None:
    """Return the one definition that a sentence names in marks of code, None if it names none, several, or an option.

    `owner.name` names it only if its class or file has that name.
    """
    if _OPTION.search(sentence):
        return None
    found: dict[str, tuple[str, Symbol]] = {}
    for match in _NAMED.finditer(sentence):
        owner, _, name = (match[1] or match[2]).replace("::", ".").rstrip(".").rpartition(".")
        held = code.by_name.get(name, ()) if _NAME_FORM.fullmatch(name) else ()
        if len(held) > 1:
            return None
        for path, symbol in held:
            around = {symbol.container.rpartition(".")[2].lower(), PurePosixPath(path).stem.lower()}
            if not owner or owner.rpartition(".")[2].lower() in around:
                found[name] = path, symbol
    return found.popitem()[1] if len(found) == 1 else None


def of_names(documents: Documents, code: Code) -> Iterator[Candidate]:
    """Yield sentences that name a definition of which there is one in the tree."""
    for document, text in documents.items():
        taken: set[str] = set()
        for row, paragraph in paragraphs(text.split("\n")):
            for sentence in sentences(paragraph):
                held = named_in(sentence, code)
                plain = unmarked(sentence)
                if held is None or held[1].name in taken or len(taken) == MOST_PER_DOCUMENT:
                    continue
                if is_prose(plain, 7, 30):
                    taken.add(held[1].name)
                    yield Candidate("named", plain, (place_of(*held),), f"{document}:{row + 1}", Hidden(document))
