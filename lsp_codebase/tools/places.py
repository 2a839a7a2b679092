"""Paths as a model reads and writes them: relative to the root; with several roots, after the name of theirs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs import spellings
from lsp_codebase.model import qualified
from lsp_codebase.nearest import did_you_mean
from lsp_codebase.paths import innermost, is_within, relative_to, roots_by_name
from lsp_codebase.tree import quoted, shown, unquoted
from lsp_codebase.uris import check_length, to_path

_ABSOLUTE = re.compile(r"""(?<![\w.~/\\:])(?:[A-Za-z]:[\\/]|/)(?:[^\s/\\:;,'"()]+[\\/])+""")
WITH_LINES = re.compile(r"(.+):([0-9]{1,9})(?:-([0-9]{1,9}))?")
"""A file with lines of it, as answers name them."""
EVERYTHING = (".", "")
NO_FOLDER = "no folder is open; start the server in one or with --root DIR, or have the client name one that exists"


class Places:
    """The folders that are open now, by their names. Any thread may call."""

    def __init__(self, roots: Callable[[], Sequence[Path]], is_there: Callable[[Path], bool] = os.path.exists) -> None:
        """`is_there` tells of a path below a root whether it names a file or folder."""
        self._roots = roots
        self._is_there = is_there

    @property
    def named(self) -> Mapping[str, Path]:
        """The folders by name: the last part of their paths, or as many of the last as tell them apart."""
        return roots_by_name(tuple(self._roots()))

    def name_of(self, root: str) -> str:
        """Return the name of a folder in an answer, "" for one that is not open."""
        return next((shown(name) for name, path in self.named.items() if str(path) == root), "")

    def shown(self, path: Path) -> str:
        """Return how an answer names a file."""
        named = self.named
        root = innermost(path, named.values())
        if root is None:
            return shown(path.name)
        name = next(name for name, place in named.items() if place == root)
        relative = relative_to(path, root)
        return shown(relative if len(named) == 1 else f"{name}/{relative}" if path != root else name)

    def read(self, text: str, field: str = "path") -> Path | None:
        """Return the place that a path names, None for everything where several folders are open. It need not exist.

        Raises:
            InvalidQuery: for a path that lies outside of every folder, or cannot be read.
        """
        named = self.named
        if not named:
            raise InvalidQuery(field, NO_FOLDER)
        if text[:6].lower() == "file:/":  # else a name that begins so
            text = str(to_path(text, field))
        text = unquoted(text).replace(os.sep, "/")
        check_length(text, field)
        if len(named) == 1:
            (root,) = named.values()
            return _inside(root, text, field)
        if text in EVERYTHING:
            return None
        if os.path.isabs(text):
            return _inside(innermost(Path(os.path.normpath(text)), named.values()) or Path(), text, field)
        asked = text.removeprefix("./").rstrip("/")
        for name, root in named.items():
            if asked == name or asked.startswith(f"{name}/"):
                return _inside(root, asked[len(name) :].lstrip("/"), field)
        holding = [root for root in named.values() if self._is_there(root / asked)]
        if len(holding) == 1:  # no other folder can be meant
            return _inside(holding[0], asked, field)
        first = asked.partition("/")[0]
        hint = did_you_mean(first, named) or f", which are {_listed(named)}"
        raise InvalidQuery(field, f"must begin with the name of a folder{hint}")

    def holds(self, text: str) -> bool:
        """Whether a path names a file or folder that is there."""
        try:
            place = self.read(text)
        except InvalidQuery:
            return False
        return place is not None and self._is_there(place)

    def file(self, text: str, field: str = "path") -> Path:
        """Return the place that a path names, which must be a file or folder of its own.

        Raises:
            InvalidQuery: as `read` does, and for everything.
        """
        path = self.read(text, field)
        if path is None:
            raise InvalidQuery(field, f"must begin with the name of a folder, which are {_listed(self.named)}")
        return path

    def headed(self, tree: str) -> str:
        """Return a tree whose first line, and that of each further folder, names no absolute path."""
        named = self.named
        heads: dict[str, str] = {}
        for name, root in named.items():
            path, shorter = root.as_posix().rstrip("/"), "." if len(named) == 1 else name
            heads |= {
                f"{path}/": f"{shown(shorter)}/",
                f"{quoted(path)}/": f"{shown(shorter)}/",
                f"{quoted(path)[:-1]}/": f"{quoted(shorter)[:-1]}/",  # a folder in it that is quoted
            }
        lines = tree.split("\n")
        for head, shorter in sorted(heads.items(), key=lambda pair: -len(pair[0])):
            lines = [shorter + line[len(head) :] if line.startswith(head) else line for line in lines]
        return "\n".join(lines)

    def hidden(self, message: str) -> str:
        """Return a message for a model: no absolute path of this machine tells it anything."""
        named = self.named
        for name, root in sorted(named.items(), key=lambda pair: -len(str(pair[1]))):
            prefix = "" if len(named) == 1 else f"{shown(name)}/"
            message = message.replace(f"{root}{os.sep}", prefix).replace(str(root), shown(name))
        return _ABSOLUTE.sub("…/", message)


def definition_name(container: str | None, name: str | None) -> str:
    """Return how an answer names a definition."""
    return shown(qualified(container, name))


def _listed(named: Iterable[str]) -> str:
    return ", ".join(map(shown, named))


def _inside(root: Path, text: str, field: str) -> Path:
    paths = [Path(os.path.normpath(root / one)) for one in spellings(text)]
    path = next(filter(os.path.lexists, paths), paths[0])
    if not root.is_absolute() or not is_within(path, root):
        last = Path(text).name
        raise InvalidQuery(
            field, f"{f'…/{last}' if os.path.isabs(text) and last else text} lies outside of every folder"
        )
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):  # it need not exist
        pass
    except ValueError:
        raise InvalidQuery(field, "holds a character that no name of a file can hold") from None
    except OSError as error:
        raise InvalidQuery(field, f"cannot be looked at: {error.strerror}") from error
    return path
