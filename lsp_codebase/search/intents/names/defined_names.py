"""The channel of definitions: the definitions of a name, in any spelling and any file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate, islice, takewhile

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.model import SymbolKind, bounds
from lsp_codebase.nearest import nearest
from lsp_codebase.parse import CODE, joined, split_identifier, stem, word_parts
from lsp_codebase.scan import path_roles
from lsp_codebase.search.call_graph.bases import HOLDERS, folder_of, scope_of
from lsp_codebase.search.call_graph.definitions import OF_OPTION, definitions_named, inherited_by
from lsp_codebase.search.intents.names.asked_names import asked_name, reader
from lsp_codebase.search.intents.pieces import definition_piece, definitions
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.name_forms import QUALIFIED
from lsp_codebase.search.query.plurals import is_plural, singulars
from lsp_codebase.search.query.query_words import without_stop_words
from lsp_codebase.search.ranking.lexical import stands
from lsp_codebase.search.ranking.priors import is_stub
from lsp_codebase.search.results.repeats import apart
from lsp_codebase.symbols import SymbolContext, SymbolPattern, find, find_exact, find_spelled, parse_pattern

_LEAST_SYMBOL_SCORE = 0.55
SURE_SYMBOL_SCORE = 0.9
MEMBERS = frozenset({SymbolKind.Field, SymbolKind.Property})
_HOLDING = MEMBERS | {SymbolKind.Variable}
_MOST_FILES_WITH_ONE = 2  # a type and what makes it
_SYMBOLS_PER_FILE = 3
_LEAST_GUESS, _MOST_GUESSES = 0.15, 3  # where letters have gaps
_MOST_SYMBOLS = 100
_MOST_MENTIONS = 200
_MOST_LISTED = 1_000
_MOST_JOINED_SYMBOLS = 5
_LONGEST_SENTENCE = 300  # that names a member
_MOST_OVERLOADS = 3
_MOST_INITIALS = 2
_SEPARATOR = re.compile(r"::|[./\\]")
_INITIALS = re.compile(r"([A-Z]{2,6})([A-Z][a-z0-9]\w*)")
_NAME = r"[^\W\d][\w$]*"
_TYPE = r"[^\W\d]?[\w$]*[A-Z][\w$]*"  # beside plain words, which may be owners by chance
_KIND = r"(?:\s+(?:constructor|field|function|getter|member|method|property|setter))?"
_OF_OWNER = re.compile(
    rf"\s*(?:the\s+)?(?P<member>{_NAME})(?:\(\))?{_KIND}\s+(?:in|of)\s+(?:the\s+)?(?:class\s+)?"
    rf"(?:\w+(?:\.|::))*(?P<owner>{_TYPE})(?:\s+class)?\s*"
)
_MEMBER = re.compile(rf"\s*(?P<owner>{_TYPE})(?:\s+class)?\s+(?P<member>{_NAME})(?:\(\))?{_KIND}\s*")
_QUOTED = r"[`'\"\u2018\u2019]"
_LACKING = tuple(
    re.compile(said.format(owner=rf"(?P<owner>{_NAME})", member=rf"(?P<member>{_NAME})", q=_QUOTED))
    for said in (
        r"{q}{owner}{q} (?:object )?has no (?:attribute|member) {q}{member}{q}",  # of Python, of Swift
        r"{q}{owner}{q} does not contain a definition for {q}{member}{q}",
        r"[Pp]roperty {q}{member}{q} does not exist on type {q}(?:typeof )?{owner}\b",
        r"no (?:associated item|field|function|method|variant)[\w ]* {q}{member}{q} (?:found for \w+|on type)"
        r" {q}&?(?:mut )?{owner}\b",
        r"type \*?(?:\w+\.)?{owner} has no field or method {member}\b",
        r"undefined method {q}{member}{q} for (?:an instance of |#<|class )(?:\w+::)*{owner}\b",
    )
)
"""What compilers and runtimes say of a member that its owner lacks."""
_PARTS = (
    r"(?:arguments|associations|attributes|body|callbacks|code|columns|constructors?|definition|fields|implementation"
    r"|inputs|members|methods|outputs|parameters|properties|props|return\s+type|scopes|signature|source(?:\s+code)?|type"
    r"|validations)"
)
_framed = reader(
    r"(?:(?:what(?:'s|\s+is|\s+are|\s+does)|where(?:'s|\s+is|\s+are)|explain|find|list|show(?:\s+me)?)\s+)?"
    rf"(?:(?:the\s+)?(?P<part>{_PARTS})\s+of\s+)?(?:the\s+)?(?P<thing>[\w`](?:.*?\S)?)"
    r"(?:\s+(?:class|constant|field|flag|function|method|option|parameter|property|setting|type|value|variable))?"
    r"(?:\s+(?:configured|declared|defined|do|implemented|returns?|set|specified))?"
)
_permitted = reader(
    r"(?:who|which\s+\w+)\s+(?:can|may|(?:are|is)\s+(?:allowed|permitted)\s+to)\s+(?P<done>\w+(?:\s+\w+){1,5})"
)
_done = reader(r"(?:how|where)\s+(?:are|is)\s+(?:the\s+)?(?P<thing>\w+(?:\s+\w+){0,5})\s+(?P<verb>\w{2,}(?:ed|t))")
_OF_SETTING = re.compile(r"\b(?:flag|key|option|parameter|setting|value)\b", re.IGNORECASE)


def named(question: Question, text: str) -> list[Piece]:
    """Return the definitions that a name, however spelled, means: sure ones, or the few best guesses."""
    if options := _options(question, text.strip()):
        return definitions(question.names, options)
    context = replace(question.context, active_path=question.active, mean_any_case=True)
    found = find(question.names, text.strip(), limit=_MOST_SYMBOLS, context=context, cancel=question.cancel)
    spellings = (text.strip(), parse_pattern(text.strip()).name)
    is_defined = any(match.symbol.name in spellings for match in found)
    is_foreign = not is_defined and _is_foreign(question, spellings[0])
    # `@shop/cart` of a manifest is neither the `ShopCart` of code, nor what code imports under that name.
    if is_defined or is_foreign:
        found = [one for one in found if one.symbol.kind is not SymbolKind.Key or one.symbol.name in spellings]
    sure = bool(found) and found[0].score >= SURE_SYMBOL_SCORE
    if is_foreign and not sure:
        return []
    if not sure and _are_words(question, parts := split_identifier(text)):
        found = [one for one in found if _holds(one.symbol.name, parts)]
    taken: dict[str, int] = {}
    pieces: list[Piece] = []
    for match in _bodies_first(found, text):
        if match.score < _LEAST_SYMBOL_SCORE or (sure and match.score < SURE_SYMBOL_SCORE and len(pieces) >= 5):
            break
        taken[match.path] = taken.get(match.path, 0) + 1
        if taken[match.path] <= _SYMBOLS_PER_FILE:
            pieces.append(definition_piece(match, question.names))
    return apart(pieces)


def _is_foreign(question: Question, name: str) -> bool:
    """Whether code, no string or comment, holds a name that prose could not hold just as it is written.

    One in capitals may be a variable of the environment, which is never defined.
    """
    asked, last = asked_name(name), parse_pattern(name).name
    if asked is None or not asked.is_sure or not last.isidentifier() or last.isupper():
        return False
    held = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    for path, start, end in islice(question.corpus.mentioning(last, ""), _MOST_MENTIONS):
        source = question.calls.source(path)
        for line, content in enumerate(source.lines[start:end], start) if source.language in CODE else ():
            if any(not source.asides.hold(line, found.start()) for found in held.finditer(content)):
                return True
    return False


def _are_words(question: Question, parts: Sequence[str]) -> bool:
    """Whether the parts of a name are words that stand in the code: it is found better by these than by its letters.

    `TODO` is no `track_old_domains` then. One or two letters may be the first of words.
    """
    return all(len(part) > _MOST_INITIALS and stands(question.corpus.segments, part) for part in parts)


def _holds(name: str, words: Sequence[str]) -> bool:
    """Whether a name has parts that begin with each of some words, in any form, or that make up all: `WebSocket`."""
    parts = split_identifier(name)
    stems = {*map(stem, parts)}
    if all(stem(word) in stems or any(part.startswith(word) for part in parts) for word in words):
        return True
    return any("".join(words) in accumulate(parts[start:]) for start in range(len(parts)))


def abbreviated(question: Question, text: str) -> list[Piece]:
    """Return definitions that hold the letters of a name in order, if a part of it stands nowhere: `crtSrlz`."""
    if all(stands(question.corpus.segments, part) for part in split_identifier(text)):
        return []
    found = question.find(text, _MOST_GUESSES)
    return definitions(question.names, (one for one in found if one.score >= _LEAST_GUESS))


def by_initials(question: Question, text: str) -> list[Piece]:
    """Return definitions whose first words begin with the capitals of a name: `WSProvider` is `WebSocketProvider`."""
    written = _INITIALS.fullmatch(text.strip())
    if written is None:
        return []
    initials, rest = written[1].lower(), split_identifier(written[2])
    found = question.find(written[2], _MOST_LISTED)
    words = ((match, split_identifier(match.symbol.name)) for match in found)
    meant = [
        match
        for match, parts in words
        if parts[-len(rest) :] == rest and "".join(part[0] for part in parts[: -len(rest)]) == initials
    ]
    return definitions(question.names, meant[:_MOST_GUESSES])


def _bodies_first(found: Sequence[SymbolMatch], text: str = "") -> list[SymbolMatch]:
    """Put mere declarations behind definitions of the name with a body, or with an owner of the typed case."""
    surest = found[0].symbol.name if found and found[0].score >= SURE_SYMBOL_SCORE else None
    alike = sum(1 for _ in takewhile(lambda match: match.symbol.name == surest, found))
    owner = parse_pattern(text).qualifier[-1:]

    def is_lesser(match: SymbolMatch) -> tuple[bool, bool]:
        is_of_other = owner != (match.symbol.container.rpartition(".")[2],)
        return match.symbol.is_declaration or is_stub(match.path), is_of_other

    return [*_reordered(found[:alike], is_lesser), *found[alike:]]


def _reordered(
    found: Sequence[SymbolMatch], key: Callable[[SymbolMatch], bool | tuple[bool, ...]]
) -> list[SymbolMatch]:
    """Sort definitions; scores fall as they did."""
    return [replace(match, score=at.score) for match, at in zip(sorted(found, key=key), found, strict=True)]


def named_member(question: Question) -> list[Piece]:
    """Return the definition of the one member that a query names with its owner, beside any other words.

    What the owner does not define it has from its nearest base.
    """
    if question.understood.is_report or len(question.text) > _LONGEST_SENTENCE:
        return []
    written = (match[0].removesuffix("()") for match in QUALIFIED.finditer(question.text) if "/" not in match[0])
    lacking = next(filter(None, (said.search(question.text) for said in _LACKING)), None)
    framed = (lacking, _MEMBER.fullmatch(question.text), _OF_OWNER.fullmatch(question.text))
    mentions = [[match["owner"], match["member"]] for match in framed if match]
    mentions = mentions or [re.split(r"::|->|[.#]", one)[-2:] for one in written]
    symbols, found = question.names, dict[tuple[str, int], SymbolMatch]()
    for owner, member in mentions:
        for match in _members(question, owner, member):
            is_asked = "translation" in question.understood.wants or "translation" not in path_roles(match.path)
            if is_asked and question.passes(match):
                found[match.path, match.symbol.span.start_line] = match
    if lacking and not found:
        return owner_of(question, f"{lacking['owner']}.{lacking['member']}")
    is_one = len({match.symbol.name for match in found.values()}) == 1 and len(found) <= _MOST_OVERLOADS
    return apart([definition_piece(match, symbols) for match in _bodies_first([*found.values()])]) if is_one else []


def _members(question: Question, owner: str, name: str) -> Sequence[SymbolMatch]:
    found = definitions_named(question.names, f"{owner}.{name}", None, _MOST_OVERLOADS + 1)
    own = [match for match in found if match.symbol.container.rpartition(".")[2] == owner]
    return own or inherited_by(question.calls, SymbolPattern(name, (owner,)), None, _MOST_OVERLOADS + 1)[0]


def owner_of(question: Question, text: str) -> list[Piece]:
    """Return the type or module that lacks a member, behind its member of a name near to that, if there is one."""
    pattern = parse_pattern(text.strip().removesuffix("()"))
    owners = question.defined(".".join(pattern.qualifier), _MOST_OVERLOADS) if pattern.qualifier else []
    found = []
    for own in (one for one in owners if one.symbol.kind in HOLDERS and question.passes(one)):
        inside = (one for one in question.names.inside(scope_of(own)) if folder_of(one.path) == folder_of(own.path))
        members = {one.symbol.name: one for one in inside}
        found += [members[name] for name in nearest(pattern.name, members)] + [own]
    return definitions(question.names, found)


def all_named(question: Question, pattern: str) -> list[Piece]:
    """Return the definitions that `workspace/symbol` finds for the typed text and that pass.

    Filtered last: names that do not pass still say how well the others must fit, so that a filter adds none.
    """
    found = find(
        question.names,
        pattern,
        limit=bounds.SYMBOLS.most,
        context=SymbolContext(question.active),
        cancel=question.cancel,
    )
    kept = [definition_piece(match, question.names) for match in found if question.shows(match)]
    return apart(kept, fewest=1)


def telling(question: Question) -> list[Piece]:
    """Return the definitions that pass, the most telling first: the meaning of filters without words."""
    found = question.find("", _MOST_LISTED)
    return apart([definition_piece(match, question.names) for match in found], fewest=1)


def named_by_all_words(question: Question) -> list[Piece]:
    """Return definitions whose name is all the words of the query: `read config file` -> readConfigFile.

    The words around the name are none of them: `what is the default port?`, `default port setting`. Where a name is
    made of other forms of the words, as a type is of things in the plural, those of tests are none. Fields and
    variables of several files hold one thing: which of them is meant the name does not say.
    """
    text = question.understood.meaning
    meant = next(filter(None, (_called_in_code(question, words) for words in (*_permitting(text), *_doing(text)))), [])
    said = [*dict.fromkeys((text, _thing(text)))]
    meant = meant or next(filter(None, (_one_thing(words, _called(question, words)) for words in said)), [])
    meant = meant or next(filter(None, (_types_of_each(question, words) for words in said)), [])
    return definitions(question.names, _bodies_first(meant))


def _called_in_code(question: Question, words: str) -> list[SymbolMatch]:
    """Return the definitions that people wrote: a generated client is called like what it asks a server to do."""
    found = _called(question, words)
    wants_tests = "test" in question.understood.wants
    written = [match for match in found if not _is_generated(question, match.path)]
    return written if wants_tests else [match for match in written if "test" not in path_roles(match.path)]


def _is_generated(question: Question, path: str) -> bool:
    record = question.corpus.file(path)
    return record is not None and record.is_generated


def _one_thing(words: str, found: list[SymbolMatch]) -> list[SymbolMatch]:
    """Return definitions that words name, none where several words name fields and variables of several files alone."""
    holds = " " in words and all(match.symbol.kind in _HOLDING for match in found)
    return [] if holds and len({match.path for match in found}) > _MOST_FILES_WITH_ONE else found


def _called(question: Question, words: str) -> list[SymbolMatch]:
    """Return the definitions whose names say these words, first those called just so: `Backend` is not `backend`.

    Words apart are no spelling of a name: a test "add user" is not called so rather than `add_user`.
    """
    if options := _options(question, words):
        return options
    meant = spelled(question, words, _MOST_JOINED_SYMBOLS, mean_any_case=True)
    if words[:1].isupper() and " " not in words and not any(match.symbol.name == words for match in meant):
        # Keys and classes of styles may be called like a type more often than there is room for.
        context = replace(question.context, mean_any_case=True)
        meant = find_exact(question.names, words, limit=_MOST_JOINED_SYMBOLS, context=context) or meant
    return meant if " " in words else _reordered(meant, lambda match: match.symbol.name != words)


def _options(question: Question, name: str) -> list[SymbolMatch]:
    """Return the options of Kconfig that code names so: `CONFIG_SHOP_TILL` is `SHOP_TILL`."""
    found = question.defined(name, _MOST_JOINED_SYMBOLS) if name.startswith(OF_OPTION) else []
    return [match for match in found if match.language == "kconfig" and question.shows(match)]


def _types_of_each(question: Question, words: str) -> list[SymbolMatch]:
    """Return the types that are called like one of the things that words name: `CartEntryKind`, "cart entry kinds"."""
    *others, last = words.lower().split() or [""]
    if not others or not is_plural(last):
        return []
    found = (spelled(question, " ".join((*others, one)), _MOST_JOINED_SYMBOLS) for one in singulars(last))
    called = (match for match in next(filter(None, found), ()) if "test" not in path_roles(match.path))
    return [match for match in called if match.symbol.kind in HOLDERS and match.language in CODE]


def spelled(question: Question, words: str, limit: int, *, mean_any_case: bool = False) -> list[SymbolMatch]:
    """Return the definitions whose name is some words in any style; of one that is qualified its last part will do."""
    wanted = joined(word_parts(words))
    context = replace(question.context, mean_any_case=mean_any_case)
    found = find_spelled(question.names, wanted[1:], limit=limit, context=context, cancel=question.cancel)
    forms = ((match, (match.symbol.name, _SEPARATOR.split(match.symbol.name)[-1])) for match in found)
    return [match for match, names in forms if any(joined(split_identifier(name)) == wanted for name in names)]


def _permitting(text: str) -> list[str]:
    """Return the words of names that tell who may do what a question asks: `canDeleteCart`, `may_delete_cart`."""
    asked = _permitted(text)
    done = " ".join(without_stop_words(asked["done"].split())) if asked else ""
    return [f"{may} {done}" for may in ("can", "may", "allowed to", "is allowed to", "allow")] if done else []


def _doing(text: str) -> list[str]:
    """Return the words of names that do what a question asks for: "where are flags parsed", `parseFlags`."""
    asked = _done(text)
    thing = without_stop_words(asked["thing"].split()) if asked else []
    if asked is None or not thing:
        return []
    verb = asked["verb"].lower()
    verbs = (verb[:-1], verb[:-2], verb[:-3]) if verb.endswith("ed") else (f"{verb[:-1]}d", verb)
    return [" ".join((own, *thing)) for own in verbs if len(own) > 1]


def _thing(text: str) -> str:
    """Return the thing that a question asks for; the text itself if that is one word that may be of prose."""
    framed = _framed(text)
    thing = framed["thing"] if framed else text
    named = None if _OF_SETTING.search(text) else asked_name(thing)  # code reads a setting of any name
    if named is not None and (named.is_sure or (framed is not None and framed["part"] and not named.is_word)):
        return named.name
    return thing if len(thing.split()) > 1 else text
