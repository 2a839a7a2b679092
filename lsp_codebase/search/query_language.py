"""The operators inside a query text, as Sourcegraph, zoekt and GitHub write them.

    lang:python  -lang:go       only these languages, none of these; `language:` is the same
    path:src/net  file:*.go     only files whose path holds this, or fits this glob; -path: and -file: leave them out
    kind:class                  only code that defines such symbols
    "a phrase"                  the hit holds it, in any letter case; beside less than three words
    one OR other                the hit holds one of them; AND: all of them
    -word  NOT word             the hit does not hold it

Many queries look as if they held some: sentences, code, command lines, `key:value`. So a filter is read only if its
value makes sense, and words are operators only among bare words. What looks like an operator and is not read as one is
taken as words, and a note says so.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from lsp_codebase import globs
from lsp_codebase.model import Mention, Mode, Narrowing, SearchQuery, kinds_named
from lsp_codebase.parse import languages_named
from lsp_codebase.search.filters import contradiction, unknown_kind, unknown_language
from lsp_codebase.search.held_text import token_of
from lsp_codebase.search.query_words import STOP_WORDS

_MAY_HOLD = re.compile(r"[a-z]:|\"|(?:^|\s)-\w|\b(?:OR|AND|NOT)\b")
_TOKEN = re.compile(r"-?(?:[a-z]+:)?\"[^\"]+\"(?=\s|$)|\S+")
_FILTER = re.compile(r"(-?)(lang|language|path|file|kind):(?!//|:)(.+)")
_FOREIGN = re.compile(r"-?(repo|rev|case|sym|symbol|content|select|count|patterntype|archived|fork|org):\S")
_PHRASE = re.compile(r"\"(?=\s*[^\s\"])([^\"]+)\"")
_EXCLUDED = re.compile(r"-([^\W\d][\w.-]+\w|\"(?=\s*[^\s\"])[^\"]+\")")
_JOINTS = frozenset({"OR", "AND", "NOT"})
_FLAG = re.compile(r"-$|--|-\w\w?$|-[\w-]+=")
_CODE = re.compile(r"[(){};=<>\"]")
_NOT_BARE = "OR, AND, NOT and -word are taken as words in a sentence, in code and in a command line"
_AMID_WORDS = "a phrase among three words or more is taken as words; with fewer beside it, a hit must hold it"
_FEWEST_WORDS_OF_MESSAGE = 3  # beside a phrase: `no pull requests found for branch "main"` asks for no "main"
_FEWEST_STOP_WORDS = 2  # of a sentence: one alone stands in `"secure cookie" in session` too
_MOST_OPERATORS = 64  # each costs a pass over the index
_RULED_OUT = "nothing that is indexed passes the filters"
_FROM_THE_ROOT = '; a glob with "/" in it begins at the workspace folder: "**/" in front finds it at any depth'
_REGEX = re.compile(r"^\^|\$$|\\[.\-_/]")
_NO_PATH = re.compile(r"[:<>|;=\"'()+^$\\]|\.\*")
_IS_WILD = re.compile(r"[*?\[{]")


@dataclass
class _Reading:
    """What was read so far. `words` are what is left, phrases still in quotes."""

    words: list[str] = field(default_factory=list)
    languages: list[str] = field(default_factory=list)
    exclude_languages: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    paths: list[tuple[str, ...]] = field(default_factory=list)
    exclude: list[str] = field(default_factory=list)
    held: list[tuple[Mention, ...]] = field(default_factory=list)
    absent: list[Mention] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def narrowing(self) -> Narrowing:
        return Narrowing(
            languages=tuple(self.languages),
            exclude_languages=tuple(self.exclude_languages),
            kinds=tuple(self.kinds),
            paths=tuple(self.paths),
            exclude=tuple(self.exclude),
            held=tuple(self.held),
            absent=tuple(self.absent),
            written=tuple(self.written),
        )


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query text, read: the words to look for, empty if it holds operators alone; the operators; what to tell."""

    text: str
    narrowing: Narrowing
    notes: tuple[str, ...] = ()


