"""Source made readable for a grammar that does not know its dialect, without moving a byte.

Only the input of the parser is changed; texts, names and places come from the file as it is.
"""

from __future__ import annotations

import re

from lsp_codebase.parse.blanks import blank
from lsp_codebase.parse.macros import without_macros
from lsp_codebase.parse.sql_dialects import make_sql_readable

_FIXED_FORM = (".f", ".for", ".f77", ".ftn", ".fpp")
_FORTRAN_COMMENT = re.compile(rb"^[cC*](?=[^\n]*$)", re.MULTILINE)
# A line that the next one continues gets `&` at its end; room for it is a blank beside punctuation, else the last
# letter of the last word.
_CONTINUED = re.compile(rb"^([^\n]*)(?=(?:\n[!][^\n]*){0,99}\n     [^ 0\n])", re.MULTILINE)
_LONGEST_LINE = 1_000  # of fixed form, which had 72 columns; in a longer one no room is looked for
_ROOM = (re.compile(rb"(?<=[,(=+*/ -]) (\S+)$"), re.compile(rb" (\W+)$"), re.compile(rb"\w([^\w\s]?)$"))
_CONTINUATION = re.compile(rb"^     [^ 0\n]", re.MULTILINE)

# Objective-C: directives inside a class hide all that follows from the grammar, and so do macros alone on a line or
# behind the head of a method; both branches of a condition are read.
_MACRO = rb"[A-Z](?=[A-Z0-9]*_)[A-Z0-9_]+\b(?:[ \t]*\([^()\n]*\))?"
_OBJC_NOISE = re.compile(
    rb"^[ \t]*#[ \t]*if[^\n]{0,200}__cplusplus[^\n]{0,200}\n(?:[^#\n]*\n){0,4}?[ \t]*#[ \t]*endif[^\n]*$"
    rb"|^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|else|endif)\b(?:[^\n]*\\\n)*[^\n]*$"
    rb"|^(?:%(macro)b[ \t]+)*%(macro)b[ \t]*(?=$|@)"
    rb"|(?<![\w.])[A-Z]+_(?:EXPORT|EXTERN|INLINE|DECLARE)\w*(?=[ \t])"
    rb"|(?<=[\w) \t])\s%(macro)b(?=[ \t]*;)"
    rb"|(?<=\))[ \t]+%(macro)b(?=[ \t]+[a-z_]\w*[ \t]*[:;{\n])" % {b"macro": _MACRO},
    re.MULTILINE,
)
_OBJC_FIELDS = re.compile(rb"^([ \t]*@interface\b[^\n{;]*\n)([ \t]*[A-Z][A-Z0-9_]{2,}[ \t]*)$", re.MULTILINE)
_OBJC_ENUM = re.compile(
    rb"\btypedef\s+(?:NS|CF|GS)_(?:CLOSED_|ERROR_)?(?:ENUM|OPTIONS)[ \t]*\([^(),]*,\s*(\w+)\s*\)(?=\s*\{)"
)

# Verilog: attributes, timing blocks and macros behind a port make the grammar lose the modules that follow.
_VERILOG_NOISE = re.compile(
    rb"\(\*(?!\))[^\n]{0,200}?\*\)"
    rb"|(?<=\w)[ \t]+`[A-Za-z_]\w*(?:\([^()\n]*\))?(?=[ \t]*(?:,|$))"
    rb"|^[ \t]*specify\b[ \t]*(?://[^\n]*)?\n(?:(?![ \t]*(?:end)?specify\b)[^\n]*\n)*[ \t]*endspecify\b",
    re.MULTILINE,
)

# Quotations of camlp4 are in a language of their own; `${(f)name}`, `${=name}` and `${${...}...}` are only of zsh.
_CAMLP4_OPENING = re.compile(rb"<:\w+(?:@\w+)?<")
_IN_BRACES = rb"(?:[^{}\n]|\{(?:[^{}\n]|\{(?:[^{}\n]|\{[^{}\n]*\})*\})*\})*"
_ZSH_EXPANSION = re.compile(rb"\$\{(?=[(=~^$])%b\}" % _IN_BRACES)
_ZSH_PATH = re.compile(r"\.zsh(?:rc|env)?$|\.zprofile$")

