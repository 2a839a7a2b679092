"""Words that say nothing about code, and words that say what kind of file is meant."""

from __future__ import annotations

STOP_WORDS = frozenset(
    """
    a about after also an and any are as at be been before being but by can could did do does doing done each either
    else for from gets had has have having he how i if in into is it its just made makes may me might more most must my
    of on once one only or other our over please shall she should so some such than that the their them then there
    these they this those through to too under until up use used uses using via was we were what when where whether
    which while who whose why will with without would you your
    """.split()
)

TEST_INTENT = frozenset({"test", "tests", "testing", "tested", "spec", "specs", "fixture", "fixtures", "mock", "mocks"})
EXAMPLE_INTENT = frozenset(
    {"example", "examples", "sample", "samples", "demo", "demos", "benchmark", "benchmarks", "bench"}
)
PROSE_INTENT = frozenset(
    {"doc", "docs", "documentation", "readme", "guide", "changelog", "config", "configuration", "tutorial", "manual"}
)
