"""A string to look for, and what is known of its surroundings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Edge(Enum):
    """What stands beside a string: anything, the end of a word, or more of a word (ASCII letters, digits, "_")."""

    ANY = 0
    END = 1
    MORE = 2


@dataclass(frozen=True, slots=True)
class Literal:
    """A string, in any letter case, with what stands before and behind it wherever it counts.

    An edge is told only where the string itself begins or ends with a character of a word. Of `signs` one follows it,
    perhaps behind blanks; "" if nothing is known of that, or if it would not help.
    """

    text: str
    before: Edge = Edge.ANY
    behind: Edge = Edge.ANY
    signs: str = ""
