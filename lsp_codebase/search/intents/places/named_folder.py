"""Folders named in words: `... in src/gui` is looked for only there, `src/gui` alone shows its first files.

So do `in src/gui: ...`, `what does src/gui do` and `overview of the gui folder`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, zip_longest
from typing import NamedTuple

from lsp_codebase import globs
from lsp_codebase.model import SearchQuery
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.pieces import heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, below
from lsp_codebase.store import FileRecord

_IN = frozenset("below in inside under within".split()) | frozenset(
    "bajo dans dentro em en im nel nella pod sob sotto sous trong unter w в во внутри под".split()
)
"""In English, and in the languages that a question may be asked in."""
_FOLDER = re.compile(r"[\w.@+-]+(?:/[\w.@+-]+)+/?|[\w.@+-]+/")  # a word without "/" is more often one of the sentence
_MOST_WORDS = 40
folder_alone = reader(
    r"(?:(?:describe|explain|show)\s+|overview\s+of\s+|what\s+(?:does|is|is\s+in)\s+)?(?:the\s+)?"
    r"[`\"']?([\w.@+-]+(?:[/\\][\w.@+-]+)*[/\\]?)[`\"']?(\s+(?:directory|folder))?(?:\s+(?:contain|do|for|hold))?",
    longest=300,
)
_INDEXES = frozenset({"__init__", "doc", "index", "lib", "main", "mod", "package-info"})


class InFolder(NamedTuple):
    """A folder, by its path from the root, and the query for it."""

    folder: str
    said: str


def in_folder(text: str) -> InFolder | None:
    """Return the folder that a query of one line ends or begins with, and the rest of the query."""
    words = text.strip().rstrip("?").split()
    if "\n" in text.strip() or not 3 <= len(words) <= _MOST_WORDS:
        return None
    if words[-2].lower() in _IN:
        folder, rest = words[-1], words[:-2]
        if rest[-1].lower() == "only":
            rest.pop()
    else:
        begin = 1 if words[0].lower() == "only" else 0
        folder, rest = words[begin + 1], words[begin + 2 :]
        if words[begin].lower() not in _IN or folder[-1] not in ":,":
            return None
    folder = folder.strip("`\"':,").replace("\\", "/").removeprefix("./")
    return InFolder(folder.rstrip("/"), " ".join(rest).rstrip(",:")) if rest and _FOLDER.fullmatch(folder) else None


class Narrowed(NamedTuple):
    """A query without the folder that it named, the filter that passes only files of it, and a note.

    The `heads` stand for files in which nothing is found; they are the `is_whole` answer of a query that looks for
    nothing else, and `leads` says that they stand before what is found. The answer `is_sure` if the files alone tell
    that they are meant.
    """

    query: SearchQuery
    filters: Filter
    note: str
    heads: Iterable[Piece] = ()
    is_whole: bool = False
    is_sure: bool = False
    leads: bool = False

    def completed(self, found: Iterable[Piece]) -> Iterator[Piece]:
        """Yield what was found, then the heads of all other files; or, where these lead, what is not in them behind."""
        if self.leads:
            heads = [*self.heads]
            places = {(piece.path, piece.start_line) for piece in heads}
            rest = (piece for piece in found if (piece.path, piece.start_line) not in places)
            yield from chain(heads, below(heads, rest))
            return
        paths = set()
        for piece in found:
            paths.add(piece.path)
            yield piece
        yield from (piece for piece in self.heads if piece.path not in paths)


def narrowed_to_folder(corpus: Corpus, query: SearchQuery, filters: Filter) -> Narrowed | None:
    """Return a query as one of the folder that it names in words, if this codebase has that folder."""
    named = in_folder(query.text) if query.is_free else None
    if named is None or not named.said or not is_folder(corpus, named.folder):
        return None
    include = (*filters.include, globs.compiled((f"/{named.folder}/",)))
    note = f"only in {named.folder}: the query was read as {named.said} path:/{named.folder}/"
    return Narrowed(replace(query, text=named.said), replace(filters, include=include), note)


def files_of_folder(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the heads of the files of a folder that is all a query names: those that say most of it first."""
    said = asked[1].replace("\\", "/")
    if "/" not in said and not asked[2]:
        return []
    name = said.strip("/").removeprefix("./").lower()
    folders: dict[str, list[FileRecord]] = defaultdict(list)
    for record in question.files(rf"(?:^|/){re.escape(name)}/[^/]*$"):
        folders[record.path.rpartition("/")[0].lower()].append(record)
    for records in folders.values():
        records.sort(key=lambda one: (_says_little(one.path, name), -question.prior(one), -one.chunks, one.path))
    best = {folder: max(question.prior(one) for one in records) for folder, records in folders.items()}
    ordered = sorted(folders, key=lambda folder: (folder != name, -best[folder], folder.count("/"), folder))
    in_turn = zip_longest(*(folders[folder] for folder in ordered))
    return heads(question.corpus, filter(None, chain.from_iterable(in_turn)))


def _says_little(path: str, folder: str) -> int:
    """Return how little a file says of its folder by its name: 0 of a readme, 1 of its index, else 2."""
    stem = path.rpartition("/")[2].partition(".")[0].lower()
    if stem == "readme":
        return 0
    return 1 if stem in _INDEXES or stem == folder.rpartition("/")[2].lower() else 2


def is_folder(corpus: Corpus, path: str) -> bool:
    """Whether a path from the root is that of a folder."""
    return any(record.path.startswith(f"{path}/") for record in corpus.with_path(f"^{re.escape(path)}/"))
