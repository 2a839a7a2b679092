"""The channel of names in capitals: an environment variable is read where code holds its name in quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np

from lsp_codebase.search.intents.about_names.quoted_names import MOST_CHUNKS, chunks_with
from lsp_codebase.search.intents.names.defined_names import MEMBERS
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]{2,}")
_MOST_HOLDING = 1_000  # chunks that hold a name: of more it is a constant of the code
_SHELLS = frozenset({"bash", "fish", "powershell", "make", "dockerfile", "nix", "batch"})
"""Languages whose assignments set variables for other programs."""

# A shell reads a variable of others where it gives a default for it, or asks whether there is one.
_SHELL_READS = r"\$\{%(name)s:?[-=?+]|-[nz]\s+\"?\$\{?%(name)s(?!\w)"
_READS = re.compile(rf"(?i)env\w*[!?]?(?:\.\w+)?\s*[.(\[:]|getenv|{_SHELL_READS}" % {"name": _CAPITALS.pattern})

_ASKING = r"(?:(?:how|what|where|which\s+\w+|who)\s+(?:(?:are|do|does|is)\s+)?)"
_VARIABLE = r"env(?:ironment)?(?:\s*var(?:iable)?)?"
_ASKED = tuple(
    (re.compile(rf"\s*(?i:{before})`?({_CAPITALS.pattern})`?(?i:{behind})\s*(?:\?\s*)?"), is_said)
    for before, behind, is_said in (
        (rf"{_ASKING}?(?:\w+\s+)?(?:the\s+)?{_VARIABLE}\s+", r"(?:\s+\w+){0,2}", True),
        (rf"{_ASKING}?(?:the\s+)?", rf"\s+{_VARIABLE}(?:\s+\w+)?", True),
        (rf"{_ASKING}(?:the\s+)?", r"\s+(?:do|loaded|mean|parsed|read)", False),
        (r"(?:what|which\s+\w+|who)\s+(?:loads?|parses?|reads?)\s+(?:the\s+)?", "", False),
    )
)


_SAID = re.compile(r"(?i:\benv(?:ironment)?[\s_-]var(?:iable)?s?\b)")
_NAMED = re.compile(rf"(?<![\w$.]){_CAPITALS.pattern}(?![\w$.])")


class AskedVariable(NamedTuple):
    """A name in capitals, and whether the query says that it is a variable of the environment."""

    name: str
    is_said: bool


def asked_variable(text: str) -> AskedVariable | None:
    """Return the name in capitals that a query asks about as a variable of the environment."""
    for frame, is_said in _ASKED:
        if asked := frame.fullmatch(text):
            return AskedVariable(asked[1], is_said)
    named = set(_NAMED.findall(text)) if "\n" not in text.strip() and _SAID.search(text) else set()
    return AskedVariable(named.pop(), is_said=True) if len(named) == 1 else None


def readers_asked_for(question: Question, asked: AskedVariable) -> list[Piece]:
    """Return the code that reads the variable of the environment that a query asks about."""
    # A constant or an abbreviation may stand in quotes anywhere.
    is_told = asked.is_said or ("_" in asked.name and not question.defined(asked.name, 1))
    return _readers(question, asked.name, most=2 if is_told else 1)


def with_readers(question: Question, named: Sequence[Piece]) -> list[Piece]:
    """Return the meaning of a name; of one in capitals the definitions in code come first, then the code that reads it.

    The same name in other letters, in tests, shells and documents comes behind.
    """
    name = question.text.strip()
    readers = _readers(question, name, most=2) if _CAPITALS.fullmatch(name) else []
    if not readers:
        return [*named]
    own = [piece for piece in named if _is_defined(question, piece, name)]
    ordered = [*own, *readers, *(piece for piece in named if piece not in own)]
    return falling(ordered, max((piece.score for piece in named), default=1.0))


def _is_defined(question: Question, piece: Piece, name: str) -> bool:
    # A member of a type only says that there is such a variable.
    own = piece.definition
    is_so_called = own is not None and own.name == name and own.kind not in MEMBERS
    return is_so_called and piece.language not in _SHELLS and question.is_main(piece)


def _readers(question: Question, name: str, most: int) -> list[Piece]:
    """Return the chunks of code with the name in quotes, behind `env.` or as a shell reads it.

    First those that get it from an environment, then those that speak of one, and then the others, up to the `most` of
    these ranks.
    """
    by_shell = _SHELL_READS % {"name": name}
    line = re.compile(rf"([\"'`]){name}\1|(?i:env)\w*\.{name}(?!\w)(?!\s*=(?!=))|{by_shell}")

    def rank(content: str) -> int | None:
        if line.search(content) is None:
            return None
        own = 0 if _READS.search(content) else 1 if "env" in content.lower() else 2
        return own if own <= most else None

    said, held = question.saying([name]), question.holding(name)
    if MOST_CHUNKS < len(held) <= _MOST_HOLDING:
        held = question.may_hold(f".{name}")
    few = [chunk_ids for chunk_ids in (said, held) if len(chunk_ids) <= MOST_CHUNKS]
    return chunks_with(question, reduce(np.union1d, few, np.empty(0, np.int64)), rank)
