"""The folders that a server serves: those it was given, or else those that its client has open."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
from anyio import to_thread
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError
from mcp_types import InputRequiredResult, ListRootsRequest, ListRootsResult
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from lsp_codebase.answers import Folders
from lsp_codebase.errors import CodebaseError, InvalidQuery
from lsp_codebase.paths import canonical
from lsp_codebase.uris import to_path

logger = logging.getLogger(__name__)

_CHANGES = ("notifications/initialized", "notifications/roots/list_changed")
_QUESTIONS = ("tools/call", "resources/read")
_LONGEST_S = 5.0
_FRESH_S = 60.0
"""Newer clients report no change: they are asked again after so long."""
_KEY = "roots"


class ServedRoots:
    """Opens folders before anything is asked of them: a middleware of the server of one client.

    These are the `given` ones, or without any the roots of the client. A client that has no roots, or does not answer,
    is served the `project` that the server was started in, if it was started in one. A client whose roots are not here
    is served no other folder in their place.
    """

    def __init__(self, folders: Folders, project: Path | None, given: Sequence[Path] = ()) -> None:
        self._folders = folders
        self._project = [project] if project is not None else []
        self._given = given
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
                    answers = (ctx.params or {}).get("inputResponses")
                    if not isinstance(answers, Mapping) or _KEY not in answers:
                        return InputRequiredResult(input_requests={_KEY: ListRootsRequest()})
                    await self._open(_given(answers[_KEY]))
                elif self._age() == float("inf"):
                    await self._open(await self._asked(ctx) if is_older else None)
        return await call_next(ctx)

    async def open_given(self) -> None:
        """Open the given folders, if there are any; questions wait for that, and retry failed ones."""
        if self._given:
            async with self._lock:
                try:
                    await self._open(self._given)
                except Exception:  # nobody asked yet: a question will be answered with it
                    logger.exception("the folders cannot be opened")

    def _age(self) -> float:
        return anyio.current_time() - self._known_at

    def _has_roots(self, context: ServerRequestContext[Any, Any]) -> bool:
        """Whether the client has roots that are to be asked for."""
        capabilities = context.session.client_capabilities
        return not self._given and capabilities is not None and capabilities.roots is not None

    async def _asked(self, context: ServerRequestContext[Any, Any]) -> Sequence[Path] | None:
        if not self._has_roots(context):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MCPDeprecationWarning)
            asking = context.session.list_roots()
        try:
            with anyio.fail_after(_LONGEST_S):
                return _paths(await asking)
        except ValueError as error:  # as for addresses in the web
            return _none_of(error)
        except (TimeoutError, MCPError) as error:
            logger.warning("the client does not tell its roots: %s", error or "no answer")
            return None

    async def _open(self, wanted: Sequence[Path] | None) -> None:
        """Open the folders that the client wants; if it names none (None), those for a client without roots."""
        await to_thread.run_sync(self._follow, (self._given or self._project) if wanted is None else wanted)
        self._known_at = anyio.current_time()

    def _follow(self, wanted: Sequence[Path]) -> None:
        roots = [*map(canonical, wanted)]
        try:
            for root in set(self._folders.roots) - set(roots):
                self._folders.remove_folder(root)
            for root in roots:
                self._folders.add_folder(root)
        except CodebaseError as error:
            logger.warning("a folder cannot be opened: %s", error)


def _given(answer: object) -> list[Path] | None:
    """Return the roots that came with a question, as `_paths` does."""
    try:
        return _paths(ListRootsResult.model_validate(answer))
    except ValueError as error:
        return _none_of(error)


def _none_of(error: ValueError) -> list[Path]:
    logger.warning("the roots of the client are no folders: %s", error)
    return []


def _paths(result: ListRootsResult) -> list[Path] | None:
    """Return the roots that are directories here, None where the client has none."""
    if not result.roots:
        return None
    paths = []
    for root in result.roots:
        with suppress(InvalidQuery):
            path = to_path(str(root.uri))
            if os.path.isdir(path):
                paths.append(path)
                continue
        logger.warning("a root of the client is no folder here: %s", root.uri)
    return paths
