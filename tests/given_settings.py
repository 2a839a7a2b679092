"""Settings as a client or the command line gives them."""

from collections.abc import Sequence

from lsp_codebase.config import OPTIONS, Settings, Source, Sources, resolve_all


def options_of(settings: Settings) -> dict[str, object]:
    """Return the options that say each of these settings."""
    return {one.key: getattr(settings, one.field) for one in OPTIONS}


def given(settings: Settings) -> Sources:
    """Return sources that say each of these settings."""
    return Sources(command_line=(Source("--set", options_of(settings)),))


def resolve(*received: object) -> tuple[Settings, Sequence[str]]:
    """Return the settings of options, the weakest first, and a sentence for each that is not understood."""
    resolved = resolve_all([Source("", options) for options in received])
    return resolved.settings, resolved.problems
