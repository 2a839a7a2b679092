"""Every symbol name in arrays, for the search of symbols."""

from lsp_codebase.indexes.names.held_bits import NameBits, counted
from lsp_codebase.indexes.names.letters import WORD_START, Folded, encode, fold, in_order
from lsp_codebase.indexes.names.line_ranges import LineRanges
from lsp_codebase.indexes.names.match import SymbolMatch
from lsp_codebase.indexes.names.name_array import Names
from lsp_codebase.indexes.names.name_segment import Segment
from lsp_codebase.indexes.names.packing import LETTER
from lsp_codebase.indexes.names.snapshot import NO_NAMES, Part, Snapshot

__all__ = [
    "LETTER",
    "NO_NAMES",
    "WORD_START",
    "Folded",
    "LineRanges",
    "NameBits",
    "Names",
    "Part",
    "Segment",
    "Snapshot",
    "SymbolMatch",
    "counted",
    "encode",
    "fold",
    "in_order",
]
