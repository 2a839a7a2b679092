"""One-line signatures: a definition without its body, decorators and line breaks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_MAX_CHARS = 300
_MAX_LABEL_CHARS = 120
_MAX_STEPS = 6
# Where a wrapper (`export`, decorators, `const f =`) keeps what it wraps.
_INWARD_FIELDS = ("declaration", "definition", "value", "right")
_INWARD_FIELDS_OF = {
    "assignment_expression": ("right",),
    "decorated_definition": ("definition",),
    "export_statement": ("declaration", "value"),
    "pair": ("value",),
    "variable_declarator": ("value",),
}
_INWARD_TYPES = frozenset(
    {"lexical_declaration", "variable_declaration", "template_declaration", "type_declaration", "type_definition"}
)
_ANNOTATION_MARKS = frozenset({b"@", b"[", b"#", b'"'})
_ANNOTATIONS = re.compile(
    r"(?:\s*(?:\"{3}.*?\"{3}|\"[^\"\n]*\"|#!?\[[^\]]*\]|\[\[.*?\]\]|\[[^\]]*\]"
    r"|@(?!interface|protocol|implementation)[\w.:]+(?:\s?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)\s*)+",
    re.DOTALL,
)
_LOOSE = re.compile(r"(?<=[(\[]) |,? (?=[)\]])")
_BRACKET = re.compile(r"[()\[\]{\n]")
_BLOCK_WORDS = ("do", "where", "is", "begin", "then", "as", "->", "=>")
_BLOCK_WORD = re.compile(r"(?:\s+(?:do|where|is|begin|then|as)|\s*[-=]>)\s*$", re.IGNORECASE)
_TRAILING = " \t\n{=:(,;"


def body_offset(node: Node) -> int:
    """Return the byte where the body of a definition begins, or -1 if it has none."""
    for _ in range(_MAX_STEPS):
        body = node.child_by_field_name("body")
        if body is not None:
            return body.start_byte
        if not node.child_count:
            return -1
        inner = None
        if node.type in _INWARD_TYPES:
            children = node.named_children
            inner = children[-1] if children else None
        else:
            for name in _INWARD_FIELDS_OF.get(node.type, _INWARD_FIELDS):
                inner = node.child_by_field_name(name)
                if inner is not None:
                    break
        if inner is None:
            return -1
        node = inner
    return -1


def signature_of(source: bytes, start: int, end: int, body: int, has_body: bool) -> str:
    """Return `source[start:end]` up to its body as one line.

    Where the tree names no body (`body` < 0) but the kind `has_body`, up to the first brace or complete line; a value
    shows its first line.
    """
    stop = body if body >= 0 else min(end, start + 4 * _MAX_CHARS)
    is_annotated = source[start : start + 1] in _ANNOTATION_MARKS
    if body < 0 and not has_body and not is_annotated:
        line_end = source.find(b"\n", start, stop)
        stop = line_end if line_end >= 0 else stop
    text = source[start:stop].decode("utf-8", "replace")
    if is_annotated:
        match = _ANNOTATIONS.match(text)
        if match is not None and match.end() < len(text):
            text = text[match.end() :]
        if body < 0 and not has_body:
            text = text.partition("\n")[0]
    if body < 0 and has_body:
        text = _first_statement(text)
    if "\n" in text or "  " in text or "\t" in text:
        text = " ".join(text.split())
        if "( " in text or " )" in text or "[ " in text or " ]" in text:
            text = _LOOSE.sub("", text)
    if len(text) > _MAX_CHARS:
        return text[: _MAX_CHARS - 1] + "…"
    text = text.rstrip(_TRAILING)
    return text[:-2].rstrip(_TRAILING) if text.endswith("=>") else text


def plain_signature(source: bytes, start: int, end: int) -> str:
    """Return the first line of a heading or of a key of a configuration."""
    line = source[start : min(end, start + _MAX_CHARS)].partition(b"\n")[0].decode("utf-8", "replace")
    return " ".join(line.split())


def _first_statement(text: str) -> str:
    """Cut at the first opening brace or line end outside of brackets, and drop the word that opens a block.

    Of a Lisp form, return the first line.
    """
    if text[:1] == "(":
        return text.partition("\n")[0]
    depth = 0
    for match in _BRACKET.finditer(text) if "\n" in text or "{" in text else ():
        character = match[0]
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif depth <= 0 and match.start():
            text = text[: match.start()]
            break
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
