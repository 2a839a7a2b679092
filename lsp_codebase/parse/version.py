"""What decides how files are parsed. A change of the queries, of chunking or of the grammars rebuilds indexes."""

from __future__ import annotations

from importlib.metadata import version

RULES_VERSION = 8  # raise it with any change to what parsing yields

PARSER_VERSION = f"{RULES_VERSION}/{version('tree-sitter-language-pack')}"
