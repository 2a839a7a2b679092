"""A string to look for, and its surroundings as far as known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Edge(Enum):
    """The neighbour of a string: anything, the end of a word, or more of a word (ASCII letters, digits, "_")."""

    ANY = 0
    END = 1
    MORE = 2


@dataclass(frozen=True, slots=True)
class Literal:
    """A string, in any letter case, with its neighbours before and behind it wherever it counts.

    An edge is told only where the string itself begins or ends with a character of a word. One of `signs` follows it,
    perhaps behind blanks; "" if nothing is known of that, or if it would not help.
    """

    text: str
    before: Edge = Edge.ANY
    behind: Edge = Edge.ANY
    signs: str = ""
