"""Settings as the command line gives them."""

from lsp_codebase.config import OPTIONS, Settings, Source, Sources


def given(settings: Settings) -> Sources:
    """Return sources that say each of these settings."""
    return Sources(command_line=(Source("--set", {one.key: getattr(settings, one.field) for one in OPTIONS}),))
