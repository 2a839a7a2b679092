"""Completion of the paths of files as answers name them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsp_codebase.answers import Answers
from lsp_codebase.globs import path_glob
from lsp_codebase.model import CancelToken, FilesQuery
from lsp_codebase.tools.places import Places

_LONGEST, _MOST_LETTERS = 400, 180  # a glob has a limit, and a letter in any case takes four characters of it
_LETTER = re.compile(r"[^\W\d_]")


def paths_holding(text: str, most: int, answers: Answers, places: Places, cancel: CancelToken) -> list[str]:
    """Return the first files whose paths hold a text, in any letter case: the walk ends with the last one."""
    if len(text) > _LONGEST or "\0" in text:
        return []
    found: dict[str, None] = {}  # in order; a folder may lie in another one
    named = places.named
    for name, root in named.items():
        query = FilesQuery(most, include=(*_globs(text, f"{name}/" if len(named) > 1 else ""),))
        found.update(dict.fromkeys(map(places.shown, answers.list_files(root, query, cancel).paths)))
        if len(found) >= most:
            break
    return [*found][:most]


def _globs(text: str, before: str) -> Iterator[str]:
    """Yield the globs of the paths that hold a text, alone or with some text `before` them."""
    yield f"**/*{_any_case(text)}*"
    if text.lower() in before.lower():
        yield "*"
    for length in range(1, len(text)):  # the text begins in what is before
        if before.lower().endswith(text[:length].lower()):
            yield f"/{_any_case(text[length:])}*"


def _any_case(text: str) -> str:
    plain = path_glob(text).removeprefix("/")
    return _LETTER.sub(lambda found: _either(found[0]), plain, _MOST_LETTERS)


def _either(letter: str) -> str:
    lower, upper = letter.lower(), letter.upper()
    return f"[{lower}{upper}]" if lower != upper and len(lower + upper) == 2 else letter
