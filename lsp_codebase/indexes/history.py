"""Earlier commits as arrays: their words, their files, their times."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.indexes.mapped import UNREADABLE, check, files_in, map_arrays, put
from lsp_codebase.indexes.words import token_hash
from lsp_codebase.parse import tokenize
from lsp_codebase.scan import Commit
from lsp_codebase.store import delete, location

_FORMAT = 2
_SUFFIX = f".v{_FORMAT}.history.arrow"
_BODY_LINES = 3  # of a message, after its subject: further lines give reasons or signatures
_BODY_WORTH = 0.5  # of a word that stands only there
_LONGEST_LINE = 500
_TRAILER = re.compile(r"(?:[A-Z][\w-]*-by|change-id|pr-url|git-svn-id|fixes|closes|refs?|see)\b.*", re.IGNORECASE)
_MARKS = re.compile(r"(?:```|~~~)\S*|[\W_]*")
"""A line of marks alone, as around code and between parts."""
_WIDEST = 200  # files: a commit of more moves, formats or imports, and says nothing of any of them
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class History:
    """Commits, newest first. `head` was checked out (see `GitState.head`), `tip` is the commit it stood for."""

    head: str
    tip: str
    ids: tuple[str, ...]
    times: NDArray[np.int64]  # seconds since 1970
    messages: tuple[str, ...]
    paths: tuple[str, ...]  # as they are called today
    moved: dict[str, str]  # former names of files to their names today
    file_starts: NDArray[np.int64]  # (commits + 1)
    files: NDArray[np.int32]  # places in `paths`
    tokens: NDArray[np.int64]  # hashes, ascending; once for each commit that has one
    of_tokens: NDArray[np.int32]  # (tokens): that commit
    worth: NDArray[np.float32]  # (tokens): less of a word that is not in the subject

    def __len__(self) -> int:
        return len(self.times)

    @cached_property
    def widths(self) -> NDArray[np.int64]:
        """How many files each commit touched."""
        return np.diff(self.file_starts)

    def postings(self, token: str) -> slice:
        """Return where the commits that have a token stand in `of_tokens`."""
        number = token_hash(token)
        return slice(*np.searchsorted(self.tokens, [number, number + 1]).tolist())

    def files_of(self, commit: int) -> NDArray[np.int32]:
        """Return the places of the paths of a commit."""
        return self.files[self.file_starts[commit] : self.file_starts[commit + 1]]

    def paths_of(self, commit: int) -> list[str]:
        """Return the paths of the files of a commit."""
        return [self.paths[place] for place in self.files_of(commit).tolist()]

    def save(self, directory: Path) -> None:
        """Write this in place of the earlier file.

        Raises:
            OSError: if that is not possible.
        """
        folder = _folder(directory)
        latest = put(folder, _SUFFIX, self._arrays())
        for path in set(folder.iterdir()) - {latest}:
            delete(path)

    def _arrays(self) -> Arrays:
        named = ("head", "tip", "ids", "messages", "paths", "moved")
        texts = {name: getattr(self, name) for name in named}
        numbers = ("times", "file_starts", "files", "tokens", "of_tokens", "worth")
        return {
            "texts": np.frombuffer(json.dumps(texts).encode(), np.uint8),
            **{name: getattr(self, name) for name in numbers},
        }


def load_history(directory: Path) -> History | None:
    """Return the saved history of an index, None where there is none of use."""
    try:
        saved = files_in(_folder(directory), _SUFFIX)
        if not saved:
            return None
        check(saved[-1], whole=True)
        arrays: dict[str, Any] = map_arrays(saved[-1])
        texts = json.loads(arrays.pop("texts").tobytes())
        arrays |= {name: tuple(texts[name]) for name in ("ids", "messages", "paths")}
        return History(texts["head"], texts["tip"], moved=texts["moved"], **arrays)
    except UNREADABLE:
        return None


def history_of(head: str, commits: Sequence[Commit], before: History | None, most: int) -> History:
    """Return the history of commits, newest first, in front of those known `before`; at most so many."""
    names: dict[str, str] = {}  # old names of files to new ones
    touched: list[Sequence[str]] = []
    words: list[tuple[int, int, float]] = []
    for number, commit in enumerate(commits):
        is_wide = len(commit.files) > _WIDEST
        touched.append(() if is_wide else [*dict.fromkeys(names.get(path, path) for path in commit.files)])
        names |= {old: names.get(new, new) for old, new in commit.moved.items()}
        if not is_wide:
            words += [(token_hash(token), number, worth) for token, worth in _words(commit.message).items()]
    places = {path: place for place, path in enumerate(dict.fromkeys(chain.from_iterable(touched)))}
    words.sort()
    made = History(
        head=head,
        tip=commits[0].id if commits else "",
        ids=tuple(commit.id for commit in commits),
        times=np.array([commit.time for commit in commits], np.int64),
        messages=tuple("\n".join(said_lines(commit.message)) for commit in commits),
        paths=tuple(places),
        moved=names,
        file_starts=np.cumsum([0, *map(len, touched)], dtype=np.int64),
        files=np.array([*map(places.__getitem__, chain.from_iterable(touched))], np.int32),
        tokens=np.array([token for token, _, _ in words], np.int64),
        of_tokens=np.array([number for _, number, _ in words], np.int32),
        worth=np.array([worth for _, _, worth in words], np.float32),
    )
    return made if before is None else _joined(made, before, max(most - len(made), 0))


def _joined(made: History, before: History, kept: int) -> History:
    kept = min(kept, len(before))
    files = before.files[: before.file_starts[kept]]
    earlier = {place: made.moved.get(path := before.paths[place], path) for place in np.unique(files).tolist()}
    places = {path: place for place, path in enumerate(dict.fromkeys((*made.paths, *earlier.values())))}
    renumbered = np.zeros(len(before.paths), np.int32)  # files that only dropped commits touched are dropped, too
    renumbered[[*earlier]] = [places[path] for path in earlier.values()]
    is_kept = before.of_tokens < kept
    tokens = np.concatenate([made.tokens, before.tokens[is_kept]])
    of_tokens = np.concatenate([made.of_tokens, before.of_tokens[is_kept] + np.int32(len(made))])
    worth = np.concatenate([made.worth, before.worth[is_kept]])
    order = np.lexsort((of_tokens, tokens))
    return History(
        head=made.head,
        tip=made.tip or before.tip,
        ids=made.ids + before.ids[:kept],
        times=np.concatenate([made.times, before.times[:kept]]),
        messages=made.messages + before.messages[:kept],
        paths=tuple(places),
        moved={old: made.moved.get(new, new) for old, new in before.moved.items()} | made.moved,
        file_starts=np.concatenate([made.file_starts, before.file_starts[1 : kept + 1] + made.file_starts[-1]]),
        files=np.concatenate([made.files, renumbered[files]]),
        tokens=tokens[order],
        of_tokens=of_tokens[order],
        worth=worth[order],
    )


def said_lines(message: str) -> list[str]:
    """Return the lines of a message that describe the change."""
    lines = [_cut(line.strip()) for line in message.splitlines()]
    said = (line for line in lines if not (_TRAILER.match(line) or _MARKS.fullmatch(line)))
    return [*islice(said, 1 + _BODY_LINES)]


def _cut(line: str) -> str:
    """Return the beginning of a long line, up to a blank: half a token could not be recognised."""
    return line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE].rpartition(" ")[0]


def _words(message: str) -> dict[str, float]:
    """Return the tokens of a message and how much each is worth."""
    subject, *body = said_lines(message) or [""]
    return dict.fromkeys(tokenize("\n".join(body)), _BODY_WORTH) | dict.fromkeys(tokenize(subject), 1.0)


def _folder(directory: Path) -> Path:
    return location(directory) / "history"
