"""Macros of C and C++ where their grammars expect no word: blanks for the parser, so that the names around are read.

A macro is a word of capitals, or one that begins with two underscores where nothing else can stand. The expressions
begin with a character or two that `re` finds fast, for every file is asked.
"""

from __future__ import annotations

import re

from lsp_codebase.parse.blanks import blank

_NOT_CONTINUED = re.compile(rb"[^\\\n]")

_TYPE = b"int"
_WORD = b"const"  # one that may begin a declaration, and is not longer than a macro
_UPPER = rb"_*[A-Z][A-Z0-9_]{4,}\b"
_SCORED = rb"(?:_+[A-Z][A-Z0-9_]*|[A-Z][A-Z0-9]*_[A-Z0-9_]*)\b"
_STRING = rb'"(?:[^"\\\n]|\\.)*"'
_ARGUMENTS = rb'[^()";]*'
for _ in range(3):  # brackets in brackets
    _ARGUMENTS = rb'[^()";]*(?:(?:%b|\(%b\))[^()";]*)*' % (_STRING, _ARGUMENTS)
_CALL = rb"[ \t]*\(%b\)" % _ARGUMENTS

# A comment ends a macro for the grammar, though the macro goes on in the next line: the rest would be code.
_GOES_ON = re.compile(rb"\n[ \t]*#[ \t]*define\b[^\n]*\\\n(?:[^\n]*\\\n)*")
_COMMENT_WITHIN = re.compile(rb"%b|(/\*(?:[^*]|\*(?!/))*\*/)" % _STRING)
# `class EXPORT_MACRO Name {` reads as a function of type `class EXPORT_MACRO`.
_EXPORT = re.compile(
    rb"\b(class|struct)([ \t]+[A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?)"
    rb"(?=\s+[A-Za-z_]\w*(?:<[^<>{};]*>)?\s*(?:final\s*)?[:{;])"
)
# `G_BEGIN_DECLS` joins the next line.
_BRACKET = re.compile(
    rb"\n[ \t]*[A-Z0-9_]*(?:(?:BEGIN|END|OPEN|CLOSE)_(?:NAMESPACE\w{0,40}|DECLS)|NAMESPACE_(?:BEGIN|END|OPEN|CLOSE)"
    rb"|Q_(?:OBJECT|GADGET))[ \t]*(?=\n)"
)
# `FLAG_FOR(int, port, 80)` alone on its lines swallows the next declaration. A semicolon behind it stays: it may be all
# that an `if` holds. In C one with a semicolon does no harm.
_NOT_WITHIN = rb"(?<![-=+*/%&|?,(<\\]\n)"
_STATEMENT_OF_C = re.compile(rb"\n(?=[A-Z_])%b%b%b[ \t]*(?=\n)(?!\s*\{)" % (_NOT_WITHIN, _SCORED, _CALL))
# `TAILQ_HEAD(carts, cart) all = TAILQ_HEAD_INITIALIZER(all);` would be an expression.
_TYPE_OF_C = re.compile(rb"\n(?=[A-Z_])%b(%b%b)(?=[ \t]+\*?[ \t]*\w+[ \t]*=[^=])" % (_NOT_WITHIN, _SCORED, _CALL))
_STATEMENT_OF_CPP = re.compile(
    rb"\n%b[ \t]*(?:%b|U(?:CLASS|ENUM|FUNCTION|INTERFACE|PROPERTY|STRUCT)\b)%b(?=[ \t]*(?:;|//|/\*|\n))(?!\s*\{)"
    % (_NOT_WITHIN, _SCORED, _CALL)
)
# `void f() MACRO(x);` and `int count MACRO(x) = 0;` would declare the macro.
_BEHIND_PARAMETERS = re.compile(
    rb"\)(?=[ \t\n]+[A-Z_cnof])((?:%(gap)b(?:const|noexcept|override|final)\b){0,4})"
    rb"((?:%(gap)b(?:%(macro)b|__(?!attribute|asm)\w+)(?:%(call)b)?){1,4})"
    rb"(?=\s*(?:[;{:]|=\s*(?:0|default|delete)\s*;|->)|[ \t]*(?:const|noexcept|override|final)\b)"
    % {b"gap": rb"[ \t]*(?:[ \t]|\n[ \t]+)", b"macro": _SCORED, b"call": _CALL}
)
_GUARDED = re.compile(rb"[ \t\n][A-Z_]*(?:GUARDED_BY|ACQUIRED_(?:AFTER|BEFORE))%b(?=\s*[;={])" % _CALL)
# `MACRO int WINAPI f(int);` would end behind `int`.
_BEFORE_TYPE = re.compile(
    rb"\n(?=[A-Z_e])((?:extern[ \t]+)?)(%(macro)b(?:\([^()\n]*\))?(?:[ \t]+%(macro)b)*)"
    rb"(\s+(?:(?:const|enum|extern|inline|signed|static|struct|union|unsigned|volatile)[ \t]+)*[A-Za-z_][\w:]*[\s*]+)"
    rb"((?:%(macro)b\s+)?)(?=(?:\w+|\(\w+\))\s*[(;=\[])" % {b"macro": _UPPER}
)
# Attributes of the Linux kernel: `struct s { int a; } __packed;` would declare `__packed`, `inline int __must_check f(`
# declares that, and `void *__attribute__((malloc)) f(int n) {` declares `__attribute__`.
_ATTRIBUTE = re.compile(
    rb"__(?:(?<![^\W_]__)(?:_{0,2}cacheline_aligned(?:_in_smp)?|packed|aligned|counted_by|read_mostly|ro_after_init"
    rb"|initdata|initconst|maybe_unused|used|weak|ksym|noreturn|pure|bitwise|randomize_layout|must_check|visible|ref"
    rb"|always_unused|kprobes|sched|cold|lockfunc|deprecated)\b(?:%b)?"
    rb"|attribute__\s*\(\([^;{}]{0,200}?\)\)(?=\s*\w+\s*\())" % _CALL
)
# `int f OF((int a));` is a prototype that compilers of old times could read, too.
_PROTOTYPE = re.compile(rb"\b(?:_Z_)?OF(?=\(\()")
# `typedef int (WINAPI *f)(int);`
_CONVENTION = re.compile(rb"\(([A-Z][A-Z0-9_]{2,})(?=[ \t]*\*[ \t]*\w+[ \t]*\)[ \t]*\()")
# `enum class [[nodiscard]] Error {` and `enum class Kind { One UMETA(Hidden) };`
_OF_ENUM = re.compile(rb"enum (class|struct)?(\s*\[\[[^\]\n]{0,200}\]\])")
_OF_MEMBER = re.compile(rb"UMETA%b" % _CALL)

