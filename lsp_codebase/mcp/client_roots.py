"""The folders that the client has open, where the server was given none."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

import anyio
from anyio import to_thread
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError
from mcp_types import InputRequiredResult, ListRootsRequest, ListRootsResult
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

logger = logging.getLogger(__name__)

_CHANGES = ("notifications/initialized", "notifications/roots/list_changed")
_QUESTIONS = ("tools/call", "resources/read")
_LONGEST_S = 5.0
_FRESH_S = 60.0
"""Newer clients tell of no change: they are asked again after so long."""
_KEY = "roots"
_MARKS = (".git", ".hg", ".svn", ".jj")


class Folders(Protocol):
    """What folders are opened in."""

    @property
    def roots(self) -> tuple[Path, ...]:
        """Those that are open."""
        ...

    def add_folder(self, root: Path, name: str = "") -> None:
        """Open one."""
        ...

    def remove_folder(self, root: Path) -> None:
        """Close one."""
        ...


class ClientRoots:
    """Opens what the client has open, before anything is asked of it: a middleware of the server of one client.

    A client that has no roots, or does not answer, is served the project that `start` lies in.
    """

    def __init__(self, folders: Folders, start: Path) -> None:
        self._folders = folders
        self._start = start
        self._lock = anyio.Lock()
        self._known_at = float("-inf")

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Handle one message of the client."""
        is_older = ctx.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS
        if ctx.method in _CHANGES:
            handled = await call_next(ctx)
            async with self._lock:
                self._known_at = float("-inf")
                await self._open(await self._asked(ctx))
            return handled
        if ctx.method in _QUESTIONS:
            async with self._lock:
                if not is_older and self._has_roots(ctx) and self._age() > _FRESH_S:
                    given = _given(ctx.params)
                    if given is None:
                        return InputRequiredResult(input_requests={_KEY: ListRootsRequest()})
                    await self._open(given)
                elif self._age() == float("inf"):
                    await self._open(await self._asked(ctx) if is_older else [])
        return await call_next(ctx)

    def _age(self) -> float:
        return anyio.current_time() - self._known_at

    @staticmethod
    def _has_roots(context: ServerRequestContext[Any, Any]) -> bool:
        capabilities = context.session.client_capabilities
        return capabilities is not None and capabilities.roots is not None

    async def _asked(self, context: ServerRequestContext[Any, Any]) -> Sequence[Path]:
        if not self._has_roots(context):
            return []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MCPDeprecationWarning)
            asking = context.session.list_roots()
        try:
            with anyio.fail_after(_LONGEST_S):
                return _paths(await asking)
        except (TimeoutError, MCPError, ValueError) as error:
            logger.warning("the client does not tell its roots: %s", error or "no answer")
            return []

    async def _open(self, wanted: Sequence[Path]) -> None:
        await to_thread.run_sync(self._follow, wanted or _project(self._start))
        self._known_at = anyio.current_time()

    def _follow(self, wanted: Sequence[Path]) -> None:
        roots = [Path(os.path.realpath(path)) for path in wanted]
        for root in set(self._folders.roots) - set(roots):
            self._folders.remove_folder(root)
        for root in roots:
            self._folders.add_folder(root)


def _given(params: Mapping[str, Any] | None) -> Sequence[Path] | None:
    answers = (params or {}).get("inputResponses")
    if not isinstance(answers, Mapping) or _KEY not in answers:
        return None
    try:
        return _paths(ListRootsResult.model_validate(answers[_KEY]))
    except ValueError:
        return []


def _paths(result: ListRootsResult) -> list[Path]:
    """Return the roots that are directories here."""
    paths = [Path(_to_path(str(root.uri))) for root in result.roots]
    return [path for path in paths if path.is_absolute() and path.is_dir()]


def _to_path(uri: str) -> str:
    path = unquote(urlsplit(uri).path)
    return path.lstrip("/") if os.name == "nt" else path


def _project(start: Path) -> Sequence[Path]:
    """Return the folder around `start` that is under version control, else `start`; none where that is no project.

    Some clients start their servers in the root of the disk or in the home of the user.
    """
    around = next(
        (folder for folder in (start, *start.parents) if any((folder / mark).exists() for mark in _MARKS)), start
    )
    return [] if around == Path(around.anchor) or around == Path.home() else [around]
