"""Words that say nothing about code, and words for kinds of files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsp_codebase.search.query.tables import word_list

_FEWEST_STOP_WORDS = 2  # of a sentence: one alone stands in `"secure cookie" in session` too

STOP_WORDS = word_list("stop")
LITTLE_WORDS_ELSEWHERE = word_list("little elsewhere")
"""Little words of other languages, typed without accents: a question that holds them may be in one of these."""

TEST_INTENT = frozenset({"test", "tests", "testing", "spec", "specs", "fixture", "fixtures", "mock", "mocks"})
CHANGE_INTENT = word_list("change")
"""First words of a wish for a change: the places that it names are where it happens, not the aim of the search."""

EXAMPLE_INTENT = frozenset(
    {"example", "examples", "sample", "samples", "demo", "demos", "benchmark", "benchmarks", "bench"}
)
TRANSLATION_INTENT = word_list("translation")
PROSE_INTENT = frozenset({"doc", "docs", "documentation", "readme", "guide", "changelog", "tutorial", "manual"})
DECLARATION_INTENT = frozenset({"declaration", "declarations", "declared", "prototype", "prototypes", "stub", "stubs"})
PAGE_INTENT = word_list("page")
CONFIG_INTENT = frozenset({"config", "configuration", "manifest", "registered"})
"""Words for files of settings, but where something is done with them: that does code."""
DONE_WITH_FILES = word_list("done with files")


def without_stop_words(words: Iterable[str]) -> list[str]:
    """Return the words that say something, as they are written."""
    return [word for word in words if word.lower() not in STOP_WORDS]


def is_sentence(words: Sequence[str]) -> bool:
    """Whether words are of a sentence, by those that say nothing."""
    return sum(word.lower() in STOP_WORDS for word in words) >= _FEWEST_STOP_WORDS
