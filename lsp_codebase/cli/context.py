"""`context`: one document about a question, for a model that sees nothing else, within a budget of tokens."""

from __future__ import annotations

import argparse
from dataclasses import replace

from lsp_codebase.cli import wire_json
from lsp_codebase.cli.exit_codes import DONE, NOTHING
from lsp_codebase.cli.notices import tell_of_search
from lsp_codebase.cli.opening import opened, places_of
from lsp_codebase.cli.places import filters_of
from lsp_codebase.context import of_search, search_for
from lsp_codebase.model import CancelToken, Confidence, SearchQuery, bounds


def context(options: argparse.Namespace) -> int:
    """Print the code of the answer with its context: its callees and its callers."""
    tokens = options.max_tokens
    bounds.CONTEXT_TOKENS.check("--max-tokens", tokens)
    places = places_of(options, *options.paths)
    query = search_for(SearchQuery(options.query, **filters_of(options, places)), tokens)
    if options.json:
        query = replace(query, max_chars=tokens * bounds.BYTES_PER_TOKEN)
    with opened(options, places.root) as answers:
        found = answers.search(query, CancelToken())
    if options.json:
        for hit in found.hits:
            wire_json.print_json(wire_json.hit(hit))
        wire_json.print_json(wire_json.search_end(found))
    elif found.hits:
        page = of_search(found, options.query, tokens, places.relative)
        print(page.text, end="")
    tell_of_search(found, options.query)
    return NOTHING if found.confidence is Confidence.NONE or not found.hits else DONE
