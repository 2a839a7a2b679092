"""The comments and strings of a text, found by their marks in any language: text like code in them is none.

Without a parser: any file is gone through in a moment, on the thread that answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lsp_codebase.search.call_graph.stretches import Stretches

# Each begins with a letter as it stands, which `re` looks for first. A quote whose line does not close it is passed
# with the rest of the line, for else each of many would be looked at up to its end; it hides nothing. So is the head of
# a document that does not end.
_SLASHES = (r"//[^\n]*", r"/\*.*?(?:\*/|\Z)")
_HASH = (r"\$#", r"#[^\n]*")  # the first is an index in Perl
_DASHES = (r"--[^\n]*",)
_DOUBLE = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
_SINGLE = r"'(?<![0-9]')[^'\\\n]*(?:\\.[^'\\\n]*)*'?"  # the digits are those of 1'000 and 8'hff
_QUOTED = (_DOUBLE, _SINGLE)
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,9}?)'"
_LONG_DOUBLE = r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)'
_TRIPLE = (
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:"""|\Z)',
    r"'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*(?:'''|\Z)",
)
_BACKTICKS = r"`[^`\\]*(?:\\.[^`\\]*)*(?:`|\Z)"
_REGEX = (
    r"/(?:(?<=[=(,:\[!&|?{};]/)|(?<=[=(,:\[!&|?{};][ \t]/)|(?<=return /))(?![*/])"
    r"(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\]){1,400}/"
)
_HERE_DOCUMENT = (
    r"<<(?:[<~-]|(?=[\"'A-Z]))(?P<mark>[\"']?)(?P<end>[A-Za-z_]\w*)(?P=mark)[^\n]*"
    r"(?:\n(?:[^\n]*\n){0,200}?[ \t]*(?P=end)\b)?"  # not to the end of the file, for each that is none
)
_MARKUP = r"(?P<markup>(?:\A|</script\b).*?(?:<script\b[^<>]*>|\Z))"  # text outside of scripts
_REF = r"(?P<code>\bref\((?:'[^'\n]*'|\"[^\"\n]*\"))"  # a model of dbt that another names
_SCRIPT = (*_SLASHES, _REGEX, _BACKTICKS, *_QUOTED)
_CURLY = (*_SLASHES, *_TRIPLE, *_QUOTED)
_LISP = (r"\\.", r"\?\\?[\"';]", r";[^\n]*", r"#\|.*?(?:\|#|\Z)", _LONG_DOUBLE)
_MARKS = {
    "javascript jsx typescript tsx astro qmljs": _SCRIPT,
    "html vue svelte": (_MARKUP, *_SCRIPT),
    "go": (*_SLASHES, r"`[^`]*(?:`|\Z)", _DOUBLE, _CHARACTER),
    "zig": (r"//[^\n]*", r"\\\\[^\n]*", _DOUBLE, _CHARACTER),
    "c cpp cuda objc arduino": (*_SLASHES, r'R"(?P<fence>[^\s()\\]{0,16})\(.*?(?:\)(?P=fence)"|\Z)', *_QUOTED),
    "csharp": (*_SLASHES, r'@"[^"]*(?:""[^"]*)*(?:"|\Z)', *_TRIPLE, *_QUOTED),
    "rust": (*_SLASHES, r'r(?P<fence>#{0,9})".*?(?:"(?P=fence)|\Z)', _LONG_DOUBLE, _CHARACTER),
    "python starlark gdscript elixir r nim crystal mojo": (*_HASH, *_TRIPLE, *_QUOTED),
    "awk bitbake cmake coffeescript gn hcl make meson puppet rego terraform": (*_HASH, *_TRIPLE, *_QUOTED),
    "julia": (r"#=.*?(?:=#|\Z)", *_HASH, *_TRIPLE, _DOUBLE, _CHARACTER),
    "bash fish tcl": (r"\\.", r"\$#", r"#(?<![\w{]#)[^\n]*", _HERE_DOCUMENT, _LONG_DOUBLE, r"'[^']*(?:'|\Z)"),
    "powershell": (r"`.", r"<#.*?(?:#>|\Z)", *_HASH, r'"[^"`]*(?:`.[^"`]*)*(?:"|\Z)', r"'[^']*(?:'|\Z)"),
    "ruby": (r"^=begin\b.*?(?:^=end\b|\Z)", *_HASH, _HERE_DOCUMENT, *_QUOTED),
    "perl raku": (r"^=[a-z].*?(?:^=cut\b|\Z)", r"^__(?:END|DATA)__$.*", *_HASH, _HERE_DOCUMENT, *_QUOTED),
    "php hack": (*_SLASHES, r"#(?!\[)[^\n]*", _HERE_DOCUMENT, *_QUOTED),
    "haskell elm purescript agda": (r"\{-.*?(?:-\}|\Z)", *_DASHES, _DOUBLE, _CHARACTER),
    "ocaml ocaml_interface fsharp fsharp_signature": (
        r"\(\*(?!\)).*?(?:\*\)|\Z)",
        r"//[^\n]*",
        *_TRIPLE,
        _DOUBLE,
        _CHARACTER,
    ),
    "lua luau": (
        r"--\[(?P<level>={0,9})\[.*?(?:\](?P=level)\]|\Z)",
        r"\[(?P<of>={0,9})\[.*?(?:\](?P=of)\]|\Z)",
        *_DASHES,
        *_QUOTED,
    ),
    "sql": (_REF, *_DASHES, r"/\*.*?(?:\*/|\Z)", r"'[^']*(?:'|\Z)", _DOUBLE),
    "ada vhdl": (*_DASHES, _DOUBLE, _CHARACTER),
    "erlang prolog": (r"\$.", r"%[^\n]*", *_QUOTED),
    "matlab": (r"%\{\n.*?(?:\n[ \t]*%\}|\Z)", r"%[^\n]*", _DOUBLE, r"'(?<![\w)\]}.]')[^'\n]*'?"),
    "fortran": (r"![^\n]*", *_QUOTED),
    "pascal": (r"\{.*?(?:\}|\Z)", r"\(\*.*?(?:\*\)|\Z)", r"//[^\n]*", _SINGLE),
    "vb": (r"(?P<comment>'[^\n]*)", r'"[^"\n]*"?'),
    "vim": (r"(?P<comment>^[ \t:]*\"[^\n]*)", *_QUOTED),
    "clojure commonlisp elisp fennel racket scheme query": _LISP,
}

