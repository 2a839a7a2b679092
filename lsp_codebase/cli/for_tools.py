"""`mcp` and `serve --http`: the doors for AI tools and programs that do not speak LSP."""

from __future__ import annotations

import argparse
import threading
from pathlib import Path

from lsp_codebase.cli.configured import sources
from lsp_codebase.cli.exit_codes import BAD, DONE
from lsp_codebase.cli.notices import tell
from lsp_codebase.cli.opening import named_folder, root_around
from lsp_codebase.errors import InvalidQuery, with_extra
from lsp_codebase.opening import open_answers
from lsp_codebase.process import on_end_signal

_GRACE_S, _SIGNAL_S = 5.0, 1.8
"""The process ends this long after its client is gone, or after a signal, whatever is blocked."""


def mcp(options: argparse.Namespace) -> int:
    """Serve one client on standard input and output."""
    try:
        from lsp_codebase.mcp import serve
        from lsp_codebase.server import ForcedExit
    except ModuleNotFoundError as error:
        return _needs_extra(error, "mcp")
    folders = [*(options.root or []), *([options.path] if options.path else [])]
    for folder in folders:
        named_folder(folder, "--root")
    answers = open_answers(None, sources(options), name="lsp-codebase mcp", stays=True)
    code = DONE
    end = ForcedExit(lambda: code)

    def end_by(number: int) -> None:
        """End in order: what answers is saved, and no worker is left. The SDK would wait for a line of input first."""
        nonlocal code
        code = 128 + number
        end.within(_SIGNAL_S)
        threading.Thread(target=close, daemon=True).start()

    def close() -> None:
        answers.close()
        end.within(0)

    on_end_signal(end_by)
    try:
        serve(
            answers,
            folders,
            lambda: end.within(_GRACE_S),  # index writes are atomic
            project=_project(options),
            is_structured=options.structured,
        )
    finally:
        answers.close()
    return DONE


def _project(options: argparse.Namespace) -> Path | None:
    """Return the root of the current folder, None if there is none: some clients start servers in the user's home."""
    try:
        return root_around(options, Path.cwd())
    except (InvalidQuery, OSError):  # or in a folder that is gone
        return None


def http(options: argparse.Namespace) -> int:
    """Serve HTTP until a signal."""
    try:
        from lsp_codebase.cli.over_http import serve
    except ModuleNotFoundError as error:
        return _needs_extra(error, "http")
    return serve(options)


def _needs_extra(error: ModuleNotFoundError, extra: str) -> int:
    """Tell which extra a module needs; raises the error again for a module of none."""
    if (error.name or "").split(".")[0] not in ("mcp", "mcp_types", "starlette", "uvicorn", "h11"):
        raise error
    tell(f"this needs an extra: {with_extra(extra)}")
    return BAD
