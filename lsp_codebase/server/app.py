"""The entry point of the server: guard the streams, then load everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lsp_codebase.server.transport import accept_one_client, take_standard_streams

if TYPE_CHECKING:
    from lsp_codebase.server.process import OwnProcess


def serve(
    *,
    tcp_port: int | None = None,
    parent_pid: int | None = None,
    log_level: str | None = None,
    log_file: str | None = None,
    attach: bool = True,
    given: Sequence[str] = (),
) -> int:
    """Serve one client over standard input and output, or over a loopback port; return the exit code.

    With `attach`, over standard streams, a process that writes the index of the client's first folder answers instead.
    `given` are settings of the command line, each as `KEY=VALUE`; they and the two of the log win over the editor's.

    The exit code is 0 when the client sent `shutdown`, 128 + n after signal n, and 1 otherwise.
    """
    wire = take_standard_streams() if tcp_port is None else accept_one_client(tcp_port)

    from lsp_codebase.config import Source, Sources, of_command_line

    log = Source("the command line", {"log": {"level": log_level, "file": log_file}})
    sources = replace(Sources.of_process(), command_line=(of_command_line(given), log))

    def begin() -> OwnProcess:
        from lsp_codebase.server.loading import import_lsprotocol, uncollected

        with uncollected():
            import_lsprotocol()
            from lsp_codebase.server.process import OwnProcess
        return OwnProcess(sources, parent_pid)

    if attach and tcp_port is None:
        from lsp_codebase.server.forwarding import forward

        return forward(wire, sources, parent_pid, begin)
    return begin().run(wire)
