"""One-line signatures: a definition without its body, decorators and line breaks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_MAX_CHARS = 300
_MAX_BYTES = 4 * _MAX_CHARS  # of a definition without a body, of which only the beginning is shown
_MAX_LABEL_CHARS = 120
_MAX_STEPS = 6
# Where a wrapper (`export`, decorators, `const f =`) keeps its inner node: the types of wrappers that have no body of
# their own need not be asked for one, nor for all the other fields.
_INWARD_FIELDS = ("declaration", "definition", "value", "right")
_INWARD_FIELDS_OF = {
    "assignment_expression": ("right",),
    "decorated_definition": ("definition",),
    "export_statement": ("declaration", "value"),
    "lexical_declaration": (),
    "pair": ("value",),
    "preproc_function_def": (),
    "type_alias_declaration": (),
    "variable_declarator": ("value",),
}
_INWARD_TYPES = frozenset(
    {"lexical_declaration", "variable_declaration", "template_declaration", "type_declaration", "type_definition"}
)
_UNNAMED_BODIES = frozenset({"class_body", "enum_class_body", "lambda_literal"})  # of Kotlin
# Kotlin, too: in `class CartTest : FunSpec({ ... })` the body is the last argument.
_ON_THE_WAY = frozenset({"delegation_specifier", "constructor_invocation", "value_arguments", "value_argument"})
_ANNOTATION_OPENINGS = ("@", "[", '"', "#[", "#![")
_ANNOTATION_MARKS = frozenset('@[#"')  # their first characters: cheaper to look for, and most text has none
# An annotation up to its brackets, or text that documents a definition; behind one, the text before the next.
_ANNOTATION = re.compile(
    r"\"{3}.*?\"{3}|\"[^\"\n]*\"|#!?\[|\[|@(?!interface|protocol|implementation|enum|test(?:set)?\s+[\"'])"
    r"(?:[\w.:]+(?:\s?\()?|\()",
    re.DOTALL,
)
_BETWEEN = re.compile(r"(?:\s+|#\s[^\n]*|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
# In brackets: more of them, and texts in which they do not count. All of these end, if need be with their line.
_BRACKET = re.compile(
    r"[()\[\]{}]|\"{3}.*?(?:\"{3}|\Z)|'{3}.*?(?:'{3}|\Z)|\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?"
    r"|#\s[^\n]*|//[^\n]*|/\*.*?(?:\*/|\Z)",
    re.DOTALL,
)
_LOOSE = re.compile(r" (?:(?<=[(\[] )|(?=[)\],]))|, (?=[)\]])")
_BRACE_OR_LINE_END = re.compile(r"(?<!\w)\{|\{(?![^\n]*\})|\n")  # not that of `Point{T}` of Julia
_LINE_END = re.compile(r"\n")
_BLOCK_WORDS = ("do", "where", "is", "begin", "then", "as", "->", "=>")
_BLOCK_WORD = re.compile(r"(?:\s+(?:do|where|is|begin|then|as)|\s*[-=]>)\s*$", re.IGNORECASE)
_TRAILING = " \t\n{=:(,;"


def body_offset(node: Node) -> int:
    """Return the byte where the body of a definition begins, or -1 if it has none."""
    for _ in range(_MAX_STEPS):
        kind = node.type
        fields = _INWARD_FIELDS_OF.get(kind)
        if fields is None:
            body = node.child_by_field_name("body")
            if body is not None:
                return body.start_byte
            fields = _INWARD_FIELDS
        inner = None
        if kind in _INWARD_TYPES:
            count = node.named_child_count
            inner = node.named_child(count - 1) if count else None
        elif node.child_count:
            for name in fields:
                inner = node.child_by_field_name(name)
                if inner is not None:
                    break
        if inner is None:
            count = node.named_child_count
            inner = node.named_child(count - 1) if count else None
            if inner is None or inner.type not in _ON_THE_WAY:
                return inner.start_byte if inner is not None and inner.type in _UNNAMED_BODIES else -1
        node = inner
    return -1


def signature_of(source: bytes, start: int, end: int, body: int, name_start: int, *, is_alias: bool) -> str:
    """Return `source[start:end]` up to its body as one line.

    Where the tree names no body (`body` < 0), up to the first complete line or brace; braces are part of an alias.
    """
    stop = body if body >= 0 else min(end, start + _MAX_BYTES)
    text = source[start:stop].decode("utf-8", "replace")
    if text[:1] in _ANNOTATION_MARKS and text.startswith(_ANNOTATION_OPENINGS):
        text = _without_annotations(text, source[start:name_start])
    return as_one_line(text if body >= 0 else _first_statement(text, _LINE_END if is_alias else _BRACE_OR_LINE_END))


def value_signature(source: bytes, start: int, end: int, name_start: int, name_end: int) -> str:
    """Return the first line of `source[start:end]` that is no annotation, and those down to its name if they fit."""
    stop = min(end, start + _MAX_BYTES)
    line_end = source.find(b"\n", name_end if name_end < start + _MAX_CHARS else start, stop)
    text = source[start : line_end if line_end >= 0 else stop].decode("utf-8", "replace")
    if text[:1] in _ANNOTATION_MARKS and text.startswith(_ANNOTATION_OPENINGS):
        text = source[start:stop].decode("utf-8", "replace")
        text = _without_annotations(text, source[start:name_start]).partition("\n")[0]
    return as_one_line(text)


def plain_signature(source: bytes, start: int, end: int) -> str:
    """Return the first line of a heading or of a key of a configuration."""
    line = source[start : min(end, start + _MAX_CHARS)].partition(b"\n")[0].decode("utf-8", "replace")
    return " ".join(line.split())


def _without_annotations(text: str, before: bytes) -> str:
    """Return a text without the annotations at its beginning, or all of it if their brackets do not close.

    They end `before` its name: in `["computed"]() {}` the brackets hold that.
    """
    start, name_start = 0, len(before.decode("utf-8", "replace"))
    while (opening := _ANNOTATION.match(text, start)) is not None:
        end = opening.end()
        if opening[0][-1] in "[(":
            end = _closing(text, end)
        between = _BETWEEN.match(text, end)
        assert between is not None
        if between.end() > name_start:
            break
        start = between.end()
    return text[start:] or text


def _closing(text: str, start: int) -> int:
    """Return the place behind the bracket that closes the one before `start`, or the end of the text."""
    depth = 1
    for match in _BRACKET.finditer(text, start):
        bracket = match[0]
        if bracket in "([{":
            depth += 1
        elif bracket in ")]}":
            depth -= 1
            if depth == 0:
                return match.end()
    return len(text)


def as_one_line(text: str) -> str:
    """Return a signature without line breaks, indentation and the opening of a body, cut at 300 characters."""
    if "\n" in text or "  " in text or "\t" in text:
        text = " ".join(text.split())
        if "( " in text or " )" in text or "[ " in text or " ]" in text or " ," in text:
            text = _LOOSE.sub("", text)
    if len(text) > _MAX_CHARS:
        return text[: _MAX_CHARS - 1] + "…"
    text = text.rstrip(_TRAILING)
    return text[:-2].rstrip(_TRAILING) if text.endswith("=>") else text


def _first_statement(text: str, ends: re.Pattern[str]) -> str:
    """Cut at the first opening brace or line end (`ends`) outside of brackets, and drop the word that opens a block.

    For a Lisp form, return the first line.
    """
    if text[:1] == "(":
        return text.partition("\n")[0]
    depth = place = 0
    for match in ends.finditer(text):
        end = match.start()
        part = text[place:end]
        depth += part.count("(") + part.count("[") - part.count(")") - part.count("]")
        if depth <= 0 and end:
            text = text[:end]
            break
        place = end
    return _BLOCK_WORD.sub("", text) if text.rstrip().lower().endswith(_BLOCK_WORDS) else text


def label_of(name: str, signature: str) -> str:
    """Return `name(parameters)` as the breadcrumb shows it, or only the name."""
    at = signature.find(name + "(")
    if at < 0:
        return name
    opening = at + len(name)
    closing = signature.find(")", opening)
    while closing >= 0:
        label = signature[at : closing + 1]
        if label.count("(") == label.count(")"):
            return label if len(label) <= _MAX_LABEL_CHARS else f"{name}(…)"
        closing = signature.find(")", closing + 1)
    return name
