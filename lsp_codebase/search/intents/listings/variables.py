"""Variables of the environment that code reads: all of them, or those about something, "env vars for S3"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from lsp_codebase.indexes import Literal
from lsp_codebase.parse import CODE, word_parts
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.intents.listings.asked_listing import WHOLE
from lsp_codebase.search.intents.listings.groups import Group, in_scope
from lsp_codebase.search.intents.names.asked_names import short_reader
from lsp_codebase.search.intents.pieces import in_calls, listed_line
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece
from lsp_codebase.store import FileRecord

_READING = CODE - {"dockerfile", "make"}
_MOST_CHUNKS = 4_000
_WORDS = ("env", "environ", "environment", "getenv")
_NAME = r"[A-Z][A-Z0-9_]{2,}"
# A name in quotes, behind which no value is given to it; between it and the environment are no two words, as in prose.
# Or else a constant that a call gets first, `getenv(PORT)`, a member, `env.PORT`, and those that JavaScript takes out:
# `{ PORT } = process.env`; or that an attribute of an option names, `env = PORT`, as clap has it.
_READ = re.compile(
    rf"(?<![A-Z]_)(?<!request\.)(?i:env)\w*[!?]?\W(?:(?!\w\s+\w).){{0,40}}?([\"'`])(?P<quoted>{_NAME})\1(?!\]?\s*=(?![=~]))"
    rf"|(?i:env)\w*[!?]?(?:(?:\.|::)(?:fetch|get|getenv|lookup|var|var_os))?\(\s*(?P<constant>{_NAME})\s*[,)]"
    rf"|(?i:env)\w*\??(?:[.{{]|\[?:)(?P<member>{_NAME})\b(?!\s*(?:[.(]|=(?![=~])))"
    rf"|\benv\s*=\s*(?P<attribute>{_NAME})\s*[,)]"
    rf"|(?<![\w.])(?P<taken>{_NAME})\b(?=[^{{}}]{{0,200}}\}}\s*=\s*(?:process|import\.meta)\.env\b)"
)
_FILLED_IN = re.compile(rf"\$\{{(?P<filled>{_NAME})(?=[:}}])")
"""In configuration, as of Spring: `${CART_URL:http://localhost}`."""
_CONFIGURATION = frozenset({"properties", "yaml"})
_LONGEST_LINE = 1_000  # further characters are not looked at

_VARIABLES = r"env(?:ironment)?[\s-]*var(?:iable)?s"
_SHOW = r"(?:(?:find|give|list|show|what\s+are|which\s+are)\s+(?:me\s+)?)?(?:all\s+)?(?:of\s+)?(?:our\s+|the\s+)?"
_READS = r"(?:accept|check|expect|know|need|read|require|respect|set|support|use)"
_WHOLE = WHOLE | {"i", "software"}
_SUBJECT = r"(?:our\s+|the\s+|this\s+)?(?P<subject>[\w./:-]+(?:\s+[\w./:-]+){0,2}?)"
_asked = short_reader(
    rf"(?:how\s+many|what|which)\s+{_VARIABLES}\s+(?:are|can\s+be)\s+{_READS}(?:e?d)?(?:\s+(?:by|for|in)\s+{_SUBJECT})?",
    rf"(?:how\s+many|what|which)\s+{_VARIABLES}\s+(?:can|do|does)\s+{_SUBJECT.replace('subject', 'reader')}\s+{_READS}",
    rf"(?:what|which)\s+{_VARIABLES}\s+(?:configure|control|set\s+up)\s+{_SUBJECT}",
    rf"{_SHOW}{_VARIABLES}\s+(?:(?:that|to)\s+(?:configure|control|set\s+up)|for|of)\s+{_SUBJECT}",
)
VARIABLES = "variables of the environment that code reads"


def variables_of(question: Question, text: str) -> Group | None:
    """Return the variables that a query asks for, of a subject those whose name or path says it; else None.

    A sole one with such a name says less than what a search finds. Of a reader they are those in the files and folders
    that are called so; one that no two are called by is the project.
    """
    asked = _asked(text)
    if asked is None:
        return None
    said = asked.groupdict()
    reads, subject = (_telling(said.get(name) or "") for name in ("reader", "subject"))
    pieces: Sequence[Piece] = all_variables(question, subject)
    if reads:
        (of_reader,) = in_scope([Group(pieces, "")], reads, said["reader"])
        pieces = of_reader.pieces if len(of_reader.pieces) > 1 else pieces
    note = f"{VARIABLES}, about {said['subject']}" if subject else VARIABLES
    return Group(pieces, note, is_sure=True) if len(pieces) > bool(subject) else None


def _telling(place: str) -> list[str]:
    """Return the words of a place that leave anything out."""
    return [word for word in word_parts(place) if word not in _WHOLE]


def all_variables(question: Question, subject: Sequence[str] = ()) -> list[Piece]:
    """Return the first line that reads each variable, by its name; of a subject those whose name or path says it."""
    chunk_ids = _speaking(question)
    if len(chunk_ids) > _MOST_CHUNKS:  # tests name their own surroundings so
        chunk_ids = _speaking(question, lambda one: question.is_main(one))
    found: dict[str, Piece] = {}
    chunks = sorted(
        question.few(chunk_ids, _MOST_CHUNKS), key=lambda one: (-question.prior(one), one.path, one.start_line)
    )
    wanted = {*subject}
    for chunk in chunks:
        if chunk.path.startswith("."):
            continue  # CI and editors have surroundings of their own
        for at, line in enumerate(in_calls(chunk.lines)):
            reads = _FILLED_IN if chunk.language in _CONFIGURATION else _READ if chunk.language in _READING else None
            for read in reads.finditer(line[:_LONGEST_LINE]) if reads is not None else ():
                name = read[read.lastgroup or 0]
                if wanted.issubset(word_parts(f"{chunk.path} {name}")):
                    found.setdefault(name, listed_line(chunk, at))
    return [found[name] for name in sorted(found)]


def _speaking(question: Question, where: Callable[[FileRecord], bool] | None = None) -> Ids:
    """Return the ids of the chunks that speak of an environment, or of configuration that is filled in from it."""
    filled_in, file_ids = question.corpus.may_hold(Literal("${"), question.filters)
    of_configuration = [one.file_id for one in question.corpus.owners(file_ids, _CONFIGURATION)]
    filled_in = filled_in[np.isin(file_ids, of_configuration)]
    return np.unique(np.concatenate([*(question.holding(word, where=where) for word in _WORDS), filled_in]))
