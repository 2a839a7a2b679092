"""Who is right where universal-ctags 5.9 and we differ, as rules: used by `parse_ctags.py`.

Each rule was written while reading the differences with their source lines; it holds by what stands on a line and the
next, not by the file. A rule finds ctags wrong, or a matter of taste (`TASTE`). What no rule explains is ours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_KEYWORDS = {
    "c": "if for while switch return else do sizeof int void char struct __attribute__",
    "cpp": "if for while switch return else do sizeof int void char struct __attribute__",
    "haskell": "class infixr infixl infix deriving instance type data newtype where",
    "objc": "id int void BOOL NSString NSUInteger Class SEL __attribute__ struct unichar char if for while asm",
    "ocaml": "open lazy module let in",
    "typescript": "extends return import function get set Readonly new",
    "javascript": "extends return import function get set new",
    "verilog": "function automatic task input output",
    "elixir": "unquote",
    "kotlin": "get set",
}
_HEREDOC = {"bash": r"<<-?\s*\\?['\"]?(\w+)", "ruby": r"<<[-~]?['\"]?([A-Z_]\w*)"}

# language -> reason -> pattern over "kind name|line"; NAME stands for the name
_RULES: dict[str, dict[str, str]] = {
    "bash": {
        "an array that is assigned": r"^\w+ \w+=\|",
        "a function of awk": r"\|\s*function NAME\([^)]",
        "no function stands there": r"^function (\S+)\|"
        r"(?!.*(?:\bfunction\s+\1\s*(?:[({]|\n)|[\s|]\1\s*\(\s*\)(?!\s*;)))",
    },
    "c": {
        "a macro is called": r"^function [A-Z][A-Z0-9_]+\||\|\s*(?:static\s+)?[A-Z][A-Z0-9_]{3,}\(.*NAME"
        r"|\|NAME\(static ",
    },
    "cpp": {
        "a macro of an attribute": r"^function [A-Z][A-Z0-9_]+\|(?!.*class )",
    },
    "csharp": {
        "a constraint of a type parameter": r"\|.*\bwhere\s+\w+\s*:",
        "a call": r"^method (?:\w+\.)+\w+\||\|.*\bnew\s+NAME\s*\(|\|\s*NAME(?:<\w+>)?\([^)]*\);",
    },
    "elixir": {
        "the operator is defined, not its argument": r"\|\s*def\w*\s+NAME\w*\s*(?:[^\w\s(,]|\bwhen\b|\band\b|\bor\b)",
        "a unary operator": r"^\w+ not\|",
    },
    "haskell": {
        "the first word of a dotted module": r"\|module NAME\.",
        "the operator is defined, not its argument": r"\|\s*NAME(?:\s+\w+)*\s+[!#$%&*+./<=>?@^|~:-]+\s",
    },
    "javascript": {
        "a minified line": r"\|.{200}",
        "a call": r"\|.*\bNAME\.(?:call|apply|bind)\b",
        "a value that is no function": r"\|.*\.prototype\.NAME\s*=\s*(?!.*(?:function|=>))",
        "the owner of what is assigned": r"\|\s*(?:\w+\.)*NAME\.\w+\s*=",
        "the result of a function that is called": r"\|.*=\s*\(\s*function\b",
        "a property of the function is assigned": r"\|.*\.prototype\.NAME\.\w+\s*=",
    },
    "objc": {
        "a category, which defines no class": r"^interface .*\|@interface\s+NAME\s*\(",
        "a declaration for later": r"\|@(?:protocol|class)\s[^{]*;",
        "a macro is called": r"^\w+ [A-Z][A-Z0-9]*_[A-Z0-9_]+\||^function [A-Z]+\|",
        "a part of a selector": r"^function .*\|.*\bNAME:\s*\(",
        "a parameter, or a word of a method's body": r"^function .*\|\s*[-+]\s*\(",
        "a directive for a name": r"^enum (?:if|ifdef|ifndef|else|endif)\|",
        "text of a string": r"^function .*\|.*\\n\\\n",
        "a later line of the selector": r"^(?:method|class) (?:\w*:){2,}\|(?!\s*[-+])",
        "no method stands there": r"^method \w+\|(?!\s*[-+])",
        "an enumeration that is used": r"^enum .*\|.*\benum\s+NAME\s+\w+\s*;",
        "a variable or declaration of that type": r"^struct .*\|.*\bstruct\s+NAME\b(?!\s*\{)(?:.*;|\s+[*\w])",
    },
    "kotlin": {"a variable": r"\|.*(?:\(val\s+NAME\b|\bfor\s*\(NAME\b|\{\s*NAME\b[^}]*->)"},
    "lua": {
        "no function stands there": r"^function \S+\|(?!.*\bfunction\b)|^function ~\|",
        "an argument of a function that is called": r"\|.*[=(]\s*[\w.:]+\(.*\bfunction\b",
        "the result of a function that is called": r"\|.*=\s*[\w.]+\(\s*function\b",
        "a computed key": r"^function \w+\[",
    },
    "ocaml": {
        "a module is used as a value": r"\|.*\(\s*module\s+NAME\s*:",
        "a module whose type is meant": r"\|.*\bmodule\s+type\s+of\b",
        "a module in a constraint": r"\|.*\band\s+module\s+NAME\s*:=",
    },
    "ruby": {
        "a name that is put together": r"\|.*\bdef\s+(?:self\.)?NAME#\{",
        "the object, not the method": r"^\w+ self\|",
    },
    "typescript": {
        "a class that extends itself is named again": r"^class .*\|\s*extends\b.*<NAME>",
    },
    "r": {"half of a name": r"\|\s*\.+NAME\b"},
}
TASTE = {
    "a category, which defines no class",
    "a computed key",
    "a declaration for later",
    "a later line of the selector",
    "a minified line",
    "text of a here-document",
}
"""Reasons that make neither side wrong: what such a place defines, and where, can be told in two ways."""

_STRING_OPENS = re.compile(r"^\s*\w+=(['\"])(?!.*(?<!\\)\1)")
_EXAMPLES = re.compile(r"\"\"\"|'''")


def mistake(language: str, kind: str, name: str, line: int, lines: Sequence[str]) -> str:
    """Return what ctags got wrong with a tag at `line` (from 1), or "" if no rule says so."""
    if name in _KEYWORDS.get(language, "").split():
        return "a keyword for a name"
    text = lines[line - 1]
    if language == "elixir" and sum(len(_EXAMPLES.findall(above)) for above in lines[: line - 1]) % 2:
        return "an example in the documentation"
    if language == "bash" and _is_in_string(lines, line):
        return "text of a string"
    if language in _HEREDOC and _is_in_heredoc(_HEREDOC[language], lines, line):
        return "text of a here-document"
    tag = f"{kind} {name}|{text}\n{lines[line] if line < len(lines) else ''}"
    for reason, pattern in _RULES.get(language, {}).items():
        if re.search(pattern.replace("NAME", rf"(?<!\w){re.escape(name.rstrip(':'))}"), tag):
            return reason
    return ""


def _is_in_heredoc(opening: str, lines: Sequence[str], line: int) -> bool:
    """Whether a line lies between `<<WORD` and WORD."""
    word = ""
    for text in lines[: line - 1]:
        if word:
            if text.strip() == word:
                word = ""
        elif match := re.search(opening, text):
            word = match[1]
    return bool(word)


def _is_in_string(lines: Sequence[str], line: int) -> bool:
    """Whether a line lies in a string of several lines that is assigned."""
    quote = ""
    for text in lines[: line - 1]:
        if quote:
            if re.search(rf"(?<!\\){quote}", text):
                quote = ""
        elif match := _STRING_OPENS.search(text):
            quote = match[1]
    return bool(quote)
