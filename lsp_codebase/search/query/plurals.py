"""Words in the plural and in the singular."""

from __future__ import annotations

UNCOUNTED = frozenset({"middleware", "metadata"})


def is_plural(word: str) -> bool:
    """Whether a word of small letters may be in the plural."""
    return word in UNCOUNTED or (word.endswith("s") and not word.endswith(("ss", "us")))


def singulars(word: str) -> list[str]:
    """Return what a word may be in the singular, the likeliest first."""
    if word in UNCOUNTED or not word.endswith("s"):
        return [word]
    if word.endswith("ies"):
        return [f"{word[:-3]}y", word[:-1]]
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return [word[:-2], word[:-1]]
    return [word[:-1]]


def plurals(word: str) -> set[str]:
    """Return a word and what it may be in the plural."""
    if word.endswith("y"):
        return {word, f"{word[:-1]}ies", f"{word}s"}
    return {word, f"{word}s", f"{word}es"}
