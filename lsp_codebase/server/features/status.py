"""`codebase/status`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.model import IndexStatus
from lsp_codebase.server import messages
from lsp_codebase.server.convert import Places
from lsp_codebase.server.failures import uri_field

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


async def status(server: CodebaseServer, params: messages.FolderParams) -> Sequence[messages.IndexStatus]:
    """Tell the state of every index, with the files that are not in it."""
    root = server.places.path(params.folder, "folder") if params.folder is not None else None
    with uri_field("folder"):
        statuses = await server.session.ask("codebase/status", lambda workspace, _: workspace.status(root))
    return [to_wire(status, server.places, with_problems=True) for status in statuses]


def to_wire(status: IndexStatus, places: Places, *, with_problems: bool = False) -> messages.IndexStatus:
    """Return a status as the client sees it."""
    root = Path(status.root)
    problems = [messages.Problem(places.uri(root / problem.path), problem.reason) for problem in status.problems]
    return messages.IndexStatus(
        folder=places.uri(root) if status.root else "",  # no folder is open
        phase=status.phase.value,
        files=messages.FileCounts(status.indexed, status.total, status.skipped, status.failed),
        chunks=status.chunks,
        symbols=status.symbols,
        vectors=messages.VectorCounts(status.vectors.done, status.vectors.total, status.vectors.model),
        generation=status.generation,
        role=status.role.value,
        stale=status.stale,
        message=status.message,
        problems=problems if with_problems and problems else None,
    )