def parse_query(text: str, mode: Mode = Mode.AUTO) -> ParsedQuery:
    """Read a query text. Never fails, in linear time; a text without operators comes back as it is.

    What is taken literally is left alone: the modes exact and regex, text of several lines, and with `AUTO` a text that
    is one quotation. In mode symbol only the filters are read: what is a name has a language of its own.
    """
    if not text.isascii():  # half of a surrogate pair has no UTF-8: no file holds one
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    unread = ParsedQuery(text, Narrowing())
    if mode in (Mode.EXACT, Mode.REGEX) or "\n" in text.strip() or not _MAY_HOLD.search(text):
        return unread
    reading = _Reading()
    tokens = _TOKEN.findall(text)
    reading.words = _without_filters(tokens, reading)
    if mode is not Mode.SYMBOL:
        _read_words(reading, is_literal_alone=mode is Mode.AUTO)
    if not reading.written:
        return ParsedQuery(text, Narrowing(), tuple(reading.notes))
    if len(reading.written) + sum(map(len, reading.held)) > _MOST_OPERATORS:
        return ParsedQuery(text, Narrowing(), (f"more than {_MOST_OPERATORS} operators are taken as words",))
    if not reading.words:
        reading.notes.append("there is no word to look for: the most telling definitions are listed")
    return ParsedQuery(" ".join(reading.words), reading.narrowing(), tuple(reading.notes))


def without_held(query: SearchQuery) -> tuple[SearchQuery, str]:
    """Return a query that asks only for words where it asked for what hits hold, and what to tell of that."""
    groups = " and ".join(" or ".join(f'"{mention.text}"' for mention in group) for group in query.narrowing.held)
    return replace(query, narrowing=replace(query.narrowing, held=())), f"nothing holds {groups}: taken as words"


def nothing_left(query: SearchQuery, *, rules_out: bool = False) -> tuple[str, ...]:
    """Return what to tell of a query without hits, if its filters may be why; they are if they rule out everything."""
    reason = contradiction(query)
    if reason:
        return (reason,)
    written = " ".join(query.narrowing.written)
    if written:
        return (f"nothing that was found passes {written}",)
    return (_RULED_OUT + _FROM_THE_ROOT * any(map(_begins_at_the_root, query.include)),) if rules_out else ()


def _begins_at_the_root(glob: str) -> bool:
    return "/" in glob.strip("/") and not glob.startswith("**/")


# -- filters


def _without_filters(tokens: Sequence[str], reading: _Reading) -> list[str]:
    """Read the filters, and what joins or negates them; return the other tokens."""
    left: list[str] = []
    plain = [at for at, token in enumerate(tokens) if not _FILTER.fullmatch(token) and token not in _JOINTS]
    amid = range(plain[0], plain[-1]) if plain and _is_sentence([tokens[at] for at in plain]) else range(0)
    follows_filter = False  # with at most a joint between
    for at, token in enumerate(tokens):
        joint = left[-1] if left and left[-1] in _JOINTS else ""
        is_joined = follows_filter and joint in ("OR", "AND")
        problem: str | None = "it stands amid a sentence"
        if at not in amid or not _FILTER.fullmatch(token):
            problem = _read_filter(token, reading, negate=joint == "NOT", widen=is_joined and joint == "OR")
        if problem is None:
            if is_joined or joint == "NOT":
                left.pop()
            reading.written.append(f"NOT {token}" if joint == "NOT" else token)
        else:
            if problem:
                reading.notes.append(f"{token[:60]} is taken as words: {problem}")
            left.append(token)
        follows_filter = problem is None or (follows_filter and token in _JOINTS)
    return left


def _read_filter(token: str, reading: _Reading, *, negate: bool, widen: bool) -> str | None:
    """Read a token that is a filter; return None if it is, else why it is none, "" if it does not look like one.

    `negate` is for a NOT in front of it; `widen` for an OR between it and another filter.
    """
    match = _FILTER.fullmatch(token)
    if match is None:
        foreign = _FOREIGN.match(token)
        return f"{foreign[1]}: is no operator here; lang:, path:, file: and kind: are" if foreign else ""
    minus, name, value = match.groups()
    value = phrase[1] if (phrase := _PHRASE.fullmatch(value)) else value
    if '"' in value:
        return ""
    leaves_out = (minus == "-") != negate
    if name in ("path", "file"):
        return _read_path(value, reading, leaves_out=leaves_out, widen=widen)
    values = value.split(",")
    if name == "kind":
        if leaves_out:
            return "kinds cannot be left out; name those that are wanted"
        return _take(values, kinds_named, unknown_kind, reading.kinds)
    into = reading.exclude_languages if leaves_out else reading.languages
    return _take(values, languages_named, unknown_language, into)


def _take(
    values: Sequence[str], named: Callable[[str], object], unknown: Callable[[str], str], into: list[str]
) -> str | None:
    wrong = next((value for value in values if not named(value)), None)
    if wrong is not None:
        return unknown(wrong)
    into += values
    return None


