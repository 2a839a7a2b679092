"""One-line signatures: a definition without its body, decorators and line breaks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_MAX_CHARS = 300
_MAX_STEPS = 6
# Where a wrapper (`export`, decorators, `const f =`) keeps what it wraps.
_INWARD_FIELDS = ("declaration", "definition", "value", "right")
_INWARD_TYPES = frozenset(
    {"lexical_declaration", "variable_declaration", "template_declaration", "type_declaration", "type_definition"}
)
_ANNOTATIONS = re.compile(
    r"(?:\s*(?:@(?!interface)[\w.:]+(?:\s?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?|#!?\[[^\]]*\]|\[[^\]]*\])\s*)+"
)
_LOOSE = re.compile(r"(?<=[(\[]) |,? (?=[)\]])")
_TRAILER = re.compile(r"[\s{=:(,;]*(?:=>|->)?[\s{=:(,;]*$")


def body_offset(node: Node) -> int:
    """Return the byte where the body of a definition begins, or -1 if it has none."""
    for _ in range(_MAX_STEPS):
        body = node.child_by_field_name("body")
        if body is not None:
            return body.start_byte
        inner = None
        if node.type in _INWARD_TYPES:
            children = node.named_children
            inner = children[-1] if children else None
        else:
            for name in _INWARD_FIELDS:
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
    if body >= 0:
        text = source[start:body].decode("utf-8", "replace")
    else:
        text = source[start : min(end, start + 4 * _MAX_CHARS)].decode("utf-8", "replace")
        text = _first_statement(text) if has_body else text.partition("\n")[0]
    if text[:1] in ("@", "[", "#"):
        match = _ANNOTATIONS.match(text)
        if match is not None and match.end() < len(text):
            text = text[match.end() :]
    text = _LOOSE.sub("", " ".join(text.split()))
    if len(text) > _MAX_CHARS:
        return text[: _MAX_CHARS - 1] + "…"
    if body >= 0:
        text = text[: _TRAILER.search(text).start()]  # type: ignore[union-attr]
    return text


def _first_statement(text: str) -> str:
    """Cut at the opening brace, or at the first line end where brackets are balanced."""
    brace = text.find("{")
    if brace > 0:
        text = text[:brace]
    end = text.find("\n")
    while end >= 0:
        head = text[:end]
        opened = sum(map(head.count, "([")) - sum(map(head.count, ")]"))
        if opened <= 0 and not head.startswith(("@", "#[", "[")):
            return head
        end = text.find("\n", end + 1)
    return text


def label_of(name: str, signature: str) -> str:
    """Return `name(parameters)` as the breadcrumb shows it, or only the name."""
    at = signature.find(name + "(")
    if at < 0:
        return name
    depth = 0
    for place in range(at + len(name), min(len(signature), at + 120)):
        if signature[place] == "(":
            depth += 1
        elif signature[place] == ")":
            depth -= 1
            if depth == 0:
                return signature[at : place + 1]
    return name