# The Haskell grammar takes everything from `#else` to `#endif` for one token; as comments the directives hide nothing.
_HASKELL_DIRECTIVE = re.compile(rb"^#[a-z]", re.MULTILINE)

# Kotlin: the grammar wants something behind the value of a property that ends its block on the same line.
# Its end comes first: looked for from each word that may be `val`, a long line would take quadratic time.
_KOTLIN_PROPERTY = re.compile(rb"(\{(?=[^\n{};]*[ \t]\})[ \t]*(?:\w+[ \t]+)*va[lr][ \t][^\n{};]*)[ \t](?=\})")
# To the grammar a class ends with the line of its name, without an opening bracket: ktfmt breaks before `constructor`.
_KOTLIN_CONSTRUCTOR = re.compile(
    rb"(\bclass[ \t]+(?:\w+|`[^`\n]+`)[ \t]*(?:<[^\n(){}]*>)?[ \t]*\n)"
    rb"\s*(?:(?:@[\w.:]+(?:\([^()\n]*\))?|private|protected|internal|public)\s+)*constructor(?=[ \t]*\()"
)

# Newer than the grammar: signs before a string in which fewer are plain, and conditions behind a branch of `when`.
_KOTLIN_NOISE = re.compile(
    rb"()(?<!\$)\$\$+(?=\")|^([ \t]*(?:!?i[sn][ \t]+)?(?!else\b)[\w.<>*?]+[ \t])[ \t]*if\b[^\n{]*?(?=->)", re.MULTILINE
)

# Swift: where the grammar knows no conditions they hide the rest; each branch is complete, and both are read. So do
# `try await` in the head of a statement, typed `throws(E)`, and `nonisolated(unsafe)`.
_SWIFT_NOISE = re.compile(
    rb"^()[ \t]*#(?:if|elseif|else|endif)\b[^\n]*$"
    rb"|((?<!for )\btry[?!]?[ \t]+)await\b|((?<=[\s)])throws|\bnonisolated)\([\w. ]+\)",
    re.MULTILINE,
)

# Groovy: to the grammar an annotation has no arguments, and takes the class behind them for one.
_GROOVY_ANNOTATION = re.compile(
    rb"(@[A-Z][\w.]*)\((?:[^()\"']|\"[^\"\n]*\"|'[^'\n]*'|\((?:[^()\"']|\"[^\"\n]*\"|'[^'\n]*'){0,200}\)){0,500}\)"
)

# Bats: to the shell `@test "adds up" {` is a command, and its block none.
_BATS_TEST = re.compile(rb"^([ \t]*)@test([ \t]+(?:\"[^\"\n]*\"|'[^'\n]*')[ \t]*)\{(?=[ \t]*$)", re.MULTILINE)

# Make: an assignment to a computed name, as in `obj-$(CONFIG_USB) += usb.o`, is an error to the grammar.
_COMPUTED_NAME = re.compile(
    rb"^(?=[^\s#])[^\n:=#$]*\$[({][^\n:=#]*(?:[+?!]|::?:?)?=(?:[^\n#]*\\\n)*[^\n#]*", re.MULTILINE
)

# SCSS: a map is an error to the grammar, and hides the rest; a number stands for it. Text like a map without an end
# is passed at once: else each of many would be read to the end of the file.
_SCSS_MAP = re.compile(rb"^([ \t]*\$[\w-]+[ \t]*:\s*)\(([^:;{}]*:[^;{}]*)(;?)", re.MULTILINE)

# Kconfig: to the grammar `#` begins a comment in a string, too, which then has no end.
_KCONFIG_STRING = re.compile(rb"\"[^\"\n]*\"")


