"""The document about a question."""

from __future__ import annotations

from dataclasses import replace

from lsp_codebase.context.page import FEWEST_HITS, ContextPage, Page
from lsp_codebase.context.sections import PathOf
from lsp_codebase.model import Confidence, Effort, Pack, SearchAnswer, SearchQuery, bounds

_MOST_HITS = 50
_LEAST_CHARS = 24_000  # a search cuts a text at its top lines; here the definition stays that it is named after


def search_for(query: SearchQuery, max_tokens: int) -> SearchQuery:
    """Return the search whose answer fills a document of so many tokens; it may take its time."""
    room = FEWEST_HITS * max_tokens * bounds.BYTES_PER_TOKEN
    most = min(max(room, _LEAST_CHARS), bounds.HIT_CHARS.most)
    return replace(query, limit=_MOST_HITS, pack=Pack.CONTEXT, max_chars=most, cursor=None, effort=Effort.THOROUGH)


def of_search(found: SearchAnswer, query: str, max_tokens: int, path_of: PathOf) -> ContextPage:
    """Return Markdown of at most so many tokens: the hits that fit, then the places of those left out."""
    note = "\nNothing matches well; this is only the nearest.\n" if found.confidence is Confidence.NONE else ""
    budget = max_tokens * bounds.BYTES_PER_TOKEN
    page = Page(f"Code for: {' '.join(query.split())}", budget, path_of, note)
    # One long definition is not the whole answer.
    most = budget // FEWEST_HITS if len(found.hits) > 1 else None
    for hit in found.hits:
        page.add(hit, most)
    return page.finished()
