"""The name that somebody probably meant by an unknown one: "did you mean"."""

from __future__ import annotations

from collections.abc import Collection

_ALIKE = 75  # of 100: one letter wrong or missing in four
_LEAST_PART = 3


def nearest(word: str, known: Collection[str], limit: int = 1) -> list[str]:
    """Return the known names that hold the word, or else those of similar spelling, nearest first, in any case."""
    from rapidfuzz import fuzz, process

    typed = word.strip().lower()
    holding = [name for name in known if len(typed) >= _LEAST_PART and typed in name.lower()]
    least = 0 if holding else _ALIKE
    names = sorted(holding or known)  # always the same of equally near ones; of a mapping the names
    found = process.extract(typed, names, scorer=fuzz.ratio, processor=str.lower, limit=limit, score_cutoff=least)
    return [name for name, *_ in found]


def did_you_mean(value: object, known: Collection[str]) -> str:
    """Return the end of a sentence that names the nearest known name, empty if none is near."""
    near = nearest(value, known) if isinstance(value, str) else []
    return f"; did you mean {near[0]}?" if near else ""


def not_one_of(value: object, choices: Collection[str]) -> str:
    """Return the fault of a value that is none of the choices."""
    return f"must be one of {', '.join(choices)}{did_you_mean(value, choices)}"
