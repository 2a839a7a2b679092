"""What is known of contents, for all roots of a user, so that nothing that takes long is done twice."""

from lsp_codebase.cache.contents import ContentStore

__all__ = [
    "ContentStore",
]
