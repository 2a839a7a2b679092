"""Questions about one name in other languages, read as English asks them, so that the forms that lead know them.

"Wo wird parse_header aufgerufen?" asks "who calls parse_header". The words around a name, its frame, are in
`framing.tsv`. A question is framed if it says nothing else: each of its words is the name, one of a phrase, or little.
Of two names one is looked for in the other: "Wo wird parse_header von Server aufgerufen?".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, partial
from itertools import product
from typing import NamedTuple

from lsp_codebase.model import SearchQuery
from lsp_codebase.search.call_graph.definitions import definitions_named
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.intents.places.named_folder import is_folder
from lsp_codebase.search.query.tables import table
from lsp_codebase.search.query.translation import is_english
from lsp_codebase.search.query.vocabulary import fold, little_words

_LONGEST = 200  # characters of a question
_MOST_WORDS = 20
_NAME, _NUMBER = "…", "#"  # in a phrase
_NOT = "not"
"""The English of words that deny or turn a phrase round: a question that holds one is not framed."""
_IN = "in …"
"""The English of words beside a name that say that another name is looked for in it."""
_TURNED = frozenset({_NOT, "what does … call"})
"""The English of phrases that without their little words would say the opposite, as "who calls …" does."""
_DONE = {
    "who calls …": "call",
    "where is … used": "use",
    "who creates …": "create",
    "who throws …": "throw",
    "who emits …": "emit",
    "who sets …": "set",
    "where is … read": "read",
}
"""The act of one name on another, by the English of the question about the other alone."""
_UNSPACED = frozenset({"Chinese", "Japanese", "Korean"})
"""Languages that are read letter by letter: those of Korean are syllables, and its blanks are left out often."""
_WITH_OTHER_LETTERS = _UNSPACED | {"Arabic", "Hindi", "Russian"}

_LETTER = r"[\w$\u064b-\u065f\u0900-\u0963]"  # vowels of Arabic and Hindi are marks
_SIGN = r"[\w$@.~+:{}<>*-]"
_TOKEN = re.compile(
    rf"(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+)?(?:{_SIGN}*/)+(?:{_SIGN}*[\w$}}>*])?"  # a path or a route
    r"|(?<![\w-])--[A-Za-z][\w-]*\w"  # a flag
    rf"|{_LETTER}+(?:(?:\.|::|->|#){_LETTER}+)*"
)
_OTHER = "\u0370-\u1dff\u1f00-\U0010ffff"  # letters that are not Latin
_BORDER = re.compile(rf"(?<=[A-Za-z0-9_$)])(?=[{_OTHER}])(?=[^\W\d])|(?<=[{_OTHER}])(?<=\w)(?=[A-Za-z0-9_$/])")
"""The border between a name and words of another script written to it without a blank."""

_HAS_SIGNS = re.compile(r"[\d_.:#$/>]|--|[a-z][A-Z]")


class Framed(NamedTuple):
    """A question as English asks it, and the language that it was asked in."""

    text: str
    language: str

    @property
    def note(self) -> str:
        """How the question was read."""
        return f"Read as: {self.text} (from {self.language})."


def in_english(corpus: Corpus, query: SearchQuery) -> Framed | None:
    """Return the question of a query in another language about a name of this codebase, or a word spelled as one."""
    if not query.is_free:
        return None
    return framed(query.text, partial(_is_named, corpus))


def framed(text: str, is_named: Callable[[str], bool]) -> Framed | None:
    """Return the question of a text in another language about one name, or two; None for all other texts.

    A name is spelled as only code spells words; of another word `is_named` tells whether something is called so. Of two
    names at least one is spelled so.
    """
    if len(text) > _LONGEST or "\n" in text.strip():
        return None
    said = _TOKEN.findall(_BORDER.sub(" ", unicodedata.normalize("NFKC", text)))
    if not 2 <= len(said) <= _MOST_WORDS:
        return None
    is_sure = [_HAS_SIGNS.search(token) is not None and not token.isdecimal() for token in said]
    folded = [_NUMBER if token.isdecimal() else fold(token) for token in said]
    for names, (language, frames) in product((1, 2), _frames().items()):
        strange = [at for at, word in enumerate(folded) if is_sure[at] or not frames.holds(word)]
        if len(strange) != names:
            continue
        question = [_NAME if at in strange else word for at, word in enumerate(folded)]
        if not any(_tells(word, language) for word in question if word != _NAME):
            continue
        english, asked = _asked(frames, question, strange)
        is_written = len(asked) == 1 or any(is_sure[at] for at in asked)
        if english in (None, _NOT) or not (is_written and all(is_sure[at] or is_named(said[at]) for at in asked)):
            continue
        for at in asked:  # between backticks it is no word of prose
            english = english.replace(_NAME, said[at] if is_sure[at] else f"`{said[at]}`", 1)
        return Framed(english.replace(_NUMBER, next((token for token in said if token.isdecimal()), "")), language)
    return None


def _asked(
    frames: _Spaced | _Unspaced, question: Sequence[str], names: Sequence[int]
) -> tuple[str | None, Sequence[int]]:
    """Return a question in English, and which of its names stand there, in order."""
    if len(names) == 1:
        return frames.around(question), names
    who, rest = frames.parted(question, names)
    done = _DONE.get(frames.around(rest) or "")
    what = sum(names) - who
    return (f"where does {_NAME} {done} {_NAME}", (who, what)) if done else (None, ())


def _tells(word: str, language: str) -> bool:
    """Whether a folded word tells that a question is in a language, since it is not English."""
    return not word.isascii() if language in _WITH_OTHER_LETTERS else not is_english(word)


def _is_named(corpus: Corpus, name: str) -> bool:
    return bool(definitions_named(corpus.names, name, None, 1)) or is_folder(corpus, name)


class _Spaced:
    """Frames of a language with blanks."""

    def __init__(self, little: Iterable[str]) -> None:
        self._little = {_NAME, *map(fold, little)}
        self._phrases: list[tuple[str, Sequence[Sequence[str]]]] = []
        self._before: set[str] = set()
        self._behind: set[str] = set()

    def add(self, english: str, phrase: str) -> None:
        """Add a phrase, or a little word, which has no English."""
        if english == _IN:
            (self._behind if phrase.startswith(_NAME) else self._before).add(fold(phrase.strip(f"{_NAME} ")))
        elif english == _NOT and " " not in phrase:
            self._little.discard(fold(phrase))
        elif english:
            self._phrases.append((english, [word.split("/") for word in fold(phrase).split()]))
        else:
            self._little.add(fold(phrase))

    def holds(self, word: str) -> bool:
        """Whether a folded word is one of the language."""
        return word in self._words or word.startswith(self._beginnings)

    def around(self, question: Sequence[str]) -> str | None:
        """Return the question that some words, folded, ask of the name among them: that of most of them."""
        found = [(len(phrase), english) for english, phrase in self._phrases if self._is_framed(question, phrase)]
        return max(found, key=lambda one: one[0], default=(0, None))[1]

    def parted(self, question: Sequence[str], names: Sequence[int]) -> tuple[int, Sequence[str]]:
        """Return in which of two names the other is looked for, and the question without it.

        It is the name with a word that says so, or else the first.
        """
        first, second = names
        is_first = self._far(question, 0, first) <= self._far(question, first + 1, second)
        who = first if is_first else second
        return who, [word for at, word in enumerate(question) if at != who]

    def _far(self, question: Sequence[str], begin: int, at: int) -> int:
        """Return the number of words between a name and the word that says that the other is looked for in it."""
        if self._behind.intersection(question[at + 1 : at + 2]):
            return 0
        before = reversed(question[begin:at])
        return next((far for far, word in enumerate(before) if word in self._before), _MOST_WORDS)

    def _is_framed(self, question: Sequence[str], phrase: Sequence[Sequence[str]]) -> bool:
        left, begin = [*question], 0
        for forms in phrase:
            at = next((at for at in range(begin, len(left)) if any(_is_form(left[at], form) for form in forms)), None)
            if at is None:
                return False
            left[at] = ""
            begin = at if [_NAME] in phrase else 0
        return self._little.issuperset(filter(None, left))

    @cached_property
    def _words(self) -> set[str]:
        return self._little.union(form for _, phrase in self._phrases for forms in phrase for form in forms)

    @cached_property
    def _beginnings(self) -> tuple[str, ...]:
        return tuple(form[:-1] for form in self._words if form.endswith("-"))


def _is_form(word: str, form: str) -> bool:
    return word.startswith(form[:-1]) if form.endswith("-") else word == form


class _Unspaced:
    """Frames of a language without blanks."""

    def __init__(self) -> None:
        self._little: list[str] = []
        self._turned: dict[str, str] = {}
        self._phrases: dict[str, str] = {}
        self._beside: list[tuple[str, str]] = []

    def add(self, english: str, phrase: str) -> None:
        """Add a phrase, or a little word, which has no English."""
        if english == _IN:
            before, _, behind = phrase.partition(_NAME)
            self._beside.append((fold(before), fold(behind)))
        elif english in _TURNED:
            self._turned[fold(phrase)] = english
        elif english:
            self._phrases.setdefault(self._cut(fold(phrase)), english)
        else:
            self._little.append(fold(phrase))

    def holds(self, word: str) -> bool:
        """Whether a folded word may be one of the language."""
        return not word.isascii() or word in self._ascii

    def around(self, question: Sequence[str]) -> str | None:
        """Return the question that some words, folded, ask of the name among them."""
        text = "".join(question)
        turned = max((phrase for phrase in self._turned if phrase in text), key=len, default=None)
        if turned is None:
            return self._phrases.get(self._cut(text))
        rest = text.replace(turned, _NAME if _NAME in turned else "")
        return self._turned[turned] if self._cut(rest) == _NAME else _NOT

    def parted(self, question: Sequence[str], names: Sequence[int]) -> tuple[int, Sequence[str]]:
        """Return which of two names the other is looked for in, and the question without it and the words that say so.

        It is the name for which the first such words in the table say so, or else the first.
        """
        begin, amid, end = "".join(question).split(_NAME)
        for before, behind in self._beside:
            if begin.endswith(before) and amid.startswith(behind):
                return names[0], [begin.removesuffix(before), amid.removeprefix(behind), _NAME, end]
            if amid.endswith(before) and end.startswith(behind):
                return names[1], [begin, _NAME, amid.removesuffix(before), end.removeprefix(behind)]
        return names[0], [begin, amid, _NAME, end]

    def _cut(self, text: str) -> str:
        return self._cuts.sub("", text)

    @cached_property
    def _cuts(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, sorted(self._little, key=len, reverse=True))))

    @cached_property
    def _ascii(self) -> set[str]:
        written = (word for phrase in (*self._little, *self._phrases) for word in re.findall("[a-z]+", phrase))
        return {_NUMBER, *written}


@cache
def _frames() -> dict[str, _Spaced | _Unspaced]:
    found: dict[str, _Spaced | _Unspaced] = {}
    for language, english, phrases in (line.split("\t") for line in table("framing.tsv")):
        if language not in found:
            found[language] = _Unspaced() if language in _UNSPACED else _Spaced(little_words().get(language, ()))
        for phrase in phrases.split(", "):
            found[language].add(english, phrase)
    return found
