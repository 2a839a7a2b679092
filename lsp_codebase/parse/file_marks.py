"""What a file's name and first lines say about it: tests, generated and minified files."""

from __future__ import annotations

import re
from itertools import pairwise

from lsp_codebase.scan import name_roles, path_roles

_TEST_MARK = re.compile(
    r"@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b|#\[(?:\w+::)*test\b|#\[cfg\(test\)\]"
    r"|\[(?:Fact|Theory|Test|TestCase|TestMethod|TestFixture|TestClass)\b"
)
_DEPRECATED = re.compile(r"@(?:\w+\.)*[Dd]eprecated\b|#\[deprecated|\[\[?(?:deprecated|Obsolete)\b")
_DEPRECATED_DOC = re.compile(
    r"@deprecated\b|\bDeprecated:|\.\. deprecated::|[\\@]deprecated\b|\ADEPRECATED\b", re.MULTILINE
)
_GENERATED = re.compile(
    rb"@generated\b|do not edit!?\W|do not modify|\bauto-? ?generated\b"
    rb"|this file (?:is|was|has been) (?:automatically |auto-?)?generated"
    rb"|\bgenerated (?:by|from) [^\n]{0,40}(?:compiler|generator|protoc|bison|flex|swig|thrift|antlr)",
)
_HEAD_BYTES = 2048
_LONG_LINE = 500


def is_test_path(path: str) -> bool:
    """Whether a relative path names a test, by the conventions of the common test runners."""
    return "test" in path_roles(path)


def is_test_marked(text: str) -> bool:
    """Whether the head of a definition carries a test annotation (`@Test`, `#[test]`, `[Fact]`)."""
    return ("@" in text or "[" in text) and _TEST_MARK.search(text) is not None


def has_test_marks(utf8: bytes) -> bool:
    """Whether any definition of a file may carry a test annotation; a cheap first look."""
    return b"Test" in utf8 or b"test]" in utf8 or b"(test)]" in utf8 or b"[Fact" in utf8 or b"[Theory" in utf8


def has_deprecation(utf8: bytes, has_annotations: bool) -> bool:
    """Whether any definition of a file may be deprecated; a cheap first look."""
    return b"eprecated" in utf8 or (has_annotations and b"[Obsolete" in utf8)


def is_deprecated(head: str, doc: str) -> bool:
    """Whether the text in front of a name, or its doc comment, says that it is deprecated."""
    if ("eprecated" in head or "[Obsolete" in head) and _DEPRECATED.search(head) is not None:
        return True
    return ("eprecated" in doc or "DEPRECATED" in doc) and _DEPRECATED_DOC.search(doc) is not None


def is_generated(path: str, utf8: bytes) -> bool:
    """Whether a file was written by a machine: by its name or a mark in its head.

    Not by its folder: files may be left out for it, and who names a folder `dist` may have written what is in it.
    """
    head = utf8[:_HEAD_BYTES].lower()
    may_be_marked = b"generated" in head or b"do not " in head
    if may_be_marked and _GENERATED.search(head):
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
