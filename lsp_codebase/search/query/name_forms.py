"""Names as languages and tools write them: additions to a name are taken off."""

from __future__ import annotations

import re

from lsp_codebase.symbols import OPERATOR

_IDENTIFIER = re.compile(r"[^\W\d][\w$]*")
# Each begins where a word does: tried at every character, a long word would take quadratic time.
QUALIFIED = re.compile(r"(?<![\w$])[^\W\d][\w$]*(?:(?:::|\.|#|->|/)[~]?[^\W\d][\w$]*)+(?:\(\))?")
_NAMESPACED = re.compile(r"\\?[A-Z]\w+(?:\\[A-Z]\w+)+(?:::\w+(?:\(\))?)?")  # of PHP
_IN_FILE = re.compile(r"[\w.@~+-]*(?:/[\w.@~+-]+)*\.[A-Za-z]\w{0,9}(?:(?:::|#)[^\W\d][\w$]*)+")  # as of pytest
_OPERATOR = re.compile(rf"[^\W\d][\w$]*(?:(?:::|\.)[^\W\d][\w$]*)*(?:::|[.#])(?:{OPERATOR.pattern})")
_GO_METHOD = re.compile(r"(?:func\s+)?\((?:\w+\s+)?\*?(?P<type>\w+)\)[ .](?P<name>\w+)")
_GO_POINTER = re.compile(r"\(\*(\w+)\)")
_RUST_CAST = re.compile(r"<(?P<type>[\w:]+)(?:<[^<>]*>)? as [^<>]+(?:<[^<>]*>)?>")
_PARAMETERS = re.compile(r"(?:::)?<[^<>]*>")
_MADE = re.compile(r"new\s+([^\W\d][\w.\\]*)\([^()]*\);?")
_CALLED = re.compile(r"(?:\??\.|->|::)([^\W\d][\w$]*[?!]?(?:\(\))?)")
_DECLARING = (
    "abstract|async|class|const|def|defmodule|defp|enum|export|final|fn|fun|func|function|interface|internal|let|macro|method"
    "|module|open|override|private|protected|protocol|pub|public|record|static|struct|sub|suspend|trait|type|val|var"
)
_DECLARED = re.compile(
    rf"(?:(?:{_DECLARING})\s+){{0,4}}(?P<name>[^\s(){{}}:]+(?:::?[^\s(){{}}:]+)*)\s*(?:\([^()]*\))?\s*[:{{;]?"
)
_CASE_OF_TEST = re.compile(r"\[[^\[\]]*\]\Z")


def plain_name(text: str) -> str | None:
    """Return the name that a declaration, a call or a selector has: `func send(box)`, `send(_:to:)`, `class Box:`."""
    declared = _DECLARED.fullmatch(text.strip())
    return name_of(text) or (name_of(declared["name"]) if declared else None)


def name_of(text: str) -> str | None:
    """Return the one name, perhaps qualified, that a text is, as `symbols` reads it; None if it is something else.

    `Cache<K, V>::get()`, `<Cache as Map>::get`, `pkg.(*Cache).get` and `func (c *Cache) get` are `get` of `Cache`.
    """
    text = text.strip()
    if text[:1] == text[-1:] == "`":  # of Markdown
        text = text[1:-1]
    if made := _MADE.fullmatch(text):  # `new Cart()`
        text = made[1]
    elif called := _CALLED.fullmatch(text):  # `.total`, `->total()`, `::open`
        text = called[1]
    if _OPERATOR.fullmatch(text):  # `Money.==`, `Cart#[]`
        return text
    if method := _GO_METHOD.fullmatch(text):
        return f"{method['type']}.{method['name']}"
    plain = _RUST_CAST.sub(r"\g<type>", _GO_POINTER.sub(r"\1", text), count=1)
    if ("<" in plain and plain.endswith((">", ")"))) or ">::" in plain or ">." in plain:
        plain = _PARAMETERS.sub("", _PARAMETERS.sub("", plain))  # those of parameters, too
    if "::" in plain:
        plain = _CASE_OF_TEST.sub("", plain)
    plain = plain.removesuffix("()")
    bare = plain[:-1] if plain.endswith(("?", "!")) else plain  # of Ruby and Elixir: `empty?`, `save!`
    is_name = any(form.fullmatch(bare) for form in (_IDENTIFIER, QUALIFIED, _NAMESPACED, _IN_FILE))
    return plain if is_name else None
