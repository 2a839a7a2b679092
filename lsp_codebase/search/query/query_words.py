"""Words that say nothing about code, and words for kinds of files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_FEWEST_STOP_WORDS = 2  # of a sentence: one alone stands in `"secure cookie" in session` too

STOP_WORDS = frozenset(
    """
    a about after also an and any are as at be been before being but by can could did do does doing done each either
    else for from gets had has have having he how i if in into is it its just made makes may me might more most must my
    of on once one only or other our over please shall she should so some such than that the their them then there
    these they this those through to too under until up use used uses using via was we were what when where whether
    which while who whose why will with without would you your
    """.split()
)


LITTLE_WORDS_ELSEWHERE = frozenset(
    """
    ai al alla alle an ao aos as au auf aus aux avec bei beim bez bir bu ces cette chez come como con cuando da dall
    dalla dans das de degli dei del della delle dello dem den der des di dla do donde dos dove du ed ein eine einem
    einen einer el elle em est et fra fur gdy gdzie gibt gli icin il ile ils in ist jak jego jest kein keine kiedy la
    las le les leur los lub me mit na nach nao nas nasil neden nel nella nerede nereden nicht nie nos nur oder ohne on
    onde oraz os ou para pas pela pelo perche por pour pourquoi przed przez quando que qui sa sans se sem senza seu si
    sich sie sin sind so sono sont su suas sul sulla tak tra tylko uber ueber um un una und une uno uns ve vengono
    viene vom von wann warum was welche wenn werden wie wird wo wurde zum zur
    """.split()
)
"""Little words of other languages, typed without accents: a question that holds them may be in one of these."""

TEST_INTENT = frozenset({"test", "tests", "testing", "spec", "specs", "fixture", "fixtures", "mock", "mocks"})
CHANGE_INTENT = frozenset(
    """
    add added adds adjust align allow allows also always avoid break bump change clarify clean cleanup convert
    correct deprecate disable disallow do don't drop enable enhance ensure exclude expand expose extend extract fix
    fixed fixes force handle harden hide ignore implement improve include increase introduce keep limit make migrate
    move normalize omit only optimize preserve prevent propagate reduce refactor reject remove removed rename
    replace resolve respect restore restrict revert rework show simplify skip stop strip support switch update
    updated use validate wrap
    """.split()
)
"""First words of a wish for a change: the places that it names are where it happens, not the aim of the search."""

EXAMPLE_INTENT = frozenset(
    {"example", "examples", "sample", "samples", "demo", "demos", "benchmark", "benchmarks", "bench"}
)
TRANSLATION_INTENT = frozenset(
    """
    i18n l10n locale locales localised localization localizations localized translate translated translation
    translations translator

    arabic brazilian bulgarian catalan chinese croatian czech danish dutch finnish french german greek hebrew hindi
    hungarian indonesian italian japanese korean norwegian persian polish portuguese romanian russian serbian slovak
    spanish swedish thai turkish ukrainian vietnamese
    """.split()
)
PROSE_INTENT = frozenset({"doc", "docs", "documentation", "readme", "guide", "changelog", "tutorial", "manual"})
DECLARATION_INTENT = frozenset({"declaration", "declarations", "declared", "prototype", "prototypes", "stub", "stubs"})
PAGE_INTENT = frozenset(
    """
    css html layout layouts less markup partial partials sass scss style styled styles styling stylesheet stylesheets
    template templates view views
    """.split()
)
CONFIG_INTENT = frozenset({"config", "configuration", "manifest", "registered"})
"""Words for files of settings, but where something is done with them: that does code."""
DONE_WITH_FILES = frozenset(
    """
    applied applies apply checked handle handled handles load loaded loading loads locate located merge merged merges
    merging overridden override overrides parse parsed parses parsing pass passed read reading reads reload reloaded
    reloading resolve resolved resolves resolving save saved stored validate validated validates validating validation
    write written
    """.split()
)


def without_stop_words(words: Iterable[str]) -> list[str]:
    """Return the words that say something, as they are written."""
    return [word for word in words if word.lower() not in STOP_WORDS]


def is_sentence(words: Sequence[str]) -> bool:
    """Whether words are of a sentence, by those that say nothing."""
    return sum(word.lower() in STOP_WORDS for word in words) >= _FEWEST_STOP_WORDS
