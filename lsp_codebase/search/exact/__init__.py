"""Literals and regular expressions: their needles, the files that may hold them, and the places of matches."""
