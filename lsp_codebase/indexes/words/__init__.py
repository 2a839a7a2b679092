"""Which tokens stand in which chunks, as arrays, for the search by words."""

from lsp_codebase.indexes.words.build import of_chunks
from lsp_codebase.indexes.words.fields import COLUMNS
from lsp_codebase.indexes.words.joints import joined_to
from lsp_codebase.indexes.words.literal import Edge, Literal
from lsp_codebase.indexes.words.merge import merge as merge_segments
from lsp_codebase.indexes.words.spelled import spelled_with
from lsp_codebase.indexes.words.trigrams import signed_among, signed_for
from lsp_codebase.indexes.words.word_check import examine_words
from lsp_codebase.indexes.words.word_segment import (
    ALL_COMMENTED,
    FIELDS,
    IMPACT_SCALE,
    Segment,
    field_bits,
    token_hash,
)
from lsp_codebase.indexes.words.words import Words

__all__ = [
    "ALL_COMMENTED",
    "COLUMNS",
    "FIELDS",
    "IMPACT_SCALE",
    "Edge",
    "Literal",
    "Segment",
    "Words",
    "examine_words",
    "field_bits",
    "joined_to",
    "merge_segments",
    "of_chunks",
    "signed_among",
    "signed_for",
    "spelled_with",
    "token_hash",
]
