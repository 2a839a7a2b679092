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
    link's path, or its editor would open every file twice. Any thread may call.
    """

    def __init__(self) -> None:
        self._links: dict[Path, Path] = {}

    def add(self, root: Path) -> bool:
        """Remember how the client names a folder; return whether that is by a link. Looks at the disk."""
        real = canonical(root)
        if real != root:
            self._links = {**self._links, root: real}
        return real != root

    def remove(self, root: Path) -> None:
        """Forget a folder."""
        self._links = {link: real for link, real in self._links.items() if link != root}

    def real(self, root: Path) -> Path:
        """Return the path by which the core knows a folder of the client, wherever its link leads by now."""
        return self._links.get(root, root)

    def to_uri(self, path: Path) -> str:
        """Return the URI of a path of the core."""
        for link, real in self._links.items():
            if is_within(path, real):
                return to_uri(link / path.relative_to(real))
        return to_uri(path)

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
