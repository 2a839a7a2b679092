"""SQL of several databases made readable for a grammar that knows little more than tables, views and functions.

As in `dialects`, no byte moves. A procedure is read as `SET name="..."`, a trigger, a policy and their kin as
`SET name TO"..."`: their texts are blank, in double quotes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.parse.blanks import blank
from lsp_codebase.parse.sql_templates import without_macros_of_templates

_FLAGS = re.IGNORECASE | re.MULTILINE

_BRACKETED = re.compile(rb"(?<![\w)\]\"'`])\[([A-Za-z_\x80-\xff][^\[\]\n\"'`]*)\]")
_QUOTED_COLUMN = re.compile(rb"(?<=[(,\n])([ \t]*)\"([^\"`\n]+)\"(?=[ \t]+[A-Za-z])")
# Options of SQL Server and Oracle for columns, keys and tables.
_NOISE = re.compile(
    rb"\(MAX\)|\bIDENTITY[ \t]*\(\d+[ \t]*,[ \t]*\d+\)|\b(?:NON)?CLUSTERED\b|(?<=[\w`])[ \t]+(?:ASC|DESC)(?=\s*[,)])"
    rb"|(?:(?<=`)|(?<=NUMBER)|(?<=VARCHAR2)|(?<=RAW))[ \t]*\([\d \t,]+(?:CHAR|BYTE)?\)"
    rb"|\bWITH[ \t]*\([^()]*\)[ \t]*ON[ \t]+`\w+`|\b(?:TEXTIMAGE_)?ON[ \t]+`PRIMARY`",
    _FLAGS,
)
_MARKS = (b"[", b"NUMBER", b"VARCHAR2", b"(MAX)", b"IDENTITY", b"CLUSTERED")
"""Each text with such noise holds one of them."""
_BATCH_END = re.compile(rb"^(?:GO|/)[ \t]*$|^DELIMITER\b[^\n]*", _FLAGS)
_DOMAIN = re.compile(rb"\bCREATE([ \t]+)DOMAIN([ \t]+[\w.\"]+)([^;]*)", _FLAGS)
_PACKAGE = re.compile(rb"^CREATE\b([^\n;]*?[ \t]PACKAGE[ \t]+(?:BODY[ \t]+)?(?:[\w\"]+\.)?)([\w\"]+\s+)[AI]S\b", _FLAGS)
_DELIMITER = re.compile(rb"^DELIMITER[ \t]+(?!;)(\S+)[ \t]*$", _FLAGS)

_WORD = rb"(?:[\w$#\x80-\xff]+|`[^`\n]+`|\"[^\"\n]+\")"
_SAME = rb"\n(?![ \t]*(?:CREATE|FUNCTION|TRIGGER)\b)"  # no other routine begins: else each byte is read 2,000 times
_ROUTINE = re.compile(
    rb"^([ \t]*)(?:CREATE[ \t]+(?:OR[ \t]+(?:REPLACE|ALTER)[ \t]+)?(?:(?:NON)?EDITIONABLE[ \t]+|DEFINER[^\n]*[ \t])?"
    rb"|ALTER[ \t]+(?=PROC[^\n;]*\n))?"
    rb"(?:PROC(?:EDURE)?|(TRIGGER)(?=(?:[^;\n]|%b){0,2000}?\bBEGIN\b)|FUNCTION(?=(?:[^$;\n]|%b){0,2000}?\bAS\s+\$"
    # The grammar knows a function that is one expression, or in simple quotes.
    rb"|(?:(?!\bLANGUAGE\b|\bAS\s+')[^;\n]|%b){0,2000}?\b(?:RETURN|BEGIN)\b))"
    rb"[ \t]+((?:%b\.)?%b)" % (_SAME, _SAME, _SAME, _WORD, _WORD),
    _FLAGS,
)
_DOLLAR_QUOTED = re.compile(rb"[^$;]{0,2000}\bAS\s+(\$\w*\$)", _FLAGS)
# Clauses of tables that the grammar does not know, and tables that it does not know.
_ATTACHED = re.compile(
    rb"^([ \t]*)(CREATE[ \t]+(?:OR[ \t]+REPLACE[ \t]+)?(?:DEFINER[^\n;]*[ \t])?(?:POLICY|RULE|EVENT(?:[ \t]+TRIGGER)?)"
    rb"[ \t]+(?:IF[ \t]+NOT[ \t]+EXISTS[ \t]+)?)(%b)([^;]+)" % _WORD,
    _FLAGS,
)
_PARTITION = re.compile(rb"^(CREATE\b[^;()]{0,200}?)(\bPARTITION[ \t]+OF\b[^;]*)", _FLAGS)
_SWITCHED = re.compile(
    rb"\bALTER[ \t]+TABLE[ \t]+(?:IF[ \t]+EXISTS[ \t]+)?(?:ONLY[ \t]+)?[^\s;]+\s+"
    rb"(?:NO[ \t]+FORCE|FORCE|ENABLE|DISABLE)\b[^;]*",
    _FLAGS,
)
_VIEW_OPTIONS = re.compile(
    rb"^(CREATE\b[^;()]{0,40}?)((?:ALGORITHM|DEFINER|SQL[ \t]+SECURITY)\b[^;()]{0,200}?)(?=\bVIEW\b)", _FLAGS
)
_STATEMENT = re.compile(rb"^(?:GO|/)[ \t]*$|^(?:CREATE|DELIMITER)\b", _FLAGS)
_MEMBER = re.compile(rb"^([ \t]*)(?:PROCEDURE|FUNCTION|(END)\b[^\n;]*)\b", _FLAGS)


def make_sql_readable(source: bytes) -> bytes:
    """Return a text of the same length and lines with the same names, as the grammar can read them."""
    if b"{%" in source:
        source = without_macros_of_templates(source)
    upper = source.upper()
    if b"[" in upper:
        source = _BRACKETED.sub(rb"`\1`", source)
    if b"PROC" in upper or b"FUNCTION" in upper:
        source = _without_routines(source)
    if b" POLICY " in upper or b" RULE " in upper or b" EVENT " in upper:
        source = _ATTACHED.sub(_as_assignment, source)
    if b"PARTITION OF" in upper:
        source = _PARTITION.sub(lambda match: match[1] + b"AS SELECT 1" + blank(match[2][11:]), source)
    if b"ENABLE" in upper or b"DISABLE" in upper or b"FORCE" in upper:
        source = _SWITCHED.sub(lambda match: blank(match[0]), source)
    if b" VIEW " in upper and b"CREATE" in upper:
        source = _VIEW_OPTIONS.sub(lambda match: match[1] + blank(match[2]), source)
    if b"\nDELIMITER" in upper:
        source = _with_semicolons(source)
    if b'"' in upper:
        source = _QUOTED_COLUMN.sub(rb"\1`\2`", source)
    if any(mark in upper for mark in _MARKS):
        source = _NOISE.sub(lambda match: blank(match[0]), source)
    if b"\nGO" in upper or b"\n/" in upper or b"\nDELIMITER" in upper:
        source = _BATCH_END.sub(lambda match: b";".ljust(len(match[0])), source)
    if b"DOMAIN" in upper:
        source = _DOMAIN.sub(_as_type, source)
    return _PACKAGE.sub(_as_schema, source) if b"PACKAGE" in upper else source


def _as_assignment(match: re.Match[bytes]) -> bytes:
    text = match[4].rstrip()
    assigned = _in_quotes(text, (b"\t", b"TO"))
    if not assigned:
        return match[0]
    return match[1] + b"SET".ljust(len(match[2])) + match[3] + assigned + match[4][len(text) :]


def _in_quotes(text: bytes, words: Sequence[bytes]) -> bytes:
    """Return some words and as many blanks in quotes as fill the place of a text, nothing where there is none."""
    quotes = blank(text)
    for mark in (*words, b'"'):
        quotes = quotes.replace(b" " * len(mark), mark, 1)
    return quotes[:-1] + b'"' if quotes.endswith(b" ") else b""


def _as_type(match: re.Match[bytes]) -> bytes:
    return b"CREATE" + match[1] + b"TYPE  " + match[2] + blank(match[3])


def _as_schema(match: re.Match[bytes]) -> bytes:
    return b"CREATE SCHEMA".ljust(match.start(2) - match.start()) + match[2] + b"; "


def _with_semicolons(source: bytes) -> bytes:
    """Write a semicolon for a delimiter at the end of a line, down to the line that names another one."""
    named = [*_DELIMITER.finditer(source)]
    if not named:
        return source
    parts = [source[: named[0].start()]]
    for match, end in zip(named, [*(match.start() for match in named[1:]), len(source)], strict=True):
        delimiter = match[1]
        text = source[match.start() : end]
        parts.append(text.replace(delimiter + b"\n", b";".ljust(len(delimiter)) + b"\n"))
    return b"".join(parts)


def _without_routines(source: bytes) -> bytes:
    """Write assignments for procedures, and for the functions and triggers that the grammar does not know."""
    parts: list[bytes] = []
    done = looked = 0
    opened = closed = -1  # where the last comment above begins and ends
    statements = [*_STATEMENT.finditer(source)][::-1]
    for head in _ROUTINE.finditer(source):
        start, name = head.end(1), head[3]
        opened = max(opened, source.rfind(b"/*", looked, start))
        closed = max(closed, source.rfind(b"*/", looked, start))
        looked = start
        if start < done or opened > closed:
            continue
        while statements and statements[-1].start() < head.end():
            statements.pop()
        end = _end(source, head, statements[-1] if statements else None)
        text = source[head.end() : end].rstrip(b"; \t\n")
        assigned = _in_quotes(text, (b"\t", b"TO") if head[2] else (b"=",))
        if assigned:
            before = blank(source[start : head.start(3)])
            parts += [source[done:start], b"SET", before[3:], name, assigned]
            done = head.end() + len(text)
    return b"".join([*parts, source[done:]]) if parts else source


def _end(source: bytes, head: re.Match[bytes], statement: re.Match[bytes] | None) -> int:
    """Return where a routine ends: with its dollar quotes, or before the statement or member of a package below it."""
    quoted = _DOLLAR_QUOTED.match(source, head.end())
    if quoted is not None:
        closing = source.find(quoted[1], quoted.end())
        end = source.find(b";", closing)
        return end if 0 <= closing < end else len(source)
    end = statement.start() if statement is not None else len(source)
    if statement is not None and statement[0][:1] in b"Gg/" and not head[0][:1].isspace():
        return end
    for member in _MEMBER.finditer(source, head.end(), end):
        if len(member[1]) <= len(head[1]):
            return member.end() if member[2] and len(member[1]) == len(head[1]) else member.start()
    return end
