"""An editor's server, and who asks it through the door of its index."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from raw_client import RawClient

from lsp_codebase.config import OPTIONS, Settings


def options_of(settings: Settings) -> dict[str, Any]:
    """Return settings as an editor sends them."""
    return {option.key: getattr(settings, option.field) for option in OPTIONS}


def host(start: Callable[..., RawClient], root: Path, settings: Settings) -> RawClient:
    """Start a server that has opened a folder, is done with indexing, and lets others in."""
    editor = start()
    editor.initialize(rootUri=root.as_uri(), initializationOptions=options_of(settings))
    editor.wait_until_indexed()
    (status,) = editor.wait_for(lambda: [one for one in editor.result("codebase/status", {}) if "host" in one])
    assert status["host"]["pid"] == editor.process.pid
    return editor
