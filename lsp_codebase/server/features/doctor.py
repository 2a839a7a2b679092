"""`codebase/doctor`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_codebase.server import messages
from lsp_codebase.server.failures import uri_field

if TYPE_CHECKING:
    from lsp_codebase.server.language_server import CodebaseServer


async def doctor(server: CodebaseServer, params: messages.DoctorParams) -> messages.DoctorResult:
    """Check the index on disk, and put right what is wrong if asked to."""
    root = server.places.path(params.folder, "folder") if params.folder is not None else None
    with uri_field("folder"):
        checks = await server.session.ask(
            "codebase/doctor", lambda workspace, cancel: workspace.doctor(root, cancel, repair=params.repair)
        )
    return messages.DoctorResult(
        [messages.Check(server.places.uri(c.root), c.name, c.state.value, c.detail) for c in checks]
    )
