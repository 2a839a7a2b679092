"""The operators inside a query text, as Sourcegraph, zoekt and GitHub write them.

    lang:python  -lang:go       only these languages, none of these; `language:` is the same
    path:src/net  file:*.go     only files whose path holds this, or fits this glob; -path: and -file: leave them out
    kind:class                  only code that defines such symbols
    "a phrase"                  the hit holds it, in any letter case; beside less than three words
    one OR other                the hit holds one of them; AND: all of them
    -word  NOT word             the hit does not hold it

Many queries look as if they held some: sentences, code, command lines, `key:value`. So a filter is read only if its
value makes sense (`written_filters`), and words are operators only among bare words. A text like an operator that
is not read as one is taken as words, and a note says so.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lsp_codebase.model import Mention, Mode, Narrowing, SearchQuery
from lsp_codebase.search.filters.filters import contradiction
from lsp_codebase.search.filters.held_text import token_of
from lsp_codebase.search.query.query_words import STOP_WORDS, is_sentence
from lsp_codebase.search.query.written_filters import JOINTS, PHRASE, read_filters

_MAY_HOLD = re.compile(r"[a-z]:|\"|(?:^|\s)-\w|\b(?:OR|AND|NOT)\b")
_TOKEN = re.compile(r"-?(?:[a-z]+:)?\"[^\"]+\"(?=\s|$)|\S+")
_EXCLUDED = re.compile(r"-([^\W\d][\w.-]+\w|\"(?=\s*[^\s\"])[^\"]+\")")
_FLAG = re.compile(r"-$|--|-\w\w?$|-[\w-]+=")
_CODE = re.compile(r"[(){};=<>\"]")
_NOT_BARE = "OR, AND, NOT and -word are taken as words in a sentence, in code and in a command line"
_AMID_WORDS = "a phrase among three words or more is taken as words; with fewer beside it, a hit must hold it"
_FEWEST_WORDS_OF_MESSAGE = 3  # beside a phrase: `no pull requests found for branch "main"` asks for no "main"
_MOST_OPERATORS = 64  # each costs a pass over the index
_RULED_OUT = "nothing that is indexed passes the filters"
_FROM_THE_ROOT = '; a glob with "/" in it begins at the workspace folder: "**/" in front finds it at any depth'


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query text, read: the words to look for, empty if it holds operators alone; the operators; the notes."""

    text: str
    narrowing: Narrowing
    notes: tuple[str, ...] = ()


def parse_query(text: str, mode: Mode = Mode.AUTO) -> ParsedQuery:
    """Read a query text. Never fails, in linear time; a text without operators comes back as it is.

    Literal text is left alone: the modes exact and regex, text of several lines, and with `AUTO` a text that
    is one quotation. In mode symbol only the filters are read: names have a language of their own.
    """
    if not text.isascii():  # half of a surrogate pair has no UTF-8: no file holds one
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    unread = ParsedQuery(text, Narrowing())
    if mode in (Mode.EXACT, Mode.REGEX) or "\n" in text.strip() or not _MAY_HOLD.search(text):
        return unread
    filters = read_filters(_TOKEN.findall(text))
    words = _Words(filters.left, is_narrowed=bool(filters.written))
    if mode is not Mode.SYMBOL:
        _read_words(words, is_literal_alone=mode is Mode.AUTO)
    written, notes = (*filters.written, *words.written), [*filters.notes, *words.notes]
    if not written:
        return ParsedQuery(text, Narrowing(), tuple(notes))
    if len(written) + sum(map(len, words.held)) > _MOST_OPERATORS:
        return ParsedQuery(text, Narrowing(), (f"more than {_MOST_OPERATORS} operators are taken as words",))
    if not words.left:
        notes.append("there is no word to look for: the most telling definitions are listed")
    narrowing = Narrowing(
        languages=tuple(filters.languages),
        exclude_languages=tuple(filters.exclude_languages),
        kinds=tuple(filters.kinds),
        paths=tuple(filters.paths),
        exclude=tuple(filters.exclude),
        held=tuple(words.held),
        absent=tuple(words.absent),
        written=written,
    )
    return ParsedQuery(" ".join(words.left), narrowing, tuple(notes))


def without_held(query: SearchQuery) -> tuple[SearchQuery, str]:
    """Return a query that only looks for the words it demanded of hits, and the note on that."""
    groups = " and ".join(" or ".join(f'"{mention.text}"' for mention in group) for group in query.narrowing.held)
    return replace(query, narrowing=replace(query.narrowing, held=())), f"nothing holds {groups}: taken as words"


def nothing_left(query: SearchQuery, *, rules_out: bool = False) -> tuple[str, ...]:
    """Return notes on a query without hits, if its filters may be why; they are if they rule out everything."""
    reason = contradiction(query)
    if reason:
        return (reason,)
    written = " ".join(query.narrowing.written)
    if written:
        return (f"nothing that was found passes {written}",)
    return (_RULED_OUT + _FROM_THE_ROOT * any(map(_begins_at_the_root, query.include)),) if rules_out else ()


