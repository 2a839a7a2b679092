"""Settings as a client or the command line gives them."""

from collections.abc import Sequence

from lsp_codebase.config import OPTIONS, Settings, Source, Sources, resolve_all


def given(settings: Settings) -> Sources:
    """Return sources that say each of these settings."""
    return Sources(command_line=(Source("--set", {one.key: getattr(settings, one.field) for one in OPTIONS}),))


def resolve(received: object, base: Settings | None = None) -> tuple[Settings, Sequence[str]]:
    """Overlay options on `base`; return the settings, and a sentence for each option that is not understood."""
    resolved = resolve_all([Source("", received)], base)
    return resolved.settings, resolved.problems
