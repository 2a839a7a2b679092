"""Matching a typed pattern against every symbol name."""
