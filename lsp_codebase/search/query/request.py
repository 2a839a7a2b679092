"""What a request is about, without the way of asking: "I am new here. Find the code for this: ..., and be brief."

People and agents write to a search as they write to one another. The words of courtesy and of the task are not about
the code, but they meet it by chance: `find`, `task`, `files`.
"""

from __future__ import annotations

import re
from itertools import pairwise

from lsp_codebase.search.query.query_words import without_stop_words

# A sentence ends at its sign or line, a clause that opens one at its colon; `a.b`, `A::b`, `http://` have no blank there.
_END = re.compile(r"(?<=[.!?])[)\"']*\s+|(?<=:)\s+|\s*\n\s*")
_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
_OF_CODE = re.compile(r"[\w)\]]\(|[{};=<>\\|$@#_`\d]|\w[./]\w|[a-z][A-Z]")
_POLITE = re.compile(r"\s*(?:(?:please|(?:can|could|would)\s+you)[\s,]+)+", re.IGNORECASE)
_LEADING = re.compile(r"[\s,/]*([^\W\d_]+(?:'[a-z]+)?)(?=[\s,/])")
_JOINTS = frozenset({"me", "that", "to", "where", "which"})
_OF_CODE_ALONE = frozenset({"code", "implementation", "logic", "responsible"})  # before "for" and "of"
_WANTS = frozenset(
    """
    changes class code component find function help i'd i'm implementation like logic looking method module need part place
    snippet trying want
    """.split()
)
"""Words without which an opening asks for no code."""
_TELLING = frozenset({"as", "if", "it", "this", "to", "when", "you", "your"})
"""First words of a sentence that tells something."""
_FEWEST = 3  # words of what only asks: of one word is the scope of a change, as `files: ...`
_OPENS = re.compile(r"(?i)\s(?:about|for|of|to):\Z")  # at the end of a shorter one
_COURTESY = frozenset({"hello", "hey", "hi", "please", "thank", "thanks"})
_LABELS = frozenset(
    {"goal", "query", "question", "request", "task", "todo", "user request", "user query", "user story"}
)

_OF_ASKING = frozenset(
    """
    able ahead all already am answer anything appreciated appropriate areas ask asked asking assist assume before begin behavior
    behaviour below best brief briefly careful change changed changes changing check class classes code codebase come
    complete concise context correct correctly currently deal dealing deals detail detailed details doing don't done edit
    edits exact exactly existing explain explanation feature figure file files find finding first fix following follow
    full function functions get give go goal going guide happen happening happens hello help here hey hi i'd i'm identify
    implement implementation implementations implemented implementing include including info information interested
    into investigate involved issue issues it's job just keep kindly know let let's like line lines list locate located
    location locations logic look looking main make makes making me method methods mind minimal modify modified module
    modules most must name names necessary need needed needs new not nothing now numbers ok okay one only open output part
    parts pass passing path paths piece pieces place places plan please point possible project provide question questions
    quick read really related relevant repo repository required request respond response responsible return right root
    say search see send set show simple snippet snippets something somewhere source specific specifically start starting
    step steps still summarize summary sure take task tell test tests thank thanks thing things think try trying understand
    understanding update updated use user using want work working works write written yet
    """.split()
)
"""Words of asking and of tasks."""


def without_frame(text: str) -> str:
    """Return a request without the opening that asks for code: `please`, `find the function that`, `we need to`."""
    polite = _POLITE.match(text)
    end = at = polite.end() if polite else 0
    opening: list[str] = []
    while leading := _LEADING.match(text, at):
        word = leading[1].lower()
        if _words(word) or (not opening and word in _TELLING):
            break
        at = leading.end()
        is_joint = word in _JOINTS or (word in ("for", "of") and opening and opening[-1] in _OF_CODE_ALONE)
        opening.append(word)
        if is_joint and not _WANTS.isdisjoint(opening):
            end = at
    rest = text[end:].strip()
    return rest if end and len(_words(rest)) > 1 else text


def without_asking(text: str) -> str:
    """Return a request without the sentences and opening clauses that only ask; as it is, if nothing else is left."""
    ends = [0, *(match.end() for match in _END.finditer(text)), len(text)]
    parts = [text[start:end] for start, end in pairwise(ends)]
    told = [part for before, part in pairwise(["", *parts]) if not _only_asks(part, before)]
    rest = "".join(told).strip()
    return rest if len(told) < len(parts) and len(_words(rest)) > 1 else text


def _only_asks(part: str, before: str) -> bool:
    said = part.strip()
    found = _WORD.findall(said.lower())
    if _OF_CODE.search(said) or not without_stop_words(found) or _words(said):
        return False
    if said.endswith(":"):
        return len(found) >= _FEWEST or _OPENS.search(said) is not None or " ".join(found) in _LABELS
    # Behind a colon stands what is told.
    return not before.rstrip().endswith(":") and (len(found) >= _FEWEST or not _COURTESY.isdisjoint(found))


def _words(text: str) -> list[str]:
    """Return the words of a text that are not of asking."""
    found = without_stop_words(_WORD.findall(text.lower()))
    return [word for word in found if word not in _OF_ASKING]
