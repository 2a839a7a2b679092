"""Literals and regular expressions: what must stand in a text, which files may hold it, and where it stands."""
