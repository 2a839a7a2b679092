"""Where in a text the blocks begin whose first words say most: definitions and comments, told by starts of lines.

The pattern is in the tokenizer of the built-in model too, so it uses only what Python's `re` and Oniguruma read alike.
"""

from __future__ import annotations

import re

# Stands in front of a block and is a token of its own; source code has other uses for control characters than this one.
MARK = "\x02"

_INDENT = r"(\t{0,2}| {0,8})"
# Lines that open a block and name nothing.
_CONTROL = (
    "if|else|elif|elsif|unless|for|foreach|while|do|loop|switch|case|match|when|select|default|try|catch|except|rescue"
    "|finally|ensure|begin|end|with|using|return|defer|synchronized|lock|unsafe|goto|assert"
)
_NAMES_NOTHING = rf"(?:{_CONTROL})(?![A-Za-z0-9_])|[A-Za-z0-9_]+:[ \t\r]*\n"  # the latter: `Returns:`, `public:`
_NEXT_IS_DEEPER = r"[^\n]*\n(?:[ \t\r]*\n)*\1(?:[ \t]+[^ \t\r\n]|\{[ \t\r]*\n)"
_COMMENT = "//|/\\*|#[ !]|\"{3}|'{3}"
# It consumes the line break, and a text gets one more in front: the `tokenizers` library fails at empty matches there.
PATTERN = rf"\n{_INDENT}(?:(?=[A-Za-z_$~])(?!{_NAMES_NOTHING})(?={_NEXT_IS_DEEPER})|(?={_COMMENT}))"
# Python looks first at the letter that stands there: in two thirds of the time.
_BLOCK = re.compile(
    rf"\n{_INDENT}(?=[A-Za-z_$~/#\"'])(?:(?=[A-Za-z_$~])(?={_NEXT_IS_DEEPER})(?!{_NAMES_NOTHING})|(?={_COMMENT}))"
)


def marked(text: str) -> str:
    """Put MARK in front of comments and of lines that a deeper line or a lone brace follows, indented twice at most."""
    return _BLOCK.sub(f" {MARK} ", "\n" + text)