def _begins_at_the_root(glob: str) -> bool:
    return "/" in glob.strip("/") and not glob.startswith("**/")


@dataclass(slots=True)
class _Words:
    """The words of a text, phrases still in quotes, and those read so far. `is_narrowed` by filters beside them."""

    left: list[str]
    is_narrowed: bool
    held: list[tuple[Mention, ...]] = field(default_factory=list)
    absent: list[Mention] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Clause:
    """Words or phrases joined by OR. `is_bound` says that an AND stands beside it."""

    operands: list[str]
    is_absent: bool = False
    is_bound: bool = False

    @property
    def is_held(self) -> bool:
        return not self.is_absent and (self.is_bound or len(self.operands) > 1 or _is_phrase(self.operands[0]))

    @property
    def mentions(self) -> tuple[Mention, ...]:
        return tuple(map(_mention, self.operands))

    def __str__(self) -> str:
        return ("-" if self.is_absent else "") + " OR ".join(self.operands)


def _read_words(words: _Words, *, is_literal_alone: bool) -> None:
    """Read phrases, OR, AND, NOT and -word."""
    if not _are_bare(words.left):
        if any(token in JOINTS or _EXCLUDED.fullmatch(token) for token in words.left):
            words.notes.append(_NOT_BARE)
        return
    if any(map(_is_phrase, words.left)) and _is_message(words):
        words.notes.append(_AMID_WORDS)
        return
    clauses = _clauses(words.left)
    left = [clause for clause in clauses if not clause.is_absent]
    if not left and not words.is_narrowed:
        return  # nothing would be left to look for
    absent = [clause for clause in clauses if clause.is_absent]
    held = [clause for clause in left if clause.is_held]
    if is_literal_alone and len(left) == 1 and len(left[0].operands) == 1:
        held = []  # the text itself is a quotation, which has a mode of its own
    operands = [operand for clause in left for operand in clause.operands]
    words.absent = [mention for clause in absent for mention in clause.mentions]
    words.held = [clause.mentions for clause in held]
    words.written += map(str, (*held, *absent))
    words.left = [operand.strip('"') for operand in operands] if held else operands
    if absent:
        told = ", ".join(mention.text for mention in words.absent)
        words.notes.append(f"left out is what holds: {told}")


def _clauses(tokens: Sequence[str]) -> list[_Clause]:
    clauses: list[_Clause] = []
    queue = deque(tokens)
    while queue:
        token = queue.popleft()
        following = queue[0] if queue else ""
        last = clauses[-1].operands[-1] if clauses and not clauses[-1].is_absent else ""
        if excluded := _EXCLUDED.fullmatch(token):
            clauses.append(_Clause([excluded[1]], is_absent=True))
        elif token == "NOT" and _is_operand(following) and not following.isupper():
            clauses.append(_Clause([queue.popleft()], is_absent=True))
        elif token == "AND" and last and (following == "NOT" or _EXCLUDED.fullmatch(following)):
            continue
        elif token in ("OR", "AND") and _is_operand(last) and _is_operand(following):
            if token == "OR":
                clauses[-1].operands.append(queue.popleft())
            else:
                clauses[-1].is_bound = True
                clauses.append(_Clause([queue.popleft()], is_bound=True))
        else:
            clauses.append(_Clause([token]))
    return clauses


def _is_message(words: _Words) -> bool:
    """Whether phrases stand among so many words that they are values of a program or quotations of a sentence."""
    plain = [token for token in words.left if not _is_phrase(token)]
    is_read = words.is_narrowed or any(token in JOINTS or _EXCLUDED.fullmatch(token) for token in words.left)
    return not is_read and len(plain) >= _FEWEST_WORDS_OF_MESSAGE


def _are_bare(tokens: Sequence[str]) -> bool:
    """Whether tokens are words and phrases, and no sentence, code or command line."""
    outside = [token for token in tokens if not (_is_phrase(token) or _EXCLUDED.fullmatch(token) or token in JOINTS)]
    if any(_CODE.search(token) or _FLAG.match(token) for token in outside):
        return False
    return not is_sentence(outside)


def _is_phrase(token: str) -> bool:
    return PHRASE.fullmatch(token) is not None


def _is_operand(token: str) -> bool:
    if token in JOINTS or token.lower() in STOP_WORDS:
        return False
    return _is_phrase(token) or token[:1].isalnum() or token.startswith("_")


def _mention(token: str) -> Mention:
    """Return the mention of a token; one that is no word of the index, such as `a.b`, is asked for as it stands."""
    text = token.strip('"')
    return Mention(text, is_word=text == token and token_of(text) is not None)
