"""Marks in a file's name and lines: tests, generated and minified files, code that people write."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from lsp_codebase.scan import name_roles, path_roles

_TEST_MARK = re.compile(
    r"@(?:\w+\.)*(?:Test|[iI]s[tT]est|ParameterizedTest|RepeatedTest|TestFactory)\b"
    r"|#\[(?:\w+::)*(?:\w+_|rs)?test(?:_case)?\b|#\[cfg\((?:all\((?:[^()]*,\s*)?)?test\b"
    r"|\[<?(?:Fact|Theory|Test|TestCase|TestMethod|TestFixture|TestClass)\b"
)
"""`@Test`, `#[tokio::test]`, `#[cfg(test)]`, `[Fact]`."""
_DEPRECATED = re.compile(
    r"@(?:\w+\.)*[Dd]eprecated\b|#\[deprecated|\[[\[<]?(?:deprecated|Obsolete)\b|@available\([^()\n]{0,200}\bdeprecated\b"
)
_DEPRECATED_DOC = re.compile(
    r"@deprecated\b|\bDeprecated:|\.\. deprecated::|[\\@]deprecated\b|\ADEPRECATED\b", re.MULTILINE
)
# A line about the file itself, unlike prose about generated code, or the macro `@generated` of Julia.
_GENERATED = re.compile(
    rb"^\W*(?:(?:warning|note|notice)\W+)?(?:an? |code |file )?(?:is )?"
    rb"(?:@generated(?:\(|(?<=[#/*;!<%-] @generated)\b)"
    rb"|auto(?:matically |-| )?generated(?:(?= (?:by|from|using|with|file|code)\b)|(?! ?\w))"
    rb"|generated (?:by|from) .{0,40}(?:compiler|generator|protoc|bison|flex|swig|thrift|antlr))"
    rb"|(?<![a-z])this (?:file|source|module|class|script) (?:is|was|has been) (?:an? )?"
    rb"(?:\w+ly |auto-? ?|@)*generated\b"
    rb"|(?<![a-z])this is (?:(?:an? )?(?:\w+ly |auto-? ?)*generated (?:file|code)|auto-? ?generated)\b"
    rb"|\bgenerated\b.{0,200}\bdo not (?:edit|modify)\b"
    rb"|\bdo not (?:edit|modify)(?: this file\b|(?: it)? (?:by hand|directly|manually)\b|[!:]| ?(?:$|-|\*|=|#))"
    rb"|\bdo not edit(?: it\b|[.,](?:\s|$))"
)
_WORD = re.compile(
    rb'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[\w\x80-\xff]+(?:[+/=][\w\x80-\xff+/=]*)*'  # or a literal, or base64
)
# A literal without an end is read to the end of the line for every quote in it: the beginning of a long line will do.
_BEGINNING = re.compile(rb"^([^\n]{1000})[^\n]+", re.MULTILINE)
_HEAD_BYTES = 2048
_SAMPLE_BYTES = 200_000
_LONG_LINE = 500
# Among 149 files over a megabyte in Linux, llvm, kubernetes and packages of npm, tables, register headers, lists of
# tests and generated clients have at most 0.071; `X86ISelLowering.cpp` has 0.23, the compiler of TypeScript 0.10.
_LEAST_SHAPES = 0.08
_LONGEST_MEAN_LINE = 200


def is_test_path(path: str) -> bool:
    """Whether a relative path names a test, by the conventions of the common test runners."""
    return "test" in path_roles(path)


def is_test_marked(text: str) -> bool:
    """Whether the head of a definition carries a test annotation (`@Test`, `#[test]`, `[Fact]`)."""
    return ("@" in text or "[" in text) and _TEST_MARK.search(text) is not None


@lru_cache(maxsize=1)  # asked for each text of another language in a file, which may hold thousands
def has_test_marks(utf8: bytes) -> bool:
    """Whether any definition of a file may carry a test annotation; a cheap first look."""
    return any(
        mark in utf8
        for mark in (
            b"Test",
            b"test]",
            b"test)",
            b"(all(test",
            b"::test(",
            b"test_case(",
            b"[Fact",
            b"[<Fact",
            b"[Theory",
            b"[<Theory",
        )
    )


@lru_cache(maxsize=2)  # the same
def has_deprecation(utf8: bytes, has_annotations: bool) -> bool:
    """Whether any definition of a file may be deprecated; a cheap first look."""
    return b"eprecated" in utf8 or (has_annotations and b"Obsolete" in utf8)


def is_deprecated(head: str, doc: str) -> bool:
    """Whether the text in front of a name, or its doc comment, says that it is deprecated."""
    if ("eprecated" in head or "Obsolete" in head) and _DEPRECATED.search(head) is not None:
        return True
    return ("eprecated" in doc or "DEPRECATED" in doc) and _DEPRECATED_DOC.search(doc) is not None


def is_generated(path: str, utf8: bytes) -> bool:
    """Whether a file was written by a machine: by its name or a mark in its head.

    Not by its folder: files may be left out for it, and people may have written the files in a folder named `dist`.
    """
    head = utf8[:_HEAD_BYTES].lower()
    if b"generated" in head or b"do not " in head:
        for line in head.split(b"\n"):
            if (b"generated" in line or b"do not " in line) and _GENERATED.search(line):
                return True
    return "generated" in name_roles(path.rpartition("/")[2])


def is_minified(utf8: bytes, offsets: list[int], max_line_chars: int) -> bool:
    """Whether a line is longer than `max_line_chars`, and most of the file stands in lines longer than anybody types.

    `offsets` are those of `SourceText`.
    """
    long_line = min(_LONG_LINE, max_line_chars)
    if len(utf8) < max_line_chars or len(utf8) < long_line * (len(offsets) - 1) // 4:
        return False
    lengths = [end - start - 1 for start, end in pairwise(offsets)]
    long = sum(length for length in lengths if length > long_line)
    return long > len(utf8) * 0.7 and max(lengths) > max_line_chars


def is_handwritten(path: str, data: bytes) -> bool:
    """Whether a large file reads as code that people write, not as a table or as the work of a machine.

    Its lines are of many shapes. The shape of a line is the line with a letter for every word.
    """
    if is_generated(path, data) or len(data) > _LONGEST_MEAN_LINE * (data.count(b"\n") + 1):
        return False
    # Most tables show it at once: the more lines, the fewer of them are new.
    return _shapes(data[:_SAMPLE_BYTES]) >= _LEAST_SHAPES and _shapes(data) >= _LEAST_SHAPES


def _shapes(data: bytes) -> float:
    """Return how many of the lines that hold anything are the first of their shape, as a share."""
    shapes = _WORD.sub(b"w", _BEGINNING.sub(rb"\1", data))
    lines = [line for line in map(bytes.strip, shapes.splitlines()) if line]
    return len(set(lines)) / max(len(lines), 1)
