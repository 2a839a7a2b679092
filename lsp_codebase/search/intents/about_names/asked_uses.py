"""Questions for uses: "who creates Cart", "where is Cart registered", and the lines of code that do so."""

from __future__ import annotations

import re
from typing import NamedTuple

from lsp_codebase.search.call_graph.operators import SIGNS
from lsp_codebase.search.intents.names.asked_names import FEW_WORDS, AskedName, asked_name, whole_questions
from lsp_codebase.symbols import parse_pattern

_FRAMES = whole_questions(
    rf"(?:who|what|which\s+(?P<who>\w+))\s+(?P<verb>\w+)\s+(?P<what>{FEW_WORDS})",
    rf"where\s+(?:is|are)\s+(?P<what>{FEW_WORDS})\s+(?:being\s+)?(?P<verb>\w+)",
    rf"(?P<verb>emit|raise|throw)\s+(?P<what>{FEW_WORDS})",  # as code does it
    rf"(?:is|are)\s+(?P<what>{FEW_WORDS})\s+(?:ever\s+|still\s+)?(?P<verb>\w+)(?:\s+(?:anywhere|at\s+all|by\s+any\w+|somewhere))",
    rf"(?:is|are)\s+(?P<what>{FEW_WORDS})\s+(?:ever|still)\s+(?P<verb>\w+)",
    rf"does\s+any(?:body|one|thing)\s+(?:else\s+)?(?P<verb>\w+)\s+(?P<what>{FEW_WORDS})",
    r"(?:(?:find|list|show)\s+|are\s+there\s+)?(?:all\s+|any\s+)?(?:the\s+)?"
    rf"(?P<verb>caller|call|consumer|reference|usage|user|use)s?\s+(?:of|to)\s+(?P<what>{FEW_WORDS})",
)
_PART = r"(?:the\s+)?(?:(?:arguments|behaviou?r|fields|parameters|return\s+type|signature|type|value)\s+of\s+)?"
_CHANGE = r"(?:chang|delet|deprecat|edit|modif|mov|refactor|remov|renam|updat)(?:e|y|i?ed|y?ing)?"
_OF_CHANGE = whole_questions(
    r"(?:what|who|which\s+\w+)\s+(?:(?:all|could|else|might|will|would)\s+)*"
    r"(?:breaks?|(?:are|be|get|gets|is)\s+affected|fails?|needs?\s+to\s+change)\s+(?:if|when)\s+(?:"
    rf"(?:I|one|someone|we|you)\s+{_CHANGE}\s+{_PART}(?P<what>{FEW_WORDS})"
    rf"|{_PART}(?P<changed>{FEW_WORDS})\s+(?:(?:gets|is)\s+{_CHANGE}|changes|moves))",
    rf"(?:if|when)\s+(?:I|one|someone|we|you)\s+{_CHANGE}\s+{_PART}(?P<what>{FEW_WORDS}),?\s+(?:then\s+)?(?:what|who|which\s+\w+)\s+"
    r"(?:(?:all|could|else|might|will|would)\s+)*(?:breaks?|(?:are|be|get|gets|is)\s+affected|fails?|needs?\s+to\s+change)",
    rf"what\s+(?:happens|would\s+happen)\s+(?:if|when)\s+(?:I|one|someone|we|you)\s+{_CHANGE}\s+{_PART}(?P<what>{FEW_WORDS})",
    rf"(?:what\s+is\s+)?(?:the\s+)?(?:consequences?|effects?|impact)\s+of\s+{_CHANGE}\s+{_PART}(?P<what>{FEW_WORDS})",
    rf"(?:can\s+(?:I|we|you)\s+(?:safely\s+)?|is\s+it\s+safe\s+to\s+){_CHANGE}\s+{_PART}(?P<what>{FEW_WORDS})",
    rf"(?:what|who|which\s+\w+)\s+depends?\s+on\s+{_PART}(?P<what>{FEW_WORDS})",
    rf"(?:(?:what|which\s+\w+)\s+(?:are|is|lies?)\s+)?(?:all\s+|the\s+)?(?:\w+\s+)?(?:dependents|downstream)\s+of\s+(?P<what>{FEW_WORDS})",
)
_IN_OWNER = re.compile(rf"(?P<member>{FEW_WORDS})\s+(?:from|in|of|on)\s+(?P<owner>{FEW_WORDS})", re.IGNORECASE)
_OPERATOR = re.compile(
    rf"(?:the\s+)?[`'\"]?(?:operator\s*)?[`'\"(]{{0,2}}(?P<signs>(?![./]+\W?\Z)[{SIGNS}]{{2,}})[`'\")]{{0,2}}(?:\s+operator)?",
    re.IGNORECASE,
)
_THEN = r"\W+(?:\w+\W+){{0,3}}{name}(?!\w)"
_CALLED = re.compile(r"call(?:s|ed|er)?|invok(?:e|es|ed)", re.IGNORECASE)
_USED = re.compile(rf"{_CALLED.pattern}|(?:includ|referenc|us)(?:e|es|ed|age)?", re.IGNORECASE)
_USED_OR_MADE = re.compile(rf"{_USED.pattern}|(?:declar|defin|render|set|writ)(?:e|es|ed|s|ten)?", re.IGNORECASE)
_SIGN_OF_CODE = re.compile(r"[(){}\[\]=<>@$]|(?<!\w):\w|::|\w:\w")
_SET = (
    r"(?<!\w){name}(?!\w)[\"'\])]{{0,2}}\s*(?:(?:[-+*/|&]|<<)?=(?![=>])|\+\+|--)"
    r"|(?:\+\+|--)[\w.>-]*(?<!\w){name}(?!\w)|(?i:\bset_?{name}\b)"
)
_CONFIGURED = _SET + r"|^\s*[\"'`]?{name}[\"'`]?\s*:(?!:)"
"""An entry of settings, in code too, is one that gets a value or a type."""
_ENTRY = r"^\s*(?:-\s+)?[\"'`]?{name}[\"'`]?\s*(?::(?!:)|\+?=(?!=))\s*\S"
"""An entry of a file of settings sets what is called so: a variable of Ansible, a value of a chart."""
_SET_FOR_OTHERS = r"^\s*(?:-\s+)?(?:(?:ARG|ENV|name:)\s+)?[\"']?{name}[\"']?(?:\s*:|\s*$|\s+[^\s=])"
"""A variable of the environment is set for other programs: in compose files, in those of Kubernetes and of Docker."""
_DONE = tuple(
    (re.compile(verb, re.IGNORECASE), line)
    for verb, line in (
        (r"reads?|access(?:es|ed)?", r"(?!)"),
        (r"consumer|user", r"(?!)"),  # of a name: the users of a shop are people
        (r"returns?|returned", rf"\breturn{_THEN}"),
        (
            r"(?:dispatch|emit|fir|publish|rais|signal|throw|trigger)(?:e|s|es|ed|ted|n)?",
            rf"\b(?:dispatch|emit|Err|fire|notify|panic|publish|raise|reject|signal|throw|trigger)\w*{_THEN}"
            r"|(?<!\w){name}\W{{1,3}}(?i:emit|fire|invoke|next|notify|publish|raise|trigger)\b",
        ),
        (
            r"(?:creat|instantiat)(?:e|es|ed)|(?:build|construct)(?:s|ed)?|built",
            r"\bnew\s+[\w.:\\]*(?<!\w){name}(?!\w)|\bmake_\w+<[\w:]*(?<!\w){name}\b"
            r"|(?<!\w){name}(?:<[^<>]*>)?(?:\.|::)(?:build|create|make|new)\b"
            r"|(?:[&%=(,\[]|\breturn)\s*{name}\s*\{{",
        ),
        (
            r"(?:mount|render)(?:s|ed)?",
            rf"<{{name}}(?![\w-])|\b(?i:create_?element|mount|render)\w*{_THEN}",
        ),
        (r"(?:assign|chang|set|writ)(?:s|e|es|ed|ten)?|modif(?:y|ies|ied)", _SET),
        (r"configur(?:e|es|ed)", _CONFIGURED),
        (
            r"inject(?:s|ed)?",
            rf"\b(?i:autowired|inject)\w*{_THEN}|\w\??\s*:\s*{{name}}\s*[,)]"
            r"|\b(?:final|private|protected|public|readonly|val)\s[^=;(){{}}]{{0,100}}(?<!\w){name}\b(?!\s*[({{])",
        ),
        (
            r"(?:enqueu|queu|schedul)(?:e|es|ed)",
            r"(?<!\w){name}(?:\W+set\([^()]*\))?\W{{1,3}}(?i:apply_async|delay|dispatch|enqueue|perform|schedule)"
            rf"|\b(?i:add_?job|enqueue|push|schedule)\w*{_THEN}",
        ),
    )
)
"""Acts on a name: the verb, with any ending, and a line of code that does it."""

