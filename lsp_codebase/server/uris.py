"""URIs as a client writes them, and paths as the core knows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.paths import canonical, is_within
from lsp_codebase.uris import to_path, to_uri

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class PathMap:
    """Paths and URIs as one client writes them.

    The core knows a folder by its real path. A client that opened it through a symbolic link must be answered with the
    link's path, or its editor would open every file twice. So it is with a file that is open by a link below a folder,
    since places in it are those of the open text. Any thread may call.
    """

    def __init__(self) -> None:
        self._links: dict[Path, Path] = {}
        self._opened: dict[Path, Path] = {}  # files that are open by links, and the paths of these

    def add(self, root: Path) -> bool:
        """Remember how the client names a folder; return whether that is by a link. Looks at the disk."""
        real = canonical(root)
        if real != root:
            self._links = {**self._links, root: real}
        return real != root

    def remove(self, root: Path) -> None:
        """Forget a folder."""
        self._links = {link: real for link, real in self._links.items() if link != root}

    def note_open(self, path: Path) -> None:
        """Remember the path, as the core writes it, by which the client has a file open. Looks at the disk."""
        if (real := canonical(path)) != path:
            self._opened = {**self._opened, real: path}

    def note_closed(self, path: Path) -> None:
        """Forget a path by which a file was open."""
        self._opened = {real: told for real, told in self._opened.items() if told != path}

    def real(self, root: Path) -> Path:
        """Return the path by which the core knows a folder of the client, wherever its link leads by now."""
        return self._links.get(root, root)

    def to_uri(self, path: Path) -> str:
        """Return the URI of a path of the core."""
        path = self._opened.get(path, path)
        links = [link for link, real in self._links.items() if is_within(path, real)]
        if not links:
            return to_uri(path)
        link = max(links, key=lambda link: len(self._links[link].parts))  # of the innermost folder
        return to_uri(link / path.relative_to(self._links[link]))

    def to_path(self, uri: str, field: str = "uri") -> Path:
        """Return the path of a URI of the client. Raises `InvalidQuery` naming `field`."""
        path = to_path(uri, field)
        for link, real in self._links.items():
            if is_within(path, link):
                return real / path.relative_to(link)
        return path

    def to_folder(self, uri: str | None) -> Path | None:
        """Return the path of the `folder` of a request; None, all of them, where it names none."""
        return None if uri is None else self.to_path(uri, "folder")

    def to_document(self, uri: str, field: str) -> Path | None:
        """Return the path of a document, or None where the user is in a buffer that is no file (`untitled:1`).

        Raises `InvalidQuery` naming `field` for an invalid URI.
        """
        try:
            return self.to_path(uri, field)
        except InvalidQuery:
            if _SCHEME.match(uri):
                return None
            raise

    def to_paths(self, uris: Iterable[str]) -> Iterator[Path]:
        """Yield the path of each URI that has one; a buffer that is no file (`untitled:`) is nothing we know."""
        for uri in uris:
            with suppress(InvalidQuery):
                yield self.to_path(uri)