def _read_path(value: str, reading: _Reading, *, leaves_out: bool, widen: bool) -> str | None:
    glob = path_glob(value)
    if glob is None:
        return "its value is neither a part of a path nor a glob"
    if leaves_out:
        reading.exclude.append(glob)
    elif widen and reading.paths:
        reading.paths[-1] += (glob,)
    else:
        reading.paths.append((glob,))
    return None


def path_glob(value: str) -> str | None:
    r"""Return the glob of the paths that a value means, None if it means none.

    A plain text may stand anywhere in the path; a "/" in front ties it to the root. A glob may begin in any
    directory. Of regular expressions `^src/`, `\.go$` and the like are understood.
    """
    ends = is_rooted = False
    if _REGEX.search(value):
        ends, is_rooted = value.endswith("$"), value.startswith("^")
        value = re.sub(r"\\([.\-_/])", r"\1", value.removeprefix("^").removesuffix("$"))
        if _NO_PATH.search(value) or _IS_WILD.search(value):
            return None
    value = value.replace("\\", "/")
    value = value[1:] if value.startswith("./") else value
    if _NO_PATH.search(value):
        return None
    is_rooted |= value.startswith("/")
    body = value.lstrip("/")
    if not body.strip("/ "):
        return None
    if not _IS_WILD.search(body):
        begin, end = "" if is_rooted else "*", "" if ends or body.endswith("/") else "*"
        body = begin + (body.removesuffix("/") + end if end else body)
    lead = "/" if is_rooted else "**/" if "/" in body.rstrip("/") and not body.startswith("**/") else ""
    glob = lead + body
    return None if glob.startswith(("!", "#")) or globs.problem(glob) else glob


# -- words


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


def _read_words(reading: _Reading, *, is_literal_alone: bool) -> None:
    """Read phrases, OR, AND, NOT and -word among the tokens that are left."""
    if not _are_bare(reading.words):
        if any(token in _JOINTS or _EXCLUDED.fullmatch(token) for token in reading.words):
            reading.notes.append(_NOT_BARE)
        return
    if any(map(_is_phrase, reading.words)) and _is_message(reading.words, reading):
        reading.notes.append(_AMID_WORDS)
        return
    clauses = _clauses(reading.words)
    left = [clause for clause in clauses if not clause.is_absent]
    if not left and not reading.written:
        return  # nothing would be left to look for
    absent = [clause for clause in clauses if clause.is_absent]
    held = [clause for clause in left if clause.is_held]
    if is_literal_alone and len(left) == 1 and len(left[0].operands) == 1:
        held = []  # the text itself is a quotation, which has a mode of its own
    operands = [operand for clause in left for operand in clause.operands]
    reading.absent = [mention for clause in absent for mention in clause.mentions]
    reading.held = [clause.mentions for clause in held]
    reading.written += map(str, (*held, *absent))
    reading.words = [operand.strip('"') for operand in operands] if held else operands
    if absent:
        told = ", ".join(mention.text for mention in reading.absent)
        reading.notes.append(f"left out is what holds: {told}")


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


def _is_message(tokens: Sequence[str], reading: _Reading) -> bool:
    """Whether phrases stand among so many words that they are what a program filled in or a sentence quotes."""
    words = [token for token in tokens if not _is_phrase(token)]
    is_plain = not (reading.written or any(token in _JOINTS or _EXCLUDED.fullmatch(token) for token in tokens))
    return is_plain and len(words) >= _FEWEST_WORDS_OF_MESSAGE


def _are_bare(tokens: Sequence[str]) -> bool:
    """Whether tokens are words and phrases, and no sentence, code or command line."""
    outside = [token for token in tokens if not (_is_phrase(token) or _EXCLUDED.fullmatch(token) or token in _JOINTS)]
    if any(_CODE.search(token) or _FLAG.match(token) for token in outside):
        return False
    return not _is_sentence(outside)


def _is_sentence(tokens: Sequence[str]) -> bool:
    return sum(token.lower() in STOP_WORDS for token in tokens) >= _FEWEST_STOP_WORDS


def _is_phrase(token: str) -> bool:
    return _PHRASE.fullmatch(token) is not None


def _is_operand(token: str) -> bool:
    if token in _JOINTS or token.lower() in STOP_WORDS:
        return False
    return _is_phrase(token) or token[:1].isalnum() or token.startswith("_")


def _mention(token: str) -> Mention:
    """Return what a token asks for; what is no word of the index, such as `a.b`, is asked for as it stands."""
    text = token.strip('"')
    return Mention(text, is_word=text == token and token_of(text) is not None)
