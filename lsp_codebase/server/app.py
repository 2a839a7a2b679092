"""The entry point of the server: guard the streams, then load everything else."""

from __future__ import annotations

from lsp_codebase.server.transport import accept_one_client, take_standard_streams


def serve(
    *,
    tcp_port: int | None = None,
    parent_pid: int | None = None,
    log_level: str | None = None,
    log_file: str | None = None,
    attach: bool = True,
) -> int:
    """Serve one client over standard input and output, or over a loopback port; return the exit code.

    Over standard streams another process answers, with `attach`, if one writes the index of the client's first folder.

    The exit code is 0 when the client sent `shutdown`, 128 + n after signal n, and 1 otherwise.
    """
    wire = take_standard_streams() if tcp_port is None else accept_one_client(tcp_port)
    if attach and tcp_port is None:
        from lsp_codebase.server.forwarding import forward

        served = forward(wire, parent_pid)
        if isinstance(served, int):
            return served
        wire = served

    import asyncio

    from lsp_codebase.server.process import OwnProcess

    process = OwnProcess(log_level=log_level, log_file=log_file)
    return asyncio.run(process.run(wire, parent_pid))
