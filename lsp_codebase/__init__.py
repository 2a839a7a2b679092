"""The whole codebase, served over LSP. Only the version lives here, so that `--version` is instant."""

__version__ = "0.1.0"
