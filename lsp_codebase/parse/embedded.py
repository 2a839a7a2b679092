"""Languages inside languages: scripts and styles of components and pages, code blocks of prose."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsp_codebase.parse.deadline import DeadlinePassed
from lsp_codebase.parse.detect import language_of_word
from lsp_codebase.parse.grammar import parse_tree
from lsp_codebase.parse.languages import LANGUAGES, Language
from lsp_codebase.parse.notebooks import Places

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from lsp_codebase.parse.deadline import Deadline

_LANG = re.compile(rb"\blang\s*=\s*[\"']?([\w-]+)")
_TYPE = re.compile(rb"\btype\s*=\s*[\"']?([\w/+.-]+)")
_SCRIPT_TYPES = {
    "text/javascript": "javascript",
    "application/javascript": "javascript",
    "module": "javascript",
    "text/babel": "jsx",
    "text/typescript": "typescript",
    "text/css": "css",
}


@dataclass(frozen=True, slots=True)
class EmbeddedTree:
    """A tree over part of a file; its positions are those of the file.

    One that has gaps is no guide to the lines between its parts.
    """

    language: Language
    tree: Tree
    has_gaps: bool = False


def parse_embedded(
    embedded: list[tuple[Node, str, Node | None]], source: bytes, deadline: Deadline
) -> list[EmbeddedTree]:
    """Parse each embedded node in its language; leave out nodes without a grammar. Raise `DeadlinePassed`.

    An entry is the node, the language its query names ("fence" for none), and the node that may say otherwise: a start
    tag or the word behind a fence.
    """
    from tree_sitter import Range

    trees: list[EmbeddedTree] = []
    for node, fallback, hint in deadline.each(embedded):
        language = _language(fallback, source[hint.start_byte : hint.end_byte] if hint is not None else b"")
        if language is None or language.grammar is None:
            continue
        place = Range(node.start_point, node.end_point, node.start_byte, node.end_byte)
        tree = parse_tree(language.grammar, source, deadline, [place])
        if tree is None:
            raise DeadlinePassed
        trees.append(EmbeddedTree(language, tree))
    return trees


def parse_cells(places: Places, source: bytes, deadline: Deadline) -> list[EmbeddedTree]:
    """Parse the cells of a notebook. Raise `DeadlinePassed` past the deadline."""
    trees: list[EmbeddedTree] = []
    for name, ranges in deadline.each(places):
        language = LANGUAGES[name]
        if language.grammar is None or not ranges:
            continue
        tree = parse_tree(language.grammar, source, deadline, ranges)
        if tree is None:
            raise DeadlinePassed
        trees.append(EmbeddedTree(language, tree, has_gaps=True))
    return trees


def _language(fallback: str, hint: bytes) -> Language | None:
    if fallback == "fence":
        name = language_of_word(hint.decode("ascii", "replace"))
        return LANGUAGES.get(name) if name else None
    lang, kind = _LANG.search(hint), _TYPE.search(hint)
    if lang is not None:
        name = language_of_word(lang[1].decode())
    elif kind is not None:
        name = _SCRIPT_TYPES.get(kind[1].decode())
    else:
        name = fallback
    return LANGUAGES.get(name) if name else None