# `TEST_CASE("name") {` reads as a call without a semicolon, of which the block may become a part: `if ("name") {`
# is a statement. Its sections are blocks.
_TEST_CASE = re.compile(
    rb"\n([ \t]*)((?:TEMPLATE_)?TEST_CASE(?:_METHOD|_FIXTURE)?|SCENARIO(?:_METHOD)?)[ \t]*"
    rb"\(((?:[ \t]*[\w:]+[ \t]*,)?\s*%b)(%b)\)(?=\s*\{)" % (_STRING, _ARGUMENTS)
)
_TEST_SECTION = re.compile(
    rb"\n[ \t]*(?:(?:DYNAMIC_)?SECTION|SUBCASE|(?:AND_)?(?:GIVEN|WHEN|THEN)|TEST_SUITE)%b(?=\s*\{)" % _CALL
)

_LONGEST_LINE = 1_000  # its beginning is checked for every macro in it


def without_macros(grammar: str, source: bytes) -> bytes:
    """Return a text of the same lines and columns with blanks for macros that hide declarations."""
    source = b"\n" + source
    if b"*/" in source and b"\\\n" in source:
        source = _GOES_ON.sub(_without_comments, source)
    source = _of_c(source) if grammar == "c" else _of_cpp(source)
    source = _BEHIND_PARAMETERS.sub(_behind_parameters, source)
    if b"typedef" in source:
        source = _CONVENTION.sub(lambda match: b"(" + blank(match[1]), source)
    return _BEFORE_TYPE.sub(_before_type, source)[1:]


def _of_c(source: bytes) -> bytes:
    if b"_DECLS" in source:
        source = _BRACKET.sub(_all, source)
    if b"OF((" in source:
        source = _PROTOTYPE.sub(_all, source)
    source = _TYPE_OF_C.sub(lambda match: b"\n" + _TYPE + blank(match[1])[len(_TYPE) :], source)
    return _STATEMENT_OF_C.sub(_all, _ATTRIBUTE.sub(_all_of_code, source))


def _of_cpp(source: bytes) -> bytes:
    if b"_DECLS" in source or b"NAMESPACE" in source or b"Q_" in source:
        source = _BRACKET.sub(_all, source)
    if b"GUARDED_BY" in source or b"ACQUIRED_" in source:
        source = _GUARDED.sub(_all_of_code, source)
    if b"[[" in source:
        source = _OF_ENUM.sub(lambda match: b"enum " + (match[1] or b"") + blank(match[2]), source)
    if b"UMETA" in source:
        source = _OF_MEMBER.sub(_all, source)
    if b"TEST_CASE" in source or b"SCENARIO" in source:
        source = _TEST_SECTION.sub(_all, _TEST_CASE.sub(_as_condition, source))
    return _STATEMENT_OF_CPP.sub(_all, _EXPORT.sub(lambda match: match[1] + blank(match[2]), source))


def _without_comments(macro: re.Match[bytes]) -> bytes:
    return _COMMENT_WITHIN.sub(lambda found: _NOT_CONTINUED.sub(b" ", found[0]) if found[1] else found[0], macro[0])


def _as_condition(match: re.Match[bytes]) -> bytes:
    """Write `if ("name")` for a test case."""
    name = match.start(3) - match.end(1) - 3
    return b"\n%bif%b(%b%b)" % (match[1], b" " * name, match[3], blank(match[4]))


def _behind_parameters(match: re.Match[bytes]) -> bytes:
    """Blank out macros, but no value of a macro, nor text that only follows a comment."""
    line = _line_before(match)
    if line.lstrip().startswith(b"#") or (b"//" in line and b"\n" in match[2]):
        return match[0]
    return b")" + match[1] + blank(match[2])


def _before_type(match: re.Match[bytes]) -> bytes:
    """Write another word for a macro before the type, as the declaration begins with it; blank out one behind it."""
    return b"\n%b%b%b%b%b" % (match[1], _WORD, blank(match[2])[len(_WORD) :], match[3], blank(match[4]))


def _all_of_code(match: re.Match[bytes]) -> bytes:
    """Blank out a match but in a directive, which may define it."""
    return match[0] if _line_before(match).lstrip().startswith(b"#") else blank(match[0])


def _all(match: re.Match[bytes]) -> bytes:
    return blank(match[0])


def _line_before(match: re.Match[bytes]) -> bytes:
    """Return the line in which a match begins, up to there; of a long one the end."""
    end = match.start()
    start = max(end - _LONGEST_LINE, 0)
    return match.string[max(start, match.string.rfind(b"\n", start, end) + 1) : end]
