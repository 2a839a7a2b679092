"""What is known of contents, for all roots of a user, so that nothing is parsed or embedded twice."""

from lsp_codebase.cache.contents import ContentStore

__all__ = [
    "ContentStore",
]
