"""`codebase/doctor`."""

from __future__ import annotations

from lsp_codebase.server import messages
from lsp_codebase.server.client import Client
from lsp_codebase.server.failures import uri_field
from lsp_codebase.server.wire import to_checks
from lsp_codebase.server.work_done import reporting


@reporting("Checking the index")
async def doctor(client: Client, params: messages.DoctorParams) -> messages.DoctorResult:
    """Check the index on disk, and repair it if asked to."""
    root = client.paths.to_folder(params.folder)
    with uri_field("folder"):
        checks = await client.session.ask(
            "codebase/doctor", lambda workspace, cancel: workspace.doctor(root, cancel, repair=params.repair)
        )
    return to_checks(checks, client.paths)