VERB = "|".join(f"(?:{verb.pattern})" for verb in (_USED, *(verb for verb, _ in _DONE)))
"""Stands for the act on a name in the pattern of a question; `asked_to` reads it."""

# Any other verb: a line that says it just before the name, or just behind.
_SAID = (
    r"\b\w{{0,30}}?(?i:{verb})\w{{0,30}}"
    + _THEN
    + r"|(?<!\w){name}\W{{1,3}}(?:\w{{1,30}}\W{{1,3}}){{0,2}}?(?i:\w{{0,30}}?{verb})"
)
_VERB_ENDING = re.compile(r"(?:([bdgmnpt])\1(?:ed|ing)|ing|e?d|e?s|e)$")  # of "logged" the stem is "log"
_FEWEST_LETTERS = 3  # of a verb without its ending
_TOLD_BY_SETTINGS = re.compile(r"activat|bind|bound|enabl|hook|install|load|mount|regist|wir")
"""Beginnings of verbs that a file of settings does by naming something: a manifest registers a service."""
_TOLD_BY_OTHERS = re.compile(
    r"configur|contain|cover|declar|defin|describ|display|document|exist|extend|found|handl|implement|inherit|listen|locat"
    r"|mean|overrid|print|process|render|show|specif|stor|styl|subclass|test"
)
"""Beginnings of verbs that ask for something else than uses."""


