"""Results for known contents, for all roots of a user, so that nothing slow is done twice."""

from lsp_codebase.cache.contents import ContentStore

__all__ = [
    "ContentStore",
]
