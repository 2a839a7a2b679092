"""Text to vectors: fastembed, the built-in model."""
