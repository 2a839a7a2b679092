"""Lines of logs: the message, without time, level, logger and other fields."""

from __future__ import annotations

import json
import re

_LONGEST = 4_000  # characters
_KEYS = ("msg", "message", "error", "err", "event", "text", "log")
_FIELD = re.compile(r"(?:^|\s)(?:msg|message|error|err)=(?:\"((?:[^\"\\]|\\.)*)\"|(\S+))")
_BESIDE = re.compile(r"(?:^|\s)(?:level|lvl|severity|time|ts|timestamp)=\S")
_HEAD = re.compile(
    r"\s*(?:[\w.-]+\s+\|\s+)?(?:[DIWEF],\s+)?"  # a container; the letter of a level in Ruby
    r"(?:(?:"
    r"\[?\d{4}[-/]\d\d[-/]\d\d(?:[T ]|\s+-\s+)\d\d:\d\d[^\s\]]*(?:\s[+-]\d{4})?(?:\s\#\d+)?\]?"
    r"|\[?[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:\d\d:\d\d\]?|[IWEF]\d{4}\s+\d\d:\d\d:\d\d[\d.]*|\d\d:\d\d:\d\d[\d.,]*"
    r"|[\[<(]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|SEVERE)(?:[\]>)]|:[\w.]+:|(?=[\s:|-]))"
    r"|[\[<(](?:trace|debug|info|notice|warn(?:ing)?|error|fatal|critical)[\]>)]"
    r")[|,:\s-]*(?:(?:\[[^\]]*\]|\d+\b)\s*(?:[|,:-]+\s+)?)*)+"
    r"(?:[\w.-]+\s+(?=\S+\[\d+\]:))?(?:(?:in\s+)?[\w.$/:@-]+(?:\[\d+\])?\s*(?:-|--\s*:|\||:|\])\s+(?:[A-Z]+\s+-\s+)?)?"
)
"""Time, level, thread, process and logger, in the orders of common libraries."""


def message_in_log(text: str) -> str:
    """Return the message of a line of a log, in JSON, `key=value` or behind its time; other texts as they are."""
    line = text.strip()
    if "\n" in line or len(line) > _LONGEST:
        return text
    if line[:1] == "{" and line[-1:] == "}":
        return _of_object(line) or text
    if _BESIDE.search(line) and (field := _FIELD.search(line)):
        return field[1] if field[1] is not None else field[2]
    head = _HEAD.match(line)
    return line[head.end() :] if head and line[head.end() :] else text


def _of_object(line: str) -> str | None:
    try:
        value = json.loads(line)
    except (RecursionError, ValueError):  # it may nest as deep as it is long
        return None
    for key in _KEYS if isinstance(value, dict) else ():
        said = value.get(key)
        if isinstance(said, dict):
            said = said.get("message")
        if isinstance(said, str) and said.strip():
            return said
    return None