_COMMENT = ("#", "//", "/*", "--", "(*", "{-", ";", "%", "!", "<!--", "<#", "=")
_MARKUP_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)

# Code in strings: "${code}", "#{code}", "\(code)" and "$(code)", and f"{code}" behind one of these marks.
_HOLE = re.compile(r"[$#]\{|\\\(|\$\(|\{(?=\$)")
_MARKED_HOLE = re.compile(r"[$#]\{|\\\(|\$\(|\{(?!\{)(?<!\{\{)")
_MARK = re.compile(r"(?:\b[rR]?[fFtT][rR]?|[$&]@?|@\$)\Z")
_BRACKETS = {"{": re.compile(r"[{}]"), "(": re.compile(r"[()]")}


@cache
def marks_of(language: str) -> re.Pattern[str]:
    """Return the pattern that finds the comments and strings of a language, one after the other."""
    marks = next((marks for names, marks in _MARKS.items() if language in names.split()), _CURLY)
    return re.compile("|".join(marks), re.DOTALL | re.MULTILINE)


class CommentsAndStrings(Stretches):
    """The comments and strings of one text, without the code that strings hold."""

    def __init__(self, text: str, starts: Sequence[int], language: str) -> None:
        super().__init__(starts, _stretches(text, language))


def _stretches(text: str, language: str) -> Iterator[tuple[int, int]]:
    for found in marks_of(language).finditer(text):
        start, end = found.span()
        if found.lastgroup == "markup":
            yield from (comment.span() for comment in _MARKUP_COMMENT.finditer(text, start, end))
        elif found.lastgroup == "code":
            continue
        elif found.lastgroup == "comment" or is_comment(found[0]):
            yield start, end
        elif not _is_open(found[0]):
            for hole_start, hole_end in _holes(text, start, end):
                yield start, hole_start
                start = hole_end
            yield start, end


def is_comment(aside: str) -> bool:
    """Whether an aside is a comment by its mark; else it is a string or the like."""
    return aside.startswith(_COMMENT)


def _is_open(aside: str) -> bool:
    """Whether it is only a quote that its line does not close, or the head of a document that does not end."""
    if aside.startswith("<<"):
        return "\n" not in aside
    return aside[0] in "\"'" and (len(aside) == 1 or aside[-1] != aside[0])


def _holes(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where a string holds code, without the brackets around it."""
    hole = _MARKED_HOLE if _MARK.search(text, max(start - 3, 0), start) else _HOLE
    place = start
    while (opening := hole.search(text, place, end)) is not None:
        depth, first, last = 1, opening.end(), end
        for bracket in _BRACKETS[opening[0][-1]].finditer(text, first, end):
            depth += 1 if bracket[0] in "{(" else -1
            if not depth:
                last = bracket.start()
                break
        yield first, last
        place = last
