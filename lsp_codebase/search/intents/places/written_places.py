"""Places as people and programs write them: files, and lines of them, in traces, diffs, reports and prose."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from lsp_codebase.search.query.windows_paths import slashed

_MOST_MENTIONS = 50  # of places in one query, by lines and by a diff
_BUNDLED_COLUMN = 1_000  # further to the right is bundled code: the file that people wrote is another

# Each begins where a path or a name does: tried at every character, a long word would take quadratic time.
_START = r"(?<![\w.@~+/\\-])"
_FILE = r"(?:[A-Za-z]:)?[\w.@~+/\\-]*[\w@~+-]\.[A-Za-z]\w{0,9}"
_LINED = re.compile(
    rf"{_START}(?P<file>{_FILE})[\"'`]?(?::\[?|\(|#L|\||,line=| \+|-(?=\d+-)|:line |\", line |', line |, line |:l)"
    r"(?P<line>\d{1,7})\b(?! -\d)(?::(?P<column>\d{1,7})\b)?"
    rf"|(?<!\S)\+(?P<before>\d{{1,7}}) +(?P<edited>{_FILE})"  # as an editor is told
    rf"|{_START}(?P<covered>{_FILE})\s+\d+\s+\d+(?:\s+\d+)*\s+\d+%\s+(?P<missed>\d{{1,7}})\b"  # as coverage tells
    # A script has no extension, but its shell says that a line is meant.
    rf"|{_START}(?P<script>[\w.@~+-]*(?:/[\w.@~+-]+)+): line (?P<of_script>\d{{1,7}})\b"
)
_MENTIONED = re.compile(rf"{_START}{_FILE}(?![\w/\\])")
_WORDED = re.compile(
    r"(?<!\w)(?:start_?)?lines?(?:_?(?:no|number))?[\"']?\s{0,3}[:=]?\s{0,3}[\"']?(?P<line>\d{1,7})\b", re.I
)
_OF_NEXT = re.compile(r"(?:\s?-\s?\d+)?\s+(?:at|from|in|of)\s+(?:the\s+)?(?:file\s+)?[\"'`(]?")
_HEADING = re.compile(r"(?:<file\b|Line\b|FILE:)?[^\w\s]*\s*\S+", re.I)  # a file, and the lines below are of it
_NUMBERED = re.compile(r"\s*(\d{1,7})(?::\d+)?(?=[\s|])")
_DIFF_FILE = re.compile(r"^(?:---|\+\+\+) (?:[ab]/)?(\S+)", re.MULTILINE)
_HUNK = re.compile(r"^@@ -(\d+)", re.MULTILINE)
_HUNK_CONTEXT = 3  # lines that stand in front of a change
_JVM_FRAME = re.compile(r"\bat (?:[\w.$-]+/)*([\w$]+(?:\.[\w$<>-]+)+)\($")
# A name that is called, said to be a function, or the last part of a qualified one.
_CALLED = re.compile(
    r"(?<![\w$])([^\W\d][\w$]*[!?]?)\s*(?:\(|/\d)"
    r"|\bfunction [`'‘]([^\W\d]\w*)|, in ([^\W\d]\w*)$"
    r"|[.:>#]([^\W\d][\w$]*)(?![\w$.:>#(])"
)
_INNERMOST_LAST = re.compile(r"Traceback \(most recent call last\)|^\S+:\d+: in \S", re.MULTILINE)  # of pytest, too
# Before a path from the root of the project: of Godot, of bundlers.
_SCHEME = re.compile(r"(?<!\w)(?:res|webpack(?:-internal)?):/{2,3}(?:\./)?")
_WHOLE_PATH = re.compile(
    r"(?=.*/|.*\.\w+$)(?:[A-Za-z]:(?=/))?[\w.@~+\-/\\]+(?: [\w.@~+\-\\][\w.@~+\-/\\]*){0,2}"
)  # other names are no paths
_FILE_ALONE = re.compile(
    rf"^(?:diff --git a/|[ \t]*(?:both modified|deleted|modified|new file|renamed):\s+"
    rf")(?P<told>{_FILE})"
    # With other words behind it a file is what a sentence is about: "show a.toml in the message".
    rf"|^[ \t]*(?:cat|less|open|read|show|view)(?: the)?(?: file)? (?P<asked>{_FILE})"
    r"(?=[^\w\n]*(?:$|[\n ](?:and|for|from|then|to)\b))"
    rf"|^ (?P<counted>{_FILE}) +\| +\d+ [+-]+$",
    re.MULTILINE,
)


class Place(NamedTuple):
    """A line, from 0, of a file, by as much of its path as is written. No line: the file itself.

    `beside` are the functions named on the same line, or the one before it, as in a trace.
    """

    path: str
    line: int | None
    beside: frozenset[str] = frozenset()


def places(text: str) -> list[Place]:
    """Return the places that a query names, the likeliest first: where it broke is said first, by Python last."""
    text = _SCHEME.sub("", _unescaped(slashed(unicodedata.normalize("NFC", text))))
    found = [*islice(_of_lines(text), _MOST_MENTIONS), *islice(_of_diff(text), _MOST_MENTIONS)]
    if _INNERMOST_LAST.search(text):
        found.reverse()
    if not found:
        alone = islice(_FILE_ALONE.finditer(text), _MOST_MENTIONS)
        found = [Place(_slashed(match["told"] or match["asked"] or match["counted"]), None) for match in alone]
    if not found and _WHOLE_PATH.fullmatch(path := text.strip().strip("`")):
        # A text that begins with a slash may be a route: it stays one unless the whole name of a file ends it.
        found = [Place(path if path.startswith("/") else _slashed(path), None)]
    return list(dict.fromkeys(found))


def _unescaped(text: str) -> str:
    """Return a text as it was before it was put into JSON, a string or a page."""
    if "\n" not in text.strip() and r"\n" in text:
        text = text.replace(r"\n", "\n").replace(r"\t", "\t")
    text = text.replace(r"\"", '"')
    return html.unescape(text) if "&quot;" in text or "&#" in text else text


def _of_lines(text: str) -> Iterator[Place]:
    """Yield the places that single lines name; a line of numbers may be of a file that was named above it."""
    before, heading = "", None
    for line in text.split("\n"):
        lined = [*_LINED.finditer(line)]
        if lined:
            functions = _called_in(line) or _called_in("" if _LINED.search(before) else before)
            yield from (_place(line, match, functions) for match in lined if not _is_bundled(match))
        elif files := [*_MENTIONED.finditer(line)]:
            heading = _slashed(files[0][0]) if _HEADING.fullmatch(line.strip()) or "<file " in line else None
            for number in _WORDED.finditer(line):
                yield Place(_slashed(_file_of(line, number, files)), _from_0(number["line"]), _called_in(line))
        elif heading is not None and (below := _NUMBERED.match(line) or _WORDED.search(line)):
            yield Place(heading, _from_0(below[1]))
        before = line


def _place(line: str, match: re.Match[str], functions: frozenset[str]) -> Place:
    number = match["line"] or match["before"] or match["missed"] or match["of_script"]
    return Place(_with_package(line, match), _from_0(number), functions)


def _from_0(number: str) -> int:
    return max(int(number), 1) - 1


def _is_bundled(match: re.Match[str]) -> bool:
    return int(match["column"] or 0) >= _BUNDLED_COLUMN


def _file_of(line: str, number: re.Match[str], files: list[re.Match[str]]) -> str:
    """Return which file of a line a number means: the one before it, but of `line 3 of a.py` the one behind."""
    behind = next((file for file in files if file.start() > number.start()), None)
    ahead = [file for file in files if file.start() < number.start()]
    if behind is not None and (not ahead or _OF_NEXT.fullmatch(line, number.end(), behind.start())):
        return behind[0]
    return ahead[-1][0]


def _slashed(path: str) -> str:
    return re.sub(r"[\\/]+", "/", path).removeprefix("./").lstrip("/")


def _with_package(line: str, match: re.Match[str]) -> str:
    """Return the path of a place; frames of the JVM name the package, not the directory, of their file."""
    path = _slashed(match["file"] or match["edited"] or match["covered"] or match["script"])
    frame = _JVM_FRAME.search(line, 0, match.start())
    if frame is None or "/" in path:
        return path
    package = [part for part in frame[1].split(".")[:-1] if not part[:1].isupper()]
    return "/".join([*package, path])


def _called_in(line: str) -> frozenset[str]:
    return frozenset(filter(None, chain.from_iterable(_CALLED.findall(line))))


def _of_diff(text: str) -> Iterator[Place]:
    headers = list(_DIFF_FILE.finditer(text))
    for hunk in _HUNK.finditer(text):
        above = [header[1] for header in headers if header.start() < hunk.start() and header[1] != "/dev/null"]
        if above:
            yield Place(_slashed(above[-1]), max(int(hunk[1]) - 1, 0) + _HUNK_CONTEXT)