class Asked(NamedTuple):
    """A name whose uses are asked for, a line that uses it in that way, and whether prose could not hold the name."""

    name: str
    line: re.Pattern[str] | None
    is_sure: bool
    only_calls: bool = False
    only_such: bool = False  # lines: others that hold the name say nothing
    with_imports: bool = False  # and exports: what hands a name on breaks with it
    in_settings: bool = False  # a file of settings that holds the name uses it so
    entry: re.Pattern[str] | None = None  # the line of such a file that does what is asked for
    who: str = ""  # "which components ...": files that say so come first


def asked_use(text: str) -> Asked | None:
    """Return the name whose uses a query asks for, or what its change would break: there imports and exports count."""
    for frame in _OF_CHANGE:
        if asked := frame.fullmatch(text):
            said = next(filter(None, asked.groupdict().values())).rstrip(",")
            changed = asked_to("use", asked_name(said) or _member(said))
            return changed and changed._replace(with_imports=True)
    for frame in _FRAMES:
        if asked := frame.fullmatch(text):
            named = asked_name(asked["what"])
            if use := asked_to(asked["verb"], named) or _asked_by_word(asked["verb"], named):
                return use._replace(who=asked.groupdict().get("who") or "")
    return None


def asked_text(text: str) -> str | None:
    """Return the piece of code whose uses a query asks for, if it is no name: `tr('cart.empty')`, `@Inject`."""
    for frame in _FRAMES:
        if asked := frame.fullmatch(text):
            what = asked["what"].rstrip("?").strip("`")
            is_code = asked_name(what) is None and _SIGN_OF_CODE.search(what) is not None
            return what if is_code and _USED_OR_MADE.fullmatch(asked["verb"]) else None
    return None


def _member(said: str) -> AskedName | None:
    """Return the member of an owner that some words name: "get in Store" is `Store.get`."""
    parts = _IN_OWNER.fullmatch(said)
    member, owner = (asked_name(parts["member"]), asked_name(parts["owner"])) if parts else (None, None)
    if member is None or owner is None or owner.is_word or parse_pattern(member.name).qualifier:
        return None
    return member._replace(name=f"{owner.name}.{member.name}", is_word=False, is_sure=True)


def _asked_by_word(verb: str, named: AskedName | None) -> Asked | None:
    """Return the use of a sure name by a verb that says nothing else: "where is MailJob registered"."""
    said = _VERB_ENDING.sub(r"\1", verb.lower())
    if named is None or not named.is_sure or len(said) < _FEWEST_LETTERS or _TOLD_BY_OTHERS.match(said):
        return None
    name = re.escape(parse_pattern(named.name).name)
    line = re.compile(_SAID.format(name=name, verb=said))
    in_settings = _TOLD_BY_SETTINGS.match(said) is not None
    return Asked(named.name, line, is_sure=True, only_such=True, in_settings=in_settings)


def asked_to(verb: str, named: AskedName | None) -> Asked | None:
    """Return the use of a name that a verb asks for. A word of prose is a name only where it is called or used."""
    if named is None or (named.is_word and named.has_article):
        return None
    if _USED.fullmatch(verb):
        return Asked(named.name, _as_written(named.name), named.is_sure, only_calls=_CALLED.fullmatch(verb) is not None)
    line = next((line for done, line in _DONE if done.fullmatch(verb)), None)
    if line is None or named.is_word:
        return None
    pattern = line.format(name=re.escape(parse_pattern(named.name).name))
    entry = re.compile(_ENTRY.format(name=re.escape(named.name))) if line in (_SET, _CONFIGURED) else None
    if named.name.isupper() and line == _SET:
        pattern = f"{pattern}|{_SET_FOR_OTHERS.format(name=named.name)}"
    return Asked(named.name, re.compile(pattern), named.is_sure, in_settings=line == _CONFIGURED, entry=entry)


def _as_written(name: str) -> re.Pattern[str] | None:
    """Return the line that uses a name just as it is asked for: a tag, or a member of what is called so."""
    if "-" in name:
        return re.compile(rf"<{re.escape(name)}(?![\w-])")
    return re.compile(rf"(?i:(?<![\w$]){re.escape(name)}(?![\w$]))") if parse_pattern(name).qualifier else None


def asked_operator(text: str) -> str | None:
    """Return the operator whose uses a query asks for: two signs or more, which stand in code as they are written."""
    asked = (frame.fullmatch(text) for frame in _FRAMES)
    said = (_OPERATOR.fullmatch(one["what"].rstrip("?")) for one in asked if one and _USED.fullmatch(one["verb"]))
    return next((operator["signs"] for operator in said if operator), None)
