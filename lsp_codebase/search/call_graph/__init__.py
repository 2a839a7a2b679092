"""Calls between definitions, read off lines and postings, and other facts about them that need no types."""