def make_readable(grammar: str, path: str, source: bytes) -> bytes:
    """Return `source`, or a text of the same length and lines that its grammar understands better."""
    if grammar in ("c", "cpp", "cuda"):
        return without_macros(grammar, source)
    if grammar == "fortran" and path.lower().endswith(_FIXED_FORM):
        return _as_free_form(source)
    if grammar == "objc":
        return _without_directives(source)
    if grammar == "verilog":
        return _VERILOG_NOISE.sub(lambda match: blank(match[0]), source)
    if grammar == "ocaml" and b"<:" in source:
        return _without_quotations(source)
    if grammar == "bash" and _ZSH_PATH.search(path):
        return _ZSH_EXPANSION.sub(lambda match: b"x" * len(match[0]), source)
    if grammar == "bash" and b"@test" in source:
        return _BATS_TEST.sub(rb"\1{ :t \2;", source)
    if grammar == "make" and b"=" in source:
        return _COMPUTED_NAME.sub(lambda match: blank(match[0]), source)
    if grammar == "kotlin":
        source = _KOTLIN_PROPERTY.sub(rb"\1;", source)
        for noise in (_KOTLIN_CONSTRUCTOR, _KOTLIN_NOISE):
            source = noise.sub(_behind_group, source)
        return source
    if grammar == "swift":
        return _SWIFT_NOISE.sub(_behind_group, source)
    if grammar == "groovy" and b"@" in source:
        return _GROOVY_ANNOTATION.sub(_behind_group, source)
    if grammar == "sql":
        return make_sql_readable(source)
    if grammar == "scss":
        return _SCSS_MAP.sub(_number, source)
    if grammar == "kconfig" and b"#" in source:
        return _KCONFIG_STRING.sub(lambda match: match[0].replace(b"#", b" "), source)
    if grammar == "haskell":
        return _HASKELL_DIRECTIVE.sub(b"--", source)
    return source


def _without_directives(source: bytes) -> bytes:
    """Blank out directives and macros of Objective-C; write `enum Name` for `typedef NS_ENUM(type, Name)`."""
    source = _OBJC_NOISE.sub(lambda match: blank(match[0]), source)
    source = _OBJC_FIELDS.sub(lambda match: match[1] + blank(match[2]), source)
    return _OBJC_ENUM.sub(_enum, source)


def _without_quotations(source: bytes) -> bytes:
    """Write strings of blanks for the quotations of camlp4."""
    parts: list[bytes] = []
    done = 0
    while (opening := _CAMLP4_OPENING.search(source, done)) is not None:
        end = source.find(b">>", opening.end()) + 2
        if end < 2:
            break
        parts += [source[done : opening.start()], b'"', blank(source[opening.start() + 1 : end - 1]), b'"']
        done = end
    return b"".join([*parts, source[done:]])


def _behind_group(match: re.Match[bytes]) -> bytes:
    """Return a match with blanks for all text behind its group, which begins it."""
    kept: bytes = match[match.lastindex or 0]
    return kept + blank(match[0][len(kept) :])


def _number(match: re.Match[bytes]) -> bytes:
    return match[1] + b"0" + blank(match[2]) + b";" if match[3] else match[0]


def _enum(match: re.Match[bytes]) -> bytes:
    before, behind = match.start(1) - match.start(), match.end(1) - match.start()
    return b"enum" + blank(match[0][4:before]) + match[1] + blank(match[0][behind:])


def _as_free_form(source: bytes) -> bytes:
    """Write `!` for the comment letters and `&` for the continuations of fixed-form Fortran."""
    marked = _FORTRAN_COMMENT.sub(b"!", source)
    marked = _CONTINUED.sub(lambda match: _continue(match[1]), marked)
    return _CONTINUATION.sub(b"     &", marked)


def _continue(line: bytes) -> bytes:
    """Return `line` of the same length with `&` at its end."""
    if line.startswith(b"!") or not line:
        return line
    for pattern in _ROOM if len(line) <= _LONGEST_LINE else ():
        if pattern.search(line):
            return pattern.sub(rb"\1&", line)
    return line[:-1] + b"&"
