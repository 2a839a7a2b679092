"""Text to symbols and chunks: language registry, grammars, queries, chunking, lexical tokens."""
